"""Words for bingo (RULES V11): which two the tiles can spell together, and pairs picked at random, as for cards.

A *word* is its cells without blanks. What the tiles can spell is asked of a whole set, or of the tiles called so far: a
blank makes up for any one letter, if the settings say that it strikes.
"""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from engine.errors import TurnError
from engine.lexicon import Lexicon
from engine.lookup import Pattern, matching
from engine.tiles import BLANK, TileSet

Word = tuple[int, ...]
WORDS, LETTERS = 2, 7


def missing_letters(words: Iterable[Word], tiles: Counter[int], *, blanks_strike: bool) -> tuple[int, ...]:
    """The letters of the words that these tiles (by tile number) cannot strike, sorted; none if they strike all."""
    lacking = Counter(letter for word in words for letter in word) - tiles
    blanks = tiles[BLANK] if blanks_strike else 0
    return () if lacking.total() <= blanks else tuple(sorted(lacking.elements()))


def random_pairs(
    number: int, lexicon: Lexicon, tiles: TileSet, *, seed: str, blanks_strike: bool = True
) -> tuple[tuple[Word, ...], ...]:
    """Pairs of words for so many cards, the same for the same seed; no two cards are alike while that can be.

    Raises:
        TurnError: no two words of the lexicon can be spelled together.
    """
    pairs: list[tuple[Word, ...]] = []
    for place in range(number):
        for attempt in range(20):  # with few words cards have to repeat
            pair = random_pair(lexicon, tiles, seed=f"{seed}/{place}/{attempt}", blanks_strike=blanks_strike)
            if pair not in pairs:
                break
        pairs.append(pair)
    return tuple(pairs)


def random_pair(
    lexicon: Lexicon, tiles: TileSet, *, seed: str, blanks_strike: bool = True
) -> tuple[Word, ...]:
    """Two words picked at random: any first one, then any that the set can spell together with it."""
    # Only random() is promised to give the same numbers in every version of Python.
    stream = random.Random(seed)  # noqa: S311 - replays are the purpose
    counts = Counter(dict(enumerate(tiles.counts)))
    words = words_for_cards(lexicon, tiles)
    firsts = _Heap(words, stream)
    while firsts:
        first = firsts.draw()
        if missing_letters([first], counts, blanks_strike=blanks_strike):
            continue
        seconds = _Heap(words, stream)
        while seconds:
            pair = (first, seconds.draw())
            if pair[1] != first and not missing_letters(pair, counts, blanks_strike=blanks_strike):
                return pair
    raise TurnError("bingo_no_pair", letters=LETTERS)


@lru_cache(maxsize=8)
def words_for_cards(lexicon: Lexicon, tiles: TileSet) -> tuple[Word, ...]:
    """All words of seven tiles."""
    return matching(lexicon, Pattern.parse("?" * LETTERS, tiles)).words


class _Heap:
    """Things drawn at random one by one."""

    def __init__(self, things: Sequence[Word], stream: random.Random) -> None:
        self._things = list(things)
        self._stream = stream

    def __bool__(self) -> bool:
        return bool(self._things)

    def draw(self) -> Word:
        place = int(self._stream.random() * len(self._things))
        self._things[place], self._things[-1] = self._things[-1], self._things[place]
        return self._things.pop()
