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
from tournaments.classic.acts import write_division_act
from tournaments.classic.holding import hold_division
from tournaments.classic.numbering import MOST_ROUNDS, check_round, enter_entries, number_all
from tournaments.errors import RuleViolation
from tournaments.events import hold_event, write_act
from tournaments.models import Division, DivisionEntry, Entry, Event, Lexicon, Match, Player
from tournaments.pairings import METHODS

MOST_POINTS = 1_000


TURN_SECONDS = (10, 3600)


@dataclass(frozen=True, slots=True)
class DivisionSettings:
    """What the director sets of a division; see `Division`."""

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
    """A division without anybody in it yet.

    Raises:
        RuleViolation: somebody else than the chief asks, or settings that cannot be.
    """
    event = hold_event(event, by)
    division = Division(event=event, seed=secrets.token_hex(8))
    _set(division, settings)
    write_division_act(division, "division_made", by=by)
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
    write_division_act(held, "division_changed", by=by)
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
    write_division_act(held, "division_removed", by=by)
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
    write_division_act(held, "division_entered", by=by, count=len(new), names=", ".join(names[:10]))
    return len(new)


@transaction.atomic
def enter_by_name(
    *, division: Division, names: Sequence[str], by: User, first_round: int | None = None
) -> list[tuple[str, RuleViolation]]:
    """Enter people into the event, by name or licence number, and into the division; who is in the event and in no
    division is entered into the division alone. The names that cannot be entered, each with the reason.

    Raises:
        RuleViolation: the round has begun or cannot be, or there are too many: then nobody is entered.
    """
    event = hold_event(division.event, by)
    held = hold_division(division, by)
    found: list[Entry] = []
    refused = []
    for name in names:
        try:
            with transaction.atomic():
                found.append(_entry_named(event, name, found))
        except RuleViolation as error:
            refused.append((name, error))
    if found:
        told = ", ".join(enter_entries(held, found, first_round)[:10])
        write_division_act(held, "division_entered", by=by, count=len(found), names=told)
    return refused


@transaction.atomic
def remove_entrant(*, entrant: DivisionEntry, by: User) -> None:
    """Take somebody out who has not begun to play; they stay in the event. A round that has not begun and has them in
    a match is to be paired again.

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
    """Somebody does not play from a round on; what they had stays. Who has had nothing by then is taken out.

    Raises:
        RuleViolation: there can be no such round, or they are in a match of one that has begun: that match needs its
            result, or is forfeited.
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
    """Who dropped out plays again from the next round that is paired."""
    held, entrant = _as_it_stands(entrant, by)
    if entrant.last_round is None:
        return
    entrant.last_round = None
    entrant.save(update_fields=["last_round"])
    write_division_act(held, "entrant_came_back", by=by, name=entrant.entry.full_name)


@transaction.atomic
def set_handicap(*, entrant: DivisionEntry, seconds: int | None, by: User) -> None:
    """A limit a turn of their own (C7), for clocks and records begun from now on; none for the division's.

    Raises:
        RuleViolation: no turn can be that long or short.
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
    """Number all anew, the highest rating first, as ratings are now.

    Raises:
        RuleViolation: a round is paired: numbers are how its players are known.
    """
    held = hold_division(division, by)
    if held.rounds.exists():
        raise RuleViolation("numbers_in_use", _("A round is paired: numbers stay as they are."))
    number_all(held)
    write_division_act(held, "entrants_numbered", by=by)


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


def _entry_named(event: Event, name: str, taken: Sequence[Entry]) -> Entry:
    """The entry that waits to be put into a division, or a new one."""
    waiting = _waiting_named(event, name)
    if waiting is None:
        _check_plays_nowhere(event, name)
    entry = waiting or registration.register_player(event=event, name=name, phone=False).entry
    if entry in taken:
        raise RuleViolation("name_twice", _("{name} is there twice."), name=entry.name)
    return entry


def _waiting_named(event: Event, name: str) -> Entry | None:
    """The one entry of the event in no division that is written so, by name or licence."""
    written = alike.tidied(name)
    key = alike.key(written)
    free = event.entries.filter(in_division=None).select_related("player", "partner")
    found = list(
        free.filter(
            Q(player__key=key) | Q(player__licence=alike.licence_key(written), player__licence__gt="")
        )[:2]
    )
    return found[0] if len(found) == 1 else None


def _check_plays_nowhere(event: Event, name: str) -> None:
    """Refuse somebody who is written so, by name or licence, and plays in a division of the event."""
    written = alike.tidied(name)
    named = Q(licence=alike.licence_key(written), licence__gt="") | Q(key=alike.key(written))
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
    """The entrant and their division, which is held."""
    held = hold_division(entrant.division, by)
    found = held.entries.select_related("entry__player", "entry__partner").filter(pk=entrant.pk).first()
    if found is None:
        raise RuleViolation("not_in_division", _("They are not in {name} any more."), name=held.name)
    return held, found
