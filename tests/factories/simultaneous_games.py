"""A simultaneous game over HTTP: sent out by an organiser, and played by a club. Django is not needed for it."""

import re
from functools import cache

from engine.duplicate_games.records import GameRecord
from engine.lexicon import ensure_builtin, load_lexicon
from engine.rules import (
    load_rule_set,
)
from engine.tiles import load_tile_set
from tests.attacks.ground import send_file
from tests.factories.top_games import play_game
from tests.http_client import problems_in

ROUNDS = 3


@cache
def short_record(rules="classic", rounds=ROUNDS, seed="simultaneous-1"):
    """Return the first rounds of a game by the top."""
    whole = play_game(seed, load_lexicon(ensure_builtin()), load_tile_set("english"), load_rule_set(rules))
    return GameRecord("english", "duplicate", whole.rounds[:rounds], "english", None, load_rule_set(rules))


def fill_in(desk, path, **fields):
    """Return the answer to a form that must be taken."""
    answer = desk.post_form(path, fields)
    assert answer.status in {200, 302}, problems_in(answer.text)
    return answer


def send_out(desk, address, rounds):
    """Return the prepared game's number, and the organiser's page; results go to the server at `address`."""
    text = "\n".join(f"{line.rack} {line.word} {line.ref}" for line in short_record(rounds=rounds).rounds)
    fields = {
        "name": "Final",
        "lexicon": "english",
        "rule_set": "classic",
        "notation": "duplicate",
        "text": text,
    }
    desk.get("/desk/prepared/new/")
    prepared = fill_in(desk, "/desk/prepared/new/", **fields).headers["Location"].strip("/").split("/")[-1]
    answer = fill_in(
        desk,
        "/desk/simultaneous/new/",
        prepared=prepared,
        name="World game",
        organiser="The federation",
        opens_at="2026-01-01T10:00",
        address=address,
    )
    return prepared, answer.headers["Location"]


def envelope_of(desk, page):
    """Return the envelope of a game that was sent out, and the code that opens it."""
    code = re.search(r"(?:[A-Z2-9]{4}-){4}[A-Z2-9]{4}(?=</p>)", desk.get(page).text)[0]
    return desk.get(f"{page}envelope/").body, code


def open_envelope(desk, envelope, code):
    """Return the number of the prepared game that was in the envelope."""
    answer = send_file(desk, "/desk/envelopes/new/", {}, {"file": ("world-game.isotop", envelope)})
    assert answer.status == 302, problems_in(answer.text)
    opened = fill_in(desk, answer.headers["Location"], code=code)
    return opened.headers["Location"].strip("/").split("/")[-1]


def play_prepared(desk, prepared, tops, rounds):
    """Play the whole game, keyed at the desk, and return its code. `tops` are the rounds of which each player has the
    top; the others have no slip.
    """
    code = desk.new_game("World game", prepared=prepared)
    fill_in(desk, f"/desk/{code}/players/", names="\n".join(tops))
    for number in range(1, rounds + 1):
        desk.do(code, "draw", "open", "start")
        for table, numbers in enumerate(tops.values(), start=1):
            if number in numbers:
                desk.key(code, f"{table}T")
        desk.do(code, "end-round")
        desk.announce_preferred(code, number)
    return code


def result_of(desk, code, club):
    """Return the club's result as it is saved."""
    fields = {"club": club, "arbitrator": "Ann", "save": "yes"}
    answer = fill_in(desk, f"/desk/{code}/result/", **fields)
    assert answer.headers["Content-Type"] == "application/json"
    return answer.body
