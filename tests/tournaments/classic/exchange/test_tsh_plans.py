"""The plan of rounds and the prizes of a `config.tsh`: what has an equivalent here, and the remark on what has none."""

import pytest

from tests.bounds import at_most
from tournaments.classic.exchange.files import read_texts
from tournaments.classic.pairing import MANUAL
from tournaments.classic.pairing.plan import Stage

PLAYERS = "A, Ann 9;\nB, Bo 8;\n"


def read_lines(*lines, rounds=9):
    """Return the division of a configuration with these lines, and the lines and codes of its remarks."""
    config = "\n".join([f"config max_rounds = {rounds}", "division a a.t", *lines])
    event, problems = read_texts([("config.tsh", config), ("a.t", PLAYERS)])
    assert not problems.faults
    return event.divisions[0], [(one.line, one.error.code) for one in problems.remarks]


@pytest.mark.parametrize(
    ("line", "stage"),
    [
        ("autopair a 0 1 rr a", Stage(1, "round_robin")),
        ("autopair A 0 1 roundrobin 1 A", Stage(1, "round_robin")),
        ("autopair a 0 1 if 3 a", Stage(1, "round_robin", group_size=4, groups_by="mixed")),
        ("autopair a 3 4 ns 0 3 a", Stage(4, "swiss")),
        ("autopair a 2 4 newswiss 0 2 a", Stage(4, "swiss", rounds_ahead=1)),
        ("autopair a 7 8 koth 2 7 a", Stage(8, "king_of_the_hill", hill_rematches=True)),
        ("autopair a 6 8 koth 0 6 a", Stage(8, "king_of_the_hill", 1, hill_rematches=False)),
        ("autopair a 6 7 cp 6 a", Stage(7, "contenders")),
        ("autopair a 6 7 cop 6 a", Stage(7, "cop")),
    ],
)
def test_a_line_is_a_stage(line, stage):
    division, remarks = read_lines(line)
    assert (division.stages, remarks) == ((stage,), [])


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("autopair a 5 5 ns 0 5 a", "autopair_not_read"),
        ("autopair a 9 10 ns 0 9 a", "autopair_not_read"),
        ("autopair b 0 1 rr b", "autopair_not_read"),
        ("autopair a 1 ns", "config_not_read"),
    ],
)
def test_a_line_for_no_round_of_the_division_is_a_remark(line, code):
    division, remarks = read_lines(line)
    assert (division.stages, [one for _line, one in remarks]) == ((), [code])


@pytest.mark.parametrize("command", ["randompair 0 1 a", "rr 0 a", "rr 21 a", "rr x a", "if 4 a"])
def test_a_round_without_an_equivalent_is_paired_by_hand(command):
    lines = ["autopair a 0 1 ns 0 0 a", f"autopair a 1 2 {command}", f"autopair a 1 3 {command}"]
    division, remarks = read_lines(*lines, "autopair a 3 4 koth 0 3 a")
    assert [(one.first_round, one.method) for one in division.stages] == [
        (1, "swiss"),
        (2, MANUAL),
        (4, "king_of_the_hill"),
    ]
    assert remarks == [(4, "autopair_by_hand"), (5, "autopair_by_hand")]


def test_round_robins_have_the_cycles_of_the_first_one():
    division, remarks = read_lines(
        "autopair a 0 1 rr 3 a", "autopair a 3 4 if 3 a", "autopair a 6 7 rr 3 a", "autopair a 7 8 rr a"
    )
    assert (division.cycles, [(one.first_round, one.method) for one in division.stages]) == (
        3,
        [(1, "round_robin"), (4, "round_robin"), (7, "round_robin"), (8, MANUAL)],
    )
    assert remarks == [(6, "autopair_by_hand")]


def test_the_last_of_two_lines_for_a_round_counts():
    division, remarks = read_lines("autopair a 0 1 cop 0 a", "autopair a 0 1 rr a")
    assert (division.stages, remarks) == ((Stage(1, "round_robin"),), [(3, "autopair_twice")])


def test_rounds_in_a_row_that_are_paired_alike_are_one_stage():
    lines = [f"autopair a {max(0, number - 2)} {number} ns 0 {number - 2} a" for number in range(2, 7)]
    division, remarks = read_lines("autopair a 0 1 ns 0 0 a", *lines, "autopair a 6 7 koth 1 6 a")
    assert [(one.first_round, one.method, one.rounds_ahead) for one in division.stages] == [
        (1, "swiss", 0),
        (2, "swiss", 1),
        (7, "king_of_the_hill", 0),
    ]
    assert remarks == []


