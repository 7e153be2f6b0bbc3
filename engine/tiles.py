"""Tile sets: the tiles of each language, and their notation.

Terms. A *tile number* is 1 to n for the letters of the set in its order; on a rack 0 is the blank. A *cell*
is a square of the board or a letter of a word: 0 is an empty square, 1 to n a letter tile, and a letter
number with `BLANK_FLAG` set a blank that stands for that letter. A tile may carry several signs (Spanish CH,
Catalan L·L).

Tiles are numbers inside the engine; only this module, `board` and `notation` read and write their text.
Printed text reads back as the same tiles: if two one-letter tiles would read as one tile of two letters, the
tiles are printed in brackets ("[C][H]"), which are accepted wherever a tile is read. A blank is printed as its
small letter; where letters have none (Hebrew), or Unicode's is another one (Turkish I), in parentheses.

The sets that come with the program are in `engine/data/tiles`, those that were loaded from a file in
`data_folder()`/lexicons, as NAME.tiles; docs/tiles.md describes the format.
"""

import hashlib
import re
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib import resources
from pathlib import Path
from typing import Any, Literal

from engine.data_folder import data_folder
from engine.errors import TileError

BLANK = 0
EMPTY = 0
BLANK_FLAG = 64
LETTER_MASK = BLANK_FLAG - 1
BLANK_TEXT = "?"
MOST_LETTERS = 41  # Slovak has so many; with more, a word graph has room for fewer words
MOST_VALUE = 100  # so that every score fits into the number that encodes a move

# The kinds of tiles, for valid racks.
VOWEL, CONSONANT, BOTH, BLANK_KIND = range(4)

MOST_SIGNS = 3  # of one letter
SIGNS_IN_LETTERS = "·'"  # besides those that Unicode calls letters: Catalan L·L, the Ukrainian apostrophe

# Letters with accents are in these blocks: Latin-1 to Latin Extended-B, Greek and Cyrillic, and the additional ones.
_ACCENTED = (*range(0xC0, 0x250), *range(0x370, 0x460), *range(0x1E00, 0x2000))
STORED_NAME = re.compile(r"[\w~-]{1,40}", re.ASCII)

_IN_BRACKETS = re.compile(r"\[[^\[\]]*\]|\([^()]*\)")

