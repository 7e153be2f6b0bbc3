"""Word look-ups: hooks, extensions, anagrams, words of a pattern (see `patterns`), and all facts of one word.

Terms. A *hook* is one tile that makes another word if it is put before or behind a word. An *extension* is
any longer word that contains the whole word. An *anagram* of some tiles uses them all; a blank stands for any
letter, and is marked in the words found, as on the board.

Answers are tile numbers. The word graph is walked breadth first, all words of one length at a time, in
arrays: most answers take a few milliseconds; those that need the whole graph (“*”, extensions) take some
tens.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

from engine.arrays import np
from engine.lexicon.graph import FIRST_EDGE_SHIFT, LETTERS_MASK, Lexicon
from engine.lexicon.patterns import Pattern
from engine.lexicon.word_list import LONGEST
from engine.tiles import BLANK, BLANK_FLAG, LETTER_MASK, MOST_LETTERS, Cells, TileSet

if TYPE_CHECKING:
    from numpy.typing import NDArray

_Array: TypeAlias = "NDArray[np.int64]"


@dataclass(frozen=True, slots=True)
class FoundWords:
    """The result of a look-up: the number of words, and these words, or the first of them."""

    count: int
    words: tuple[Cells, ...]


@dataclass(frozen=True, slots=True)
class Hooks:
    """The tiles that make a word when put before, and behind."""

    front: Cells
    back: Cells


@dataclass(frozen=True, slots=True)
class WordInfo:
    """All facts of a word, or of letters that are no word; `anagrams` and `extensions` are other words."""

    word: Cells
    good: bool
    value: int
    hooks: Hooks
    anagrams: FoundWords
    extensions: FoundWords


def find_matching(lexicon: Lexicon, pattern: Pattern, *, most: int | None = None) -> FoundWords:
    """Find the words of a pattern, short ones first; `most` limits how many are returned."""
    start, end, step = _automaton(pattern)

    def step_and_tell(state: _Array, letter: _Array) -> tuple[_Array, _Array]:
        return step(state, letter), letter

    return _collect(_walk(lexicon, start, step_and_tell, lambda state: state & end), most)


def find_fitting(pattern: Pattern, words: NDArray[np.uint8], lengths: _Array) -> NDArray[np.bool_]:
    """Tell which of many words fit a pattern: rows of letters, of which the first `lengths` count.

    `words` is uint8 of the shape (n, longest), `lengths` int64 of the shape (n,), the result bool of (n,).
    """
    start, end, step = _automaton(pattern)
    state = np.full(len(words), start, np.int64)
    for place in range(words.shape[1]):
        state = np.where(place < lengths, step(state, words[:, place]), state)
    fits: NDArray[np.bool_] = (state & end) != 0
    return fits


def _automaton(pattern: Pattern) -> tuple[int, int, Callable[[_Array, NDArray[Any]], _Array]]:
    """Return the pattern as an automaton: the first state, the bit of the end, and the step for a letter.

    A state is the set of places that may be next, as bits; an any-number sign may also be skipped.
    """
    loops = sum(1 << place for place, allowed in enumerate(pattern.places) if not allowed)
    moves = np.zeros(MOST_LETTERS + 1, np.int64)
    for place, allowed in enumerate(pattern.places):
        for letter in range(1, MOST_LETTERS + 1):
            moves[letter] |= (allowed >> letter & 1) << place

    def step(state: _Array, letter: NDArray[Any]) -> _Array:
        after: _Array = (state & moves[letter]) << 1 | state & loops
        return after | (after & loops) << 1

    return 1 | (1 & loops) << 1, 1 << len(pattern.places), step


def anagrams(
    lexicon: Lexicon, rack: Sequence[int], *, whole: bool = True, most: int | None = None
) -> FoundWords:
    """Find the words of all these tiles, or of some of them; long ones first, blanks marked."""
    counts = Counter(BLANK if tile & BLANK_FLAG else tile for tile in rack)
    if whole and len(rack) > LONGEST:
        return FoundWords(0, ())
    # A state is one more than the number that encodes the tiles left, with the count of each tile as a digit.
    # The blanks are the last digit.
    units, sizes = np.ones(MOST_LETTERS + 1, np.int64), np.ones(MOST_LETTERS + 1, np.int64)
    unit = blanks = counts.pop(BLANK, 0) + 1
    for tile, count in counts.items():
        units[tile], sizes[tile] = unit, count + 1
        unit *= count + 1

    def step(state: _Array, letter: _Array) -> tuple[_Array, _Array]:
        left = state - 1
        has_letter = left // units[letter] % sizes[letter] > 0
        has_blank = left % blanks > 0
        after = np.where(has_letter, state - units[letter], np.where(has_blank, state - 1, 0))
        return after, np.where(has_letter, letter, letter | BLANK_FLAG)

    levels = _walk(lexicon, unit, step, (lambda state: state == 1) if whole else np.ones_like)
    return _collect(levels, most, longest_first=True)


def hooks(lexicon: Lexicon, word: Sequence[int]) -> Hooks:
    """Return the hooks of a word, or of letters that are no word."""
    letters = range(1, MOST_LETTERS + 1)
    return Hooks(
        front=tuple(letter for letter in letters if lexicon.contains((letter, *word))),
        back=tuple(letter for letter in letters if lexicon.contains((*word, letter))),
    )


def extensions(lexicon: Lexicon, word: Sequence[int], *, most: int | None = None) -> FoundWords:
    """Find the longer words that contain this one whole, short ones first."""
    plain = tuple(cell & LETTER_MASK for cell in word)
    if len(plain) >= LONGEST:
        return FoundWords(0, ())
    found = find_matching(
        lexicon, Pattern((0, *(1 << letter for letter in plain), 0)), most=most and most + 1
    )
    words = tuple(longer for longer in found.words if longer != plain)
    return FoundWords(found.count - lexicon.contains(plain), words[:most])


def word_info(lexicon: Lexicon, word: Sequence[int], tiles: TileSet, *, most: int | None = None) -> WordInfo:
    """Return all facts of one word; `most` limits how many anagrams and extensions are returned."""
    plain = tuple(cell & LETTER_MASK for cell in word)
    others = anagrams(lexicon, plain)
    words = tuple(other for other in others.words if other != plain)
    return WordInfo(
        word=plain,
        good=lexicon.contains(plain),
        value=sum(tiles.values[letter] for letter in plain),
        hooks=hooks(lexicon, plain),
        anagrams=FoundWords(len(words), words[:most]),
        extensions=extensions(lexicon, plain, most=most),
    )


# The walk

_Step = Callable[[_Array, _Array], tuple[_Array, _Array]]


@dataclass(frozen=True, slots=True)
class _Level:
    """The paths of one length: the last cell of each, and the index of its prefix in the level before."""

    cells: _Array
    before: _Array
    words: _Array  # those paths that are words


def _walk(lexicon: Lexicon, start: int, step: _Step, accepts: Callable[[_Array], _Array]) -> list[_Level]:
    """Return the paths from the state `start`, and those that are words and end in an accepted state.

    `step` returns the states after a letter, 0 if it is not allowed, and the cells to report for it.
    """
    letters = _edge_letters(lexicon)
    node, state = np.array([len(lexicon.nodes) - 1]), np.array([start])
    levels = []
    while len(node):
        entry = lexicon.nodes[node]
        fan = np.bitwise_count(entry & np.uint64(LETTERS_MASK)).astype(np.int64)
        first = (entry >> np.uint64(FIRST_EDGE_SHIFT)).astype(np.int64)
        before = np.repeat(np.arange(len(node)), fan)
        place = np.arange(len(before)) + np.repeat(first + fan - np.cumsum(fan), fan)
        after, cells = step(state[before], letters[place])
        alive = np.flatnonzero(after)
        state, edge = after[alive], lexicon.edges[place[alive]]
        node = (edge >> np.uint32(1)).astype(np.int64)
        words = np.flatnonzero((edge & np.uint32(1)).astype(np.int64) & (accepts(state) != 0))
        levels.append(_Level(cells[alive], before[alive], words))
    return levels


@lru_cache(maxsize=4)
def _edge_letters(lexicon: Lexicon) -> _Array:
    """Return the letter of every edge."""
    as_bytes = np.ascontiguousarray(lexicon.nodes).view(np.uint8).reshape(-1, 8)
    bits = np.unpackbits(as_bytes, axis=1, bitorder="little")
    return np.nonzero(bits[:, :FIRST_EDGE_SHIFT])[1] + 1


def _collect(levels: list[_Level], most: int | None, *, longest_first: bool = False) -> FoundWords:
    lengths = range(len(levels) - 1, -1, -1) if longest_first else range(len(levels))
    words: list[Cells] = []
    for last in lengths:
        ways = levels[last].words[: None if most is None else most - len(words)]
        columns = []
        for level in levels[last::-1]:
            columns.append(level.cells[ways])
            ways = level.before[ways]
        words.extend(zip(*(column.tolist() for column in reversed(columns)), strict=True))
    return FoundWords(sum(len(level.words) for level in levels), tuple(words))
