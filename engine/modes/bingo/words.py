"""Words for bingo (RULES V11): pairs that the tiles can spell together, given or picked at random, as for
cards.

A *word* is its cells without blanks. The tiles are a whole set, of which blanks do not count, or those called so
far, of which each blank makes up for any one letter if the settings say that it strikes.
"""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from engine.errors import TurnError
from engine.lexicon import Lexicon
from engine.lexicon.lookup import find_matching
from engine.lexicon.patterns import Pattern
from engine.tiles import BLANK, Cells, TileSet

WORDS, LETTERS = 2, 7


def missing_letters(
    words: Iterable[Cells], tiles: Counter[int], *, with_blanks: bool = False
) -> tuple[int, ...]:
    """Return the letters of the words that these tiles (by tile number) lack, sorted.

    If blanks count and make up for all of them the result is empty.
    """
    lacking = Counter(letter for word in words for letter in word) - tiles
    blanks = tiles[BLANK] if with_blanks else 0
    return () if lacking.total() <= blanks else tuple(sorted(lacking.elements()))


def random_pairs(
    number: int, lexicon: Lexicon, tiles: TileSet, *, seed: str, with_blanks: bool = False
) -> tuple[tuple[Cells, ...], ...]:
    """Pick pairs of words for so many cards, the same for the same seed; cards differ as long as possible.

    Raises:
        TurnError: no two words of the lexicon can be spelled together.
    """
    pairs: list[tuple[Cells, ...]] = []
    for place in range(number):
        for attempt in range(20):  # if there are few words, cards have to repeat
            pair = random_pair(lexicon, tiles, seed=f"{seed}/{place}/{attempt}", with_blanks=with_blanks)
            if pair not in pairs:
                break
        pairs.append(pair)
    return tuple(pairs)


def random_pair(
    lexicon: Lexicon, tiles: TileSet, *, seed: str, with_blanks: bool = False
) -> tuple[Cells, ...]:
    """Pick two words at random: any first one, then any that the set has the tiles for besides it."""
    # Only random() is guaranteed to give the same numbers in every version of Python.
    stream = random.Random(seed)  # noqa: S311 - replays are the purpose
    counts = Counter(dict(enumerate(tiles.counts)))
    words = words_for_cards(lexicon, tiles)
    firsts = _Heap(words, stream)
    while firsts:
        first = firsts.draw()
        if missing_letters([first], counts, with_blanks=with_blanks):
            continue
        seconds = _Heap(words, stream)
        while seconds:
            pair = (first, seconds.draw())
            if pair[1] != first and not missing_letters(pair, counts, with_blanks=with_blanks):
                return pair
    raise TurnError("bingo_no_pair", letters=LETTERS)


@lru_cache(maxsize=8)
def words_for_cards(lexicon: Lexicon, tiles: TileSet) -> tuple[Cells, ...]:
    """Return all words of seven tiles."""
    return find_matching(lexicon, Pattern.parse("?" * LETTERS, tiles)).words


class _Heap:
    """Words drawn at random one by one."""

    def __init__(self, things: Sequence[Cells], stream: random.Random) -> None:
        self._things = list(things)
        self._stream = stream

    def __bool__(self) -> bool:
        return bool(self._things)

    def draw(self) -> Cells:
        place = int(self._stream.random() * len(self._things))
        self._things[place], self._things[-1] = self._things[-1], self._things[place]
        return self._things.pop()
