"""What can be printed and saved: every document of an event by name, with what it is made of and how it is drawn.

A *document* belongs to a *subject*: the event itself, one of its games, one of its divisions. `gather` reads the rows
and gives plain values; `pdf`, `table` and `text` make a file of these. A long document has a page or card for each of
its `keys`, so that it can be made in parts (`tournaments.print_jobs`).

Apps name their documents when they are loaded (`add_subject`, `add_documents`); the Print page lists them.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import tablib
from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.module_loading import import_string

from tournaments.models import Event
from tournaments.posts import AtDesk
from tournaments.reports.values import Paper
from tournaments.spreadsheets import TableKind

Words = str | Promise
Kind = TableKind | Literal["pdf", "txt", "gcg"]
TABLE_KINDS: tuple[TableKind, ...] = ("csv", "xlsx", "json")
Options = Mapping[str, str]
# The key of a place of a long document on which nothing is.
EMPTY = 0


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing to choose before printing: `values` with the words for each, the usual one first."""

    name: str
    label: Words
    values: Sequence[tuple[str, Words]]

    def checked(self, given: str | None) -> str:
        """What was given, if it is one of the values, or else the usual one."""
        values = [value for value, _words in self.values]
        return given if given in values else values[0]


def no_choices(_subject: Any) -> Sequence[Choice]:
    return ()


@dataclass(frozen=True, slots=True)
class Document:
    """`count` says how many it has now of what `unit` names, without gathering them: 0 where there is nothing yet.
    `choices` are what can be chosen of this subject. `caution` says what is to be known before it is printed, if
    anything.

    `gather(subject, options)` gives what the file is made of; of a long document `gather(subject, options, keys)` gives
    it for those keys, of which there are so many `key_unit` if not `unit`. `pdf` is the dotted name of a function of
    what was gathered and a `Paper`, loaded when used; of a long one it draws exactly one page for `keys_a_page` keys.
    `arranged` gives some of its keys the order of `keys`.
    `table` and `text` take what was gathered, too.
    `acts` are those after which it may look different, among what is told of its subject. `may` says for whom it is.
    """

    name: str
    title: Words
    about: Words
    group: Words
    gather: Callable[..., Any]
    count: Callable[[Any], int]
    unit: Words
    acts: frozenset[str]
    pdf: str = ""
    table: Callable[[Any], tablib.Dataset] | None = None
    text: Callable[[Any], str] | None = None
    text_kind: Kind = "txt"
    choices: Callable[[Any], Sequence[Choice]] = no_choices
    keys: Callable[[Any, Options], Sequence[int]] | None = None
    key_unit: Words = ""
    keys_a_page: int = 1
    arranged: Callable[[Sequence[int]], Sequence[int]] = list
    may: Callable[[AtDesk], bool] = field(default=lambda _who: True)
    caution: Callable[[Any], Words] = field(default=lambda _subject: "")

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """As which kinds of file it can be had."""
        pdf: tuple[Kind, ...] = ("pdf",) if self.pdf else ()
        tables = TABLE_KINDS if self.table else ()
        texts = (self.text_kind,) if self.text else ()
        return (*pdf, *tables, *texts)

    @property
    def is_long(self) -> bool:
        return self.keys is not None

    def counted(self, count: int) -> str:
        """So many of what it has, in words."""
        return str(self.unit % {"count": count})

    def keys_counted(self, count: int) -> str:
        """The same of the keys of a long one."""
        return str((self.key_unit or self.unit) % {"count": count})

    def options(self, subject: Any, given: Mapping[str, str]) -> dict[str, str]:
        """What is chosen: of each choice a value, whatever was given."""
        return {choice.name: choice.checked(given.get(choice.name)) for choice in self.choices(subject)}

    def draw(self, gathered: Any, paper: Paper) -> bytes:
        pdf: bytes = import_string(self.pdf)(gathered, paper)
        return pdf


def named_so(rows: QuerySet[Any], acts: Collection[str]) -> QuerySet[Any]:
    return rows.filter(act__in=acts)


@dataclass(frozen=True, slots=True)
class Acts:
    """What is done somewhere and may be seen on documents: `rows(subject, options)` are those that concern a document
    with these options, each with `act` and `at`, the last one first. `among` leaves those of some acts, and `words`
    says one.
    """

    rows: Callable[[Any, Options], QuerySet[Any]]
    words: Callable[[Any], Words]
    among: Callable[[QuerySet[Any], Collection[str]], QuerySet[Any]] = named_so


@dataclass(frozen=True, slots=True)
class Subject:
    """A kind of thing that documents are about: `of_event` gives those of an event, in their order; `acts` is all that
    may be seen on its documents.
    """

    kind: str
    of_event: Callable[[Event], Iterable[Any]]
    name: Callable[[Any], str]
    acts: Sequence[Acts]


_subjects: dict[str, Subject] = {}
_documents: dict[str, dict[str, Document]] = {}


def add_subject(subject: Subject) -> None:
    """Name a kind of subject; the page shows the kinds in the order in which they were named."""
    _subjects[subject.kind] = subject


def add_documents(kind: str, *documents: Document) -> None:
    """Name documents of a kind of subject."""
    _documents.setdefault(kind, {}).update((document.name, document) for document in documents)


def subjects() -> Sequence[Subject]:
    return tuple(_subjects.values())


def subject_of(kind: str) -> Subject:
    return _subjects[kind]


def documents_of(kind: str) -> Sequence[Document]:
    return tuple(_documents.get(kind, {}).values())


def find(event: Event, kind: str, subject_id: int, name: str) -> tuple[Any, Document]:
    """A document and its subject.

    Raises:
        LookupError: the event has no such subject, or that no such document.
    """
    document = _documents[kind][name]
    for subject in _subjects[kind].of_event(event):
        if subject.pk == subject_id:
            return subject, document
    raise LookupError(subject_id)
