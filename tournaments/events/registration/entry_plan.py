"""The plan of a file of entries: whom each line means, where they play, and what a user has to be asked.

People are found as by the import of a list of people (`tournaments.people.imports.plan`). A person whom that
does not settle is a `PersonQuestion`, which is asked once, with all others: another name beside a known licence,
several of one name, a new name that is like a known one. A wrong cell is left out; a line without a person who
can be read is. Pure.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum
from typing import Final

from django.utils.translation import gettext_lazy as _

from tournaments.events.registration.entry_columns import (
    ENTRY_COLUMNS,
    EventParts,
    ReadParts,
    read_gone,
    read_parts,
    read_tick,
)
from tournaments.events.registration.entry_lists import NewEntry
from tournaments.models import NAME_LENGTH
from tournaments.models.events import GROUP_LENGTH, REMARKS_LENGTH
from tournaments.names.folding import fold, licence_key
from tournaments.names.name_parts import Order, join_pair
from tournaments.people.imports.cells import read_category
from tournaments.people.imports.files import FileLine
from tournaments.people.imports.plan import Known, PlanKind, PlannedPerson, plan_import
from tournaments.people.imports.questions import OUT, Asker, PersonQuestion
from tournaments.people.imports.rows import Problem, whole_name
from tournaments.people.services import Person
from tournaments.standings.filters import AgeCategory

# People without a table in a file sit after the last one: a slip of the pen would give them numbers that no
# form takes (at most 99 999).
MOST_TABLE_IN_FILE: Final = 9_999
# The one question about all age categories that the event does not have. The answers: they stay with their people,
# they are left out (`OUT`), or the event takes those of a set, by its code.
CATEGORIES: Final = "categories"
STAY: Final = "stay"
_LENGTHS: Final = {"team": NAME_LENGTH, "group": GROUP_LENGTH, "remarks": REMARKS_LENGTH}


class PlanState(StrEnum):
    ENTER = "enter"
    INSIDE = "inside"
    OPEN = "open"
    OUT = "out"
    WRONG = "wrong"
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class EventFacts:
    """The event as the plan needs it: its parts, groups and age categories, the tables and players (keys) in it.

    `by_chief` allows new groups, and divisions. `order` and `clubs` are those of `plan_import`.
    """

    parts: EventParts = field(default_factory=EventParts)
    groups: Collection[str] = ()
    categories: Sequence[AgeCategory] = ()
    tables: Collection[int] = ()
    inside: Collection[int] = ()
    by_chief: bool = True
    order: Order = ""
    clubs: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Details:
    """Where and what an entry plays; `skips` are numbers of games, `division` is a key. It is `gone` if it is left
    out of the event, and stays in its list.
    """

    table: int | None = None
    team: str = ""
    group: str = ""
    skips: frozenset[int] = frozenset()
    division: int | None = None
    paid: bool = False
    remarks: str = ""
    gone: bool = False


@dataclass(frozen=True, slots=True)
class PlannedEntry:
    """The plan of a line: its `people`, one or two, and its `questions`, answered or not.

    `problems` say why it is left out, `cells` which of its cells are.
    """

    number: int
    people: tuple[PlannedPerson, ...]
    state: PlanState = PlanState.ENTER
    details: Details = field(default_factory=Details)
    questions: tuple[PersonQuestion, ...] = ()
    problems: tuple[Problem, ...] = ()
    cells: tuple[Problem, ...] = ()

    @property
    def name(self) -> str:
        return join_pair(line.person.name for line in self.people)

    @property
    def is_new(self) -> bool:
        """True if somebody of the line is not on the list of people yet."""
        return any(line.pk is None for line in self.people)

    def entry(self, players: Sequence[int]) -> NewEntry:
        """Return the entry of these players, by key."""
        details = {name: value for name, value in asdict(self.details).items() if name != "division"}
        first, *others = players
        return NewEntry(first, others[0] if others else None, **details)

    @property
    def is_open(self) -> bool:
        return self.state is PlanState.OPEN


def plan_entries(
    lines: Sequence[FileLine], known: Known, event: EventFacts, answers: Mapping[str, str]
) -> list[PlannedEntry]:
    """Return the plan of each line in their order; the second line of a pair that stands in both is left out."""
    if answers.get(CATEGORIES) == OUT:
        strange = strange_categories(lines, event.categories)
        lines = [_without_category(line, strange) for line in lines]
    people = plan_import(
        [FileLine(line.number, _of_person(line)) for line in lines if _of_person(line)],
        known,
        event.order,
        event.clubs,
        any_category=True,
    )
    partners = plan_import([_partner_line(line, known) for line in lines if _has_partner(line)], known)
    by_number = {line.number: line for line in people}
    partner_of = {line.number: line for line in partners}
    planner = _Planner(known, event, answers)
    second = _second_lines(lines)
    return [
        planner.plan(line, by_number.get(line.number), partner_of.get(line.number))
        for line in lines
        if line.number not in second
    ]


def strange_categories(lines: Iterable[FileLine], categories: Iterable[AgeCategory]) -> dict[str, int]:
    """Return the age categories in a file that are none of an event's, each with the number of its lines."""
    known = {fold(category.name) for category in categories}
    names = Counter(read_category(line.values.get("age_category", "")) for line in lines)
    return {name: count for name, count in names.items() if name and fold(name) not in known}


