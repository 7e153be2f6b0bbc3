"""Scrabble Me: a named test for each sentence of RULES V13, and its refusals.

Games are set up with the racks and the podium that a test needs; all other tiles are in the bag.
"""

import dataclasses
import json
from collections import Counter
from pathlib import Path

import pytest

from engine.errors import EngineError, RuleSetError
from engine.modes import mode_of, replayed
from engine.modes.scrabble_me.state import Play, ScrabbleMeSettings
from engine.notation import Move
from engine.referee import Player
from engine.rules.game_settings import read_settings, settings_data
from tests.engine.modes.sitting import ENGLISH, setup
from tests.oracles import brute_force
from tests.oracles.scorer import english_words

MODE = mode_of("scrabble_me")
RECORDS = Path(__file__).parents[1] / "records" / "scrabble_me"


def table(*racks, podium="EEEEEEEEEEEE", bag=None, kind="usual", **settings):
    """A game in its first round, with these racks, the first tiles of that podium and that bag, or what is left."""
    sitting = setup(MODE, len(racks), **settings)
    state = MODE.start(sitting)
    podium = ENGLISH.encode_rack(podium)[: len(state.podium)]
    rest = Counter(dict(enumerate(ENGLISH.counts))) - Counter(podium)
    seats = []
    for seat, rack in zip(state.seats, map(ENGLISH.encode_rack, racks), strict=True):
        seats.append(dataclasses.replace(seat, rack=tuple(sorted(rack))))
        rest -= Counter(rack)
    return dataclasses.replace(
        state,
        seats=tuple(seats),
        podium=tuple(sorted(podium)),
        bag=tuple(sorted(rest.elements())) if bag is None else ENGLISH.encode_rack(bag),
        round=dataclasses.replace(state.round, kind=kind),
    )


ACTS = {
    "pass": lambda _: {"act": "pass"},
    "doubts": lambda other: {"act": "challenge", "of": "ABCD".index(other)},
    "accepts": lambda _: {"act": "accept"},
    "swaps": lambda other: {"act": "swap", "with": "ABCD".index(other)},
    "takes": lambda tile: {"act": "pick", "from": "podium", "tile": tile},
    "draws": lambda _: {"act": "pick", "from": "bag"},
}


def act_of(written):
    """ "A 8H CAT", "A pass", "A doubts B", "A accepts", "A swaps B", "A takes E", "A draws"."""
    who, what, *rest = written.split()
    with_word = {"act": "place", "ref": what, "word": "".join(rest)}
    done = ACTS[what]("".join(rest)) if what in ACTS else with_word
    return done | {"player": "ABCD".index(who), "seed": written}


def played(state, *script):
    for written in script:
        state = MODE.apply(state, act_of(written))
    return state


def refused(state, written):
    """The code and the rule of the error."""
    with pytest.raises(EngineError) as caught:
        MODE.apply(state, act_of(written) if isinstance(written, str) else written)
    return caught.value.code, caught.value.rule


def seen(state, viewer=None):
    return MODE.shown(state, viewer)


def lying(state, player):
    return "".join(map("".join, seen(state)["players"][player]["board"]))


def rack(state, player):
    return "".join(item["tile"] for item in seen(state, player)["rack"])


def waits(state):
    return "".join("ABCD"[player] for player in MODE.waits_for(state))


def filled(state):
    """Return the state with all racks refilled from the bag, as long as somebody picks."""
    while state.phase == "refill":
        state = played(state, f"{waits(state)} draws")
    return state


CATS = ("CATSOLD", "DOGRAIN", "PIGLETS")


# The sentences of the rule


@pytest.mark.parametrize("players", [2, 3, 4])
def test_v13_two_to_four_players_have_a_board_each(players):
    state = MODE.start(setup(MODE, players))
    assert [player["held"] for player in seen(state)["players"]] == [7] * players
    assert all(lying(state, player) == "" for player in range(players))
    state = table(*CATS[:2], challenge="void")
    state = played(state, "A 8H CAT", "B 8H DOG")
    assert (lying(state, 0), lying(state, 1)) == ("CAT", "DOG")


