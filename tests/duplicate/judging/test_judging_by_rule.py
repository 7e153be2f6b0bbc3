"""The cases that federations rule on, each with its reason (FISF, FISE and NASC beside the classic rule).

The board has TRAINER at H2, the rack is BOTHSSX, if nothing else is said.
"""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from duplicate.judging import REASONS, RoundPosition, WrittenSlip, judge, judge_slips
from duplicate.judging.words import rule_text, verdict_text
from engine import movegen
from engine.board import Board
from engine.notation import Move
from engine.rules import (
    RuleSet,
    load_rule_set,
    rule_set_names,
)
from engine.rules.rule_settings import SlipRules
from engine.scoring import score_move
from engine.tiles import load_tile_set
from tournaments.wording.engine_messages import ENGINE_MESSAGES

TILES = load_tile_set("english")
RULES = {name: load_rule_set(name) for name in rule_set_names()}
TRAINER = ("H2", "TRAINER")


def position(english, rack="BOTHSSX", *placed):
    board = Board.empty()
    for reference, word in placed:
        board = board.place(score_move(board, Move.parse(reference, word, TILES), TILES).move)
    return RoundPosition(board, TILES.encode_rack(rack), TILES, english, "duplicate", {7: 50})


# word, reference, stated score: points kept, sanction, reason, the move it counts as
FISF = {
    "as written": ("HOB", "G7", 26, 26, "none", "good", "G7 HOB"),
    "score missing": ("HOB", "G7", None, 26, "warning", "score_missing", "G7 HOB"),
    "score wrong": ("HOB", "G7", 20, 26, "warning", "score_corrected", "G7 HOB"),
    "the score of another place does not move a word that can lie where it is": (
        *("HOB", "G7", 25, 26, "warning", "score_corrected", "G7 HOB"),
    ),
    "reference missing and the score fits": ("HOB", "", 26, 21, "penalty", "reference_missing", "G7 HOB"),
    "reference wrong and the score fits": ("HOB", "A1", 25, 20, "penalty", "reference_wrong", "G5 HOB"),
    "reference that is none": ("HOB", "77", 25, 20, "penalty", "reference_wrong", "G5 HOB"),
    "reference off the board": ("HOB", "G16", 25, 20, "penalty", "reference_wrong", "G5 HOB"),
    "off by one square": ("HOB", "G8", 26, 21, "penalty", "one_square_off", "G7 HOB"),
    "a penalty makes zero of a move worth 4 or less": (
        *("TO", "3H", 2, 0, "penalty", "one_square_off", "2H TO"),
    ),
    "wrong direction": ("HOB", "7G", 26, 0, "zero", "wrong_direction", None),
    "wrong reference and a score that fits nothing": ("HOB", "A1", 33, 0, "zero", "not_connected", None),
    "wrong reference and no score": ("HOB", "A1", None, 0, "zero", "not_connected", None),
    "no reference and a score that fits nothing": ("HOB", "", 33, 0, "zero", "no_place_fits", None),
    "no reference and no word": ("HBO", "", 26, 0, "zero", "not_in_lexicon", None),
    "last letter missing and the score fits": (
        *("HO", "2F", 14, 9, "penalty", "last_letter_missing", "2F HOT"),
    ),
    "last letter altered and the score fits": (
        *("HOB", "2F", 14, 9, "penalty", "last_letter_altered", "2F HOT"),
    ),
    "last letter missing and the score does not fit": ("HO", "2F", 15, 0, "zero", "incomplete_word", None),
    "last letter altered and the score does not fit": ("HOX", "2F", 15, 0, "zero", "square_taken", None),
    "extension located by the word": ("STRAINERS", "B5", 27, 27, "none", "located_by_word", "H1 STRAINERS"),
    "extension without a reference": ("STRAINERS", "", 27, 27, "none", "located_by_word", "H1 STRAINERS"),
    "extension off the board": ("STRAINERS", "H14", 27, 27, "none", "located_by_word", "H1 STRAINERS"),
    "extension with a wrong score too": (
        *("STRAINERS", "B5", 30, 27, "warning", "score_corrected", "H1 STRAINERS"),
    ),
    "not written in full": ("S", "H1", 24, 0, "zero", "incomplete_word", None),
    "letters not in the rack": ("ZOO", "G7", 30, 0, "zero", "not_in_rack", None),
    "misspelt through letters": ("BATTER", "H1", 9, 0, "zero", "square_taken", None),
    "word not in the lexicon": ("HTO", "G7", 9, 0, "zero", "not_in_lexicon", None),
    "runs off the board": ("HOX", "H14", 9, 0, "zero", "off_board", None),
    "not connected": ("HOTS", "A1", 99, 0, "zero", "not_connected", None),
    "nothing played": ("TRAINER", "H2", 7, 0, "zero", "no_tile_played", None),
    "one letter": ("S", "A1", 1, 0, "zero", "word_too_short", None),
    "letters that are none": ("H0B", "G7", 26, 0, "zero", "unknown_letter", None),
    "empty": (" ", "", None, 0, "zero", "empty_word", None),
}


