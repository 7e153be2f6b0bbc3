"""Tiles on the board that change places: V4 to V6, a case for each sentence of the rules."""

from collections import Counter

import pytest

from engine.referee import ClassicSettings, apply, bad_words_of, challenge_by, pool
from tests.engine.few_words import Words
from tests.engine.referee.table import ENGLISH, act_of, play_script, refusal_of, start, with_settings

# V4

REARRANGING = {"rearranging": True, "challenge": "single"}
CROSSED = ("A 8F HORN", "B H6 FARM")


def rearranging(*script, lexicon=None, **others):
    return play_script(with_settings(**REARRANGING | others), *script, lexicon=lexicon)


def test_v4_the_letters_of_a_word_are_rearranged_before_tiles_are_added():
    state = rearranging("A 8G AT", "B 8G TAR after 8G TA")
    assert state.board.rows(ENGLISH)[7] == "......TAR......"
    assert state.bag_count == 83


def test_v4_premiums_under_the_old_word_do_not_count():
    assert rearranging("A 8G AT", "B 8G TAR after 8G TA").scores == (4, 3)


def test_v4_words_changed_only_by_the_rearranging_score_nothing():
    state = rearranging(*CROSSED, "A 8F HRONS after 8F HRON")
    assert state.scores == (14 + 4 + 1 + 1 + 1 + 1, 9)
    assert [ENGLISH.decode(word.word) for word in state.play.words] == ["HRONS"]
    assert [(ENGLISH.decode(word.word), word.score) for word in state.play.rearranged] == [("FAOM", 0)]


def test_v4_words_of_the_added_tiles_across_score_as_usual():
    state = rearranging("A 8G AT", "B G8 TO after 8G TA")
    assert state.scores == (4, 1 + 2)
    assert [ENGLISH.decode(word.word) for word in state.play.rearranged] == ["TA"]


@pytest.mark.parametrize(
    ("lexicon", "bad"),
    [
        (("HRONS", "FAOM"), ()),
        (("HRONS",), ("FAOM",)),
        (("FAOM",), ("HRONS",)),
        (("HORN", "FARM"), ("HRONS", "FAOM")),
    ],
)
def test_v4_all_final_words_are_judged_together_on_a_challenge(lexicon, bad):
    state = rearranging(*CROSSED, "A 8F HRONS after 8F HRON")
    words = Words(*lexicon)
    assert bad_words_of(state, words) == bad
    challenge = challenge_by(state, 1, words)
    assert challenge.upheld is bool(bad)
    after = apply(state, challenge, words)
    before = rearranging(*CROSSED)
    assert (after.board == before.board, after.scores == before.scores) == (bool(bad), bool(bad))


def test_v4_a_word_crossing_a_letter_that_stays_is_not_judged_again():
    state = rearranging("A 8F HORN", "B F8 HA", "A 8F HRONS after 8F HRON")
    assert state.play.rearranged == ()


def test_v4_where_words_are_looked_up_bad_final_words_are_refused():
    words = Words("HORN", "FARM", "HRONS", "FAR", "HO")
    state = play_script(with_settings(rearranging=True, challenge="void"), *CROSSED, lexicon=words)
    assert refusal_of(state, "A 8F HRONS after 8F HRON", words) == ("not_in_lexicon", "B4")
    assert apply(state, act_of("A 8F HRONS after 8F HRON"), Words("HRONS", "FAOM")).turns == 3


def test_v4_the_word_alone_need_not_be_good_before_tiles_are_added():
    words = Words("AT", "TAR")
    state = play_script(with_settings(rearranging=True, challenge="void"), "A 8G AT", lexicon=words)
    assert apply(state, act_of("B 8G TAR after 8G TA"), words).turns == 2