@pytest.mark.parametrize("order", ["ABC", "CAB", "BCA"])
def test_v13_all_play_a_round_at_the_same_time(order):
    """In whichever order they send their plays."""
    plays = {"A": "A 8H CAT", "B": "B 8H DOG", "C": "C 8H PIG"}
    state = table(*CATS)
    assert waits(state) == "ABC"
    state = played(state, *(plays[player] for player in order))
    assert state == played(table(*CATS), *plays.values())
    assert state.phase == "challenge"


def test_v13_a_play_is_told_to_nobody_else_before_all_have_played():
    """The view of others and of the room is the same for any play, even for none."""
    placed, other, passed = (played(table(*CATS), f"A {what}") for what in ("8H CAT", "8D SCOLD", "pass"))
    for viewer in (None, 1, 2):
        assert seen(placed, viewer) == seen(other, viewer) == seen(passed, viewer)
        assert seen(placed, viewer)["plays"] is None
    assert seen(placed, 0)["play"]["word"] == "CAT"
    after = seen(played(placed, "B 8H DOG", "C pass"))
    assert [(play["player"], play["kind"], play["ref"], play["word"]) for play in after["plays"]] == [
        (0, "place", "8H", "CAT"),
        (1, "place", "8H", "DOG"),
        (2, "pass", "", ""),
    ]


def test_v13_it_is_scored_as_usual():
    """B5 and B6: premiums and the bonus."""
    state = played(table("TRAINER", "TRAINOO"), "A 8B TRAINER", "B 8D TRAIN")
    assert MODE.scores(state) == (66, 12)


def test_v13_a_first_word_covers_the_centre_and_later_ones_touch_the_board():
    state = table(*CATS[:2], challenge="void")
    assert refused(state, "A 1A CAT") == ("not_on_centre", "B3")
    state = filled(played(state, "A 8H CAT", "B 8H DOG"))
    assert refused(state, "A 1A OLD") == ("not_connected", "B3")


def test_v13_three_tiles_a_player_lie_face_up_on_the_podium():
    for players in (2, 3, 4):
        assert len(seen(MODE.start(setup(MODE, players)), None)["podium"]) == 3 * players
    podium = seen(MODE.start(setup(MODE, 2, podium_tiles=5)), 1)["podium"]
    assert len(podium) == 10
    assert podium == seen(MODE.start(setup(MODE, 2, podium_tiles=5)), 0)["podium"]


def test_v13_the_lowest_score_of_the_round_picks_first():
    state = played(table(*CATS, challenge="void"), "A 8H CATS", "B 8H DO", "C 8H PIG")
    assert [play["score"] for play in seen(state)["plays"]] == [12, 6, 12]
    assert waits(state) == "B"


def test_v13_among_equal_scores_the_word_with_the_letter_nearest_to_a_is_first():
    state = played(table("DOGRAIN", "CATSOLD", challenge="void"), "A 8H DOG", "B 8H CAT")
    assert [play["score"] for play in seen(state)["plays"]] == [10, 10]
    assert seen(state)["picking"] == [1, 0]


def test_v13_a_blank_counts_as_the_letter_it_stands_for_there():
    state = played(table("DOGRAIN", "C?TSOLD", challenge="void"), "A 8H DO", "B 8H TaO")
    assert [play["score"] for play in seen(state)["plays"]] == [6, 4]
    state = played(table("NOTRAIN", "C?TSOLD", challenge="void"), "A 8H TO", "B 8H TaO", "B swaps A")
    assert [play["score"] for play in seen(state)["plays"]] == [4, 4]
    assert seen(state)["picking"] == [1, 0]


def test_v13_equal_nearest_letters_are_told_apart_by_the_next_nearest():
    """A, C, T and A, C, N; and a word that has no more letters comes first."""
    state = played(table("CATSOLD", "CANEIOU", challenge="void"), "A 8H CAT", "B 8H CAN")
    assert seen(state)["picking"] == [1, 0]
    state = played(table("?EARING", "AEIOUST", challenge="void"), "A 8H EAt", "B 8H AE", "A swaps B")
    assert [play["score"] for play in seen(state)["plays"]] == [4, 4]
    assert seen(state)["picking"] == [1, 0]


def test_v13_equal_letters_are_told_apart_by_the_lower_total_and_then_by_the_seat():
    plays = ("A 8H TEA", "B 8H ATE")
    state = table("ATEIOUS", "ATEIOUL", challenge="void")
    assert seen(played(state, *plays))["picking"] == [0, 1]
    ahead = state.with_seat(0, dataclasses.replace(state.seats[0], score=50))
    assert seen(played(ahead, *plays))["picking"] == [1, 0]


