"""Many files with results at once: what each of them is, and one act that accepts all that can be.

The files come each alone, or many in a ZIP file. They wait as rows until they are accepted or the list is cleared.
Refused ones have no content, and go with the next files that are read.
"""

import hashlib
import io
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Final, Literal, Protocol
from zipfile import BadZipFile, ZipFile

from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy as _

from duplicate.models.simultaneous import ResultFile, ResultVersion, Simultaneous
from duplicate.prepared_games.clubs.organiser import check_not_final, lock_simultaneous
from duplicate.prepared_games.clubs.selectors import newest_versions
from duplicate.prepared_games.results.files import FileRefused, ResultReader
from duplicate.prepared_games.results.review import (
    Doubt,
    doubt_of,
    file_of,
    invited_clubs,
    newest_sequences,
    next_version,
    note_sending,
    sending_of,
    state_of,
)
from duplicate.prepared_games.results.text_lines import club_in
from tournaments.errors import RuleViolation
from tournaments.names import folding
from tournaments.processes.chunks import ShortTransactions
from tournaments.processes.own_process import in_own_process
from tournaments.processes.zip_limits import ZipRefused, check_zip
from tournaments.time import clock
from tournaments.wording.engine_messages import message_for

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


MOST_WAITING: Final = 3000
# As much as nginx lets through.
MOST_BYTES: Final = 32_000_000
CHUNK: Final = 100

BatchState = Literal["first", "correction", "again", "older", "unsigned", "unknown_club", "twice", "refused"]
# The order of the page: what can be accepted, what needs a look, what is left as it is, what is wrong.
STATES: Final[tuple[BatchState, ...]] = (
    "first",
    "correction",
    "unsigned",
    "unknown_club",
    "twice",
    "refused",
    "older",
    "again",
)
ACCEPTABLE: Final = frozenset({"first", "correction"})
# Nothing is left to do with them: they go with those that are accepted.
SETTLED: Final = frozenset({"again"})


@dataclass(frozen=True, slots=True)
class WaitingFile:
    """A file, what it is, and the version of its club's result that is in, 0 for none."""

    kept: ResultFile
    state: BatchState
    number: int


@dataclass(frozen=True, slots=True)
class Accepted:
    """The numbers of results that were accepted, and of files that are still there."""

    count: int
    left: int


def keep_files(
    *, sent: Simultaneous, files: Iterable[tuple[str, bytes]], by: User, club: str = ""
) -> list[ResultFile]:
    """Read files by name and content, and store them for review; nothing is accepted yet.

    A file that was read before replaces itself. `club` is that of lines that do not name theirs.

    Raises:
        RuleViolation: too many files wait.
    """
    reader = ResultReader(sent, club)
    rows = [_read(reader, name, data, by) for name, data in files]
    with ShortTransactions().transaction():
        sent = lock_simultaneous(sent, by)
        mine = sent.files.filter(read_by=by)
        mine.exclude(refusal="").delete()
        there = {_mark(kept): kept.pk for kept in mine.defer("content")}
        fresh = {_mark(row): row for row in rows}
        mine.filter(pk__in=[key for mark, key in there.items() if mark in fresh]).delete()
        if len(there.keys() | fresh.keys()) > MOST_WAITING:
            raise RuleViolation(
                "many_files",
                _("At most {most} files can wait: accept or clear them first."),
                most=MOST_WAITING,
            )
        return ResultFile.objects.bulk_create(fresh.values(), batch_size=CHUNK)


def list_files(sent: Simultaneous, by: User) -> list[WaitingFile]:
    """Return the files that wait, in the order of `STATES`, then by club."""
    files = list(sent.files.filter(read_by=by).defer("content").order_by("pk"))
    waiting = _states(sent, files)
    order = {state: place for place, state in enumerate(STATES)}
    return sorted(waiting, key=lambda one: (order[one.state], folding.sort_key(one.kept.club), one.kept.pk))


def stamp_of(files: Sequence[WaitingFile]) -> str:
    """Return a version tag of what a page says about files."""
    said = repr(sorted((file.kept.pk, file.state, file.number) for file in files))
    return hashlib.sha256(said.encode()).hexdigest()[:16]


