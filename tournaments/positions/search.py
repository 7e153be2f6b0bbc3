"""The one way from the program to the engine's search for a position that a person may have chosen.

No other module of `tournaments` and `duplicate` imports these functions of the engine; the few exceptions are
named, with the reason, in `tests/test_one_way_to_search.py`. Each function that takes a typed position takes who asks.
A position of an open round is refused before the search, and again after it, as the round may have been opened
meanwhile. `PROGRAM` asks for itself, and for a desk about its own rounds.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, TypeVar

from engine.board import Board
from engine.duplicate_games.game_statistics import GameFacts, add_spread
from engine.duplicate_games.records import RecordRound
from engine.lexicon import Lexicon, lookup
from engine.lexicon.lookup import FoundWords, WordInfo
from engine.notation import Convention
from engine.referee import State
from engine.referee.advice import best_plays as engine_best_plays
from engine.rules import (
    RuleSet,
)
from engine.scoring import ScoredMove
from engine.tiles import TileSet
from tournaments.positions.in_play import PositionTiles, SearchAsker, check_may_be_told, is_withheld

if TYPE_CHECKING:
    from engine.duplicate_games.simulate import PlayedRound
    from engine.duplicate_games.typed_games import WrittenRound
    from engine.movegen import Moves, Top

R = TypeVar("R")

PROGRAM: Final = None
Who = SearchAsker | None


def search_position(who: Who, asked: Iterable[PositionTiles], search: Callable[[], R]) -> R:
    """Return the result of a search if the asker may know it before and after.

    Raises:
        RuleViolation: one of the positions is being played, in a game that the asker does not arbitrate.
    """
    if who is PROGRAM:
        return search()
    positions = list(asked)
    check_may_be_told(positions, who)
    found = search()
    check_may_be_told(positions, who)
    return found


def all_moves(
    who: Who,
    board: Board,
    rack: Sequence[int],
    lexicon: Lexicon,
    tiles: TileSet,
    *,
    bonuses: Mapping[int, int],
    most_played: int | None,
) -> "Moves":
    """Return every move of a rack on a board, the best first."""
    # Imported here: a process that never searches never loads the search.
    from engine import movegen  # noqa: PLC0415 - few processes search

    return search_position(
        who,
        [PositionTiles.of(board, rack, tiles)],
        lambda: movegen.all_moves(board, rack, lexicon, tiles, bonuses, most_played=most_played),
    )


def find_top(  # noqa: PLR0917 - as the engine's
    who: Who, board: Board, rack: tuple[int, ...], lexicon: Lexicon, tiles: TileSet, rules: RuleSet
) -> "Top":
    """Return the top and its isotops."""
    from engine.duplicate_games import simulate  # noqa: PLC0415 - loads the search

    return search_position(
        who,
        [PositionTiles.of(board, rack, tiles)],
        lambda: simulate.find_top(board, rack, lexicon, tiles, rules),
    )


def best_plays(state: State, player: int, lexicon: Lexicon, most: int) -> Sequence[ScoredMove]:
    """Return the best plays with the known tiles of a player's rack in a match or at a table."""
    return engine_best_plays(state, player, lexicon, most) if state.seats[player].known else ()


def play_written(
    who: SearchAsker,
    written: Iterable[RecordRound],
    *,
    lexicon: Lexicon,
    tiles: TileSet,
    rules: RuleSet,
    notation: Convention,
) -> "list[WrittenRound]":
    """Return the rounds of a game that somebody wrote down.

    The positions are checked after the game has been played, since only then are they known.
    """
    from engine.duplicate_games import typed_games  # noqa: PLC0415 - loads the search

    played = list(
        typed_games.play_written(written, lexicon=lexicon, tiles=tiles, rules=rules, notation=notation)
    )
    asked = [PositionTiles.of(one.before, one.held, tiles) for one in played if one.held is not None]
    check_may_be_told(asked, who)
    return played


def with_spread(
    facts: GameFacts, rounds: Iterable["PlayedRound"], lexicon: Lexicon, tiles: TileSet, rules: RuleSet
) -> GameFacts:
    """Return the facts of a game with their spread, which reveals no move."""
    return add_spread(facts, rounds, lexicon, tiles, rules)


def anagrams(
    who: SearchAsker, lexicon: Lexicon, rack: Sequence[int], tiles: TileSet, *, most: int
) -> FoundWords | None:
    """Return the words that some tiles make; None where they are withheld."""
    if is_withheld([PositionTiles.of(None, rack, tiles)], who):
        return None
    return lookup.anagrams(lexicon, rack, most=most)


def word_info(
    who: SearchAsker, lexicon: Lexicon, word: Sequence[int], tiles: TileSet, *, most: int
) -> tuple[WordInfo, bool]:
    """Return the lexicon's information on a word, and whether its anagrams may be told."""
    info = lookup.word_info(lexicon, word, tiles, most=most)
    # A word without other anagrams reveals nothing, so nobody is put on a log.
    told = not info.anagrams.count or not is_withheld([PositionTiles.of(None, word, tiles)], who)
    return info, told
