"""The top, all moves, and the placements of a word: the search of the board.

How the search works
--------------------
Most engines walk a word graph along every line and see which words turn up. This one asks the other way round:
where can tiles lie, what is that worth at most, and which words are there for it?

1. *Lines* (`kernels.lines`). The board is seen as thirty lines of fifteen squares. Each empty square learns once
   which letters the word across lets in, as a bit mask, and how many points lie there. With at most one tile on
   either side, which is mostly so, that is a look into a table of 41 by 41; else the word graph is walked. What a
   thread has found out so holds for its next search as well, as far as tiles have only been added.
2. *Placements* (`kernels.placements`). A placement is a line, an empty square, and a number of tiles that go on
   the empty squares from there; the letters between them it goes through. There are some 370 on a board in the
   middle of a game. For each there is an upper bound on the score, which grows with the placement in a few
   additions: the best tiles of the rack on the best premiums, whatever the words, but beside other tiles only such
   as make a word with those. Placements go into buckets by their bounds, and are tried from the highest bucket down,
   until the bound falls below the best score found. A bound that equals it goes on: all isotops must come out.
3. *Candidates* (`kernels.candidates`, `kernels.anagrams`). The words for a placement are those of the letters it
   goes through and just so many tiles of the rack, in any order. Letters without order have a key, the sum of a
   random number for each. So for each handful of the rack one key is looked up in a table of all words by key;
   before that a filter of two bits a key, small enough for the processor's own memory, turns nearly all away that
   spell nothing. A blank is not tried as every letter: another table says which letters complete a key to a word.
   That is why a blank makes a search take twice as long, and not twenty times. The same letters come up again and
   again (most often none), so the lists are kept while the search lasts.
4. *Fitting* (`kernels.search`). A candidate fits if it has the letters passed through in their places, which two
   comparisons of eight letters each tell, and if each square with a word across lets its letter in. Its score is
   a sum of values by weights. Only what reaches the best score is looked at further: does the rack really have
   the letters (a key only says where to look), and which of them may be the blanks?

`all_moves` does the same without the order and without stopping; `placements` with one candidate, which is given.
A move found is one number, made so that sorting the numbers ranks the moves; it is written out, as
`scoring.score_move` would have it, when somebody looks at it.

Where the time goes, for a rack without blanks and from a bare board, when it all lies in the processor's caches: a
quarter for the lines (most of that where the word graph is walked for a word across), a quarter for handfuls and
placements, a third for candidates and a sixth for fitting. Where the board of the search before goes on, the lines take
a fifth of that. Python's part, checking what is asked and handing it over, is about a fifth of a `top`; writing a move
out takes as long as a tenth of it, and is done when somebody looks. A round of a whole game (`engine.simulate`) is two
fifths search and three fifths Python: a sixth for the draw, half of which is seeding its random stream, a seventh for
writing out the isotops and choosing among them, the rest for placing and for the values that all this is handed on in.
`python -m engine bench` measures the whole.

What always holds
-----------------
The kernels see only what `_ask` has let through (cells and tiles of the tile set, a rack that fits, a lexicon of
this tile set) and a word graph that `lexicon` has checked, so every index is in range, whatever lies on the board:
floating tiles, words that are none, no empty square. A one-tile move that forms words both ways counts once, as
the move across. On an empty board words lie across. A blank in another place or for another letter is another
move. Any number of threads may search at once.

The kernels are written in Python, compiled by Numba and kept as machine code (`code`). They work in memory that
Python lays out for them (`memory`, `tables`), and make nothing new while they run.
"""

# ruff: noqa: PLR0917 - a position is given by place, as to `scoring`

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from engine.board import Board
from engine.errors import LexiconError, RackError, TileError
from engine.lexicon import BUILTIN, Lexicon, build_lexicon
from engine.movegen.code import loaded
from engine.movegen.memory import FIND_ALL, FIND_PLACEMENTS, FIND_TOPS, LETTERS, ROW
from engine.movegen.moves import Moves
from engine.movegen.tables import tables_of, workspace
from engine.scoring import DEFAULT_BONUSES
from engine.squares import LONGEST_RACK, SIZE
from engine.tiles import BLANK_FLAG, LETTER_MASK, TileSet, load_tile_set
from engine.word_list import LONGEST, SHORTEST

__all__ = ["Moves", "Top", "all_moves", "forget_board", "placements", "top", "warm_up"]

MOST_BONUS = 100_000

_NO_TILES = bytes(8 * LETTERS)
_NO_WORDS = np.empty((0, ROW), np.uint8)


@dataclass(frozen=True, slots=True)
class Top:
    """The highest score, and all moves that reach it (the isotops) in reading order; 0 and none without a move."""

    moves: Moves

    @property
    def score(self) -> int:
        return self.moves.scores[0] if self.moves else 0


