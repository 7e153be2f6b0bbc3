"""The board search: the top, all moves, and the placements of a word.

How the search works
--------------------
Most engines walk a word graph along every line and collect the words they meet. This one works the other way
round: it lists the places where tiles can lie, bounds the score of each, and then looks for words that fit.

1. *Lines* (`kernels.lines`). The board is thirty lines of fifteen squares. For each empty square the search
   computes once which letters the word across allows, as a bit mask, and how many points lie there. If there
   is at most one tile on either side, as is usual, this is a look-up in a table of 41 by 41; otherwise the
   word graph is walked. A thread keeps these results for its next search, as long as tiles have only been
   added.
2. *Placements* (`kernels.placements`). A placement is a line, an empty square, and a number of tiles that go
   on the empty squares from there; the word goes through the letters between them. A board in the middle of a
   game has some 370 placements. Each has an upper bound on its score, extended square by square with a few
   additions: the best tiles of the rack on the best premiums, for any word; next to other tiles, only tiles
   that make a word with those. Placements are sorted into buckets by bound and tried from the highest bucket
   down, until the bound falls below the best score found. A bound equal to the best score is still tried: all
   isotops must be found.
3. *Candidates* (`kernels.candidates`, `kernels.anagrams`). The words for a placement consist of the letters
   it goes through and the given number of tiles of the rack, in any order. A multiset of letters has a key,
   the sum of one random number per letter. For each handful of the rack one key is looked up in a hash table
   of all words. A filter of two bits a key, small enough for the processor's cache, first rejects nearly all
   keys that spell nothing. Handfuls of too little value to reach the best score are left out. A blank is not
   tried as every letter: another table gives the letters that complete a key to a word. So a blank makes a
   search take twice as long, and not twenty times. The same letters occur again and again (most often none),
   so the lists are cached during the search.
4. *Fitting* (`kernels.search`). A candidate fits if it has the letters passed through in their places, which
   takes two comparisons of eight letters each, and if each square with a word across allows its letter. Its
   score is a sum of values times weights. Only a candidate that reaches the best score is checked further:
   does the rack really have the letters (the key is only a hash), and which of them may be the blanks?

`all_moves` does the same without sorting and without stopping early; `placements` does it with one given
candidate. Each move found is one number, encoded so that sorting the numbers ranks the moves. It is decoded
on access, to the same value as that of `scoring.score_move`.

The time of a search that goes on from the board of the search before (*warm*) divides as follows: a fifth for
Python, which checks and passes the arguments; a third for candidates; a fifth for placements; a seventh for fitting
and a tenth for the lines. From a bare board the lines take a quarter. The candidates would wait for memory most of
their time: so `_write_classes` looks many keys up side by side. Ordering and decoding moves is done when they are
looked at; decoding one takes a tenth of a `top`. The rounds of a whole game (`duplicate_games.kernel_game`) are one
call of the kernels, most of which is the search; Python makes the values that carry its results when somebody asks,
and the kernels seed the random streams of a game at once. `python -m engine bench` measures the whole.

Invariants
----------
The kernels see only input that `_ask` has checked (cells and tiles of the tile set, a rack that fits, a
lexicon of this tile set) and a word graph that `lexicon` has checked. So every index is in range for any
board: floating tiles, invalid words, no empty square. A one-tile move that forms words both ways counts once,
as the move across. On an empty board words lie across. A blank in another place or for another letter is
another move. Any number of threads may search at once.

The kernels are written in Python, compiled by Numba and stored as machine code (`code`). They work in memory
that Python lays out for them (`memory`, `tables`), and allocate nothing while they run.
"""

# ruff: noqa: PLR0917 - a position is passed by place, as in `scoring`

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from engine.board import Board
from engine.errors import LexiconError, RackError, TileError
from engine.lexicon import BUILTIN, Lexicon, build_lexicon
from engine.lexicon.word_list import LONGEST, SHORTEST
from engine.movegen.memory import FIND_ALL, FIND_PLACEMENTS, FIND_TOPS, LETTERS, MOST_WIDE_BONUS, ROW
from engine.movegen.moves import Moves
from engine.movegen.tables import Tables, Workspace, workspace
from engine.scoring import DEFAULT_BONUSES
from engine.squares import LONGEST_RACK, SIZE
from engine.tiles import LETTER_MASK, TileSet, load_tile_set

MOST_BONUS = 100_000

_NO_TILES = bytes(8 * LETTERS)
_FEW = 64  # moves, which Python sorts sooner than NumPy
_NO_WORDS = np.empty((0, ROW), np.uint8)


@dataclass(frozen=True, slots=True)
class Top:
    """The highest score, and all moves that reach it (the isotops) in reading order; 0 and none if none."""

    moves: Moves

    @property
    def score(self) -> int:
        return self.moves.scores[0] if self.moves else 0


def top(
    board: Board,
    rack: Sequence[int] | str,
    lexicon: Lexicon,
    tiles: TileSet,
    bonuses: Mapping[int, int] = DEFAULT_BONUSES,
    *,
    most_played: int | None = None,
) -> Top:
    """Find the highest-scoring moves of this rack on this board, with at most `most_played` tiles played."""
    return Top(_ask(FIND_TOPS, board, rack, lexicon, tiles, bonuses, most_played))


