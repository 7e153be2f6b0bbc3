"""The form of solitaire with all tiles face up."""

from dataclasses import replace

from engine.modes.acts import value_of
from engine.modes.base import Act
from engine.modes.solitaire.construction import Construction
from engine.modes.solitaire.state import Solitaire, read_move


def place_open(game: Solitaire, built: Construction, act: Act) -> Solitaire:
    return replace(game, board=built.add_play(read_move(game, act)))


def take_back(game: Solitaire, built: Construction, act: Act) -> Solitaire:
    number = value_of(act, "play", int) if "play" in act else len(built.plays) - 1
    return replace(game, board=built.remove_play(number))


def end_open(game: Solitaire, _built: Construction, _act: Act) -> Solitaire:
    """End the game only as the player decides: with all tiles laid a better construction may still exist."""
    return replace(game, is_over=True)
