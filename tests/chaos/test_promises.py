"""The time that an outage takes from players, by rows of the log."""

import datetime as dt
from types import SimpleNamespace

import pytest

from tests.chaos.programs import Outage
from tests.chaos.promises import given_back

BEGUN = dt.datetime(2026, 11, 28, 9, 0, tzinfo=dt.UTC)
LEFT, ASLEEP, GONE = 15, 600, 8


def at(seconds):
    return BEGUN + dt.timedelta(seconds=seconds)


@pytest.mark.parametrize(
    ("seconds", "rows", "is_broken"),
    [
        (ASLEEP, [("clock_interrupted", 601, {"left": 16})], False),
        (ASLEEP, [("clock_interrupted", 601, {"left": 12})], True),
        (ASLEEP, [("round_closed", 601, {})], True),
        (ASLEEP, [], True),
        # The desk was before the outage: it ended the round, or stopped the clock as the laptop fell asleep.
        (ASLEEP, [("round_ended", 601, {})], False),
        (ASLEEP, [("clock_paused", 601, {}), ("clock_resumed", 603, {})], False),
        # Where there was time left after the outage, a pause took some of it.
        (GONE, [("clock_paused", 9, {})], True),
        (GONE, [("clock_paused", LEFT + 1, {})], True),
        (GONE, [("clock_interrupted", 9, {"left": 15}), ("clock_paused", 9, {})], False),
    ],
)
def test_the_time_of_an_outage_is_given_back(seconds, rows, is_broken):
    running = [("ABCD", 3, at(LEFT))]
    asleep = seconds == ASLEEP
    outage = Outage(running, at(-0.1), BEGUN, shifted=False, asleep=asleep, ended=at(seconds))
    log = [("ABCD", act, 3, None, at(moment), params) for act, moment, params in rows]
    broken = [case for case in given_back(SimpleNamespace(outages=[outage], rows=log)) if case]
    assert bool(broken) == is_broken
