"""Lines that a director types for a result."""

import pytest

from tournaments.classic.core.scores import Outcome, Score, read_line
from tournaments.core.errors import RuleViolation


@pytest.mark.parametrize(
    ("text", "table", "score"),
    [
        ("12 412 398", 12, Score(412, 398)),
        (" 12: 412-398".replace("-", " "), 12, Score(412, 398)),
        ("3 −20 398", 3, Score(-20, 398)),
        ("2 451-300", 2, Score(451, 300)),
        ("2 451–300", 2, Score(451, 300)),
        ("3 1F", 3, Score(outcome=Outcome.FIRST_FORFEITS)),
        ("3 f2", 3, Score(outcome=Outcome.SECOND_FORFEITS)),
        ("3 ff", 3, Score(outcome=Outcome.BOTH_FORFEIT)),
    ],
)
def test_lines_are_read(text, table, score):
    line = read_line(text)
    assert (line.table, line.score) == (table, score)


def test_figures_have_one_minus_sign():
    assert Score(-20, 398).figures == "−20–398"


@pytest.mark.parametrize(
    "text", ["", "12", "12 400", "a 1 2", "12 4oo 398", "0 1 2", "-1 1 2", "12 1 -2 3", "² 1f", "1 9999999 2"]
)
def test_lines_that_are_none(text):
    with pytest.raises(RuleViolation):
        read_line(text)
