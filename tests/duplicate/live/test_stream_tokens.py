"""Streams of phones: how many one may have, and what becomes of them when the token is worth nothing any more."""

import asyncio
import http.client
import re
from contextlib import ExitStack
from functools import partial
from urllib.parse import urlsplit

import pytest

from duplicate.games.players import services as player_services
from duplicate.live import subscriptions
from duplicate.live.subscriptions import ShownToken
from tests.factories.games import create_game
from tests.http_client import Desk, Phone, Stream, wait_until
from tests.server import Embedded
from tournaments.live import connections, streams
from tournaments.live.streams import Frame, FrameSource

REVOKED = 8.0  # seconds: two looks and something to spare


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    server = Embedded(tmp_path_factory.mktemp("streams"))
    server.start()
    yield server
    assert server.stop()
    assert "Traceback" not in server.output()


@pytest.fixture(scope="module")
def desk(server):
    return Desk(server.site).enter(server.welcome, "ann")


@pytest.fixture
def code(desk):
    return desk.new_game("Streams")


def status_of(server, code, token):
    connection = http.client.HTTPConnection(urlsplit(server.site).netloc, timeout=10)
    connection.request("GET", f"/live/{code}/", headers={"Authorization": f"Bearer {token}"})
    try:
        return connection.getresponse().status
    finally:
        connection.close()


def give_phone(desk, code, entry):
    """Make a new link for the player at the desk; return its token."""
    address = f"/desk/{code}/players/{entry}/phone/"
    desk.get(address)
    page = desk.post_form(address, {})
    return re.search(r"#t=([\w-]+)", page.text)[1]


def entry_of(desk, code, name):
    return re.search(
        rf"/desk/{code}/players/(\d+)/phone/", desk.get(f"/desk/{code}/players/").text.partition(name)[2]
    )[1]


@pytest.mark.server
@pytest.mark.slow
class TestRunning:
    def test_a_phone_follows_with_its_token(self, server, desk, code):
        phone = Phone(server.site, code, "Mona").join()
        with Stream(server.site, code, phone.token) as stream, Stream(server.site, code) as screen:
            for one in (stream, screen):
                one.wait_for_frame(lambda _: True)
            desk.do(code, "draw", "open")
            for one in (stream, screen):
                one.wait_for_phase(1, "ready")
            assert stream.frames()[-1].data == screen.frames()[-1].data

    def test_a_token_that_is_worth_nothing_has_no_stream(self, server, desk, code):
        other = Phone(server.site, desk.new_game("Other"), "Vera").join()
        assert status_of(server, code, "made-up") == 401
        assert status_of(server, code, other.token) == 403
        assert status_of(server, "NOGAME", other.token) == 404

    def test_the_fourth_stream_of_a_phone_ends_the_first(self, server, desk, code):
        phones = [Phone(server.site, code, name).join() for name in ("Noah", "Olga")]
        streams = [Stream(server.site, code, phones[0].token) for _ in range(3)]
        beside = Stream(server.site, code, phones[1].token)
        for stream in (*streams, beside):
            stream.wait_for_frame(lambda _: True)
        streams.append(Stream(server.site, code, phones[0].token))
        try:
            wait_until(lambda: not streams[0].runs(), 5, "the oldest stream ends")
            assert streams[0].events[-1].kind == "replaced"
            desk.do(code, "draw", "open")
            for stream in (*streams[1:], beside):
                stream.wait_for_phase(1, "ready")
        finally:
            for stream in (*streams, beside):
                stream.close()

    def test_streams_end_with_their_token(self, server, desk, code):
        phones = [Phone(server.site, code, name).join() for name in ("Pia", "Quin")]
        streams = [Stream(server.site, code, phone.token) for phone in phones]
        try:
            for stream in streams:
                stream.wait_for_frame(lambda _: True)
            new = give_phone(desk, code, entry_of(desk, code, "Pia"))
            wait_until(lambda: not streams[0].runs(), REVOKED, "the stream of the old token ends")
            assert status_of(server, code, phones[0].token) == 401
            with Stream(server.site, code, new) as stream:
                stream.wait_for_frame(lambda _: True)
            assert streams[1].runs()
        finally:
            for stream in streams:
                stream.close()


