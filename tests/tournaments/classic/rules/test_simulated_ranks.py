"""Ranks of played-out ends against the standings of the same matches."""

import tracemalloc
from dataclasses import replace
from typing import get_args

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.factories.pairing_fields import people
from tournaments.classic.rules import simulation
from tournaments.classic.rules.simulated_ranks import (
    MEASURES,
    Games,
    Totals,
    games_of_all_ends,
    known_breaks,
    rank_ends,
)
from tournaments.classic.rules.simulation import Ends, SimulatedPlayer, play_out
from tournaments.classic.rules.standings import StandingRules, TieBreak, cap_margin, rank_division, tally
from tournaments.classic.rules.values import MatchFacts

SIZE, ENDS, CAP = 6, 3, 40
KNOWN = sorted(MEASURES)


@st.composite
def rounds_of_ends(draw):
    """Return rounds of pairs with a margin for each end; the first round is the same in all. Few margins make ties."""
    rounds = []
    for number in range(draw(st.integers(1, 5))):
        order = draw(st.permutations(range(SIZE)))
        margins = st.lists(st.sampled_from([-90, -20, 0, 20, 90]), min_size=ENDS, max_size=ENDS)
        pairs = [(order[at], order[at + 1], draw(margins)) for at in range(0, SIZE - 1, 2)]
        if number == 0:
            pairs = [(one, other, found[:1] * ENDS) for one, other, found in pairs]
        rounds.append(pairs)
    return rounds


def matches_of(rounds, end):
    return [
        MatchFacts(number, one + 1, other + 1, "played", 400 + margins[end], 400)
        for number, pairs in enumerate(rounds, 1)
        for one, other, margins in pairs
    ]


@settings(max_examples=150, deadline=None)
@given(
    rounds=rounds_of_ends(),
    breaks=st.lists(st.sampled_from(KNOWN), max_size=3, unique=True),
    gone=st.lists(st.booleans(), min_size=SIZE, max_size=SIZE),
)
def test_they_are_those_of_the_standings(rounds, breaks, gone):
    rules = StandingRules((CAP,), leavers_unranked=True, tie_breaks=("wins", *breaks))
    everybody = [
        replace(one, last_round=0) if left else one for one, left in zip(people(SIZE), gone, strict=True)
    ]
    tallies = [tally(everybody, matches_of(rounds, end), rules) for end in range(ENDS)]

    def totals(name):
        return np.array([[getattr(one[key + 1], name) for key in range(SIZE)] for one in tallies])

    games = games_of_all_ends(
        [
            (one, other, 1 + int(np.sign(found[0])), cap_margin(found[0], 1, (CAP,)))
            for one, other, found in rounds[0]
        ]
    )
    for pairs in rounds[1:]:
        one, other, margins = (np.array(each) for each in zip(*pairs, strict=True))
        wide = (np.tile(each, (ENDS, 1)) for each in (one, other))
        games.append(Games(*wide, 1 + np.sign(margins.T), margins.T.clip(-CAP, CAP)))
    sums = Totals(totals("half_wins"), totals("spread"), totals("margin"), games)
    found = rank_ends(sums, rules.tie_breaks, np.array(gone))
    for end in range(ENDS):
        lines = rank_division(everybody, matches_of(rounds, end), rules)
        assert [line.contestant.key - 1 for line in lines] == np.argsort(found[end]).tolist()


def test_only_what_needs_scores_is_not_known():
    assert set(get_args(TieBreak)) - set(MEASURES) == {"points", "high_game"}
    assert known_breaks(("wins", "points", "spread")) == ("wins", "spread")


class TestPlayOut:
    PLAYERS = (SimulatedPlayer(2, 10, margin=300), SimulatedPlayer(2, 20, margin=20), SimulatedPlayer(0, 0))

    @pytest.mark.parametrize(
        ("breaks", "order"),
        [
            (("wins", "spread"), [1, 0, 2]),
            (("wins", "uncapped_spread"), [0, 1, 2]),
            (("wins", "head_to_head"), [1, 0, 2]),
            (("wins", "opponents_wins"), [0, 1, 2]),
        ],
    )
    def test_with_nothing_left_the_order_is_that_of_the_tie_breaks(self, breaks, order):
        # 2 has beaten 1; 1 has met 2 twice.
        ends = Ends(0, "seed", count=2, tie_breaks=breaks, played=[(1, 0, 2, 20), (0, 1, 1, 0), (0, 1, 1, 0)])
        if breaks[1] == "opponents_wins":
            ends = Ends(
                0, "seed", count=2, tie_breaks=breaks, played=[(0, 1, 1, 0), (1, 2, 1, 0), (0, 1, 1, 0)]
            )
        assert np.argsort(play_out(self.PLAYERS, ends)[0]).tolist() == order

    def test_games_of_ends_count_and_the_cap_does_not_cut_an_uncapped_spread(self):
        known = [[(0, 1), (2, None)]]
        by_spread, uncapped = (
            play_out(self.PLAYERS, Ends(1, "seed", known, 400, (CAP,), tie_breaks=breaks))
            for breaks in (("wins", "spread", "head_to_head"), ("wins", "uncapped_spread"))
        )
        for places in (by_spread, uncapped):
            # The winner of the last round is first, with two wins.
            assert 0.4 < np.mean(places[:, 0] == 0) < 0.6
        # Its loser has a win, as the third has: 300 ahead, or less than the bye brings.
        lost = uncapped[:, 0] > 0
        assert np.mean(uncapped[lost, 0] == 1) > np.mean(by_spread[by_spread[:, 0] > 0, 0] == 1)

    @pytest.mark.slow
    @pytest.mark.parametrize("caps", [(), (CAP,)])
    def test_its_memory_does_not_grow_with_the_rounds_left(self, caps, monkeypatch):
        monkeypatch.setattr(simulation, "STANDINGS_AT_ONCE", 40_000)
        breaks = ("wins", "head_to_head", "uncapped_spread")

        def peak(rounds):
            ends = Ends(rounds, "seed", count=2000, spread_caps=caps, tie_breaks=breaks)
            tracemalloc.start()
            try:
                play_out([SimulatedPlayer(0, 0)] * 20, ends)
                return tracemalloc.get_traced_memory()[1]
            finally:
                tracemalloc.stop()

        assert peak(30) < 1.2 * peak(2)

    @settings(max_examples=20, deadline=None)
    @given(seed=st.text(max_size=3), breaks=st.permutations(KNOWN), rounds=st.integers(1, 4))
    def test_the_same_seed_gives_the_same_ends(self, seed, breaks, rounds):
        ends = Ends(rounds, seed, count=20, spread_caps=(CAP,), tie_breaks=breaks)
        assert np.array_equal(play_out(self.PLAYERS, ends), play_out(self.PLAYERS, ends))