@pytest.mark.parametrize(
    ("word", "reference", "stated", "score", "sanction", "code", "taken_for"), FISF.values(), ids=FISF
)
def test_fisf(english, word, reference, stated, score, sanction, code, taken_for):
    verdict = judge(
        WrittenSlip(word, reference, stated), position(english, "BOTHSSX", TRAINER), RULES["fisf"]
    )
    assert (verdict.score, verdict.sanction, verdict.code) == (score, sanction, code)
    assert (verdict.taken_for and " ".join(verdict.taken_for.text(TILES))) == taken_for


FIRST = {
    "at its best place as written": ("TRAINER", "H2", 66, 66, "none", "good"),
    "down instead of across": ("TRAINER", "8H", 66, 66, "none", "good"),
    "at a worse place, with the score of the best one": ("TRAINER", "H5", 66, 66, "none", "best_place"),
    "at a worse place, with its score": ("TRAINER", "H5", 64, 66, "warning", "score_corrected"),
    "at its best place, with the score of a worse one": (
        *("TRAINER", "H2", 64, 66, "warning", "score_corrected"),
    ),
    "at no place, with the score of a worse one": ("TRAINER", "A1", 64, 66, "warning", "score_corrected"),
    "without a reference, with the score of a worse place": (
        *("TRAINER", "", 64, 66, "warning", "score_corrected"),
    ),
    "at no place": ("TRAINER", "A1", 66, 66, "none", "best_place"),
    "without a reference": ("TRAINER", "", 66, 66, "none", "best_place"),
    "score wrong": ("TRAINER", "A1", 70, 66, "warning", "score_corrected"),
    "score missing": ("TRAINER", "", None, 66, "warning", "score_missing"),
    "letters not in the rack": ("STRAINER", "", 66, 0, "zero", "not_in_rack"),
    "word not in the lexicon": ("RAINTER", "", 66, 0, "zero", "not_in_lexicon"),
    "one letter": ("A", "", 2, 0, "zero", "first_move_too_short"),
    "as long as the board": ("TRAINERTRAINERS", "", 66, 0, "zero", "not_in_rack"),
}


@pytest.mark.parametrize(
    ("word", "reference", "stated", "score", "sanction", "code"), FIRST.values(), ids=FIRST
)
def test_fisf_round_1_needs_no_reference(english, word, reference, stated, score, sanction, code):
    verdict = judge(WrittenSlip(word, reference, stated), position(english, "TRAINER"), RULES["fisf"])
    assert (verdict.score, verdict.sanction, verdict.code) == (score, sanction, code)


def test_first_word_says_where_its_best_place_is(english):
    verdict = judge(WrittenSlip("TRAINER", "H5", 66), position(english, "TRAINER"), RULES["fisf"])
    assert verdict.params == {"reference": "H2", "word": "TRAINER", "score": 66}


