"""The end of a classic game, tiles left, the winner, time (RULES C5 to C7, T1)."""

from dataclasses import replace

import pytest

from engine.referee import ClassicSettings, Player, State, overtime, turn_limit, winners
from tests.engine.referee.playing import settings
from tests.engine.referee.rule_cases import TRAIN
from tests.engine.referee.table import ENGLISH, add_tiles, late, play_script, start


def test_c5_the_last_play_can_be_challenged_before_the_game_ends():
    state = play_script(late("", "E", "OO"), add_tiles("A", "E"))
    assert state.end_reason == "out"
    assert not state.is_over
    back = play_script(state, "B upholds")
    assert (back.end_reason, back.to_move, back.seats[0].held) == (None, 1, 1)
    assert play_script(state, "B challenges", "end").is_over  # a lost turn costs nothing now


@pytest.mark.parametrize("rule", ["5", "10"])
def test_c5_a_challenge_of_the_last_play_costs_points_still(rule):
    state = play_script(late("", "E", "B", settings=settings(rule)), add_tiles("A", "E"))
    points = state.scores[0]
    assert play_script(state, "B challenges", "end").scores == (points + 3, -int(rule) - 3)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_c5_all_pass_twice_in_succession(players):
    passes = [f"{letter} pass" for letter in "ABCD"[:players]] * 2
    state = play_script(start(players), *passes[:-1])
    assert state.end_reason is None
    assert play_script(state, passes[-1]).end_reason == "passes"


@pytest.mark.parametrize("between", ["A exchange 1", TRAIN])
def test_c5_in_succession_means_nothing_between(between):
    state = play_script(start(), "A pass", "B pass", between, "B pass", "A pass", "B pass")
    assert (state.end_reason, state.passes) == (None, 3)


def test_c5_a_play_that_comes_off_is_no_pass():
    state = play_script(start(), "A pass", "B pass", TRAIN, "B upholds", "B pass", "A pass", "B pass")
    assert state.end_reason is None


@pytest.mark.parametrize(
    ("last", "reason"),
    [("A exchange 1", "scoreless"), ("A pass", "scoreless"), ("A 8G AT", None)],
)
def test_c5_turns_without_a_score_where_they_are_agreed_on(last, reason):
    zeros = settings(scoreless_turns=4)
    state = play_script(
        start(settings=zeros), "A exchange 1", "B pass", "A exchange 1", "B 8D TRAIN", "A upholds"
    )
    assert (state.end_reason, state.scoreless) == ("scoreless", 4)
    state = play_script(start(settings=zeros), "A exchange 1", "B pass", "A exchange 1", "B exchange 1")
    assert state.end_reason == "scoreless"
    state = play_script(start(settings=zeros, first=1), "B exchange 1", "A pass", "B exchange 1", last)
    assert state.end_reason == reason


def test_c5_nobody_can_play():
    state = play_script(late("", "V", "Q"), "end agreed")
    assert (state.scores, state.is_over) == ((-4, -10), True)


@pytest.mark.parametrize(
    ("what", "final", "racks", "expected"),
    [
        ("everyone loses, who went out gains", "each", ["E", "QZ"], (20, -20)),
        ("of three", "each", ["E", "QZ", "JB"], (31, -20, -11)),
        ("of four, one with a blank", "each", ["E", "QZ", "?", "F"], (24, -20, 0, -4)),
        ("twice, and the others nothing", "double", ["E", "QZ"], (40, 0)),
        ("twice that of all", "double", ["E", "QZ", "JB"], (62, 0, 0)),
    ],
)
def test_c6_tiles_left(what, final, racks, expected):
    state = play_script(late("", *racks, settings=settings(final=final)), add_tiles("A", "E"))
    before = state.scores
    state = play_script(state, "end")
    assert tuple(now - then for now, then in zip(state.scores, before, strict=True)) == expected
    assert state.adjustments == expected


@pytest.mark.parametrize("final", ["each", "double"])
def test_c6_where_nobody_went_out_everyone_loses(final):
    state = late("AAAAAAA", "BC", "ZZ"[:1] + "Q", settings=settings(final=final))
    state = play_script(state, *["A pass", "B pass"] * 2, "end")
    assert state.scores == (-6, -20)


def test_c6_the_one_rack_that_nobody_told_is_what_is_left():
    state = late("", "E", "QZ")
    hidden = state.with_seat(1, type(state.seats[1])(state.seats[1].player, 2))
    assert (
        play_script(hidden, add_tiles("A", "E"), "end").scores
        == play_script(state, add_tiles("A", "E"), "end").scores
    )


@pytest.mark.parametrize(
    ("what", "totals", "adjustments", "expected"),
    [
        ("the highest total", (300, 301), (0, 0), (1,)),
        ("of equal ones the highest before", (300, 300), (10, -10), (1,)),
        ("equal all the way", (300, 300), (-5, -5), (0, 1)),
        ("of three", (300, 300, 250), (-5, 10, 90), (0,)),
    ],
)
def test_c6_who_has_won(what, totals, adjustments, expected):
    state = start(len(totals))
    for player, total in enumerate(totals):
        seat = state.seats[player]
        state = state.with_seat(player, type(seat)(seat.player, seat.held, total))
    assert winners(replace(state, adjustments=adjustments)) == expected


def test_c7_a_limit_a_turn_which_may_differ_by_player():
    players = (Player("Ann"), Player("Bo", turn_seconds=120))
    state = State.start(players, ENGLISH, ClassicSettings(turn_seconds=180))
    assert [turn_limit(state, player) for player in (0, 1)] == [180, 120]
    assert turn_limit(start(), 0) is None


@pytest.mark.parametrize(
    ("seconds", "points"), [(-5, 0), (0, 0), (0.2, 10), (1, 10), (60, 10), (60.5, 20), (61, 20), (599, 100)]
)
def test_t1_points_for_each_minute_begun(seconds, points):
    assert overtime(ClassicSettings(), seconds) == points
    assert overtime(ClassicSettings(overtime_points=5), seconds) == points // 2


def test_t1_overtime_after_the_end():
    state = play_script(late("", "E", "B"), add_tiles("A", "E"), "end")
    assert play_script(state, "B overtime 20").scores == (state.scores[0], state.scores[1] - 20)
