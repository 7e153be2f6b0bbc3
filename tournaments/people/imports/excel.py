"""Reader for the first sheet of an Excel file (.xlsx) from an untrusted source, with limits on time and
memory.

Each part of the file passes a parser piece by piece; a value beyond a limit ends the reading at once. Nothing outside
the part is resolved (no entities, no namespaces), and only data that a list needs is kept. openpyxl in a process with
limits does not replace it: 55 kB of empty cells take 1 GB and 11 s before they are refused, macOS bounds no memory,
Windows has no fork, and openpyxl's reading row by row knows no merged cells.
"""

import io
import re
import zipfile
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Final

from django.utils.translation import gettext_lazy as _
from openpyxl.styles.numbers import BUILTIN_FORMATS, is_date_format
from openpyxl.utils.cell import coordinate_to_tuple, range_boundaries
from openpyxl.utils.datetime import MAC_EPOCH, WINDOWS_EPOCH, from_excel

from tournaments.errors import RuleViolation
from tournaments.people.imports.excel_parts import (
    MOST_CELLS,
    MOST_ELEMENTS,
    MOST_TEXT,
    Attributes,
    ExcelPart,
    check_archive,
    parse,
    targets,
    too_many_cells,
    too_much_text,
    unreadable,
)

MOST_AREAS: Final = 40_000
MOST_FORMAT: Final = 255

_LEFT_OPEN: Final = re.compile(r"\[[^\]]*\[|\[[^\]]*$")

Area = tuple[int, int, int, int]


def read_first_sheet(
    data: bytes, most_rows: int, most_columns: int, most_cells: int = MOST_CELLS
) -> list[list[str]]:
    """Return the rows of the first sheet, each cell as one would type it; merged cells all have the value of
    the first one.

    Raises:
        RuleViolation: it is no Excel file, or holds more than a list of people can.
    """
    try:  # a damaged or locked file raises all kinds of errors
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            check_archive(archive)
            return _Book(archive).read_sheet(most_rows, most_columns, most_cells)
    except RuleViolation:
        raise
    except Exception as error:
        raise unreadable() from error


class _Book:
    """The parts of an Excel file that a sheet needs: its path, shared texts, formats, the epoch of dates."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        (path,) = targets(archive, "", "officeDocument").values()
        workbook = _Workbook(parts := targets(archive, path, "worksheet"))
        parse(archive, path, workbook)
        if workbook.first is None:
            raise unreadable()
        self._sheet = parts[workbook.first]
        texts = next(iter(targets(archive, path, "sharedStrings").values()), "")
        styles = next(iter(targets(archive, path, "styles").values()), "")
        self._texts, self._styles = _SharedTexts(), _Styles(workbook.epoch)
        if texts in archive.NameToInfo:
            parse(archive, texts, self._texts, MOST_ELEMENTS)
        if styles in archive.NameToInfo:
            parse(archive, styles, self._styles)

    def read_sheet(self, most_rows: int, most_columns: int, most_cells: int) -> list[list[str]]:
        sheet = _Sheet(self._texts.texts, self._styles, most_rows, most_columns, most_cells)
        # A cell has an element for its value.
        parse(self._archive, self._sheet, sheet, max(MOST_ELEMENTS, 2 * most_cells))
        return sheet.fill_rows()


@dataclass
class _Workbook(ExcelPart):
    sheets: dict[str, str]
    first: str | None = None
    epoch: datetime = WINDOWS_EPOCH

    def start(self, name: str, attributes: Attributes) -> None:
        if name == "workbookPr" and attributes.get("date1904") in {"1", "true"}:
            self.epoch = MAC_EPOCH
        elif name == "sheet" and self.first is None:
            key = next((value for key, value in attributes.items() if key.endswith(":id")), "")
            self.first = key if key in self.sheets else None


class _SharedTexts(ExcelPart):
    """The texts that cells name by number; the phonetic guides of Japanese ones (`rPh`) are left out."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self._parts: list[str] = []
        self._spoken = False
        self._total = 0

    def start(self, name: str, attributes: Attributes) -> None:  # noqa: ARG002 - as every part's
        if name == "rPh":
            self._spoken = True
        elif name == "t" and not self._spoken:
            self.collect()

    def end(self, name: str) -> None:
        if name == "rPh":
            self._spoken = False
        elif name == "t" and not self._spoken:
            self._parts.append(text := self.take())
            self._total += len(text)
            if self._total > MOST_TEXT:
                raise too_much_text()
        elif name == "si":
            self.texts.append("".join(self._parts))
            self._parts = []
            if len(self.texts) > MOST_CELLS:
                raise too_many_cells()


