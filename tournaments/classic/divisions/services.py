"""Divisions of an event: creating one, its settings, its players, and from and up to which round they play."""

import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields
from typing import Literal

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from tournaments.classic.core.audit_log import write_division_act
from tournaments.classic.core.locks import lock_division
from tournaments.classic.divisions.numbering import MOST_ROUNDS, check_round, enter_entries, number_all
from tournaments.classic.models import Division, DivisionEntry, Match
from tournaments.classic.pairing import METHODS
from tournaments.core.errors import LinesRefused, RuleViolation
from tournaments.core.text import folding
from tournaments.events import registration
from tournaments.events.check_in import arrive
from tournaments.events.registration import EventPeople
from tournaments.events.services import lock_event, write_act
from tournaments.models import Entry, Event, Lexicon, Player
from tournaments.people import services as people_services

MOST_POINTS = 1_000
TURN_SECONDS = (10, 3600)
# How to take a name that the list of people spells slightly otherwise: the one of the list, somebody new, or
# ask.
AlikeAnswer = Literal["ask", "list", "new"]
WRITTEN_OTHERWISE = "written_otherwise"


@dataclass(frozen=True, slots=True)
class DivisionSettings:
    """The director's settings of a division; see `Division`."""

    name: str
    lexicon: Lexicon
    rounds_planned: int = 7
    method: str = "swiss"
    rounds_ahead: int = 0
    opponents: str = Division.Opponents.HALVES
    balance_first: bool = True
    apart_teams: bool = False
    apart_clubs: bool = False
    hill_rematches: bool = True
    quarters: str = Division.Quarters.Q324
    cycles: int = 1
    legs: int = 1
    tie_break: str = Division.TieBreak.SPREAD
    second_tie_break: str = ""
    third_tie_break: str = ""
    spread_cap: int | None = None
    bye_spread: int = 50
    forfeit_spread: int = 50
    challenge: str = Division.Challenge.DOUBLE
    exchange_minimum: int = 7
    clock_minutes: int = 25
    overtime_points: int = 10
    turn_seconds: int | None = None
    clocks_given: bool = False


@transaction.atomic
def make_division(*, event: Event, settings: DivisionSettings, by: User) -> Division:
    """Create a division without players.

    Raises:
        RuleViolation: the user is not the chief, or the settings are impossible.
    """
    event = lock_event(event, by)
    division = Division(event=event, seed=secrets.token_hex(8))
    _set(division, settings)
    write_division_act(division, "division_made", by=by)
    return division


@transaction.atomic
def change_division(*, division: Division, settings: DivisionSettings, by: User) -> Division:
    """Set a division's name and the settings of its rounds from now on.

    Raises:
        RuleViolation: the settings are impossible, such as fewer rounds than are paired.
    """
    held = lock_division(division, by)
    paired = _rounds_paired(held)
    if settings.rounds_planned < paired:
        raise RuleViolation(
            "rounds_are_paired",
            _("{paired} rounds are paired already: there cannot be fewer."),
            paired=paired,
        )
    _set(held, settings)
    write_division_act(held, "division_changed", by=by)
    return held


@transaction.atomic
def remove_division(*, division: Division, by: User) -> None:
    """Delete a division before its first round; its players stay in the event.

    Raises:
        RuleViolation: a round has been paired.
    """
    held = lock_division(division, by)
    if held.rounds.exists():
        raise RuleViolation("division_in_use", _("Rounds of {name} are paired: it stays."), name=held.name)
    write_division_act(held, "division_removed", by=by)
    held.entries.all().delete()
    held.delete()


@transaction.atomic
def enter_players(
    *, division: Division, entries: Collection[int], by: User, first_round: int | None = None
) -> int:
    """Enter entries of the event (their keys) into the division, from the first round that has not begun or a
    later one.

    Return how many are new. Entries that are in it already stay as they are.

    Raises:
        RuleViolation: one of them plays in another division, or the round has begun.
    """
    event = lock_event(division.event, by)
    held = lock_division(division, by)
    found = list(event.entries.filter(pk__in=entries).select_related("player", "partner"))
    _check_elsewhere(held, found)
    known = set(held.entries.values_list("entry", flat=True))
    new = [entry for entry in found if entry.pk not in known]
    if not new:
        return 0
    names = enter_entries(held, new, first_round)
    write_division_act(held, "division_entered", by=by, count=len(new), names=", ".join(names[:10]))
    return len(new)


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
    locked = registration.lock_people(event, list(meant.values()))
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


