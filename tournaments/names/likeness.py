"""Names that are written almost alike, found among many without comparing each with each. Pure.

Two texts are compared by their longest common subsequence, with bits of integers (Hyyrö, “Bit-parallel LCS-length
computation revisited”, 2004): the time grows with the length of the texts, whatever is in them.
"""

from collections import defaultdict
from collections.abc import Iterable
from typing import Final

LIKE: Final = 0.86
# Names with a word in common that are compared with each other; of more, those with the same initials.
MOST_COMPARED: Final = 200


class LikeNames:
    """Names, folded, among which one finds those that are written almost as another."""

    def __init__(self, names: Iterable[str]) -> None:
        self._by_word: dict[str, list[str]] = defaultdict(list)
        self._by_initials: dict[tuple[str, str], list[str]] = defaultdict(list)
        for name in names:
            words = name.split()
            for word in dict.fromkeys(words):
                self._by_word[word].append(name)
                self._by_initials[word, _initials(words)].append(name)

    def find(self, name: str) -> list[str]:
        """Return the names that share a word with this one and are almost the same, the most alike first."""
        found = [(-likeness(name, one), one) for one in self._near(name) if _may_be_like(name, one)]
        return [one for value, one in sorted(found) if value <= -LIKE]

    def _near(self, name: str) -> Iterable[str]:
        words = name.split()
        near: dict[str, None] = {}
        for word in words:
            names = self._by_word.get(word, [])
            if len(names) > MOST_COMPARED:
                names = self._by_initials.get((word, _initials(words)), [])[:MOST_COMPARED]
            near.update(dict.fromkeys(names))
        return near


def likeness(one: str, other: str) -> float:
    """Return how alike two texts are, from 0 to 1: the part of their characters that both have in the same order."""
    places: dict[str, int] = defaultdict(int)
    for place, character in enumerate(one):
        places[character] |= 1 << place
    full = (1 << len(one)) - 1
    unmatched = full
    for character in other:
        matched = unmatched & places.get(character, 0)
        unmatched = (unmatched + matched | unmatched - matched) & full
    common = len(one) - unmatched.bit_count()
    return 2 * common / (len(one) + len(other)) if one or other else 1.0


def _may_be_like(one: str, other: str) -> bool:
    """Tell whether the lengths allow a likeness that is great enough."""
    return 2 * min(len(one), len(other)) >= LIKE * (len(one) + len(other))


def _initials(words: Iterable[str]) -> str:
    return "".join(sorted(word[0] for word in words))
