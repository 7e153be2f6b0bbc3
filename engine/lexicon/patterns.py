"""Patterns of words.

A *pattern* is a word with signs in it: "?" is any one tile, "*" any number of tiles or none, "@" a vowel, "#"
a consonant, "[AEI]" one of these, "[A-C]" one from A to C in the order of the tile set, "[^AEI]" none of
these; "@" and "#" may stand in brackets too. Letters in brackets are read as everywhere, the longest tile
first: the Spanish "[CH]" is the one tile CH, as in every other text of Isotop, and C or H is "[HC]". So every
printed word is a pattern that matches only itself.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain, pairwise
from typing import Self

from engine.errors import NotationError, TileError
from engine.tiles import MOST_LETTERS, TileSet

MOST_SIGNS = 60
_PIECES = re.compile(r"\[[^\[\]]*\]|[?*@#]|[^?*@#\[\]]+|.", re.DOTALL)
_NO_SIGNS = str.maketrans("", "", "@#")
_ANY = (1 << MOST_LETTERS + 1) - 2  # bit n for tile n


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern as the tiles allowed at each place, bit n for tile n; 0 stands for any number of tiles.

    `letters` are the tiles that were written in it, outside of brackets.
    """

    places: tuple[int, ...]
    letters: tuple[int, ...] = field(default=(), compare=False)

    @classmethod
    def parse(cls, text: str, tiles: TileSet) -> Self:
        """Read a pattern as players write it.

        Raises:
            EngineError: it is empty or has more than 60 signs, its brackets are faulty, or a letter is no tile.
        """
        places: list[int] = []
        letters: list[int] = []
        for piece in _PIECES.findall(text.strip()):
            if piece == "*":
                if places[-1:] != [0]:
                    places.append(0)
            elif piece[0] in "?@#[":
                places.append(_read_sign(piece, text, tiles))
            else:
                written = tiles.encode_plain(piece)
                letters.extend(written)
                places.extend(1 << tile for tile in written)
        if not 0 < len(places) <= MOST_SIGNS:
            raise NotationError("bad_pattern", text=text[:MOST_SIGNS])
        return cls(tuple(places), tuple(letters))


def is_pattern(text: str, tiles: TileSet) -> bool:
    """Tell whether a text is a pattern: it has signs of one, or brackets that are not just tiles."""
    if any(sign in text for sign in "?*@#^"):
        return True
    if "[" not in text:
        return False
    try:
        tiles.encode_plain(text)
    except TileError:
        return True
    return False


def _read_sign(piece: str, text: str, tiles: TileSet) -> int:
    """Return the tiles that one sign or bracket of a pattern allows."""
    kinds = {"?": _ANY, "@": _mask(tiles.vowels), "#": _mask(tiles.consonants)}
    if piece in kinds:
        return kinds[piece]
    inside = piece[1:-1].removeprefix("^")
    allowed = _read_letters(inside.translate(_NO_SIGNS), text, tiles)
    for sign in "@#":
        allowed |= kinds[sign] * (sign in inside)
    if not piece.endswith("]") or not allowed:
        raise NotationError("bad_pattern", text=text)
    return _ANY & ~allowed if piece.startswith("[^") else allowed


def _read_letters(letters: str, text: str, tiles: TileSet) -> int:
    """Return the letters in brackets, including all those within a range."""
    parts = [tiles.encode_plain(part) for part in letters.split("-")]
    allowed = _mask(tuple(chain.from_iterable(parts)))
    for before, after in pairwise(parts):
        if not before or not after or before[-1] > after[0]:
            raise NotationError("bad_pattern", text=text)
        allowed |= _mask(range(before[-1], after[0] + 1))
    return allowed


def _mask(letters: Sequence[int] | frozenset[int]) -> int:
    return sum(1 << letter for letter in set(letters))