BLANKS = {
    # The two R of TRAINER: at H3 the first one scores more, as a blank, than the second.
    "round 1: which of equal letters is the blank is the best for the player": (
        *("TAINER?", "TrAINER", "H3", 64, 64, "none", "best_place"),
    ),
    "round 1: the score of the marked letter as the blank is that of a worse place": (
        *("TAINER?", "TrAINER", "H3", 62, 64, "warning", "score_corrected"),
    ),
    "round 1: not marked": ("TAINER?", "TRAINER", "H2", 64, 64, "warning", "blank_not_marked"),
    "round 1: wrong letter marked": ("TAINER?", "tRAINER", "H2", 64, 64, "warning", "blank_wrong_letter"),
    "round 1: marked, but there is none": (
        "TRAINER",
        "tRAINER",
        "H2",
        66,
        66,
        "warning",
        "blank_wrong_letter",
    ),
}


@pytest.mark.parametrize(
    ("rack", "word", "reference", "stated", "score", "sanction", "code"), BLANKS.values(), ids=BLANKS
)
def test_fisf_blanks_of_round_1(english, rack, word, reference, stated, score, sanction, code):
    verdict = judge(WrittenSlip(word, reference, stated), position(english, rack), RULES["fisf"])
    assert (verdict.score, verdict.sanction, verdict.code) == (score, sanction, code)


@pytest.mark.parametrize(
    ("word", "reference", "sanction", "code"),
    [
        ("HoB", "G7", "none", "good"),
        ("HOB", "G7", "warning", "blank_not_marked"),
        ("hOB", "G7", "warning", "blank_wrong_letter"),
        ("HoB", "G8", "penalty", "one_square_off"),
        ("HOB", "G8", "penalty", "one_square_off"),
        ("hOB", "G8", "penalty", "one_square_off"),
    ],
)
def test_fisf_blanks_later(english, word, reference, sanction, code):
    """A slip has one sanction, the heaviest."""
    verdict = judge(WrittenSlip(word, reference, 24), position(english, "B?THSSX", TRAINER), RULES["fisf"])
    assert (verdict.worth, verdict.sanction, verdict.code) == (24, sanction, code)
    assert verdict.score == 24 - 5 * (sanction == "penalty")


OTHER_RULES = {
    "classic: the true score counts": ("classic", "HOB", "G7", 30, 26, "none", "score_corrected"),
    "classic: a wrong reference is worth nothing": ("classic", "HOB", "G8", 26, 0, "zero", "not_in_lexicon"),
    "classic: reference missing": ("classic", "HOB", "", 26, 0, "zero", "bad_reference"),
    "classic: reference off the board": ("classic", "HOB", "P1", 26, 0, "zero", "reference_off_board"),
    "classic: extensions need a reference": ("classic", "STRAINERS", "B5", 27, 0, "zero", "not_connected"),
    "fise: no readable score": ("fise", "HOB", "G7", None, 0, "zero", "score_missing"),
    "fise: the true score counts": ("fise", "HOB", "G7", 30, 26, "none", "score_corrected"),
    "nasc: understated counts as stated": ("nasc", "HOB", "G7", 20, 20, "none", "score_understated"),
    "nasc: overstated loses twice the excess": ("nasc", "HOB", "G7", 30, 18, "none", "score_overstated"),
    "nasc: never below zero": ("nasc", "HOB", "G7", 60, 0, "none", "score_overstated"),
    "nasc: as it is": ("nasc", "HOB", "G7", 26, 26, "none", "good"),
}


@pytest.mark.parametrize(
    ("rules", "word", "reference", "stated", "score", "sanction", "code"),
    OTHER_RULES.values(),
    ids=OTHER_RULES,
)
def test_other_rules(english, rules, word, reference, stated, score, sanction, code):
    verdict = judge(WrittenSlip(word, reference, stated), position(english, "BOTHSSX", TRAINER), RULES[rules])
    assert (verdict.score, verdict.sanction, verdict.code) == (score, sanction, code)