Direction = Literal["ltr", "rtl"]
Cells = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TileSet:
    """The tiles of one language. `counts` and `values` are indexed by tile number, the blank first; `kinds` is a
    table for `bytes.translate`.
    """

    name: str
    language: str
    letters: tuple[str, ...]
    counts: tuple[int, ...]
    values: tuple[int, ...]
    vowels: frozenset[int]
    consonants: frozenset[int]
    folds: Mapping[str, str] = field(default_factory=dict, repr=False)  # accepted character -> letters
    small: Mapping[str, str] = field(
        default_factory=dict, repr=False
    )  # letter -> its small one, if not Unicode's
    direction: Direction = "ltr"
    source: str = field(default="", repr=False)  # where the counts and values are from
    kinds: bytes = field(init=False, repr=False, compare=False)
    _tokens: tuple[str, ...] = field(init=False, repr=False, compare=False)
    _cells: Mapping[str, int] = field(init=False, repr=False, compare=False)
    _plain: Mapping[str, int] = field(init=False, repr=False, compare=False)
    _pieces: re.Pattern[str] = field(init=False, repr=False, compare=False)
    _fold_table: Mapping[int, str] = field(init=False, repr=False, compare=False)
    _capital_table: Mapping[int, str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        for problem in self._problems():
            raise TileError("bad_tile_set", name=self.name, problem=problem)
        plain: dict[str, int] = {}
        cells: dict[str, int] = {}
        tokens = [""] * (BLANK_FLAG + len(self.letters) + 1)
        for number, letter in enumerate(self.letters, start=1):
            blank, small = number | BLANK_FLAG, self.small.get(letter, letter.lower())
            plain |= {letter: number, f"[{letter}]": number}
            cells |= {f"({letter})": blank, f"({small})": blank}
            if small != letter:
                cells |= {small: blank, f"[{small}]": blank}
            tokens[number] = letter
            tokens[blank] = f"({letter})" if small == letter or letter in self.small else small
        long = [form for letter in self.letters if len(letter) > 1 for form in (letter, letter.lower())]
        long.sort(key=len, reverse=True)
        pieces = [r"\[[^\[\]]*\]", r"\([^()]*\)", *map(re.escape, long), "."]
        folds = {**_accent_folds(self.letters), **self.folds}
        capitals = {small: letter for letter, small in self.small.items()}
        object.__setattr__(self, "folds", folds)
        object.__setattr__(self, "kinds", self._kinds())
        object.__setattr__(self, "_tokens", tuple(tokens))
        object.__setattr__(self, "_plain", plain)
        object.__setattr__(self, "_cells", plain | cells)
        object.__setattr__(self, "_pieces", re.compile("|".join(pieces), re.DOTALL))
        object.__setattr__(self, "_fold_table", str.maketrans(folds))
        object.__setattr__(self, "_capital_table", str.maketrans(capitals))

    def __hash__(self) -> int:
        """Hash only the name: hashing the whole set takes longer than computing a cached result."""
        return hash(self.name)

    def _problems(self) -> Iterator[str]:
        letters, numbers = self.letters, frozenset(range(1, len(self.letters) + 1))
        if not 0 < len(letters) <= MOST_LETTERS:
            yield f"a set has 1 to {MOST_LETTERS} letters"
        if len(set(letters)) != len(letters):
            yield "a letter is there twice"
        if not all(is_letter(letter, self.small) for letter in letters):
            yield "letters are written as capitals"
        if not len(self.counts) == len(self.values) == len(letters) + 1:
            yield "each letter, and the blank, needs a count and a value"
        if min(self.counts) < 0 or min(self.values) < 0 or self.values[BLANK]:
            yield "a count or value is negative, or the blank has a value"
        if max(self.values) > MOST_VALUE:
            yield f"a tile is worth more than {MOST_VALUE}"
        if self.vowels | self.consonants != numbers:
            yield "each letter is a vowel or a consonant, or both"

    def _kinds(self) -> bytes:
        kinds = bytearray([CONSONANT]) * 256
        kinds[BLANK] = BLANK_KIND
        for tile in self.vowels:
            kinds[tile] = BOTH if tile in self.consonants else VOWEL
        return bytes(kinds)

    @property
    def fingerprint(self) -> str:
        """The 32 hexadecimal digits that are equal for sets of the same letters, counts and values."""
        facts = (self.letters, self.counts, self.values, sorted(self.vowels), sorted(self.consonants))
        return hashlib.blake2b(repr(facts).encode(), digest_size=16).hexdigest()

    @property
    def size(self) -> int:
        """The number of tiles in the bag before the first draw."""
        return sum(self.counts)

    def encode(self, text: str) -> tuple[int, ...]:
        """Return the cells of a word as players write it: lower case or "(x)" is a blank, "[CH]" one tile."""
        return self._read(text, self._cells, text)

    def encode_plain(self, text: str) -> tuple[int, ...]:
        """Return the cells of a word as a dictionary has it: case means nothing, there are no blanks."""
        return self._read(self._capitals(text), self._plain, text)

    def encode_rack(self, text: str) -> tuple[int, ...]:
        """Return the tiles of a rack in the order written; "?" is the blank, case means nothing."""
        return self._read(self._capitals(text), {**self._plain, BLANK_TEXT: BLANK}, text)

    def encode_square(self, text: str) -> int:
        """Return the cell of one square: "A", a blank "a" or "(A)", a tile of two letters "[CH]".

        Raises:
            TileError: it is no tile of the set.
        """
        cell = self._cells.get(self._fold(text))
        if cell is None:
            raise TileError("unknown_letter", letter=text, text=text)
        return cell

    def split(self, text: str) -> list[str]:
        """Split the text of a board's row into one piece per square; brackets and parentheses stay whole."""
        return re.findall(r"\[[^\[\]]*\]|\([^()]*\)|.", _compose(text), re.DOTALL)

    def decode(self, cells: Iterable[int]) -> str:
        """Return a word as players write it, blanks in lower case."""
        cells = tuple(cells)
        return self._join([self.token(cell) for cell in cells], cells)

    def decode_rack(self, tiles: Iterable[int]) -> str:
        tiles = tuple(tiles)
        return self._join([self.token(tile) or BLANK_TEXT for tile in tiles], tiles)

    def decode_counts(self, counts: Counter[int]) -> str:
        """Return counted tiles as a rack, in the order of the set."""
        return self.decode_rack(sorted(counts.elements()))

    def split_rack(self, text: str) -> list[str]:
        """Return a text for each tile of a rack; joined in any order they are read as these tiles."""
        tiles_with = Counter(sign for letter in self.letters for sign in set(letter))
        # Signs of tiles that others may be joined to: C and H to CH. No tile but QU has a Q.
        several = (letter for letter in self.letters if len(letter) > 1)
        joinable = {
            sign for letter in several if all(tiles_with[one] > 1 for one in letter) for sign in letter
        }
        tokens = [self.token(tile) or BLANK_TEXT for tile in self.encode_rack(text)]
        return [token if joinable.isdisjoint(token) else f"[{token}]" for token in tokens]

    def list_tiles(self, tiles: Iterable[int]) -> str:
        """Return tiles as a sentence names them: "CCH" may be read in two ways, "C + CH" in one."""
        tokens = [self.token(tile) or BLANK_TEXT for tile in tiles]
        return (" + " if any(len(token) > 1 for token in tokens) else "").join(tokens)

    def token(self, cell: int) -> str:
        """Return one tile as boards and racks show it: "A", "a" for a blank, "CH"; "" for an empty square."""
        return self._tokens[cell]

    def raise_small_word(self, text: str) -> str:
        """Return a word typed all in small letters in capitals: in a hurry nobody means blanks. Others stay."""
        if not text.islower():
            return text
        return (text.translate(self._capital_table) if self.small else text).upper()

    def letters_apart(self, tile: int) -> tuple[str, ...]:
        """Return the letters that a tile of several signs may be taken for (CH: C, H); none where it cannot."""
        signs = tuple(self.letters[tile - 1]) if tile != BLANK else ()
        return signs if len(signs) > 1 and all(sign in self.letters for sign in signs) else ()

    def written_apart(self, cells: Iterable[int]) -> str:
        """Return how the letters of tiles that may be taken for several are written apart ("[C][H], [L][L]"), or ""."""
        tiles = dict.fromkeys(cell & LETTER_MASK for cell in cells)
        return ", ".join(
            "".join(f"[{sign}]" for sign in signs) for signs in map(self.letters_apart, tiles) if signs
        )

    def pick_doubtful(self, written: Iterable[tuple[str, Cells]]) -> tuple[Cells, ...]:
        """Return of racks and words, as they are written and as they were read, the first one with each tile that may
        be taken for several letters. Brackets leave no doubt.
        """
        picked: dict[int, Cells] = {}
        for text, cells in written:
            read = {cell & LETTER_MASK for cell in cells}
            for tile in self.encode_rack(_IN_BRACKETS.sub(BLANK_TEXT, text)):
                if tile in read and self.letters_apart(tile):
                    picked.setdefault(tile, cells)
        return tuple(dict.fromkeys(picked.values()))

    def folded_signs(self, text: str) -> dict[str, str]:
        """Return the signs of a text that are no letters of the set, each with the letters that are read for it."""
        return {sign: self.folds[sign] for sign in _compose(text) if sign in self.folds}

    def values_by_text(self) -> dict[str, int]:
        """Return the value of each tile, by its text, in the order of the set; the blank is "?"."""
        return {BLANK_TEXT: 0} | {
            letter: self.values[tile] for tile, letter in enumerate(self.letters, start=1)
        }

    def _join(self, tokens: list[str], wanted: tuple[int, ...]) -> str:
        text = "".join(tokens)
        if len(self.letters) == len("".join(self.letters)):
            return text
        read = tuple(self._cells.get(piece, BLANK) for piece in self._pieces.findall(text))
        return text if read == wanted else "".join(t if t[0] in "?(" else f"[{t}]" for t in tokens)

    def _read(self, text: str, cells: Mapping[str, int], shown: str) -> tuple[int, ...]:
        return tuple(self._look_up(self._pieces.findall(self._fold(text)), cells, shown))

    def _look_up(self, pieces: list[str], cells: Mapping[str, int], shown: str) -> Iterator[int]:
        for piece in pieces:
            cell = cells.get(piece)
            if cell is None:
                raise TileError("unknown_letter", letter=piece, text=shown)
            yield cell

    def _capitals(self, text: str) -> str:
        """Return the text in capitals. Accents go first: some small letters have no capital of one character."""
        folded = self._fold(text)
        return (folded.translate(self._capital_table) if self.small else folded).upper()

    def _fold(self, text: str) -> str:
        return text if text.isascii() else _compose(text).translate(self._fold_table)


def is_letter(text: str, small: Mapping[str, str]) -> bool:
    """Tell whether a tile may carry this text: a capital, or several signs."""
    signs = all(sign.isalpha() or sign in SIGNS_IN_LETTERS for sign in text)
    written = text in small or text == text.lower().upper()
    return signs and written and 0 < len(text) <= MOST_SIGNS and text == _compose(text)


def _compose(text: str) -> str:
    return unicodedata.normalize("NFC", text).replace("i\N{COMBINING DOT ABOVE}", "i")


def _accent_folds(letters: tuple[str, ...]) -> dict[str, str]:
    """Map accented letters that are no tiles of the set to the tiles of their bare letters.

    Every set gets foreign accents too: an English list that prints CAFÉ and ÑU has the words CAFE and NU. A
    letter of its own, not one with an accent (Ø, Ł, Þ), is refused instead.
    """
    folds = {}
    for character in map(chr, _ACCENTED):
        bare = unicodedata.normalize("NFD", character)[0]
        if bare != character and bare.upper() in letters and character.upper() not in letters:
            folds[character] = bare
    return folds


def tile_set_from_toml(name: str, text: str) -> TileSet:
    """Read the tile set in a text such as those of `engine/data/tiles`; its `size` must be the sum.

    Raises:
        TileError: the text is no TOML, lacks a key, or contradicts itself.
    """
    try:
        data: dict[str, Any] = tomllib.loads(text)
        str(data)  # A number of thousands of digits cannot be written in a refusal: a ValueError.
        rows = [(str(letter), int(count), int(value)) for letter, count, value in data["tiles"]]
        letters = tuple(letter for letter, _, _ in rows)
        both = {letters.index(letter) + 1 for letter in data.get("both", ())}
        vowels = {letters.index(letter) + 1 for letter in data["vowels"]} | both
        tiles = TileSet(
            name=name,
            language=data["language"],
            letters=letters,
            counts=(data["blanks"], *(count for _, count, _ in rows)),
            values=(0, *(value for _, _, value in rows)),
            vowels=frozenset(vowels),
            consonants=frozenset(set(range(1, len(letters) + 1)) - vowels | both),
            folds=_both_cases(data.get("folds", {}), data.get("small", {})),
            small=data.get("small", {}),
            direction=data.get("direction", "ltr"),
            source=data.get("source", ""),
        )
        size = data["size"]
    except (KeyError, TypeError, tomllib.TOMLDecodeError) as error:
        raise TileError("bad_tile_set", name=name, problem=f"cannot be read ({error!r})") from error
    except ValueError as error:
        if isinstance(error, TileError):
            raise
        raise TileError("bad_tile_set", name=name, problem=str(error)) from error
    if size != tiles.size:
        raise TileError("bad_tile_set", name=name, problem=f"{tiles.size} tiles, but its size says {size}")
    return tiles


def _both_cases(folds: Mapping[str, str], small: Mapping[str, str]) -> dict[str, str]:
    """Add folds for small letters. A listed small letter (ß, seldom a capital) keeps its own: no blank."""

    def lower(text: str) -> str:
        return "".join(small.get(sign, sign.lower()) for sign in text)

    small_folds = {lower(character): lower(letters) for character, letters in folds.items()}
    return {**small_folds, **folds}


@cache
def tile_set_names() -> tuple[str, ...]:
    """Return the names of the tile sets that come with Isotop."""
    folder = resources.files("engine") / "data" / "tiles"
    return tuple(sorted(path.name.removesuffix(".toml") for path in folder.iterdir()))


def load_tile_set(name: str) -> TileSet:
    """Return the tile set of that name: a built-in one, or one that was loaded from a file."""
    return _load_built_in(name) if name in tile_set_names() else _load_stored(name)


def tile_set_path(name: str) -> Path:
    """Return the file of a tile set that was loaded."""
    return data_folder() / "lexicons" / f"{name}.tiles"


@lru_cache
def _load_built_in(name: str) -> TileSet:
    path = resources.files("engine") / "data" / "tiles" / f"{name}.toml"
    return tile_set_from_toml(name, path.read_text(encoding="utf-8"))


# Tile sets of files that a command was given.
_given: dict[str, TileSet] = {}


def give_tile_set(tiles: TileSet) -> None:
    """Let this process know a tile set that is not stored, by its name."""
    _given[tiles.name] = tiles


def _load_stored(name: str) -> TileSet:
    if name in _given:
        return _given[name]
    try:
        if not STORED_NAME.fullmatch(name):  # a record from outside may name anything, also a path
            raise FileNotFoundError
        path = tile_set_path(name)
        return _read_stored(path, path.stat().st_mtime_ns)
    except OSError as error:
        raise TileError("unknown_tile_set", name=name) from error


@lru_cache
def _read_stored(path: Path, _changed: int) -> TileSet:
    return tile_set_from_toml(path.stem, path.read_text(encoding="utf-8"))
