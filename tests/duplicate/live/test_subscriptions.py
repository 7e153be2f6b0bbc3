"""Live screens of the running program: what a stream gets, when, and after what."""

import gzip
import json
import sqlite3
import time
import urllib.request
import zlib
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.http_client import Desk, Phone, Session, Stream, wait_until
from tests.server import Embedded

pytestmark = [pytest.mark.server, pytest.mark.slow]

PROMPT = 1.0  # seconds within which every screen follows an act


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    server = Embedded(tmp_path_factory.mktemp("live"))
    server.start()
    yield server
    assert server.stop()
    assert "Traceback" not in server.output()


@pytest.fixture(scope="module")
def desk(server):
    return Desk(server.site).enter(server.welcome, "ann")


@pytest.fixture
def code(desk):
    """Return the code of a new game whose rounds last ten seconds, with a second of grace."""
    return desk.new_game("Live", round_time="own", own_time=10, grace_seconds=1)


def test_a_stream_begins_with_the_time_and_the_frame(server, code):
    before = time.time()
    with Stream(server.site, code) as stream:
        stream.wait_for_frame(lambda _: True)
        retry, told, frame = stream.events
        assert stream._answer.headers["Cache-Control"] == "no-store"
    assert [retry.kind, told.kind, frame.kind] == ["retry", "time", "frame"]
    assert 1000 <= int(retry.data) <= 2000
    assert before - 0.1 <= int(told.data) / 1000 <= time.time() + 0.1
    assert frame.data == Session(server.site).get(f"/api/v1/games/{code}/").text
    assert frame.version == frame.json()["version"]


def test_who_takes_compressed_answers_is_told_the_same(server, desk, code):
    session, gzipped = Session(server.site), {"Accept-Encoding": "gzip"}
    phone = Phone(server.site, code, "Gil").join()
    plain = session.get(f"/api/v1/games/{code}/")
    packed = session.get(f"/api/v1/games/{code}/", **gzipped)
    assert gzip.decompress(packed.body) == plain.body
    again = session.get(f"/api/v1/games/{code}/", **gzipped, **{"If-None-Match": packed.headers["ETag"]})
    assert (again.status, again.body) == (304, b"")
    assert desk.act(code, "type-rack", rack="TRAINER").status == 302

    shown = {"Authorization": f"Bearer {phone.token}"}
    desk.do(code, "open-and-start", "end-round")
    desk.announce_preferred(code, 1)
    sheet = session.get(f"{phone.api}me/", **shown, **gzipped)
    assert sheet.headers["Content-Encoding"] == "gzip"
    assert json.loads(gzip.decompress(sheet.body)) == phone.me()
    again = session.get(f"{phone.api}me/", **shown, **{"If-None-Match": sheet.headers["ETag"]})
    assert (again.status, again.body) == (304, b"")

    asking = urllib.request.Request(f"{server.site}/live/{code}/", headers=gzipped)
    with urllib.request.urlopen(asking, timeout=10) as stream:
        assert stream.headers["Content-Encoding"] == "gzip"
        reader, text = zlib.decompressobj(wbits=16 + zlib.MAX_WBITS), ""
        for announced in (f'"version":{phone.frame()["version"]},', '"phase":"ready"'):
            while announced not in text:
                text += reader.decompress(stream.read1()).decode()
            if "ready" not in announced:
                desk.do(code, "draw", "open")
        assert text.startswith("retry: ")
        assert text.endswith("\n\n")


def test_the_code_may_be_written_small(server, code):
    with Stream(server.site, code.lower()) as stream:
        assert stream.wait_for_frame(lambda _: True).json()["code"] == code


def test_there_is_no_stream_without_a_game(server):
    assert Session(server.site).get("/live/NOGAME/").status == 404