@pytest.mark.parametrize(
    ("changed", "slip", "score", "sanction", "code"),
    [
        ({"wrong_score": "zero"}, ("HOB", "G7", 20), 0, "zero", "score_wrong"),
        ({"missing_score": "penalty"}, ("HOB", "G7", None), 21, "penalty", "score_missing"),
        ({"score_stated": False}, ("HOB", "G7", None), 26, "none", "good"),
        ({"score_stated": False}, ("HOB", "G7", 99), 26, "none", "good"),
        ({"score_stated": False}, ("HOB", "G8", 26), 0, "zero", "not_in_lexicon"),
        ({"wrong_reference": "warning"}, ("HOB", "G8", 26), 26, "warning", "one_square_off"),
        ({"wrong_reference": "zero"}, ("HOB", "G8", 26), 0, "zero", "not_in_lexicon"),
        ({"wrong_reference": "zero"}, ("STRAINERS", "G8", 27), 27, "none", "located_by_word"),
        ({"altered_letter": "zero"}, ("HO", "2F", 14), 0, "zero", "incomplete_word"),
        ({"extension_reference": True}, ("STRAINERS", "A1", 27), 22, "penalty", "reference_wrong"),
    ],
)
def test_each_setting_by_itself(english, changed, slip, score, sanction, code):
    rules = replace(RULES["fisf"], slips=replace(RULES["fisf"].slips, **changed))
    verdict = judge(WrittenSlip(*slip), position(english, "BOTHSSX", TRAINER), rules)
    assert (verdict.score, verdict.sanction, verdict.code) == (score, sanction, code)


def test_an_unmarked_blank_may_be_worth_nothing(english):
    rules = RuleSet(slips=SlipRules(unmarked_blank="zero"))
    verdict = judge(WrittenSlip("HOB", "G7", 24), position(english, "B?THSSX", TRAINER), rules)
    assert (verdict.score, verdict.sanction, verdict.code) == (0, "zero", "blank_not_marked")


def test_the_words_that_are_none_are_named(english):
    verdict = judge(WrittenSlip("BOTH", "G2", 99), position(english, "BOTHSSX", TRAINER), RULES["fisf"])
    assert (verdict.code, verdict.params) == ("not_in_lexicon", {"words": "BT"})


def test_v1_more_tiles_than_may_be_played(english):
    here = replace(position(english, "STRAINER"), most_played=7)
    for name in ("classic", "fisf"):
        verdict = judge(WrittenSlip("STRAINER", "H1", 74), here, RULES[name])
        assert (verdict.score, verdict.code) == (0, "too_many_played")


def test_not_on_the_centre(english):
    verdict = judge(WrittenSlip("TRAINER", "A1", 66), position(english, "TRAINER"), RULES["classic"])
    assert (verdict.score, verdict.code) == (0, "not_on_centre")


def test_an_extension_that_could_lie_elsewhere_is_located_by_its_score(english):
    """BAT could also lie through the A of AT, for more points."""
    here = position(english, "BATSSXX", ("H7", "AT"))
    verdict = judge(WrittenSlip("BAT", "", 5), here, RULES["fisf"])
    assert (verdict.code, " ".join(verdict.taken_for.text(TILES))) == ("located_by_word", "H6 BAT")


def test_late(english):
    slip = WrittenSlip("HOB", "G7", 26, late=True)
    verdict = judge(slip, position(english, "BOTHSSX", TRAINER), RULES["classic"])
    assert (verdict.score, verdict.sanction, verdict.code) == (0, "zero", "late")


@pytest.mark.parametrize(
    ("second_slip", "late", "code"),
    [
        ("replaces", False, "good"),
        ("ignored", False, "good"),
        ("zero", False, "several_slips"),
        ("zero", True, "late"),
    ],
)
def test_several_slips(english, second_slip, late, code):
    """FISF, of paper: several different slips are worth nothing."""
    fisf, here = RULES["fisf"], position(english, "BOTHSSX", TRAINER)
    rules = replace(fisf, slips=replace(fisf.slips, second_slip=second_slip))
    verdict = judge(WrittenSlip("HOB", "G7", 26, late=late, several=True), here, rules)
    assert verdict.code == code
    if code != "good":
        assert (verdict.score, verdict.worth, verdict.sanction) == (0, 0, "zero")
    assert judge(WrittenSlip("HOB", "G7", 26), here, rules).code == "good"


