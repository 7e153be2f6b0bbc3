"""Standings from scores (RULES D9)."""

from dataclasses import replace

import pytest

from duplicate.standings.rules.race import climbs_of
from duplicate.standings.rules.ranking import PlayerScores, rank_players
from engine.rules import (
    RuleSet,
    load_rule_set,
)
from engine.rules.rule_settings import SoloRules


def player(table, name, *scores):
    return PlayerScores(entry_id=table, table=table, name=name, scores=scores)


def test_d9_total_percent_and_negative():
    standings = rank_players([player(1, "Mona", 60, 20), player(2, "Noah", 66, 34)], [66, 34])
    assert [(row.rank, row.name, row.total, row.negative) for row in standings.rows] == [
        (1, "Noah", 100, 0),
        (2, "Mona", 80, -20),
    ]
    assert standings.top_total == 100
    assert standings.rows[1].percent == 80
    assert [row.tops for row in standings.rows] == [2, 0]


def test_equal_totals_share_their_rank_and_sort_by_name():
    standings = rank_players(
        [player(1, "Olga", 10), player(2, "mona", 10), player(3, "Noah", 12), player(4, "Pia", 1)], [12]
    )
    assert [(row.rank, row.name) for row in standings.rows] == [
        (1, "Noah"),
        (2, "mona"),
        (2, "Olga"),
        (4, "Pia"),
    ]


def test_accents_make_no_difference_among_equal_totals():
    players = [player(1, "Ömer", 12), player(2, "Florian", 12), player(3, "Élise", 12), player(4, "Zoé", 12)]
    rows = rank_players(players, [12]).rows
    assert [row.name for row in rows] == ["Élise", "Florian", "Ömer", "Zoé"]


def test_before_the_first_round_everybody_is_first_without_per_cent():
    standings = rank_players([player(1, "Mona"), player(2, "Noah")], [])
    assert [(row.rank, row.total, row.percent) for row in standings.rows] == [(1, 0, None), (1, 0, None)]


def test_a_round_that_nobody_could_play_is_no_top_found():
    assert rank_players([player(1, "Mona", 0)], [0]).rows[0].tops == 0


@pytest.mark.parametrize(
    ("scores", "tops", "run"),
    [
        ((10, 20, 0, 40), (10, 20, 30, 40), 2),
        ((0, 20, 30, 40), (10, 20, 30, 40), 3),
        ((10, 0, 30), (10, 0, 30), 2),
        ((0, 0), (10, 10), 0),
        ((), (), 0),
    ],
    ids=["broken", "at the end", "a round without a move does not break it", "none", "no round"],
)
def test_the_longest_run_of_tops(scores, tops, run):
    assert rank_players([player(1, "Mona", *scores)], tops).rows[0].top_run == run


def climbs(*players, final=True):
    scores = rank_players(players, [50] * 4).scores(final=final, tie_breaks=())
    return {key: one.climb for key, one in scores.scores.items()}


def test_a_climb_goes_from_the_rank_halfway_to_the_last_one():
    ahead, behind, steady = (
        player(1, "Ann", 50, 50, 0, 0),
        player(2, "Bob", 0, 0, 50, 50),
        player(3, "Cid", 0, 40, 0, 0),
    )
    assert climbs(ahead, behind, steady) == {1: 0, 2: 2, 3: 0}
    assert climbs(ahead, behind, steady, final=False) == {1: 0, 2: 0, 3: 0}


def test_a_late_player_climbs_nothing():
    late = replace(player(2, "Bob", 0, 0, 50, 50), absent=(0, 1))
    assert climbs(player(1, "Ann", 50, 0, 0, 0), late) == {1: 0, 2: 0}


# Solos, warnings and ties, as the rule sets have them

FISF, FISE = load_rule_set("fisf"), load_rule_set("fise")


def field(count, *others):
    """Return so many players, all of whom score 10, 10, … but for those given first."""
    rounds = len(others[0].scores)
    return [*others, *(player(100 + n, f"P{n:02}", *[10] * rounds) for n in range(count - len(others)))]


def line(standings, name):
    return next(row for row in standings.rows if row.name == name)


@pytest.mark.parametrize(
    ("rules", "count", "score", "points", "solos"),
    [
        (FISF, 16, 80, 10, 1),
        (FISF, 16, 70, 10, 1),  # the only best score, though below the top
        (FISF, 15, 80, 0, 1),  # shown, and worth nothing
        (FISF, 16, 10, 0, 0),  # everybody has it
        (FISE, 10, 80, 10, 1),
        (FISE, 10, 70, 5, 1),
        (FISE, 9, 80, 0, 1),
        (RuleSet(), 20, 80, 0, 0),
    ],
)
def test_solo(rules, count, score, points, solos):
    standings = rank_players(field(count, player(1, "Mona", score)), [80], rules)
    mona = line(standings, "Mona")
    assert (mona.solos, mona.solo_points, mona.total) == (solos, points, score + points)
    assert standings.has_solos == bool(solos)
    if solos:
        assert (standings.solos[0].name, standings.solos[0].points) == ("Mona", points)


def test_two_with_the_best_score_are_no_solo():
    standings = rank_players(field(16, player(1, "Mona", 80), player(2, "Noah", 80)), [80], FISF)
    assert standings.solos == (None,)


def test_a_round_in_which_nobody_scores_has_no_solo():
    standings = rank_players([player(1, "Mona", 0)], [0], replace(FISF, solo=SoloRules(10, 10)))
    assert standings.solos == (None,)


def test_fise_solo_points_are_capped():
    standings = rank_players(field(10, player(1, "Mona", 80, 70, 80, 80)), [80] * 4, FISE)
    assert [solo.points for solo in standings.solos] == [10, 5, 10, 0]
    assert line(standings, "Mona").total == 310 + 25