@pytest.mark.parametrize(
    ("plays", "order"),
    [
        # The order by score would be A, C, B; then B, A, C.
        (("A 8H DO", "B 8H CATS", "C 8H LET"), "ABCABCBCB"),
        (("A 8H DOG", "B 8H TO", "C 8H PELT"), "BCABCACAC"),
        # A player who passed lacks no tiles: the lowest word begins, and the turn skips that player.
        (("A pass", "B 8H CATS", "C 8H LET"), "CBCBCBB"),
        (("A 8H DOG", "B pass", "C 8H PELT"), "ACACACC"),
    ],
)
def test_v13_then_the_player_on_the_left_picks_and_so_on_around_the_table(plays, order):
    """One tile at a time; not by score."""
    state = played(table("DOGRAIN", "CATSOLD", "PIGLETS", challenge="void"), *plays)
    picked = ""
    while state.phase == "refill":
        picked += waits(state)
        state = played(state, f"{waits(state)} draws")
    assert picked == order


def test_v13_around_a_table_of_four_the_last_seat_is_followed_by_the_first():
    racks = ("DOGRAIN", "CATSOLD", "PIGLETS", "HATERIN")
    state = played(table(*racks, challenge="void"), "A 8H DOG", "B 8H CATS", "C 8H TI", "D 8H HATE")
    assert seen(state)["picking"] == [2, 3, 0, 1]


def test_v13_they_pick_from_podium_or_bag():
    state = played(table(*CATS[:2], podium="EEEE?Z", challenge="void"), "A 8H CAT", "B pass")
    bag = seen(state)["bag"]
    state = played(state, "A takes ?")
    assert (rack(state, 0), seen(state)["bag"]) == ("?DLOS", bag)
    assert [item["tile"] for item in seen(state)["podium"]] == ["E", "E", "E", "E", "Z"]
    state = played(state, "A draws")
    assert (len(rack(state, 0)), seen(state)["bag"]) == (6, bag - 1)
    assert len(seen(state)["podium"]) == 5
    assert refused(state, "A takes Q") == ("scrabble_me_not_on_podium", "V13")
    assert refused(state, "A takes EE") == ("scrabble_me_not_on_podium", "V13")


def test_v13_then_the_podium_is_refilled():
    state = played(table(*CATS[:2], podium="EEEE?Z", challenge="void"), "A 8H CAT", "B pass")
    bag = seen(state)["bag"]
    state = played(state, "A takes ?", "A takes Z", "A takes E")
    assert (state.phase, seen(state)["round"]) == ("play", 2)
    assert (len(seen(state)["podium"]), seen(state)["bag"]) == (6, bag - 3)


def test_v13_a_player_who_used_a_blank_must_swap_boards_with_an_opponent():
    """The player chooses the opponent, before tiles are picked."""
    state = played(table("CAT?OLD", *CATS[1:], challenge="void"), "A 8H CAt", "B 8H DOG", "C 8H PIG")
    assert (state.phase, waits(state)) == ("swap", "A")
    assert refused(state, "A takes E") == ("scrabble_me_phase", "V13")
    assert refused(state, "A swaps A") == ("scrabble_me_swap_self", "V13")
    assert refused(state, {"act": "swap", "player": 0, "with": 3}) == ("no_such_player", "C2")
    state = played(state, "A swaps C")
    assert [lying(state, player) for player in range(3)] == ["PIG", "DOG", "CAt"]
    assert MODE.scores(state) == (8, 10, 12)
    assert state.phase == "refill"


def test_v13_of_two_who_used_a_blank_in_one_round_the_lower_scorer_swaps_last():
    racks = ("DOG?RIN", "CAT?OLD", "PIGLETS")
    state = played(table(*racks, challenge="void"), "A 8H DOg", "B 8H CATs", "C pass")
    assert [play["score"] for play in seen(state)["plays"]] == [6, 10, 0]
    assert seen(state)["swapping"] == [1, 0]
    state = played(state, "B swaps C", "A swaps C")
    assert [lying(state, player) for player in range(3)] == ["CATs", "", "DOg"]
    assert seen(state)["swaps"] == [[1, 2], [0, 2]]


