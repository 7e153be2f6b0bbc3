"""The entering of a file into an event: stored as it was read, reviewed, then carried out as background work.

The reviewed plan is the one that is carried out: the request sends its mark, and if people or the event have
changed so that the plan would differ, nothing is done. New people are written first, in chunks; then all
entries in one transaction. If it is interrupted in between, the people are known when it is requested again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from duplicate.games import event_changes
from tournaments.classic.acts.locks import lock_divisions
from tournaments.classic.divisions.entrants import enter_players
from tournaments.classic.models import Division
from tournaments.errors import RuleViolation
from tournaments.events.registration.entry_columns import (
    EventParts,
    check_entry_reading,
    reading_of_entries,
    split_partner,
)
from tournaments.events.registration.entry_lists import list_overtaken
from tournaments.events.registration.entry_plan import (
    CATEGORIES,
    STAY,
    EventFacts,
    PlannedEntry,
    PlanState,
    count_states,
    plan_entries,
    strange_categories,
    tag_plan,
)
from tournaments.events.registration.pasted_list import find_in_federations
from tournaments.events.services import categories_of, take_categories
from tournaments.events.staff import is_chief
from tournaments.jobs import finish, job_of, move
from tournaments.locks import lock_events, lock_games
from tournaments.models import Entry, Event, PeopleList, Player
from tournaments.names import folding
from tournaments.people.federation_lists import copy_people
from tournaments.people.imports.clubs import ClubNames, learn_clubs, read_club_names
from tournaments.people.imports.columns import is_headings, name_order
from tournaments.people.imports.files import lines_of
from tournaments.people.imports.plan import Known, PlanKind, PlannedPerson
from tournaments.people.imports.questions import OUT
from tournaments.people.imports.services import keep_list, people_now, read_again, start_import
from tournaments.people.imports.writer import write_lines
from tournaments.people.services import Person, people_changed
from tournaments.processes.memory import returns_memory
from tournaments.standings.category_sets import CategorySet, category_sets, sets_with
from tournaments.time import clock

LEFT_OUT = (PlanState.WRONG, PlanState.OUT, PlanState.NOBODY)


def keep_entry_list(*, event: Event, data: bytes, file_name: str, by: User) -> PeopleList:
    """Store a file for review; nobody is entered yet.

    Raises:
        RuleViolation: the file is no list of people.
    """
    read = partial(reading_of_entries, parts=parts_of(event))
    return keep_list(data=data, file_name=file_name, by=by, event=event, read=read)


def read_entries_again(*, kept: PeopleList, event: Event, reading: Sequence[str]) -> None:
    """Store a user's reading of the columns."""
    read_again(people=kept, reading=reading, check=partial(check_entry_reading, parts=parts_of(event)))


def parts_of(event: Event) -> EventParts:
    """Return the games and divisions of the event."""
    games = event.games.order_by("number").values_list("number", "name")
    divisions = Division.objects.filter(event=event).order_by("pk").values_list("pk", "name")
    return EventParts(dict(games), dict(divisions))


def plan_of(kept: PeopleList, event: Event, by: User, answers: Mapping[str, str]) -> list[PlannedEntry]:
    """Return the plan of a file for the people and the event of now; empty as long as no column has the
    names.
    """
    return _read_plan(kept, event, by, answers)[0]


def ask_about_categories(
    kept: PeopleList, event: Event, by: User
) -> tuple[dict[str, int], Sequence[CategorySet]]:
    """Return the file's age categories that are none of the event's, with the number of their lines, and the sets
    that have them all and that the user may give to the event.
    """
    strange = strange_categories(lines_of(kept.lines, kept.reading), categories_of(event))
    may_take = is_chief(event, by) and event.released != Event.Released.FINAL
    return strange, sets_with(strange) if strange and may_take else ()


def ask_entering(*, kept: PeopleList, event: Event, by: User, answers: Mapping[str, str], mark: str) -> None:
    """Queue the entering of a file as background work, as it was reviewed.

    Raises:
        RuleViolation: a question is open, people or the event have changed, or it was requested already.
    """
    _check(kept, event, by, answers, mark)
    start_import(kept, enter_file, mark=mark, by=by, choices={"answers": dict(answers)})


@job_of(PeopleList)
@returns_memory
def enter_file(kept: PeopleList) -> None:
    """Carry out a requested entering."""
    assert kept.event is not None, "these lists are an event's"
    assert kept.asked_by is not None, "whoever asks is noted"
    _enter(kept, kept.event, kept.asked_by)


def _enter(kept: PeopleList, event: Event, by: User) -> None:
    move(kept, step=PeopleList.Step.CHECKING)
    answers = kept.choices["answers"]
    plan, known, names = _check(kept, event, by, answers, kept.mark)
    entering = [one for one in plan if one.state is PlanState.ENTER]
    learn_clubs(names, by)
    move(kept, step=PeopleList.Step.WRITING)
    people = [line for one in entering for line in one.people]
    new = [line for line in people if line.pk is None]
    before = set(known)
    told = [_with_category(line) for line in people if line.pk in before and _tells_category(line)]
    write_lines(kept, [*new, *told], known, by, names.codes)
    written = {_identity(person): pk for pk, person in known.items() if pk not in before}
    keys = {line.pk for one in entering for line in one.people if line.pk is not None}
    copies = {copy.federation_player_id: copy.pk for copy in copy_people(keys - before)}

    def key_of(line: PlannedPerson) -> int:
        return written[_identity(line.person)] if line.pk is None else copies.get(line.pk, line.pk)

    rows = [one.entry([*map(key_of, one.people)]) for one in entering]
    with transaction.atomic():
        # Entering the list locks players: what comes before them in `tournaments.locks` is locked first.
        lock_games([event.pk])
        lock_events([event.pk])
        lock_divisions({one.details.division for one in entering if one.details.division is not None})
        if answers.get(CATEGORIES) in category_sets():
            take_categories(event=event, categories=category_sets()[answers[CATEGORIES]].categories, by=by)
        made = event_changes.enter_list(event=event, entries=rows, by=by, file=kept.file_name)
        _enter_divisions(event, entering, made, by)
        _finish(kept, plan)
    if new or told:
        people_changed.send(Player, organiser=kept.organiser_id)


