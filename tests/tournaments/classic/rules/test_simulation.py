"""Played-out ends: everybody has one place in each, by the rules of standings and the chances of Elo's formula."""

import math
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.classic.rules.simulation import (
    SCALE,
    Ends,
    RoleOfWinner,
    SimulatedPlayer,
    chances,
    pairs_by_place,
    play_out,
)

STANDINGS = st.builds(
    SimulatedPlayer,
    st.integers(0, 40),
    st.integers(-3000, 3000),
    st.none(),
    present=st.booleans(),
    ranked=st.booleans(),
)
BREAKS = st.sampled_from([("wins", "spread"), ("wins", "opponents_wins", "spread")])


@given(
    st.lists(STANDINGS, min_size=1, max_size=9),
    st.integers(0, 4),
    st.text(max_size=3),
    st.integers(0, 8),
    BREAKS,
)
@settings(deadline=None, max_examples=100)
def test_everybody_has_one_place_in_every_end(players, rounds, seed, winner, breaks):
    chosen = RoleOfWinner(winner, meets_first=True) if winner < len(players) else None
    ends = Ends(rounds, seed, count=20, tie_breaks=breaks)
    places = play_out(players, ends, chosen)
    assert np.array_equal(np.sort(places, axis=1), np.tile(np.arange(len(players)), (20, 1)))
    assert np.array_equal(places, play_out(players, ends, chosen))
    ranked = [one.ranked for one in players]
    assert (places[:, ranked] < sum(ranked)).all(), "who has no rank comes after all others"
    shares = chances(places)
    assert shares.sum(axis=0) == pytest.approx(1)
    assert shares.sum(axis=1) == pytest.approx(1)


def test_another_seed_gives_other_ends():
    players = [SimulatedPlayer(0, 0)] * 8
    one, other = (play_out(players, Ends(3, seed, count=50)) for seed in "ab")
    assert not np.array_equal(one, other)


def test_without_rounds_left_it_is_the_standings():
    players = [
        SimulatedPlayer(4, 0),
        SimulatedPlayer(6, -50),
        SimulatedPlayer(6, -51),
        SimulatedPlayer(4, 0),
        SimulatedPlayer(5, 900),
    ]
    assert play_out(players, Ends(0, "a", count=1)).tolist() == [[3, 0, 1, 4, 2]]


@pytest.mark.parametrize(("difference", "share"), [(0, 1 / 2), (100, 0.640), (200, 0.760), (400, 10 / 11)])
def test_ratings_win_as_often_as_by_elos_formula(difference, share):
    players = [SimulatedPlayer(0, 0, 1500 + difference), SimulatedPlayer(0, 0, 1500)]
    places = play_out(players, Ends(1, "elo", known=[[(1, 0)]]))
    assert (places[:, 0] == 0).mean() == pytest.approx(share, abs=0.015)


def test_nobody_catches_up_who_cannot():
    players = [
        SimulatedPlayer(20, 0),
        SimulatedPlayer(17, 5000),
        SimulatedPlayer(16, 0),
        SimulatedPlayer(15, 0),
    ]
    shares = chances(play_out(players, Ends(1, "a")))
    assert shares[0, 0] == 1
    assert 0 < shares[2, 1] < shares[1, 1] < 1


@pytest.mark.parametrize(
    ("rounds", "ahead", "caps", "caught"),
    [
        (1, 200, (), True),
        (1, 200, (101,), True),
        (1, 200, (99,), False),
        (1, 200, (99, 900), False),
        # Each round has its own, whether its pairings are known or not, and the last one goes on.
        (2, 398, (1, 200), True),
        (2, 398, (1, 198), False),
        (3, 400, (1, 100), True),
        (3, 400, (1, 99), False),
    ],
)
def test_the_cap_of_a_round_bounds_what_a_match_changes(rounds, ahead, caps, caught):
    players = [SimulatedPlayer(2 * rounds, ahead), SimulatedPlayer(0, 0)]
    ends = Ends(rounds, "cap", known=[[(0, 1)]], spread_caps=caps)
    places = play_out(players, ends, RoleOfWinner(1, meets_first=True))
    assert bool((places[:, 1] == 0).any()) is caught