@pytest.mark.parametrize(
    ("script", "act", "code", "rule"),
    [
        (CROSSED, "A 8F HRONS after 8F HROM", "rearranged_tiles", "V4"),
        (CROSSED, "A 8F HORNS after 8F HORN", "rearranged_tiles", "V4"),
        (CROSSED, "A 8F OHRNS after 8F OHR", "rearranged_no_word", "V4"),
        (CROSSED, "A 8G RONS after 8G RON", "rearranged_no_word", "V4"),
        (CROSSED, "A 1A AT after 1A TA", "rearranged_no_word", "V4"),
        (CROSSED, "A 6H FA after 8F HRON", "rearranged_unused", "V4"),
        (("A 8F HoRN", "B H6 FARM"), "A 8F HROnS after 8F HROn", "rearranged_tiles", "V4"),
        (CROSSED, "A 8F HORNS after 8F HRON", "square_taken", "B4"),
        (CROSSED, "A 8F HRON after 8F HRON", "no_tile_played", "B4"),
    ],
)
def test_v4_what_cannot_be_rearranged(script, act, code, rule):
    assert refusal_of(rearranging(*script), act) == (code, rule)


def test_v4_a_blank_keeps_its_letter():
    state = rearranging("A 8F HoRN", "B 8F HRoNS after 8F HRoN")
    assert state.board.rows(ENGLISH)[7] == ".....HRoNS....."
    assert state.scores[1] == 4 + 1 + 0 + 1 + 1


def test_v4_a_play_that_comes_off_puts_the_old_word_back():
    state = rearranging(*CROSSED, "A 8F HRONS after 8F HRON", "B upholds")
    assert state.board == rearranging(*CROSSED).board
    assert state.scores == (14, 9)


def test_v4_only_where_it_is_agreed():
    assert refusal_of(start(), "A 8F HORN after 8F NORH") == ("rearranged_no_word", "V4")
    assert refusal_of(play_script(start(), *CROSSED), "A 8F HRONS after 8F HRON") == ("rearranging_off", "V4")


def test_v4_challenged_for_points_the_rearranged_words_count():
    points = {"challenge": "points", "challenge_points": 5, "rearranging": True}
    state = rearranging(*CROSSED, "A 8F HRONS after 8F HRON", "B challenges", **points)
    assert state.scores == (22, 9 - 10)
    assert rearranging(*CROSSED, "A 8F HRONS after 8F HRON", "B challenges 1", **points).scores == (22, 4)


# V5

LETTERS = {"recycling_letters": True}
PAIR = ("A 8G AT", "B H7 OTO")
GOOD = Words("AT", "OTO", "OHO", "AH", "IT", "BAT", "BATE", "EAT")


def recycling(*script, lexicon=None, **settings):
    return play_script(with_settings(**settings or LETTERS), *script, lexicon=lexicon)


def test_v5_a_letter_is_swapped_for_one_of_ones_own():
    state = recycling("A 8G AT", "B rack IEEEEEE", "B swaps G8=I", lexicon=GOOD)
    assert state.board.rows(ENGLISH)[7] == "......IT......."
    assert Counter(state.seats[1].known) == Counter(ENGLISH.encode_rack("AEEEEEE"))


def test_v5_it_scores_nothing_and_the_turn_goes_on():
    state = recycling("A 8G AT", "B swaps G8=I", lexicon=GOOD)
    assert (state.scores, state.to_move, state.turns) == ((4, 0), 1, 1)
    assert play_script(state, "B 8F BIT").scores == (4, 3 + 1 + 1)


def test_v5_each_swap_leaves_good_words_both_ways():
    state = recycling(*PAIR)
    assert refusal_of(state, "A swaps H8=H", Words("AH")) == ("recycle_not_good", "V5")
    assert refusal_of(state, "A swaps H8=H", Words("OHO")) == ("recycle_not_good", "V5")
    after = apply(state, act_of("A swaps H8=H"), GOOD)
    assert after.board.rows(ENGLISH)[7] == "......AH......."


def test_v5_a_tile_that_is_not_held_looks_no_word_up():
    """Or else refusals tell for nothing which words are good."""
    state = recycling("A 8G AT", "B rack AAAAAAA")
    for words in (Words("AT", "IT"), Words("AT")):
        assert refusal_of(state, "B swaps G8=I", words)[0] == "not_in_rack"


