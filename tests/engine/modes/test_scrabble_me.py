"""Rounds of Scrabble Me: a named test for each sentence of RULES V13 on plays, podium, refill and swaps."""

import dataclasses

import pytest

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


@pytest.mark.parametrize("players", [2, 3, 4])
def test_v13_two_to_four_players_have_a_board_each(players):
    state = MODE.start(setup(MODE, players))
    assert [player["held"] for player in view_of(state)["players"]] == [7] * players
    assert all(tiles_on(state, player) == "" for player in range(players))
    state = table(*CATS[:2], challenge="void")
    state = play_script(state, "A 8H CAT", "B 8H DOG")
    assert (tiles_on(state, 0), tiles_on(state, 1)) == ("CAT", "DOG")


@pytest.mark.parametrize("order", ["ABC", "CAB", "BCA"])
def test_v13_all_play_a_round_at_the_same_time(order):
    """The order in which plays are sent does not matter."""
    plays = {"A": "A 8H CAT", "B": "B 8H DOG", "C": "C 8H PIG"}
    state = table(*CATS)
    assert waiting_players(state) == "ABC"
    state = play_script(state, *(plays[player] for player in order))
    assert state == play_script(table(*CATS), *plays.values())
    assert state.phase == "challenge"


def test_v13_a_play_is_told_to_nobody_else_before_all_have_played():
    """The view of others and of the room is the same for any play, even for none."""
    placed, other, passed = (
        play_script(table(*CATS), f"A {what}") for what in ("8H CAT", "8D SCOLD", "pass")
    )
    for viewer in (None, 1, 2):
        assert view_of(placed, viewer) == view_of(other, viewer) == view_of(passed, viewer)
        assert view_of(placed, viewer)["plays"] is None
    assert view_of(placed, 0)["play"]["word"] == "CAT"
    after = view_of(play_script(placed, "B 8H DOG", "C pass"))
    assert [(play["player"], play["kind"], play["ref"], play["word"]) for play in after["plays"]] == [
        (0, "place", "8H", "CAT"),
        (1, "place", "8H", "DOG"),
        (2, "pass", "", ""),
    ]


def test_v13_it_is_scored_as_usual():
    """B5 and B6: premiums and the bonus."""
    state = play_script(table("TRAINER", "TRAINOO"), "A 8B TRAINER", "B 8D TRAIN")
    assert MODE.scores(state) == (66, 12)


def test_v13_a_first_word_covers_the_centre_and_later_ones_touch_the_board():
    state = table(*CATS[:2], challenge="void")
    assert refusal_of(state, "A 1A CAT") == ("not_on_centre", "B3")
    state = refill_all(play_script(state, "A 8H CAT", "B 8H DOG"))
    assert refusal_of(state, "A 1A OLD") == ("not_connected", "B3")


def test_v13_three_tiles_a_player_lie_face_up_on_the_podium():
    for players in (2, 3, 4):
        assert len(view_of(MODE.start(setup(MODE, players)), None)["podium"]) == 3 * players
    podium = view_of(MODE.start(setup(MODE, 2, podium_tiles=5)), 1)["podium"]
    assert len(podium) == 10
    assert podium == view_of(MODE.start(setup(MODE, 2, podium_tiles=5)), 0)["podium"]


def test_v13_the_lowest_score_of_the_round_picks_first():
    state = play_script(table(*CATS, challenge="void"), "A 8H CATS", "B 8H DO", "C 8H PIG")
    assert [play["score"] for play in view_of(state)["plays"]] == [12, 6, 12]
    assert waiting_players(state) == "B"


def test_v13_among_equal_scores_the_word_with_the_letter_nearest_to_a_is_first():
    state = play_script(table("DOGRAIN", "CATSOLD", challenge="void"), "A 8H DOG", "B 8H CAT")
    assert [play["score"] for play in view_of(state)["plays"]] == [10, 10]
    assert view_of(state)["picking"] == [1, 0]


def test_v13_a_blank_counts_as_the_letter_it_stands_for_there():
    state = play_script(table("DOGRAIN", "C?TSOLD", challenge="void"), "A 8H DO", "B 8H TaO")
    assert [play["score"] for play in view_of(state)["plays"]] == [6, 4]
    state = play_script(table("NOTRAIN", "C?TSOLD", challenge="void"), "A 8H TO", "B 8H TaO", "B swaps A")
    assert [play["score"] for play in view_of(state)["plays"]] == [4, 4]
    assert view_of(state)["picking"] == [1, 0]


def test_v13_equal_nearest_letters_are_told_apart_by_the_next_nearest():
    """Compare A, C, T with A, C, N; a word without further letters comes first."""
    state = play_script(table("CATSOLD", "CANEIOU", challenge="void"), "A 8H CAT", "B 8H CAN")
    assert view_of(state)["picking"] == [1, 0]
    state = play_script(table("?EARING", "AEIOUST", challenge="void"), "A 8H EAt", "B 8H AE", "A swaps B")
    assert [play["score"] for play in view_of(state)["plays"]] == [4, 4]
    assert view_of(state)["picking"] == [1, 0]


