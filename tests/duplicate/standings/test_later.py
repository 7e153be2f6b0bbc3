"""The place of a later game in the field of the evening."""

import pytest

from duplicate.standings.rules.later import LaterPlace, LaterRound, add_up, place_in_field, rows_with_later
from duplicate.standings.rules.ranking import PlayerScores, rank_players
from engine.rules import (
    RuleSet,
)
from engine.rules.rule_settings import Sanctions, SoloRules

FREE = Sanctions()
TOPS = (66, 34)


def player(key, name, *scores, **more):
    return PlayerScores(entry_id=key, table=key, name=name, scores=scores, **more)


FIELD = [player(1, "Mona", 60, 20), player(2, "Noah", 66, 34), player(3, "Olga", 0, 34)]


def rounds(*scores, warnings=0):
    return [LaterRound(place, score, score == TOPS[place], warnings) for place, score in enumerate(scores)]


@pytest.mark.parametrize(
    ("scores", "rank", "tops"),
    [
        ((66, 34), 1, 2),  # as good as the best: the rank is shared
        ((66, 30), 2, 1),
        ((60, 20), 2, 0),
        ((40, 0), 3, 0),
        ((0, 0), 4, 0),
        ((66,), 1, 1),  # after the first round the others have their points of then
        ((60,), 2, 0),
        ((0,), 3, 0),
    ],
)
def test_the_place_is_that_of_the_points_so_far(scores, rank, tops):
    place = place_in_field(rank_players(FIELD, TOPS), rounds(*scores), FREE)
    assert place == LaterPlace(rank, 3, sum(scores), tops, 100)
    assert place.percent == sum(scores)


def test_before_the_first_answer_there_is_no_place():
    assert place_in_field(rank_players(FIELD, TOPS), [], FREE) is None


def test_a_round_that_nobody_could_play_is_passed_over():
    standings = rank_players([player(1, "Mona", 5, 0, 7)], [9, 0, 9])
    assert place_in_field(standings, [LaterRound(0, 5), LaterRound(2, 6)], FREE).rank == 2


def test_those_who_were_away_are_not_in_the_field():
    standings = rank_players([*FIELD, player(4, "Pia", 0, 0, absent=(0, 1))], TOPS)
    assert place_in_field(standings, rounds(0, 0), FREE).players == 3


@pytest.mark.parametrize(("free", "total"), [(0, 80), (1, 90), (2, 100)])
def test_warnings_cost_what_they_cost_that_evening(free, total):
    sanctions = Sanctions(free_warnings=free, warning_points=10)
    found = place_in_field(rank_players(FIELD, TOPS), rounds(66, 34, warnings=1), sanctions)
    assert found.total == total


def test_the_field_keeps_its_lines_and_its_solos():
    rules = RuleSet(solo=SoloRules(points=10, from_players=2))
    standings = rank_players(FIELD, TOPS, rules)
    assert standings.solos[0].name == "Noah"
    place = place_in_field(standings, rounds(66, 34), FREE)
    assert place.rank == 2  # Noah had his solo
    rows = rows_with_later(standings, place, "Zoe")
    assert [(row.rank, row.name) for row in rows] == [(1, "Noah"), (2, "Zoe"), (2, "Mona"), (3, "Olga")]
    assert tuple(row for row in rows if row.name != "Zoe") == standings.rows


def test_a_line_is_after_those_with_as_many_points():
    standings = rank_players(FIELD, TOPS)
    rows = rows_with_later(standings, place_in_field(standings, rounds(60, 20), FREE), "Zoe")
    assert [row.name for row in rows] == ["Noah", "Mona", "Zoe", "Olga"]
    assert (rows[2].negative, rows[2].percent, rows[2].entry_id) == (-20, 80, 0)


def test_games_are_added_up():
    sums = add_up([LaterPlace(1, 3, 90, 1, 100), LaterPlace(2, 9, 50, 0, 100)])
    assert (sums.games, sums.total, sums.top_total, sums.percent) == (2, 140, 200, 70)
    assert add_up([]).percent is None
