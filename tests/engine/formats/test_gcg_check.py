"""Games in GCG, checked against the rules of the game."""

import pytest

from engine.lexicon import build_lexicon
from engine.referee.gcg.reader import check
from tests.engine.formats.gcg_game import ENGLISH, GAME, parse


def problems(text, lexicon=None, tiles=ENGLISH):
    """Return the faults and remarks of a text, by line."""
    return {
        checked.event.line: sorted(map(str, [*checked.faults, *checked.remarks]))
        for checked in check(parse(text, tiles), tiles, lexicon)
        if checked.faults or checked.remarks
    }


def test_a_game_that_holds():
    checked = list(check(parse(GAME), ENGLISH))
    assert [one.found for one in checked] == [14, 9, 25, 0, 16, -16, 13, 5, 0, 0, 0, 0, 0, -10, -7, -16]
    assert not any(one.faults for one in checked)


KEPT = "Left-over tiles are missing from the rack: {}."
ANN = "It is the turn of Ann Marsh."
NOT_YET = "The game is not at its end: tiles can be exchanged, for the bag has 71."


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("HORN +14 14", "HORN +15 15", {6: ["The score is 14, not 15."], 8: ["The total is 40, not 39."]}),
        ("HORN +14 14", "HORN +14 15", {6: ["The total is 14, not 15."], 8: ["The total is 40, not 39."]}),
        ("HORN +14 14", "HORN +15 14", {6: ["The score is 14, not 15.", "The total is 15, not 14."]}),
        ("HORNAAB", "HRNAABE", {6: ["Not on the rack: O."]}),
        ("HORNAAB", "HORNQQE", {6: ["Not enough left in the bag: Q."], 8: [KEPT.format("QQ")]}),
        ("HORNAAB", "HORNAAC", {8: [KEPT.format("C")]}),
        ("HORNAAB", "HORNAABC", {6: ["The rack has 8 tiles, the most is 7."]}),
        ("?BTQ", "BITQ", {14: ["Not on the rack: ?."]}),
        ("-IIU +0", "-III +0", {11: ["Not on the rack: I."], 22: [KEPT.format("U")]}),
        ("-IIU +0 9", "-IIU +3 12", {11: ["The score is 0, not 3."], 14: ["The total is 25, not 22."]}),
        ("-- -16", "-- -9", {13: ["The score is -16, not -9.", "The total is 46, not 39."]}),
        (
            ">Ann: OBM -- -16 39",
            ">Bo: QZ -- -16 -7",
            {
                13: ["There is no move of this player to withdraw."],
                14: ["The total is 6, not 22."],
                16: ["Not enough left in the bag: B.", "The total is 55, not 39."],
            },
        ),
        (">Ann: OBM -- -16 39\n", "", {15: ["Not enough left in the bag: B.", "The total is 55, not 39."]}),
        (">Bo: Q (challenge) +5 27\n", "", {16: ["The total is 22, not 27."]}),
        (">Ann: OBM -2 +0 39", ">Bo: -2 +0 27", {16: [ANN], 17: [ANN], 22: [KEPT.format("BM")]}),
        (
            "-2 +0 39\n>Bo: Q -",
            "-2 +0 39\n>Bo: Q (challenge)",
            {17: ["There is no move to challenge."], 18: ["It is the turn of Bo Ek."], 22: [NOT_YET]},
        ),
        (">Ann: - +0 39\n>Bo: (time)", ">Bo: (time)", {21: [NOT_YET]}),
        ("Q - +0 27\n>Ann: - +0 39\n>Bo: (t", "Q -1 +0 27\n>Ann: - +0 39\n>Bo: (t", {22: [NOT_YET]}),
        ("(AEINOTU) -7 32", "(AEINOTU) -9 30", {22: ["The score is -7, not -9."]}),
        ("(time) -10 17", "(time) -20 17", {21: ["The total is 7, not 17."]}),
        ("(time) -10 17", "(time) +10 37", {21: ["Overtime costs points."], 23: ["The total is 21, not 1."]}),
    ],
)
def test_what_does_not_hold_is_told_once(old, new, expected):
    assert old in GAME
    assert problems(GAME.replace(old, new)) == {line: sorted(told) for line, told in expected.items()}


def test_some_programs_write_that_a_withdrawn_move_scored_nothing():
    assert problems(GAME.replace("-- -16 39", "-- +0 39")) == {}


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("8F HORN", "8A HORN", "HORN does not cover the centre square, as the first word must."),
        ("H6 FA.M", "H6 F..M", "No letter lies on H7 that the word could go through."),
        ("H6 FA.M", "H6 FAIM", "H8 holds R, where the move wants I."),
        ("H6 FA.M", "H13 FA.M", "FAM at H13 runs off the board."),
        ("H6 FA.M", "H13 ....", " at H13 runs off the board."),
        ("10F PASTE", "9I OB", "OB is not the whole word: with the letters on the board it reads MOB."),
        ("H6 FA.M", "A1 FARM", "FARM at A1 touches nothing on the board."),
    ],
)
def test_a_move_that_cannot_lie_ends_the_check(old, new, problem):
    *_, last = check(parse(GAME.replace(old, new)), ENGLISH)
    assert last.found is None
    assert str(last.faults[0]).startswith(problem), last.faults


def test_a_word_may_be_written_whole_where_letters_lie():
    assert problems(GAME.replace("FA.M", "FARM").replace(".OB", "MOB")) == {}


def test_words_are_looked_up_if_there_is_a_lexicon():
    known = [ENGLISH.encode(word) for word in ["HORN", "FARM", "FARMS", "PASTE", "BIT", "PI", "AT"]]
    found = problems(GAME, build_lexicon(known, ENGLISH, "few"))
    assert found == {}  # MOB, NOT and BE were challenged
    kept = GAME.replace(">Ann: OBM -- -16 39\n", "")
    assert problems(kept, build_lexicon(known, ENGLISH, "few"))[12] == ["Not in the lexicon: MOB, NOT, BE."]
    known += [ENGLISH.encode(word) for word in ["MOB", "NOT", "BE"]]
    lexicon = build_lexicon(known, ENGLISH, "more")
    assert problems(GAME, lexicon) == {13: ["The challenge fails, for all words are in the lexicon."]}
    assert problems(kept, lexicon)[15] == problems(kept)[15]