def test_v13_equal_letters_are_told_apart_by_the_lower_total_and_then_by_the_seat():
    plays = ("A 8H TEA", "B 8H ATE")
    state = table("ATEIOUS", "ATEIOUL", challenge="void")
    assert view_of(play_script(state, *plays))["picking"] == [0, 1]
    ahead = state.with_seat(0, dataclasses.replace(state.seats[0], score=50))
    assert view_of(play_script(ahead, *plays))["picking"] == [1, 0]


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
    """They pick one tile at a time, and not by score."""
    state = play_script(table("DOGRAIN", "CATSOLD", "PIGLETS", challenge="void"), *plays)
    picked = ""
    while state.phase == "refill":
        picked += waiting_players(state)
        state = play_script(state, f"{waiting_players(state)} draws")
    assert picked == order


def test_v13_around_a_table_of_four_the_last_seat_is_followed_by_the_first():
    racks = ("DOGRAIN", "CATSOLD", "PIGLETS", "HATERIN")
    state = play_script(table(*racks, challenge="void"), "A 8H DOG", "B 8H CATS", "C 8H TI", "D 8H HATE")
    assert view_of(state)["picking"] == [2, 3, 0, 1]


def test_v13_they_pick_from_podium_or_bag():
    state = play_script(table(*CATS[:2], podium="EEEE?Z", challenge="void"), "A 8H CAT", "B pass")
    bag = view_of(state)["bag"]
    state = play_script(state, "A takes ?")
    assert (rack_of(state, 0), view_of(state)["bag"]) == ("?DLOS", bag)
    assert [item["tile"] for item in view_of(state)["podium"]] == ["E", "E", "E", "E", "Z"]
    state = play_script(state, "A draws")
    assert (len(rack_of(state, 0)), view_of(state)["bag"]) == (6, bag - 1)
    assert len(view_of(state)["podium"]) == 5
    assert refusal_of(state, "A takes Q") == ("scrabble_me_not_on_podium", "V13")
    assert refusal_of(state, "A takes EE") == ("scrabble_me_not_on_podium", "V13")


def test_v13_then_the_podium_is_refilled():
    state = play_script(table(*CATS[:2], podium="EEEE?Z", challenge="void"), "A 8H CAT", "B pass")
    bag = view_of(state)["bag"]
    state = play_script(state, "A takes ?", "A takes Z", "A takes E")
    assert (state.phase, view_of(state)["round"]) == ("play", 2)
    assert (len(view_of(state)["podium"]), view_of(state)["bag"]) == (6, bag - 3)


def test_v13_a_player_who_used_a_blank_must_swap_boards_with_an_opponent():
    """The player chooses the opponent, before tiles are picked."""
    state = play_script(table("CAT?OLD", *CATS[1:], challenge="void"), "A 8H CAt", "B 8H DOG", "C 8H PIG")
    assert (state.phase, waiting_players(state)) == ("swap", "A")
    assert refusal_of(state, "A takes E") == ("scrabble_me_phase", "V13")
    assert refusal_of(state, "A swaps A") == ("scrabble_me_swap_self", "V13")
    assert refusal_of(state, {"act": "swap", "player": 0, "with": 3}) == ("no_such_player", "C2")
    state = play_script(state, "A swaps C")
    assert [tiles_on(state, player) for player in range(3)] == ["PIG", "DOG", "CAt"]
    assert MODE.scores(state) == (8, 10, 12)
    assert state.phase == "refill"


def test_v13_of_two_who_used_a_blank_in_one_round_the_lower_scorer_swaps_last():
    racks = ("DOG?RIN", "CAT?OLD", "PIGLETS")
    state = play_script(table(*racks, challenge="void"), "A 8H DOg", "B 8H CATs", "C pass")
    assert [play["score"] for play in view_of(state)["plays"]] == [6, 10, 0]
    assert view_of(state)["swapping"] == [1, 0]
    state = play_script(state, "B swaps C", "A swaps C")
    assert [tiles_on(state, player) for player in range(3)] == ["CATs", "", "DOg"]
    assert view_of(state)["swaps"] == [[1, 2], [0, 2]]


def test_v13_when_the_bag_is_out_the_podium_alone_refills():
    state = play_script(table(*CATS[:2], podium="ZJXQVV", bag="EE", challenge="void"), "A 8H CAT", "B 8H DOG")
    state = play_script(state, "A draws", "B draws")
    assert view_of(state)["bag"] == 0
    assert refusal_of(state, "A draws") == ("scrabble_me_bag_out", "V13")
    state = play_script(state, "A takes Z", "B takes J", "A takes X", "B takes Q")
    assert (rack_of(state, 0), rack_of(state, 1)) == ("DELOSXZ", "AEIJNQR")
    assert [item["tile"] for item in view_of(state)["podium"]] == ["V", "V"]
    assert state.phase == "play"


def test_v13_where_the_podium_is_out_too_racks_stay_short():
    state = play_script(table(*CATS[:2], podium="ZJ", bag="", challenge="void"), "A 8H CAT", "B 8H DOG")
    state = play_script(state, "A takes Z", "B takes J")
    assert (state.phase, rack_of(state, 0), rack_of(state, 1)) == ("play", "DLOSZ", "AIJNR")


def test_v13_who_has_no_tiles_left_passes_by_itself():
    state = table("CAT", "DOG", podium="V", bag="", rack_size=3, challenge="void")
    state = play_script(state, "A 8H CAT", "B 8H DO", "B takes V")
    assert (view_of(state)["kind"], waiting_players(state), rack_of(state, 0)) == ("last", "B", "")
    state = play_script(state, "B 8H DOG")
    assert [play["kind"] for play in view_of(state)["rounds"][1]["plays"]] == ["pass", "place"]
    assert state.ended == "played_out"  # the extra turn was B's, who has no word with a V
