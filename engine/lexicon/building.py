"""Building a lexicon: the smallest graph for a list of words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from engine.arrays import np
from engine.errors import LexiconError
from engine.lexicon.graph import MOST_EDGES, MOST_WORDS, NO_SOURCE, Lexicon
from engine.lexicon.word_list import LONGEST, SHORTEST
from engine.tiles import LETTER_MASK, TileSet

if TYPE_CHECKING:
    from numpy.typing import NDArray

_WIDTH = LONGEST + 1  # bytes of a row
_ROW = f"S{_WIDTH}"
_AT_ONCE = 1 << 16  # words


def build_lexicon(
    words: Iterable[Sequence[int]], tiles: TileSet, name: str, source: bytes = NO_SOURCE
) -> Lexicon:
    """Build the lexicon of these words, in any order; doubles count once, blanks as their letters.

    The words are read one by one: of millions only 16 bytes each are kept.
    """
    from engine.lexicon.minimising import build_minimal_arrays  # noqa: PLC0415 - loads NumPy

    rows = _sort_rows(_read_rows(words, tiles))
    nodes, edges = build_minimal_arrays(rows)
    return freeze_graph(Lexicon(name, tiles.name, len(rows), nodes, edges, source))


def check_size(words: int) -> None:
    """Refuse more words than a lexicon can have: now, rather than in the middle of a game."""
    if words > MOST_WORDS:
        raise LexiconError("lexicon_too_big", count=words, most=MOST_WORDS)


def _read_rows(words: Iterable[Sequence[int]], tiles: TileSet) -> Iterator[NDArray[np.uint8]]:
    """Yield the words as rows that are filled up with zeros, many at once.

    Raises:
        ValueError: one is no word of these tiles.
    """
    rest = iter(words)
    while some := [bytes(word) for word in islice(rest, _AT_ONCE)]:
        lengths = np.array(list(map(len, some)))
        padded = b"".join([word[:_WIDTH].ljust(_WIDTH, b"\0") for word in some])
        rows = np.frombuffer(padded, np.uint8).reshape(-1, _WIDTH) & np.uint8(LETTER_MASK)
        fits = (lengths >= SHORTEST) & (lengths <= LONGEST) & (rows.max(axis=1) <= len(tiles.letters))
        wrong = np.flatnonzero(~fits | (np.count_nonzero(rows, axis=1) != lengths))
        if len(wrong):
            raise ValueError(f"not a word of 2 to 15 {tiles.name} tiles: {tuple(some[wrong[0]])}")
        yield rows


def _sort_rows(parts: Iterable[NDArray[np.uint8]]) -> NDArray[np.uint8]:
    """Return the rows sorted, each once.

    Raises:
        LexiconError: there is none, or there are more than a lexicon can have, told while they are read.
    """
    waiting: list[NDArray[Any]] = []
    sorted_rows, count = np.empty(0, _ROW), 0
    for part in parts:
        waiting.append(part.reshape(-1).view(_ROW))
        count += len(part)
        if count > len(sorted_rows):
            sorted_rows, waiting, count = np.unique(np.concatenate([sorted_rows, *waiting])), [], 0
            check_size(len(sorted_rows))
    sorted_rows = np.unique(np.concatenate([sorted_rows, *waiting]))
    if not len(sorted_rows):
        raise LexiconError("lexicon_empty")
    check_size(len(sorted_rows))
    rows: NDArray[np.uint8] = sorted_rows.view(np.uint8).reshape(-1, _WIDTH)
    return rows


def freeze_graph(lexicon: Lexicon) -> Lexicon:
    """Make the arrays of a new lexicon read-only, as those of a file are, and return it.

    Raises:
        LexiconError: it has more edges than a node can number.
    """
    if len(lexicon.edges) > MOST_EDGES:
        raise LexiconError("lexicon_too_big", count=lexicon.word_count, most=MOST_EDGES)
    lexicon.nodes.flags.writeable = lexicon.edges.flags.writeable = False
    return lexicon
