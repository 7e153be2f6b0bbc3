"""Standings and prizes of classic divisions: what counts, ties, any round, and a short second opinion on all of it."""

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import groupby

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.factories.pairing_fields import histories, people, play_swiss
from tournaments.classic.pairing import Settings
from tournaments.classic.rules.prizes import Prize, award_prizes
from tournaments.classic.rules.standings import MEASURES, StandingRules, rank_division
from tournaments.classic.rules.values import Contestant, MatchFacts
from tournaments.reports.tables import wins_text
from tournaments.standings.prizes import Award


def played(number, first, second, mine, theirs):
    return MatchFacts(number, first, second, "played", mine, theirs)


def told(lines):
    return [(line.rank, line.contestant.key, line.wins, line.losses, line.spread) for line in lines]


@pytest.mark.parametrize(
    ("matches", "rules", "expected"),
    [
        ([], {}, [(1, 1, "0", "0", 0), (1, 2, "0", "0", 0)]),
        ([played(1, 1, 2, 400, 380)], {}, [(1, 1, "1", "0", 20), (2, 2, "0", "1", -20)]),
        ([played(1, 1, 2, 400, 400)], {}, [(1, 1, "½", "½", 0), (1, 2, "½", "½", 0)]),
        ([played(1, 1, 2, 700, 200)], {}, [(1, 1, "1", "0", 500), (2, 2, "0", "1", -500)]),
        (
            [played(1, 1, 2, 200, 700)],
            {"spread_caps": (350,)},
            [(1, 2, "1", "0", 350), (2, 1, "0", "1", -350)],
        ),
        (
            [played(2, 1, 2, 200, 700)],
            {"spread_caps": (350,)},
            [(1, 2, "1", "0", 350), (2, 1, "0", "1", -350)],
        ),
        # A cap for each round; the last one holds for all later ones.
        (
            [played(number, 1, 2, 900, 100) for number in (1, 2, 3)],
            {"spread_caps": (200, 700)},
            [(1, 1, "3", "0", 1600), (2, 2, "0", "3", -1600)],
        ),
        ([MatchFacts(1, 1, 2)], {}, [(1, 1, "0", "0", 0), (1, 2, "0", "0", 0)]),
        ([MatchFacts(1, 2)], {}, [(1, 2, "1", "0", 50), (2, 1, "0", "0", 0)]),
        (
            [MatchFacts(1, 2)],
            {"bye_spread": 0, "bye_half_wins": 1},
            [(1, 2, "½", "½", 0), (2, 1, "0", "0", 0)],
        ),
        ([MatchFacts(1, 1, 2, "second_forfeits")], {}, [(1, 1, "1", "0", 50), (2, 2, "0", "1", -50)]),
        (
            [MatchFacts(1, 1, 2, "first_forfeits")],
            {"forfeit_spread": 100},
            [(1, 2, "1", "0", 100), (2, 1, "0", "1", -100)],
        ),
        ([MatchFacts(1, 1, 2, "both_forfeit")], {}, [(1, 1, "0", "1", -50), (1, 2, "0", "1", -50)]),
        # A round missed that counts as lost.
        ([MatchFacts(1, 1, None, "first_forfeits")], {}, [(1, 2, "0", "0", 0), (2, 1, "0", "1", -50)]),
    ],
)
def test_what_a_match_gives(matches, rules, expected):
    assert told(rank_division(people(2), matches, StandingRules(**rules))) == expected


def test_as_of_a_round():
    matches = [played(1, 1, 2, 400, 300), played(2, 2, 1, 500, 300)]
    assert told(rank_division(people(2), matches, after_round=1)) == [
        (1, 1, "1", "0", 100),
        (2, 2, "0", "1", -100),
    ]
    assert told(rank_division(people(2), matches)) == [(1, 2, "1", "1", 100), (2, 1, "1", "1", -100)]
    assert {line.rounds for line in rank_division(people(2), matches, after_round=0)} == {0}


# 1 beats 2, 3 beats 4; 1 beats 3 narrowly … : four who can be told apart in several ways.
FOUR = [
    played(1, 1, 2, 400, 390),
    played(1, 3, 4, 500, 400),
    played(2, 2, 3, 420, 400),
    played(2, 4, 1, 450, 440),
]


