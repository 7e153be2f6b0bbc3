"""Entering people into a division by name or licence number."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.classic.core.audit_log import write_division_act
from tournaments.classic.core.locks import lock_division
from tournaments.classic.divisions.numbering import enter_entries, second_division_violation
from tournaments.classic.models import Division, DivisionEntry
from tournaments.core.errors import LinesRefused, RuleViolation
from tournaments.core.text import folding
from tournaments.core.text.clauses import join_clauses
from tournaments.events.registration.lists import EventPeople, lock_people, store_entries
from tournaments.events.registration.services import register_player
from tournaments.events.services import lock_event
from tournaments.models import Entry, Event, Player
from tournaments.people import services as people_services

# How to take a name that the list of people spells slightly otherwise: the one of the list, somebody new, or
# ask.
AlikeAnswer = Literal["ask", "list", "new"]
WRITTEN_OTHERWISE = "written_otherwise"


@dataclass(frozen=True, slots=True)
class EnteredByName:
    """The result of entering by name: how many people the list knew, and the lines of those who are new."""

    known: int
    new: tuple[str, ...]


@transaction.atomic
def enter_by_name(
    *,
    division: Division,
    names: Sequence[str],
    by: User,
    first_round: int | None = None,
    who: AlikeAnswer = "new",
) -> EnteredByName:
    """Enter people into the event, by name or licence number, and into the division.

    An entry of the event without a division is entered into the division only. `who` decides on a name that
    the list of people spells slightly otherwise.

    Raises:
        LinesRefused: names cannot be entered, or somebody must decide which person is meant; then nobody is
            entered.
        RuleViolation: the round has begun or cannot exist, or there are too many players; then nobody is
            entered.
    """
    event = lock_event(division.event, by)
    held = lock_division(division, by)
    meant, refused = _people_meant(names, who)
    new = tuple(names[place] for place, name in meant.items() if not people_services.is_known(name))
    locked = lock_people(event, list(meant.values()))
    found: list[Entry] = []
    for place, name in meant.items():
        try:
            found.append(_entry_named(event, name, found, locked))
        except RuleViolation as error:
            refused[place] = error
    if refused:
        raise LinesRefused([(names[place], error) for place, error in sorted(refused.items())])
    if found:
        told = ", ".join(enter_entries(held, found, first_round)[:10])
        write_division_act(held, "division_entered", by=by, count=len(found), names=told)
    return EnteredByName(len(found) - len(new), new)


def _people_meant(lines: Sequence[str], who: AlikeAnswer) -> tuple[dict[int, str], dict[int, RuleViolation]]:
    """Return by line the name or licence that it means, or why somebody must say which one."""
    meant: dict[int, str] = {}
    unclear: dict[int, RuleViolation] = {}
    for place, line in enumerate(lines):
        like = [] if who == "new" else people_services.find_other_spellings(line)
        if like and not (who == "list" and len(like) == 1):
            unclear[place] = RuleViolation(
                WRITTEN_OTHERWISE, _("in the list of people: {people}"), people=_like_in_words(like)
            )
        else:
            meant[place] = (like[0].licence or like[0].name) if like else line
    return meant, unclear


def _like_in_words(like: Sequence[Player]) -> str:
    """Return the possible people of the list as a text, with rating and club to tell them apart."""
    told = [", ".join(filter(None, (one.name, str(one.rating or ""), str(one.club or "")))) for one in like]
    return join_clauses(told)


def _entry_named(event: Event, name: str, taken: Sequence[Entry], held: EventPeople) -> Entry:
    """Return the entry that has no division yet, or a new one."""
    waiting = _waiting_named(event, name)
    if waiting is None:
        _check_plays_nowhere(event, name)
    entry = waiting or register_player(event=event, name=name, phone=False, held=held).entry
    # Store each entry at once: the query for the next name must find it if it is the same person.
    store_entries(held)
    if entry in taken:
        raise RuleViolation("name_twice", _("{name} appears twice."), name=entry.name)
    return entry


def _waiting_named(event: Event, name: str) -> Entry | None:
    """Return the one entry of the event without a division that has this name or licence."""
    written = folding.tidy(name)
    key = folding.key(written)
    free = event.entries.filter(in_division=None).select_related("player", "partner")
    found = list(
        free.filter(
            Q(player__key=key) | Q(player__licence=folding.licence_key(written), player__licence__gt="")
        )[:2]
    )
    return found[0] if len(found) == 1 else None


def _check_plays_nowhere(event: Event, name: str) -> None:
    """Refuse a person, by name or licence, who plays in a division of the event."""
    written = folding.tidy(name)
    named = Q(licence=folding.licence_key(written), licence__gt="") | Q(key=folding.key(written))
    who = Player.objects.filter(named)
    rows = DivisionEntry.objects.filter(division__event=event).select_related("division")
    playing = rows.filter(Q(entry__player__in=who) | Q(entry__partner__in=who)).first()
    if playing is not None and written:
        raise second_division_violation(written, playing.division.name)
