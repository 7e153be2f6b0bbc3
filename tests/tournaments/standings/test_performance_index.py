"""The index of a season: the formula, the best games, who is ranked, clubs."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.standings.performance_index import (
    IndexRules,
    PlayedGame,
    club_lines,
    counting,
    index_of,
    rank_season,
    select_index_lines,
)
from tournaments.standings.ranking import Competitor, PersonFacts

GAMES = st.lists(
    st.builds(
        lambda total, missing: PlayedGame(total, -missing, 0, max(1, total + missing)),
        st.integers(-20, 1500),
        st.integers(0, 1500),
    ),
    min_size=1,
    max_size=12,
)


def games(*totals):
    """Return games from pairs of total and total of the tops; a plain total stands for a total of
    tops of 100.
    """
    pairs = [each if isinstance(each, tuple) else (each, 100) for each in totals]
    return [PlayedGame(total, total - top, total // 10, top) for total, top in pairs]


def season(played, rules=None, clubs=None):
    """Return the lines of these players, by name."""
    people = [
        Competitor(key, name, persons=(PersonFacts(club=(clubs or {}).get(name, "")),))
        for key, name in enumerate(played)
    ]
    by_key = {key: games(*totals) for key, totals in enumerate(played.values())}
    return rank_season(people, by_key, rules or IndexRules())


def told(lines):
    return [
        (line.rank, line.competitor.name, round(line.index, 2), line.games, line.counted) for line in lines
    ]


@pytest.mark.parametrize(
    ("played", "best", "expected"),
    [
        ([], None, None),
        ([80], None, 80),
        ([80, 60], None, 70),
        ([(900, 1000), (50, 100)], None, 100 * 950 / 1100),
        ([(900, 1000), (50, 100)], 1, 90),
        ([80, 60, 70], 2, 75),
        ([80, 60, 70], 3, 70),
        ([80, 60, 70], 9, 70),
        ([0, 0], None, 0),
        ([(-10, 100)], None, -10),
        ([(110, 100)], None, 110),
        # The higher per cent counts, not the more points.
        ([(600, 1000), 90], 1, 90),
    ],
)
def test_the_index_is_the_points_of_the_tops_in_per_cent(played, best, expected):
    assert index_of(games(*played), IndexRules(best_games=best)) == expected


def test_players_are_ranked_by_index_and_equals_share_their_rank():
    lines = season({"Noah": [(80, 100)], "Mona": [(160, 200)], "Olga": [90], "Pia": [10]})
    assert told(lines) == [
        (1, "Olga", 90, 1, 1),
        (2, "Mona", 80, 1, 1),
        (2, "Noah", 80, 1, 1),
        (4, "Pia", 10, 1, 1),
    ]


def test_who_has_played_too_little_comes_last_without_a_rank():
    lines = season({"Noah": [99], "Mona": [70, 72], "Olga": [50, 60]}, IndexRules(least_games=2))
    assert told(lines) == [(1, "Mona", 71, 2, 2), (2, "Olga", 55, 2, 2), (None, "Noah", 99, 1, 1)]


def test_who_has_played_nothing_is_not_listed():
    assert season({"Noah": []}) == ()


def test_numbers_are_of_the_games_that_count():
    (line,) = season({"Noah": [80, 60, 70]}, IndexRules(best_games=2))
    assert (line.total, line.negative, line.tops, line.top_total) == (150, -50, 15, 200)
    assert (line.games, line.counted) == (3, 2)


def test_a_selection_ranks_anew_and_keeps_the_rank_among_all():
    lines = season({"Noah": [90], "Mona": [80], "Olga": [80], "Pia": [70]})
    chosen = select_index_lines(lines, lambda one: one.name != "Noah")
    assert [(line.rank, line.overall, line.competitor.name) for line in chosen] == [
        (1, 2, "Mona"),
        (1, 2, "Olga"),
        (3, 4, "Pia"),
    ]


def test_who_is_not_ranked_is_not_ranked_in_a_selection_either():
    lines = season({"Noah": [90, 90], "Mona": [80]}, IndexRules(least_games=2))
    assert [line.rank for line in select_index_lines(lines, lambda _one: True)] == [1, None]


def test_a_club_has_the_mean_of_its_best_ranked_players():
    clubs = {"Noah": "Lyon", "Mona": "Lyon", "Olga": "Lyon", "Pia": "Bern", "Zoe": "Bern", "Ada": "Rome"}
    played = {"Noah": [90], "Mona": [80], "Olga": [10], "Pia": [70], "Zoe": [60], "Ada": [99], "Una": [99]}
    rules = IndexRules(club_players=2)
    lines = club_lines(season(played, rules, clubs), rules)
    assert [(line.rank, line.name, line.index, line.players, line.games) for line in lines] == [
        (1, "Lyon", 85, 3, 3),
        (2, "Bern", 65, 2, 2),
        (None, "Rome", 99, 1, 1),
    ]


def test_who_is_not_ranked_is_none_of_the_clubs_players():
    rules = IndexRules(least_games=2, club_players=1)
    clubs = {"Noah": "Lyon", "Mona": "Lyon"}
    (line,) = club_lines(season({"Noah": [99], "Mona": [70, 70]}, rules, clubs), rules)
    assert (line.rank, line.index, line.players) == (1, 70, 1)


def test_equal_clubs_share_their_rank():
    rules = IndexRules(club_players=1)
    lines = club_lines(season({"Noah": [80], "Mona": [80]}, rules, {"Noah": "Lyon", "Mona": "Bern"}), rules)
    assert [(line.rank, line.name) for line in lines] == [(1, "Bern"), (1, "Lyon")]


@given(GAMES)
def test_an_index_lies_between_the_least_and_the_highest_per_cent(played):
    shares = [100 * game.share for game in played]
    index = index_of(played, IndexRules())
    assert float(min(shares)) - 1e-9 <= index <= float(max(shares)) + 1e-9


@given(GAMES, st.integers(1, 11))
def test_fewer_games_that_count_never_lower_an_index(played, best):
    fewer, more = (index_of(played, IndexRules(best_games=number)) for number in (best, best + 1))
    assert fewer >= more - 1e-9


@given(GAMES, st.integers(1, 12))
def test_no_game_that_is_left_out_is_better_than_one_that_counts(played, best):
    counted = list(counting(played, best))
    left = list(played)
    for game in counted:
        left.remove(game)
    assert len(counted) == min(best, len(played))
    assert all(game.share <= min(one.share for one in counted) for game in left)


@given(st.lists(GAMES, min_size=1, max_size=8), st.integers(1, 4), st.permutations(range(8)))
def test_ranks_follow_the_index_and_nobody_depends_on_the_others(players, least, order):
    rules = IndexRules(least_games=least)
    people = [Competitor(key, f"P{key}", persons=(PersonFacts(),)) for key in order if key < len(players)]
    played = dict(enumerate(players))
    lines = rank_season(people, played, rules)
    assert {line.competitor.key for line in lines} == set(played)
    ranked = [line for line in lines if line.rank is not None]
    assert all((line.games >= least) == (line.rank is not None) for line in lines)
    assert lines[: len(ranked)] == tuple(ranked)
    for line in ranked:
        assert line.rank == 1 + sum(other.exact > line.exact for other in ranked)
    for line in lines:
        (alone,) = rank_season([line.competitor], played, rules)
        assert (alone.exact, alone.games) == (line.exact, line.games)
        assert line.exact == 100 * Fraction(line.total, line.top_total)