@pytest.mark.parametrize(
    ("tie_breaks", "order"),
    [
        # All have won one of two: 1 and 4 by 0 and -90, 2 by 10, 3 by 80.
        (("wins", "spread"), [[3], [2], [1], [4]]),
        (("wins",), [[1, 2, 3, 4]]),
        (("wins", "points"), [[3], [4], [1], [2]]),  # 900, 850, 840, 810
        (("wins", "high_game"), [[3], [4], [1], [2]]),  # 500, 450, 440, 420
        (("wins", "opponents_wins"), [[1, 2, 3, 4]]),
        (("spread",), [[3], [2], [1], [4]]),
    ],
)
def test_tie_breaks(tie_breaks, order):
    lines = rank_division(people(4), FOUR, StandingRules(tie_breaks=tie_breaks))
    groups = [
        [line.contestant.key for line in same] for _rank, same in groupby(lines, key=lambda one: one.rank)
    ]
    assert groups == order
    assert [line.rank for line in lines] == sorted(line.rank for line in lines)


def test_head_to_head_looks_at_those_who_are_still_equal():
    """1, 2 and 3 have won two each; 3 has lost to 4, who has won one. Among the three, 1 has beaten 2, and 2 has 3."""
    matches = [
        played(1, 1, 2, 401, 400),
        played(2, 2, 3, 401, 400),
        played(3, 1, 4, 401, 400),
        played(4, 2, 4, 401, 400),
        played(5, 3, 5, 401, 400),
        played(6, 3, 5, 401, 400),
        played(7, 4, 3, 401, 400),
    ]
    lines = rank_division(people(5), matches, StandingRules(tie_breaks=("wins", "head_to_head")))
    assert [(line.rank, line.contestant.key) for line in lines] == [(1, 1), (1, 2), (3, 3), (4, 4), (5, 5)]
    # Named twice it looks again, at the two who are left equal.
    lines = rank_division(
        people(5), matches, StandingRules(tie_breaks=("wins", "head_to_head", "head_to_head"))
    )
    assert [(line.rank, line.contestant.key) for line in lines] == [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5)]
    # 1 has beaten 4 and 2; 2 has beaten 3 and 4; 3 has beaten 5 twice: 3, 3 and 0 wins of opponents beaten.
    lines = rank_division(people(5), matches, StandingRules(tie_breaks=("wins", "beaten_opponents_wins")))
    assert [(line.rank, line.contestant.key) for line in lines] == [(1, 1), (1, 2), (3, 3), (4, 4), (5, 5)]


@pytest.mark.parametrize(("half_wins", "text"), [(0, "0"), (1, "½"), (2, "1"), (11, "5½"), (12, "6")])
def test_wins_are_told_with_halves(half_wins, text):
    assert wins_text(half_wins) == text


@given(histories(most=12), st.lists(st.integers(1, 250), max_size=9))
@settings(deadline=None)
def test_a_short_second_opinion(past, caps):
    field, _number = past
    wins, spread = {}, {}
    for one in field.contestants:
        wins[one.key] = spread[one.key] = 0
    for match in field.matches:
        a, b, margin = match.first, match.second, match.first_score - match.second_score
        if b is None:
            wins[a] += 1
            spread[a] += 50
        elif match.outcome == "played":
            cap = caps[match.round - 1] if match.round <= len(caps) else caps[-1] if caps else 1000
            margin = min(cap, max(-cap, margin))
            wins[a] += (margin > 0) + (margin == 0) / 2
            wins[b] += (margin < 0) + (margin == 0) / 2
            spread[a] += margin
            spread[b] -= margin
        elif match.outcome != "open":
            for key, forfeits in (
                (a, match.outcome != "second_forfeits"),
                (b, match.outcome != "first_forfeits"),
            ):
                wins[key] += not forfeits
                spread[key] += -50 if forfeits else 50
    lines = rank_division(field.contestants, field.matches, StandingRules(tuple(caps)))
    for line in lines:
        key = line.contestant.key
        better = [other for other in wins if (wins[other], spread[other]) > (wins[key], spread[key])]
        assert (line.half_wins / 2, line.spread, line.rank) == (wins[key], spread[key], 1 + len(better))
    for name in MEASURES:
        assert len(rank_division(field.contestants, field.matches, StandingRules(tie_breaks=(name,)))) == len(
            wins
        )


# 1 beats everybody and leaves after round 2; 4 has left before the first round.
GONE = [
    played(1, 1, 2, 500, 400),
    played(2, 1, 3, 500, 400),
    played(3, 2, 3, 410, 400),
    MatchFacts(3, 1, None, "first_forfeits"),
]


