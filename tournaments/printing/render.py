"""Rendering of documents to files, and the record of printing, from which the Print page tells what changed
since.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from django.contrib.auth.models import User
from django.db import transaction

from tournaments.models import Event, Printed
from tournaments.names.folding import slug
from tournaments.printing.pdf.values import Paper
from tournaments.printing.registry import EMPTY, Document, Kind, Options
from tournaments.reports.spreadsheets import TableKind, table_bytes

TYPES: dict[Kind, str] = {
    "pdf": "application/pdf",
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "json": "application/json",
    "txt": "text/plain; charset=utf-8",
    "gcg": "text/plain; charset=utf-8",
}


@dataclass(frozen=True, slots=True)
class Made:
    """A file with its type and its name."""

    data: bytes
    type: str
    name: str


def make(document: Document, subject: Any, options: Options, *, kind: Kind, paper: Paper) -> Made:
    """Render a whole document as a file of that kind."""
    gathered = gather(document, subject, options)
    if kind == "pdf":
        data = document.draw(gathered, paper)
    elif kind in {"txt", "gcg"}:
        assert document.text is not None, "kinds are those of the document"
        data = document.text(gathered).encode()
    else:
        assert document.table is not None, "kinds are those of the document"
        data = table_bytes(document.table(gathered), cast("TableKind", kind))
    return Made(data, TYPES[kind], file_name(document, subject, paper, kind))


def gather(document: Document, subject: Any, options: Options) -> Any:
    """Return the data of the whole document."""
    if document.keys is None:
        return document.gather(subject, options)
    return document.gather(subject, options, document.keys(subject, options))


def file_name(document: Document, subject: Any, paper: Paper, kind: str) -> str:
    """Return a name such as `standings-tuesday-evening-2026-03-03.pdf`, in plain letters for every file
    system.
    """
    about = slug(paper.heading.event) or str(subject.pk)
    return f"{slug(str(document.title)) or document.name}-{about}-{paper.heading.day.isoformat()}.{kind}"


@transaction.atomic
def note_printed(
    *,
    event: Event,
    kind: str,
    subject: Any,
    document: Document,
    options: Mapping[str, str],
    by: User,
    at: datetime,
    keys: Sequence[int] = (),
) -> None:
    """Record that a document shows the state at a moment, which is before its rows were read.

    For a long document, `keys` are added to those on record. A key of 0 is an empty place.

    A print of some keys alone, or with options that are neither those of before nor the usual ones, leaves
    the recorded moment unchanged: the rest still hangs on the wall as it was.
    """
    place = {"event": event, "kind": kind, "subject": subject.pk, "document": document.name}
    chosen = dict(options)
    Printed.objects.get_or_create(**place, defaults={"at": at, "by": by, "options": chosen})
    row = Printed.objects.select_for_update().get(**place)
    is_whole = document.keys is None or set(document.keys(subject, options)) <= {*keys, EMPTY}
    if is_whole and chosen in (row.options, document.options(subject, {})):
        row.options, row.at, row.by = chosen, at, by
    row.keys = sorted({*row.keys, *keys} - {EMPTY})
    row.save()
