"""Opening an archive: check that it is one, whole and of a permitted size, before its content is trusted.

Each table may have so many rows as the largest event could need. The size of a file does not limit them: a compressed
row can take two bytes, and each takes time and room in the database that reads it.
"""

import hashlib
import json
import re
import zlib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType
from typing import IO, Any, Final, NoReturn, Self
from zipfile import BadZipFile, ZipFile

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from duplicate.website.archive.exporter import hash_tables
from duplicate.website.archive.format import (
    ABOUT,
    EVENTS,
    KIND,
    MOST_BYTES,
    MOST_BYTES_UNPACKED,
    OLDER,
    VERSION,
    path_of,
)
from duplicate.website.archive.tables import TABLES, names_in
from tournaments.errors import RuleViolation
from tournaments.processes.own_process import in_own_process
from tournaments.processes.zip_limits import ZipRefused, check_zip

# Of shared rows as well.
MOST_ROWS: Final[Mapping[str, int]] = {table.name: table.most for table in TABLES} | {
    "players": 20_000,
    "clubs": 5_000,
    "users": 500,
    "club_rules": 200,
    "lexicons": 100,
}
# A shared row exists because others refer to it: how many each row of these tables can refer to.
_REFERRING: Final[Mapping[str, tuple[int, tuple[str, ...]]]] = MappingProxyType(
    {
        "players": (2, ("entries",)),
        "clubs": (1, ("players",)),
        "club_rules": (1, ("games",)),
        "lexicons": (1, ("games", "divisions", "records", "annotated_games")),
    }
)


def check_rows(rows: Mapping[str, int]) -> None:
    """Check the numbers of rows, by table, against each other.

    Raises:
        RuleViolation: more rows are shared than others can refer to.
    """
    for name, (each, referring) in _REFERRING.items():
        most = each * sum(rows.get(table, 0) for table in referring)
        if rows[name] > most:
            raise too_many(name, most)


def too_many(table: str, most: int) -> RuleViolation:
    return RuleViolation(
        "archive_rows",
        _("{file} has too many rows: {most} at most."),
        file=path_of(table),
        most=most,
    )


MOST_ABOUT: Final = 200_000
MOST_OF_LINE: Final = 2_000_000
_PART: Final = 1_000_000
# An escaped NUL or surrogate. After an even number of backslashes only: otherwise the escape itself is text.
_HIDDEN: Final = re.compile(rb"(?<!\\)(?:\\\\)*\\u(?:0000|[dD][89abcdefABCDEF])")


@dataclass(frozen=True, slots=True)
class ArchiveLayout:
    """The files that an archive of one kind has, and their limits.

    `versions` are those that are read, the newest first. `none` tells that a file is no such archive. An archive
    with `most_events` has archives of events beside its tables. `check_rows` compares the tables' numbers of rows.
    """

    kind: str
    versions: Sequence[int]
    names_in: Callable[[int], Sequence[str]]
    most_rows: Mapping[str, int]
    none: Promise
    check_rows: Callable[[Mapping[str, int]], None] | None = None
    most_about: int = MOST_ABOUT
    most_events: int = 0


EVENT: Final = ArchiveLayout(
    KIND, (VERSION, *OLDER), names_in, MOST_ROWS, _("This file is not an event archive."), check_rows
)


@dataclass(frozen=True, slots=True)
class Archive:
    """A checked archive: all the tables of its format are there, and are as they were written."""

    file: ZipFile
    version: int
    saved_at: datetime
    program: str
    layout: ArchiveLayout
    about: Mapping[str, Any]

    @classmethod
    def open(cls, file: IO[bytes], layout: ArchiveLayout = EVENT) -> Self:
        """Open an archive and check it as a whole.

        Raises:
            RuleViolation: it is no archive, of another format, damaged, or too large.
        """
        about, saved_at = _check_whole(file, layout)
        return cls(
            ZipFile(file), about["version"], saved_at, str(about.get("program", ""))[:20], layout, about
        )

    def rows(self, table: str) -> Iterator[tuple[int, dict[str, Any]]]:
        """Yield the rows with their line numbers; none for a table that the archive's format did not have."""
        if table not in self.layout.names_in(self.version):
            return
        with self.file.open(path_of(table)) as lines:
            for number, line in enumerate(lines, start=1):
                yield number, _row(table, number, line)