@transaction.atomic
def remove_entrant(*, entrant: DivisionEntry, by: User) -> None:
    """Remove a player who has not begun to play; they stay in the event.

    A round that has not begun and has them in a match must be paired again.

    Raises:
        RuleViolation: they are in a match of a round that has begun.
    """
    held, entrant = _as_it_stands(entrant, by)
    if _matches(entrant).filter(round__begun_at__isnull=False).exists():
        raise RuleViolation(
            "entrant_in_match",
            _("{name} is in a match: let them drop out instead."),
            name=entrant.entry.name,
        )
    write_division_act(held, "division_left", by=by, name=entrant.entry.full_name)
    _matches(entrant).delete()
    entrant.delete()
    if not held.rounds.exists():
        number_all(held)


@transaction.atomic
def drop_out(*, entrant: DivisionEntry, from_round: int, by: User) -> None:
    """Let somebody drop out from a round on; their results stay. A player without any round before it is
    removed.

    Raises:
        RuleViolation: there can be no such round, or they are in a match of one that has begun: that match
            needs its result, or is forfeited.
    """
    check_round(from_round)
    held, entrant = _as_it_stands(entrant, by)
    playing = _matches(entrant).filter(round__begun_at__isnull=False, round__number__gte=from_round)
    if (match := playing.select_related("round").order_by("-round__number").first()) is not None:
        raise RuleViolation(
            "entrant_plays",
            _("{name} is in a match of round {number}, which has begun: enter its result, or a forfeit."),
            name=entrant.entry.name,
            number=match.round.number,
        )
    if from_round <= entrant.first_round:
        remove_entrant(entrant=entrant, by=by)
        return
    entrant.last_round = from_round - 1
    entrant.save(update_fields=["last_round"])
    write_division_act(
        held,
        "entrant_dropped_out",
        by=by,
        name=entrant.entry.full_name,
        number=from_round,
    )


@transaction.atomic
def come_back(*, entrant: DivisionEntry, by: User) -> None:
    """Let somebody who dropped out play again from the next round that is paired."""
    held, entrant = _as_it_stands(entrant, by)
    if entrant.last_round is None:
        return
    entrant.last_round = None
    entrant.save(update_fields=["last_round"])
    write_division_act(held, "entrant_came_back", by=by, name=entrant.entry.full_name)


@transaction.atomic
def set_handicap(*, entrant: DivisionEntry, seconds: int | None, by: User) -> None:
    """Set a player's own limit a turn (C7), for clocks and records begun from now on; None means the
    division's.

    Raises:
        RuleViolation: the limit is out of range.
    """
    held, entrant = _as_it_stands(entrant, by)
    least, most = TURN_SECONDS
    if seconds is not None and not least <= seconds <= most:
        raise RuleViolation(
            "bad_turn_limit", _("A turn has {least} to {most} seconds."), least=least, most=most
        )
    entrant.turn_seconds = seconds
    entrant.save(update_fields=["turn_seconds"])
    name = entrant.entry.full_name
    write_division_act(held, "handicap_set", by=by, name=name, seconds=seconds or "–")


@transaction.atomic
def number_by_rating(*, division: Division, by: User) -> None:
    """Assign all numbers again, the highest rating first, by the current ratings.

    Raises:
        RuleViolation: a round is paired: its players are known by their numbers.
    """
    held = lock_division(division, by)
    if held.rounds.exists():
        raise RuleViolation("numbers_in_use", _("A round is paired: numbers stay as they are."))
    number_all(held)
    write_division_act(held, "entrants_numbered", by=by)


