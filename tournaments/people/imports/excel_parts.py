"""The parts of an Excel file (.xlsx) from an untrusted source, passed through a parser piece by piece.

Nothing outside the part is resolved (no entities, no namespaces); a part beyond a limit ends the reading.
"""

import posixpath
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final
from xml.parsers import expat

from django.utils.translation import gettext_lazy as _

from tournaments.errors import RuleViolation
from tournaments.processes.zip_limits import ZipRefused, check_zip

MOST_UNPACKED: Final = 60_000_000
MOST_PARTS: Final = 2_000
MOST_CELLS: Final = 600_000  # rows are counted as well
MOST_TEXT: Final = 10_000_000  # characters, in shared texts and in all cells that are kept
MOST_CELL_TEXT: Final = 32_767  # as Excel's own
MOST_ELEMENTS: Final = 2_000_000  # in the sheet or the shared texts
MOST_OTHER_ELEMENTS: Final = 300_000  # in any other part
MOST_DEPTH: Final = 30
MOST_TOKEN: Final = 1_000_000  # bytes of one tag or comment
PIECE: Final = 65_536

Attributes = dict[str, str]


class ExcelPart:
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
class _Relations(ExcelPart):
    """Parts of one type that another part names, by id."""

    folder: str
    type: str
    found: dict[str, str] = field(default_factory=dict)

    def start(self, name: str, attributes: Attributes) -> None:
        wanted = name == "Relationship" and attributes["Type"].endswith(f"/{self.type}")
        if wanted and len(self.found) < MOST_PARTS:
            path = posixpath.normpath(posixpath.join("/", self.folder, attributes["Target"]))
            self.found[attributes["Id"]] = path.lstrip("/")


def targets(archive: zipfile.ZipFile, path: str, kind: str) -> dict[str, str]:
    """Return the parts of a type that belong to a part, by their ids."""
    folder, name = posixpath.split(path)
    relations = _Relations(folder, kind)
    parse(archive, posixpath.join(folder, "_rels", f"{name}.rels"), relations)
    return relations.found


def parse(archive: zipfile.ZipFile, path: str, part: ExcelPart, most: int = MOST_OTHER_ELEMENTS) -> None:
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
                raise unreadable()
    parser.Parse(b"", True)


def _handlers(part: ExcelPart, most: int) -> tuple[Callable[[str, Attributes], None], Callable[[str], None]]:
    count = depth = 0
    start, end = part.start, part.end

    def start_element(name: str, attributes: Attributes) -> None:
        nonlocal count, depth
        count += 1
        depth += 1
        if count > most or depth > MOST_DEPTH:
            raise too_many_cells() if count > most else unreadable()
        start(name.rpartition(":")[2], attributes)

    def end_element(name: str) -> None:
        nonlocal depth
        depth -= 1
        end(name.rpartition(":")[2])

    return start_element, end_element


def _refuse_doctype(*_declared: object) -> None:
    raise unreadable()


def check_archive(archive: zipfile.ZipFile) -> None:
    """Refuse an archive that unpacks to too much, or whose packing is not Excel's."""
    try:
        check_zip(archive, most_bytes=MOST_UNPACKED, most_members=MOST_PARTS)
    except ZipRefused as refused:
        if not refused.is_large:
            raise unreadable() from None
        raise RuleViolation(
            "excel_too_big",
            _("The Excel file unpacks to more than {most} MB."),
            most=MOST_UNPACKED // 1_000_000,
        ) from None


def unreadable() -> RuleViolation:
    return RuleViolation("bad_excel", _("The Excel file cannot be read; save it as .xlsx or CSV."))


def too_many_cells(most: int = MOST_CELLS) -> RuleViolation:
    return RuleViolation("excel_cells", _("The Excel file has more than {most} cells and rows."), most=most)


def too_much_text() -> RuleViolation:
    return RuleViolation(
        "excel_text",
        _("The Excel file has too much text: at most {most} characters in all, {cell} in one cell."),
        most=MOST_TEXT,
        cell=MOST_CELL_TEXT,
    )