@pytest.mark.parametrize(
    ("unranked", "after_round", "ranks"),
    [
        (False, None, [(1, 1), (2, 2), (3, 4), (4, 3)]),
        (True, 0, [(1, 1), (1, 2), (1, 3), (1, 4)]),
        (True, 2, [(1, 1), (2, 2), (2, 3), (None, 4)]),
        (True, 3, [(1, 2), (2, 3), (None, 1), (None, 4)]),
        (True, None, [(1, 2), (2, 3), (None, 1), (None, 4)]),
    ],
)
def test_who_has_left_is_listed_last_without_a_rank(unranked, after_round, ranks):
    last_rounds = {1: 2, 4: 0}
    contestants = [replace(one, last_round=last_rounds.get(one.key)) for one in people(4)]
    rules = StandingRules(leavers_unranked=unranked)
    lines = rank_division(contestants, GONE, rules, after_round)
    assert [(line.rank, line.contestant.key) for line in lines] == ranks


@given(histories(most=12), st.data())
@settings(deadline=None)
def test_the_ranks_of_the_others_are_those_that_they_have_in_their_order(past, data):
    field, _number = past
    lasts = data.draw(st.lists(st.none() | st.integers(0, 7), min_size=12, max_size=12))
    contestants = [replace(one, last_round=last) for one, last in zip(field.contestants, lasts, strict=False)]
    everybody = rank_division(contestants, field.matches)
    lines = rank_division(contestants, field.matches, StandingRules(leavers_unranked=True))
    number = max((match.round for match in field.matches), default=0)
    gone = {one.key for one in contestants if one.last_round is not None and one.last_round < number}
    there = [line for line in everybody if line.contestant.key not in gone]
    ranked = lines[: len(there)]
    assert [line.contestant.key for line in ranked] == [line.contestant.key for line in there]
    strengths = [(line.half_wins, line.spread) for line in ranked]
    assert [line.rank for line in ranked] == [1 + strengths.index(one) for one in strengths]
    assert {line.rank for line in lines[len(there) :]} <= {None}
    assert gone or lines == everybody


@given(histories(most=12), st.integers(1, 250), st.integers(1, 9))
@settings(deadline=None)
def test_one_cap_is_the_same_one_in_every_round(past, cap, rounds):
    field, _number = past
    one, each = (StandingRules(caps) for caps in ((cap,), (cap,) * rounds))
    lines = rank_division(field.contestants, field.matches, one)
    assert lines == rank_division(field.contestants, field.matches, each)


def test_four_hundred_are_ranked_as_a_recount_has_them():
    """How long it takes is told by `make bench NAME=pairing`."""
    chance = random.Random(1)
    matches, wins, spread = [], Counter(), Counter()
    for number in range(1, 13):
        keys = chance.sample(range(1, 401), 400)
        for first, second in zip(keys[::2], keys[1::2], strict=True):
            mine, theirs = chance.randint(250, 550), chance.randint(250, 550)
            matches.append(played(number, first, second, mine, theirs))
            wins[first] += 1 + (mine > theirs) - (mine < theirs)
            wins[second] += 1 + (mine < theirs) - (mine > theirs)
            margin = max(-200, min(200, mine - theirs))
            spread[first] += margin
            spread[second] -= margin
    lines = rank_division(people(400), matches, StandingRules((200,), tie_breaks=tuple(MEASURES)))
    figures = [(wins[key], spread[key]) for key in (line.contestant.key for line in lines)]
    assert [(line.half_wins, line.spread) for line in lines] == figures
    assert figures == sorted(figures, reverse=True)


# Prizes


PRIZES = [
    *(Prize(f"rank {place}", place=place) for place in (1, 2, 3)),
    *(Prize(f"game {place}", "high_game", place) for place in (1, 2)),
    Prize("loss", "high_loss"),
    Prize("rest", "high_win_spread", out_of_the_money=True),
]


def winners(awards):
    return {award.prize.name: (list(award.winners), award.figure) for award in awards}


# Order with (wins, spread): 1 (2, 30), 2 (1, 40), 3 (1, 0), 4 (0, -70).
DAY = [
    played(1, 1, 2, 420, 410),
    played(1, 3, 4, 500, 480),
    played(2, 1, 3, 400, 380),
    played(2, 2, 4, 450, 400),
]


def award(*prizes, matches=DAY, one_each=False, classes=()):
    contestants = tuple(
        Contestant(key, key, classes=frozenset({"B"} if key in classes else ())) for key in range(1, 5)
    )
    lines = rank_division(contestants, matches)
    return winners(award_prizes(lines, matches, prizes, one_each=one_each))


