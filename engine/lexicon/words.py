"""Look-ups in a lexicon by text: what `lookup` answers in tile numbers, for callers who have words."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from engine.lexicon import lookup
from engine.lexicon.graph import Lexicon
from engine.lexicon.library import BUILTIN, load_lexicon
from engine.lexicon.patterns import Pattern
from engine.tiles import TileSet, load_tile_set


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a lexicon as texts; `lexicon` and `tiles` are for the functions that take numbers.

    Case does not matter, blanks in the words found are small letters.
    """

    lexicon: Lexicon
    tiles: TileSet = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "tiles", load_tile_set(self.lexicon.tile_set))

    @classmethod
    def load(cls, name: str | Path = BUILTIN) -> Self:
        """Open the lexicon of that name or file."""
        return cls(load_lexicon(name))

    def __contains__(self, word: str) -> bool:
        return word in self.lexicon

    def __iter__(self) -> Iterator[str]:
        return map(self.tiles.decode, self.lexicon.words())

    def __len__(self) -> int:
        return self.lexicon.word_count

    def anagrams(self, rack: str, *, whole: bool = True, most: int | None = None) -> list[str]:
        """Return the words of all these tiles, "?" a blank, or of some of them; long ones first."""
        return self._texts(
            lookup.anagrams(self.lexicon, self.tiles.encode_rack(rack), whole=whole, most=most)
        )

    def matching(self, pattern: str, *, most: int | None = None) -> list[str]:
        """Return the words of a pattern such as "TR*" or "?RAIN"; short ones first."""
        return self._texts(lookup.matching(self.lexicon, Pattern.parse(pattern, self.tiles), most=most))

    def hooks(self, word: str) -> tuple[list[str], list[str]]:
        """Return the letters that make a word in front of this one, and behind it."""
        found = lookup.hooks(self.lexicon, self.tiles.encode_plain(word))
        return [self.tiles.token(tile) for tile in found.front], [
            self.tiles.token(tile) for tile in found.back
        ]

    def extensions(self, word: str, *, most: int | None = None) -> list[str]:
        """Return the longer words that contain this one."""
        return self._texts(lookup.extensions(self.lexicon, self.tiles.encode_plain(word), most=most))

    def _texts(self, found: lookup.FoundWords) -> list[str]:
        return [self.tiles.decode(word) for word in found.words]
