"""The program is killed while a club table plays, and started again: what was answered is there, once."""

import uuid

import pytest

from tests.factories.club_tables import begin, open_table, sit_down
from tests.http_client import Desk

pytestmark = [pytest.mark.server, pytest.mark.slow]


def test_what_was_answered_is_there_after_a_crash(server):
    desk = Desk(server.site)
    desk.enter(server.welcome, "ann")
    code, _keeper = open_table(desk, "classic")
    players = sit_down(server.site, code, "Ann", "Bob")
    mover = begin(players[0])["game"]["to_move"]
    for _ in range(2):
        rack = players[mover].own()["game"]["rack"]
        tiles = "".join(tile["tile"] for tile in rack[:2])
        mover = players[mover].done(act="exchange", tiles=tiles)["game"]["to_move"]
    key, before = uuid.uuid4(), [place.own() for place in players]
    assert players[mover].act(key, act="pass").status == 201
    after = [place.own() for place in players]
    assert after != before
    server.kill()
    server.start()
    again = [type(place)(server.site, code, place.token) for place in players]
    assert [place.own() for place in again] == after
    # A client that lost its answer sends the act again: it counts once.
    assert again[mover].act(key, act="pass").status == 201
    assert [place.own() for place in again] == after
