"""The clock of a match: the time left to each of the two, and the acts on it. Pure; times are whole
milliseconds.

Terms. A *side* is 0 for the player who goes first in the match and 1 for the other. The clock is *ready*
until it is started, *running* while a side's time goes down (that side is *on turn*), *neutral* while neither
does, as during a challenge, and *over* when the match is. In any phase the director may have *paused* it:
then nothing goes down and the table can do nothing. A *turn* has a number, which grows with each that begins.
*Overtime* is what a side used beyond its time (T1): it costs points for each minute begun. A turn may have a
*limit* (C7), which may differ by side as a handicap. A turn over the limit is counted and shown, and costs
nothing: the director decides on the consequence.

Invariants: a state is that of the moment `at`; later states follow from it and from the time alone, so no
timer is needed. Only a correction changes the time of the side that is not on turn. An act that is not
possible changes nothing.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Literal

from django.utils.translation import gettext_lazy as _

from tournaments.errors import RuleViolation

Side = Literal[0, 1]
SIDES: tuple[Side, Side] = (0, 1)
MINUTE_MS = 60_000
# The largest time of a clock, counted or corrected: a day, and as much overtime. A forgotten clock stays
# there.
MOST_MS = 24 * 60 * MINUTE_MS


class Phase(StrEnum):
    READY = "ready"
    RUNNING = "running"
    NEUTRAL = "neutral"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class ClockState:
    """The clock at the moment `at`: `left` is negative in overtime, `used` is the time of the turn so far,
    `limits` are the most that a turn may take, and `long_turns` how many took longer, not counting the turn
    in progress.
    """

    left: tuple[int, int]
    at: int
    phase: Phase = Phase.READY
    turn: Side = 0
    number: int = 0
    used: int = 0
    paused: bool = False
    limits: tuple[int | None, int | None] = (None, None)
    long_turns: tuple[int, int] = (0, 0)

    @property
    def runs(self) -> bool:
        return self.phase == Phase.RUNNING and not self.paused

    def is_on_turn(self, side: Side | None) -> bool:
        """Tell whether it is that side's time that the match uses up; of None, both sides, it never is."""
        return self.phase == Phase.RUNNING and self.turn == side


def state_at(state: ClockState, now: int) -> ClockState:
    """Return the state at `now`; a time before the last act counts as that of the act, since time does not go
    back.
    """
    now = max(now, state.at)
    if not state.runs:
        return replace(state, at=now)
    passed = now - state.at
    left = _replace_side(state.left, state.turn, max(state.left[state.turn] - passed, -MOST_MS))
    return replace(state, at=now, left=left, used=min(state.used + passed, MOST_MS))


def start(state: ClockState, now: int, *, side: Side = 0) -> ClockState:
    """Start the match with the time of one side, usually of the player who goes first."""
    state = _check_table_may_act(state, now)
    if state.phase != Phase.READY:
        raise RuleViolation("clock_begun", _("The clock has already been started."))
    return replace(state, phase=Phase.RUNNING, turn=side, number=1, used=0)


def press(state: ClockState, now: int, *, side: Side, number: int) -> ClockState:
    """End the turn of that number, which must be the side's own; the other side's begins."""
    state = _check_table_may_act(state, now)
    if state.phase != Phase.RUNNING:
        raise _neutral_violation(state)
    if number != state.number:
        raise RuleViolation("turn_over", _("This turn is already over: the clock has been pressed."))
    if side != state.turn:
        raise RuleViolation("not_on_turn", _("It is your opponent’s turn: their clock is running."))
    return _begin_turn(_end_turn(state), _other(side))


def neutral(state: ClockState, now: int) -> ClockState:
    """Stop both times, for example while a challenge is judged."""
    state = _check_table_may_act(state, now)
    if state.phase != Phase.RUNNING:
        raise _neutral_violation(state)
    return replace(state, phase=Phase.NEUTRAL)


def resume(state: ClockState, now: int, *, side: Side) -> ClockState:
    """Go on after a challenge: continue the turn of that side, or begin it if the other side has lost theirs."""
    state = _check_table_may_act(state, now)
    if state.phase != Phase.NEUTRAL:
        raise RuleViolation("clock_not_neutral", _("The clock is not neutral: there is nothing to resume."))
    return _switch_turn(state, side)


def stop(state: ClockState, now: int) -> ClockState:
    """End the match; the times left stay as they are."""
    state = state_at(state, now)
    if state.phase == Phase.OVER:
        raise _over_violation()
    ended = _end_turn(state) if state.phase != Phase.READY else state
    return replace(ended, phase=Phase.OVER, paused=False, used=0)