def test_no_slip(english):
    verdict = judge(None, position(english, "BOTHSSX", TRAINER), RULES["fisf"])
    assert (verdict.score, verdict.sanction, verdict.code) == (0, "zero", "no_slip")


def test_what_a_slip_could_also_mean(english):
    here = position(english, "BOTHSSX", TRAINER)

    def meant(*written):
        slip = WrittenSlip(*written)
        return [" ".join(other.move.text(TILES)) for other in judge(slip, here, RULES["fisf"]).also]

    assert meant("HOB", "G7", 26) == []
    assert meant("HOB", "G7", 25) == ["G5 HOB"]
    assert meant("HOB", "A1", 33) == ["G7 HOB", "G5 HOB"]
    assert meant("HOB", "7G", 26) == ["G7 HOB"]


def test_every_reason_is_a_sentence_and_comes_from_a_rule(english):
    ours = {code for code in REASONS if code not in ENGINE_MESSAGES}
    params = dict.fromkeys(["stated", "score", "kept", "word", "reference"], "x")
    for code in ours:
        assert verdict_text(code, params) or code == "good"
    assert all(rule_text(code) for code in REASONS)


@pytest.mark.parametrize(("name", "sanction"), [("classic", "none"), ("fisf", "warning")])
def test_illegible(english, name, sanction):
    """Hard to read, but deciphered; a heavier fault is told instead."""
    here = position(english, "BOTHSSX", TRAINER)
    verdict = judge(WrittenSlip("HOB", "G7", 26, illegible=True), here, RULES[name])
    assert (verdict.score, verdict.sanction, verdict.code) == (26, sanction, "illegible")
    if name == "fisf":
        verdict = judge(WrittenSlip("HOB", "A1", 26, illegible=True), here, RULES[name])
        assert (verdict.sanction, verdict.code) == ("penalty", "reference_wrong")


def test_every_reason_has_a_case():
    given = {
        *(case[-2] for case in FISF.values()),
        *(case[-1] for table in (FIRST, BLANKS, OTHER_RULES) for case in table.values()),
        *("late", "several_slips", "no_slip", "not_on_centre", "too_many_played", "score_wrong", "illegible"),
        "several_on_paper",  # said by an arbitrator: test_second_paper_slip
    }
    assert given == set(REASONS)


RACKS = st.lists(st.sampled_from("EEEAAIOUTRNSLDGBCMPFHVWYKJXQZ??"), min_size=7, max_size=7).map("".join)


def erring(chance, moves):
    """Yield slips for the moves of a position, most of them with an error."""
    for scored in chance.sample(list(moves[:300]), min(len(moves), 12)):
        reference, word = scored.move.text(TILES)
        stated = chance.choice([scored.score, scored.score, scored.score + chance.randint(-9, 9), None])
        reference = chance.choice([reference, reference, "", "H8", "8H", reference[::-1]])
        cut = chance.choice([word, word, word.upper(), word.lower(), word[:-1], word[1:], word[:-1] + "S"])
        yield WrittenSlip(cut, reference, None if stated is None else max(0, stated), chance.random() < 0.05)


@settings(max_examples=25, deadline=None)
@given(rack=RACKS, seed=st.integers(), opened=st.booleans(), name=st.sampled_from(sorted(RULES)))
def test_no_slip_scores_more_than_the_top_and_the_order_does_not_matter(rack, seed, opened, name, english):
    chance = Random(seed)
    here = position(english, rack, *([TRAINER] if opened else []))
    top = movegen.top(here.board, here.rack, english, TILES)
    moves = movegen.all_moves(here.board, here.rack, english, TILES)
    slips = [None, *erring(chance, moves)]
    verdicts = judge_slips(slips, here, RULES[name])
    for verdict in verdicts:
        assert 0 <= verdict.score <= verdict.worth <= top.score
        assert verdict.sanction != "zero" or verdict.worth == 0
    order = chance.sample(range(len(slips)), len(slips))
    assert judge_slips([slips[place] for place in order], here, RULES[name]) == [
        verdicts[place] for place in order
    ]
