"""The registry of documents: every document of an event by name, with its data and its drawing.

A *document* belongs to a *subject*: the event itself, one of its games, one of its divisions. `gather` reads
the rows and returns plain values; `pdf`, `table` and `text` make a file of these. A long document has a page
or card for each of its `keys`, so that it can be made in parts (`tournaments.printing.jobs`).

Apps register their documents when they are loaded (`add_subject`, `add_documents`); the Print page lists
them.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.module_loading import import_string

from tournaments.events.staff import AtDesk
from tournaments.models import Event
from tournaments.printing.pdf.label_sheets import sheet_of
from tournaments.printing.pdf.values import Paper
from tournaments.reports.spreadsheets import TableKind
from tournaments.reports.tables import DataTable

Words = str | Promise
Kind = TableKind | Literal["pdf", "txt", "gcg"]
TABLE_KINDS: tuple[TableKind, ...] = ("csv", "xlsx", "json")
Options = Mapping[str, str]
# The key of an empty place in a long document.
EMPTY = 0


def no_problem(_options: Options) -> Words:
    return ""


@dataclass(frozen=True, slots=True)
class Choice:
    """An option for printing: `values` with the words for each, the usual one first.

    It is offered only where the choice that it `needs` has a value. `problem` returns why its value does not
    go with the other options, if it does not.
    """

    name: str
    label: Words
    values: Sequence[tuple[str, Words]]
    needs: str = ""
    problem: Callable[[Options], Words] = no_problem

    def checked(self, given: str | None) -> str:
        """Return the given value if it is one of the values, else the usual one."""
        values = [value for value, _words in self.values]
        return given if given in values else values[0]


def no_choices(_subject: Any) -> Sequence[Choice]:
    return ()


@dataclass(frozen=True, slots=True)
class Document:
    """A kind of document.

    `count` returns how many `unit`s it has now, without gathering them: 0 if there is nothing yet. `choices`
    returns the options for a subject. `caution` returns what users have to know before printing, if anything.

    `gather(subject, options)` returns the data of the file. For a long document, `gather(subject, options,
    keys)` returns the data of those keys, which `key_unit` counts, or else `unit`. `pdf` is the dotted name
    of a function of the data and a `Paper`, loaded when used; for a long document it draws exactly one page
    for `keys_a_page` keys, or for as many as a chosen sheet has labels. `arranged` puts some of the keys in the
    order of `keys`. `table` and `text` take the data, too.

    `made_at(subject)` returns the address and the name of the page where what an empty document lacks is made.

    `acts` are the acts of its subject after which the document may look different. `may` tells who may print
    it.
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
    table: Callable[[Any], DataTable] | None = None
    text: Callable[[Any], str] | None = None
    text_kind: Kind = "txt"
    choices: Callable[[Any], Sequence[Choice]] = no_choices
    keys: Callable[[Any, Options], Sequence[int]] | None = None
    key_unit: Words = ""
    keys_a_page: int = 1
    arranged: Callable[[Sequence[int]], Sequence[int]] = list
    may: Callable[[AtDesk], bool] = field(default=lambda _who: True)
    caution: Callable[[Any], Words] = field(default=lambda _subject: "")
    made_at: Callable[[Any], tuple[str, Words]] | None = None

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of file that the document can be saved as."""
        pdf: tuple[Kind, ...] = ("pdf",) if self.pdf else ()
        tables = TABLE_KINDS if self.table else ()
        texts = (self.text_kind,) if self.text else ()
        return (*pdf, *tables, *texts)

    @property
    def is_long(self) -> bool:
        return self.keys is not None

    def counted(self, count: int) -> str:
        """Return a number of units in words."""
        return str(self.unit % {"count": count})

    def keys_counted(self, count: int) -> str:
        """Return a number of keys of a long document in words."""
        return str((self.key_unit or self.unit) % {"count": count})

    def keys_on_page(self, options: Options) -> int:
        """Return how many keys have their places on one page."""
        sheet = sheet_of(options)
        return sheet.a_page if sheet else self.keys_a_page

    def options(self, subject: Any, given: Mapping[str, str]) -> dict[str, str]:
        """Return a valid value for each choice, whatever was given."""
        return {choice.name: choice.checked(given.get(choice.name)) for choice in self.choices(subject)}

    def problems(self, subject: Any, options: Options) -> dict[str, Words]:
        """Return why values do not go with each other, by the choice to change."""
        told = ((choice.name, choice.problem(options)) for choice in self.choices(subject))
        return {name: problem for name, problem in told if problem}

    def draw(self, gathered: Any, paper: Paper) -> bytes:
        pdf: bytes = import_string(self.pdf)(gathered, paper)
        return pdf


def named_so(rows: QuerySet[Any], acts: Collection[str]) -> QuerySet[Any]:
    return rows.filter(act__in=acts)


@dataclass(frozen=True, slots=True)
class Acts:
    """The acts of one source that may show on documents.

    `rows(subject, options)` returns those that concern a document with these options, each with `act` and
    `at`, the last one first. `among` keeps those of some acts, and `words` describes one.
    """

    rows: Callable[[Any, Options], QuerySet[Any]]
    words: Callable[[Any], Words]
    among: Callable[[QuerySet[Any], Collection[str]], QuerySet[Any]] = named_so


@dataclass(frozen=True, slots=True)
class Subject:
    """A kind of thing that documents are about.

    `of_event` returns those of an event, in their order; `acts` are all that may show on their documents. `alone`
    returns one that belongs to no event, by its key, or None; it has an `organiser_id` and a `zone`, as an event.
    """

    kind: str
    of_event: Callable[[Event], Iterable[Any]]
    name: Callable[[Any], str]
    acts: Sequence[Acts]
    alone: Callable[[int], Any] = lambda _key: None


_subjects: dict[str, Subject] = {}
_documents: dict[str, dict[str, Document]] = {}


def add_subject(subject: Subject) -> None:
    """Register a kind of subject; the page shows the kinds in the order of registration."""
    _subjects[subject.kind] = subject


def add_documents(kind: str, *documents: Document) -> None:
    """Register documents of a kind of subject."""
    _documents.setdefault(kind, {}).update((document.name, document) for document in documents)


def subjects() -> Sequence[Subject]:
    return tuple(_subjects.values())


def subject_of(kind: str) -> Subject:
    return _subjects[kind]


def documents_of(kind: str) -> Sequence[Document]:
    return tuple(_documents.get(kind, {}).values())


def find(event: Event | None, kind: str, subject_id: int, name: str) -> tuple[Any, Document]:
    """Return a document and its subject, which may belong to no event.

    Raises:
        LookupError: the event has no such subject, or the subject no such document.
    """
    document = _documents[kind][name]
    if event is None:
        if (alone := _subjects[kind].alone(subject_id)) is None:
            raise LookupError(subject_id)
        return alone, document
    for subject in _subjects[kind].of_event(event):
        if subject.pk == subject_id:
            return subject, document
    raise LookupError(subject_id)