@pytest.mark.django_db
def test_phones_of_a_hall_are_known_by_two_queries(game, players, arbitrator, django_assert_num_queries):
    other = create_game(arbitrator, name="Other")
    guest = player_services.join_game(game=other, name="Pia").token
    shown = [ShownToken(game.code, token) for _entry, token in players]
    shown += [ShownToken(code, token) for code in (game.code, "NOGAME") for token in (guest, "made-up")]
    with django_assert_num_queries(2):
        known = subscriptions.phones_for_tokens(shown)
    assert known[:3] == [entry.token_hash for entry, _token in players]
    assert [refused.status for refused in known[3:5]] == [403, 401]
    assert known[5:] == [None, None]
    assert subscriptions.hashes_for_game(game.code) == {entry.token_hash for entry, _token in players}


def test_a_fourth_stream_of_a_phone_ends_its_oldest():
    async def phone():
        with ExitStack() as stack:
            own = partial(connections.following, "ABCDE", phone="own", address="10.0.0.1")
            streams = [stack.enter_context(own()) for _number in range(4)]
            assert [stream.ended.done() for stream in streams] == [True, False, False, False]
            assert streams[0].ended.result() == connections.REPLACED

    asyncio.run(phone())


def test_who_comes_while_the_tokens_are_read_stays():
    async def hall():
        with connections.following("ABCDE", phone="old", address="10.0.0.1") as old:
            there = connections.phones_of("ABCDE")
            with connections.following("ABCDE", phone="new", address="10.0.0.1") as new:
                connections.end_all_but(there, {"another"})
                assert (old.ended.done(), new.ended.done()) == (True, False)

    asyncio.run(hall())


def test_a_stream_whose_first_frame_is_newer_lets_the_others_have_it_and_waits():
    """As when a version is published between two streams that open a game at once."""

    async def silent(_known=None):
        await asyncio.Future()

    source = FrameSource("ABCDE", silent, silent)

    async def hall():
        older, newer = Frame(4, b"{4}"), Frame(5, b"{5}")
        first, second = streams.events(source, older), streams.events(source, newer)
        assert b"{4}" in await anext(first)
        waiting = asyncio.create_task(anext(first))
        await asyncio.sleep(0)
        assert b"{5}" in await anext(second)
        idle = asyncio.create_task(anext(second))
        assert b"{5}" in await asyncio.wait_for(waiting, 1)
        await asyncio.sleep(0.05)
        assert not idle.done()
        idle.cancel()
        await asyncio.gather(idle, return_exceptions=True)
        await first.aclose()
        await second.aclose()

    asyncio.run(hall())


def test_addresses_of_one_network_have_their_streams_together(monkeypatch):
    monkeypatch.setattr(connections, "MOST_OF_ADDRESS", 1)

    async def hall():
        with (
            connections.following("ABCDE", phone=None, address="2001:db8:1:2::1"),
            connections.following("ABCDE", phone=None, address="2001:db8:1:3::1"),
            pytest.raises(connections.StreamRefused, match="429"),
            connections.following("ABCDE", phone=None, address="2001:db8:1:2:aaaa::2"),
        ):
            pass

    asyncio.run(hall())


def test_strangers_at_one_address_have_many_streams_and_not_any_number(monkeypatch):
    monkeypatch.setattr(connections, "MOST_OF_ADDRESS", 2)

    async def hall():
        with (
            connections.following("ABCDE", phone=None, address="10.0.0.1"),
            connections.following("ABCDE", phone=None, address="10.0.0.1"),
        ):
            with (
                pytest.raises(connections.StreamRefused, match="429"),
                connections.following("ABCDE", phone=None, address="10.0.0.1"),
            ):
                pass
            with (
                connections.following("ABCDE", phone=None, address="10.0.0.2"),
                connections.following("ABCDE", phone="hash", address="10.0.0.1"),
            ):
                assert connections.phones_of("ABCDE")
        with connections.following("ABCDE", phone=None, address="10.0.0.1"):
            pass
        assert not connections._by_holder
        assert not connections._phones

    asyncio.run(hall())
