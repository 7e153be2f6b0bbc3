"""Lines that a director types for a result."""

import pytest

from tournaments.classic.scores.scores import MOST_LINE, Outcome, Score, read_line
from tournaments.errors import RuleViolation


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


def test_a_line_is_as_long_as_two_pairs_of_names():
    first, second = "A" * 190, "B" * 190
    assert read_line(f"{first} 412 {second} 398").players == (first, second)
    for text in (f"12 412 398{' ' * MOST_LINE}", f"  12{' ' * (MOST_LINE - 10)}412 398"):
        assert read_line(text).score == Score(412, 398)
    with pytest.raises(RuleViolation) as refused:
        read_line(f"12 412 398{' ' * MOST_LINE}1")
    assert (refused.value.code, str(refused.value)) == ("line_unread", "A line has at most 400 characters.")