@pytest.mark.parametrize("challenge", ["void", "single", "double", "points"])
def test_v5_words_are_looked_up_whatever_the_challenge_rule(challenge):
    state = recycling("A 8G AT", recycling_letters=True, challenge=challenge)
    assert refusal_of(state, "B swaps G8=E", GOOD) == ("recycle_not_good", "V5")


def test_v5_several_letters_may_be_swapped_but_each_square_once_in_a_turn():
    state = recycling("A 8G AT", "B swaps G8=I", "B swaps H8=D")
    assert refusal_of(state, "B swaps G8=A") == ("recycle_twice", "V5")
    assert play_script(state, "B pass", "A swaps G8=A").to_move == 0


def test_v5_the_play_before_can_no_longer_be_challenged():
    state = recycling("A 8G AT", "B swaps G8=I", lexicon=GOOD)
    assert refusal_of(state, "B upholds") == ("challenge_nothing", "C4")


def test_v5_before_playing_means_in_ones_own_turn():
    assert refusal_of(recycling("A 8G AT"), "A swaps G8=I") == ("not_your_turn", "C2")
    over = play_script(start(settings=ClassicSettings(**LETTERS)), *["A pass", "B pass"] * 2)
    assert refusal_of(over, "A swaps G8=I") == ("turn_after_passes", "C5")


@pytest.mark.parametrize(
    ("act", "code", "rule"),
    [
        ("B swaps G9=I", "recycle_nothing", "V5"),
        ("B swaps G8=A", "recycle_same", "V5"),
        ("B swaps G8=?", "recycle_with_blank", "V5"),
        ("B swaps G8=Z", "not_in_rack", "C2"),
    ],
)
def test_v5_what_cannot_be_swapped(act, code, rule):
    assert refusal_of(recycling("A 8G AT", "B rack IEEEEEE"), act) == (code, rule)


@pytest.mark.parametrize("settings", [{}, {"recycling_blanks": True}])
def test_v5_only_where_it_is_agreed(settings):
    state = play_script(start(settings=ClassicSettings(**settings)), "A 8G AT")
    assert refusal_of(state, "B swaps G8=I") == ("recycling_letters_off", "V5")


# V6

BLANKS = {"recycling_blanks": True}


def test_v6_the_real_letter_is_swapped_for_a_blank():
    state = recycling("A 8G aT", "B rack AEEEEEE", "B swaps G8=A", **BLANKS)
    assert state.board.rows(ENGLISH)[7] == "......AT......."
    assert Counter(state.seats[1].known) == Counter(ENGLISH.encode_rack("?EEEEEE"))
    assert (state.scores, state.to_move) == ((2, 0), 1)


def test_v6_both_blanks_if_one_can():
    state = recycling("A 8G at", "B rack ATEEEEE", "B swaps G8=A", "B swaps H8=T", **BLANKS)
    assert Counter(state.seats[1].known) == Counter(ENGLISH.encode_rack("??EEEEE"))
    assert pool(state)[0] == 0


def test_v6_the_blank_taken_is_played_in_the_same_turn():
    state = recycling("A 8G aT", "B rack AEEEEEE", "B swaps G8=A", "B 8F bAT", **BLANKS)
    assert state.scores == (2, 2)


def test_v6_only_the_letter_that_the_blank_stands_for():
    assert refusal_of(recycling("A 8G aT", **BLANKS), "B swaps G8=E") == ("recycle_other_letter", "V6")
    assert refusal_of(recycling("A 8G aT", **BLANKS), "B swaps G8=?") == ("recycle_other_letter", "V6")


@pytest.mark.parametrize("settings", [{"recycling_letters": True}, {"theme": "sea"}])
def test_v6_only_where_it_is_agreed(settings):
    state = play_script(start(settings=ClassicSettings(**settings)), "A 8G aT")
    assert refusal_of(state, "B swaps G8=A") == ("recycling_blanks_off", "V6")


def test_v6_at_the_start_of_a_turn_so_the_play_before_stands():
    state = recycling("A 8G aT", "B swaps G8=A", **BLANKS)
    assert refusal_of(state, "B upholds") == ("challenge_nothing", "C4")