@dataclass
class _Styles(ExcelPart):
    """The styles of cells, which show some numbers as dates."""

    epoch: datetime
    _formats: dict[int, str] = field(default_factory=dict)
    _numbers: list[int] = field(default_factory=list)
    _dates: dict[int, bool] = field(default_factory=dict)
    _cells: bool = False

    def start(self, name: str, attributes: Attributes) -> None:
        if name == "numFmt":
            self._formats[int(attributes["numFmtId"])] = attributes["formatCode"][:MOST_FORMAT]
        elif name == "cellXfs":
            self._cells = True
        elif name == "xf" and self._cells:
            self._numbers.append(int(attributes.get("numFmtId", 0)))

    def end(self, name: str) -> None:
        if name == "cellXfs":
            self._cells = False

    def number_text(self, text: str, style: str) -> str:
        """Return a number as one would type it: whole numbers without a point, dates in ISO format."""
        try:
            number = float(text) if set(text) & set(".eE") else int(text)
            if self._is_date(int(style or 0)):
                day = from_excel(number, self.epoch)
                return day.date().isoformat() if isinstance(day, datetime) else str(day)
            return str(int(number) if number == int(number) else number)
        except (ValueError, OverflowError):
            return text

    def _is_date(self, style: int) -> bool:
        if not 0 <= style < len(self._numbers):
            return False
        number = self._numbers[style]
        if number not in self._dates:
            shown = self._formats.get(number) or BUILTIN_FORMATS.get(number) or ""
            # openpyxl's pattern takes time by the square of brackets that are not closed.
            self._dates[number] = _LEFT_OPEN.search(shown) is None and bool(is_date_format(shown))
        return self._dates[number]


class _Sheet(ExcelPart):
    """The cells of a sheet within its first rows and columns."""

    def __init__(
        self, texts: list[str], styles: _Styles, most_rows: int, most_columns: int, most_cells: int
    ) -> None:
        self._shared, self._styles = texts, styles
        self._most_rows, self._most_columns, self._most_cells = most_rows, most_columns, most_cells
        self._rows: dict[int, list[str]] = {}
        self._areas: list[Area] = []
        self._places = most_rows * most_columns  # left for merged areas: real ones do not overlap
        self._counted = self._merged = 0
        self._row = self._column = 0
        self._kind = self._style = self._value = ""
        self._texts: list[str] = []

    def start(self, name: str, attributes: Attributes) -> None:
        match name:
            case "c":
                self._count()
                self._column = (
                    coordinate_to_tuple(attributes["r"])[1] if "r" in attributes else self._column + 1
                )
                self._kind, self._style = attributes.get("t", "n"), attributes.get("s", "")
                self._value, self._texts = "", []
            case "v" | "t" if self._is_kept():
                self.collect()
            case "row":
                self._count()
                self._row, self._column = int(attributes.get("r", self._row + 1)), 0
            case "mergeCell":
                self._merge(attributes["ref"])

    def end(self, name: str) -> None:
        match name:
            case "v" if self._is_kept():
                self._value = self.take()
            case "t" if self._is_kept():
                self._texts.append(self.take())
            case "c" if self._is_kept() and (text := self._cell_text()):
                row = self._rows.setdefault(self._row, [])
                row.extend([""] * (self._column - len(row)))
                row[self._column - 1] = text

    def fill_rows(self) -> list[list[str]]:
        """Return the rows, including empty ones between that the file leaves out."""
        last = max(self._rows, default=0)
        rows = [self._rows.get(number, []) for number in range(1, last + 1)]
        for top, left, bottom, right in self._areas:
            first = rows[top - 1][left - 1 : left] if top <= last else []
            for row in rows[top - 1 : bottom] if first and first[0] else ():
                row.extend([""] * (right - len(row)))
                row[left - 1 : right] = first * (right - left + 1)
        return rows

    def _count(self) -> None:
        self._counted += 1
        if self._counted > self._most_cells:
            raise too_many_cells(self._most_cells)

    def _is_kept(self) -> bool:
        return 1 <= self._row <= self._most_rows and 1 <= self._column <= self._most_columns

    def _cell_text(self) -> str:
        match self._kind:
            case "s":
                return self._shared[int(self._value)] if self._value else ""
            case "inlineStr":
                return "".join(self._texts)
            case "n" if self._value:
                return self._styles.number_text(self._value, self._style)
            case "b":
                return str(self._value in {"1", "true"})
            case "d":
                return date.fromisoformat(self._value[:10]).isoformat()
        return self._value

    def _merge(self, area: str) -> None:
        self._merged += 1
        if self._merged > MOST_AREAS:
            raise RuleViolation(
                "excel_merged", _("The Excel file has more than {most} merged areas."), most=MOST_AREAS
            )
        left, top, right, bottom = range_boundaries(area[:20])
        bottom, right = min(bottom, self._most_rows), min(right, self._most_columns)
        size = max(0, bottom - top + 1) * max(0, right - left + 1)
        if 1 < size <= self._places:
            self._places -= size
            self._areas.append((top, left, bottom, right))
