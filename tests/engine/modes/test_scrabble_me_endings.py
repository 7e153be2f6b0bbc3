"""The last round of Scrabble Me, the extra turn, early ends and the winner (RULES V13)."""

import dataclasses

import pytest

from engine.modes.scrabble_me.state import BoardPlay
from tests.engine.modes.scrabble_me_table import (
    CATS,
    MODE,
    play_script,
    rack_of,
    refill_all,
    refusal_of,
    table,
    tiles_on,
    view_of,
    waiting_players,
)
from tests.engine.modes.sitting import setup
from tests.oracles import brute_force
from tests.oracles.scorer import english_words


def test_v13_one_last_round_follows_the_refill_that_found_the_bag_out():
    """A round that began with tiles in the bag is usual, even if the podium took the last of them."""
    state = play_script(table(*CATS[:2], podium="ZJXQVV", bag="EE", challenge="void"), "A 8H CAT", "B pass")
    state = play_script(state, "A takes Z", "A takes J", "A takes X")
    assert (view_of(state)["bag"], len(view_of(state)["podium"])) == (0, 5)
    assert (view_of(state)["round"], view_of(state)["kind"]) == (2, "usual")
    state = play_script(state, "A pass", "B 8H DOG", "B takes E", "B takes E", "B takes Q")
    assert (view_of(state)["round"], view_of(state)["kind"]) == (3, "last")


def test_v13_the_lowest_scorer_of_the_last_round_gets_one_more_turn():
    """The extra turn is played with the tiles left: nobody picks any more."""
    state = play_script(table(*CATS[:2], kind="last", challenge="void"), "A 8H CATS", "B 8H DO")
    assert (view_of(state)["kind"], waiting_players(state), rack_of(state, 1)) == ("extra", "B", "AGINR")
    assert refusal_of(state, "A 8E OLDCATS") == ("act_not_now", "V13")
    state = play_script(state, "B 8H DOING")
    assert (state.ended, MODE.scores(state), MODE.winners(state)) == ("played_out", (12, 6 + 9), (1,))
    assert [one["kind"] for one in view_of(state)["rounds"]] == ["last", "extra"]


def test_v13_the_one_more_turn_belongs_to_who_played_the_lowest_word_and_who_passed_played_none():
    state = play_script(table(*CATS, kind="last", challenge="void"), "A 8H CATS", "B pass", "C 8H PIG")
    assert (view_of(state)["kind"], waiting_players(state)) == ("extra", "A")  # 12 points each; CATS has an A
    state = play_script(table(*CATS, kind="last", challenge="void"), "A 8H CATS", "B pass", "C 8H LET")
    assert (view_of(state)["kind"], waiting_players(state)) == ("extra", "C")


def test_v13_a_word_without_points_is_a_word():
    state = play_script(table("?AT?OLD", "DOGRAIN", kind="last", challenge="void"), "A 8H at", "B pass")
    assert [play["score"] for play in view_of(state)["plays"]] == [0, 0]
    state = play_script(state, "A swaps B")
    assert (view_of(state)["kind"], waiting_players(state)) == ("extra", "A")


def test_v13_a_word_that_came_off_has_not_the_one_more_turn():
    state = play_script(table(*CATS[:2], kind="last"), "A 8H TACS", "B 8H DOG", "B doubts A", "A accepts")
    assert (view_of(state)["kind"], waiting_players(state)) == ("extra", "B")


def test_v13_where_no_word_of_the_last_round_stands_there_is_no_turn_more():
    state = table(*CATS, kind="last").with_play(2, BoardPlay(kind="sits_out"))
    state = play_script(state, "A 8H TACS", "B pass", "B doubts A")
    assert (state.ended, view_of(state)["kind"]) == ("played_out", "last")


