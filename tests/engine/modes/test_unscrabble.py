"""Un-Scrabble: a named test for each sentence of RULES V10, and its refusals."""

from dataclasses import replace

import pytest

from engine.errors import EngineError, RuleSetError
from engine.modes.unscrabble.mode import UnscrabbleSettings
from engine.rules.game_settings import read_settings, settings_data
from tests.engine.modes.unscrabble_table import (
    MODE,
    PLAYERS,
    game,
    play_turns,
    refusal_of,
    remove,
    setup_of,
    tiles_on,
)
from tests.oracles.removals import word_of, words_on
from tests.oracles.scorer import english_words

# The sentences of the rule


def test_v10_it_begins_from_a_finished_board():
    state = game("CAT CATS", "CATS")
    assert tiles_on(state) == {(0, 0): "C", (0, 1): "A", (0, 2): "T", (0, 3): "S"}
    assert MODE.scores(state) == (0, 0)


def test_v10_without_a_board_the_engine_plays_a_game_to_its_end():
    """The engine plays tops from the seed: the board has so many tiles that nobody could go on for long."""
    board = tiles_on(MODE.start(setup_of(seed="1")))
    assert len(board) > 90
    assert {word_of(board, run) for run in words_on(board)} <= english_words()
    assert tiles_on(MODE.start(setup_of(seed="1"))) == board
    assert tiles_on(MODE.start(setup_of(seed="2"))) != board


def test_v10_players_take_turns():
    state = game("CATS CAT AT", "CATS", players=3)
    assert MODE.waits_for(state) == (0,)
    assert refusal_of(state, remove(1, "D1")) == ("unscrabble_turn", "V10")
    state = play_turns(state, "D1")
    assert MODE.waits_for(state) == (1,)
    assert refusal_of(state, remove(0, "A1")) == ("unscrabble_turn", "V10")
    state = play_turns(state, "A1")
    assert MODE.waits_for(state) == (2,)


def test_v10_one_to_six_tiles_are_removed():
    state = game("TELLERS TELLER", "TELLERS")
    assert refusal_of(state, remove(0, "")) == ("removal_nothing", "V10")
    assert refusal_of(state, remove(0, "A1 B1 C1 D1 E1 F1 G1")) == ("removal_too_many", "V10")
    state = play_turns(state, "G1")
    assert MODE.scores(state) == (1, 0)
    assert MODE.scores(play_turns(state, "A1 B1 C1 D1 E1 F1")) == (1, 6)


def test_v10_the_tiles_are_of_one_word():
    state = game("CAT CATS SO", "CATS", "...O")
    assert refusal_of(state, remove(0, "A1 D2")) == ("removal_not_one_word", "V10")
    assert MODE.scores(play_turns(state, "D1 D2")) == (2, 0)


def test_v10_two_words_in_one_row_are_not_one_word():
    state = game("AN BE ANT ELK THANK", "AN.BE", "N...L", "THANK")
    assert refusal_of(state, remove(0, "A1 D1")) == ("removal_not_one_word", "V10")


def test_v10_tiles_of_one_word_need_not_lie_side_by_side():
    assert MODE.shown(play_turns(game("CATS AT", "CATS"), "A1 D1"), None)["turns"] == [
        {"player": 0, "squares": ["A1", "D1"], "tiles": ["C", "S"], "score": 4}
    ]


def test_v10_good_words_are_left():
    state = game("CATS CAT SO", "CATS", "...O")
    with pytest.raises(EngineError, match="not in the lexicon: ATS"):
        MODE.apply(state, remove(0, "A1"))
    assert refusal_of(state, remove(0, "A1")) == ("removal_bad_words", "V10")


def test_v10_words_across_the_one_that_loses_tiles_are_left_good():
    picture = (".C", ".A", "ATES")
    with pytest.raises(EngineError, match="not in the lexicon: CA\\.") as caught:
        MODE.apply(game("CAT ATES ATE ES", *picture), remove(0, "B3"))
    assert caught.value.rule == "V10"
    assert refusal_of(game("CAT ATES ATE ES CA", *picture), remove(0, "B3"))[0] == "removal_not_connected"


def test_v10_connected_words_are_left():
    state = game("AT TON NO", "AT", ".O", ".NO")
    assert refusal_of(state, remove(0, "B2")) == ("removal_not_connected", "V10")


def test_v10_a_word_may_fall_apart_into_words_that_others_connect():
    state = game("ATONE AT NE ANT ELK THANK", "ATONE", "N...L", "THANK")
    assert MODE.scores(play_turns(state, "C1")) == (1, 0)


def test_v10_one_tile_left_is_no_word():
    assert refusal_of(game("AT", "AT"), remove(0, "A1")) == ("removal_one_left", "V10")


def test_v10_a_word_that_stood_at_the_end_of_the_game_stands_until_a_removal_changes_it():
    state = game("SO CAT", "CATTS", "....O")
    assert MODE.scores(play_turns(state, "E2")) == (1, 0)
    assert refusal_of(state, remove(0, "E1"))[0] == "removal_bad_words"


