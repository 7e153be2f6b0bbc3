"""A recorded classic game as an annotator writes it into the record of a match, turn by turn over HTTP."""

import json
import re
import uuid
from pathlib import Path

from django.test import Client
from django.urls import reverse

from engine.formats.gcg import GcgGame
from engine.referee import Challenge, End, Exchange, Overtime, Pass, Place, Rack, replay
from engine.referee.gcg.reader import from_gcg
from engine.tiles import load_tile_set

GAMES = Path(__file__).parents[1] / "engine/records/classic"
TILES = load_tile_set("english")


def recorded_game(name):
    text = (GAMES / f"{name}.gcg").read_bytes()
    return from_gcg(GcgGame.parse(text, TILES), TILES)


def file_by_other_rules():
    """Return a GCG file whose challenges cost five points a word, which it does not state, with a wrong rack."""
    data = re.sub(rb"#isotop-rules .*\n", b"", (GAMES / "five_a_word.gcg").read_bytes())
    turn = re.search(rb"^>\w+: (\w+) \d+\w ", data, re.MULTILINE)
    return data.replace(turn[0], turn[0].replace(turn[1], b"ZZ" + turn[1][2:], 1), 1)


def lines_of(game):
    """Yield the annotator's lines: (line, rack, the game before it). Overtime is left out, since the clock
    decides it.
    """
    rack = ""
    for step in replay(game):
        act = step.act
        if isinstance(act, Rack):
            tiles = TILES.decode_rack(act.tiles)
            if act.player == step.before.to_move and not step.before.end_reason:
                rack = tiles
            else:
                yield f"{'' if act.player == step.before.to_move else '='}={tiles}", "", step.before
        elif not isinstance(act, Overtime):
            yield _line(act), rack, step.before
            rack = ""


def _line(act):
    if isinstance(act, Place):
        return " ".join(act.move.text(TILES, "english"))
    if isinstance(act, Exchange):
        return f"-{TILES.decode_rack(act.tiles) or act.count}"
    return {Pass: "-", Challenge: "?", End: "."}[type(act)]


class Annotator:
    """A person who keeps a record through their link."""

    def __init__(self, record_code, token):
        self.client = Client(headers={"Authorization": f"Bearer {token}"})
        self.address = reverse("api-record-turns", args=[record_code])

    def enter(self, line, rack=""):
        body = json.dumps({"id": str(uuid.uuid4()), "line": line, "rack": rack})
        return self.client.post(self.address, body, content_type="application/json")