def test_v13_when_the_bag_is_out_the_podium_alone_refills():
    state = played(table(*CATS[:2], podium="ZJXQVV", bag="EE", challenge="void"), "A 8H CAT", "B 8H DOG")
    state = played(state, "A draws", "B draws")
    assert seen(state)["bag"] == 0
    assert refused(state, "A draws") == ("scrabble_me_bag_out", "V13")
    state = played(state, "A takes Z", "B takes J", "A takes X", "B takes Q")
    assert (rack(state, 0), rack(state, 1)) == ("DELOSXZ", "AEIJNQR")
    assert [item["tile"] for item in seen(state)["podium"]] == ["V", "V"]
    assert state.phase == "play"


def test_v13_where_the_podium_is_out_too_racks_stay_short():
    state = played(table(*CATS[:2], podium="ZJ", bag="", challenge="void"), "A 8H CAT", "B 8H DOG")
    state = played(state, "A takes Z", "B takes J")
    assert (state.phase, rack(state, 0), rack(state, 1)) == ("play", "DLOSZ", "AIJNR")


def test_v13_who_has_no_tiles_left_passes_by_itself():
    state = table("CAT", "DOG", podium="V", bag="", rack_size=3, challenge="void")
    state = played(state, "A 8H CAT", "B 8H DO", "B takes V")
    assert (seen(state)["kind"], waits(state), rack(state, 0)) == ("last", "B", "")
    state = played(state, "B 8H DOG")
    assert [play["kind"] for play in seen(state)["rounds"][1]["plays"]] == ["pass", "place"]
    assert state.ended == "played_out"  # the turn more was B's, who has no word with a V


def test_v13_one_last_round_follows_the_refill_that_found_the_bag_out():
    """One that began with tiles in the bag is usual, even if the podium took the last of them."""
    state = played(table(*CATS[:2], podium="ZJXQVV", bag="EE", challenge="void"), "A 8H CAT", "B pass")
    state = played(state, "A takes Z", "A takes J", "A takes X")
    assert (seen(state)["bag"], len(seen(state)["podium"])) == (0, 5)
    assert (seen(state)["round"], seen(state)["kind"]) == (2, "usual")
    state = played(state, "A pass", "B 8H DOG", "B takes E", "B takes E", "B takes Q")
    assert (seen(state)["round"], seen(state)["kind"]) == (3, "last")


def test_v13_the_lowest_scorer_of_the_last_round_gets_one_more_turn():
    """The turn is played with the tiles that are left: nobody picks any more."""
    state = played(table(*CATS[:2], kind="last", challenge="void"), "A 8H CATS", "B 8H DO")
    assert (seen(state)["kind"], waits(state), rack(state, 1)) == ("extra", "B", "AGINR")
    assert refused(state, "A 8E OLDCATS") == ("act_not_now", "V13")
    state = played(state, "B 8H DOING")
    assert (state.ended, MODE.scores(state), MODE.winners(state)) == ("played_out", (12, 6 + 9), (1,))
    assert [one["kind"] for one in seen(state)["rounds"]] == ["last", "extra"]


def test_v13_the_one_more_turn_belongs_to_who_played_the_lowest_word_and_who_passed_played_none():
    state = played(table(*CATS, kind="last", challenge="void"), "A 8H CATS", "B pass", "C 8H PIG")
    assert (seen(state)["kind"], waits(state)) == ("extra", "A")  # 12 points each; CATS has an A
    state = played(table(*CATS, kind="last", challenge="void"), "A 8H CATS", "B pass", "C 8H LET")
    assert (seen(state)["kind"], waits(state)) == ("extra", "C")


def test_v13_a_word_without_points_is_a_word():
    state = played(table("?AT?OLD", "DOGRAIN", kind="last", challenge="void"), "A 8H at", "B pass")
    assert [play["score"] for play in seen(state)["plays"]] == [0, 0]
    state = played(state, "A swaps B")
    assert (seen(state)["kind"], waits(state)) == ("extra", "A")


def test_v13_a_word_that_came_off_has_not_the_one_more_turn():
    state = played(table(*CATS[:2], kind="last"), "A 8H TACS", "B 8H DOG", "B doubts A", "A accepts")
    assert (seen(state)["kind"], waits(state)) == ("extra", "B")


