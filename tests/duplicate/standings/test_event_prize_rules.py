"""The winners of the prizes of an event: by rank, highest game and solos, of all and of groups."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duplicate.standings.rules.event_prizes import EventPrizeRule, award_event_prizes, highest_game
from tournaments.standings.ranking import Competitor, GameScore, PersonFacts, ScoredGame, rank_event

# Key: series, club, totals of two games (None: absent), points from solos in the first.
PLAYERS = {
    1: ("1A", "Dakar", (500, 400), 0),
    2: ("1A", "Liège", (450, 450), 10),
    3: ("2B", "Dakar", (520, 300), 0),
    4: ("2B", "", (100, None), 20),
    5: ("3", "Liège", (None, None), 0),
}
GROUPS = {"series": ["1A", "2B", "3"], "club": ["Dakar", "Liège"]}


def standings(players=PLAYERS):
    who = [
        Competitor(key, f"P{key}", key, (PersonFacts(series=series, club=club),))
        for key, (series, club, _totals, _solos) in players.items()
    ]
    games = [
        ScoredGame(
            number + 1,
            f"Game {number + 1}",
            600,
            True,
            {
                key: GameScore(totals[number], totals[number] - 600, solo_points=0 if number else solos)
                for key, (_series, _club, totals, solos) in players.items()
                if totals[number] is not None
            },
        )
        for number in (0, 1)
    ]
    return rank_event(who, games)


@pytest.mark.parametrize(
    ("totals", "name"),
    [
        ((0, None), "Game 1"),
        ((None, 0), "Game 2"),
        ((None, -5), "Game 2"),
        ((3, 4), "Game 2"),
        ((4, 4), "Game 1"),
    ],
)
def test_the_highest_game_is_one_that_the_competitor_was_in(totals, name):
    ranked = standings({1: ("1A", "Dakar", totals, 0), 2: ("1A", "Liège", (9, 9), 0)})
    assert highest_game(ranked.lines[-1], ranked.games).name == name


def is_in(one, within, among):
    return all(getattr(person, within) == among for person in one.persons)


def won(*prizes, one_each=False, players=PLAYERS):
    awards = award_event_prizes(standings(players), prizes, GROUPS, is_in, one_each=one_each)
    return [(award.prize.among, set(award.winners), award.figure) for award in awards]


@pytest.mark.parametrize(
    ("prize", "expected"),
    [
        # 1 and 2 both have 900 points, and share.
        (EventPrizeRule(1), [("", {1, 2}, 1)]),
        (EventPrizeRule(1, place=2), [("", {1, 2}, 1)]),
        (EventPrizeRule(1, place=3), [("", {3}, 3)]),
        (EventPrizeRule(1, place=9), [("", set(), None)]),
        (EventPrizeRule(1, "high_game"), [("", {3}, 520)]),
        (EventPrizeRule(1, "high_game", 2), [("", {1}, 500)]),
        (EventPrizeRule(1, "solos"), [("", {4}, 20)]),
        (EventPrizeRule(1, "solos", 3), [("", set(), None)]),
        (EventPrizeRule(1, within="series", among="2B"), [("2B", {3}, 1)]),
        (EventPrizeRule(1, within="series"), [("1A", {1, 2}, 1), ("2B", {3}, 1), ("3", set(), None)]),
        (EventPrizeRule(1, within="club"), [("Dakar", {1}, 1), ("Liège", {2}, 1)]),
        (EventPrizeRule(1, within="club", place=2), [("Dakar", {3}, 2), ("Liège", set(), None)]),
        (EventPrizeRule(1, within="group"), []),
    ],
)
def test_a_prize(prize, expected):
    assert won(prize) == expected


def test_prizes_pass_on_where_nobody_gets_two():
    prizes = (EventPrizeRule(1), EventPrizeRule(2, "high_game", 2), EventPrizeRule(3, within="club"))
    assert won(*prizes, one_each=True) == [
        ("", {1, 2}, 1),
        ("", {4}, 100),
        ("Dakar", {3}, 2),
        ("Liège", set(), None),
    ]
    awards = award_event_prizes(standings(), prizes, GROUPS, is_in, one_each=True)
    assert [award.passed_over for award in awards] == [(), (1, 2), (1,), (2,)]


def test_a_prize_without_another_is_for_those_who_have_none():
    prizes = (EventPrizeRule(1), EventPrizeRule(2, "high_game"), EventPrizeRule(3, out_of_the_money=True))
    assert won(*prizes)[-1] == ("", {4}, 1)


players = st.dictionaries(
    st.integers(1, 30),
    st.tuples(
        st.sampled_from(["1A", "2B", "3"]),
        st.sampled_from(["Dakar", "Liège"]),
        st.tuples(st.integers(0, 5) | st.none(), st.integers(0, 5) | st.none()),
        st.integers(0, 2),
    ),
    max_size=12,
)
rules = st.lists(
    st.builds(
        EventPrizeRule,
        number=st.just(1),
        kind=st.sampled_from(["rank", "high_game", "solos"]),
        place=st.integers(1, 4),
        within=st.sampled_from(["", "series", "club"]),
        out_of_the_money=st.booleans(),
    ),
    max_size=8,
)


@given(players, rules)
def test_only_players_of_a_game_win_and_the_first_place_has_a_winner(players, rules):
    there = {key for key, (_series, _club, totals, _solos) in players.items() if totals != (None, None)}
    for _among, winners, _figure in won(*rules, players=players):
        assert winners <= there
    (first,) = won(EventPrizeRule(1), players=players)
    assert bool(first[1]) is bool(there)
