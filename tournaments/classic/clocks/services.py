"""Use cases for the clocks of matches, each one transaction.

Terms. A clock is *given* to a match with the settings of its division. A *link* opens it on a device, either
for both sides (a tablet between the two) or for one (a player's own phone). An act *counts from* a moment:
the time at which the device says it was made, within limits, so that a tablet that was offline costs nobody
any time.

Invariants: an act has a row, stored in the transaction that changes the clock. The same act sent again (same
key) does nothing. The moment from a device is never before the last act nor after the act was received.
Within these bounds a shared tablet is trusted, except for the start of the match; a player's own device is
trusted for a few seconds only. The database is the only source of a clock's state: it needs no timer to go
on.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from uuid import UUID, uuid4

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.utils.translation import gettext_lazy as _

from tournaments.classic.acts.locks import lock_begun_round
from tournaments.classic.models.clocks import ClockAct, ClockLink, MatchClock
from tournaments.classic.models.divisions import Division, DivisionEntry
from tournaments.classic.models.matches import DivisionRound, Match, MatchResult
from tournaments.classic.rules import match_clock
from tournaments.classic.rules.match_clock import MINUTE_MS, ClockState, Side
from tournaments.errors import RuleViolation
from tournaments.events.staff import check_may_judge
from tournaments.live.broadcast import wake_after_commit
from tournaments.models import Event
from tournaments.repeats import IdUsed, check_repeat
from tournaments.time import clock
from tournaments.tokens import create_token, hash_token

Kind = ClockAct.Kind
Holder = ClockLink.Holder
RELATED = (
    "event",
    "match__round__division",
    *(f"match__{side}__entry__{who}" for side in ("first", "second") for who in ("player", "partner")),
)
Change = Callable[[ClockState, int], ClockState]

# How far back a player's own device is trusted: the time that sending may take in a full hall.
OWN_DEVICE_MS = 5_000
# How far back any device is trusted about the start of the match.
START_MS = 30_000


@dataclass(frozen=True, slots=True)
class ClockPress:
    """The link by which an act comes, the key that the device made for it, and when it was made there
    (milliseconds since 1970, the server's clock as the device knows it); None for now.
    """

    link: ClockLink
    key: UUID
    made_at: int | None = None


@dataclass(frozen=True, slots=True)
class Acted:
    """The clock after an act; `again` if the act had been received before."""

    clock: MatchClock
    again: bool = False


# --- Giving ------------------------------------------------------------------------------------------------------


@transaction.atomic
def give_links(*, round_: DivisionRound, by: User, renew: bool = False) -> list[tuple[MatchClock, str]]:
    """Give clocks to all matches of the round, and tokens to the tables that have none yet; they are returned
    only this once.

    `renew` replaces all tokens: the links at the tables become invalid.

    Raises:
        RuleViolation: the round has not begun: its matches may change.
    """
    check_director(round_.division.event, by)
    given = _give_clocks(lock_begun_round(round_))
    links = ClockLink.objects.filter(clock__in=given, holder=Holder.TABLE)
    if renew:
        links.delete()
    have = set(links.values_list("clock", flat=True))
    tokens = [(each, create_token()) for each in given if each.pk not in have]
    ClockLink.objects.bulk_create(
        ClockLink(clock=each, token_hash=hash_token(token), made_at=clock.now()) for each, token in tokens
    )
    return tokens


@transaction.atomic
def give_link(*, clock_: MatchClock, by: User, holder: str = Holder.TABLE) -> str:
    """Return a new token that opens the clock on a device; the previous one for the same holder becomes invalid."""
    check_director(clock_.event, by)
    lock_begun_round(clock_.match.round)
    token = create_token()
    ClockLink.objects.update_or_create(
        clock=clock_,
        holder=Holder(holder),
        defaults={"token_hash": hash_token(token), "made_at": clock.now()},
    )
    return token


def link_for_token(token: str) -> ClockLink | None:
    return ClockLink.objects.select_related("clock").filter(token_hash=hash_token(token)).first()


# --- At the table ------------------------------------------------------------------------------------------------


def start_clock(*, table: ClockPress, side: Side = 0) -> Acted:
    """Start the match: the time of the player who goes first runs, unless `side` says otherwise.

    Raises:
        RuleViolation: the clock was started; the player who goes first starts the other's time.
    """
    if side:
        _check_side(table, side)
    return _change_at_table(table, Kind.START, match_clock.start, side=side)


def press_clock(*, table: ClockPress, side: Side, number: int) -> Acted:
    """End the turn of that number, which must be that side's.

    Raises:
        RuleViolation: the turn is over, or the other side's; the clock does not run; the device is the other
            side's.
    """
    _check_side(table, side)
    return _change_at_table(table, Kind.PRESS, match_clock.press, side=side, number=number)


def neutralise_clock(*, table: ClockPress) -> Acted:
    """Stop both sides' time, for example while a challenge is judged."""
    return _change_at_table(table, Kind.NEUTRAL, match_clock.neutral)


def resume_clock(*, table: ClockPress, side: Side) -> Acted:
    """Let the time of that side run after a challenge. A player's own device may resume its own side only."""
    _check_side(table, side)
    return _change_at_table(table, Kind.RESUME, match_clock.resume, side=side)


def stop_clock(*, table: ClockPress) -> Acted:
    """End the match. A player's own device may do so in the opponent's time, not while its own time runs."""
    return _change_at_table(table, Kind.STOP, partial(_stop, own=table.link.side))


def _check_side(table: ClockPress, side: Side) -> None:
    if table.link.side not in {None, side}:
        raise RuleViolation("not_your_side", _("This device can only end its own player’s turns."))


def _stop(state: ClockState, now: int, *, own: Side | None) -> ClockState:
    if state.is_on_turn(own):
        raise RuleViolation(
            "own_time_runs", _("Your own clock is running: only your opponent or the director can stop it.")
        )
    return match_clock.stop_at_table(state, now)


@transaction.atomic
def _change_at_table(
    table: ClockPress, kind: ClockAct.Kind, change: Callable[..., ClockState], **values: int
) -> Acted:
    """Change the clock by a device's act; `values` are what is sent with it."""
    received = clock.milliseconds(clock.now())
    held = MatchClock.objects.select_for_update().get(pk=table.link.clock_id)
    known = ClockAct.objects.filter(key=table.key).first()
    if known is not None:
        _check_repeat(table, kind, values, known)
        return Acted(held, again=True)
    act = ClockAct(key=table.key, kind=kind, holder=table.link.holder)
    put_down(held, change(held.stood, _moment_of(table, kind, received), **values), act, received)
    return Acted(held)


def _moment_of(table: ClockPress, kind: ClockAct.Kind, received: int) -> int:
    """Return the moment from which a device's act may count, by when it was received."""
    moment = received if table.made_at is None else min(table.made_at, received)
    if table.link.side is not None:
        moment = max(moment, received - OWN_DEVICE_MS)
    if kind == Kind.START:
        # No act came before it that would bound the moment.
        moment = max(moment, received - START_MS)
    return moment


def _check_repeat(table: ClockPress, kind: ClockAct.Kind, values: Mapping[str, int], known: ClockAct) -> None:
    """Check that an act sent again is the one on record, also by the moment from which it would have counted."""
    if known.clock_id != table.link.clock_id:
        raise IdUsed({})
    at, received = clock.milliseconds(known.at), clock.milliseconds(known.received_at)
    earlier = ClockAct.objects.filter(clock=known.clock_id, pk__lt=known.pk).last()
    moment = max(_moment_of(table, kind, received), clock.milliseconds(earlier.at) if earlier else at)
    is_press = known.kind == Kind.PRESS
    on_record = {
        "act": known.kind,
        "side": 1 - known.turn if is_press else known.turn,
        "number": known.turn_number - is_press,
        "at": at,
    }
    check_repeat({**values, "act": kind, "at": moment}, on_record)


# --- The director ------------------------------------------------------------------------------------------------


def pause_clock(*, clock_: MatchClock, by: User) -> MatchClock:
    return _change_by_director(clock_, by, Kind.PAUSE, match_clock.pause)


def lift_pause(*, clock_: MatchClock, by: User) -> MatchClock:
    return _change_by_director(clock_, by, Kind.LIFT, match_clock.lift_pause)


def reopen_clock(*, clock_: MatchClock, side: Side, by: User) -> MatchClock:
    """Restart a clock that was stopped too early, with the time of that side."""
    return _change_by_director(clock_, by, Kind.REOPEN, partial(match_clock.reopen, side=side))


def end_clock(*, clock_: MatchClock, by: User) -> MatchClock:
    """Stop the clock of a match whose players did not."""
    return _change_by_director(clock_, by, Kind.STOP, match_clock.stop)


@transaction.atomic
def correct_times(
    *, clock_: MatchClock, left: tuple[int, int], reason: str, seen: int, by: User
) -> MatchClock:
    """Set the time that each has left, in milliseconds; negative is overtime. `seen` is the version on the
    page.

    Raises:
        RuleViolation: the clock runs or has changed meanwhile, no reason is given, or no clock shows such a
            time.
    """
    check_director(clock_.event, by)
    held = MatchClock.objects.select_for_update().get(pk=clock_.pk)
    if held.version != seen:
        raise RuleViolation(
            "clock_changed", _("The clock has changed in the meantime: check it again, then correct it.")
        )
    if not reason.strip():
        raise RuleViolation("reason_missing", _("Give a reason: it goes into the log."))
    was = held.stood.left
    act = ClockAct(key=uuid4(), kind=Kind.CORRECT, by=by, reason=reason.strip()[:200])
    act.first_was_ms, act.second_was_ms = was
    now = clock.milliseconds(clock.now())
    put_down(held, match_clock.correct(held.stood, now, left=left), act, now)
    return held


@transaction.atomic
def pause_clocks(*, event: Event, by: User) -> int:
    """Pause all clocks of the event that are not over, for example for an announcement; return how many.

    Clocks that have not started are paused too: nobody can start them meanwhile.
    """
    check_director(event, by)
    # A clock that was reopened after the result needs no pause.
    results = MatchResult.objects.filter(match=OuterRef("match")).order_by("-version")
    found = _lock_clocks(event).annotate(result=Subquery(results.values("outcome")[:1]))
    found = found.filter(Q(result=None) | Q(result=MatchResult.Outcome.TAKEN_BACK), paused=False)
    found = found.exclude(state="over")
    return _change_all_by_director(found, by, Kind.PAUSE, match_clock.pause)


@transaction.atomic
def pause_running(*, event: Event, moment: datetime, by: User) -> int:
    """Pause the clocks that are running, as of a past moment; return how many."""
    check_director(event, by)
    running = _lock_clocks(event).filter(state=MatchClock.State.RUNNING, paused=False)
    return _change_all_by_director(running, by, Kind.PAUSE, match_clock.pause, moment)


@transaction.atomic
def lift_pauses(*, event: Event, by: User) -> int:
    """Lift the pause of all paused clocks of the event; return how many."""
    check_director(event, by)
    return _change_all_by_director(
        _lock_clocks(event).filter(paused=True), by, Kind.LIFT, match_clock.lift_pause
    )


def check_director(event: Event, by: User) -> None:
    """Refuse everybody but the directors of clocks: chiefs and arbitrators, not helpers."""
    check_may_judge(event, by, "not_director", _("Only the directors of the event can do this."))


@transaction.atomic
def _change_by_director(given: MatchClock, by: User, kind: ClockAct.Kind, change: Change) -> MatchClock:
    check_director(given.event, by)
    held = MatchClock.objects.select_for_update().get(pk=given.pk)
    _change_all_by_director([held], by, kind, change)
    return held


def _change_all_by_director(
    held: Iterable[MatchClock],
    by: User,
    kind: ClockAct.Kind,
    change: Change,
    moment: datetime | None = None,
) -> int:
    now = clock.milliseconds(moment or clock.now())
    found = list(held)
    for each in found:
        put_down(each, change(each.stood, now), ClockAct(key=uuid4(), kind=kind, by=by), now)
    return len(found)


def set_up(round_: DivisionRound) -> None:
    """Create the missing clocks of a locked round from the division's settings; existing clocks stay.

    Each side gets its own limit a turn.
    """
    division = round_.division
    lacking = round_.matches.filter(second__isnull=False, clock=None).select_related("first", "second")
    MatchClock.objects.bulk_create([_clock_for(match, division) for match in lacking])


def _give_clocks(round_: DivisionRound) -> list[MatchClock]:
    """Give a clock to each match without one, and return those of the round by table."""
    set_up(round_)
    rows = MatchClock.objects.filter(match__round=round_).select_related(*RELATED)
    return list(rows.order_by("match__table"))


def _clock_for(match: Match, division: Division) -> MatchClock:
    assert match.second is not None
    full = division.clock_minutes * MINUTE_MS
    return MatchClock(
        match=match,
        event_id=division.event_id,
        as_of=clock.moment(clock.milliseconds(clock.now())),
        full_ms=full,
        first_left_ms=full,
        second_left_ms=full,
        first_limit_ms=_limit(match.first, division),
        second_limit_ms=_limit(match.second, division),
        overtime_points=division.overtime_points,
    )


def _limit(entry: DivisionEntry, division: Division) -> int | None:
    """Return a turn's limit in milliseconds (C7): the player's own handicap, else that of the division."""
    seconds = entry.turn_seconds or division.turn_seconds
    return seconds * 1000 if seconds else None


def _lock_clocks(event: Event) -> QuerySet[MatchClock]:
    """Lock the event's clocks in one order, so that two transactions that lock many do not deadlock."""
    return MatchClock.objects.filter(event=event).select_for_update().order_by("pk")


def put_down(held: MatchClock, state: ClockState, act: ClockAct, received: int) -> None:
    """Store the new state of a locked clock and the act that made it, and wake its streams after the commit."""
    held.take(state)
    held.version += 1
    held.save()
    act.clock, act.at, act.received_at = held, held.as_of, clock.moment(received)
    act.turn, act.turn_number = state.turn, state.number
    act.first_left_ms, act.second_left_ms = state.left
    act.save(force_insert=True)
    for channel in (clock_channel(held.pk), wall_channel(held.event_id)):
        wake_after_commit(channel)


def clock_channel(clock_id: int) -> str:
    """Return the channel of one clock."""
    return f"clock-{clock_id}"


def wall_channel(event_id: int) -> str:
    """Return the channel of all clocks of an event."""
    return f"clocks-{event_id}"