def stop_at_table(state: ClockState, now: int) -> ClockState:
    """End the match from the table, which can do nothing while the clock is paused."""
    return stop(_check_table_may_act(state, now), now)


def pause(state: ClockState, now: int) -> ClockState:
    """Pause the clock for the director: until that is lifted nothing goes down, and the table can do nothing."""
    state = state_at(state, now)
    if state.phase == Phase.OVER:
        raise _over_violation()
    if state.paused:
        raise RuleViolation("clock_paused_already", _("The clock is paused already."))
    return replace(state, paused=True)


def lift_pause(state: ClockState, now: int) -> ClockState:
    """Lift the pause; the clock goes on in its phase."""
    state = state_at(state, now)
    if not state.paused:
        raise RuleViolation("clock_not_paused", _("The clock is not paused."))
    return replace(state, paused=False)


def reopen(state: ClockState, now: int, *, side: Side) -> ClockState:
    """Reopen for the director a clock that was stopped too early, with the time of one side."""
    state = state_at(state, now)
    if state.phase != Phase.OVER:
        raise RuleViolation("clock_not_over", _("The clock was not stopped."))
    return _begin_turn(state, side)


def correct(state: ClockState, now: int, *, left: tuple[int, int]) -> ClockState:
    """Set for the director the times left, on a clock that does not run."""
    state = state_at(state, now)
    if state.runs:
        raise RuleViolation(
            "clock_runs", _("Pause the clock first: times cannot be changed while it is running.")
        )
    if any(abs(each) > MOST_MS for each in left):
        raise RuleViolation("clock_time_too_long", _("A clock shows at most a day."))
    return replace(state, left=left)


def time_text(left: int) -> str:
    """Return milliseconds as minutes and seconds, such as 24:30 or −1:05.

    As on the clock, 0:00 is shown only when nothing is left, and overtime from its first second.
    """
    seconds = -(-left // 1000) if left >= 0 else left // 1000
    minutes, rest = divmod(abs(seconds), 60)
    return f"{'−' if seconds < 0 else ''}{minutes}:{rest:02}"


def overtime_minutes(left: int) -> int:
    """Return the minutes begun beyond the time (T1): none at 0:00, one from the first moment after it."""
    return -(left // MINUTE_MS) if left < 0 else 0


def overtime_points(left: tuple[int, int], points: int) -> tuple[int, int]:
    """Return the points that overtime costs each, at `points` a minute begun."""
    first, second = (points * overtime_minutes(each) for each in left)
    return first, second


def is_over_limit(state: ClockState) -> bool:
    """Tell whether the turn in progress has taken longer than it may."""
    limit = state.limits[state.turn]
    return limit is not None and state.phase in {Phase.RUNNING, Phase.NEUTRAL} and state.used > limit


def _check_table_may_act(state: ClockState, now: int) -> ClockState:
    """Return the state at `now`, if the table may act on it."""
    state = state_at(state, now)
    if state.phase == Phase.OVER:
        raise _over_violation()
    if state.paused:
        raise RuleViolation("clock_paused", _("The director has paused the clock."))
    return state


def _switch_turn(state: ClockState, side: Side) -> ClockState:
    if side == state.turn:
        return replace(state, phase=Phase.RUNNING)
    return _begin_turn(_end_turn(state), side)


def _end_turn(state: ClockState) -> ClockState:
    if not is_over_limit(state):
        return state
    long_turns = _replace_side(state.long_turns, state.turn, state.long_turns[state.turn] + 1)
    return replace(state, long_turns=long_turns)


def _begin_turn(state: ClockState, side: Side) -> ClockState:
    return replace(state, phase=Phase.RUNNING, turn=side, number=state.number + 1, used=0)


def _other(side: Side) -> Side:
    return 1 if side == 0 else 0


def _replace_side(pair: tuple[int, int], side: Side, value: int) -> tuple[int, int]:
    return (value, pair[1]) if side == 0 else (pair[0], value)


def _neutral_violation(state: ClockState) -> RuleViolation:
    if state.phase == Phase.READY:
        return RuleViolation("clock_not_begun", _("The clock has not been started yet."))
    return RuleViolation("clock_neutral", _("The clock is neutral: choose whose turn it is first."))


def _over_violation() -> RuleViolation:
    return RuleViolation("clock_over", _("The clock was stopped: the match is over."))
