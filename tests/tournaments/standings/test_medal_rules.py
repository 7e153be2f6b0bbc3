"""The rules of medals, from plain values."""

from datetime import date

import pytest

from tournaments.standings.medals import MEDALS, Before, improvement, medals_in_game, medals_of_season
from tournaments.standings.records import PlayerGame

FIVE_BEFORE = Before(games=5, best=60)


def played(total=50, *, player=1, number=1, top=100, **more):
    day = date(2026, 1, number)
    return PlayerGame(player, f"P{player}", (day, number, 1), "Evening", "Game", total, top, **more)


@pytest.mark.parametrize(
    ("code", "game", "before", "won"),
    [
        ("perfect", played(100), Before(), True),
        ("perfect", played(99), Before(), False),
        ("perfect", played(110, solo_points=10, solos=1), Before(solos=1), True),
        ("perfect", played(100, solo_points=10, solos=1), Before(solos=1), False),
        ("ten_tops", played(top_run=10), Before(), True),
        ("ten_tops", played(top_run=9, tops=15), Before(), False),
        ("first_solo", played(solos=2), Before(games=40), True),
        ("first_solo", played(solos=2), Before(games=1, solos=1), False),
        ("first_solo", played(), Before(), False),
        ("personal_best", played(61), FIVE_BEFORE, True),
        ("personal_best", played(60), FIVE_BEFORE, False),
        ("personal_best", played(99), Before(games=4, best=60), False),
        ("comeback", played(climb=5), Before(), True),
        ("comeback", played(climb=4), Before(), False),
    ],
)
def test_each_medal_has_its_rule(code, game, before, won):
    assert (code in [medal.code for medal in medals_in_game(game, before)]) is won


def test_every_rule_is_tried_both_ways():
    tried = test_each_medal_has_its_rule.pytestmark[0].args[1]
    for medal in MEDALS:
        assert {won for code, _game, _before, won in tried if code == medal.code} == {True, False}


def season(*percents, player=1):
    return [played(percent, player=player, number=number) for number, percent in enumerate(percents, start=1)]


def codes(won):
    return [(one.medal.code, one.game.player, one.game.place[1]) for one in won]


def test_a_season_counts_each_game_against_those_before_it():
    games = [*season(50, 60, 50, 50, 50, 55, 61, 62, 61)]
    assert codes(medals_of_season(games[::-1])) == [
        ("personal_best", 1, 7),
        ("personal_best", 1, 8),
        ("most_improved", 1, 9),
    ]
    assert codes(medals_of_season(games, {1: Before(games=3, best=70)})) == [("most_improved", 1, 9)]


def test_the_first_solo_may_lie_before_the_season():
    games = [played(solos=1, number=1), played(solos=1, number=2)]
    assert codes(medals_of_season(games)) == [("first_solo", 1, 1)]
    assert codes(medals_of_season(games, {1: Before(games=9, best=90, solos=1)})) == []


@pytest.mark.parametrize(
    ("percents", "by"),
    [((10, 10, 10, 20, 20, 20), 10), ((10, 20, 30, 99, 99, 30, 20, 10), 0), ((10, 20, 30, 40, 50), None), ((), None)],
    ids=["from ten to twenty", "only first and last count", "five games are too few", "none"],
)  # fmt: skip
def test_improvement_compares_the_last_three_with_the_first_three(percents, by):
    gain = improvement(season(*percents))
    assert gain == (None if by is None else pytest.approx(by))


def test_the_most_improved_is_one_or_several_equals_and_nobody_who_got_worse():
    better, best = season(50, 50, 50, 51, 51, 51), season(20, 20, 20, 40, 40, 40, player=2)
    worse, few = season(50, 50, 50, 10, 10, 10, player=3), season(1, 99, player=4)

    def improved(*players):
        won = medals_of_season(game for games in players for game in games)
        return [one.game.player for one in won if one.medal.code == "most_improved"]

    assert improved(better, best, worse, few) == [2]
    assert improved(worse, few) == []
    assert improved(best, season(30, 30, 30, 50, 50, 50, player=5)) == [2, 5]
