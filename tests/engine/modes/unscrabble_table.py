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
from tests.engine.few_words import lexicon_of
from tests.engine.movegen.search_helpers import ENGLISH
from tests.oracles.removals import board_of

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
    """Return a game on the board of the picture, with a lexicon of these words."""
    return MODE.start(setup_of(players, lexicon_of(words), board="\n".join(rows_of(*picture)), **chosen))


def remove(player, squares):
    return {"act": "remove", "player": player, "squares": squares.split()}


def play_turns(state, *turns):
    """Return the game after the players in turn removed these squares."""
    for squares in turns:
        state = MODE.apply(state, remove(state.to_move, squares))
    return state


def refusal_of(state, act):
    """Return the code and the rule of the error, and check that the game has not changed."""
    before = MODE.shown(state, None)
    with pytest.raises(EngineError) as caught:
        MODE.apply(state, act)
    assert MODE.shown(state, None) == before
    return caught.value.code, caught.value.rule


def tiles_on(state):
    return board_of(MODE.shown(state, None)["board"])
