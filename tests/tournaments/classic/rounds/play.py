"""Rounds of a division as tests play and read them."""

import pytest

from tournaments.classic.rounds import results
from tournaments.classic.scores.scores import Score
from tournaments.errors import RuleViolation
from tournaments.events import staff
from tournaments.models import Arbitrator


def check_refused(code, act, **values):
    with pytest.raises(RuleViolation) as info:
        act(**values)
    assert info.value.code == code
    assert str(info.value)


def pairs_of(division, number):
    rows = division.rounds.get(number=number).matches.select_related("first", "second").order_by("table")
    return [(one.first.number, one.second.number if one.second else None) for one in rows]


def enter_wins(division, number, wins, by):
    """Enter results: winners by number with their margin, since the first move is drawn by lot."""
    for table, (first, second) in enumerate(pairs_of(division, number), start=1):
        score = Score(400 + wins[first], 400) if first in wins else Score(400, 400 + wins[second])
        results.enter_result(division=division, number=number, table=table, score=score, by=by)


def arbitrator_of(division, by, role=Arbitrator.Role.ARBITRATOR):
    return staff.let_in_new(event=division.event, user_name=f"the-{role}", role=role, by=by).user
