"""The memory layout that Python and the kernels share: two records, and the encoding of a move as one number.

The *tables* of a lexicon are built once and then only read, by any number of threads. A *workspace* belongs
to one thread: it holds the arguments, the answer, and all intermediate results, so that a search allocates no
arrays. Arrays whose size depends on lexicon or answer are stored separately; the records hold their addresses
and lengths.
"""

from typing import Any

import numpy as np

from engine.squares import SIZE, SQUARES
from engine.tiles import BLANK_FLAG, MOST_LETTERS

LETTERS = MOST_LETTERS + 1  # tile numbers; 0 is the blank or none
CELLS = 2 * BLANK_FLAG
ROW = (
    SIZE + 1
)  # a row of a word table has fifteen letters, then the length; one of a line fifteen squares and a spare
LINES = 2 * SIZE

# The encoding of a move as one number; sorting the numbers sorts by score, square, direction, word, and
# blanks.
HIGHEST_SCORE = (1 << 19) - 1
SCORE_SHIFT = 44  # the highest score minus the score
ROW_SHIFT = 40
COLUMN_SHIFT = 36
DOWN_SHIFT = 35
WORD_SHIFT = 15  # the bits below mark the letters that are blanks, the first letter highest
MOST_WORDS = 1 << (DOWN_SHIFT - WORD_SHIFT)

# The tasks of the kernels.
SPELL_WORDS, INDEX_WORDS, AMEND_WORDS, FIND_TOPS, FIND_ALL, FIND_PLACEMENTS = range(6)

LISTS = 512  # a power of two
BUCKETS = 1024  # the last one takes all higher bounds
MOST_HANDFULS = 1 << SIZE
MOST_PLACEMENTS = LINES * SIZE * (SIZE + 1) // 2

_i8, _i4, _u1 = np.int64, np.int32, np.uint8


def _record(**fields: Any) -> np.dtype[np.void]:
    named = [(name, *shape) if isinstance(shape, tuple) else (name, shape) for name, shape in fields.items()]
    return np.dtype(named, align=True)


def _apart(*names: str) -> dict[str, Any]:
    """Return the fields for address and length of arrays that are stored separately."""
    return {f"{name}_{what}": _i8 for name in names for what in ("at", "size")}


TABLES = _record(
    number=_i8,  # unique within this process
    **_apart(
        "nodes", "edges", "words", "keys", "members", "known", "classes", "completions", "added_completions"
    ),
    # Of amended tables: the rows of words from these on are added, or patterns of those that are removed.
    first_added=_i8,
    first_removed=_i8,
    letter_keys=(_i8, (LETTERS,)),
    between=(_i8, (LETTERS * LETTERS,)),
    path=(_record(untried=_i8, edge=_i8, letter=_i8), (SIZE,)),
)

SQUARE = _record(allowed=_i8, crossing=_i4, cell=_u1, letter_premium=_u1, word_premium=_u1)
HANDFUL = _record(key=_i8, left=_i8, size=_i8)
CANDIDATES = _record(key=_i8, stamp=_i8, start=_i8, end=_i8)
PLACEMENT = _record(through=_i8, bound=_i4, next=_i4, line=_u1, start=_u1, end=_u1, tiles=_u1)

WORKSPACE = _record(
    # the arguments
    board=(_u1, (SQUARES,)),
    rack=(_i8, (LETTERS,)),
    word=(_i8, (SIZE,)),
    word_length=_i8,
    values=(_i8, (CELLS,)),
    bonuses=(_i8, (SIZE + 1,)),
    alphabet=_i8,
    most_played=_i8,
    # the answer
    **_apart("moves"),
    found=_i8,
    best=_i8,
    # the board
    laid=(_u1, (SQUARES,)),  # a copy of the board that `squares` is computed from
    laid_by=_i8,  # the number of the tables used for that
    squares=(SQUARE, (LINES * ROW,)),
    used=(_i8, (LINES,)),
    started=_i8,
    # the rack and its words
    rack_letters=_i8,
    best_values=(_i8, (SIZE + 1,)),
    best_bits=(_i8, (SIZE + 1,)),
    rack_size=_i8,
    unsorted=(HANDFUL, (MOST_HANDFULS,)),
    handfuls=(HANDFUL, (MOST_HANDFULS,)),
    first_handful=(_i8, (SIZE + 2,)),
    known=(_i8, (MOST_HANDFULS,)),
    lists=(CANDIDATES, (LISTS,)),
    **_apart("pool"),
    stamp=_i8,
    lists_used=_i8,
    pool_used=_i8,
    # placements
    empty=(_i8, (ROW,)),
    gap_points=(_i8, (ROW,)),
    gap_key=(_i8, (ROW,)),
    most=(_i8, (ROW,)),
    placements=(PLACEMENT, (MOST_PLACEMENTS,)),
    placed=_i8,
    buckets=(_i4, (BUCKETS,)),
    # one placement
    put=(_i8, (SIZE,)),
    weight=(_i8, (SIZE,)),
    checked=(_i8, (SIZE,)),
    allowed=(_i8, (SIZE,)),
    # one word
    spare=(_i8, (LETTERS,)),
    lightest=(_i8, (LETTERS,)),
    choice=(_i8, (SIZE,)),
)
