"""The files that somebody drops with results: each alone, or many in a ZIP file."""

import io
import zlib
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath
from typing import Final, Protocol
from zipfile import BadZipFile, ZipFile

from django.utils.translation import gettext_lazy as _

from duplicate.simultaneous.result_batch import MOST_BYTES, MOST_WAITING
from tournaments.errors import RuleViolation
from tournaments.processes.own_process import in_own_process
from tournaments.processes.zip_limits import ZipRefused, check_zip

_ZIP: Final = (b"PK\x03\x04", b"PK\x05\x06")
# macOS adds files about the files.
_NOT_RESULTS: Final = "__MACOSX"


class Uploaded(Protocol):
    name: str | None

    def read(self) -> bytes: ...


@in_own_process()
def read_uploads(files: Iterable[Uploaded]) -> list[tuple[str, bytes]]:
    """Return name and content of each file, and of those in ZIP files in place of these.

    Raises:
        RuleViolation: a ZIP file is damaged or empty, or all unpack to too much.
    """
    found: list[tuple[str, bytes]] = []
    left = MOST_BYTES
    for file in files:
        name, data = file.name or "", file.read()
        if not data.startswith(_ZIP):
            found.append((name, data))
            continue
        unpacked = list(_unpack(name, data, left))
        if not unpacked:
            raise RuleViolation("zip_empty", _("“{name}” contains no files."), name=name)
        left -= sum(len(content) for _name, content in unpacked)
        found += unpacked
    return found


def _unpack(name: str, data: bytes, most_bytes: int) -> Iterator[tuple[str, bytes]]:
    try:
        with ZipFile(io.BytesIO(data)) as archive:
            check_zip(archive, most_bytes=most_bytes, most_members=2 * MOST_WAITING)
            for member in archive.infolist():
                if _may_be_result(member.filename):
                    yield member.filename, archive.read(member)
    except ZipRefused as refused:
        raise (_too_big(name) if refused.is_large else _unreadable(name)) from None
    except (BadZipFile, zlib.error, EOFError, NotImplementedError, OSError, ValueError) as error:
        raise _unreadable(name) from error


def _may_be_result(path: str) -> bool:
    parsed = PurePosixPath(path)
    is_file = parsed.name and not path.endswith("/")
    return bool(is_file) and _NOT_RESULTS not in parsed.parts and not parsed.name.startswith(".")


def _too_big(name: str) -> RuleViolation:
    return RuleViolation(
        "zip_too_big",
        _("“{name}” is larger than {most} MB when unpacked: drop fewer files at once."),
        name=name,
        most=MOST_BYTES // 1_000_000,
    )


def _unreadable(name: str) -> RuleViolation:
    return RuleViolation(
        "zip_unreadable", _("“{name}” cannot be unpacked: drop its files instead."), name=name
    )
