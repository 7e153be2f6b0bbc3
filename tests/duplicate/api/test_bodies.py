"""Bodies of requests: their size, their time, and unfinished ones of one address."""

import asyncio
import json
from urllib.parse import urlencode

import pytest
from asgiref.sync import sync_to_async
from django.urls import reverse

from deploy.asgi import application
from duplicate.api.fast_path import bodies, sheets, slips
from tests.factories.asgi import close_connection, end_thread
from tournaments.api.authentication import NoRoom
from tournaments.http import uploads

pytestmark = pytest.mark.django_db(transaction=True)

KB = 1024


class Sender:
    """One connection: pieces of a body that come, and then nothing more; `read` counts the bytes that were taken."""

    def __init__(self, path, pieces, length, method="POST", address="10.0.0.1", **headers):
        self.pieces, self.read, self.sent = list(pieces), 0, []
        pairs = {"content-type": "application/octet-stream", **headers}
        if length is not None:
            pairs["content-length"] = str(length)
        self.scope = {
            "type": "http",
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "root_path": "",
            "headers": [(name.encode(), text.encode()) for name, text in pairs.items()],
            "client": (address, 5000),
            "server": ("testserver", 80),
        }

    async def receive(self):
        if not self.pieces:
            await asyncio.Future()
        piece = self.pieces.pop(0)
        self.read += len(piece)
        return {"type": "http.request", "body": piece, "more_body": bool(self.pieces) or self.unfinished}

    unfinished = True

    async def send(self, message):
        self.sent.append(message)

    async def ask(self):
        await application(self.scope, self.receive, self.send)
        return self

    @property
    def status(self):
        return self.sent[0]["status"]

    @property
    def code(self):
        return json.loads(self.sent[1]["body"])["code"]


def run(asking):
    """Run `asking`, then close the database connections of the threads that worked for it."""

    async def await_and_close():
        try:
            return await asking
        finally:
            await end_thread(sheets._readers)
            await sync_to_async(close_connection)()

    return asyncio.run(await_and_close())


@pytest.fixture
def session(client, arbitrator):
    client.force_login(arbitrator)
    return {"cookie": f"sessionid={client.cookies['sessionid'].value}"}


@pytest.mark.parametrize(
    "path", ["/", "/login/", "/people/import/", "/nowhere/", "/api/v1/games/ABCDE/entries/"]
)
@pytest.mark.parametrize("method", ["POST", "GET", "PUT"])
def test_what_says_that_it_is_large_is_refused_unread(path, method):
    asked = run(Sender(path, [b"x"], 10**12, method).ask())
    assert (asked.status, asked.code, asked.read) == (413, "too_large", 0)
    assert (b"connection", b"close") in asked.sent[0]["headers"]


def test_an_own_sheet_asked_for_with_a_large_body_is_refused(game, players):
    asked = Sender(f"/api/v1/games/{game.code}/me/", [b"x"], 10**12, "GET", authorization="Bearer nobody's")
    assert run(asked.ask()).status == 413


def test_what_does_not_say_how_large_it_is_is_read_up_to_the_limit():
    pieces = [bytes(16 * KB)] * 100
    asked = run(Sender("/login/", pieces, None, **{"transfer-encoding": "chunked"}).ask())
    assert (asked.status, asked.read) == (413, 80 * KB)


def test_a_body_that_does_not_end_is_refused(monkeypatch):
    monkeypatch.setattr(bodies, "FORM_SECONDS", 0.1)
    monkeypatch.setattr(bodies, "AT_ONCE_SECONDS", 0.02)
    asked = run(Sender("/login/", [b"x"], 100).ask())
    assert (asked.status, asked.code) == (408, "too_slow")
    assert not bodies._unfinished


def test_one_address_leaves_few_unfinished_and_others_none_the_worse(monkeypatch):
    monkeypatch.setattr(bodies, "FORM_SECONDS", 0.5)
    monkeypatch.setattr(bodies, "AT_ONCE_SECONDS", 0.02)
    monkeypatch.setattr(bodies, "MOST_UNFINISHED", 3)

    async def ask_all():
        slow = [Sender("/login/", [b"x"], 100).ask() for _ in range(10)]
        other = Sender("/login/", [b"x"], 100, address="10.0.0.2").ask()
        whole = Sender("/nowhere/", [b"x"], 1)
        whole.unfinished = False
        return await asyncio.gather(*slow, other, whole.ask())

    *slow, other, whole = run(ask_all())
    assert sorted(each.status for each in slow) == [408] * 3 + [429] * 7
    assert (other.status, whole.status) == (408, 404)
    assert not bodies._unfinished