def test_v13_where_no_word_of_the_last_round_stands_there_is_no_turn_more():
    state = table(*CATS, kind="last").with_play(2, Play(kind="sits_out"))
    state = played(state, "A 8H TACS", "B pass", "B doubts A")
    assert (state.ended, seen(state)["kind"]) == ("played_out", "last")


def test_v13_who_used_a_blank_in_the_last_round_swaps_before_the_one_more_turn():
    state = played(table(*CATS[:2], kind="last", challenge="void"), "A 8H CATS", "B 8H DO")
    assert lying(state, 1) == "DO"
    state = played(table("CATSOLD", "DO?RAIN", kind="last", challenge="void"), "A 8H CATS", "B 8H Do")
    state = played(state, "B swaps A")
    assert (seen(state)["kind"], waits(state), lying(state, 1)) == ("extra", "B", "CATS")


def test_v13_the_one_more_turn_can_be_challenged():
    state = played(table(*CATS[:2], kind="last"), "A 8H CATS", "B 8H DO", "A accepts", "B accepts")
    state = played(state, "B 8H DORIN")
    assert (state.phase, waits(state)) == ("challenge", "A")
    assert MODE.scores(played(state, "A accepts")) == (12, 6 + 7)
    state = played(state, "A doubts B")
    assert (state.ended, MODE.scores(state), lying(state, 1)) == ("played_out", (12, 6), "DO")


def test_v13_without_a_word_to_form_there_is_no_turn_more():
    state = table("TOVVQ", "DOGRAIN", kind="last", challenge="void")
    state = played(state, "A 8H TO", "B 8H RAIN")
    assert (state.ended, seen(state)["kind"]) == ("played_out", "last")


def test_v13_who_sat_the_last_round_out_has_not_the_one_more_turn():
    state = table(*CATS, kind="last", challenge="void").with_play(2, Play(kind="sits_out"))
    state = played(state, "A 8H CATS", "B 8H DO")
    assert waits(state) == "B"


def test_v13_a_round_lost_in_the_last_one_is_the_one_more_turn():
    state = played(table(*CATS[:2], kind="last"), "A 8H CATS", "B 8H DO", "A accepts", "B doubts A")
    assert (state.ended, MODE.scores(state)) == ("played_out", (12, 6))


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


def test_v13_it_ends_early_if_no_one_can_form_a_word():
    state = played(table("HMOLDIE", "HMRAINE", podium="VVJQCC", challenge="void"), "A 8H HM", "B 8H HM")
    short = [dataclasses.replace(seat, rack=()) for seat in state.seats]
    state = dataclasses.replace(state, seats=tuple(short), bag=())
    for tile in "VVJQCC":
        state = played(state, f"{waits(state)} takes {tile}")
    assert state.ended == "stuck"
    words = brute_force.WordList(english_words())
    for player in (0, 1):
        rows = ["".join(tile or "." for tile in row) for row in seen(state)["players"][player]["board"]]
        position = brute_force.Position(words, rows, rack(state, player))
        assert brute_force.all_moves(position) == set()


def test_v13_racks_of_one_tile_form_no_first_word():
    state = MODE.start(setup(MODE, 2, rack_size=1))
    assert (state.ended, MODE.winners(state)) == ("stuck", (0, 1))


def test_v13_it_ends_early_if_everybody_passes():
    state = played(table(*CATS), "A pass", "B pass")
    assert not state.ended
    assert played(state, "C pass").ended == "passes"


def test_v13_a_round_in_which_one_sits_out_and_the_others_pass_ends_nothing():
    state = table(*CATS).with_play(2, Play(kind="sits_out"))
    state = played(state, "A pass", "B pass")
    assert (state.ended, seen(state)["round"], waits(state)) == (None, 2, "ABC")


def test_v13_the_highest_total_wins_and_equal_ones_share_it():
    """Tiles that are left cost nothing."""
    state = played(table(*CATS, challenge="void"), "A 8H CAT", "B 8H DOG", "C pass")
    assert MODE.winners(state) is None
    state = played(filled(state), "A pass", "B pass", "C pass")
    assert (MODE.scores(state), MODE.winners(state)) == ((10, 10, 0), (0, 1))


# Other refusals, and settings that may be agreed