def accept_files(*, sent: Simultaneous, by: User, seen: str) -> Accepted:
    """Accept all files that are first results or corrections, in short transactions; `seen` is the page's tag.

    Raises:
        RuleViolation: something has come in meanwhile, or the standings are final.
    """
    waiting = list_files(sent, by)
    if seen != stamp_of(waiting):
        raise RuleViolation(
            "files_overtaken", _("New results have arrived in the meantime: check the list again.")
        )
    chosen = [one.kept.pk for one in waiting if one.state in ACCEPTABLE | SETTLED]
    transactions, count = ShortTransactions(), 0
    for start in range(0, len(chosen), CHUNK):
        with transactions.transaction():
            count += _accept_chunk(sent, chosen[start : start + CHUNK], by)
    return Accepted(count, sent.files.filter(read_by=by).count())


def clear_files(*, sent: Simultaneous, by: User) -> None:
    """Forget the files that wait; results that were accepted stay."""
    with ShortTransactions().transaction():
        lock_simultaneous(sent, by).files.filter(read_by=by).delete()


def _read(reader: ResultReader, name: str, data: bytes, by: User) -> ResultFile:
    try:
        return file_of(reader.sent, reader.read_file(data), name, by)
    except FileRefused as error:
        refused = error
    except RuleViolation as error:
        refused = FileRefused(ResultFile.Refusal.INVALID, [message_for(error)], club_in(data))
    return ResultFile(
        simultaneous=reader.sent,
        file_name=name[-100:],
        content={},
        club=refused.club,
        refusal=refused.refusal,
        problems="\n".join(refused.errors),
        read_by=by,
        read_at=clock.now(),
    )


def _mark(kept: ResultFile) -> tuple[object, ...]:
    """Return a value that is equal for files with the same content."""
    return (
        (folding.fold(kept.club), kept.digest, kept.sequence)
        if not kept.refusal
        else (kept.file_name, kept.problems)
    )


def _states(sent: Simultaneous, files: Sequence[ResultFile]) -> list[WaitingFile]:
    """Return what each file is: beside the results that are in, and beside other files of its club."""
    keys = {folding.fold(file.club) for file in files if not file.refusal}
    versions = newest_versions(sent, keys)
    newest = newest_sequences(sent, keys)
    invited = invited_clubs(sent)
    by_club = defaultdict(list)
    for kept in files:
        by_club["" if kept.refusal else folding.fold(kept.club)].append(kept)
    waiting = []
    for key, group in by_club.items():
        last = versions.get(key)
        number = last.number if last else 0
        contents = Counter(sequence for sequence, _digest in {(kept.sequence, kept.digest) for kept in group})
        for kept in group:
            if kept.refusal:
                state: BatchState = "refused"
            else:
                state = state_of(kept, last, newest.get(key, 0))
                state = _beside_others(kept, state, contents, doubt_of(kept, invited))
            waiting.append(WaitingFile(kept, state, number))
    return waiting


def _beside_others(
    kept: ResultFile, state: BatchState, contents: Counter[int | None], doubt: Doubt
) -> BatchState:
    """Return the state of a file, when another file of its club is newer, or nobody knows which one is.

    `contents` counts the contents of each number of a sending; None is that of files without a number.
    """
    if state not in ACCEPTABLE:
        return state
    if doubt:
        return doubt
    newest = max(filter(None, contents), default=None)
    if kept.sequence is not None and kept.sequence != newest:
        return "older"
    return "twice" if contents[kept.sequence] > 1 or kept.sequence != newest else state


def _accept_chunk(sent: Simultaneous, chosen: Sequence[int], by: User) -> int:
    """Accept files of a list, each as it stands beside the results that are in now; return how many counted."""
    sent = lock_simultaneous(sent, by)
    check_not_final(sent)
    files = list(sent.files.filter(pk__in=chosen, read_by=by))
    keys = {folding.fold(file.club) for file in files}
    versions, newest = newest_versions(sent, keys), newest_sequences(sent, keys)
    invited = invited_clubs(sent)
    fresh, done = [], []
    for kept in files:
        key = folding.fold(kept.club)
        last = versions.get(key)
        state = state_of(kept, last, newest.get(key, 0))
        if state in ACCEPTABLE and doubt_of(kept, invited):
            continue  # its token was revoked a moment ago
        if state == "again" and last and (sending := sending_of(kept, invited)):
            note_sending(last, sending)
        elif state in ACCEPTABLE:
            fresh.append(_version_of(kept, last, by))
        if state != "older":
            done.append(kept.pk)
    ResultVersion.objects.bulk_create(fresh)
    sent.files.filter(pk__in=done).delete()
    return len(fresh)


def _version_of(kept: ResultFile, last: ResultVersion | None, by: User) -> ResultVersion:
    return next_version(
        kept.simultaneous,
        kept.club,
        last,
        content=kept.content,
        digest=kept.digest,
        sequence=kept.sequence,
        sent_at=kept.sent_at,
        by=by,
    )
