"""Entrants of a division: from and up to which round they play, numbers, handicaps, phones."""

from collections.abc import Collection, Sequence
from enum import StrEnum

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Min, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from tournaments.classic.acts.audit_log import write_division_act
from tournaments.classic.acts.locks import lock_division
from tournaments.classic.divisions.numbering import (
    check_round,
    enter_entries,
    first_round_open,
    number_all,
    second_division_violation,
)
from tournaments.classic.models import Division, DivisionEntry, Match
from tournaments.classic.models.divisions import MOST_ROUNDS, TURN_SECONDS
from tournaments.classic.rounds.tables import check_table, number_again
from tournaments.classic.rounds.values import rounds_begun
from tournaments.errors import RuleViolation
from tournaments.events import tokens
from tournaments.events.check_in import arrive
from tournaments.events.registration.removal import remove_entry
from tournaments.events.services import lock_event, write_act
from tournaments.locks import lock_games
from tournaments.models import Entry


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
    locked_division = lock_division(division, by)
    found = list(event.entries.filter(pk__in=entries).select_related("player", "partner"))
    _check_elsewhere(locked_division, found)
    known = set(locked_division.entries.values_list("entry", flat=True))
    new = [entry for entry in found if entry.pk not in known]
    if not new:
        return 0
    names = enter_entries(locked_division, new, first_round)
    write_division_act(
        locked_division, "division_entered", by=by, count=len(new), names=", ".join(names[:10])
    )
    return len(new)


class Leaves(StrEnum):
    """The places that a player leaves who is taken out: the division, the event too, the list of people too."""

    DIVISION = "division"
    EVENT = "event"
    LIST = "list"


@transaction.atomic
def remove_entrant(*, entrant: DivisionEntry, by: User, leaves: Leaves = Leaves.DIVISION) -> None:
    """Remove a player who has not begun to play; they stay in the event unless they leave it as well.

    A round that has not begun and has them in a match must be paired again.

    Raises:
        RuleViolation: they are in a match of a round that has begun, or cannot leave the event or the list of
            people.
    """
    if leaves is not Leaves.DIVISION:
        lock_games([entrant.division.event_id])
        lock_event(entrant.division.event, by)
    held, entrant = _lock_entrant(entrant, by)
    if _matches(entrant).filter(round__begun_at__isnull=False).exists():
        raise RuleViolation(
            "entrant_in_match",
            _("{name} has a match: use Drop out instead."),
            name=entrant.entry.name,
        )
    write_division_act(held, "division_left", by=by, name=entrant.entry.full_name)
    _matches(entrant).delete()
    entrant.delete()
    if not held.rounds.exists():
        number_all(held)
    if leaves is not Leaves.DIVISION:
        remove_entry(entry=entrant.entry, by=by, from_list=leaves is Leaves.LIST)


@transaction.atomic
def drop_out(*, entrant: DivisionEntry, from_round: int, by: User) -> None:
    """Let somebody drop out from a round on; their results stay. A player without any round before it is
    removed.

    Raises:
        RuleViolation: there can be no such round, or they are in a match of one that has begun: that match
            needs its result, or is forfeited.
    """
    check_round(from_round)
    held, entrant = _lock_entrant(entrant, by)
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
def set_first_round(*, entrant: DivisionEntry, first_round: int, by: User) -> None:
    """Set the round from which a player plays; rounds that have begun without them before it count as missed.

    A round that has not begun must be paired again if it has them in a match and comes before, or should have
    them now and has not.

    Raises:
        RuleViolation: there can be no such round, it has begun without them, it comes after one that they have
            played, or after the last one before they dropped out.
    """
    check_round(first_round)
    held, entrant = _lock_entrant(entrant, by)
    if first_round == entrant.first_round:
        return
    name = entrant.entry.name
    played = first_round_played(entrant)
    if played is not None and first_round > played:
        message = _("{name} has played in round {number}: they cannot begin later.")
        raise RuleViolation("entrant_played_before", message, name=name, number=played)
    if first_round < (first_round_open(held) if played is None else played):
        message = _("Round {number} has begun without {name}: it counts as missed.")
        raise RuleViolation("round_begun_without", message, number=first_round, name=name)
    if entrant.last_round is not None and first_round > entrant.last_round:
        message = _("{name} drops out after round {number}: bring them back first.")
        raise RuleViolation("entrant_drops_out_before", message, name=name, number=entrant.last_round)
    entrant.first_round = first_round
    entrant.save(update_fields=["first_round"])
    write_division_act(held, "first_round_set", by=by, name=entrant.entry.full_name, number=first_round)