def top(
    board: Board,
    rack: Sequence[int],
    lexicon: Lexicon,
    tiles: TileSet,
    bonuses: Mapping[int, int] = DEFAULT_BONUSES,
    *,
    most_played: int | None = None,
) -> Top:
    """The highest-scoring moves of this rack on this board, with at most so many tiles played."""
    return Top(_ask(FIND_TOPS, board, rack, lexicon, tiles, bonuses, most_played))


def all_moves(
    board: Board,
    rack: Sequence[int],
    lexicon: Lexicon,
    tiles: TileSet,
    bonuses: Mapping[int, int] = DEFAULT_BONUSES,
    *,
    most_played: int | None = None,
) -> Moves:
    """Every move of this rack on this board, the best first, equal ones in reading order."""
    return _ask(FIND_ALL, board, rack, lexicon, tiles, bonuses, most_played)


def placements(
    word: Sequence[int],
    board: Board,
    rack: Sequence[int],
    lexicon: Lexicon,
    tiles: TileSet,
    bonuses: Mapping[int, int] = DEFAULT_BONUSES,
    *,
    most_played: int | None = None,
) -> Moves:
    """Every way to lay this word with this rack, whichever of its letters are blanks; the best first.

    A single tile that makes words both ways is a placement of either word, for a slip may name the one or the other.
    """
    if not SHORTEST <= len(word) <= LONGEST:
        return Moves((), _NO_WORDS, board)
    work = workspace()
    for place, cell in enumerate(word):
        work.word[place] = cell & LETTER_MASK
    work.set("word_length", len(word))
    try:
        return _ask(FIND_PLACEMENTS, board, rack, lexicon, tiles, bonuses, most_played)
    finally:
        work.set("word_length", 0)


def warm_up() -> None:
    """Compile the kernels, or load them if that has been done, so that the first top comes at once."""
    tiles = load_tile_set(BUILTIN)
    word = tiles.encode_plain("IN")
    top(Board.empty(), word, build_lexicon([word], tiles, BUILTIN), tiles)


def forget_board() -> None:
    """Have the next search of this thread begin with a bare board, whatever the one before has looked at."""
    workspace().forget_board()


def _ask(
    task: int,
    board: Board,
    rack: Sequence[int],
    lexicon: Lexicon,
    tiles: TileSet,
    bonuses: Mapping[int, int],
    most_played: int | None,
) -> Moves:
    """Have the kernels do a task, after whatever does not fit was refused."""
    _check(board, rack, lexicon, tiles)
    tables, work = tables_of(lexicon), workspace()
    work.board[:] = board.cells
    work.rack_bytes[:] = _NO_TILES
    counts = work.rack
    for tile in rack:
        counts[tile] += 1
    work.bonus_bytes[:] = _bonus_table(tuple(bonuses.items()))
    work.play_with(tiles)
    work.most_played[0] = len(rack) if most_played is None else max(0, min(most_played, len(rack)))
    work.make_room(words=lexicon.word_count)
    count = loaded()(task, tables.address, work.address)
    if count > len(work.moves):
        work.make_room(moves=count)
        loaded()(task, tables.address, work.address)
    found = work.moves[:count]
    found.sort()
    return Moves(found.tolist(), tables.words, board)


def _check(board: Board, rack: Sequence[int], lexicon: Lexicon, tiles: TileSet) -> None:
    """Refuse whatever the kernels could not take."""
    if lexicon.tile_set != tiles.name:
        problem = f"it is for the tile set {lexicon.tile_set}, not for {tiles.name}"
        raise LexiconError("lexicon_damaged", name=lexicon.name, problem=problem)
    if len(rack) > LONGEST_RACK:
        raise RackError("rack_too_long", given=len(rack), most=LONGEST_RACK)
    for tile in rack:
        if not 0 <= tile <= len(tiles.letters):
            raise TileError("unknown_letter", letter=tile, text=tuple(rack))
    strangers = board.cells.translate(None, _cells_of(len(tiles.letters)))
    if strangers:
        raise TileError("unknown_letter", letter=strangers[0], text="board")


@lru_cache
def _cells_of(letters: int) -> bytes:
    """All cells that a board may have."""
    return bytes([0, *(letter | flag for flag in (0, BLANK_FLAG) for letter in range(1, letters + 1))])


@lru_cache
def _bonus_table(bonuses: tuple[tuple[int, int], ...]) -> bytes:
    """The bonus by number of tiles played; numbers that cannot be played mean nothing."""
    table = array("q", bytes(8 * (SIZE + 1)))
    for number, points in bonuses:
        if 0 < number <= SIZE:
            if not 0 <= points <= MOST_BONUS:
                raise ValueError(f"a bonus has 0 to {MOST_BONUS} points, not {points}")
            table[number] = points
    return table.tobytes()
