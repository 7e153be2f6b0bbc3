"""Helpers for the tests of the ways to play: a table with seated people, and their acts there."""

from functools import cache

from engine.lexicon import load_lexicon
from engine.modes import Setup
from engine.referee import Player
from engine.tiles import load_tile_set

ENGLISH = load_tile_set("english")
NAMES = ("Ann", "Bo", "Cy", "Di")


@cache
def english():
    return load_lexicon("english")


def setup(mode, players=2, *, way="phones", seed="s", people=None, lexicon=None, version=None, **settings):
    """A table of so many people, or of these."""
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
    """A game while it is played: `do` sends an act with a fresh seed, as a table does, and remembers it."""

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