def all_moves(
    board: Board,
    rack: Sequence[int] | str,
    lexicon: Lexicon,
    tiles: TileSet,
    bonuses: Mapping[int, int] = DEFAULT_BONUSES,
    *,
    most_played: int | None = None,
) -> Moves:
    """Find every move of this rack on this board, the best first, equal ones in reading order."""
    return _ask(FIND_ALL, board, rack, lexicon, tiles, bonuses, most_played)


def placements(
    word: Sequence[int] | str,
    board: Board,
    rack: Sequence[int] | str,
    lexicon: Lexicon,
    tiles: TileSet,
    bonuses: Mapping[int, int] = DEFAULT_BONUSES,
    *,
    most_played: int | None = None,
) -> Moves:
    """Find every way to lay this word with this rack, for each choice of blanks; the best first.

    A single tile that makes words both ways is a placement of either word: a slip may name either.
    """
    word = tiles.encode_plain(word) if isinstance(word, str) else word
    if not SHORTEST <= len(word) <= LONGEST:
        return Moves([], _NO_WORDS, board)
    work = workspace()
    for place, cell in enumerate(word):
        work.word[place] = cell & LETTER_MASK
    work.set("word_length", len(word))
    try:
        return _ask(FIND_PLACEMENTS, board, rack, lexicon, tiles, bonuses, most_played)
    finally:
        work.set("word_length", 0)


def warm_up() -> None:
    """Compile the kernels, or load them if they are compiled, so that the first top comes at once."""
    tiles = load_tile_set(BUILTIN)
    word = tiles.encode_plain("IN")
    top(Board.empty(), word, build_lexicon([word], tiles, BUILTIN), tiles)


def forget_board() -> None:
    """Clear the thread's board cache, so that its next search begins with a bare board."""
    workspace().forget_board()


def _ask(
    task: int,
    board: Board,
    rack: Sequence[int] | str,
    lexicon: Lexicon,
    tiles: TileSet,
    bonuses: Mapping[int, int],
    most_played: int | None,
) -> Moves:
    """Check the arguments, then run a task in the kernels."""
    rack = tiles.encode_rack(rack) if isinstance(rack, str) else rack
    work, tables = prepare(lexicon, tiles, bonuses)
    _check(board, rack, tiles, work)
    size = len(rack)
    work.board[:] = board.cells
    work.rack_bytes[:] = _NO_TILES
    counts = work.rack
    for tile in rack:
        counts[tile] += 1
    work.most_played[0] = size if most_played is None else max(0, min(most_played, size))
    count = work.run_with_room(task, tables)
    if count > _FEW:
        return Moves(work.moves[:count].copy(), tables.words, board, tables.ranks)
    return moves_of(work.found[:count].tolist(), tables, board)


def prepare(lexicon: Lexicon, tiles: TileSet, bonuses: Mapping[int, int]) -> tuple[Workspace, Tables]:
    """Make the thread's workspace ready for searches; cheap if all three are those of its last one."""
    work = workspace()
    if lexicon is not work.lexicon or tiles is not work.tiles:
        if lexicon.tile_set != tiles.name:
            problem = f"it is for the tile set {lexicon.tile_set}, not for {tiles.name}"
            raise LexiconError("lexicon_damaged", name=lexicon.name, problem=problem)
        work.play_with(tiles, lexicon)
    if bonuses != work.bonuses:
        work.bonus_bytes[:] = _bonus_table(tuple(bonuses.items()))
        work.bonuses = dict(bonuses)
    if work.tables.is_wide:
        _check_bonuses(bonuses, lexicon)
    return work, work.tables


def moves_of(found: list[int], tables: Tables, board: Board) -> Moves:
    """Return a few moves that the search found."""
    if tables.ranks is not None:
        return Moves(np.array(found, np.int64), tables.words, board, tables.ranks)
    found.sort()
    return Moves(found, tables.words, board)


def _check(board: Board, rack: Sequence[int], tiles: TileSet, work: Workspace) -> None:
    """Refuse a position that the kernels cannot take."""
    if len(rack) > LONGEST_RACK:
        raise RackError("rack_too_long", given=len(rack), most=LONGEST_RACK)
    if rack and not 0 <= min(rack) <= max(rack) <= len(tiles.letters):
        strange = next(tile for tile in rack if not 0 <= tile <= len(tiles.letters))
        raise TileError("unknown_letter", letter=strange, text=tuple(rack))
    strangers = board.cells.translate(None, work.cells)
    if strangers:
        raise TileError("unknown_letter", letter=strangers[0], text="board")


def _check_bonuses(bonuses: Mapping[int, int], lexicon: Lexicon) -> None:
    """Refuse scores that the encoding of moves has no room for beside so many words."""
    if max(bonuses.values(), default=0) > MOST_WIDE_BONUS:
        problem = f"with so many words, a bonus has {MOST_WIDE_BONUS} points at most"
        raise LexiconError("lexicon_damaged", name=lexicon.name, problem=problem)


@lru_cache
def _bonus_table(bonuses: tuple[tuple[int, int], ...]) -> bytes:
    """Return the bonus by number of tiles played, as bytes; impossible numbers are ignored."""
    table = array("q", bytes(8 * (SIZE + 1)))
    for number, points in bonuses:
        if 0 < number <= SIZE:
            if not 0 <= points <= MOST_BONUS:
                raise ValueError(f"a bonus has 0 to {MOST_BONUS} points, not {points}")
            table[number] = points
    return table.tobytes()