@pytest.mark.parametrize(("before", "winner"), [(True, None), (False, "Noah")])
def test_solos_are_compared_before_penalties(before, winner):
    mona = replace(player(1, "Mona", 75), worths=(80,), penalised=(0,))
    rules = replace(FISF, solo=replace(FISF.solo, before_penalties=before))
    (solo,) = rank_players(field(16, mona, player(2, "Noah", 80)), [80], rules).solos
    assert (solo and solo.name) == winner


def test_a_penalised_top_is_a_top_found_and_may_be_a_solo():
    mona = replace(player(1, "Mona", 75), worths=(80,), penalised=(0,))
    row = line(rank_players(field(16, mona), [80], FISF), "Mona")
    assert (row.tops, row.total, row.penalties) == (1, 85, 1)


@pytest.mark.parametrize(
    ("name", "warned", "cost"),
    [("fisf", 3, 0), ("fisf", 4, 5), ("fisf", 6, 15), ("fisf_blitz", 5, 0), ("fisf_blitz", 6, 5)],
)
def test_what_warnings_cost(name, warned, cost):
    mona = replace(player(1, "Mona", *[20] * 8), warned=tuple(range(warned)))
    standings = rank_players([mona], [20] * 8, load_rule_set(name))
    (row,) = standings.rows
    assert (row.warnings, row.warning_points, row.total) == (warned, cost, 160 - cost)
    assert row.negative == -cost
    assert standings.has_sanctions


def test_zeros_are_counted():
    assert rank_players([replace(player(1, "Mona", 0, 5), zeroed=(0,))], [9, 9]).rows[0].zeros == 1


def test_fisf_ties_are_told_apart_by_the_last_rounds_backwards():
    players = [player(1, "Mona", 10, 20, 20), player(2, "Noah", 20, 10, 20), player(3, "Olga", 10, 20, 20)]
    standings = rank_players(players, [20] * 3, FISF)
    assert [(row.rank, row.name) for row in standings.rows] == [(1, "Mona"), (1, "Olga"), (3, "Noah")]


def test_the_last_rounds_count_with_what_a_warning_cost():
    noah = replace(player(2, "Noah", 30, 20, 10, 20), warned=(0, 1, 2, 3))
    standings = rank_players([player(1, "Mona", 30, 17, 10, 18), noah], [40] * 4, FISF)
    assert [(row.rank, row.name, row.total) for row in standings.rows] == [(1, "Mona", 75), (2, "Noah", 75)]


def test_the_last_rounds_count_with_their_solos():
    mona, noah = player(1, "Mona", 20, 12, 19), player(2, "Noah", 10, 12, 19)
    others = [player(3, "Olga", 35, 5, 5), player(4, "Pia", 35, 5, 5)]
    rules = replace(FISF, solo=SoloRules(10, 10, from_players=2))
    standings = rank_players([mona, replace(noah, scores=(20, 11, 20)), *others], [40] * 3, rules)
    # Mona has the solo of the second round, Noah that of the third.
    assert [(row.rank, row.name, row.total) for row in standings.rows][:2] == [
        (1, "Noah", 61),
        (2, "Mona", 61),
    ]


def test_fise_ties_are_told_apart_by_tops_then_by_the_best_move():
    players = [player(1, "Mona", 20, 10), player(2, "Noah", 15, 15), player(3, "Olga", 14, 16)]
    standings = rank_players(players, [20, 40], FISE)
    assert [(row.rank, row.name) for row in standings.rows] == [(1, "Mona"), (2, "Olga"), (3, "Noah")]


def test_with_solos_a_player_may_be_above_the_tops():
    standings = rank_players(field(16, player(1, "Mona", 80)), [80], FISF)
    assert (standings.rows[0].negative, standings.rows[0].percent) == (10, 112.5)


@pytest.mark.parametrize(
    ("scores", "ranks"),
    [
        ([(), ()], [[], []]),
        ([(60,), (66,)], [[2], [1]]),
        ([(66, 0), (60, 34), (0, 94)], [[1, 3], [2, 1], [3, 1]]),
        ([(5, 5, 9), (5, 5, 0), (0, 0, 20)], [[1, 1, 2], [1, 1, 3], [3, 3, 1]]),
    ],
)
def test_ranks_after_each_round(scores, ranks):
    people = [player(number, f"Player {number}", *each) for number, each in enumerate(scores, start=1)]
    standings = rank_players(people, [99] * len(scores[0]))
    found = standings.ranks_by_round({1, 2, 3})
    assert [found[one.entry_id] for one in people] == ranks
    assert standings.ranks_by_round({2}) == {2: ranks[1]}


def test_the_last_of_the_ranks_is_that_of_the_standings_with_its_tie_breaks():
    people = [player(1, "Mona", 20, 0), player(2, "Noah", 10, 10)]
    standings = rank_players(people, [20, 20], FISE)
    assert [row.rank for row in standings.rows] == [1, 2]
    assert standings.ranks_by_round({1, 2}) == {
        row.entry_id: [row.entry_id, row.rank] for row in standings.rows
    }


def test_ranks_gained_and_the_own_move_of_the_last_round():
    people = [player(1, "Mona", 66, 0), player(2, "Noah", 60, 34), player(3, "Olga", 0, 40)]
    standings = rank_players(people, [66, 40])
    assert climbs_of(standings) == {1: -1, 2: 1, 3: 0}
    assert {row.entry_id: row.last_find for row in standings.rows} == {1: 0, 2: 34, 3: 40}
    assert climbs_of(rank_players([player(1, "Mona", 66)], [66])) == {1: 0}, "there is no round before"
    assert climbs_of(rank_players([player(1, "Mona")], [])) == {}
