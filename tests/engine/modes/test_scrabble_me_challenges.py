"""Challenges in Scrabble Me (RULES V13, C4)."""

import dataclasses

from engine.notation import Move
from tests.engine.modes.scrabble_me_table import (
    CATS,
    MODE,
    filled,
    lying,
    played,
    rack,
    refused,
    seen,
    table,
    waits,
)
from tests.engine.modes.sitting import ENGLISH


def test_v13_challenge_as_in_c4_a_play_with_a_bad_word_comes_off():
    """The turn is lost: no score, the tiles of before, and the lowest score of the round."""
    state = played(table(*CATS), "A 8H TACS", "B 8H DOG", "C 8H PIG")
    assert (MODE.scores(state), lying(state, 0), waits(state)) == ((12, 10, 12), "TACS", "ABC")
    state = played(state, "B doubts A")
    assert (MODE.scores(state), lying(state, 0), rack(state, 0)) == ((0, 10, 12), "", "ACDLOST")
    assert seen(state)["players"][1]["rounds_lost"] == 0
    assert seen(state)["plays"][0] | {"words": []} == {
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
    state = played(state, "A K8 SL", "B pass")
    assert seen(state)["plays"][0]["words"] == ["SL", "CATS"]
    assert lying(played(state, "B doubts A"), 0) == "CAT"
    state = played(table(*CATS[:2]), "A pass", "B pass")
    assert state.ended


def test_v13_challenge_as_in_c4_a_play_is_challenged_once_and_never_one_s_own():
    state = played(table(*CATS), "A 8H CAT", "B 8H DOG", "C pass")
    assert refused(state, "A doubts A") == ("challenge_own", "C4")
    assert refused(state, "A doubts C") == ("challenge_nothing", "C4")
    assert refused(state, {"act": "challenge", "player": 0, "of": 7}) == ("no_such_player", "C2")
    state = played(state, "B doubts A")
    assert refused(state, "C doubts A") == ("challenge_judged", "C4")
    assert waits(state) == "AC"  # B can doubt nobody any more


def test_v13_the_challenger_s_penalty_is_a_lost_round():
    state = played(table(*CATS), "A 8H CAT", "B 8H DOG", "C 8H PIG", "B doubts A")
    assert [player["rounds_lost"] for player in seen(state)["players"]] == [0, 1, 0]
    assert MODE.scores(state) == (10, 10, 12)
    state = filled(played(state, "A accepts", "B accepts", "C accepts"))
    assert (seen(state)["round"], waits(state)) == (2, "AC")
    assert seen(state)["players"][1]["sits_out"]
    assert refused(state, "B 8H DOGS") == ("act_not_now", "V13")
    state = played(state, "A 8H CATS", "C pass", "B accepts", "C accepts", "A draws")
    assert (seen(state)["round"], waits(state)) == (3, "ABC")


def test_v13_each_challenge_that_fails_costs_a_round():
    state = played(table(*CATS), "A 8H CAT", "B 8H DOG", "C 8H PIG", "B doubts A", "B doubts C")
    state = filled(played(state, "A accepts", "C accepts"))
    assert (seen(state)["round"], waits(state)) == (2, "AC")
    state = filled(played(state, "A pass", "C 8H PIGS", "A accepts", "B accepts"))
    assert (seen(state)["round"], waits(state)) == (3, "AC")
    state = filled(played(state, "A 8H CATS", "C pass", "B accepts", "C accepts"))
    assert (seen(state)["round"], waits(state)) == (4, "ABC")


def test_v13_a_round_that_all_have_lost_goes_by():
    state = played(table(*CATS[:2]), "A 8H CAT", "B 8H DOG", "A doubts B", "B doubts A")
    state = filled(state)
    assert (seen(state)["round"], waits(state)) == (3, "AB")
    assert [play["kind"] for play in seen(state)["rounds"][1]["plays"]] == ["sits_out", "sits_out"]


def test_v13_plays_are_challenged_before_the_refill():
    state = played(table(*CATS[:2]), "A 8H CAT", "B 8H DOG")
    assert refused(state, "A draws") == ("scrabble_me_phase", "V13")
    state = played(state, "A accepts")
    assert refused(state, "A accepts") == ("act_not_now", "V13")
    assert refused(state, "A doubts B") == ("act_not_now", "V13")
    assert played(state, "B accepts").phase == "refill"


def test_v13_a_blank_of_a_play_that_came_off_swaps_nothing():
    state = played(table("CAT?OLD", *CATS[1:]), "A 8H TACs", "B 8H DOG", "C pass", "B doubts A")
    assert played(state, "A accepts", "C accepts").phase == "refill"
