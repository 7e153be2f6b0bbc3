"""Writing all that an organiser owns into one file: its tables, and the archive of each of its events.

The tables are read from one snapshot, and each event from one of its own, so that a large organiser keeps no
snapshot open for long. A player who is entered meanwhile comes with the event.
"""

import hashlib
import io
from collections.abc import Generator, Iterator
from typing import IO, Any, Final, cast
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from duplicate.website.archive.exporter import RowWriter, read_snapshot, write_about, write_archive
from duplicate.website.archive.organisers.tables import KIND, SHARED_TABLES, TABLES, VERSION
from tournaments.club_tables.models import ClubTable
from tournaments.models import Event, Organiser
from tournaments.time import clock

# Dates of members of a ZIP archive begin with this year; when it was saved says `about.json`.
_NO_DATE: Final = (1980, 1, 1, 0, 0, 0)


def write_organiser(organiser: Organiser, file: IO[bytes]) -> dict[str, Any]:
    """Write the organiser's archive and return the content of its `about.json`."""
    steps = _write(organiser, file)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            about: dict[str, Any] = end.value
            return about


def archive_parts(organiser: Organiser) -> Iterator[bytes]:
    """Yield the organiser's archive in parts, one an event: never more than one event is in memory."""
    file = _Parts()
    for _step in _write(organiser, cast("IO[bytes]", file)):
        yield file.take()
    yield file.take()


def _write(organiser: Organiser, file: IO[bytes]) -> Generator[None, None, dict[str, Any]]:
    """Write the archive; stop after the tables, and after each event."""
    saved_at = clock.now()
    events: dict[str, dict[str, Any]] = {}
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        with read_snapshot():
            keys = list(Event.objects.filter(organiser=organiser).order_by("pk").values_list("pk", flat=True))
            writer = RowWriter(organiser, archive, TABLES, SHARED_TABLES)
            writer.meet_lexicons(ClubTable.objects.filter(organiser=organiser, ended_at__isnull=False))
            writer.write_tables()
        yield
        for key in keys:
            event = Event.objects.filter(pk=key).first()
            if event is not None:
                name = f"events/{len(events) + 1}.isotop.zip"
                events[name] = _write_event(archive, name, event)
                yield
        return write_about(
            archive,
            kind=KIND,
            version=VERSION,
            saved_at=saved_at.isoformat(),
            name=organiser.name,
            events=events,
            tables=writer.tables,
        )


def _write_event(archive: ZipFile, name: str, event: Event) -> dict[str, Any]:
    """Write the event's archive as a member, as it is: it is compressed already."""
    member = ZipInfo(name, _NO_DATE)
    member.compress_type = ZIP_STORED
    with archive.open(member, "w") as file:
        hashed = _Hashed(file)
        about = write_archive(event, cast("IO[bytes]", hashed))
    rows = sum(table["rows"] for table in about["tables"].values())
    return {**about["event"], "rows": rows, "sha256": hashed.digest.hexdigest()}


class _Hashed(io.RawIOBase):
    """A file that is written from its beginning to its end, and hashed meanwhile."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self.digest = hashlib.sha256()

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self.digest.update(data)
        return self._file.write(data)


class _Parts(io.RawIOBase):
    """A file of which the content so far can be taken away."""

    def __init__(self) -> None:
        self._content = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._content += data
        return len(data)

    def take(self) -> bytes:
        content = bytes(self._content)
        self._content.clear()
        return content
