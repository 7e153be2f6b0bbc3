"""Opening an archive: whether it is one, whole and of a size that can be, before anything of it is believed."""

import hashlib
import json
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import IO, Any, Final, NoReturn, Self
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from duplicate.event_archive import ABOUT, KIND, MOST_BYTES_UNPACKED, VERSION, path_of
from duplicate.event_archive.tables import NAMES
from duplicate.event_archive.writing import hash_of
from tournaments.errors import RuleViolation

MOST_ABOUT: Final = 200_000
MOST_OF_LINE: Final = 2_000_000
# A zero, or half of a character: with an even number of backslashes before it, which are text.
_HIDDEN: Final = re.compile(rb"(?<!\\)(?:\\\\)*\\u(?:0000|[dD][89abcdefABCDEF])")


@dataclass(frozen=True, slots=True)
class Archive:
    """An archive that is whole: all its tables are there, and are as they were written."""

    file: ZipFile
    saved_at: datetime
    program: str

    @classmethod
    def open(cls, file: IO[bytes]) -> Self:
        """Raises RuleViolation for what is no archive, of another format, damaged, or too large."""
        try:
            archive = ZipFile(file)
            _check_members(archive)
            about = _about(archive)
            for name in NAMES:
                _check_table(archive, name, about["tables"][name])
            if hash_of(about["tables"]) != about["sha256"]:
                raise _damaged(ABOUT)
            saved_at = datetime.fromisoformat(about["saved_at"])
        except RuleViolation:
            raise
        except (BadZipFile, zlib.error, EOFError, NotImplementedError, OSError, RuntimeError):
            raise _damaged("ZIP") from None
        except (KeyError, TypeError, ValueError, AttributeError):
            raise _damaged(ABOUT) from None
        if timezone.is_naive(saved_at):
            raise _damaged(ABOUT)
        return cls(archive, saved_at, str(about.get("program", ""))[:20])

    def rows(self, table: str) -> Iterator[tuple[int, dict[str, Any]]]:
        """The rows with the numbers of their lines."""
        with self.file.open(path_of(table)) as lines:
            for number, line in enumerate(lines, start=1):
                yield number, _row(table, number, line)


def refuse(table: str, line: int, problem: object) -> NoReturn:
    """The archive cannot be read: a row is not as it can be."""
    raise RuleViolation(
        "archive_row",
        _("{file}, line {line}: {problem}"),
        file=path_of(table),
        line=line,
        problem=problem,
    )


def _check_members(archive: ZipFile) -> None:
    """Nothing but what is expected is in it, and not too much of that, whatever its directory says."""
    expected = {ABOUT, *map(path_of, NAMES)}
    members = archive.infolist()
    if {each.filename for each in members} != expected or len(members) != len(expected):
        raise RuleViolation("archive_none", _("This file is no archive of an event."))
    if sum(each.file_size for each in members) > MOST_BYTES_UNPACKED:
        raise RuleViolation(
            "archive_large",
            _("Unpacked, this archive is larger than {most} MB: no event is so large."),
            most=MOST_BYTES_UNPACKED // 1_000_000,
        )
    if any(each.flag_bits & 1 or each.compress_type not in {ZIP_STORED, ZIP_DEFLATED} for each in members):
        raise _damaged("ZIP")


def _about(archive: ZipFile) -> dict[str, Any]:
    if archive.getinfo(ABOUT).file_size > MOST_ABOUT:
        raise _damaged(ABOUT)
    about = json.loads(archive.read(ABOUT))
    if about["kind"] != KIND:
        raise RuleViolation("archive_none", _("This file is no archive of an event."))
    if about["version"] != VERSION:
        raise RuleViolation(
            "archive_version",
            _(
                "This archive is of format {version}, and this program reads format {known}: bring it up to date."
            ),
            version=str(about["version"])[:10],
            known=VERSION,
        )
    return dict(about)


def _check_table(archive: ZipFile, name: str, told: dict[str, Any]) -> None:
    digest, rows = hashlib.sha256(), 0
    with archive.open(path_of(name)) as file:
        while line := file.readline(MOST_OF_LINE):
            if not line.endswith(b"\n"):
                raise _damaged(path_of(name))
            digest.update(line)
            rows += 1
    if digest.hexdigest() != told["sha256"] or rows != told["rows"]:
        raise _damaged(path_of(name))


def _damaged(part: str) -> RuleViolation:
    return RuleViolation(
        "archive_damaged",
        _("This archive is damaged, or was altered ({part}): save the event once more where it was."),
        part=part,
    )


def _row(table: str, number: int, line: bytes) -> dict[str, Any]:
    """A line as a row; what no database keeps as text is no text."""
    if _HIDDEN.search(line):
        refuse(table, number, _("a character that cannot be kept."))
    try:
        row = json.loads(line.decode(), parse_constant=_no_number)
    except (ValueError, RecursionError):
        refuse(table, number, _("no JSON."))
    if not isinstance(row, dict):
        refuse(table, number, _("no JSON object."))
    return row


def _no_number(text: str) -> NoReturn:
    raise ValueError(text)
