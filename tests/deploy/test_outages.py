"""During an outage everybody is told to come again and what is the matter, in words and in the form that they read."""

import errno
import json
import logging
import re
import uuid

import pytest
from django.db import OperationalError, connection
from django.db.backends.signals import connection_created
from django.test import Client, RequestFactory
from django.utils.html import escape

from deploy.asgi import application
from deploy.logs import BusyFilter, OutageFilter
from deploy.outages import handle_error
from duplicate.api.fast_path import slips as fast_path_slips
from tests.factories.asgi import ask_application, ask_together
from tests.server import ROOT
from tournaments.installation import degradation, outages

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def database_gone(monkeypatch):
    connection.close()
    with monkeypatch.context() as gone:
        gone.setitem(connection.settings_dict, "NAME", "/nowhere/isotop.sqlite3")
        yield
        connection.close()


@pytest.fixture(params=["wsgi", "asgi"])
def ask(request):
    """Return a function that asks for a path, through either interface."""

    def ask_it(path, **headers):
        if request.param == "asgi":
            return ask_application(application, "GET", path, headers)
        return Client(raise_request_exception=False).get(path, headers=headers)

    return ask_it


@pytest.mark.parametrize("path", ["/api/v1/games/ABCD/", "/api/v1/events/"])
def test_the_api_answers_in_json(database_gone, ask, path):
    answer = ask(path)
    assert answer.headers["retry-after"] == "5"
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["code"] == "unavailable"
    assert status_of(answer) == 503


def test_a_page_is_plain(database_gone, ask):
    answer = ask("/join/ABCD/")
    assert status_of(answer) == 503
    assert answer.headers["retry-after"] == "5"
    assert "Back in a moment" in text_of(answer)
    assert "database" in text_of(answer)


def test_a_page_for_a_logged_in_user_is_plain_too(desk, database_gone):
    """The session is in the database as well."""
    desk.raise_request_exception = False
    answer = desk.get("/desk/")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")


def test_a_stream_is_refused(database_gone):
    answer = ask_application(application, "GET", "/live/ABCD/")
    assert (answer.status, answer.headers["retry-after"]) == (503, "5")


def test_own_sheets_and_slips_are_asked_for_again(database_gone):
    headers = {"Authorization": "Bearer abcdefgh"}
    answer = ask_application(application, "GET", "/api/v1/games/ABCD/me/", headers)
    assert (answer.status, answer.json()["code"]) == (503, "unavailable")
    assert answer.headers["retry-after"] == "5"


def test_other_errors_stay_errors():
    try:
        int("no number")
    except ValueError:
        answer = handle_error(RequestFactory().get("/"))
    assert answer.status_code == 500


def status_of(answer):
    return getattr(answer, "status_code", None) or answer.status


def text_of(answer):
    return (answer.content if hasattr(answer, "content") else answer.body).decode()


def test_the_documents_have_each_code():
    codes = {found.code for found in vars(outages).values() if isinstance(found, outages.Outage)}
    rows = re.findall(r"^\| [a-z ]+ \| `(\w+)` \|", (ROOT / "docs/operating.md").read_text(), re.MULTILINE)
    named = re.search(r"whose `code` is ([^;]+);", (ROOT / "docs/api.md").read_text())[1]
    assert set(rows) == set(re.findall(r"`(\w+)`", named)) == codes


# --- A database that takes no writes -------------------------------------------------------------------------------

READ_ONLY = {"sqlite": "PRAGMA query_only = ON", "postgresql": "SET default_transaction_read_only = on"}


@pytest.fixture
def read_only(monkeypatch, game, players, open_round, desk):
    """Let no connection write from here on, with a round open and an arbitrator logged in."""
    open_round("TRAINER")
    monkeypatch.setattr(degradation, "_noted", {})

    def forbid(connection, **_signal):
        connection.connection.execute(READ_ONLY[connection.vendor])

    connection.close()
    connection_created.connect(forbid)
    yield
    connection_created.disconnect(forbid)
    connection.close()


@pytest.mark.database
def test_a_slip_that_cannot_be_stored_hears_why_in_the_language_of_the_phone(read_only, game, players):
    slip = {"id": str(uuid.uuid4()), "round": 1, "word": "TRAIN", "ref": "H4", "score": 12}
    headers = {"Authorization": f"Bearer {players[0][1]}", "Content-Type": "application/json"}
    path = f"/api/v1/games/{game.code}/slips/"
    [answer] = ask_together(
        fast_path_slips.take_in,
        fast_path_slips._takers,
        [("POST", path, json.dumps(slip).encode(), headers)],
    )
    by_view = Client().post(path, slip, content_type="application/json", headers=headers)
    for each in (answer.json(), by_view.json()):
        assert (each["code"], each["detail"]) == ("read_only", str(outages.READ_ONLY.detail))
    assert status_of(answer) == status_of(by_view) == 503
    assert answer.headers["retry-after"] == by_view.headers["Retry-After"] == "5"
    assert degradation.recent() == [str(outages.READ_ONLY.for_desk)]


@pytest.mark.database
@pytest.mark.parametrize(
    "headers", [{}, {"HX-Request": "true"}, {"Accept": "application/json"}], ids=["page", "htmx", "json"]
)
def test_the_desk_is_told_what_to_do(read_only, desk, game, headers):
    desk.raise_request_exception = False
    answer = desk.post(f"/desk/{game.code}/pause/", headers=headers)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    words = str(outages.READ_ONLY.for_desk)
    if headers:
        assert (answer.json()["code"], answer.json()["detail"]) == ("read_only", words)
    else:
        assert escape(words) in text_of(answer)


# --- The log -------------------------------------------------------------------------------------------------------


def record_of(message, error=None, **values):
    info = (type(error), error, None) if error else None
    record = logging.LogRecord("django.request", logging.ERROR, __file__, 1, message, (), info)
    record.__dict__.update(values)
    return record


def test_being_busy_is_no_error():
    busy = BusyFilter()
    assert not busy.filter(record_of("Service Unavailable", status_code=503))
    assert busy.filter(record_of("Service Unavailable", OperationalError(), status_code=503))
    assert busy.filter(record_of("Internal Server Error", status_code=500))


def test_an_outage_is_told_once_in_a_while():
    outage = OutageFilter()
    told = [outage.filter(record_of("No heartbeat", OperationalError())) for _ in range(3)]
    assert told == [True, False, False]
    assert outage.filter(record_of("No frame", OperationalError()))
    assert all(outage.filter(record_of("No heartbeat", ValueError())) for _ in range(3))
    assert all(outage.filter(record_of("No heartbeat")) for _ in range(3))


def test_a_lack_of_descriptors_is_told_once_a_minute(monkeypatch):
    """asyncio tells of each connection that waits, with its traceback: two thousand times a second."""
    now = [0.0]
    monkeypatch.setattr("deploy.logs.time.monotonic", lambda: now[0])
    outage, told = OutageFilter(), []
    for now[0] in (1.0, 1.0, 2.0, 60.0, 62.0, 63.0):
        told.append(outage.filter(record_of("accept", OSError(errno.EMFILE, "Too many open files"))))
    assert told == [True, False, False, False, True, False]
    assert all(outage.filter(record_of("accept", OSError(errno.EPERM, "Not permitted"))) for _ in range(3))