def test_a_bye_is_a_win_and_who_has_dropped_out_stays():
    players = [SimulatedPlayer(2, 0), SimulatedPlayer(2, -1), SimulatedPlayer(3, -60, present=False)]
    # The one with the bye has 4 half wins and 50; the other of the two plays nobody.
    places = play_out(players, Ends(1, "bye", known=[[(1, None)]], count=5))
    assert places.tolist() == [[2, 0, 1]] * 5
    # The last of an odd number has it, whoever that is in the standings of the end.
    places = play_out([*players[:2], SimulatedPlayer(0, 0)], Ends(1, "odd", count=200))
    assert set(places[:, 2]) <= {1, 2}


@pytest.mark.parametrize(
    ("size", "left", "factor", "expected"),
    [
        (8, 1, None, [(0, 1), (2, 3), (4, 5), (6, 7)]),
        (8, 2, None, [(0, 2), (1, 3), (4, 6), (5, 7)]),
        (8, 3, None, [(0, 3), (1, 4), (2, 5), (6, 7)]),
        (8, 9, None, [(0, 4), (1, 5), (2, 6), (3, 7)]),
        (8, 9, 1, [(0, 1), (2, 5), (3, 6), (4, 7)]),
        (7, 2, None, [(0, 2), (1, 3), (4, 5)]),
        (1, 2, None, []),
        (1, 1, None, []),
    ],
)
def test_who_meets_whom_by_place(size, left, factor, expected):
    assert list(pairs_by_place(size, left, factor)) == expected


def test_one_who_always_wins_gains_from_meeting_the_first():
    players = [
        SimulatedPlayer(20, 300),
        SimulatedPlayer(16, 200),
        SimulatedPlayer(16, 0),
        SimulatedPlayer(15, 100),
        *[SimulatedPlayer(4, 0)] * 8,
    ]
    ends = Ends(3, "control")
    shares = chances(play_out(players, ends))[:, 0]
    # The fourth meets the first by the factor, and hardly wins without that match.
    for player in (1, 2):
        meeting, avoiding = (
            (play_out(players, ends, RoleOfWinner(player, meets))[:, player] == 0).mean()
            for meets in (True, False)
        )
        assert shares[player] < avoiding < meeting


@pytest.mark.parametrize(("ahead", "always"), [(1, True), (2, False)])
def test_one_who_always_wins_may_win_by_a_single_point(ahead, always):
    """A win by one point makes up for one point of spread, and not for two: equals stay in their order."""
    places = play_out(
        [SimulatedPlayer(2, ahead), SimulatedPlayer(0, 0)],
        Ends(1, "point"),
        RoleOfWinner(1, meets_first=True),
    )
    assert bool((places[:, 1] == 0).all()) is always


def test_a_plain_loop_comes_to_the_same_chances():
    records = [(6, 120), (6, 20), (5, 80), (4, 200), (4, 10), (3, -20), (2, -100)]
    chance, ends, rounds = random.Random(3), 6000, 3
    counts = np.zeros((len(records), len(records)))
    for _end in range(ends):
        totals = {at: list(record) for at, record in enumerate(records)}
        for left in range(rounds, 0, -1):
            order = sorted(totals, key=lambda at: totals[at], reverse=True)
            step = 1 if left == 1 else left
            blocks = [order[:6]] if left in {1, 3} else [order[:4], order[4:6]]
            for block in blocks:
                width = 2 * min(step, len(block) // 2)
                for start in range(0, len(block), width):
                    part = block[start : start + width]
                    for one, other in zip(part[: width // 2], part[width // 2 :], strict=True):
                        margin = round(SCALE * math.log(1 / chance.random() - 1))
                        for who, spread in ((one, margin), (other, -margin)):
                            totals[who][0] += 1 if spread == 0 else 2 * (spread > 0)
                            totals[who][1] += spread
            totals[order[6]][0] += 2
            totals[order[6]][1] += 50
        for place, at in enumerate(sorted(totals, key=lambda at: totals[at], reverse=True)):
            counts[at, place] += 1
    shares = chances(play_out([SimulatedPlayer(*record) for record in records], Ends(rounds, "loop")))
    assert np.abs(shares - counts / ends).max() < 0.03
