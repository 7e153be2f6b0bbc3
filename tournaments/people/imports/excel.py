"""Reader for the first sheet of an Excel file (.xlsx) from an untrusted source, with limits on time and
memory.

openpyxl and calamine trust a file: 55 kB with one row of millions of cells took gigabytes, one cell far away
ended the process. Here each part of the file passes a parser piece by piece; a value beyond a limit ends the
reading at once. Nothing outside the part is resolved (no entities, no namespaces), and only data that a list
needs is kept.
"""

import io
import posixpath
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Final
from xml.parsers import expat

from django.utils.translation import gettext_lazy as _
from openpyxl.styles.numbers import BUILTIN_FORMATS, is_date_format
from openpyxl.utils.cell import coordinate_to_tuple, range_boundaries
from openpyxl.utils.datetime import MAC_EPOCH, WINDOWS_EPOCH, from_excel

from tournaments.core.errors import RuleViolation

MOST_UNPACKED: Final = 60_000_000
MOST_PARTS: Final = 2_000
MOST_CELLS: Final = 600_000  # rows are counted as well
MOST_TEXT: Final = 10_000_000  # characters, in shared texts and in all cells that are kept
MOST_CELL_TEXT: Final = 32_767  # as Excel's own
MOST_AREAS: Final = 40_000
MOST_ELEMENTS: Final = 2_000_000  # in the sheet or the shared texts
MOST_OTHER_ELEMENTS: Final = 300_000  # in any other part
MOST_DEPTH: Final = 30
MOST_TOKEN: Final = 1_000_000  # bytes of one tag or comment
MOST_FORMAT: Final = 255
PIECE: Final = 65_536

Attributes = dict[str, str]
Area = tuple[int, int, int, int]


def read_first_sheet(data: bytes, most_rows: int, most_columns: int) -> list[list[str]]:
    """Return the rows of the first sheet, each cell as one would type it; merged cells all have the value of
    the first one.

    Raises:
        RuleViolation: it is no Excel file, or holds more than a list of people can.
    """
    try:  # a damaged or locked file raises all kinds of errors
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            _check_archive(archive)
            return _Book(archive).read_sheet(most_rows, most_columns)
    except RuleViolation:
        raise
    except Exception as error:
        raise _unreadable() from error


class _Book:
    """The parts of an Excel file that a sheet needs: its path, shared texts, formats, the epoch of dates."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        (path,) = _targets(archive, "", "officeDocument").values()
        workbook = _Workbook(parts := _targets(archive, path, "worksheet"))
        _parse(archive, path, workbook)
        if workbook.first is None:
            raise _unreadable()
        self._sheet = parts[workbook.first]
        texts = next(iter(_targets(archive, path, "sharedStrings").values()), "")
        styles = next(iter(_targets(archive, path, "styles").values()), "")
        self._texts, self._styles = _SharedTexts(), _Styles(workbook.epoch)
        if texts in archive.NameToInfo:
            _parse(archive, texts, self._texts, MOST_ELEMENTS)
        if styles in archive.NameToInfo:
            _parse(archive, styles, self._styles)

    def read_sheet(self, most_rows: int, most_columns: int) -> list[list[str]]:
        sheet = _Sheet(self._texts.texts, self._styles, most_rows, most_columns)
        _parse(self._archive, self._sheet, sheet, MOST_ELEMENTS)
        return sheet.filled_rows()


class _Part:
    """The handler of one part's elements. A text is collected between `collect` and the next `take`."""

    _pieces: list[str] | None = None
    _length = 0

    def start(self, name: str, attributes: Attributes) -> None:
        """Handle the start of an element."""

    def end(self, name: str) -> None:
        """Handle the end of an element."""

    def collect(self) -> None:
        self._pieces, self._length = [], 0

    def take(self) -> str:
        pieces, self._pieces = self._pieces or [], None
        return "".join(pieces)

    def text(self, text: str) -> None:
        if self._pieces is not None:
            self._length += len(text)
            if self._length > MOST_CELL_TEXT:
                raise too_much_text()
            self._pieces.append(text)


@dataclass
class _Relations(_Part):
    """Parts of one type that another part names, by id."""

    folder: str
    type: str
    found: dict[str, str] = field(default_factory=dict)

    def start(self, name: str, attributes: Attributes) -> None:
        wanted = name == "Relationship" and attributes["Type"].endswith(f"/{self.type}")
        if wanted and len(self.found) < MOST_PARTS:
            path = posixpath.normpath(posixpath.join("/", self.folder, attributes["Target"]))
            self.found[attributes["Id"]] = path.lstrip("/")


