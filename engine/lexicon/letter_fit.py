"""How well the letters of words fit a tile set.

A list that is read with the tiles of another language, or a KWG file with another alphabet, gives nonsense words
without any error. Then its letters are not about as frequent as the tiles, as they are in every language.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from engine.arrays import np
from engine.errors import LexiconError
from engine.tiles import TileSet

# The lexicons of federations and the built-in ones have 0.97 and more with their own tiles. Catalan words with the
# Spanish alphabet have 0.93.
LEAST_LIKENESS = 0.945
ENOUGH_LETTERS = 3000  # fewer tell little
_SAMPLED = 12
_LETTERS_SHOWN = 5


@dataclass(frozen=True, slots=True)
class LetterMisfit:
    """Letters that do not fit: those that stand out most, each with its share of the words' letters and of the
    tiles, in percent, and some of the words.
    """

    letters: tuple[tuple[str, float, float], ...]
    sample: tuple[str, ...]

    def error(self, tiles: TileSet) -> LexiconError:
        """Return the error for callers that refuse such words."""
        letters = ", ".join(f"{letter} {read:.1f} / {wanted:.1f} %" for letter, read, wanted in self.letters)
        return LexiconError(
            "letters_unlike", tiles=tiles.name, sample=", ".join(self.sample), letters=letters
        )


def count_letters(words: Iterable[Sequence[int]]) -> Counter[int]:
    """Count the letters of words by tile number."""
    counts = np.bincount(np.frombuffer(b"".join(map(bytes, words)), np.uint8))
    return Counter({letter: count for letter, count in enumerate(counts.tolist()) if count})


def likeness(letters: Mapping[int, int], tiles: TileSet) -> float:
    """Return how much the letters are as frequent as the tiles: 1 if they are in the same proportions."""
    total, size = sum(letters.values()), sum(tiles.counts[1:])
    shared = sum(math.sqrt(count * tiles.counts[letter]) for letter, count in letters.items())
    return shared / math.sqrt(total * size) if total else 0.0


def find_misfit(
    letters: Mapping[int, int], tiles: TileSet, words: Iterable[Sequence[int]], word_count: int
) -> LetterMisfit | None:
    """Return what does not fit, or None if the letters do, or are too few to tell; `words` are read for a sample."""
    total, size = sum(letters.values()), sum(tiles.counts[1:])
    if total < ENOUGH_LETTERS or likeness(letters, tiles) >= LEAST_LIKENESS:
        return None
    shares = [
        (letter, 100 * letters.get(tile, 0) / total, 100 * tiles.counts[tile] / size)
        for tile, letter in enumerate(tiles.letters, start=1)
    ]
    shares.sort(key=lambda share: abs(math.sqrt(share[1]) - math.sqrt(share[2])), reverse=True)
    chosen = islice(islice(words, 0, None, max(1, word_count // _SAMPLED)), _SAMPLED)
    sample = tuple("".join(map(tiles.token, word)) for word in chosen)
    return LetterMisfit(tuple(shares[:_LETTERS_SHOWN]), sample)
