"""Lists of players as people paste them: a line a player, such as “Collins, Betzy 1136”, or cells of a spreadsheet.

A line that names columns is read as that of a file. Without one, each number is told by its look: “#5” and “5.” count
the lines, a long number or a known licence is the licence, three or four digits are the rating, and 0 says, as in tsh,
that there is none. The rest is the name; a further cell with text is the club. Pure.
"""

import csv
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext_lazy as _

from tournaments.core.text.folding import licence_key, tidy
from tournaments.core.text.name_parts import split_name
from tournaments.people.imports.columns import is_headings, reading_of
from tournaments.people.imports.files import lines_of, strip_formula_mark
from tournaments.people.imports.rows import Problem

SEPARATORS: Final = "\t;|"
# Commas separate cells where one is a number or quoted; elsewhere a comma stands in a name.
_COMMAS: Final = re.compile(r'^\s*(?:"|\d+\s*,)|,\s*[A-Za-z]{0,4}-?\d+\s*(?:,|$)')
HEADING_WITHIN: Final = 5
# “5.” or “5” before a name, and “#5” or “(#5)” anywhere.
_COUNTS: Final = re.compile(r"^\(?\d{1,4}[.)]\s+|^\d{1,3}\s+(?=[^\W\d])|\(?#\d{1,4}\b\)?[.)]?")
_COUNT: Final = re.compile(r"#?\d{1,3}[.)]?")
_LICENCE: Final = re.compile(r"[A-Za-z]{0,4}-?\d{5,12}")
_RATING: Final = re.compile(r"\(?([1-9]\d{2,3}|0)\)?")
_RATING_ALONE: Final = re.compile(r"\(?(\d{1,4})\)?")


@dataclass(frozen=True, slots=True)
class PastedLine:
    """A line as it was pasted, with the text of each column that was read, and what is doubtful in it."""

    number: int
    text: str
    values: Mapping[str, str]
    doubts: tuple[Problem, ...] = ()

    @property
    def is_bare(self) -> bool:
        """True for a line that is a name or a licence and nothing else."""
        return list(self.values.values()) == [self.text]


def read_pasted(text: str, licences: Collection[str] = ()) -> list[PastedLine]:
    """Return the lines of a pasted list; `licences` are the keys of those that are known."""
    rows = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if tidy(line)]
    if headed := _read_headed(rows):
        return headed
    return [_read_line(number, line, licences) for number, line in rows]


def _read_headed(rows: Sequence[tuple[int, str]]) -> list[PastedLine]:
    """Return the lines below one that names several columns; empty if none does."""
    for place, (_number, line) in enumerate(rows[:HEADING_WITHIN]):
        reading = reading_of(split_cells(line))
        if sum(map(bool, reading)) > 1 and is_headings(reading):
            texts = dict(rows[place + 1 :])
            read = lines_of(((number, split_cells(text)) for number, text in texts.items()), reading)
            return [PastedLine(one.number, tidy(texts[one.number]), one.values) for one in read]
    return []


def split_cells(line: str) -> list[str]:
    """Return the cells of a line; a line without separators is one."""
    separator = next((sign for sign in SEPARATORS if sign in line), "," if _COMMAS.search(line) else None)
    cells = next(csv.reader([line], delimiter=separator, skipinitialspace=True)) if separator else [line]
    return [strip_formula_mark(cell) for cell in cells]


def _read_line(number: int, text: str, licences: Collection[str]) -> PastedLine:
    values: dict[str, str] = {}
    doubts: list[Problem] = []
    cells = [cell for cell in split_cells(text) if cell]
    if len(cells) > 1 and _COUNT.fullmatch(cells[0]):
        del cells[0]
    words = [_read_cell(cell, values, doubts, licences, alone=len(cells) > 1) for cell in cells]
    texts = [one for one in words if one]
    if not texts and not values:
        return PastedLine(number, tidy(text), {"name": tidy(text)})
    if len(texts) > 1 and not any(sign in one for sign in ", " for one in texts[:2]):
        values |= {"last_name": texts[0], "first_name": texts[1]}
        doubts.append(Problem(_("Two cells are read as the last name and the first name.")))
        texts = texts[2:]
    elif texts:
        values |= _name(texts.pop(0))
    if texts:
        values["club"] = texts.pop(0)
    doubts += [_unread(one) for one in texts]
    return PastedLine(number, tidy(text), values, tuple(doubts))


def _read_cell(
    cell: str, values: dict[str, str], doubts: list[Problem], licences: Collection[str], *, alone: bool
) -> str:
    """Take the numbers out of a cell and return the words that are left; a short number is a rating if it is
    `alone` in its cell.
    """
    words: list[str] = []
    for word in _COUNTS.sub(" ", cell).split():
        bare = word.strip("()[],")
        rating = (_RATING_ALONE if alone else _RATING).fullmatch(word)
        if any(map(str.isdigit, bare)) and (licence_key(bare) in licences or _LICENCE.fullmatch(bare)):
            _take("licence", bare, values, doubts)
        elif rating and (alone or words or values):
            if int(rating[1]):
                _take("rating", rating[1], values, doubts)
        else:
            words.append(word)
    return " ".join(words).strip(" ,")


def _take(column: str, text: str, values: dict[str, str], doubts: list[Problem]) -> None:
    if column in values:
        doubts.append(_unread(text))
    values.setdefault(column, text)


def _name(text: str) -> dict[str, str]:
    """Return the columns of a name: two if a comma separates them."""
    parts = split_name(text) if "," in text else None
    if parts is not None and parts.given:
        return {"first_name": parts.given, "last_name": parts.family}
    return {"name": text}


def _unread(text: str) -> Problem:
    return Problem(_("Not read: “{text}”."), {"text": text})
