"""A pasted list of the players of a division: what it means, shown first, and entered as it was shown.

People are found as by the import of a list (`tournaments.people.imports.plan`); known people keep the data of the
list of people. Only a person who is new gets the rating, the licence and the club of the line.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.classic.core.locks import lock_division
from tournaments.classic.divisions.entrants import enter_players
from tournaments.classic.divisions.numbering import second_division_violation
from tournaments.classic.models import Division, DivisionEntry
from tournaments.core.errors import RuleViolation
from tournaments.core.text.folding import licence_key
from tournaments.core.text.name_parts import NameParts, doubts_of, split_name
from tournaments.events.check_in import enter_people
from tournaments.events.registration.entry_lists import list_overtaken
from tournaments.events.registration.lists import PAIR_MARK
from tournaments.events.services import lock_event
from tournaments.people.federation_lists import copy_people, federation_people
from tournaments.people.imports.files import Line
from tournaments.people.imports.pasted import PastedLine, read_pasted
from tournaments.people.imports.plan import Kind, Known, PlannedLine, plan_import
from tournaments.people.imports.questions import OUT, Asker, Question
from tournaments.people.imports.rows import Problem
from tournaments.people.imports.services import people_now
from tournaments.people.services import Person, person_of, save_player


class State(StrEnum):
    NEW = "new"
    KNOWN = "known"
    THERE = "there"
    OPEN = "open"
    OUT = "out"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class PastedPlayer:
    """The plan of a pasted line: `person` as read, `known` as the list of people has them, if it is one of it."""

    number: int
    text: str
    state: State
    person: Person
    pk: int | None = None
    known: Person | None = None
    question: Question | None = None
    problems: tuple[Problem, ...] = ()
    doubts: tuple[Problem, ...] = ()

    @property
    def parts(self) -> NameParts:
        return self.person.parts or split_name(self.person.name)

    @property
    def is_doubtful(self) -> bool:
        return bool(self.doubts or self.question)


def has_more_than_names(text: str) -> bool:
    """Tell whether a line of the list says more than a name or a licence."""
    return not all(line.is_bare for line in read_pasted(text))


def plan_pasted(division: Division, text: str, answers: Mapping[str, str]) -> list[PastedPlayer]:
    """Return the plan of each line for the people and the division of now."""
    people = people_now()
    licences = {licence_key(person.licence) for person in people.values()} - {""}
    lines = read_pasted(text, licences)
    known = Known.of([*people.items(), *_find_licensed(lines)])
    read = [Line(line.number, _name_licensed(line.values, known)) for line in lines]
    planned = {line.number: line for line in plan_import(read, known, "given")}
    values = {line.number: line.values for line in read}
    asker, playing = Asker(known, answers, "given"), _playing(division)
    return [
        _place(_plan_line(line, planned[line.number], values[line.number], asker), playing, division)
        for line in lines
    ]


def tag_pasted_plan(plan: Sequence[PastedPlayer]) -> str:
    """Return the version tag of a plan, which is equal for plans that enter the same people."""
    told = [(one.number, one.state, one.pk, one.person) for one in plan]
    return hashlib.sha256(repr(told).encode()).hexdigest()


@transaction.atomic
def enter_pasted(
    *,
    division: Division,
    text: str,
    answers: Mapping[str, str],
    mark: str,
    by: User,
    first_round: int | None = None,
) -> int:
    """Enter the people of a list; `mark` is that of the plan without answers which was shown. Return how many.

    Raises:
        RuleViolation: a line is wrong or a question is open, people have changed since, or nobody can be
            entered from that round; then nobody is entered.
    """
    event = lock_event(division.event, by)
    held = lock_division(division, by)
    plan = plan_pasted(held, text, answers)
    states = {one.state for one in plan}
    if states & {State.WRONG, State.OPEN}:
        raise RuleViolation("pasted_lines_open", _("Nobody has been entered yet: correct the marked lines."))
    if tag_pasted_plan(plan_pasted(held, text, {})) != mark:
        raise list_overtaken()
    new = [save_player(one.person).pk for one in plan if one.state is State.NEW]
    known = [one.pk for one in plan if one.state is State.KNOWN and one.pk]
    copies = {copy.federation_player_id: copy.pk for copy in copy_people(known)}
    keys = [*new, *(copies.get(key, key) for key in known)]
    enter_people(event=event, players=keys, by=by)
    entries = event.entries.filter(Q(player__in=keys) | Q(partner__in=keys)).values_list("pk", flat=True)
    return enter_players(division=held, entries=list(entries), by=by, first_round=first_round)


def _plan_line(
    line: PastedLine, planned: PlannedLine, values: Mapping[str, str], asker: Asker
) -> PastedPlayer:
    question = asker.question(planned, str(line.number), values)
    person = planned.person if question is None else question.person
    one = PastedPlayer(line.number, line.text, State.OPEN, person, question=question)
    if question is not None and question.answer == OUT:
        return replace(one, state=State.OUT)
    settled = planned if question is None else asker.settle(planned, question)
    if settled is None:
        return one
    if settled.kind in {Kind.WRONG, Kind.NOBODY}:
        return _wrong(one, *(settled.problems or (Problem(_("This line has no person.")),)))
    if PAIR_MARK in person.name:
        return _wrong(one, Problem(_("A pair is entered by its two names alone, in a list without ratings.")))
    state = State.NEW if settled.pk is None else State.KNOWN
    one = replace(one, state=state, pk=settled.pk, known=settled.before)
    return replace(one, doubts=(*line.doubts, *planned.cells, *_doubts_of(one, values)))


def _wrong(one: PastedPlayer, *problems: Problem) -> PastedPlayer:
    return replace(one, state=State.WRONG, problems=problems)


def _place(one: PastedPlayer, playing: Mapping[int, DivisionEntry], division: Division) -> PastedPlayer:
    """Return the plan of somebody who may be in a division of the event already."""
    entrant = playing.get(one.pk or 0)
    if one.state is not State.KNOWN or entrant is None:
        return one
    if entrant.division_id == division.pk:
        return replace(one, state=State.THERE)
    refusal = second_division_violation(one.person.name, entrant.division.name)
    return _wrong(one, Problem(refusal.message, refusal.params))


def _doubts_of(one: PastedPlayer, values: Mapping[str, str]) -> list[Problem]:
    """Return what should be looked at; `values` are the columns of the line. A line that has both names by
    themselves, in columns or at a comma, says which is which.
    """
    if one.known is None:
        is_said = one.question is not None or (values.get("first_name") and values.get("last_name"))
        parted = () if is_said else doubts_of(values.get("name") or one.person.name, "given")
        return [Problem(_("The first and the last name are a guess."))] if parted else []
    read, known = one.person.rating, one.known.rating
    if read is None or read == known:
        return []
    said = _("The list of people has the rating {known}, which counts.")
    return [Problem(said, {"known": "–" if known is None else known})]


def _name_licensed(values: Mapping[str, str], known: Known) -> dict[str, str]:
    """Return the columns of a line; a licence alone stands for the known name."""
    licensed = known.by_licence.get(licence_key(values.get("licence", "")))
    if licensed is None or values.keys() & {"name", "first_name", "last_name"}:
        return dict(values)
    return {**values, "name": licensed[1].name}


def _find_licensed(lines: Sequence[PastedLine]) -> list[tuple[int, Person]]:
    """Return the people of federations whose licences are in the lines."""
    licences = {licence_key(line.values.get("licence", "")) for line in lines} - {""}
    found = federation_people().filter(licence__in=licences)
    return [(player.pk, person_of(player)) for player in found]


def _playing(division: Division) -> dict[int, DivisionEntry]:
    """Return the entrants of all divisions of the event, by the keys of their players."""
    rows = DivisionEntry.objects.filter(division__event=division.event_id)
    found: dict[int, DivisionEntry] = {}
    for entrant in rows.select_related("division", "entry"):
        found |= {key: entrant for key in (entrant.entry.player_id, entrant.entry.partner_id) if key}
    return found