@in_own_process()
def _check_whole(file: IO[bytes], layout: ArchiveLayout) -> tuple[dict[str, Any], datetime]:
    """Return what an archive says of itself, and when it was saved."""
    try:
        archive = ZipFile(file)
        _check_size(archive, layout)
        about = _about(archive, layout)
        names = layout.names_in(about["version"])
        events = about["events"] if layout.most_events else {}
        if len(events) > layout.most_events:
            raise _damaged_violation(ABOUT)
        _check_members(archive, layout, {ABOUT, *map(path_of, names), *events})
        most_rows = layout.most_rows
        rows = {name: _check_table(archive, name, about["tables"][name], most_rows[name]) for name in names}
        for name, told in events.items():
            _check_event(archive, name, told)
        if hash_tables(about["tables"] | events) != about["sha256"]:
            raise _damaged_violation(ABOUT)
        if layout.check_rows is not None:
            layout.check_rows(rows)
        saved_at = datetime.fromisoformat(about["saved_at"])
    except RuleViolation:
        raise
    except (BadZipFile, zlib.error, EOFError, NotImplementedError, OSError, RuntimeError):
        raise _damaged_violation("ZIP") from None
    except (KeyError, TypeError, ValueError, AttributeError):
        raise _damaged_violation(ABOUT) from None
    # The first and the last day of the calendar cannot be converted to every time zone.
    if timezone.is_naive(saved_at) or not 2000 <= saved_at.year < 3000:
        raise _damaged_violation(ABOUT)
    return about, saved_at


def refuse(table: str, line: int, problem: object) -> NoReturn:
    """Refuse the archive because of one row, named by its file and line.

    Raises:
        RuleViolation: always.
    """
    raise RuleViolation(
        "archive_row",
        _("{file}, line {line}: {problem}"),
        file=path_of(table),
        line=line,
        problem=problem,
    )


def _check_members(archive: ZipFile, layout: ArchiveLayout, expected: Collection[str]) -> None:
    """Refuse an archive with files other than the expected ones."""
    members = archive.infolist()
    if {each.filename for each in members} != expected or len(members) != len(expected):
        raise RuleViolation("archive_none", layout.none)


def _check_size(archive: ZipFile, layout: ArchiveLayout) -> None:
    """Refuse a file that is no archive, or too large, from the ZIP directory alone.

    `_check_table` limits the rows that are read, as the directory may state wrong sizes.
    """
    if ABOUT not in {each.filename for each in archive.infolist()}:
        raise RuleViolation("archive_none", layout.none)
    most = MOST_BYTES_UNPACKED + layout.most_events * MOST_BYTES
    try:
        check_zip(archive, most_bytes=most)
    except ZipRefused as refused:
        if not refused.is_large:
            raise _damaged_violation("ZIP") from None
        raise RuleViolation(
            "archive_large",
            _("Unpacked, this archive is larger than {most} MB, the limit."),
            most=most // 1_000_000,
        ) from None


def _about(archive: ZipFile, layout: ArchiveLayout) -> dict[str, Any]:
    if archive.getinfo(ABOUT).file_size > layout.most_about:
        raise _damaged_violation(ABOUT)
    about = json.loads(archive.read(ABOUT))
    if about["kind"] != layout.kind:
        raise RuleViolation("archive_none", layout.none)
    if about["version"] not in layout.versions:
        raise RuleViolation(
            "archive_version",
            _(
                "This archive has format {version}, and this program reads format {known}: update the "
                "program."
            ),
            version=str(about["version"])[:10],
            known=layout.versions[0],
        )
    return dict(about)


def _check_table(archive: ZipFile, name: str, told: dict[str, Any], most: int) -> int:
    """Return the number of a table's rows; stop reading above the most that a table may have."""
    digest, rows = hashlib.sha256(), 0
    with archive.open(path_of(name)) as file:
        while line := file.readline(MOST_OF_LINE):
            if not line.endswith(b"\n"):
                raise _damaged_violation(path_of(name))
            digest.update(line)
            rows += 1
            if rows > most:
                raise too_many(name, most)
    if digest.hexdigest() != told["sha256"] or rows != told["rows"]:
        raise _damaged_violation(path_of(name))
    return rows


def _check_event(archive: ZipFile, name: str, told: dict[str, Any]) -> None:
    """Check that the archive of an event, in one of an organiser, is as it was written."""
    if not EVENTS.fullmatch(name) or type(told["rows"]) is not int:
        raise _damaged_violation(ABOUT)
    digest = hashlib.sha256()
    with archive.open(name) as file:
        while part := file.read(_PART):
            digest.update(part)
    if digest.hexdigest() != told["sha256"]:
        raise _damaged_violation(name)


def _damaged_violation(part: str) -> RuleViolation:
    return RuleViolation(
        "archive_damaged",
        _("This archive is damaged or was altered ({part}): save it again where it came from."),
        part=part,
    )


def _row(table: str, number: int, line: bytes) -> dict[str, Any]:
    """Return a line as a row; refuse characters that no database can store as text."""
    if _HIDDEN.search(line):
        refuse(table, number, _("a character that cannot be stored."))
    try:
        row = json.loads(line.decode(), parse_constant=_no_number)
    except (ValueError, RecursionError):
        refuse(table, number, _("not valid JSON."))
    if not isinstance(row, dict):
        refuse(table, number, _("not a JSON object."))
    return row


def _no_number(text: str) -> NoReturn:
    raise ValueError(text)