@dataclass
class _Workbook(_Part):
    sheets: dict[str, str]
    first: str | None = None
    epoch: datetime = WINDOWS_EPOCH

    def start(self, name: str, attributes: Attributes) -> None:
        if name == "workbookPr" and attributes.get("date1904") in {"1", "true"}:
            self.epoch = MAC_EPOCH
        elif name == "sheet" and self.first is None:
            key = next((value for key, value in attributes.items() if key.endswith(":id")), "")
            self.first = key if key in self.sheets else None


class _SharedTexts(_Part):
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
                raise _too_many_cells()


@dataclass
class _Styles(_Part):
    """The styles of cells, which show some numbers as dates."""

    epoch: datetime
    _formats: dict[int, str] = field(default_factory=dict)
    _numbers: list[int] = field(default_factory=list)
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
        return bool(is_date_format(self._formats.get(number) or BUILTIN_FORMATS.get(number)))


class _Sheet(_Part):
    """The cells of a sheet within its first rows and columns."""

    def __init__(self, texts: list[str], styles: _Styles, most_rows: int, most_columns: int) -> None:
        self._shared, self._styles = texts, styles
        self._most_rows, self._most_columns = most_rows, most_columns
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

    def filled_rows(self) -> list[list[str]]:
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
        if self._counted > MOST_CELLS:
            raise _too_many_cells()

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


def _targets(archive: zipfile.ZipFile, path: str, kind: str) -> dict[str, str]:
    """Return the parts of a type that belong to a part, by their ids."""
    folder, name = posixpath.split(path)
    relations = _Relations(folder, kind)
    _parse(archive, posixpath.join(folder, "_rels", f"{name}.rels"), relations)
    return relations.found


def _parse(archive: zipfile.ZipFile, path: str, part: _Part, most: int = MOST_OTHER_ELEMENTS) -> None:
    """Pass a part of the file through the parser, piece by piece; stop at the first one beyond a limit."""
    parser = expat.ParserCreate()  # no namespaces: a long one would be copied for each element
    parser.buffer_text = True
    parser.CharacterDataHandler = part.text
    parser.StartDoctypeDeclHandler = _refuse_doctype
    parser.StartElementHandler, parser.EndElementHandler = _handlers(part, most)
    fed = 0
    with archive.open(path) as file:
        while piece := file.read(PIECE):
            fed += len(piece)
            parser.Parse(piece, False)
            if fed - parser.CurrentByteIndex > MOST_TOKEN:
                raise _unreadable()
    parser.Parse(b"", True)


def _handlers(part: _Part, most: int) -> tuple[Callable[[str, Attributes], None], Callable[[str], None]]:
    count = depth = 0
    start, end = part.start, part.end

    def start_element(name: str, attributes: Attributes) -> None:
        nonlocal count, depth
        count += 1
        depth += 1
        if count > most or depth > MOST_DEPTH:
            raise _too_many_cells() if count > most else _unreadable()
        start(name.rpartition(":")[2], attributes)

    def end_element(name: str) -> None:
        nonlocal depth
        depth -= 1
        end(name.rpartition(":")[2])

    return start_element, end_element


def _refuse_doctype(*_declared: object) -> None:
    raise _unreadable()


def _check_archive(archive: zipfile.ZipFile) -> None:
    """Refuse an archive that unpacks to too much, or whose packing is not Excel's: others take memory as the
    file says.
    """
    members = archive.infolist()
    if sum(member.file_size for member in members) > MOST_UNPACKED:
        raise RuleViolation(
            "excel_too_big",
            _("The Excel file unpacks to more than {most} MB."),
            most=MOST_UNPACKED // 1_000_000,
        )
    packings = {member.compress_type for member in members}
    if len(members) > MOST_PARTS or not packings <= {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}:
        raise _unreadable()


def _unreadable() -> RuleViolation:
    return RuleViolation("bad_excel", _("The Excel file cannot be read; save it as .xlsx or CSV."))


def _too_many_cells() -> RuleViolation:
    return RuleViolation(
        "excel_cells", _("The Excel file has more than {most} cells and rows."), most=MOST_CELLS
    )


def too_much_text() -> RuleViolation:
    return RuleViolation(
        "excel_text",
        _("The Excel file has too much text: at most {most} characters in all, {cell} in one cell."),
        most=MOST_TEXT,
        cell=MOST_CELL_TEXT,
    )
