"""The Print page of an event: its documents, how much each contains, and the changes since each was last
printed.

The number of queries grows with the documents, not with the players: documents of one subject share equal
counts, and ask only sources of acts that have new ones.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from operator import itemgetter
from typing import Any

from tournaments.events.staff import AtDesk
from tournaments.models import Event, Printed
from tournaments.printing.registry import Document, Options, Subject, Words, documents_of, subjects

# The number of latest acts that are told in words.
TOLD = 3


@dataclass(frozen=True, slots=True)
class DocumentLine:
    """A document in the list.

    `printed` is the last time, `changes` the number of acts since then, `told` the latest of them in words;
    `caution` is what users have to know before printing.
    """

    document: Document
    subject: Any
    kind: str
    count: int
    printed: Printed | None
    changes: int
    told: Sequence[Words]
    caution: Words

    @property
    def counted(self) -> str:
        return self.document.counted(self.count)

    @property
    def made_at(self) -> tuple[str, Words] | None:
        return self.document.made_at(self.subject) if self.document.made_at else None


@dataclass(frozen=True, slots=True)
class DocumentGroup:
    name: Words
    lines: Sequence[DocumentLine]


@dataclass(frozen=True, slots=True)
class Section:
    """The documents of one subject, in groups."""

    kind: str
    subject: Any
    name: str
    groups: Sequence[DocumentGroup]


def sections_of(event: Event, who: AtDesk) -> Sequence[Section]:
    """Return the sections with the documents that the user at the desk may print; subjects without any are
    left out.
    """
    printed = {(row.kind, row.subject, row.document): row for row in event.printed.select_related("by")}
    sections = []
    for kind in subjects():
        documents = [document for document in documents_of(kind.kind) if document.may(who)]
        for subject in kind.of_event(event) if documents else ():
            lines = _lines(kind, subject, documents, printed, who)
            sections.append(Section(kind.kind, subject, kind.name(subject), _group(lines)))
    return sections


def _lines(
    kind: Subject,
    subject: Any,
    documents: Sequence[Document],
    printed: dict[tuple[str, int, str], Printed],
    who: AtDesk,
) -> Sequence[DocumentLine]:
    last_printed = {
        document.name: printed.get((kind.kind, subject.pk, document.name)) for document in documents
    }
    if times := [last.at for last in last_printed.values() if last is not None]:
        kind = keep_changing_acts(kind, subject, since=min(times))
    counted: dict[Callable[[Any], int], int] = {}
    lines = []
    for document in documents:
        if document.count not in counted:
            counted[document.count] = document.count(subject)
        last = last_printed[document.name]
        changes: int = 0
        told: Sequence[Words] = ()
        if last is not None:
            changes, told = changes_since(
                kind, subject, document, options=last.options, since=last.at, who=who
            )
        count = counted[document.count]
        caution = document.caution(subject) if count else ""
        lines.append(DocumentLine(document, subject, kind.kind, count, last, changes, told, caution))
    return lines


def keep_changing_acts(kind: Subject, subject: Any, *, since: datetime) -> Subject:
    """Return the kind with only those sources of acts that have any since then: the others change no document.

    It asks without options, which only leave acts out.
    """
    changing = [act for act in kind.acts if act.rows(subject, {}).filter(at__gt=since).exists()]
    return replace(kind, acts=changing)


def changes_since(
    kind: Subject, subject: Any, document: Document, *, options: Options, since: datetime, who: AtDesk
) -> tuple[int, Sequence[Words]]:
    """Return how many acts may have changed a document, with these options, since then.

    Users who may know the acts of the desk (`who.judges`) also get the latest of them in words.
    """
    count, latest = 0, []
    for one in kind.acts:
        acts = one.among(one.rows(subject, options).filter(at__gt=since), document.acts)
        found = acts.count()
        count += found
        latest += [(act.at, one.words(act)) for act in acts[:TOLD]] if found and who.judges else []
    latest.sort(key=itemgetter(0), reverse=True)
    return count, [told for _at, told in latest[:TOLD]]


def _group(lines: Sequence[DocumentLine]) -> Sequence[DocumentGroup]:
    groups: dict[str, list[DocumentLine]] = {}
    for line in lines:
        groups.setdefault(str(line.document.group), []).append(line)
    return [DocumentGroup(name, of_group) for name, of_group in groups.items()]