def test_v10_each_scores_the_face_value_removed():
    """There are no premiums, and a blank is worth nothing."""
    state = play_turns(game("QUIZZED ZED", "QUIZzED"), "A1 B1 C1 D1")
    assert MODE.scores(state) == (10 + 1 + 1 + 10, 0)
    assert MODE.scores(play_turns(state, "E1 F1 G1")) == (22, 0 + 1 + 2)


def test_v10_it_ends_when_the_board_is_empty():
    state = play_turns(game("CATS", "CATS"), "A1 B1 C1 D1")
    assert tiles_on(state) == {}
    shown = MODE.shown(state, None)
    assert (shown["over"], shown["ended"], shown["waits_for"]) == (True, "empty", [])


def test_v10_it_ends_when_no_removal_is_possible():
    """At most six of seven tiles can go, and a single tile is no word."""
    state = play_turns(game("RETAINS SO", "RETAINS", "......O"), "G2")
    shown = MODE.shown(state, None)
    assert (shown["over"], shown["ended"], shown["winners"]) == (True, "stuck", [0])
    assert len(tiles_on(state)) == 7


def test_v10_a_board_without_a_possible_removal_is_a_game_that_is_over():
    state = game("RETAINS", "RETAINS")
    assert MODE.winners(state) == (0, 1)
    assert refusal_of(state, remove(0, "A1")) == ("unscrabble_over", "V10")


def test_v10_the_highest_score_wins_and_equal_ones_share_it():
    state = game("ATES AT ATE", "ATES")
    assert MODE.winners(state) is None
    assert MODE.winners(play_turns(state, "D1", "A1 B1 C1")) == (1,)
    assert MODE.winners(play_turns(state, "C1 D1", "A1 B1")) == (0, 1)


# Other refusals, and settings that may be agreed


def test_nobody_passes_unless_it_is_agreed():
    turn = {"act": "pass", "player": 0}
    assert refusal_of(game("CATS", "CATS"), turn) == ("unscrabble_no_pass", "V10")
    state = game("CATS CAT AT", "CATS", may_pass=True)
    state = MODE.apply(MODE.apply(state, turn), remove(1, "D1"))
    state = MODE.apply(state, turn)
    assert MODE.winners(state) is None
    state = MODE.apply(state, {"act": "pass", "player": 1})
    assert (MODE.shown(state, None)["ended"], MODE.winners(state)) == ("passes", (1,))


def test_squares_without_tiles_and_squares_named_twice():
    state = game("CATS CAT", "CATS")
    assert refusal_of(state, remove(0, "D1 O15")) == ("removal_square_empty", "V10")
    assert refusal_of(state, remove(0, "D1 1D")) == ("removal_square_twice", "V10")


@pytest.mark.parametrize(
    ("act", "code"),
    [
        ({"act": "place", "player": 0, "ref": "8H", "word": "CAT"}, ("act_unknown", "V10")),
        ({"player": 0}, ("act_unreadable", "")),
        ({"act": "remove", "player": 2, "squares": ["D1"]}, ("no_such_player", "C2")),
        ({"act": "remove", "player": True, "squares": ["D1"]}, ("act_unreadable", "")),
        ({"act": "remove", "player": 0}, ("act_unreadable", "")),
        ({"act": "remove", "player": 0, "squares": "D1"}, ("act_unreadable", "")),
        ({"act": "remove", "player": 0, "squares": [1]}, ("act_unreadable", "")),
        ({"act": "remove", "player": 0, "squares": ["Z1"]}, ("reference_off_board", "")),
        ({"act": "remove", "player": 0, "squares": ["?"]}, ("bad_reference", "")),
    ],
)
def test_acts_that_say_nothing(act, code):
    assert refusal_of(game("CATS CAT", "CATS"), act) == code


def test_after_the_end_nothing_is_removed():
    state = play_turns(game("CATS", "CATS"), "A1 B1 C1 D1")
    assert refusal_of(state, remove(1, "A1")) == ("unscrabble_over", "V10")
    assert refusal_of(state, {"act": "pass", "player": 1}) == ("unscrabble_over", "V10")


@pytest.mark.parametrize("players", [1, 5])
def test_two_to_four_play(players):
    with pytest.raises(EngineError, match="2 to 4 players") as caught:
        MODE.start(setup_of(players) if players < 5 else replace(setup_of(4), players=PLAYERS + PLAYERS[:1]))
    assert caught.value.rule == "C2"


def test_a_setting_that_the_game_does_not_have_is_refused():
    with pytest.raises(RuleSetError, match="rack_size"):
        read_settings(UnscrabbleSettings, {"rack_size": 7})
    with pytest.raises(RuleSetError, match="may_pass"):
        read_settings(UnscrabbleSettings, {"may_pass": 1})
    with pytest.raises(RuleSetError, match="at most 100000 characters"):
        UnscrabbleSettings(board="." * 100_001)
    chosen = UnscrabbleSettings(board="x", may_pass=True)
    assert read_settings(UnscrabbleSettings, settings_data(chosen)) == chosen