def test_unfinished_bodies_of_one_network_count_together(monkeypatch):
    monkeypatch.setattr(bodies, "FORM_SECONDS", 0.5)
    monkeypatch.setattr(bodies, "AT_ONCE_SECONDS", 0.02)
    monkeypatch.setattr(bodies, "MOST_UNFINISHED", 3)

    async def ask_all():
        network = [Sender("/login/", [b"x"], 100, address=f"2001:db8:1:2::{n}").ask() for n in range(5)]
        other = Sender("/login/", [b"x"], 100, address="2001:db8:1:3::1").ask()
        return await asyncio.gather(*network, other)

    *network, other = run(ask_all())
    assert sorted(each.status for each in network) == [408] * 3 + [429] * 2
    assert other.status == 408


def test_unfinished_bodies_of_many_networks_have_a_limit_together(monkeypatch):
    monkeypatch.setattr(bodies, "FORM_SECONDS", 0.5)
    monkeypatch.setattr(bodies, "AT_ONCE_SECONDS", 0.02)
    monkeypatch.setattr(bodies, "MOST_UNFINISHED_IN_ALL", 3)

    async def ask_all():
        slow = [Sender("/login/", [b"x"], 100, address=f"10.0.0.{number}").ask() for number in range(5)]
        whole = Sender("/nowhere/", [b"x"], 1)
        whole.unfinished = False
        return await asyncio.gather(*slow, whole.ask())

    *slow, whole = run(ask_all())
    assert sorted(each.status for each in slow) == [408] * 3 + [429] * 2
    assert whole.status == 404


def test_a_form_gets_to_its_page_whole(client, arbitrator):
    arbitrator.set_password("seven tiles and a board")
    arbitrator.save()
    client.get("/login/")
    token = client.cookies["csrftoken"].value
    fields = {
        "csrfmiddlewaretoken": token,
        "username": arbitrator.username,
        "password": "seven tiles and a board",
    }
    body = urlencode(fields).encode()
    kind = "application/x-www-form-urlencoded"
    asked = Sender(
        "/login/", [body[:9], body[9:]], len(body), **{"content-type": kind, "cookie": f"csrftoken={token}"}
    )
    asked.unfinished = False
    assert run(asked.ask()).status == 302


def test_a_file_is_read_from_whoever_is_logged_in_alone(session):
    path, pieces = reverse("new-people-import"), [bytes(KB)] * 200
    stranger = Sender(path, pieces, 200 * KB)
    assert (run(stranger.ask()).status, stranger.read) == (413, 0)
    known = Sender(path, pieces, 200 * KB, **session)
    known.unfinished = False
    assert run(known.ask()).status != 413
    assert known.read == 200 * KB
    larger = Sender(path, pieces, 6_000_000, **session)
    assert (run(larger.ask()).status, larger.read) == (413, 0)


def test_a_file_that_does_not_end_is_refused(session, monkeypatch):
    monkeypatch.setattr(bodies, "FORM_SECONDS", 0.1)
    monkeypatch.setattr(bodies, "SLOWEST_UPLOAD", 10**9)
    asked = run(Sender(reverse("new-people-import"), [bytes(KB)] * 9, 200 * KB, **session).ask())
    assert (asked.status, asked.code) == (408, "too_slow")
    assert not bodies._unfinished


def test_files_and_long_texts_leave_room_for_slips(session, monkeypatch):
    monkeypatch.setattr(uploads, "COPIES", 1 << 40)
    path = reverse("new-people-import")
    for length, status in ((200 * KB, 507), (20 * KB, 507), (KB, 403)):
        asked = Sender(path, [bytes(KB)] * (length // KB), length, **session)
        asked.unfinished = False
        assert run(asked.ask()).status == status
    monkeypatch.setattr(bodies, "has_room", lambda length: length <= 300 * KB)
    with bodies._announce(200 * KB), pytest.raises(NoRoom), bodies._announce(200 * KB):
        pass
    assert not bodies._announced


def test_slips_are_read_by_the_same_limits():
    assert slips.read_small_body is bodies.read_small_body


FILES = {
    "/letterhead/": 5_000_000,
    "/people/import/": 5_000_000,
    "/events/import/": 32_000_000,
    "/admin/tournaments/lexicon/add/": 64 << 20,
    "/events/1/divisions/1/rounds/1/tables/1/record/gcg/": 200_000,
    "/login/": None,
    "/nowhere/": None,
}


@pytest.mark.parametrize(("path", "most"), FILES.items())
def test_pages_that_take_files_say_how_large(path, most):
    upload = uploads.find_upload(path)
    assert (upload and upload.most_bytes) == most
