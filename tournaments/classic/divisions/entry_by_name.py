"""Entering people into a division by name or licence number, or by a pasted list that was reviewed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q

from tournaments.classic.acts.audit_log import write_division_act
from tournaments.classic.acts.locks import lock_division
from tournaments.classic.divisions.entrants import enter_players
from tournaments.classic.divisions.numbering import enter_entries, second_division_violation
from tournaments.classic.models import Division, DivisionEntry
from tournaments.events.registration.entry_lists import enter_list
from tournaments.events.registration.lists import lock_people, store_entries
from tournaments.events.registration.pasted import TypedName
from tournaments.events.registration.pasted_list import (
    PastedReview,
    ReviewedLine,
    inside,
    review_pasted,
    store_people,
    wrong,
)
from tournaments.events.registration.services import register_lines
from tournaments.events.services import lock_event
from tournaments.models import Entry, Event
from tournaments.names import folding
from tournaments.people import services as people_services


@dataclass(frozen=True, slots=True)
class EnteredByName:
    """The result of entering by name: how many people the list knew, and the names of those who are new."""

    known: int
    new: tuple[str, ...]


@transaction.atomic
def enter_by_name(
    *, division: Division, lines: Sequence[TypedName], by: User, first_round: int | None = None
) -> EnteredByName:
    """Enter people into the event, by name or licence number, and into the division.

    An entry of the event without a division is entered into the division only.

    Raises:
        LinesRefused: names cannot be entered; then nobody is entered.
        RuleViolation: the round has begun or cannot exist, or there are too many players; then nobody is
            entered.
    """
    event = lock_event(division.event, by)
    locked_division = lock_division(division, by)
    locked = lock_people(event, [line.name for line in lines])
    registered = register_lines(event=event, lines=lines, held=locked, there=partial(_entry_of_event, event))
    store_entries(locked)
    entries = [one.entry for one in registered]
    if entries:
        names = ", ".join(enter_entries(locked_division, entries, first_round)[:10])
        write_division_act(locked_division, "division_entered", by=by, count=len(entries), names=names)
    new = tuple(entry.full_name for entry in entries if entry.player_id in locked.stored)
    return EnteredByName(len(entries) - len(new), new)


def review_list(division: Division, text: str, answers: Mapping[str, str]) -> PastedReview:
    """Return the review of a pasted list for the division of now."""
    rows = DivisionEntry.objects.filter(division__event=division.event_id).select_related("division")
    playing = {entrant.entry_id: entrant.division for entrant in rows}

    def place(line: ReviewedLine, entry: Entry) -> ReviewedLine:
        where = playing.get(entry.pk)
        if where is None:
            return line
        refusal = second_division_violation(line.planned.name, where.name)
        return inside(line) if where == division else wrong(line, refusal)

    return review_pasted(division.event, text, answers, place)


@transaction.atomic
def enter_reviewed(
    *,
    division: Division,
    text: str,
    answers: Mapping[str, str],
    mark: str,
    by: User,
    first_round: int | None = None,
) -> int:
    """Enter the people of a pasted list; `mark` is that of the review which was shown. Return how many.

    Raises:
        RuleViolation: a line is wrong or a question is open, people have changed since, or nobody can be
            entered from that round; then nobody is entered.
    """
    event = lock_event(division.event, by)
    locked_division = lock_division(division, by)
    review = review_list(locked_division, text, answers)
    review.check(mark)
    there = [line.entry.pk for line in review.entering if line.entry is not None]
    new, _stored = store_people(review.entering)
    made = enter_list(event=event, entries=new, by=by) if new else []
    entries = [*there, *(entry.pk for entry in made)]
    return enter_players(division=locked_division, entries=entries, by=by, first_round=first_round)


def _entry_of_event(event: Event, name: str) -> Entry | None:
    """Return the one entry of the event without a division that has this name or licence.

    Raises:
        RuleViolation: the person plays in a division.
    """
    people = people_services.find_named(name)
    free = event.entries.filter(in_division=None, player__in=people).select_related("player", "partner")
    if len(found := list(free[:2])) == 1:
        return found[0]
    rows = DivisionEntry.objects.filter(division__event=event).select_related("division")
    playing = rows.filter(Q(entry__player__in=people) | Q(entry__partner__in=people)).first()
    if playing is not None:
        raise second_division_violation(folding.tidy(name), playing.division.name)
    return None
