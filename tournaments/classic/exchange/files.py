"""Uploaded files of an event: a ZIP file or several files, as texts; texts as an event.

A ZIP file may have a whole folder of tsh in it, with its web pages and old versions: the files beside `config.tsh`
count, or else the `.t` files that lie highest. NASPA's submission of results, which Woogles writes too, has all
divisions in one text, each below a line `#division NAME` or between `#begin_file name=NAME.t` and `#end_file`
(http://scrabbleplayers.org/w/Submitting_tournament_results).
"""

import csv
import io
import re
import zlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePosixPath
from typing import Final
from zipfile import BadZipFile, ZipFile

from django.utils.translation import gettext_lazy as _

from tournaments.classic.exchange.results_table import read_results_table
from tournaments.classic.exchange.tou import TOU, read_tou
from tournaments.classic.exchange.tsh.config import CONFIG
from tournaments.classic.exchange.tsh.reader import read_tsh
from tournaments.classic.exchange.values import FileEvent, FilePart, Problems
from tournaments.errors import RuleViolation
from tournaments.people.imports.files import EXCEL, read_cells
from tournaments.people.imports.lines import bad_csv, decode_text
from tournaments.processes.own_process import in_own_process
from tournaments.processes.zip_limits import ZipRefused, check_zip

MOST_BYTES: Final = 3_000_000
_MOST_MEMBERS: Final = 5_000
_MOST_UNPACKED: Final = 50_000_000
_MOST_TEXT: Final = 5_000_000
_MOST_FILES: Final = 100
# Rows of a table of results: 400 players have 200 a round.
MOST_ROWS: Final = 50_000
_SUBMITTED: Final = re.compile(
    r"#division\s+(?P<division>\S+)\s*|#begin_file\s+name=['\"]?(?P<file>[^\s'\"]+)['\"]?(?:\s.*)?",
    re.IGNORECASE,
)

_WEB_DATA: Final = (".js", ".json")  # tsh writes its results as tourney.js as well

Texts = list[tuple[str, str]]


@in_own_process()
def read_upload(files: Sequence[tuple[str, bytes]]) -> Texts:
    """Return the names and texts of the files that tell the event.

    Raises:
        RuleViolation: there is none, or they are too big, or not readable.
    """
    members: list[tuple[str, bytes]] = []
    for name, data in files:
        is_zip = name.lower().endswith(".zip") or data.startswith(EXCEL)
        members += _unpack(data) if is_zip and not _is_table(name) else [(name, data)]
        if sum(len(content) for _name, content in members) > _MOST_TEXT:
            raise _too_big()
    # An Excel file may take seconds to read, however small it is.
    _first, *others = [name for name, data in members if _is_excel(name, data)] or [""]
    if others:
        raise _one_table(others)
    texts = [(name, _text_of(name, data)) for name, data in members]
    if not texts:
        raise RuleViolation(
            "no_event_files",
            _("No event files found. Choose {config} and .t files, or a table of results."),
            config=CONFIG,
        )
    if sum(len(text) for _name, text in texts) > _MOST_TEXT:
        raise _too_big()
    if sum(1 for name, text in texts for _part in _split_submission(name, text)) > _MOST_FILES:
        raise RuleViolation("too_many_files", _("An event has at most {most} files."), most=_MOST_FILES)
    return texts


@in_own_process()
def read_texts(texts: Texts) -> tuple[FileEvent, Problems]:
    """Return the event that the texts tell, and the problems in them."""
    problems = Problems()
    parts = [part for name, text in texts for part in _split_submission(name, text)]
    of_tsh = {name: part for name, part in parts if name.lower().endswith((".t", CONFIG))}
    if of_tsh:
        return read_tsh(of_tsh, problems), problems
    if of_tou := [(name, part) for name, part in parts if name.lower().endswith(TOU)]:
        return read_tou(of_tou, problems), problems
    (name, part), *others = parts
    if name.lower().endswith(_WEB_DATA):
        problems.fault(name, None, _web_data(name))
        return FileEvent(()), problems
    if others:
        error = _one_table([other for other, _part in others])
        problems.fault(name, None, error)
    return read_results_table(_rows(name, part, problems), name, problems), problems


def _rows(name: str, part: FilePart, problems: Problems) -> list[list[str]]:
    try:
        return list(_few_enough(csv.reader(io.StringIO(part.text, newline=""))))
    except RuleViolation as error:
        problems.fault(name, None, error)
        return []
    except csv.Error as error:
        problems.fault(name, None, bad_csv(error))
        return []


