"""Lists of players as people type and paste them: a line a player, such as “Collins, Betzy 1136”, or cells of a
spreadsheet.

A line that names columns is read as that of a file of entries, and so are those below it. Without one, each number is
told by its look: “#5” and “5.” count the lines, or are the table where `tables` are asked for; a long number, a known
licence or one behind a colon, as in tsh, is the licence, three or four digits are the rating, and 0 says, as in tsh,
that there is none. The rest is the name; a further cell with text is the club. Pure.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from django.utils.translation import gettext_lazy as _

from tournaments.events.registration.entry_columns import EventParts, reading_of_entries, split_partner
from tournaments.names.folding import licence_key, tidy
from tournaments.names.name_parts import PARTICLES, Order
from tournaments.people.imports.columns import is_headings, name_order
from tournaments.people.imports.files import FileLine, lines_of
from tournaments.people.imports.lines import TextLine, find_headings, split_cells, split_lines, split_table
from tournaments.people.imports.rows import Problem

# “5.” or “5” before a name, and “#5” or “(#5)” anywhere.
_COUNTS: Final = re.compile(r"^\(?\d{1,4}[.)]\s+|^\d{1,3}\s+(?=[^\W\d])|\(?#\d{1,4}\b\)?[.)]?")
_COUNT: Final = re.compile(r"#?\d{1,3}[.)]?")
_LICENCE: Final = re.compile(r"[A-Za-z]{0,4}-?\d{5,12}")
_NUMBER_OF_TSH: Final = re.compile(r"(?<=\w)\s*:\s*([A-Za-z]{0,4}-?\d{1,12})\b", re.ASCII)
_CROSS_TABLES: Final = re.compile(r"XT\d+", re.ASCII | re.IGNORECASE)
_RATING: Final = re.compile(r"\(?([1-9]\d{2,3}|0)\)?")
_RATING_ALONE: Final = re.compile(r"\(?(\d{1,4})\)?")
# The most words of a family name before a comma, without its particles: longer ones are rather those of a school.
_MOST_FAMILY: Final = 2


@dataclass(frozen=True, slots=True)
class PastedLine:
    """A line as it was pasted, with the text of each column of a file of entries, and what is doubtful in it.

    It `is_plain` if it is a name, a pair or a licence, and perhaps the table, without a doubt how it is meant.
    """

    number: int
    text: str
    values: Mapping[str, str]
    doubts: tuple[Problem, ...] = ()
    is_plain: bool = False


class TypedName(NamedTuple):
    """A plain line: a name, a pair, or a licence in place of a name, and perhaps the table."""

    name: str
    table: int | None = None

    def __str__(self) -> str:
        return self.name if self.table is None else f"{self.table} {self.name}"


class PastedList(NamedTuple):
    """The lines of a list, and the part of a name that it writes first."""

    lines: list[PastedLine]
    order: Order = "given"


def split_number(written: str) -> tuple[str, str]:
    """Return a name without the number that tsh writes behind it, and the licence; the numbers of cross-tables.com
    (XT) are none.
    """
    found = _NUMBER_OF_TSH.search(written)
    if found is None:
        return written, ""
    licence = "" if _CROSS_TABLES.fullmatch(found[1]) else licence_key(found[1])
    return written[: found.start()] + written[found.end() :], licence


def read_pasted(text: str, licences: Collection[str] = (), *, tables: bool = False) -> PastedList:
    """Return the lines of a pasted list; `licences` are the keys of those that are known."""
    lines = split_lines(text)
    headed = find_headings(lines, _read_headings) if len(lines) > 1 else None
    if headed is None:
        return PastedList([_read_line(line, licences, tables=tables) for line in lines])
    (reading, order), below = headed
    texts = {line.number: line.text for line in below}
    read = map(split_partner, lines_of(((line.number, line.cells) for line in below), reading))
    return PastedList([PastedLine(one.number, tidy(texts[one.number]), one.values) for one in read], order)


def read_typed(text: str, *, tables: bool = False) -> list[TypedName] | None:
    """Return the lines of a text if each of them is plain."""
    lines = read_pasted(text, tables=tables).lines
    if not all(line.is_plain for line in lines):
        return None
    typed = (split_table(line.text) if tables else (None, line.text) for line in lines)
    return [TypedName(name, table) for table, name in typed]


def _read_headings(cells: Sequence[str]) -> tuple[list[str], Order] | None:
    """Return the reading of a line of headings, and which part of names is first; None if it names no columns.

    A line with a digit is that of a player, such as “Player 12”.
    """
    reading = reading_of_entries(cells, EventParts())
    if not is_headings(reading) or any(map(str.isdigit, "".join(cells))):
        return None
    return reading, name_order(cells, reading) or "given"


def _read_line(line: TextLine, licences: Collection[str], *, tables: bool) -> PastedLine:
    table, rest = split_table(line.text) if tables else (None, line.text)
    values = {} if table is None else {"table": str(table)}
    doubts: list[Problem] = []
    cells = [cell for cell in (line.cells if table is None else split_cells(rest)) if cell]
    if len(cells) > 1 and _COUNT.fullmatch(cells[0]) and not tables:
        del cells[0]
    alone = len(cells) > 1
    texts = [text for cell in cells if (text := _read_cell(cell, values, doubts, licences, alone=alone))]
    plain = [*texts, *(text for column, text in values.items() if column != "table")] == [tidy(rest)]
    if not texts and values.keys() <= {"table"}:
        texts = [tidy(rest)]
        plain = True
    if len(texts) > 1 and not any(sign in text for sign in ", " for text in texts[:2]):
        values |= {"last_name": texts[0], "first_name": texts[1]}
        doubts.append(Problem(_("Two cells are read as the last name and the first name.")))
        texts = texts[2:]
    elif texts:
        values["name"] = texts.pop(0)
    if texts:
        values["club"] = texts.pop(0)
    doubts += [unread(one) for one in texts]
    read = split_partner(FileLine(line.number, values))
    names = read.values.get("name", ""), read.values.get("partner", "")
    if any(map(_is_of_school, names)):
        doubts.append(Problem(_("The first and the last name are a guess.")))
    is_plain = plain and not doubts and not {",", '"'} & set(rest)
    return PastedLine(line.number, tidy(line.text), read.values, tuple(doubts), is_plain)


def _read_cell(
    cell: str, values: dict[str, str], doubts: list[Problem], licences: Collection[str], *, alone: bool
) -> str:
    """Take the numbers out of a cell and return the words that are left; a short number is a rating if it is
    `alone` in its cell, or behind two words: “Player 150” is a name.
    """
    words: list[str] = []
    cell, licence = split_number(cell)
    if licence:
        _take("licence", licence, values, doubts)
    for word in _COUNTS.sub(" ", cell).split():
        bare = word.strip("()[],")
        rating = (_RATING_ALONE if alone else _RATING).fullmatch(word)
        if any(map(str.isdigit, bare)) and (licence_key(bare) in licences or _LICENCE.fullmatch(bare)):
            _take("licence", bare, values, doubts)
        elif rating and (alone or len(words) > 1 or values.keys() - {"table"}):
            if int(rating[1]):
                _take("rating", rating[1], values, doubts)
        else:
            words.append(word)
    return " ".join(words).strip(" ,")


def _take(column: str, text: str, values: dict[str, str], doubts: list[Problem]) -> None:
    if column in values:
        doubts.append(unread(text))
    values.setdefault(column, text)


def _is_of_school(name: str) -> bool:
    """Tell whether a comma of a name stands rather before a town than before a given name."""
    family, comma, _given = name.partition(",")
    words = [word for word in family.split() if word.casefold().strip("'’.") not in PARTICLES]
    return bool(comma) and (len(words) > _MOST_FAMILY or any(map(str.islower, words)))


def unread(text: str) -> Problem:
    return Problem(_("Not read: “{text}”."), {"text": text})