def test_a_swiss_with_repeats_is_read_with_a_remark():
    division, remarks = read_lines("autopair a 0 1 ns 2 0 a", "autopair a 1 2 ns 2 1 a")
    assert (division.stages, remarks) == ((Stage(1, "swiss"),), [(3, "autopair_repeats")])


@pytest.mark.parametrize(
    ("line", "prize"),
    [
        ('prize rank 1 a "$1,000"', ("Rank 1", "rank", 1, "", "$1,000")),
        ("prize rank 2 A 50 class=B", ("B: Rank 2", "rank", 2, "B", "50")),
        ("prize rank 2 A 50 class=B groupname='Class B'", ("Class B: Rank 2", "rank", 2, "B", "50")),
        ("prize highwin 1 a 20", ("Highest score", "high_game", 1, "", "20")),
        ("prize highroundloss 2 a 20", ("Highest losing score 2", "high_loss", 2, "", "20")),
        ("prize highratingchange 1 a 'a book'", ("Rating gain", "rating_gain", 1, "", "a book")),
        ("prize rank 1 a 9 prizename='The Cup' order=3", ("The Cup", "rank", 1, "", "9")),
    ],
)
def test_a_prize(line, prize):
    division, remarks = read_lines(line)
    [read] = division.prizes
    assert (read.name, read.kind, read.place, read.class_name, read.worth) == prize
    assert remarks == []


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("prize luckystiff 1 a 20", "none of the type “luckystiff” here"),
        ("prize rank -1 a 20", "“-1” is no place"),
        ("prize rank 0 a 20", "“0” is no place"),
        ("prize rank 1 a 20 members=[1,2]", "no “members” here"),
        ("prize highwin 1 a 20 round=3", "no “round” here"),
        ("prize highwin 2 a 20", "the highest score has one prize"),
        ("prize highwin 1 a 20 class=B", "the highest score has one prize"),
        ("prize rank 1 a 20 class=" + "B" * 50, "the name of its class is too long"),
        ("prize rank 1 * 20", "no division “*” in these files"),
        ("prize rank 1 b 20", "no division “B” in these files"),
        ("prize rank 1 a", "value is missing, as in “prize rank 1 A 100”"),
        ("prize rank 1 a " + "9" * 1000, "its line is too long"),
    ],
)
def test_a_prize_that_is_not_just_so_here_is_a_remark(line, why):
    division, remarks = read_lines(line)
    assert (division.prizes, remarks) == ((), [(3, "prize_not_read")])
    _event, problems = read_texts([("config.tsh", f"division a a.t\n{line}"), ("a.t", PLAYERS)])
    [said] = [str(one.error) for one in problems.remarks if one.error.code == "prize_not_read"]
    assert why in said
    assert line[:80] in said


def test_a_setting_without_its_first_word_is_a_remark():
    _event, problems = read_texts([("config.tsh", "division a a.t\nmax_rounds = 27"), ("a.t", PLAYERS)])
    assert "Not read, as a setting of tsh begins with “config”: max_rounds = 27" in [
        str(one.error) for one in problems.remarks
    ]


def test_lines_that_say_how_the_list_is_printed_are_no_prizes():
    division, remarks = read_lines(
        "prize title Prizes of Division A", "prize separator", "prize note a b c d"
    )
    assert (division.prizes, remarks) == ((), [])


def test_prizes_that_all_exclude_each_other_are_one_each():
    division, remarks = read_lines("prize rank 1 a 9 exclusive=A", "prize highwin 1 a 5 exclusive=A")
    assert (len(division.prizes), division.one_prize_each, remarks) == (2, True, [])
    division, remarks = read_lines("prize rank 1 a 9 exclusive=A", "prize highwin 1 a 5")
    assert (len(division.prizes), division.one_prize_each, remarks) == (1, False, [(3, "prize_not_read")])


def test_a_long_line_is_not_read_and_takes_no_time():
    with at_most(9):
        division, remarks = read_lines("prize rank 1 a " + '"\\" ' * 200_000)
        assert (division.prizes, remarks) == ((), [(3, "prize_not_read")])