def _few_enough(rows: Iterable[list[str]]) -> Iterator[list[str]]:
    """Yield the rows of a table of results; empty ones do not count.

    Raises:
        RuleViolation: there are too many.
    """
    count = 0
    for row in rows:
        count += any(row)
        if count > MOST_ROWS:
            raise RuleViolation(
                "table_too_long", _("A table of results has at most {most} lines."), most=MOST_ROWS
            )
        yield row


def _split_submission(name: str, text: str) -> Iterator[tuple[str, FilePart]]:
    """Yield the files of a submission in one text, else the text itself."""
    parts: dict[str, list[str]] = {name: []}
    first_lines = {name: 1}
    current = parts[name]
    for number, line in enumerate(text.splitlines(), start=1):
        if found := _SUBMITTED.fullmatch(line):
            part = found["file"] or f"{found['division']}.t"
            first_lines.setdefault(part, number + 1)
            current = parts.setdefault(part, [])
        elif line.startswith("#end_file"):
            current = parts[name]
        else:
            current.append(line)
    # A configuration may have its other files in it; elsewhere there are only comments beside them.
    if len(parts) > 1 and not name.lower().endswith(CONFIG):
        del parts[name]
    yield from ((part, FilePart("\n".join(lines), first_lines[part])) for part, lines in parts.items())


def _unpack(data: bytes) -> list[tuple[str, bytes]]:
    try:
        with ZipFile(io.BytesIO(data)) as archive:
            check_zip(archive, most_bytes=_MOST_UNPACKED, most_members=_MOST_MEMBERS)
            names = _members(archive.namelist())
            if sum(archive.getinfo(name).file_size for name in names) > _MOST_TEXT:
                raise _too_big()
            return [(PurePosixPath(name).name, archive.read(name)) for name in names]
    except ZipRefused as error:
        if error.is_large:
            raise _too_big() from error
        raise _not_zip() from error
    except (
        BadZipFile,
        EOFError,
        NotImplementedError,
        OSError,
        RuntimeError,
        ValueError,
        zlib.error,
    ) as error:
        if isinstance(error, RuleViolation):
            raise
        raise _not_zip() from error


def _members(names: Sequence[str]) -> list[str]:
    """Return the files of the event: beside the highest `config.tsh`, or the highest `.t` files, files of another
    program, or tables.
    """
    paths = {name: PurePosixPath(name) for name in names if "__MACOSX" not in name}
    for ending in (CONFIG, ".t", ".tsh", TOU, ".csv", ".xlsx", ".txt"):
        found = [
            path
            for path in paths.values()
            if path.name.lower().endswith(ending) and not path.name.startswith(".")
        ]
        if found:
            folder = min(found, key=lambda path: len(path.parts)).parent
            wanted = (CONFIG, ".t") if ending == CONFIG else (ending,)
            return [
                name
                for name, path in paths.items()
                if path.parent == folder and path.name.lower().endswith(wanted)
            ]
    return []


def _is_table(name: str) -> bool:
    return name.lower().endswith((".csv", ".tsv", ".xlsx", ".xls"))


def _is_excel(name: str, data: bytes) -> bool:
    return _is_table(name) and (data.startswith(EXCEL) or name.lower().endswith((".xlsx", ".xls")))


def _text_of(name: str, data: bytes) -> str:
    """Return the text of a file, that of a table with commas between its cells."""
    if not _is_table(name):
        return decode_text(data).replace("\0", "")
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerows(_few_enough(read_cells(data, name)))
    return written.getvalue()


def _web_data(name: str) -> RuleViolation:
    said = _("{name} is data of web pages (JSON): choose {config} and .t files, or a table of results.")
    return RuleViolation("web_data", said, name=name[:200], config=CONFIG)


def _one_table(others: Sequence[str]) -> RuleViolation:
    named = ", ".join(others)
    return RuleViolation(
        "one_table", _("Only one table of results can be imported; remove {files}."), files=named[:200]
    )


def _too_big() -> RuleViolation:
    return RuleViolation("files_too_big", _("These files are too large for an event."))


def _not_zip() -> RuleViolation:
    return RuleViolation("not_a_zip", _("This ZIP file cannot be unpacked."))
