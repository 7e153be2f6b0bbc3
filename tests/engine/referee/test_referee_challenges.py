"""Challenges (RULES C4)."""

import pytest

from engine.errors import EngineError
from engine.referee import apply, bad_words_of, challenge_by
from tests.engine.few_words import Words
from tests.engine.referee.playing import settings
from tests.engine.referee.rule_cases import GOOD, TRAIN, VOID, WORKED, scores
from tests.engine.referee.table import ENGLISH, act_of, play_script, start

FAILED = [
    ("single", {}, (14, 0), 1),
    ("double", {}, (14, 0), 0),
    ("5", {}, (14, -5), 1),
    ("10", {}, (14, -10), 1),
    ("5", {"go": "gained"}, (19, 0), 1),
    ("10", {"go": "gained", "points_for": "play"}, (24, 0), 1),
]


@pytest.mark.parametrize(("rule", "more", "expected", "turn"), FAILED)
def test_c4_a_challenge_that_fails(rule, more, expected, turn):
    state = play_script(start(settings=settings(rule, **more)), "A 8F HORN", "B challenges", lexicon=GOOD)
    assert (state.scores, state.to_move) == (expected, turn)
    assert state.sat_out == ((1,) if rule == "double" else ())
    assert not state.board.is_empty


@pytest.mark.parametrize(
    ("points_for", "words", "cost"),
    [("word", "", 15), ("word", " 1", 5), ("word", " 2", 10), ("play", "", 5), ("play", " 2", 5)],
)
def test_c4_points_for_each_word_or_for_the_play(points_for, words, cost):
    state = play_script(start(settings=settings("5", points_for)), *WORKED[:4], f"A challenges{words}")
    assert state.scores == (14 + 25 - cost, 9 + 16)  # MOB, NOT and BE


@pytest.mark.parametrize("rule", ["single", "double", "5", "10"])
@pytest.mark.parametrize("drawn_before", [True, False])
def test_c4_a_challenge_that_succeeds(rule, drawn_before):
    script = ["A rack HORNAEI", "A 8F HORN", *["A rack AEISSSZ"] * drawn_before]
    state = play_script(start(settings=settings(rule)), *script)
    assert state.bag_count == 82
    state = play_script(state, "B upholds")
    assert (state.scores, state.to_move, state.bag_count) == ((0, 0), 1, 86)
    assert state.board.is_empty
    assert state.seats[0].known == ENGLISH.encode_rack("HORNAEI")


@pytest.mark.parametrize(("told", "seen"), [([], "HNOR"), (["A rack QH"], "HNOQR")])
def test_c4_the_tiles_of_a_play_that_came_off_are_known_to_all(told, seen):
    state = play_script(start(), *told, "A 8F HORN", "B upholds")
    assert state.seats[0].known == ENGLISH.encode_rack(seen)


def test_c4_all_words_of_a_play_are_judged_together():
    lexicon = Words("HORN", "HORNS", "SAT")
    state = play_script(start(), "A 8F HORN", "B J8 SAT", lexicon=lexicon)
    assert not challenge_by(state, 0, lexicon).upheld
    state = play_script(start(), "A 8F HORN", "B J8 SIT", lexicon=lexicon)
    assert bad_words_of(state, lexicon) == ("SIT",)
    state = apply(state, challenge_by(state, 0, lexicon), lexicon)
    assert (state.scores, state.to_move) == ((14, 0), 0)


@pytest.mark.parametrize("challenger", ["B", "C", "D"])
def test_c4_who_lost_a_turn_sits_it_out_when_it_comes(challenger):
    state = play_script(start(4), TRAIN, f"{challenger} challenges")
    for letter in "BCDA":
        if letter != challenger:
            assert state.to_move == "ABCD".index(letter)
            state = play_script(state, f"{letter} pass")
    assert state.to_move == 1


def test_c4_overtime_between_play_and_challenge_stays():
    assert scores(TRAIN, "A overtime 10", "B upholds") == (-10, 0)


def test_c4_without_challenges_there_is_nothing_to_lose():
    state = start(settings=VOID)
    with pytest.raises(EngineError, match="Not in the lexicon: HORNE"):
        apply(state, act_of("A 8F HORNE"), GOOD)
    assert play_script(state, "A 8F HORN", lexicon=GOOD).scores == (14, 0)