def test_v13_who_used_a_blank_in_the_last_round_swaps_before_the_one_more_turn():
    state = play_script(table(*CATS[:2], kind="last", challenge="void"), "A 8H CATS", "B 8H DO")
    assert tiles_on(state, 1) == "DO"
    state = play_script(table("CATSOLD", "DO?RAIN", kind="last", challenge="void"), "A 8H CATS", "B 8H Do")
    state = play_script(state, "B swaps A")
    assert (view_of(state)["kind"], waiting_players(state), tiles_on(state, 1)) == ("extra", "B", "CATS")


def test_v13_the_one_more_turn_can_be_challenged():
    state = play_script(table(*CATS[:2], kind="last"), "A 8H CATS", "B 8H DO", "A accepts", "B accepts")
    state = play_script(state, "B 8H DORIN")
    assert (state.phase, waiting_players(state)) == ("challenge", "A")
    assert MODE.scores(play_script(state, "A accepts")) == (12, 6 + 7)
    state = play_script(state, "A doubts B")
    assert (state.ended, MODE.scores(state), tiles_on(state, 1)) == ("played_out", (12, 6), "DO")


def test_v13_without_a_word_to_form_there_is_no_turn_more():
    state = table("TOVVQ", "DOGRAIN", kind="last", challenge="void")
    state = play_script(state, "A 8H TO", "B 8H RAIN")
    assert (state.ended, view_of(state)["kind"]) == ("played_out", "last")


def test_v13_who_sat_the_last_round_out_has_not_the_one_more_turn():
    state = table(*CATS, kind="last", challenge="void").with_play(2, BoardPlay(kind="sits_out"))
    state = play_script(state, "A 8H CATS", "B 8H DO")
    assert waiting_players(state) == "B"


def test_v13_a_round_lost_in_the_last_one_is_the_one_more_turn():
    state = play_script(table(*CATS[:2], kind="last"), "A 8H CATS", "B 8H DO", "A accepts", "B doubts A")
    assert (state.ended, MODE.scores(state)) == ("played_out", (12, 6))


@pytest.mark.slow
def test_v13_it_ends_early_if_no_one_can_form_a_word():
    state = play_script(table("HMOLDIE", "HMRAINE", podium="VVJQCC", challenge="void"), "A 8H HM", "B 8H HM")
    short = [dataclasses.replace(seat, rack=()) for seat in state.seats]
    state = dataclasses.replace(state, seats=tuple(short), bag=())
    for tile in "VVJQCC":
        state = play_script(state, f"{waiting_players(state)} takes {tile}")
    assert state.ended == "stuck"
    words = brute_force.WordList(english_words())
    for player in (0, 1):
        rows = ["".join(tile or "." for tile in row) for row in view_of(state)["players"][player]["board"]]
        position = brute_force.Position(words, rows, rack_of(state, player))
        assert brute_force.all_moves(position) == set()


def test_v13_racks_of_one_tile_form_no_first_word():
    state = MODE.start(setup(MODE, 2, rack_size=1))
    assert (state.ended, MODE.winners(state)) == ("stuck", (0, 1))


def test_v13_it_ends_early_if_everybody_passes():
    state = play_script(table(*CATS), "A pass", "B pass")
    assert not state.ended
    assert play_script(state, "C pass").ended == "passes"


def test_v13_a_round_in_which_one_sits_out_and_the_others_pass_ends_nothing():
    state = table(*CATS).with_play(2, BoardPlay(kind="sits_out"))
    state = play_script(state, "A pass", "B pass")
    assert (state.ended, view_of(state)["round"], waiting_players(state)) == (None, 2, "ABC")


def test_v13_the_highest_total_wins_and_equal_ones_share_it():
    """Tiles that are left cost nothing."""
    state = play_script(table(*CATS, challenge="void"), "A 8H CAT", "B 8H DOG", "C pass")
    assert MODE.winners(state) is None
    state = play_script(refill_all(state), "A pass", "B pass", "C pass")
    assert (MODE.scores(state), MODE.winners(state)) == ((10, 10, 0), (0, 1))
