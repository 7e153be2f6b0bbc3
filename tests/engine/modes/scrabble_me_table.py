"""A table of Scrabble Me for tests: games with given racks and podium, and acts written as texts.

All tiles that a test does not name are in the bag.
"""

import dataclasses
from collections import Counter

import pytest

from engine.errors import EngineError
from engine.modes import mode_of
from tests.engine.modes.sitting import ENGLISH, setup

MODE = mode_of("scrabble_me")


def table(*racks, podium="EEEEEEEEEEEE", bag=None, kind="usual", **settings):
    """Return a game in its first round, with these racks and the first tiles of that podium.

    Without a bag all other tiles are in it.
    """
    sitting = setup(MODE, len(racks), **settings)
    state = MODE.start(sitting)
    podium = ENGLISH.encode_rack(podium)[: len(state.podium)]
    rest = Counter(dict(enumerate(ENGLISH.counts))) - Counter(podium)
    seats = []
    for seat, rack in zip(state.seats, map(ENGLISH.encode_rack, racks), strict=True):
        seats.append(dataclasses.replace(seat, rack=tuple(sorted(rack))))
        rest -= Counter(rack)
    return dataclasses.replace(
        state,
        seats=tuple(seats),
        podium=tuple(sorted(podium)),
        bag=tuple(sorted(rest.elements())) if bag is None else ENGLISH.encode_rack(bag),
        round=dataclasses.replace(state.round, kind=kind),
    )


ACTS = {
    "pass": lambda _: {"act": "pass"},
    "doubts": lambda other: {"act": "challenge", "of": "ABCD".index(other)},
    "accepts": lambda _: {"act": "accept"},
    "swaps": lambda other: {"act": "swap", "with": "ABCD".index(other)},
    "takes": lambda tile: {"act": "pick", "from": "podium", "tile": tile},
    "draws": lambda _: {"act": "pick", "from": "bag"},
}


def act_of(written):
    """Return an act: "A 8H CAT", "A pass", "A doubts B", "A accepts", "A swaps B", "A takes E", "A draws"."""
    who, what, *rest = written.split()
    with_word = {"act": "place", "ref": what, "word": "".join(rest)}
    done = ACTS[what]("".join(rest)) if what in ACTS else with_word
    return done | {"player": "ABCD".index(who), "seed": written}


def play_script(state, *script):
    for written in script:
        state = MODE.apply(state, act_of(written))
    return state


def refusal_of(state, written):
    """Return the code and the rule of the error."""
    with pytest.raises(EngineError) as caught:
        MODE.apply(state, act_of(written) if isinstance(written, str) else written)
    return caught.value.code, caught.value.rule


def view_of(state, viewer=None):
    return MODE.shown(state, viewer)


def tiles_on(state, player):
    return "".join(map("".join, view_of(state)["players"][player]["board"]))


def rack_of(state, player):
    return "".join(item["tile"] for item in view_of(state, player)["rack"])


def waiting_players(state):
    return "".join("ABCD"[player] for player in MODE.waits_for(state))


def refill_all(state):
    """Return the state with all racks refilled from the bag, as long as somebody picks."""
    while state.phase == "refill":
        state = play_script(state, f"{waiting_players(state)} draws")
    return state


CATS = ("CATSOLD", "DOGRAIN", "PIGLETS")
