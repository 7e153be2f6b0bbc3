"""The reader for files of tile sets from outside, see docs/tiles.md. Every problem is found at once, with its line."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from engine.errors import TileError
from engine.rules.setting_kinds import SettingProblem
from engine.rules.toml import TomlError, parse_toml
from engine.tiles import (
    MOST_LETTERS,
    MOST_VALUE,
    STORED_NAME,
    TileSet,
    is_letter,
    tile_set_from_toml,
    tile_set_names,
)
from engine.translation import gettext_noop as _

MOST_TILES: Final = 400  # in the bag; a board has 225 squares
_NEEDED: Final = ("language", "tiles", "blanks", "size", "vowels")
_KNOWN: Final = frozenset({*_NEEDED, "both", "folds", "small", "direction", "source"})
_KEY: Final = re.compile(r"\s*\[?(?P<name>[\w-]+)")
_LETTER: Final = re.compile(r"""\s*\[?\s*(?P<quote>["'])(?P<name>.*?)(?P=quote)""")
_LINE_OF_ERROR: Final = re.compile(r"at line (\d+)")


@dataclass(frozen=True, slots=True)
class LineProblem:
    """A problem and its line; 0 if it is that of the whole file."""

    line: int
    problem: SettingProblem

    def __str__(self) -> str:
        return f"line {self.line}: {self.problem}" if self.line else str(self.problem)


class TileFileError(ValueError):
    """A file that is no tile set; `problems` says why, in the order of its lines."""

    def __init__(self, problems: list[LineProblem]) -> None:
        super().__init__("; ".join(map(str, problems)))
        self.problems = problems


def read_tile_file(name: str, text: str) -> TileSet:
    """Return the tile set of a text.

    Raises:
        TileFileError: it is none.
    """
    try:
        data = parse_toml(text)
    except TomlError as error:
        found = _LINE_OF_ERROR.search(str(error))
        raise TileFileError([LineProblem(int(found[1]) if found else 0, error.problem)]) from error
    problems = sorted(_Check(data, text).problems(), key=lambda each: each.line)
    if problems:
        raise TileFileError(problems)
    try:
        return tile_set_from_toml(name, text)
    except TileError as error:
        raise TileFileError([LineProblem(0, SettingProblem(str(error.params["problem"])))]) from error


def read_tile_path(path: Path) -> TileSet:
    """Return the tile set of a file, under the file's name.

    Raises:
        TileFileError: it is none, or has no name that a new set can have.
        OSError: the file cannot be read.
    """
    if path.stem in tile_set_names() or not STORED_NAME.fullmatch(path.stem):
        problem = SettingProblem(
            _("“{name}” is not a valid tile set name: rename the file using letters, digits, - and _."),
            {"name": path.stem},
        )
        raise TileFileError([LineProblem(0, problem)])
    try:
        return read_tile_file(path.stem, path.read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError as error:
        raise TileFileError([LineProblem(0, SettingProblem(_("it is not UTF-8 text")))]) from error


class _Check:
    """The checks of one file, each of which yields what it finds."""

    def __init__(self, data: Mapping[str, Any], text: str) -> None:
        self.data = data
        self.key_lines = _lines_by(_KEY, text)
        self.letter_lines = _lines_by(_LETTER, text)
        self.small = self._texts("small")
        self.letters = {row[0] for row in self._rows() if _is_row(row)}

    def problems(self) -> Iterator[LineProblem]:
        yield from self._keys()
        yield from self._tiles()
        yield from self._sum()
        yield from self._kinds()
        yield from self._tables()

    def _keys(self) -> Iterator[LineProblem]:
        for key in self.data.keys() - _KNOWN:
            yield self._at(key, _("there is no setting “{key}” in a tile set"), key=key)
        for key in _NEEDED:
            if key not in self.data:
                yield LineProblem(0, SettingProblem(_("“{key}” is missing"), {"key": key}))
        language = self.data.get("language", "en")
        if not isinstance(language, str) or not re.fullmatch(r"[a-z]{2,3}", language):
            yield self._at("language", _("the language is a code of two or three small letters, such as en"))
        # Not a set: a list or table of the file has no hash.
        if self.data.get("direction", "ltr") not in ("ltr", "rtl"):
            yield self._at("direction", _("the direction is ltr or rtl"))
        if not isinstance(self.data.get("source", ""), str):
            yield self._at("source", _("the source is a text"))

    def _tiles(self) -> Iterator[LineProblem]:
        if not 0 < len(self._rows()) <= MOST_LETTERS:
            yield self._at("tiles", _("a set has 1 to {most} letters"), most=MOST_LETTERS)
        seen: set[str] = set()
        for row in self._rows():
            if not _is_row(row):
                yield self._at(
                    "tiles",
                    _('“{row}” is not a letter with tile count and value, such as ["A", 9, 1]'),
                    row=row,
                )
                continue
            letter, count, value = row
            if not is_letter(letter, self.small):
                yield self._at_letter(letter, _("“{letter}” is not a letter: write one to three capitals"))
            if letter in seen:
                yield self._at_letter(letter, _("“{letter}” appears twice"), last=True)
            if not 0 <= count <= MOST_TILES:
                yield self._at_letter(letter, _("“{letter}” has 0 to {most} tiles"), most=MOST_TILES)
            if not 0 <= value <= MOST_VALUE:
                yield self._at_letter(letter, _("“{letter}” is worth 0 to {most}"), most=MOST_VALUE)
            seen.add(letter)

    def _sum(self) -> Iterator[LineProblem]:
        blanks, size = self.data.get("blanks", 0), self.data.get("size", 0)
        for key, number in (("blanks", blanks), ("size", size)):
            if not _is_number(number) or not 0 <= number <= MOST_TILES:
                yield self._at(key, _("“{key}” is a number from 0 to {most}"), key=key, most=MOST_TILES)
                return
        total = blanks + sum(row[1] for row in self._rows() if _is_row(row))
        if "size" in self.data and size != total:
            yield self._at("size", _("the set has {total} tiles, not {size}"), total=total, size=size)

    def _kinds(self) -> Iterator[LineProblem]:
        for key in ("vowels", "both"):
            named = self.data.get(key, [])
            if not isinstance(named, list):
                yield self._at(key, _("“{key}” is a list of letters"), key=key)
                continue
            for letter in named:
                if not isinstance(letter, str) or letter not in self.letters:
                    yield self._at(key, _("“{letter}” is not a letter of this set"), letter=letter)

    def _tables(self) -> Iterator[LineProblem]:
        for key in ("folds", "small"):
            if self.data.get(key, {}) != self._texts(key):
                yield self._at(key, _("“{key}” has a text for each sign"), key=key)
        for letter, small in self.small.items():
            if letter not in self.letters or len(small) != 1 or small in self.letters:
                yield self._at_letter(letter, _("“{letter}” has no such small letter: {small}"), small=small)
        signs = {sign for letter in self.letters for sign in letter}
        for sign, letters in self._texts("folds").items():
            if len(sign) != 1 or sign in self.letters:
                yield self._at_letter(sign, _("“{letter}” is already a letter of the set"))
            elif set(letters) - signs and set(letters.upper()) - signs:
                yield self._at_letter(
                    sign, _("“{letter}” stands for signs that no tile has: {signs}"), signs=letters
                )

    def _rows(self) -> list[Any]:
        rows = self.data.get("tiles", [])
        return rows if isinstance(rows, list) else []

    def _texts(self, key: str) -> dict[str, str]:
        table = self.data.get(key, {})
        if not isinstance(table, dict):
            return {}
        return {sign: text for sign, text in table.items() if isinstance(text, str)}

    def _at(self, key: str, text: str, /, **values: object) -> LineProblem:
        return LineProblem(self.key_lines.get(key, [0])[0], SettingProblem(text, values))

    def _at_letter(self, letter: str, text: str, /, *, last: bool = False, **values: object) -> LineProblem:
        line = self.letter_lines.get(letter, [0])[-1 if last else 0]
        return LineProblem(line, SettingProblem(text, {"letter": letter, **values}))


def _lines_by(pattern: re.Pattern[str], text: str) -> dict[str, list[int]]:
    """Return the numbers of the lines that begin with each key or letter."""
    lines: dict[str, list[int]] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if found := pattern.match(line):
            lines.setdefault(found["name"], []).append(number)
    return lines


def _is_row(row: object) -> bool:
    return (
        isinstance(row, list) and len(row) == 3 and isinstance(row[0], str) and all(map(_is_number, row[1:]))
    )


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
