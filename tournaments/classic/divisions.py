"""Divisions of an event: making one, its settings, who plays in it, from which round on and up to which."""

import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from tournaments import alike, registration
from tournaments.arrivals import arrive
from tournaments.classic.holding import hold_division
from tournaments.classic.numbering import enter_entries, number_all
from tournaments.errors import RuleViolation
from tournaments.events import hold_event, write_act
from tournaments.models import Division, DivisionEntry, Entry, Event, Lexicon, Match
from tournaments.pairings import METHODS

MOST_ROUNDS = 60
MOST_POINTS = 1_000


@dataclass(frozen=True, slots=True)
class DivisionSettings:
    """What the director sets of a division; see `Division`."""

    name: str
    lexicon: Lexicon
    rounds_planned: int = 7
    method: str = "swiss"
    rounds_ahead: int = 0
    spread_cap: int | None = None
    bye_spread: int = 50
    forfeit_spread: int = 50
    challenge: str = Division.Challenge.DOUBLE
    exchange_minimum: int = 7
    clock_minutes: int = 25
    overtime_points: int = 10
    turn_seconds: int | None = None


@transaction.atomic
def make_division(*, event: Event, settings: DivisionSettings, by: User) -> Division:
    """A division without anybody in it yet.

    Raises:
        RuleViolation: somebody else than the chief asks, or settings that cannot be.
    """
    event = hold_event(event, by)
    division = Division(event=event, seed=secrets.token_hex(8))
    _set(division, settings)
    write_act(event, "division_made", by=by, division=division.name)
    return division


@transaction.atomic
def change_division(*, division: Division, settings: DivisionSettings, by: User) -> Division:
    """Set what a division is called and what its rounds go by from now on.

    Raises:
        RuleViolation: settings that cannot be, such as fewer rounds than are paired.
    """
    held = hold_division(division, by)
    paired = _rounds_paired(held)
    if settings.rounds_planned < paired:
        raise RuleViolation(
            "rounds_are_paired",
            _("{paired} rounds are paired already: there cannot be fewer."),
            paired=paired,
        )
    _set(held, settings)
    write_act(held.event, "division_changed", by=by, division=held.name)
    return held


@transaction.atomic
def remove_division(*, division: Division, by: User) -> None:
    """Take a division away before its first round; its players stay in the event.

    Raises:
        RuleViolation: a round has been paired.
    """
    held = hold_division(division, by)
    if held.rounds.exists():
        raise RuleViolation("division_in_use", _("Rounds of {name} are paired: it stays."), name=held.name)
    write_act(held.event, "division_removed", by=by, division=held.name)
    held.entries.all().delete()
    held.delete()


@transaction.atomic
def enter_players(
    *, division: Division, entries: Collection[int], by: User, first_round: int | None = None
) -> int:
    """Have entries of the event (their keys) play in the division, from the first round that has not begun or a later
    one; how many are new. Whoever is in it already stays as they are.

    Raises:
        RuleViolation: one of them plays in another division, or the round has begun.
    """
    event = hold_event(division.event, by)
    held = hold_division(division, by)
    found = list(event.entries.filter(pk__in=entries).select_related("player", "partner"))
    _check_elsewhere(held, found)
    known = set(held.entries.values_list("entry", flat=True))
    new = [entry for entry in found if entry.pk not in known]
    if not new:
        return 0
    names = enter_entries(held, new, first_round)
    write_act(
        event, "division_entered", by=by, division=held.name, count=len(new), names=", ".join(names[:10])
    )
    return len(new)


@transaction.atomic
def enter_by_name(
    *, division: Division, name: str, by: User, first_round: int | None = None
) -> DivisionEntry:
    """Enter somebody into the event, by name or licence number, and into the division; who is in the event and in no
    division is entered into the division alone.

    Raises:
        RuleViolation: no name, or somebody who plays already.
    """
    event = hold_event(division.event, by)
    held = hold_division(division, by)
    waiting = _waiting_named(event, name)
    entry = waiting or registration.register_player(event=event, name=name, phone=False).entry
    names = enter_entries(held, [entry], first_round)
    write_act(event, "division_entered", by=by, division=held.name, count=1, names=", ".join(names))
    return held.entries.get(entry=entry)


