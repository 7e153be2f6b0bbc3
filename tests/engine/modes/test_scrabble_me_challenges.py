"""Challenges in Scrabble Me (RULES V13, C4)."""

import dataclasses

from engine.notation import Move
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
from tests.engine.modes.sitting import ENGLISH


def test_v13_challenge_as_in_c4_a_play_with_a_bad_word_comes_off():
    """The player scores nothing, gets the tiles back, and counts as the lowest scorer."""
    state = play_script(table(*CATS), "A 8H TACS", "B 8H DOG", "C 8H PIG")
    assert (MODE.scores(state), tiles_on(state, 0), waiting_players(state)) == ((12, 10, 12), "TACS", "ABC")
    state = play_script(state, "B doubts A")
    assert (MODE.scores(state), tiles_on(state, 0), rack_of(state, 0)) == ((0, 10, 12), "", "ACDLOST")
    assert view_of(state)["players"][1]["rounds_lost"] == 0
    assert view_of(state)["plays"][0] | {"words": []} == {
        "player": 0,
        "kind": "place",
        "ref": "8H",
        "word": "TACS",
        "words": [],
        "score": 0,
        "verdict": "taken_back",
        "challenger": 1,
    }


def test_v13_challenge_as_in_c4_all_words_of_a_play_are_judged_together():
    state = table(*CATS[:2])
    board = state.seats[0].board.place(Move.parse("8H", "CAT", ENGLISH, "english"))
    state = state.with_seat(0, dataclasses.replace(state.seats[0], board=board))
    state = play_script(state, "A K8 SL", "B pass")
    assert view_of(state)["plays"][0]["words"] == ["SL", "CATS"]
    assert tiles_on(play_script(state, "B doubts A"), 0) == "CAT"
    state = play_script(table(*CATS[:2]), "A pass", "B pass")
    assert state.ended


def test_v13_challenge_as_in_c4_a_play_is_challenged_once_and_never_one_s_own():
    state = play_script(table(*CATS), "A 8H CAT", "B 8H DOG", "C pass")
    assert refusal_of(state, "A doubts A") == ("challenge_own", "C4")
    assert refusal_of(state, "A doubts C") == ("challenge_nothing", "C4")
    assert refusal_of(state, {"act": "challenge", "player": 0, "of": 7}) == ("no_such_player", "C2")
    state = play_script(state, "B doubts A")
    assert refusal_of(state, "C doubts A") == ("challenge_judged", "C4")
    assert waiting_players(state) == "AC"  # B has no play left to challenge


def test_v13_the_challenger_s_penalty_is_a_lost_round():
    state = play_script(table(*CATS), "A 8H CAT", "B 8H DOG", "C 8H PIG", "B doubts A")
    assert [player["rounds_lost"] for player in view_of(state)["players"]] == [0, 1, 0]
    assert MODE.scores(state) == (10, 10, 12)
    state = refill_all(play_script(state, "A accepts", "B accepts", "C accepts"))
    assert (view_of(state)["round"], waiting_players(state)) == (2, "AC")
    assert view_of(state)["players"][1]["sits_out"]
    assert refusal_of(state, "B 8H DOGS") == ("act_not_now", "V13")
    state = play_script(state, "A 8H CATS", "C pass", "B accepts", "C accepts", "A draws")
    assert (view_of(state)["round"], waiting_players(state)) == (3, "ABC")


def test_v13_each_challenge_that_fails_costs_a_round():
    state = play_script(table(*CATS), "A 8H CAT", "B 8H DOG", "C 8H PIG", "B doubts A", "B doubts C")
    state = refill_all(play_script(state, "A accepts", "C accepts"))
    assert (view_of(state)["round"], waiting_players(state)) == (2, "AC")
    state = refill_all(play_script(state, "A pass", "C 8H PIGS", "A accepts", "B accepts"))
    assert (view_of(state)["round"], waiting_players(state)) == (3, "AC")
    state = refill_all(play_script(state, "A 8H CATS", "C pass", "B accepts", "C accepts"))
    assert (view_of(state)["round"], waiting_players(state)) == (4, "ABC")


def test_v13_a_round_that_all_have_lost_goes_by():
    state = play_script(table(*CATS[:2]), "A 8H CAT", "B 8H DOG", "A doubts B", "B doubts A")
    state = refill_all(state)
    assert (view_of(state)["round"], waiting_players(state)) == (3, "AB")
    assert [play["kind"] for play in view_of(state)["rounds"][1]["plays"]] == ["sits_out", "sits_out"]


def test_v13_plays_are_challenged_before_the_refill():
    state = play_script(table(*CATS[:2]), "A 8H CAT", "B 8H DOG")
    assert refusal_of(state, "A draws") == ("scrabble_me_phase", "V13")
    state = play_script(state, "A accepts")
    assert refusal_of(state, "A accepts") == ("act_not_now", "V13")
    assert refusal_of(state, "A doubts B") == ("act_not_now", "V13")
    assert play_script(state, "B accepts").phase == "refill"


def test_v13_a_blank_of_a_play_that_came_off_swaps_nothing():
    state = play_script(table("CAT?OLD", *CATS[1:]), "A 8H TACs", "B 8H DOG", "C pass", "B doubts A")
    assert play_script(state, "A accepts", "C accepts").phase == "refill"
