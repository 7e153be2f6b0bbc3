"""The load tool itself: its plans, how it reads streams, and one small run of it."""

import shutil

import pytest

from tests.load import __main__ as load
from tests.load.answers import MOST_GROWTH, MOST_SECONDS, Answers, broken_bounds, kind_of
from tests.load.plan import LAST, RUSH, SPREAD, plan_round
from tests.load.receipts import compare
from tests.load.wire import Chunks, Stream
from tests.server import ROOT


@pytest.mark.parametrize("players", [3, 300, 3001])
def test_a_third_send_in_the_last_two_seconds(players):
    plans = plan_round(players, "1 1")
    in_time = [plan for plan in plans if plan.sends[0] > 0]
    rushed = [plan for plan in in_time if plan.sends[0] <= RUSH]
    assert len(rushed) == players // 3
    assert all(LAST <= moment <= SPREAD for plan in in_time for moment in plan.sends)
    assert plans == plan_round(players, "1 1") != plan_round(players, "1 2")


def test_some_send_twice_some_late_some_are_cut_off():
    plans = plan_round(3000, "1 1")
    assert any(len(plan.sends) == 2 for plan in plans)
    assert any(plan.sends[0] < 0 for plan in plans)
    assert any(plan.cut for plan in plans)
    assert any(plan.drops for plan in plans)


@pytest.mark.parametrize("size", [1, 2, 7, 1000])
def test_a_stream_is_read_however_it_is_cut(size):
    events = [
        b"retry: 1500\n\n",
        b"event: time\ndata: 5\n\n",
        'id: 7\nevent: frame\ndata: {"é": 1}\n\n'.encode(),
        b'event: own\ndata: {"after": 0}\n\n',
    ]
    sent = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    sent += b"".join(b"%x\r\n%s\r\n" % (len(event), event) for event in events)
    frames, own = [], []
    stream = Stream(
        b"",
        lambda version, data, _at: frames.append((version, data.decode())),
        lambda: None,
        lambda data, _at: own.append(data),
    )
    for start in range(0, len(sent), size):
        stream.data_received(sent[start : start + size])
    assert frames == [(7, '{"é": 1}')]
    assert own == [b'{"after": 0}']


def test_chunks_end():
    chunks = Chunks()
    chunks.feed(b"2\r\nab\r\n0\r\n\r\n")
    assert (bytes(chunks.text), chunks.ended) == (b"ab", True)


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/desk/AB3D/draw/", "/desk/…/draw/"),
        ("/api/v1/games/AB3D/?screen", "/api/v1/games/…/"),
        ("/desk/AB3D/rounds/12/", "/desk/…/rounds/…/"),
        ("/desk/new/", "/desk/new/"),
    ],
)
def test_addresses_are_told_by_their_kind(path, kind):
    assert kind_of(path) == kind


def test_answers_are_told_apart_by_sender_and_address():
    answers = Answers()
    for sender, method in (("desk", "POST"), ("desk", "GET"), ("phone", "POST")):
        with answers.timed(sender, method, "/desk/AB3D/draw/"):
            pass
    assert len(answers.of_desk("POST")) == 1
    assert {name for name, _seconds in answers.slowest()} == {
        "desk POST /desk/…/draw/",
        "desk GET /desk/…/draw/",
        "phone POST /desk/…/draw/",
    }


def test_a_broken_bound_is_told():
    assert broken_bounds(MOST_SECONDS, MOST_GROWTH) == []
    slow = {**MOST_SECONDS, "acts of the desk, 99 %": 1.5}
    assert broken_bounds(slow, 1.0) == ["acts of the desk, 99 %: 1.50 s, and 1.00 s is the bound"]
    assert len(broken_bounds(MOST_SECONDS, MOST_GROWTH + 0.1)) == 1


def test_the_document_has_the_bounds():
    text = (ROOT / "docs/load.md").read_text()
    for name, most in MOST_SECONDS.items():
        assert f"| {name} | {most:g} s |" in text
    assert (
        f"| memory of our processes at the end | {MOST_GROWTH:g} times that after the first round |" in text
    )


class Rows:
    """A database that answers with these slips."""

    def __init__(self, slips):
        self.slips = slips

    def rows(self, sql):
        return self.slips if "client_id" in sql else []


SLIP = "c0ffee00-0000-4000-8000-000000000000"
ROW = (SLIP, 5, 1, 11, "CAT", "H4", 12, 0, "2026-01-02 20:00:00.250000")
RECEIPT = {"id": SLIP, "round": 1, "round_id": 11, "word": "CAT", "ref": "H4", "score": 12, "late": False}
RECEIPT["received_at"] = 1767384000250


@pytest.mark.parametrize(
    ("slips", "without", "other"),
    [([ROW], 0, 0), ([], 1, 0), ([(*ROW[:4], "CATS", *ROW[5:])], 0, 1), ([(SLIP, 6, *ROW[2:])], 0, 1)],
)
def test_receipts_are_compared_with_rows(slips, without, other):
    found = compare(Rows(slips), "CODE", {SLIP: (5, RECEIPT)})
    assert found["receipts without a row"] == without
    assert found["rows that say other than the receipt"] == other


@pytest.mark.server
@pytest.mark.parametrize(
    "setting",
    [
        ["--embedded"],
        pytest.param(
            [], marks=pytest.mark.skipif(not shutil.which("nginx"), reason="nginx is not installed")
        ),
    ],
    ids=["embedded", "production"],
)
@pytest.mark.slow
def test_twenty_players(capsys, setting):
    """In processes and over connections of its own; what they were promised is kept."""
    status = load.main(
        [*setting, "--no-bounds", "--players", "20", "--rounds", "1", "--seconds", "12", "--joins", "5"]
    )
    table = capsys.readouterr().out
    assert status == 0, table
    assert "| phones, each with a live stream | 20 |" in table
    assert "| receipts without a row | 0 |" in table
    assert "| acts of the desk: p50 / p95 / p99 / longest | " in table
    assert "| memory of our processes after the first round, at the end | " in table