@transaction.atomic
def remove_entrant(*, entrant: DivisionEntry, by: User) -> None:
    """Take somebody out who is in no match yet; they stay in the event.

    Raises:
        RuleViolation: they are in a match.
    """
    held, entrant = _as_it_stands(entrant, by)
    if _matches(entrant).exists():
        raise RuleViolation(
            "entrant_in_match",
            _("{name} is in a match: let them drop out instead."),
            name=entrant.entry.name,
        )
    write_act(held.event, "division_left", by=by, division=held.name, name=entrant.entry.full_name)
    entrant.delete()
    if not held.rounds.exists():
        number_all(held)


@transaction.atomic
def drop_out(*, entrant: DivisionEntry, from_round: int, by: User) -> None:
    """Somebody does not play from a round on; what they had stays.

    Raises:
        RuleViolation: they are in a match of a round that has begun: that match needs its result, or is forfeited.
    """
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
        raise RuleViolation(
            "drops_out_first",
            _("{name} plays from round {number} on: take them out instead."),
            name=entrant.entry.name,
            number=entrant.first_round,
        )
    entrant.last_round = from_round - 1
    entrant.save(update_fields=["last_round"])
    write_act(
        held.event,
        "entrant_dropped_out",
        by=by,
        division=held.name,
        name=entrant.entry.full_name,
        number=from_round,
    )


@transaction.atomic
def come_back(*, entrant: DivisionEntry, by: User) -> None:
    """Who dropped out plays again from the next round that is paired."""
    held, entrant = _as_it_stands(entrant, by)
    if entrant.last_round is None:
        return
    entrant.last_round = None
    entrant.save(update_fields=["last_round"])
    write_act(held.event, "entrant_came_back", by=by, division=held.name, name=entrant.entry.full_name)


@transaction.atomic
def number_by_rating(*, division: Division, by: User) -> None:
    """Number all anew, the highest rating first, as ratings are now.

    Raises:
        RuleViolation: a round is paired: numbers are how its players are known.
    """
    held = hold_division(division, by)
    if held.rounds.exists():
        raise RuleViolation("numbers_in_use", _("A round is paired: numbers stay as they are."))
    number_all(held)
    write_act(held.event, "entrants_numbered", by=by, division=held.name)


@transaction.atomic
def give_phone(*, entrant: DivisionEntry, by: User) -> str:
    """The token of a phone that is this player's from now on; another one stops being theirs. Who may know names may
    give phones, which the view sees to.
    """
    entry = Entry.objects.select_for_update(no_key=True, of=("self",)).get(pk=entrant.entry_id)
    if entry.arrived_at is None:
        arrive(entry)
    write_act(entrant.division.event, "phone_given", by=by, name=entrant.entry.full_name)
    return registration.issue_token(entry)


def _set(division: Division, settings: DivisionSettings) -> None:
    """Write the settings of a division that is held, or whose event is."""
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


def _waiting_named(event: Event, name: str) -> Entry | None:
    """The one entry of the event in no division that is written so, by name or licence."""
    written = alike.tidied(name)
    key = alike.key(written)
    free = event.entries.filter(in_division=None).select_related("player", "partner")
    found = list(free.filter(Q(player__key=key) | Q(player__licence=written, player__licence__gt=""))[:2])
    return found[0] if len(found) == 1 else None


def _matches(entrant: DivisionEntry) -> QuerySet[Match]:
    return Match.objects.filter(Q(first=entrant) | Q(second=entrant))


def _as_it_stands(entrant: DivisionEntry, by: User) -> tuple[Division, DivisionEntry]:
    """The entrant and their division, which is held."""
    held = hold_division(entrant.division, by)
    found = held.entries.select_related("entry__player", "entry__partner").filter(pk=entrant.pk).first()
    if found is None:
        raise RuleViolation("not_in_division", _("They are not in {name} any more."), name=held.name)
    return held, found
