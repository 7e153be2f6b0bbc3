"""A club's result written by hand, with sums worked out on paper; and the gain of altering it.

Tops of 30, 45, 25, 42 and 71 are 213. The French rule takes 5 for the fourth warning. It gives the average of
the others to a player who arbitrated a round, and for the second zero in a row for the same fault on paper.
"""

from copy import deepcopy
from dataclasses import replace

import pytest

from duplicate.prepared_games.results.file_format import ResultRefused, read_result
from duplicate.prepared_games.results.validation import check_result
from engine.rules import (
    load_rule_set,
)
from tests.factories.simultaneous_clubs import short_record

FISF = load_rule_set("fisf")
TOPS = [30, 45, 25, 42, 71]
NONE = ["none"] * 5


def entry(table, name, scores, total, negative, tops, **more):
    person = {"name": name, "licence": "", "club": "", "country": "", "series": "", "birth_year": None}
    empty = {"averages": [], "absent": [], "solos_given": [], "solos_withheld": [], "withdrawn": False}
    sums = {
        "total": total,
        "negative": negative,
        "tops": tops,
        "solos": 0,
        "solo_points": 0,
        "warning_points": 0,
    }
    told = {"table": table, "players": [person], "scores": scores, "worths": scores, "sanctions": NONE}
    return told | empty | sums | more


RESULT = {
    "format": "isotop result",
    "version": 1,
    "game": "d" * 64,
    "name": "World game",
    "club": "Namur",
    "arbitrator": "Ann",
    "played_on": "2026-03-03",
    "tops": TOPS,
    "entries": [
        # She arbitrated the third round: (25 + 25 + 10 + 20) / 4 = 20 in place of her 9. 30 + 45 + 20 + 42 + 20.
        entry(
            1,
            "Ann",
            [30, 45, 9, 42, 20],
            157,
            -56,
            3,
            averages=[{"round": 3, "points": 20, "why": "arbitrated"}],
        ),
        # Four warnings, three of them free: 208 - 5.
        entry(
            2,
            "Bob",
            [30, 40, 25, 42, 71],
            203,
            -10,
            4,
            sanctions=["warning", "warning", "none", "warning", "warning"],
            warning_points=5,
        ),
        # Two zeros; the second one is the average of 45, 40 and 21, which is 35.33. 0 + 35 + 25 + 12 + 31.
        entry(
            3,
            "Cid",
            [0, 0, 25, 12, 31],
            103,
            -110,
            1,
            sanctions=["zero", "zero", "none", "none", "none"],
            averages=[{"round": 2, "points": 35, "why": "second_zero"}],
        ),
        # Came for the third round. 10 + 42 + 50.
        entry(4, "Dan", [0, 0, 10, 42, 50], 102, -111, 1, absent=[1, 2]),
        # A penalty of 5 on a move that was the top. 10 + 21 + 20.
        entry(
            5,
            "Eve",
            [10, 21, 20, 0, 0],
            51,
            -162,
            1,
            worths=[10, 21, 25, 0, 0],
            sanctions=["none", "none", "penalty", "none", "none"],
        ),
    ],
}


@pytest.fixture(scope="module")
def record():
    return short_record("fisf", rounds=5)


def test_sums_worked_out_on_paper_are_those_of_the_program(record, facts):
    assert [line.score for line in record.rounds] == TOPS
    standings = check_result(read_result(RESULT), record, facts, FISF)
    assert [(row.rank, row.name, row.total) for row in standings.rows] == [
        (1, "Bob", 203),
        (2, "Ann", 157),
        (3, "Cid", 103),
        (4, "Dan", 102),
        (5, "Eve", 51),
    ]
    assert [row.kept for row in standings.rows if row.name == "Ann"] == [(30, 45, 20, 42, 20)]


@pytest.mark.parametrize("what", ["total", "negative", "tops", "warning_points"])
@pytest.mark.parametrize("number", range(5))
def test_a_sum_that_is_one_off_is_refused(record, facts, what, number):
    data = deepcopy(RESULT)
    data["entries"][number][what] += 1
    with pytest.raises(ResultRefused):
        check_result(read_result(data), record, facts, FISF)


def put(number, **values):
    return lambda data: data["entries"][number].update(values)


SECOND_ZERO = {"round": 2, "points": 45, "why": "second_zero"}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        # A top kept, and an average on top of it.
        (
            put(0, averages=[SECOND_ZERO], total=30 + 45 + 45 + 9 + 42 + 20),
            "Ann, round 2: an average can only replace a second zero.",
        ),
        (
            put(2, sanctions=["none", "zero", "none", "none", "none"]),
            "Cid, round 2: an average can only replace a second zero.",
        ),
        (
            put(2, worths=[0, 12, 25, 12, 31]),
            "Cid, round 2: an average can only replace a second zero.",
        ),
        (
            put(0, averages=[{"round": 3, "points": 21, "why": "arbitrated"}], total=158, negative=-55),
            "Ann, round 3: the average of the others is not 21.",
        ),
        (
            put(2, averages=[{"round": 2, "points": 20, "why": "second_zero"}], total=88, negative=-125),
            "Cid, round 2: the average of the others is not 20.",
        ),
        (put(3, absent=[1, 2, 3]), "Dan, round 3: points in a round missed by this player."),
        (
            put(4, worths=[10, 21, 25, 43, 0]),
            "Eve, round 4: 43 points, with a top of 42.",
        ),
    ],
)
def test_what_an_altered_result_would_gain_is_refused(record, facts, change, said):
    data = deepcopy(RESULT)
    change(data)
    with pytest.raises(ResultRefused) as refused:
        check_result(read_result(data), record, facts, FISF)
    assert said in refused.value.errors


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (
            replace(FISF, standings=replace(FISF.standings, arbitrators_averaged=False)),
            "Ann, round 3: the rules of this game do not allow this average.",
        ),
        (
            replace(FISF, sanctions=replace(FISF.sanctions, second_zero_averaged=False)),
            "Cid, round 2: the rules of this game do not allow this average.",
        ),
    ],
)
def test_averages_that_the_rules_do_not_have(record, facts, rules, said):
    with pytest.raises(ResultRefused) as refused:
        check_result(read_result(RESULT), record, facts, rules)
    assert refused.value.errors == [said]


def test_every_top_twice_by_averages_of_second_zeros(record, facts):
    """The classic rules have no such averages: 426 of 213 points."""
    data = deepcopy(RESULT)
    averages = [{"round": n, "points": top, "why": "second_zero"} for n, top in enumerate(TOPS, 1)]
    data["entries"] = [entry(1, "Ann", TOPS, 426, 213, 5, averages=averages)]
    with pytest.raises(ResultRefused) as refused:
        check_result(read_result(data), record, facts, load_rule_set("classic"))
    assert len(refused.value.errors) == 5


def test_an_average_may_leave_out_a_second_zero_that_has_none_itself(record, facts):
    """Its arbitrator had keyed nobody else: such a player counts for no average. (25 + 10 + 20) / 3 = 18.33."""
    data = deepcopy(RESULT)
    data["entries"][2] |= {
        "scores": [0, 0, 0, 0, 31],
        "worths": [0, 0, 0, 0, 31],
        "sanctions": ["none", "zero", "zero", "none", "none"],
        "averages": [],
        "total": 31,
        "negative": -182,
        "tops": 0,
    }
    data["entries"][0] |= {
        "averages": [{"round": 3, "points": 18, "why": "arbitrated"}],
        "total": 155,
        "negative": -58,
    }
    assert check_result(read_result(data), record, facts, FISF).rows[1].total == 155