def first_round_played(entrant: DivisionEntry) -> int | None:
    """Return the number of the first round that has begun with this player in a match."""
    begun = _matches(entrant).filter(round__begun_at__isnull=False)
    first: int | None = begun.aggregate(first=Min("round__number"))["first"]
    return first


def rounds_missed(entrant: DivisionEntry) -> list[int]:
    """Return the rounds that have begun without a player, up to the one after which they dropped out."""
    if entrant.entry.is_left_out:
        return []
    played = set(_matches(entrant).values_list("round__number", flat=True))
    last = entrant.last_round or MOST_ROUNDS
    return [number for number in rounds_begun(entrant.division) if number <= last and number not in played]


@transaction.atomic
def come_back(*, entrant: DivisionEntry, by: User) -> None:
    """Let somebody who dropped out play again from the next round that is paired."""
    held, entrant = _lock_entrant(entrant, by)
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
    held, entrant = _lock_entrant(entrant, by)
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
def set_fixed_table(*, entrant: DivisionEntry, table: int | None, by: User) -> None:
    """Keep an entrant at one table in rounds that have not begun; None lets them move.

    Raises:
        RuleViolation: there is no such table, or another one stays there.
    """
    held, entrant = _lock_entrant(entrant, by)
    if table is not None:
        check_table(table)
        other = held.entries.filter(fixed_table=table).exclude(pk=entrant.pk)
        if (taken := other.select_related("entry__player", "entry__partner").first()) is not None:
            raise RuleViolation(
                "table_fixed", _("Table {table} belongs to {name}."), table=table, name=taken.entry.name
            )
    entrant.fixed_table = table
    entrant.save(update_fields=["fixed_table"])
    number_again(held)
    name = entrant.entry.full_name
    if table is None:
        write_division_act(held, "table_freed", by=by, name=name)
    else:
        write_division_act(held, "table_fixed", by=by, name=name, table=table)


@transaction.atomic
def number_by_rating(*, division: Division, by: User) -> None:
    """Assign all numbers again, the highest rating first, by the current ratings.

    Raises:
        RuleViolation: a round is paired: its players are known by their numbers.
    """
    locked_division = lock_division(division, by)
    if locked_division.rounds.exists():
        raise RuleViolation("numbers_in_use", _("A round is already paired: numbers cannot be changed."))
    number_all(locked_division)
    write_division_act(locked_division, "entrants_numbered", by=by)


@transaction.atomic
def give_phone(*, entrant: DivisionEntry, by: User) -> str:
    """Return a new token for this player's phone; another phone loses its link.

    The view checks that the user may know names, which giving phones requires.
    """
    tokens.renewing_phone.send(Entry, entry=Entry.objects.get(pk=entrant.entry_id), by=by)
    entry = Entry.objects.select_for_update(no_key=True, of=("self",)).get(pk=entrant.entry_id)
    if entry.arrived_at is None:
        arrive(entry)
    write_act(entrant.division.event, "phone_given", by=by, name=entrant.entry.full_name)
    return tokens.issue_token(entry)


def _check_elsewhere(division: Division, entries: Sequence[Entry]) -> None:
    other = (
        DivisionEntry.objects.filter(entry__in=entries)
        .exclude(division=division)
        .select_related("division", "entry__player", "entry__partner")
        .first()
    )
    if other is not None:
        raise second_division_violation(other.entry.name, other.division.name)


def _matches(entrant: DivisionEntry) -> QuerySet[Match]:
    return Match.objects.filter(Q(first=entrant) | Q(second=entrant))


def _lock_entrant(entrant: DivisionEntry, by: User) -> tuple[Division, DivisionEntry]:
    """Return the locked division, and the entrant as it stands."""
    locked_division = lock_division(entrant.division, by)
    found = (
        locked_division.entries.select_related("entry__player", "entry__partner")
        .filter(pk=entrant.pk)
        .first()
    )
    if found is None:
        raise RuleViolation(
            "not_in_division", _("This player is no longer in {name}."), name=locked_division.name
        )
    return locked_division, found
