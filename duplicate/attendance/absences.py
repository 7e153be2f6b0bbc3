"""Attendance: players who came late, dropped out or came back.

Terms. A player takes part in a round from which they were not away when its time was up. A slip also shows
that they were there, because paper players are often entered only when their first slip is collected. A
player who was entered beforehand and has neither come nor handed in a slip takes part in nothing.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime

from django.db.models import OuterRef, QuerySet, Subquery

from duplicate.log import audit_log
from duplicate.models import AuditLogEntry, Game, Round, Ruling, Slip
from tournaments.models import Entry

# When somebody was away, as (from, to).
Absences = Sequence[tuple[datetime, datetime]]


def is_shown(entry: Entry) -> bool:
    """Tell whether a slip or a phone shows that somebody is there."""
    return entry.token_hash is not None or entry.slips.showing_presence().exists()


def is_missing(score: int | None, sanction: str, solo: bool | None) -> bool:
    """Tell whether a recorded "no slip" without warnings, by its last ruling, counts as one that nobody recorded: no
    arbitrator decided anything else about it.
    """
    return not score and solo is None and sanction in {Ruling.Sanction.NONE, Ruling.Sanction.ZERO}


def departures() -> QuerySet[AuditLogEntry]:
    """Return the acts in which an entry dropped out, for a subquery of entries."""
    return AuditLogEntry.objects.filter(entry=OuterRef("pk"), act=audit_log.DROPPED_OUT)


def times_away(game: Game) -> Mapping[int, Absences]:
    """Return the absences of the players who dropped out and came back, by entry. An undone absence does not count."""
    left: dict[int, datetime] = {}
    away: dict[int, list[tuple[datetime, datetime]]] = defaultdict(list)
    for entry_id, act, at in _comings_and_goings(game):
        if act == audit_log.DROPPED_OUT:
            left[entry_id] = at
        elif entry_id in left:
            away[entry_id].append((left.pop(entry_id), at))
    return away


def times_both_away(
    one: Entry, other: Entry, away: Mapping[int, Absences]
) -> Iterator[tuple[datetime, datetime]]:
    """Yield the times in which neither of two entries of one person was there, between others in which one was."""
    there = sorted(
        (start, end)
        for entry in (one, other)
        if entry.arrived_at is not None
        for start, end in _times_there(entry, away.get(entry.pk, ()))
    )
    last = None
    for start, end in there:
        if last is not None and last < start:
            yield last, start
        last = end if last is None else max(last, end)


def _times_there(entry: Entry, away: Absences) -> Iterator[tuple[datetime, datetime]]:
    start = entry.joined_at
    for left, back in away:
        yield start, left
        start = back
    yield start, entry.withdrawn_at or datetime.max.replace(tzinfo=UTC)


def _comings_and_goings(game: Game) -> Iterator[tuple[int, str, datetime]]:
    """List the acts in force in which players dropped out and came back, as entry, act and time."""
    acts = (audit_log.DROPPED_OUT, audit_log.CAME_BACK, *audit_log.REVERSALS)
    rows = list(
        AuditLogEntry.objects.filter(game__event=game.event_id, act__in=acts).order_by("pk").defer("params")
    )
    in_force = audit_log.acts_in_force((row.pk, row.undoes_id) for row in rows)
    for row in rows:
        if row.undoes_id is None and row.pk in in_force and row.entry_id:
            yield row.entry_id, row.act, row.at


def was_away(
    closed: datetime,
    joined_at: datetime,
    withdrawn_at: datetime | None,
    away: Absences = (),
) -> bool:
    """Tell whether a player had not come, or had dropped out, when a round closed."""
    if joined_at > closed or (withdrawn_at is not None and withdrawn_at < closed):
        return True
    return any(left < closed < back for left, back in away)


def find_missed(round_: Round, entries: Iterable[Entry]) -> set[int]:
    """Return the keys of the entries that were away when a round closed; without a slip, they have handed in
    none. Before the round is announced, players on paper count as there, however late they were entered.
    """
    closed = round_.closes_at or round_.announced_at
    if closed is None or round_.state not in {Round.State.CLOSED, Round.State.ANNOUNCED}:
        return set()
    announced, away = round_.state == Round.State.ANNOUNCED, times_away(round_.game)
    return {
        entry.pk
        for entry in entries
        if was_away(
            closed,
            entry.joined_at if announced or entry.token_hash else closed,
            entry.withdrawn_at,
            away.get(entry.pk, ()),
        )
    }


def first_rounds(game: Game, entries: QuerySet[Entry]) -> dict[int, int]:
    """Return the round from which each entry plays: 1, or the first round that had not closed when the player
    came.
    """
    closed = game.rounds.standing().filter(state__in=(Round.State.CLOSED, Round.State.ANNOUNCED))
    closings = list(closed.values_list("number", "closes_at"))
    slips = Slip.objects.showing_presence().filter(entry=OuterRef("pk"), round__game=game)
    first_slip = Subquery(slips.order_by("round__number").values("round__number")[:1])
    first = {}
    for entry_id, joined_at, slip in entries.annotate(first_slip=first_slip).values_list(
        "pk", "joined_at", "first_slip"
    ):
        missed = [number for number, closes_at in closings if closes_at and closes_at < joined_at]
        number = max(missed, default=0) + 1
        first[entry_id] = number if slip is None else min(number, slip)
    return first