def _without_category(line: FileLine, strange: Collection[str]) -> FileLine:
    if read_category(line.values.get("age_category", "")) not in strange:
        return line
    return replace(line, values={**line.values, "age_category": ""})


class _Planner:
    """The state that lines of one file share: who and which tables were in the lines before."""

    def __init__(self, known: Known, event: EventFacts, answers: Mapping[str, str]) -> None:
        self._known, self._event = known, event
        self._asker = Asker(known, answers, event.order, event.clubs)
        self._seen: dict[object, int] = {}
        self._tables: dict[int, int] = {}

    def plan(
        self, line: FileLine, person: PlannedPerson | None, partner: PlannedPerson | None
    ) -> PlannedEntry:
        if person is None or person.kind is PlanKind.NOBODY:
            return PlannedEntry(line.number, (person,) if person else (), PlanState.NOBODY)
        settled, questions, state, problems = [], [], PlanState.ENTER, list[Problem]()
        for one, suffix in ((person, ""), (partner, "p")):
            if one is None:
                continue
            values = _partner_line(line, self._known).values if suffix else _of_person(line)
            question = self._asker.question(one, f"{one.number}{suffix}", values)
            if question is not None:
                questions.append(question)
                answered, state = self._answered(one, question, state, problems)
                settled.append(answered)
                continue
            if one.kind is PlanKind.WRONG:
                state = PlanState.WRONG
                problems += one.problems
            settled.append(one)
        details, cells = self._details(line)
        cells += [problem for one in settled if one.pk is None for problem in one.cells]
        planned = PlannedEntry(
            line.number, tuple(settled), state, details, tuple(questions), tuple(problems), tuple(cells)
        )
        return self._once(planned) if state is PlanState.ENTER else planned

    def _once(self, planned: PlannedEntry) -> PlannedEntry:
        """Return the plan; it is another one if somebody is in the event, or in a line before."""
        if any(person.pk in self._event.inside for person in planned.people):
            return replace(planned, state=PlanState.INSIDE)
        marks: list[object] = [person.pk or _identity(person.person) for person in planned.people]
        if len(set(marks)) < len(marks):
            problem = Problem(
                _("{name} cannot be their own partner."), {"name": planned.people[0].person.name}
            )
            return replace(planned, state=PlanState.WRONG, problems=(problem,))
        earlier = next((self._seen[mark] for mark in marks if mark in self._seen), None)
        if earlier is not None:
            problem = Problem(_("The same player is in line {line}."), {"line": earlier})
            return replace(planned, state=PlanState.WRONG, problems=(problem,))
        self._seen.update(dict.fromkeys(marks, planned.number))
        if planned.details.table is not None:
            self._tables[planned.details.table] = planned.number
        return planned

    def _answered(
        self, line: PlannedPerson, question: PersonQuestion, state: PlanState, problems: list[Problem]
    ) -> tuple[PlannedPerson, PlanState]:
        """Return the line as the answer settles it, and the state of its entry."""
        worse = {PlanState.WRONG: PlanState.WRONG, PlanState.OUT: PlanState.OUT}
        if question.answer == OUT:
            problems.append(Problem(_("You skipped this line.")))
            return line, worse.get(state, PlanState.OUT)
        settled = self._asker.settle(line, question)
        return (line, worse.get(state, PlanState.OPEN)) if settled is None else (settled, state)

    def _details(self, line: FileLine) -> tuple[Details, list[Problem]]:
        values, cells, parts = line.values, list[Problem](), self._event.parts
        texts = {name: _fit(name, values.get(name, ""), cells) for name in _LENGTHS}
        if texts["group"] and texts["group"] not in self._event.groups and not self._event.by_chief:
            cells.append(_unknown("group", texts["group"]))
            texts["group"] = ""
        read = read_parts(values, parts)
        cells += [_neither(parts, column, text) for column, text in read.unknown]
        return Details(
            table=self._table(values.get("table", ""), cells),
            skips=_skips(read, parts),
            division=self._division(read, cells),
            paid=_paid(values.get("paid", ""), parts, cells),
            gone=_gone(values.get("state", ""), cells),
            **texts,
        ), cells

    def _division(self, read: ReadParts, cells: list[Problem]) -> int | None:
        parts = self._event.parts
        divisions = _numbers_of(read.chosen, "division")
        if len(divisions) > 1:
            cells.append(Problem(_("A player cannot be in two divisions.")))
        if not read.chosen and not read.denied and not parts.games and len(parts.divisions) == 1:
            divisions = list(parts.divisions)
        if divisions and not self._event.by_chief:
            cells.append(Problem(_("Only the chief arbitrator can enter people into divisions.")))
            divisions = []
        return divisions[0] if divisions else None

    def _table(self, text: str, cells: list[Problem]) -> int | None:
        if not text:
            return None
        digits = text.removesuffix(".0")
        table = int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 8 else 0
        if table > MOST_TABLE_IN_FILE:
            said = _("Table: “{text}” is more than {most}.")
            cells.append(Problem(said, {"text": text, "most": MOST_TABLE_IN_FILE}))
        elif table < 1:
            cells.append(Problem(_("Table: “{text}” is not a table number."), {"text": text}))
        elif table in self._event.tables:
            cells.append(Problem(_("Table {table} is already taken in this event."), {"table": table}))
        elif table in self._tables:
            said = _("Table {table} is already used in line {line}.")
            cells.append(Problem(said, {"table": table, "line": self._tables[table]}))
        else:
            return table
        return None


