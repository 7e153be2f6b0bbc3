"""The ranks round by round on the big screens."""

import pytest

from duplicate.games.rules.hall import rules_for_hall
from duplicate.standings.rules.race import race_of
from duplicate.standings.rules.ranking import PlayerScores, rank_players
from engine.rules import (
    load_rule_set,
)


def race(most=10, **scores):
    players = [
        PlayerScores(entry_id=table, table=table, name=name, scores=kept)
        for table, (name, kept) in enumerate(scores.items(), start=1)
    ]
    rounds = len(next(iter(scores.values())))
    return [
        [(line.rank, line.name, line.total, line.climbed) for line in lines]
        for lines in race_of(rank_players(players, [100] * rounds), most)
    ]


def test_ranks_follow_the_running_totals():
    assert race(Mona=(10, 90), Noah=(30, 20), Olga=(20, 0)) == [
        [(1, "Noah", 30, 0), (2, "Olga", 20, 0), (3, "Mona", 10, 0)],
        [(1, "Mona", 100, 2), (2, "Noah", 50, -1), (3, "Olga", 20, -1)],
    ]


def test_equal_totals_share_their_rank():
    assert race(Mona=(10,), Noah=(10,), Olga=(5,)) == [
        [(1, "Mona", 10, 0), (1, "Noah", 10, 0), (3, "Olga", 5, 0)]
    ]


def test_those_behind_are_left_out_and_climb_from_their_true_rank():
    [_, second] = race(most=1, Mona=(10, 90), Noah=(30, 20), Olga=(20, 0))
    assert second == [(1, "Mona", 100, 2)]


def test_the_last_round_is_that_of_the_standings_with_points_beside_the_scores():
    rules = load_rule_set("fisf")
    players = [
        PlayerScores(entry_id=table, table=table, name=f"P{table}", scores=(table, 40 - table))
        for table in range(1, 21)
    ]
    standings = rank_players(players, [100, 100], rules)
    *_, last = race_of(standings, 50)
    assert [(line.rank, line.total) for line in last] == [(row.rank, row.total) for row in standings.rows]


def test_before_the_first_round_there_is_no_race():
    assert race(Mona=(), Noah=()) == []


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("classic", ["Time for a round: 3:00", "7 tiles: +50"]),
        ("fisf", ["A solo brings 10 points, from 16 players on"]),
    ],
)
def test_the_hall_reads_the_rules(name, lines):
    told = rules_for_hall(load_rule_set(name))
    assert set(lines) <= set(told)
    assert len(told) <= 8
