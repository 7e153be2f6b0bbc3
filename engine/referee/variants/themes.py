"""Points on top for words on an agreed theme (RULES V8).

If the words of the theme are listed, they count automatically, with the play. Otherwise the table accepts
words of the latest play, until the next turn. In both cases the points are lost if the play comes off.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from engine.errors import EngineError, TurnError
from engine.referee.acts import Thematic
from engine.referee.state import State
from engine.scoring import FormedWord
from engine.tiles import LETTER_MASK, Cells, TileSet


@lru_cache
def listed_words(words: tuple[str, ...], tiles: TileSet) -> frozenset[Cells]:
    """Return the words of the theme in tiles; raise a `TileError` for one that the tile set cannot spell."""
    return frozenset(tiles.encode_plain(word) for word in words)


def theme_points(state: State, words: tuple[FormedWord, ...]) -> int:
    """Return the points of a play's words that are on the list, each as often as the play makes it."""
    settings = state.settings
    listed = listed_words(settings.theme_words, state.tiles)
    return settings.theme_points * sum(_plain(word.word) in listed for word in words)


def open_words(state: State) -> tuple[Cells, ...]:
    """Return the words of the latest play that the table may still accept as being on the theme."""
    play = state.play
    if play is None or not state.settings.theme or state.settings.theme_words:
        return ()
    left = Counter(_plain(word.word) for word in play.words) - Counter(play.on_theme)
    return tuple(left.elements())


def thematic_problems(state: State, act: Thematic) -> Iterator[EngineError]:
    """Yield the reasons why these words cannot be accepted."""
    play, settings = state.play, state.settings
    if not settings.theme:
        yield TurnError("theme_none")
    elif settings.theme_words:
        yield TurnError("theme_listed")
    if play is None:
        yield TurnError("theme_no_play")
        return
    if act.player != play.player:
        yield TurnError("theme_other_player", player=state.name(play.player))
    if not act.words:
        yield TurnError("theme_no_word")
    missing = Counter(map(_plain, act.words)) - Counter(open_words(state))
    if missing:
        words = ", ".join(state.tiles.decode(word) for word in sorted(missing))
        yield TurnError("theme_not_made", words=words)


def do_thematic(state: State, act: Thematic) -> State:
    """Give the player the points at once, for as long as the play stays."""
    play, seat = state.play, state.seats[act.player]
    if play is None:  # only in a record read by `force`
        return state
    points = state.settings.theme_points * len(act.words)
    counted = replace(play, extra=play.extra + points, on_theme=(*play.on_theme, *map(_plain, act.words)))
    return replace(state, play=counted, scoreless=0).with_seat(
        act.player, replace(seat, score=seat.score + points)
    )


def _plain(word: Cells) -> Cells:
    """Return the word with blanks counted as the letters that they stand for."""
    return tuple(cell & LETTER_MASK for cell in word)