def test_every_act_reaches_the_screens_within_a_second(server, desk, code):
    with Stream(server.site, code) as stream:
        stream.wait_for_frame(lambda _: True)

        def follows(act, phase):
            version = stream.frames()[-1].version
            desk.do(code, *act)
            answered = time.monotonic()
            event = stream.wait_for(lambda event: (event.version or 0) > version, what=f"a frame after {act}")
            assert event.at - answered < PROMPT
            assert event.json()["round"]["phase"] == phase
            return event.json()["round"]

        joining = stream.frames()[-1].version
        Phone(server.site, code, "Mona").join()
        stream.wait_for_frame(lambda frame: frame["version"] > joining and frame["players"] == 1, PROMPT)
        desk.do(code, "draw")
        ready = follows(["open"], "ready")
        assert (ready["closes_at"], ready["remaining"]) == (None, 10_000)
        running = follows(["start"], "running")
        assert running["remaining"] is None
        assert abs(running["closes_at"] / 1000 - time.time() - 10) < 1
        paused = follows(["pause"], "paused")
        assert 8_000 < paused["remaining"] < 10_000
        follows(["start"], "running")
        extended = follows(["extend"], "running")
        assert extended["closes_at"] / 1000 - time.time() > 35
        follows(["end-round"], "time")
        ended = time.monotonic()
        closed = stream.wait_for_phase(1, "closed")
        assert 0.9 < closed.at - ended < 1 + 0.5 + PROMPT
        move = desk.announce_preferred(code, 1)
        announced = stream.wait_for_phase(1, "announced", PROMPT).json()
        assert f"{announced['last']['ref']} {announced['last']['word']}" == move
        desk.do(code, "end-game")
        stream.wait_for_frame(lambda frame: frame["state"] == "finished", PROMPT)


def test_every_stream_gets_the_same_bytes(server, desk, code):
    streams = [Stream(server.site, code) for _ in range(8)]
    try:
        for stream in streams:
            stream.wait_for_frame(lambda _: True)
        desk.do(code, "draw", "open", "start", "end-round")
        for stream in streams:
            stream.wait_for_phase(1, "closed")
        sent = {}
        for event in [event for stream in streams for event in stream.frames()]:
            assert sent.setdefault(event.version, event.data) == event.data
        versions = [event.version for event in streams[0].frames()]
        assert versions == sorted(set(versions))
    finally:
        for stream in streams:
            stream.close()


def test_a_screen_that_comes_back_catches_up(server, desk, code):
    with Stream(server.site, code) as stream:
        stream.wait_for_frame(lambda _: True)
    desk.do(code, "draw", "open", "start")
    with Stream(server.site, code) as stream:
        assert stream.wait_for_phase(1, "running") == stream.frames()[0]
        # One that leaves takes nothing from those who stay.
        Stream(server.site, code).close()
        desk.do(code, "pause")
        stream.wait_for_phase(1, "paused", PROMPT)


def test_many_streams_leave_room_for_pages(server, desk, code):
    """Streams hold neither a thread nor a database connection."""
    streams = [Stream(server.site, code) for _ in range(60)]
    try:
        desk.do(code, "draw", "open")
        started = time.monotonic()
        with ThreadPoolExecutor(10) as pool:
            frames = list(pool.map(lambda _: Session(server.site).get(f"/api/v1/games/{code}/"), range(20)))
        assert {answer.status for answer in frames} == {200}
        assert time.monotonic() - started < 5
        for stream in streams:
            stream.wait_for_phase(1, "ready")
    finally:
        for stream in streams:
            stream.close()


@pytest.fixture
def brief_code(desk):
    """Return the code of a new game whose rounds last three seconds, by rules of the club: the form of a new game
    has longer ones only.
    """
    rules = 'name = "Brief"\nbased_on = "classic"\n[time]\nround_seconds = 3\ncalls = []\n'
    kept = desk.post_form("/desk/rules/import/", {"text": rules, "name": "Brief"})
    key = kept.headers["Location"].strip("/").rpartition("/")[2]
    return desk.new_game("Brief", rule_set=f"club-{key}", round_time="", calls="", grace_seconds=1)


def test_a_round_closes_with_nobody_looking(server, desk, brief_code):
    """No request, no stream: the clock thread sees to it. The database is read beside the program."""
    desk.do(brief_code, "draw", "open", "start")
    connection = sqlite3.connect(server.database)
    try:

        def state():
            sql = (
                "SELECT r.state FROM duplicate_round r JOIN duplicate_game g ON g.id = game_id WHERE code = ?"
            )
            return connection.execute(sql, [brief_code]).fetchone()[0]

        time.sleep(3.5)
        assert state() == "open", "the grace is not over"
        wait_until(lambda: state() == "closed", 2, "the round is closed")
    finally:
        connection.close()


def test_a_silent_stream_tells_the_time(server, code):
    with Stream(server.site, code) as stream:
        wait_until(lambda: len(times(stream)) >= 2, 19, "a heartbeat, every 15 s or so")
        first, beat = times(stream)[:2]
        assert 12 * 0.9 < beat.at - first.at < 18.5
        for told in (first, beat):
            lag = time.time() - (time.monotonic() - told.at) - int(told.data) / 1000
            assert abs(lag) < 0.5


def times(stream):
    return [event for event in list(stream.events) if event.kind == "time"]
