"""Rooms of an event over HTTP: making them, an arbitrator of their own for each, and what a room says of a round; and
the moves of a round as anybody in a room could work them out from what phones are shown.
"""

import html
import re
from collections import Counter

from engine.board import Board
from engine.movegen import all_moves
from engine.tiles import load_tile_set
from tests.http_client import Desk, problems_in

TILES = load_tile_set("english")


def posted(desk, path, fields):
    """Post a form that must be accepted; return the answer."""
    answer = desk.post_form(path, fields)
    assert answer.status in {200, 302}, problems_in(answer.text)
    return answer


def make_rooms(chief, event, ranges):
    """Make rooms from {name: (first table, last table)}; return their keys by name."""
    fields = {}
    for number, (name, (first, last)) in enumerate(ranges.items()):
        room = {"name": name, "first_table": first, "last_table": last}
        fields |= {f"new-{number}-{field}": value for field, value in room.items()}
    posted(chief, f"{event}/rooms/", fields)
    page = chief.get(f"{event}/rooms/").text
    return {name: key for key, name in re.findall(r'name="room-(\d+)-name" value="(\w+)"', page)}


def post_to_room(chief, code, room, *, site, name):
    """Return the desk of a new arbitrator of the room's tables; `site` is the room's address of the server."""
    fields = {"user_name": name, "role": "arbitrator", "room": room, "new": 1}
    page = posted(chief, f"/desk/{code}/arbitrators/new/", fields).text
    path = re.search(r"(/welcome/[^\s<\"]+)", html.unescape(page))[1]
    return Desk(site).enter(path, name)


def say(desk, code, room, act, **fields):
    """Post that the room is ready, or that its line was cut."""
    named = {f"room-{room}-{name}": value for name, value in fields.items()}
    return posted(desk, f"/desk/{code}/rooms/{room}/{act}/", named)


def moves_in(frame, words):
    """Return all moves (reference, word) of the frame's round, the best first; and the board and the rack
    for `oracles.scorer`.
    """
    rows = ["".join(token or "." for token in row) for row in frame["board"]]
    rack = "".join(frame["round"]["rack"])  # a blank is a question mark
    found = all_moves(Board.from_rows(rows, TILES), TILES.encode_rack(rack), words, TILES)
    lying = {
        (row, column): token
        for row, line in enumerate(frame["board"])
        for column, token in enumerate(line)
        if token
    }
    return [each.move.text(TILES) for each in found], lying, Counter(rack)