def _numbers_of(columns: Iterable[str], kind: str) -> list[int]:
    """Return the numbers or keys in columns such as `game-2`, in order."""
    return sorted(int(column.partition("-")[2]) for column in columns if column.startswith(f"{kind}-"))


def _skips(read: ReadParts, parts: EventParts) -> frozenset[int]:
    """Return the games that an entry does not play: all but those chosen, or else those that it denies."""
    if read.chosen:
        return frozenset(parts.games).difference(_numbers_of(read.chosen, "game"))
    return frozenset(parts.games).intersection(_numbers_of(read.denied, "game"))


def _paid(text: str, parts: EventParts, cells: list[Problem]) -> bool:
    paid = read_tick(text)
    if paid is None:
        cells.append(_neither(parts, "paid", text))
    return bool(paid)


def _gone(text: str, cells: list[Problem]) -> bool:
    gone = read_gone(text)
    if gone is None:
        said = _("{label}: “{text}” is not valid.")
        cells.append(Problem(said, {"label": ENTRY_COLUMNS["state"], "text": text}))
    return bool(gone)


def _of_person(line: FileLine) -> dict[str, str]:
    """Return the cells that say who it is."""
    return {name: text for name, text in line.values.items() if name not in ENTRY_COLUMNS and "-" not in name}


def _has_partner(line: FileLine) -> bool:
    return bool(line.values.get("partner") or line.values.get("partner_licence"))


def _partner_line(line: FileLine, known: Known) -> FileLine:
    """Return the partner as a line; a licence alone stands for the known name."""
    name, licence = line.values.get("partner", ""), line.values.get("partner_licence", "")
    if not name and licence_key(licence) in known.by_licence:
        name = known.by_licence[licence_key(licence)][1].name
    return FileLine(line.number, {"name": name, "licence": licence})


def _second_lines(lines: Iterable[FileLine]) -> set[int]:
    """Return the numbers of lines whose person is the partner in an earlier line, and names its person or
    nobody as the partner.
    """
    partner_in: dict[str, FileLine] = {}
    second = set()
    for line in lines:
        values = line.values
        own = _marks(values.get("licence", ""), whole_name(values))
        first = next((partner_in[mark] for mark in own if mark in partner_in), None)
        theirs = _marks(values.get("partner_licence", ""), values.get("partner", ""))
        if first is not None:
            back = _marks(first.values.get("licence", ""), whole_name(first.values))
            if not theirs or set(theirs) & set(back):
                second.add(line.number)
                continue
        for mark in theirs:
            partner_in.setdefault(mark, line)
    return second


def _marks(licence: str, name: str) -> list[str]:
    return [mark for mark in (licence_key(licence), fold(name)) if mark]


def _identity(person: Person) -> tuple[str, str]:
    return (licence_key(person.licence), "") if person.licence else ("", fold(person.name))


def _fit(name: str, text: str, cells: list[Problem]) -> str:
    if len(text) <= _LENGTHS[name]:
        return text
    said = _("{label}: “{text}” is longer than {most} characters.")
    cells.append(Problem(said, {"label": ENTRY_COLUMNS[name], "text": text, "most": _LENGTHS[name]}))
    return ""


def _unknown(column: str, text: str) -> Problem:
    said = _("{label}: the event has no “{text}”.")
    return Problem(said, {"label": ENTRY_COLUMNS[column], "text": text})


def _neither(parts: EventParts, column: str, text: str) -> Problem:
    """Return the problem of a cell that says neither yes nor no, or names no game."""
    if column in {"games", "skips"}:
        return _unknown(column, text)
    said = _("{label}: “{text}” is neither yes nor no.")
    return Problem(said, {"label": parts.columns[column], "text": text})


def tag_plan(plan: Iterable[PlannedEntry]) -> str:
    """Return the version tag of a plan without answers, which is equal for plans that do the same."""
    told = [
        (
            one.number,
            one.state,
            [(line.pk, asdict(line.person)) for line in one.people],
            asdict(one.details) | {"skips": sorted(one.details.skips)},
        )
        for one in plan
    ]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()


def count_states(plan: Iterable[PlannedEntry]) -> dict[str, int]:
    """Return how many lines have each state."""
    counts = dict.fromkeys(PlanState, 0)
    for planned in plan:
        counts[planned.state] += 1
    return {state.value: count for state, count in counts.items()}
