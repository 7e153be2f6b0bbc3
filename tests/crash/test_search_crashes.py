"""A search of the embedded program, killed as by a power cut and started again on the same data."""

import json
import re
import sqlite3
import time

import pytest

from tests.http_client import Desk, wait_until
from tests.server import Embedded

pytestmark = [pytest.mark.server, pytest.mark.slow]

GAMES = 500
ASKED = {"lexicon": "english", "rule_set": "classic", "games": GAMES, "long_word": 8, "ranking": "total"}


@pytest.fixture
def server(tmp_path):
    server = Embedded(tmp_path)
    server.start()
    try:
        yield server
    finally:
        assert server.stop()
    assert "Traceback" not in server.output()


def row(server):
    connection = sqlite3.connect(f"file:{server.database}?mode=ro", uri=True)
    try:
        sql = "SELECT state, done, matching, found FROM duplicate_preparation"
        state, done, matching, found = connection.execute(sql).fetchone()
    finally:
        connection.close()
    return state, json.loads(done), matching, json.loads(found)


def test_a_search_is_interrupted_by_a_crash_and_goes_on(server):
    desk = Desk(server.site).enter(server.welcome, "ann")
    code = desk.new_game("Meanwhile")
    desk.get("/desk/prepared/search/")
    page = desk.post_form("/desk/prepared/search/", ASKED).headers["Location"]
    wait_until(lambda: len(row(server)[1]) >= 4, 60, "the first chunks")
    check_a_live_round(desk, code)
    server.kill()
    state, done, matching, _found = row(server)
    assert (state, matching) == ("running", 25 * len(done)), "each chunk is there whole, or not at all"
    assert len(done) < GAMES / 25

    server.start()
    time.sleep(2)
    assert row(server)[1] == done, "nobody goes on by themselves"
    set_back(server)
    assert ">interrupted<" in desk.get(page).text
    desk.post_form(f"{page}resume/", {})
    wait_until(lambda: row(server)[0] == "done", 120, "the end of the search")
    _state, done, matching, found = row(server)
    assert (sorted(done), matching, len(found)) == ([*range(20)], GAMES, 50)
    totals = [sum(line["facts"]["tops"]) for line in found]
    assert totals == sorted(totals, reverse=True)


def test_a_running_search_keeps_nobody_from_stopping_the_program(server):
    desk = Desk(server.site).enter(server.welcome, "ann")
    desk.get("/desk/prepared/search/")
    desk.post_form("/desk/prepared/search/", ASKED)
    wait_until(lambda: len(row(server)[1]) >= 2, 60, "the first chunks")
    assert server.stop(), "it had to be killed"
    server.start()


def check_a_live_round(desk, code):
    """Check that the top of a live round is found long before the search is over."""
    desk.do(code, "draw", "open")
    panel = desk.get(f"/desk/{code}/panel/").text
    wait_until(lambda: "See the top" in desk.get(f"/desk/{code}/panel/").text, 15, "the top")
    assert re.search(r"Round 1", panel)


def set_back(server):
    """Set the times back by half a minute."""
    connection = sqlite3.connect(server.database)
    with connection:
        connection.execute("UPDATE duplicate_preparation SET moved_at = '2026-01-01 00:00:00'")
    connection.close()
