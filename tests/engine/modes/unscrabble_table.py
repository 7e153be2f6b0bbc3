"""A game of Un-Scrabble for tests, on a board given as a picture.

A picture is the upper left corner: the first letter of the first row lies on A1, the next on B1.
"""

from functools import cache

import pytest

from engine.errors import EngineError
from engine.lexicon import load_lexicon
from engine.modes import Setup, mode_of
from engine.modes.unscrabble.mode import UnscrabbleSettings
from engine.referee import Player
from tests.engine.movegen.search_helpers import ENGLISH, lexicon_of
from tests.oracles.removals import (
    board_of,
)

MODE = mode_of("unscrabble")
PLAYERS = tuple(map(Player, ("Ann", "Bo", "Cy", "Di")))


@cache
def english():
    return load_lexicon("english")


def rows_of(*picture):
    return [row.ljust(15, ".") for row in picture] + ["." * 15] * (15 - len(picture))


def setup_of(players=2, lexicon=None, seed="s", way="phones", **chosen):
    return Setup(
        players=PLAYERS[:players],
        tiles=ENGLISH,
        lexicon=lexicon or english(),
        settings=UnscrabbleSettings(**chosen),
        seed=seed,
        way=way,
    )


def game(words, *picture, players=2, **chosen):
    """A game on the board of the picture, with these words for a lexicon."""
    return MODE.start(setup_of(players, lexicon_of(words), board="\n".join(rows_of(*picture)), **chosen))


def remove(player, squares):
    return {"act": "remove", "player": player, "squares": squares.split()}


def played(state, *turns):
    """The game after players in turn removed these squares."""
    for squares in turns:
        state = MODE.apply(state, remove(state.to_move, squares))
    return state


def refused(state, act):
    """The code and the rule of the error, after which the game is as it was."""
    before = MODE.shown(state, None)
    with pytest.raises(EngineError) as caught:
        MODE.apply(state, act)
    assert MODE.shown(state, None) == before
    return caught.value.code, caught.value.rule


def lying(state):
    return board_of(MODE.shown(state, None)["board"])