@pytest.mark.parametrize(
    ("act", "code"),
    [
        ("A 8H CAB", ("not_in_rack", "C2")),
        ("A 8H CTA", ("not_in_lexicon", "B4")),
        ("A doubts B", ("challenge_void", "C4")),
        ("A accepts", ("challenge_void", "C4")),
        ("A swaps B", ("scrabble_me_phase", "V13")),
        ("A takes E", ("scrabble_me_phase", "V13")),
        ({"act": "exchange", "player": 0, "tiles": "CAT"}, ("act_unknown", "V13")),
        ({"act": "pass", "player": 2}, ("no_such_player", "C2")),
        ({"act": "place", "player": 0, "word": "CAT"}, ("act_unreadable", "")),
        ({"act": "place", "player": 0, "ref": "8H", "word": "C4T"}, ("unknown_letter", "")),
        ({"act": "place", "player": 0, "ref": "9Z", "word": "CAT"}, ("reference_off_board", "")),
        ({"player": 0}, ("act_unreadable", "")),
    ],
)
def test_acts_that_the_round_does_not_have(act, code):
    assert refused(table(*CATS[:2], challenge="void"), act) == code


def test_who_has_played_plays_no_second_time():
    assert refused(played(table(*CATS[:2]), "A 8H CAT"), "A 8H CATS") == ("act_not_now", "V13")


@pytest.mark.parametrize("values", [{"from": "hat"}, {"from": "podium"}, {"from": "bag", "seed": 5}, {}])
def test_a_pick_says_where_from(values):
    state = played(table(*CATS[:2], challenge="void"), "A 8H CAT", "B pass")
    assert refused(state, {"act": "pick", "player": 0, "seed": "s", **values}) == ("act_unreadable", "")


def test_after_the_end_nothing_is_done():
    state = played(table(*CATS[:2]), "A pass", "B pass")
    for act in ("A 8H CAT", "B pass", "A doubts B", "A takes E"):
        assert refused(state, act) == ("scrabble_me_over", "V13")


def test_it_is_not_played_on_paper():
    with pytest.raises(EngineError, match="cannot be played that way") as caught:
        MODE.start(setup(MODE, 2, way="paper"))
    assert caught.value.rule == "V13"


@pytest.mark.parametrize("players", [1, 5])
def test_two_to_four_play(players):
    with pytest.raises(EngineError, match="2 to 4 players"):
        MODE.start(setup(MODE, people=tuple(map(Player, "ABCDE"[:players]))))


@pytest.mark.parametrize(
    "wrong",
    [
        {"rack_size": 0},
        {"rack_size": 16},
        {"bonuses": {"7": -1}},
        {"challenge": "double"},
        {"podium_tiles": 0},
        {"exchange_minimum": 7},
    ],
)
def test_settings_that_the_game_does_not_have(wrong):
    with pytest.raises(RuleSetError, match=next(iter(wrong))):
        read_settings(ScrabbleMeSettings, wrong)


# Games that began under an earlier version of the rules


def test_a_record_by_the_first_version_folds_as_it_was_played():
    """Its tiles were picked by score, and its one more turn belonged to who had passed."""
    record = json.loads((RECORDS / "refilled_by_score.json").read_text(encoding="utf-8"))
    sitting = setup(MODE, record["players"], seed=record["seed"], version=1, **record["settings"])
    state = replayed(MODE, sitting, record["acts"])
    assert list(MODE.scores(state)) == record["scores"]
    assert list(MODE.winners(state)) == record["winners"]
    with pytest.raises(EngineError):
        replayed(MODE, dataclasses.replace(sitting, version=None), record["acts"])


@pytest.mark.parametrize("version", [0, MODE.version + 1])
def test_a_version_that_the_program_does_not_know_is_refused(version):
    with pytest.raises(EngineError, match=f"version {version} of Scrabble Me") as caught:
        MODE.start(setup(MODE, 2, version=version))
    assert (caught.value.code, caught.value.rule) == ("mode_version_unknown", "V13")


def test_settings_are_kept():
    chosen = ScrabbleMeSettings(rack_size=8, bonuses={7: 40, 8: 60}, challenge="void", podium_tiles=4)
    assert read_settings(ScrabbleMeSettings, json.loads(json.dumps(settings_data(chosen)))) == chosen
    state = table(
        "TRAINERS", "TRAINOOO", challenge="void", rack_size=8, bonuses={7: 40, 8: 60}, podium_tiles=4
    )
    assert len(seen(state)["podium"]) == 8
    assert MODE.scores(played(state, "A 8B TRAINER", "B pass")) == (56, 0)