@pytest.mark.parametrize(
    ("prize", "expected"),
    [
        (Prize("p"), ([1], 1)),
        (Prize("p", place=2), ([2], 2)),
        (Prize("p", place=5), ([], None)),
        (Prize("p", class_name="B"), ([3], 1)),
        (Prize("p", class_name="B", place=2), ([4], 2)),
        (Prize("p", class_name="C"), ([], None)),
        (Prize("p", "high_game"), ([3], 500)),
        (Prize("p", "high_game", place=2), ([4], 480)),
        (Prize("p", "high_loss"), ([4], 480)),
        (Prize("p", "high_win_spread"), ([2], 50)),
        (Prize("p", "high_win_spread", class_name="B"), ([3], 20)),
    ],
)
def test_who_wins_a_prize(prize, expected):
    assert award(prize, classes=(3, 4)) == {"p": expected}


def test_who_has_no_rank_wins_no_prize_by_rank():
    prizes = (Prize("first"), Prize("high", "high_win_spread"))
    contestants = [replace(one, last_round=2 if one.key == 1 else None) for one in people(4)]
    lines = rank_division(contestants, GONE, StandingRules(leavers_unranked=True))
    assert winners(award_prizes(lines, GONE, prizes)) == {"first": ([2], 1), "high": ([1], 100)}


@pytest.mark.parametrize(
    ("gains", "expected"),
    [
        ({1: 12, 2: 30, 3: -5}, ([2], 30)),
        ({1: 12, 2: 12}, ([1, 2], 12)),
        ({1: 0, 2: -3}, ([], None)),
        ({}, ([], None)),
        ({9: 50, 3: 1}, ([3], 1)),
    ],
)
def test_a_rating_gain_wins_if_the_rating_rose(gains, expected):
    lines = rank_division(tuple(Contestant(key, key) for key in range(1, 5)), DAY)
    assert winners(award_prizes(lines, DAY, [Prize("p", "rating_gain")], gains=gains)) == {"p": expected}


def test_out_of_the_money_is_who_has_no_prize_yet():
    prizes = (Prize("first"), Prize("high", "high_game"), Prize("rest", "high_game", out_of_the_money=True))
    assert award(*prizes) == {"first": ([1], 1), "high": ([3], 500), "rest": ([4], 480)}


@pytest.mark.parametrize(("one_each", "second"), [(False, ([1], 1)), (True, ([2], 2))])
def test_a_second_prize_is_kept_or_passes_on(one_each, second):
    prizes = (Prize("first"), Prize("best B", class_name="B"))
    assert award(*prizes, one_each=one_each, classes=(1, 2)) == {"first": ([1], 1), "best B": second}


@pytest.mark.parametrize("one_each", [False, True])
def test_equals_share_the_prizes_of_their_places(one_each):
    matches = [played(1, 1, 2, 400, 350), played(1, 3, 4, 420, 370)]
    prizes = tuple(Prize(str(place), place=place) for place in (1, 2, 3))
    assert award(*prizes, matches=matches, one_each=one_each) == {
        "1": ([1, 3], 1),
        "2": ([1, 3], 1),
        "3": ([2, 4], 3),
    }


def test_equals_share_no_more_prizes_than_there_are_of_them_without_another():
    """1 and 2 are equal, and 1 has the highest game: 2 has the first prize, and the second is the next one's."""
    matches = [played(1, 1, 3, 600, 500), played(2, 2, 3, 450, 350)]
    prizes = (Prize("high", "high_game"), Prize("1"), Prize("2", place=2), Prize("3", place=3))
    lines = rank_division(people(3), matches)
    given = award_prizes(lines, matches, prizes, one_each=True)
    assert [one.winners for one in given] == [(1,), (2,), (3,), ()]


@given(histories(), st.lists(st.sampled_from(PRIZES), max_size=8))
@settings(deadline=None, max_examples=150)
def test_nobody_has_more_than_one_prize_where_that_is_set(past, prizes):
    field, _number = past
    lines = rank_division(field.contestants, field.matches)
    share = Counter()
    for one in award_prizes(lines, field.matches, prizes, one_each=True):
        share.update({key: Fraction(1, len(one.winners)) for key in one.winners})
    assert all(part <= 1 for part in share.values())


def test_an_award_says_its_figure():
    lines = rank_division(people(2), [played(1, 1, 2, 300, 200)])
    prize = Prize("loss", "high_loss")
    assert award_prizes(lines, [played(1, 1, 2, 300, 200)], [prize]) == (Award(prize, (2,), 200),)


def test_a_day_of_sixteen_adds_up():
    """Spread is nobody's gain that is not another's loss; wins are as many as there were matches."""
    last = None
    for field, _paired in play_swiss(16, 6, random.Random(2), Settings(seed="day")):
        last = field
    lines = rank_division(last.contestants, last.matches)
    assert sum(line.spread for line in lines) == 0
    assert sum(line.half_wins for line in lines) == 2 * len(last.matches) == 2 * 40