def _tells_category(line: PlannedPerson) -> bool:
    """Tell whether a line has the age category of a known person of whom neither category nor age was known."""
    before = line.before
    known = before is None or before.age_category or before.birth_year is not None
    return not known and bool(line.person.age_category)


def _with_category(line: PlannedPerson) -> PlannedPerson:
    """Return a line that changes nothing of a known person but the age category."""
    assert line.before is not None, "only known people have it from the line"
    person = replace(line.before, age_category=line.person.age_category)
    return replace(line, kind=PlanKind.CHANGED, person=person)


def _enter_divisions(event: Event, plan: Sequence[PlannedEntry], made: Sequence[Entry], by: User) -> None:
    into: dict[int, list[int]] = {}
    for one, entry in zip(plan, made, strict=True):
        if one.details.division is not None:
            into.setdefault(one.details.division, []).append(entry.pk)
    for division in Division.objects.filter(event=event, pk__in=into).order_by("pk"):
        enter_players(division=division, entries=into[division.pk], by=by)


def _finish(kept: PeopleList, plan: Sequence[PlannedEntry]) -> None:
    """Store what was done, and the lines of which something was left out, each with its reasons."""
    finish(
        kept,
        left_out=list_left_out(kept, plan),
        done_at=clock.now(),
        lines=[],
        result=kept.result | count_states(plan) | {"pairs": sum(len(one.people) > 1 for one in plan)},
    )


def list_left_out(kept: PeopleList, plan: Sequence[PlannedEntry]) -> list[list[Any]]:
    """Return the lines that are not entered, or without a cell, as number, cells and reasons."""
    cells = dict(kept.lines)
    left = []
    for one in plan:
        reasons = [str(problem) for problem in one.problems] if one.state in LEFT_OUT else []
        if one.state is PlanState.NOBODY:
            reasons = [gettext("This line has no person.")]
        elif one.state in {PlanState.ENTER, PlanState.OPEN}:
            reasons = [
                gettext("Without this cell: {problem}").format(problem=problem) for problem in one.cells
            ]
        if reasons:
            left.append([one.number, cells[one.number], reasons])
    return left


def _check(
    kept: PeopleList, event: Event, by: User, answers: Mapping[str, str], mark: str
) -> tuple[list[PlannedEntry], dict[int, Person], ClubNames]:
    """Return the plan, the known people by key and the names of clubs, if it can be carried out.

    Raises:
        RuleViolation: it cannot.
    """
    plan, known, names = _read_plan(kept, event, by, answers)
    if not plan:
        raise RuleViolation("no_name_column", _("Choose the column with the names."))
    if tag_plan(_read_plan(kept, event, by, {})[0]) != mark:
        raise list_overtaken()
    still_open = sum(one.is_open for one in plan)
    if still_open:
        raise RuleViolation(
            "questions_open",
            ngettext_lazy(
                "Nobody has been entered yet. Choose the right person for {count} line.",
                "Nobody has been entered yet. Choose the right person for {count} lines.",
                still_open,
            ),
            count=still_open,
        )
    strange, sets = ask_about_categories(kept, event, by)
    if strange and answers.get(CATEGORIES) not in {STAY, OUT, *(one.code for one in sets)}:
        raise RuleViolation(
            "categories_open",
            _(
                "Nobody has been entered yet. Answer what becomes of age categories that the event does not have."
            ),
        )
    return plan, known, names


def _read_plan(
    kept: PeopleList, event: Event, by: User, answers: Mapping[str, str]
) -> tuple[list[PlannedEntry], dict[int, Person], ClubNames]:
    lines = [split_partner(line) for line in lines_of(kept.lines, kept.reading)]
    names = read_club_names(lines)
    known = people_now(names)
    if not is_headings(kept.reading):
        return [], known, names
    rows = list(event.entries.values_list("player", "partner", "table"))
    facts = EventFacts(
        parts=parts_of(event),
        groups=event.groups,
        categories=categories_of(event),
        tables={table for _player, _partner, table in rows},
        inside={key for player, partner, _table in rows for key in (player, partner) if key},
        by_chief=is_chief(event, by),
        order=name_order(kept.headings, kept.reading),
        clubs=names.by_code,
    )
    found = Known.of([*known.items(), *find_in_federations(lines)])
    return plan_entries(lines, found, facts, answers), known, names


def _identity(person: Person) -> tuple[str, str]:
    """Return what tells new people apart: one licence, or one name without a licence."""
    return (folding.licence_key(person.licence), "") if person.licence else ("", folding.key(person.name))
