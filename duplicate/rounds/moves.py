"""All moves of a round, searched and ranked, a page at a time. Only the desk may see them while the game is
in progress; `analysis` keeps those of finished games.

Nothing here is stored. The moves follow from the position of the round: they are searched on request and
cached, because the next request is usually about the same round.
"""

import threading
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from django.utils.translation import gettext_lazy as _

from duplicate.judging import RoundPosition
from engine.board import Board
from engine.lexicon import Lexicon
from engine.positions.move_search import MoveIndex, MoveQuery
from engine.scoring import ScoredMove
from engine.tiles import BLANK, BLANK_FLAG, TileSet
from tournaments.errors import RuleViolation
from tournaments.positions import search
from tournaments.positions.search import PROGRAM

PAGE = 50
BELOW_TOP = 8
# Two blanks on a full board make some 150,000 moves, and these take up to 20 MB.
POSITIONS_KEPT = 4
# The most tiles of a rack whose moves are listed, where a blank weighs as much as so many more tiles: nine tiles with
# two blanks, twelve with one, fifteen with none. Each makes half a million moves at most.
HEAVIEST_RACK, BLANK_WEIGHT = 15, 3
_searching = threading.Lock()

Tokens = tuple[tuple[str, bool], ...]


@dataclass(frozen=True, slots=True)
class FoundMove:
    """One move of a list: its rank among all moves of the round, and the facts by which an arbitrator
    chooses. `tokens` are the tiles of the word, each with a flag for a blank.
    """

    rank: int
    word: str
    tokens: Tokens
    reference: str
    score: int
    is_top: bool
    has_bonus: bool
    blanks: int
    left_over: str


@dataclass(frozen=True, slots=True)
class FoundMoves:
    """A page of results: `all` counts every move of the position, `found` those that match, `moves` are those
    of this page.
    """

    all: int
    found: int
    moves: tuple[FoundMove, ...]
    page: int

    @property
    def next_page(self) -> int:
        return self.page + 1

    @property
    def more(self) -> int:
        """The number of moves after this page."""
        return max(0, self.found - self.next_page * PAGE)


def search_moves(position: RoundPosition, query: MoveQuery, *, page: int = 0) -> FoundMoves:
    """Return a page of the moves that match the query, best first."""
    index = index_of(position)
    places = index.find(query)
    shown = places[page * PAGE : (page + 1) * PAGE].tolist()
    return FoundMoves(
        all=len(index.moves),
        found=len(places),
        moves=tuple(_found_move(index, place, position) for place in shown),
        page=page,
    )


def rank_moves(position: RoundPosition, most: int) -> tuple[list[FoundMove], int]:
    """Return the best moves of a position, `most` of them at most, and the number of all moves."""
    index = index_of(position)
    places = range(min(len(index.moves), most))
    return [_found_move(index, place, position) for place in places], len(index.moves)


def best_below_top(position: RoundPosition) -> list[FoundMove]:
    """Return the best moves that score less than the top."""
    index = index_of(position)
    places = (place for place in index.find(MoveQuery()).tolist() if int(index.ranks[place]) > 1)
    return [_found_move(index, place, position) for place in islice(places, BELOW_TOP)]


def index_of(position: RoundPosition) -> MoveIndex:
    """Return an index of all moves of a position; the search runs once and is cached. One runs at a time: others wait.

    Raises:
        RuleViolation: the rack has so many tiles and blanks that a list of its moves would take seconds and hundreds of
            megabytes.
    """
    rack = tuple(sorted(position.rack))
    if len(rack) + BLANK_WEIGHT * rack.count(BLANK) > HEAVIEST_RACK:
        raise RuleViolation("too_many_moves", _("This rack has too many moves to list them all."))
    with _searching:
        return _index(
            position.board,
            rack,
            position.lexicon,
            position.tiles,
            bonuses=tuple(position.bonuses.items()),
            most_played=position.most_played,
        )


@lru_cache(maxsize=POSITIONS_KEPT)
def _index(
    board: Board,
    rack: tuple[int, ...],
    lexicon: Lexicon,
    tiles: TileSet,
    *,
    bonuses: tuple[tuple[int, int], ...],
    most_played: int | None,
) -> MoveIndex:
    worth: Mapping[int, int] = dict(bonuses)
    moves = search.all_moves(PROGRAM, board, rack, lexicon, tiles, bonuses=worth, most_played=most_played)
    return MoveIndex(moves, board, worth)


def _found_move(index: MoveIndex, place: int, position: RoundPosition) -> FoundMove:
    scored = index.moves[place]
    reference, word = scored.move.text(position.tiles, position.convention)
    return FoundMove(
        rank=int(index.ranks[place]),
        word=word,
        tokens=tokens_of(scored.move.word, position.tiles),
        reference=reference,
        score=scored.score,
        is_top=int(index.ranks[place]) == 1,
        has_bonus=bool(index.has_bonus[place]),
        blanks=scored.blanks,
        left_over=left_over(scored, position),
    )


def left_over(scored: ScoredMove, position: RoundPosition) -> str:
    """Return the tiles of the rack that the move does not play."""
    tiles = (Counter(position.rack) - Counter(scored.tiles)).elements()
    return position.tiles.decode_rack(tiles)


def tokens_of(word: tuple[int, ...], tiles: TileSet) -> Tokens:
    return tuple((tiles.token(cell), bool(cell & BLANK_FLAG)) for cell in word)
