"""Look-ups in a lexicon by text: what `lookup` answers in tile numbers, for callers who have words."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from engine.errors import LexiconError
from engine.lexicon import lookup
from engine.lexicon.building import build_lexicon
from engine.lexicon.definitions import definition_of
from engine.lexicon.graph import Lexicon
from engine.lexicon.library import BUILTIN, load_lexicon
from engine.lexicon.patterns import Pattern
from engine.lexicon.word_list import LONGEST, SHORTEST
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

    @classmethod
    def of(cls, words: Iterable[str], tiles: str | TileSet = BUILTIN, *, name: str = "words") -> Self:
        """Make a lexicon of these words, or of a text with a word a line.

        Raises:
            EngineError: one of them is no word of 2 to 15 of these tiles, or there is none.
        """
        tile_set = load_tile_set(tiles) if isinstance(tiles, str) else tiles
        listed = words.split() if isinstance(words, str) else [word.strip() for word in words]
        cells = [tile_set.encode_plain(word) for word in listed]
        for word, letters in zip(listed, cells, strict=True):
            if not SHORTEST <= len(letters) <= LONGEST:
                raise LexiconError("bad_word_length", word=word, least=SHORTEST, most=LONGEST)
        return cls(build_lexicon(cells, tile_set, name))

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
        return self._texts(lookup.find_matching(self.lexicon, Pattern.parse(pattern, self.tiles), most=most))

    def hooks(self, word: str) -> tuple[list[str], list[str]]:
        """Return the letters that make a word in front of this one, and behind it."""
        found = lookup.hooks(self.lexicon, self.tiles.encode_plain(word))
        return [self.tiles.token(tile) for tile in found.front], [
            self.tiles.token(tile) for tile in found.back
        ]

    def extensions(self, word: str, *, most: int | None = None) -> list[str]:
        """Return the longer words that contain this one."""
        return self._texts(lookup.extensions(self.lexicon, self.tiles.encode_plain(word), most=most))

    def definition(self, word: str) -> str:
        """Return what a word means, if its list said so; empty if not."""
        path = self.lexicon.path
        return definition_of(str(path), self.tiles.encode_plain(word)) if path else ""

    def _texts(self, found: lookup.FoundWords) -> list[str]:
        return [self.tiles.decode(word) for word in found.words]
