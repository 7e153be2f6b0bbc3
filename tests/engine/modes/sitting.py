"""Helpers for the tests of the ways to play: a table with seated people, and their acts there."""

from functools import cache

import pytest

from engine.errors import EngineError
from engine.lexicon import load_lexicon
from engine.modes import Setup
from engine.modes.classic.mode import CLASSIC
from engine.referee import Player
from engine.tiles import load_tile_set

ENGLISH = load_tile_set("english")
NAMES = ("Ann", "Bo", "Cy", "Di")


@cache
def english():
    return load_lexicon("english")


def setup(mode, players=2, *, way="phones", seed="s", people=None, lexicon=None, version=None, **settings):
    """Return the setup of a table of so many people, or of these."""
    return Setup(
        players=people or tuple(map(Player, NAMES[:players])),
        tiles=ENGLISH,
        lexicon=lexicon or english(),
        settings=mode.settings(**settings),
        seed=seed,
        way=way,
        version=version,
    )


class Seat:
    """A game in progress: `do` sends an act with a fresh seed, as a table does, and keeps it."""

    def __init__(self, mode, setup):
        self.mode, self.setup, self.acts = mode, setup, []
        self.state = mode.start(setup)

    def do(self, player, act, **values):
        sent = {"act": act, "player": player, "seed": f"seed {len(self.acts)}", **values}
        self.state = self.mode.apply(self.state, sent)
        self.acts.append(sent)
        return self

    def shown(self, viewer=None):
        return self.mode.shown(self.state, viewer)


def seat_classic(players=2, **values):
    """Start a classic game at a table."""
    return Seat(CLASSIC, setup(CLASSIC, players, **values))


def seat_on_paper(players=2, **values):
    """Start a classic game that is played on paper."""
    return seat_classic(players, way="paper", **values)


def refusal_of(seat, player, act, **values):
    """Return the code and the rule of the error, and check that the game has not changed."""
    before = seat.state
    with pytest.raises(EngineError) as caught:
        seat.do(player, act, **values)
    assert seat.state == before
    return caught.value.code, caught.value.rule