@transaction.atomic
def give_phone(*, entrant: DivisionEntry, by: User) -> str:
    """Return a new token for this player's phone; another phone loses its link.

    The view checks that the user may know names, which giving phones requires.
    """
    registration.renewing_phone.send(Entry, entry=Entry.objects.get(pk=entrant.entry_id), by=by)
    entry = Entry.objects.select_for_update(no_key=True, of=("self",)).get(pk=entrant.entry_id)
    if entry.arrived_at is None:
        arrive(entry)
    write_act(entrant.division.event, "phone_given", by=by, name=entrant.entry.full_name)
    return registration.issue_token(entry)


def _set(division: Division, settings: DivisionSettings) -> None:
    """Write the settings of a division that is locked, or whose event is locked."""
    others = Division.objects.filter(event=division.event, name__iexact=settings.name).exclude(pk=division.pk)
    if others.exists():
        raise RuleViolation(
            "division_name_taken", _("There is a division “{name}” already."), name=settings.name
        )
    if settings.method not in METHODS:
        raise RuleViolation("method_unknown", _("There is no way of pairing “{name}”."), name=settings.method)
    if not 1 <= settings.rounds_planned <= MOST_ROUNDS:
        raise RuleViolation("rounds_out_of_range", _("A division has 1 to {most} rounds."), most=MOST_ROUNDS)
    for field in fields(settings):
        setattr(division, field.name, getattr(settings, field.name))
    division.full_clean()
    division.save()


def _rounds_paired(division: Division) -> int:
    return division.rounds.aggregate(last=Max("number"))["last"] or 0


def _check_elsewhere(division: Division, entries: Sequence[Entry]) -> None:
    other = (
        DivisionEntry.objects.filter(entry__in=entries)
        .exclude(division=division)
        .select_related("division", "entry__player", "entry__partner")
        .first()
    )
    if other is not None:
        raise RuleViolation(
            "in_two_divisions",
            _("{name} plays in {division} already: nobody is in two divisions."),
            name=other.entry.name,
            division=other.division.name,
        )


def _people_meant(lines: Sequence[str], who: AlikeAnswer) -> tuple[dict[int, str], dict[int, RuleViolation]]:
    """Return by line the name or licence that it means, or why somebody must say which one."""
    meant: dict[int, str] = {}
    unclear: dict[int, RuleViolation] = {}
    for place, line in enumerate(lines):
        like = [] if who == "new" else people_services.written_otherwise(line)
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
    return "; ".join(told)


def _entry_named(event: Event, name: str, taken: Sequence[Entry], held: EventPeople) -> Entry:
    """Return the entry that has no division yet, or a new one."""
    waiting = _waiting_named(event, name)
    if waiting is None:
        _check_plays_nowhere(event, name)
    entry = waiting or registration.register_player(event=event, name=name, phone=False, held=held).entry
    # Store each entry at once: the query for the next name must find it if it is the same person.
    registration.store_entries(held)
    if entry in taken:
        raise RuleViolation("name_twice", _("{name} is there twice."), name=entry.name)
    return entry


def _waiting_named(event: Event, name: str) -> Entry | None:
    """Return the one entry of the event without a division that has this name or licence."""
    written = folding.tidied(name)
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
    written = folding.tidied(name)
    named = Q(licence=folding.licence_key(written), licence__gt="") | Q(key=folding.key(written))
    who = Player.objects.filter(named)
    rows = DivisionEntry.objects.filter(division__event=event).select_related("division")
    playing = rows.filter(Q(entry__player__in=who) | Q(entry__partner__in=who)).first()
    if playing is not None and written:
        raise RuleViolation(
            "plays_in_division",
            _("{name} plays in the division “{division}”."),
            name=written,
            division=playing.division.name,
        )


def _matches(entrant: DivisionEntry) -> QuerySet[Match]:
    return Match.objects.filter(Q(first=entrant) | Q(second=entrant))


def _as_it_stands(entrant: DivisionEntry, by: User) -> tuple[Division, DivisionEntry]:
    """Return the locked division, and the entrant as it stands."""
    held = lock_division(entrant.division, by)
    found = held.entries.select_related("entry__player", "entry__partner").filter(pk=entrant.pk).first()
    if found is None:
        raise RuleViolation("not_in_division", _("They are not in {name} any more."), name=held.name)
    return held, found
