"""Valid racks (RULES D3): how many vowels and consonants a rack must and may have.

A letter that the tile set counts as both is one of them at a time, whichever helps. A blank counts as either
if the rule set says so, and never adds to too many of one kind.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.tiles import BLANK_KIND, BOTH, CONSONANT, VOWEL, TileSet


class Kinds(NamedTuple):
    """The numbers of tiles that are only vowels, only consonants, letters that are both, and blanks."""

    vowels: int
    consonants: int
    both: int
    blanks: int


def kinds_in(rack: Sequence[int], tiles: TileSet) -> Kinds:
    """Count the kinds of the tiles of a rack, or of any others."""
    count = bytes(rack).translate(tiles.kinds).count
    return Kinds(count(VOWEL), count(CONSONANT), count(BOTH), count(BLANK_KIND))


@dataclass(frozen=True, slots=True)
class Validity:
    """The limits of a valid rack: at least `minimum` vowels and as many consonants, `maximum` at most."""

    minimum: int
    maximum: int | None = None
    blanks_count: bool = True

    def allows(self, kinds: Kinds) -> bool:
        """Tell whether a rack of these tiles is valid."""
        for counted in range(kinds.both + 1):
            if self._holds(kinds.vowels + counted, kinds.consonants + kinds.both - counted, kinds.blanks):
                return True
        return False

    def can_be_met(self, kinds: Kinds, size: int) -> bool:
        """Tell whether some `size` of these tiles make a valid rack."""
        most_vowels, most_consonants = kinds.vowels + kinds.both, kinds.consonants + kinds.both
        letters = most_vowels + kinds.consonants
        half = size // 2  # this nearly always suffices
        possible = half <= most_vowels and size - half <= most_consonants and size <= letters
        if possible and self._holds(half, size - half, 0):
            return True
        for blanks in range(min(kinds.blanks, size) + 1):
            wanted = size - blanks
            if wanted > letters:
                continue
            for vowels in range(max(0, wanted - most_consonants), min(most_vowels, wanted) + 1):
                if self._holds(vowels, wanted - vowels, blanks):
                    return True
        return False

    def _holds(self, vowels: int, consonants: int, blanks: int) -> bool:
        if self.maximum is not None and max(vowels, consonants) > self.maximum:
            return False
        if vowels >= self.minimum and consonants >= self.minimum:
            return True
        lacking = max(0, self.minimum - vowels) + max(0, self.minimum - consonants)
        return self.blanks_count and lacking <= blanks
