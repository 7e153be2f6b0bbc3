"""The memory layout that Python and the kernels share: three records, and the encoding of a move as one number.

The *tables* of a lexicon are built once and then only read, by any number of threads. A *workspace* belongs
to one thread: it holds the arguments, the answer, and all intermediate results, so that a search allocates no
arrays. Arrays whose size depends on lexicon or answer are stored separately; the records hold their addresses
and lengths. A *game* is one simulated game, whichever threads play its rounds.
"""

from typing import Any, NamedTuple

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
# blanks. This is how it is for lexicons of up to a million words, see `MoveLayout`.
HIGHEST_SCORE = (1 << 19) - 1
SCORE_SHIFT = 44  # the highest score minus the score
ROW_SHIFT = 40
COLUMN_SHIFT = 36
DOWN_SHIFT = 35
WORD_SHIFT = 15  # the bits below mark the letters that are blanks, the first letter highest
_WORD_BITS, _MORE_WORD_BITS = DOWN_SHIFT - WORD_SHIFT, 3
MANY_WORDS, MOST_WORDS = 1 << _WORD_BITS, 1 << (_WORD_BITS + _MORE_WORD_BITS)
# The highest score of a tile set and its bonuses for more than a million words. Tiles of 100 points each bring less
# than 80,000 without the bonus.
MOST_WIDE_BONUS = 50_000


class MoveLayout(NamedTuple):
    """Where the parts of an encoded move are. Many words take bits of the score, which the sign then makes up for."""

    wider: int  # how much higher the parts above the word are
    base: int  # the score is subtracted from this
    place_shift: int
    score_shift: int
    word_mask: int


def _layout(wider: int, base: int) -> MoveLayout:
    mask = (1 << (_WORD_BITS + wider)) - 1
    return MoveLayout(wider, base, DOWN_SHIFT + wider, SCORE_SHIFT + wider, mask)


_NARROW, _WIDE = (
    _layout(0, HIGHEST_SCORE),
    _layout(_MORE_WORD_BITS, (1 << (63 - SCORE_SHIFT - _MORE_WORD_BITS)) - 1),
)


def layout_for(words: int) -> MoveLayout:
    """Return the encoding of moves with so many words."""
    return _WIDE if words > MANY_WORDS else _NARROW


# The tasks of the kernels.
SPELL_WORDS, INDEX_WORDS, AMEND_WORDS, FIND_TOPS, FIND_ALL, FIND_PLACEMENTS = range(6)
SEED_STREAMS, PLAY_ROUNDS = range(6, 8)
NO_ROOM = -1  # what INDEX_WORDS returns for too small a table

LISTS = 512  # a power of two
BUCKETS = 1024  # the last one takes all higher bounds
MOST_HANDFULS = 1 << SIZE
MOST_PLACEMENTS = LINES * SIZE * (SIZE + 1) // 2

# Streams of random numbers that are seeded side by side, the words of the state of each, and those of its key. The
# compiler would unroll loops over fewer streams, and make no vector instructions of them.
STREAMS, STATE_WORDS, MOST_KEY_WORDS = 32, 624, 64

# The criteria for a choice among isotops.
KEEP_BLANK, FEWEST_TILES, BALANCE, ALPHABETICAL, NEAREST_A1, READING_ORDER = range(6)
CRITERIA_COUNT = 6

_i8, _i4, _u4, _u2, _u1 = np.int64, np.int32, np.uint32, np.uint16, np.uint8


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
    # Amended tables alone: words whose rows are these or later are added, or patterns of those that are removed.
    first_added=_i8,
    first_removed=_i8,
    # the layout of encoded moves
    wider=_i8,
    base=_i8,
    letter_keys=(_i8, (LETTERS,)),
    between=(_i8, (LETTERS * LETTERS,)),
    path=(_record(untried=_i8, edge=_i8, letter=_i8), (SIZE,)),
)

SQUARE = _record(allowed=_i8, crossing=_i4, cell=_u1, letter_premium=_u1, word_premium=_u1)
HANDFUL = _record(key=_i8, left=_i8, size=_i8, value=_i8)
CANDIDATES = _record(key=_i8, stamp=_i8, start=_i8, end=_i8, least=_i8)
PLACEMENT = _record(
    through=_i8, bound=_i4, next=_i4, assumed=_u2, factor=_u2, line=_u1, start=_u1, end=_u1, tiles=_u1
)

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
    every_move=_i8,  # 1 if lower scores than the best count as well: then `best` stays 0
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
    # placements: one line
    empty=(_i8, (ROW,)),
    gap_points=(_i8, (ROW,)),
    gap_key=(_i8, (ROW,)),
    factor=(_i8, (ROW,)),
    free=(_i8, (ROW,)),
    hooked=(_i8, (ROW,)),
    crossed=(_i8, (ROW,)),
    touch=(_i8, (ROW,)),
    stop=(_i8, (ROW,)),
    # placements: all lines
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
    # simulated games
    game_at=_i8,
    stream_keys=(_u4, (STREAMS * MOST_KEY_WORDS,)),  # one stream after the other
    key_words=_i8,
    added=(_u4, (MOST_KEY_WORDS * STREAMS,)),
    states=(_u4, (STATE_WORDS * STREAMS,)),
)

ROUND = _record(
    kept_size=_i8,  # of the tiles of the rack, which the round before left
    size=_i8,
    redrawn=_i8,
    tops=_i8,
    chosen=_i8,
    word_size=_i8,
    played_size=_i8,
    board=(_u1, (SQUARES,)),  # before the move
    rack=(_u1, (SIZE,)),
    word=(_u1, (SIZE,)),
    played=(_u1, (SIZE,)),
)

GAME = _record(
    # the rules
    rack_size=_i8,
    most_played=_i8,
    left_overs_kept=_i8,
    last_rack_free=_i8,
    minimum=_i8,
    maximum=_i8,
    blanks_count=_i8,
    order=(_i8, (CRITERIA_COUNT + 1,)),  # ends with READING_ORDER
    kinds=(_u1, (LETTERS,)),
    # the position
    board=(_u1, (SQUARES,)),
    unseen=(_i8, (LETTERS,)),
    kept=(_u1, (SIZE,)),
    kept_size=_i8,
    # the first random numbers of some rounds, and the row of this round
    shares=(np.float64, (STREAMS, SIZE)),
    stream=_i8,
    # the round
    heap=(_i8, (LETTERS,)),
    rack=(_u1, (SIZE,)),
    size=_i8,
    redrawn=_i8,
    # the rounds of a call
    asked=_i8,
    has_rack=_i8,  # 1 if the first one has its rack
    lacking=_i8,  # isotops of the next round if there was no room for them, or 0
    log=(ROUND, (STREAMS,)),
)
