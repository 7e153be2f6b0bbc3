"""The clock of a match by itself: T1 (overtime), C7 (a limit a turn), and what holds whatever is done."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.classic.rules import match_clock
from tournaments.classic.rules.match_clock import (
    ClockState,
    Phase,
    overtime_minutes,
    overtime_points,
    state_at,
)
from tournaments.errors import RuleViolation

MINUTE = 60_000
FULL = 25 * MINUTE


def fresh(**settings):
    return ClockState(**({"left": (FULL, FULL), "at": 0} | settings))


@pytest.mark.parametrize(
    ("left", "minutes"),
    [
        (FULL, 0),
        (1, 0),
        (0, 0),
        (-1, 1),
        (-59_999, 1),
        (-60_000, 1),
        (-60_001, 2),
        (-3 * MINUTE, 3),
        (-3 * MINUTE - 1, 4),
    ],
)
def test_t1_each_minute_of_overtime_that_was_begun_counts(left, minutes):
    assert overtime_minutes(left) == minutes
    assert overtime_points((left, 0), 10) == (10 * minutes, 0)
    assert overtime_points((0, left), 5) == (0, 5 * minutes)


def test_t1_time_goes_on_below_nothing():
    state = match_clock.start(fresh(left=(1000, FULL)), 0)
    assert state_at(state, 61_500).left == (-60_500, FULL)
    pressed = match_clock.press(state, 61_500, side=0, number=1)
    assert (pressed.left, pressed.turn, pressed.number) == ((-60_500, FULL), 1, 2)


class TestLimits:
    """C7: a limit a turn, which may differ by player as a handicap."""

    def test_c7_a_turn_that_took_longer_is_counted_and_takes_nothing_away(self):
        state = match_clock.start(fresh(limits=(2 * MINUTE, 3 * MINUTE)), 0)
        assert not match_clock.is_over_limit(state_at(state, 2 * MINUTE))
        assert match_clock.is_over_limit(state_at(state, 2 * MINUTE + 1))
        state = match_clock.press(state, 2 * MINUTE + 1, side=0, number=1)
        assert (state.long_turns, state.turn) == ((1, 0), 1)
        state = match_clock.press(state, 5 * MINUTE, side=1, number=2)
        assert state.long_turns == (1, 0)

    def test_c7_a_challenge_does_not_use_the_turn_up(self):
        state = match_clock.start(fresh(limits=(MINUTE, MINUTE)), 0)
        state = match_clock.neutral(state, 50_000)
        state = match_clock.resume(state, 500_000, side=0)
        assert (state.used, state.left) == (50_000, (FULL - 50_000, FULL))
        state = match_clock.neutral(state, 520_000)
        state = match_clock.resume(state, 530_000, side=1)
        assert (state.used, state.number, state.long_turns) == (0, 2, (1, 0))

    def test_c7_there_need_not_be_one(self):
        assert not match_clock.is_over_limit(state_at(match_clock.start(fresh(), 0), FULL))


REFUSALS = {
    "clock_not_begun": lambda: match_clock.press(fresh(), 5, side=0, number=0),
    "clock_begun": lambda: match_clock.start(running(), 5),
    "not_on_turn": lambda: match_clock.press(running(), 5, side=1, number=1),
    "turn_over": lambda: match_clock.press(
        match_clock.press(running(), 5, side=0, number=1), 6, side=0, number=1
    ),
    "clock_neutral": lambda: match_clock.press(match_clock.neutral(running(), 5), 6, side=0, number=1),
    "clock_not_neutral": lambda: match_clock.resume(running(), 5, side=0),
    "clock_paused": lambda: match_clock.press(match_clock.pause(running(), 5), 6, side=0, number=1),
    "clock_paused_already": lambda: match_clock.pause(match_clock.pause(running(), 5), 6),
    "clock_not_paused": lambda: match_clock.lift_pause(running(), 5),
    "clock_over": lambda: match_clock.press(match_clock.stop(running(), 5), 6, side=0, number=1),
    "clock_not_over": lambda: match_clock.reopen(running(), 5, side=0),
    "clock_runs": lambda: match_clock.correct(running(), 5, left=(0, 0)),
    "clock_time_too_long": lambda: match_clock.correct(fresh(), 5, left=(0, 10**9)),
}


def running():
    return match_clock.start(fresh(), 0)


@pytest.mark.parametrize("code", REFUSALS)
def test_what_cannot_be_done_says_why(code):
    with pytest.raises(RuleViolation) as refused:
        REFUSALS[code]()
    assert refused.value.code == code
    assert str(refused.value)


def test_a_pause_keeps_what_the_clock_was_doing():
    for before in (fresh(), running(), match_clock.neutral(running(), 0)):
        paused = match_clock.pause(before, 1000)
        assert state_at(paused, 50_000).left == paused.left
        after = match_clock.lift_pause(paused, 50_000)
        assert replace(after, at=paused.at, paused=True) == paused


def test_a_clock_that_was_stopped_too_early_goes_on():
    stopped = match_clock.stop(running(), 10_000)
    assert state_at(stopped, 90_000).left == (FULL - 10_000, FULL)
    state = match_clock.reopen(stopped, 90_000, side=1)
    assert (state.phase, state.turn, state.number) == (Phase.RUNNING, 1, 2)
    assert state_at(state, 95_000).left == (FULL - 10_000, FULL - 5_000)


# --- Random acts in any order -------------------------------------------------------------------------------

ACTS = {
    "start": lambda state, now, side: match_clock.start(state, now, side=side),
    "press": lambda state, now, side: match_clock.press(state, now, side=side, number=state.number),
    "has been pressed": lambda state, now, side: match_clock.press(
        state, now, side=side, number=state.number - 1
    ),
    "neutral": lambda state, now, _side: match_clock.neutral(state, now),
    "resume": lambda state, now, side: match_clock.resume(state, now, side=side),
    "pause": lambda state, now, _side: match_clock.pause(state, now),
    "lift": lambda state, now, _side: match_clock.lift_pause(state, now),
    "stop": lambda state, now, _side: match_clock.stop(state, now),
    "reopen": lambda state, now, side: match_clock.reopen(state, now, side=side),
}
steps = st.lists(
    st.tuples(st.sampled_from(sorted(ACTS)), st.sampled_from((0, 1)), st.integers(-5_000, 400_000)),
    max_size=40,
)
# Most of what is drawn comes after a start: what is refused before it says little.
histories = st.builds(lambda side, more: [("start", side, 10), *more], st.sampled_from((0, 1)), steps)


@given(histories)
def test_all_time_is_accounted_for(history):
    """The time that both have lost is the time during which the clock ran, counted here beside it."""
    state, now, ran = fresh(limits=(90_000, None)), 0, 0
    for act, side, later in history:
        before = state
        try:
            after = ACTS[act](state, now + later, side)
        except RuleViolation:
            after = state  # an act that is refused leaves no trace
        else:
            now = max(now + later, now)
            ran += after.at - before.at if before.runs else 0
        state = after
        assert state.at >= before.at, "time does not go back"
        assert sum(state.left) == 2 * FULL - ran
        if before.runs:
            assert state.left[1 - before.turn] == before.left[1 - before.turn], "the other loses nothing"
        else:
            assert state.left == before.left
        assert before.number <= state.number <= before.number + 1
        assert state.used >= 0


@given(histories, st.integers(0, 10**7), st.integers(0, 10**7))
def test_looking_changes_nothing(history, early, late):
    """A clock looked at on the way is where it would have been anyhow."""
    state = fresh()
    for act, side, later in history:
        try:
            state = ACTS[act](state, state.at + later, side)
        except RuleViolation:
            continue
    looked = state_at(state_at(state, state.at + early), state.at + early + late)
    assert looked == state_at(state, state.at + early + late)


@given(histories, st.sampled_from((0, 1)), st.integers(0, 1000))
def test_a_press_sent_twice_counts_once(history, side, later):
    state = fresh()
    for act, who, passed in history:
        try:
            state = ACTS[act](state, state.at + passed, who)
        except RuleViolation:
            continue
    number = state.number
    try:
        once = match_clock.press(state, state.at + later, side=side, number=number)
    except RuleViolation:
        return
    for again in (0, 1):
        with pytest.raises(RuleViolation) as refused:
            match_clock.press(once, once.at + later, side=again, number=number)
        assert refused.value.code == "turn_over"
