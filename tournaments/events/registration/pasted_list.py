"""A pasted list of players: what it means, shown first, and entered as it was shown.

People are found as in a file of entries (`entry_plan`); known people keep the data of the list of people. Only a person
who is new gets the rating, the licence and the club of the line.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.errors import RuleViolation
from tournaments.events.registration.entry_lists import NewEntry, list_overtaken
from tournaments.events.registration.entry_plan import (
    EventFacts,
    PlannedEntry,
    PlanState,
    plan_entries,
    tag_plan,
)
from tournaments.events.registration.pasted import PastedLine, read_pasted, unread
from tournaments.models import Entry, Event
from tournaments.names.folding import fold, licence_key
from tournaments.names.name_parts import NameParts, Order, doubts_of, split_name
from tournaments.people.federation_lists import copy_people, federation_people
from tournaments.people.imports.columns import COLUMNS
from tournaments.people.imports.files import FileLine
from tournaments.people.imports.plan import Known
from tournaments.people.imports.questions import PersonQuestion
from tournaments.people.imports.rows import Problem, whole_name
from tournaments.people.imports.services import people_now
from tournaments.people.services import Person, person_of, remove_unused_players, save_player

# States of a line by which pages choose their words: those of an entry to be made say whether the person is new.
NEW, KNOWN, THERE, OPEN, OUT, WRONG = "new", "known", "there", "open", "out", "wrong"
_STATES: Final = {
    PlanState.INSIDE: THERE,
    PlanState.OPEN: OPEN,
    PlanState.OUT: OUT,
    PlanState.WRONG: WRONG,
    PlanState.NOBODY: WRONG,
}


@dataclass(frozen=True, slots=True)
class ReviewedLine:
    """A pasted line and its plan; `entry` is that of these people which the event has already, waiting to be placed."""

    text: str
    planned: PlannedEntry
    doubts: tuple[Problem, ...] = ()
    entry: Entry | None = None

    @property
    def number(self) -> int:
        return self.planned.number

    @property
    def state(self) -> str:
        return _STATES.get(self.planned.state, NEW if self.planned.is_new else KNOWN)

    @property
    def keys(self) -> list[int]:
        """The people of the line who are known."""
        return [line.pk for line in self.planned.people if line.pk is not None]

    @property
    def people(self) -> list[tuple[Person, NameParts]]:
        """The people with the parts of their names."""
        people = [line.person for line in self.planned.people]
        return [(person, person.parts or split_name(person.name)) for person in people]

    @property
    def questions(self) -> tuple[PersonQuestion, ...]:
        return self.planned.questions

    @property
    def problems(self) -> tuple[Problem, ...]:
        if self.planned.state is PlanState.NOBODY:
            return (Problem(_("This line has no person.")),)
        return self.planned.problems if self.state == WRONG else ()

    @property
    def is_doubtful(self) -> bool:
        return bool(self.doubts or self.questions)


@dataclass(frozen=True, slots=True)
class PastedReview:
    """A pasted text as it is read for the people and the event of now. `mark` is the version tag of the plan without
    answers, which is equal for plans that enter the same people.
    """

    lines: Sequence[ReviewedLine]
    mark: str

    @property
    def counts(self) -> Counter[str]:
        return Counter(line.state for line in self.lines)

    @property
    def entering(self) -> list[ReviewedLine]:
        return [line for line in self.lines if line.state in {NEW, KNOWN}]

    def check(self, mark: str) -> None:
        """Check that this is what was shown with the mark, and can be entered.

        Raises:
            RuleViolation: a line is wrong or a question is open, or people or the event have changed since.
        """
        if self.counts[WRONG] or self.counts[OPEN]:
            raise RuleViolation(
                "pasted_lines_open", _("Nobody has been entered yet: correct the marked lines.")
            )
        if mark != self.mark:
            raise list_overtaken()


Place = Callable[[ReviewedLine, Entry], ReviewedLine]


def review_pasted(
    event: Event, text: str, answers: Mapping[str, str], place: Place, *, tables: bool = False
) -> PastedReview:
    """Return the review of a text; `answers` are those to its questions. A line without a mark may begin with a table
    if `tables` are asked for. `place` returns a line whose people have an entry of the event.
    """
    people = people_now()
    licences = {licence_key(person.licence) for person in people.values()} - {""}
    pasted = read_pasted(text, licences, tables=tables)
    known = Known.of([*people.items(), *find_in_federations(pasted.lines)])
    taken = event.entries.values_list("table", flat=True) if tables else ()
    facts = EventFacts(groups=event.groups, tables=set(taken), order=pasted.order)
    columns = {*COLUMNS, "partner", "partner_licence", *(["table"] if tables else [])}
    values = {line.number: _name_licensed(line.values, known, columns) for line in pasted.lines}
    read = [FileLine(number, cells) for number, cells in values.items() if cells]
    entries = _entries_of_people(event)
    texts = {line.number: line for line in pasted.lines}

    def plan(answers: Mapping[str, str]) -> list[ReviewedLine]:
        reviewed = []
        for planned in plan_entries(read, known, facts, answers):
            line = ReviewedLine(texts[planned.number].text, planned)
            entry = next((entries[key] for key in line.keys if key in entries), None)
            if entry is not None and line.state == KNOWN:
                line = place(replace(line, entry=entry), entry)
            doubts = _doubts_of(line, texts[planned.number], values[planned.number], facts.order)
            reviewed.append(replace(line, doubts=tuple(doubts)))
        return reviewed

    usual = plan({})
    return PastedReview(plan(answers) if answers else usual, tag_plan(one.planned for one in usual))


def inside(line: ReviewedLine) -> ReviewedLine:
    """Return a line whose people are entered already."""
    return replace(line, planned=replace(line.planned, state=PlanState.INSIDE))


def wrong(line: ReviewedLine, error: RuleViolation) -> ReviewedLine:
    """Return a line that cannot be entered."""
    problem = Problem(error.message, error.params)
    return replace(line, planned=replace(line.planned, state=PlanState.WRONG, problems=(problem,)))


def store_people(lines: Iterable[ReviewedLine]) -> tuple[list[NewEntry], list[int]]:
    """Store the people of lines who are new, each in a short transaction; return the entries to be made, and the keys
    of these people. If one cannot be stored, none of them is.
    """
    lines = [line for line in lines if line.entry is None]
    known = [key for line in lines for key in line.keys]
    copies = {copy.federation_player_id: copy.pk for copy in copy_people(known)}
    stored: list[int] = []
    entries = []
    try:
        for line in lines:
            keys = []
            for person in line.planned.people:
                if person.pk is None:
                    stored.append(save_player(person.person).pk)
                keys.append(stored[-1] if person.pk is None else copies.get(person.pk, person.pk))
            entries.append(line.planned.entry(keys))
    except RuleViolation:
        remove_unused_players(stored)
        raise
    return entries, stored


def _doubts_of(
    line: ReviewedLine, pasted: PastedLine, values: Mapping[str, str], order: Order
) -> Iterator[Problem]:
    """Yield what should be looked at; `values` are the columns of the line. A line that has both names by themselves,
    in columns or at a comma, says which is which.
    """
    if line.state not in {NEW, KNOWN}:
        return
    yield from pasted.doubts
    if "partner" in values and "rating" in pasted.values:
        yield unread(pasted.values["rating"])
    if line.entry is None:
        yield from line.planned.cells
    for person, column in zip(line.planned.people, ("name", "partner"), strict=False):
        if person.pk is None:
            is_said = line.questions or (values.get("first_name") and values.get("last_name"))
            if not is_said and doubts_of(values.get(column) or person.person.name, order):
                yield Problem(_("The first and the last name are a guess."))
        elif person.before is not None and column == "name" and values.get("rating"):
            known = person.before.rating
            if values["rating"] != str(known):
                said = _("The list of people has the rating {known}, which counts.")
                yield Problem(said, {"known": "–" if known is None else known})


def _name_licensed(values: Mapping[str, str], known: Known, columns: Collection[str]) -> dict[str, str]:
    """Return the columns of a line that count; a licence alone stands for the known name."""
    counting = {column: text for column, text in values.items() if column in columns}
    if "partner" in counting:
        counting.pop("rating", None)
    licensed = known.by_licence.get(licence_key(values.get("licence", "")))
    if licensed is None or values.keys() & {"name", "first_name", "last_name"}:
        return counting
    return {**counting, "name": licensed[1].name}


def find_in_federations(lines: Iterable[FileLine | PastedLine]) -> list[tuple[int, Person]]:
    """Return the people of federations whom a licence or a name in the lines may mean."""
    licences, names = set(), set()
    for line in lines:
        values = line.values
        licences |= {licence_key(values.get(name, "")) for name in ("licence", "partner_licence")}
        names |= {fold(whole_name(values)), fold(values.get("partner", ""))}
    found = federation_people().filter(
        Q(licence__in=licences - {""}, licence__gt="") | Q(alike__in=names - {""})
    )
    return [(player.pk, person_of(player)) for player in found]


def _entries_of_people(event: Event) -> dict[int, Entry]:
    """Return the entries of the event by the keys of their players."""
    found: dict[int, Entry] = {}
    for entry in event.entries.select_related("player", "partner"):
        found |= {key: entry for key in (entry.player_id, entry.partner_id) if key}
    return found
