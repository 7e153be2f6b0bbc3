"""The verdicts on the worked cases: each as the federation's rules have it, and every rule with a case."""

from dataclasses import replace

import pytest
from django.utils import translation

from duplicate.cases.addresses import cases_address
from duplicate.cases.shown_cases import CASES, SECTIONS, show_cases
from duplicate.cases.verdicts import judge_case
from duplicate.cases.worked_cases import FILES, cases_for, nearest_rule_set, read_file
from duplicate.judging import REASONS
from duplicate.standings.words import AVERAGES
from engine.lexicon import load_lexicon
from engine.rules import (
    RuleSet,
    load_rule_set,
    rule_set_names,
)

# case, reason, sanction, score of the slip, points with the price of a warning and averages
EXPECTED = {
    "fisf": [
        ("good", "good", "none", 30, 30),
        ("blank-marked", "good", "none", 27, 27),
        ("score-missing", "score_missing", "warning", 30, 30),
        ("score-wrong", "score_corrected", "warning", 30, 30),
        ("blank-not-marked", "blank_not_marked", "warning", 27, 27),
        ("blank-wrong-letter", "blank_wrong_letter", "warning", 27, 27),
        ("illegible", "illegible", "warning", 30, 30),
        ("third-warning", "score_missing", "warning", 30, 30),
        ("fourth-warning", "score_missing", "warning", 30, 25),
        ("sixth-warning", "score_missing", "warning", 30, 25),
        ("reference-wrong", "reference_wrong", "penalty", 25, 25),
        ("one-square-off", "one_square_off", "penalty", 25, 25),
        ("reference-missing", "reference_missing", "penalty", 25, 25),
        ("last-letter-missing", "last_letter_missing", "penalty", 2, 2),
        ("last-letter-altered", "last_letter_altered", "penalty", 2, 2),
        ("small-move", "reference_wrong", "penalty", 0, 0),
        ("never-below-zero", "one_square_off", "penalty", 0, 0),
        ("no-slip", "no_slip", "zero", 0, 0),
        ("blank-slip", "empty_word", "zero", 0, 0),
        ("several", "several_on_paper", "zero", 0, 0),
        ("late", "late", "zero", 0, 0),
        ("letter-lacking", "not_in_rack", "zero", 0, 0),
        ("not-in-full", "incomplete_word", "zero", 0, 0),
        ("wrong-direction", "wrong_direction", "zero", 0, 0),
        ("no-place-fits", "no_place_fits", "zero", 0, 0),
        ("not-connected", "not_connected", "zero", 0, 0),
        ("not-a-word", "not_in_lexicon", "zero", 0, 0),
        ("cross-word", "not_in_lexicon", "zero", 0, 0),
        ("square-taken", "square_taken", "zero", 0, 0),
        ("off-board", "off_board", "zero", 0, 0),
        ("first-without-reference", "best_place", "none", 70, 70),
        ("first-elsewhere", "best_place", "none", 70, 70),
        ("first-lesser-score", "score_corrected", "warning", 70, 70),
        ("first-blank", "best_place", "none", 34, 34),
        ("first-not-a-word", "not_in_lexicon", "zero", 0, 0),
        ("extension-wrong-reference", "located_by_word", "none", 15, 15),
        ("extension-without-reference", "located_by_word", "none", 16, 16),
        ("extension-part", "incomplete_word", "zero", 0, 0),
        ("second-zero", "wrong_direction", "zero", 0, 60),
        ("other-fault", "no_place_fits", "zero", 0, 0),
        ("second-word-not-good", "not_in_lexicon", "zero", 0, 0),
    ],
    "fise": [
        ("good", "good", "none", 44, 44),
        ("score-wrong", "score_corrected", "none", 44, 44),
        ("blank-marked", "good", "none", 41, 41),
        ("blank-not-marked", "blank_not_marked", "none", 41, 41),
        ("illegible", "illegible", "none", 44, 44),
        ("extension", "good", "none", 11, 11),
        ("two-letters-one-tile", "good", "none", 24, 24),
        ("two-letters-apart", "not_in_rack", "zero", 0, 0),
        ("two-tiles-written", "not_in_rack", "zero", 0, 0),
        ("letter-of-no-tile", "unknown_letter", "zero", 0, 0),
        ("score-missing", "score_missing", "zero", 0, 0),
        ("no-slip", "no_slip", "zero", 0, 0),
        ("blank-slip", "empty_word", "zero", 0, 0),
        ("late", "late", "zero", 0, 0),
        ("reference-wrong", "not_connected", "zero", 0, 0),
        ("reference-missing", "bad_reference", "zero", 0, 0),
        ("reference-off-board", "reference_off_board", "zero", 0, 0),
        ("letter-lacking", "not_in_rack", "zero", 0, 0),
        ("blank-wrong-letter", "not_in_rack", "zero", 0, 0),
        ("last-letter-missing", "incomplete_word", "zero", 0, 0),
        ("not-in-full", "incomplete_word", "zero", 0, 0),
        ("extension-wrong-reference", "not_in_rack", "zero", 0, 0),
        ("square-taken", "square_taken", "zero", 0, 0),
        ("nothing-laid", "no_tile_played", "zero", 0, 0),
        ("not-connected", "not_connected", "zero", 0, 0),
        ("not-a-word", "not_in_lexicon", "zero", 0, 0),
        ("cross-word", "not_in_lexicon", "zero", 0, 0),
        ("off-board", "off_board", "zero", 0, 0),
        ("first-good", "good", "none", 28, 28),
        ("first-off-centre", "not_on_centre", "zero", 0, 0),
        ("first-without-reference", "bad_reference", "zero", 0, 0),
        ("first-one-tile", "first_move_too_short", "zero", 0, 0),
    ],
    "nasc": [
        ("good", "good", "none", 70, 70),
        ("blank-marked", "good", "none", 68, 68),
        ("illegible", "illegible", "none", 70, 70),
        ("extension", "good", "none", 9, 9),
        ("score-understated", "score_understated", "none", 60, 60),
        ("score-overstated", "score_overstated", "none", 60, 60),
        ("score-far-over", "score_overstated", "none", 0, 0),
        ("score-missing", "good", "none", 70, 70),
        ("blank-not-marked", "blank_not_marked", "none", 68, 68),
        ("blank-wrong-letter", "not_in_rack", "zero", 0, 0),
        ("no-slip", "no_slip", "zero", 0, 0),
        ("blank-slip", "empty_word", "zero", 0, 0),
        ("late", "late", "zero", 0, 0),
        ("reference-wrong", "not_in_lexicon", "zero", 0, 0),
        ("wrong-direction", "not_connected", "zero", 0, 0),
        ("reference-missing", "bad_reference", "zero", 0, 0),
        ("reference-off-board", "reference_off_board", "zero", 0, 0),
        ("letter-lacking", "not_in_rack", "zero", 0, 0),
        ("letter-of-no-tile", "unknown_letter", "zero", 0, 0),
        ("not-in-full", "incomplete_word", "zero", 0, 0),
        ("extension-wrong-reference", "not_in_rack", "zero", 0, 0),
        ("square-taken", "square_taken", "zero", 0, 0),
        ("nothing-laid", "no_tile_played", "zero", 0, 0),
        ("not-connected", "not_connected", "zero", 0, 0),
        ("not-a-word", "not_in_lexicon", "zero", 0, 0),
        ("cross-word", "not_in_lexicon", "zero", 0, 0),
        ("off-board", "off_board", "zero", 0, 0),
        ("one-letter", "word_too_short", "zero", 0, 0),
        ("first-good", "good", "none", 66, 66),
        ("first-off-centre", "not_on_centre", "zero", 0, 0),
        ("first-without-reference", "bad_reference", "zero", 0, 0),
        ("first-one-tile", "first_move_too_short", "zero", 0, 0),
    ],
    "classic": [
        ("good", "good", "none", 70, 70),
        ("blank-marked", "good", "none", 68, 68),
        ("illegible", "illegible", "none", 70, 70),
        ("extension", "good", "none", 9, 9),
        ("score-understated", "score_corrected", "none", 70, 70),
        ("score-overstated", "score_corrected", "none", 70, 70),
        ("score-far-over", "score_corrected", "none", 8, 8),
        ("score-missing", "good", "none", 70, 70),
        ("blank-not-marked", "blank_not_marked", "none", 68, 68),
        ("blank-wrong-letter", "not_in_rack", "zero", 0, 0),
        ("no-slip", "no_slip", "zero", 0, 0),
        ("blank-slip", "empty_word", "zero", 0, 0),
        ("late", "late", "zero", 0, 0),
        ("reference-wrong", "not_in_lexicon", "zero", 0, 0),
        ("wrong-direction", "not_connected", "zero", 0, 0),
        ("reference-missing", "bad_reference", "zero", 0, 0),
        ("reference-off-board", "reference_off_board", "zero", 0, 0),
        ("letter-lacking", "not_in_rack", "zero", 0, 0),
        ("letter-of-no-tile", "unknown_letter", "zero", 0, 0),
        ("not-in-full", "incomplete_word", "zero", 0, 0),
        ("extension-wrong-reference", "not_in_rack", "zero", 0, 0),
        ("square-taken", "square_taken", "zero", 0, 0),
        ("nothing-laid", "no_tile_played", "zero", 0, 0),
        ("not-connected", "not_connected", "zero", 0, 0),
        ("not-a-word", "not_in_lexicon", "zero", 0, 0),
        ("cross-word", "not_in_lexicon", "zero", 0, 0),
        ("off-board", "off_board", "zero", 0, 0),
        ("one-letter", "word_too_short", "zero", 0, 0),
        ("first-good", "good", "none", 66, 66),
        ("first-off-centre", "not_on_centre", "zero", 0, 0),
        ("first-without-reference", "bad_reference", "zero", 0, 0),
        ("first-one-tile", "first_move_too_short", "zero", 0, 0),
    ],
}
# Another tempo of the same rule differs in these alone.
BLITZ = {"fourth-warning": 30, "sixth-warning": 25}
# Rules that no rule set with cases has: settings that clubs choose by themselves.
WITHOUT_CASE = {"moves.most_played", "slips.second_slip"}


def judged(rule_set):
    """Return each case with its verdict."""
    file, rules = cases_for(rule_set), load_rule_set(rule_set)
    lexicon = load_lexicon(file.lexicon)
    return [
        (case, judge_case(case, file, lexicon, rules)) for section in file.sections for case in section.cases
    ]


@pytest.mark.parametrize("rule_set", sorted(EXPECTED))
def test_each_case_is_judged_as_the_rule_says(rule_set):
    found = [
        (case.key, one.verdict.code, one.verdict.sanction, one.verdict.score, one.points)
        for case, one in judged(rule_set)
    ]
    assert found == EXPECTED[rule_set]


@pytest.mark.parametrize("rule_set", ["fisf_semi_normal", "fisf_semi_rapid", "fisf_semi_blitz", "fisf_blitz"])
def test_another_tempo_changes_the_free_warnings_alone(rule_set):
    expected = {key: points for key, *_verdict, points in EXPECTED["fisf"]}
    if rule_set == "fisf_blitz":
        expected |= BLITZ
    assert {case.key: one.points for case, one in judged(rule_set)} == expected


@pytest.mark.parametrize("rule_set", ["ntsv", "romanian"])
def test_rule_sets_with_the_slips_of_classic_judge_them_alike(rule_set):
    assert [one for _case, one in judged(rule_set)] == [one for _case, one in judged("classic")]


def test_every_rule_of_a_verdict_has_a_case():
    codes = {code for rows in EXPECTED.values() for _key, code, *_more in rows}
    assert {REASONS[code] for code in codes} == set(REASONS.values()) - WITHOUT_CASE


def test_every_way_to_lose_points_by_the_french_rule_has_a_case():
    found = {case.key: (case, one) for case, one in judged("fisf")}
    assert found["third-warning"][1].cost == 0
    assert found["fourth-warning"][1].cost == load_rule_set("fisf").sanctions.warning_points
    small, none_left = found["small-move"][1].verdict, found["never-below-zero"][1].verdict
    sanctions = load_rule_set("fisf").sanctions
    assert small.worth <= sanctions.zero_up_to < none_left.worth <= sanctions.penalty_points
    assert found["second-zero"][1].average.why in AVERAGES
    assert found["other-fault"][1].average is None
    assert found["second-zero"][1].earlier.code == found["second-zero"][1].verdict.code


def test_a_second_zero_stays_zero_where_the_rules_do_not_average():
    file, rules = cases_for("fisf"), load_rule_set("fisf")
    strict = replace(rules, sanctions=replace(rules.sanctions, second_zero_averaged=False))
    case = next(case for section in file.sections for case in section.cases if case.key == "second-zero")
    assert judge_case(case, file, load_lexicon("french"), strict).points == 0


def test_each_rule_set_of_the_program_has_cases():
    assert set(FILES) == set(rule_set_names())


@pytest.mark.parametrize("name", sorted(set(FILES.values())))
def test_the_words_on_the_boards_are_in_the_lexicon(name):
    file = read_file(name)
    lexicon = load_lexicon(file.lexicon)
    positions = [case.position for section in file.sections for case in section.cases]
    words = {move.partition(" ")[2] for position in positions for move in position.moves}
    assert words
    assert all(lexicon.contains(file.tiles.encode(word)) for word in words)


@pytest.mark.parametrize("name", sorted(set(FILES.values())))
def test_keys_have_titles_and_are_anchors_of_their_own(name):
    keys = [case.key for section in read_file(name).sections for case in section.cases]
    assert len(set(keys)) == len(keys)
    assert set(keys) <= set(CASES)
    assert {section.key for section in read_file(name).sections} <= set(SECTIONS)


def test_no_title_is_left_over():
    files = [read_file(name) for name in set(FILES.values())]
    assert set(CASES) == {case.key for file in files for section in file.sections for case in section.cases}
    assert set(SECTIONS) == {section.key for file in files for section in file.sections}


def test_a_case_shows_the_move_that_counts():
    shown = {case.key: case for section in show_cases("fisf") for case in section.cases}
    moved = [
        (label, [square.token for square in squares if square.is_fresh and square.token])
        for label, squares in shown["reference-wrong"].board.rows
    ]
    assert [row for row in moved if row[1]] == [("O", list("SATINE"))]
    assert shown["no-slip"].board.rows[0][0] == "G"


def test_the_reason_of_a_verdict_leads_to_its_first_case():
    whys = [case.why for section in show_cases("fisf") for case in section.cases if case.why]
    assert len(set(whys)) == len(whys)
    assert "reference_wrong" in whys
    assert cases_address(load_rule_set("fisf"), "reference_wrong") == "/cases/fisf/#why-reference_wrong"


def test_a_clubs_own_rules_lead_to_the_cases_of_the_nearest_rule_set():
    fisf = load_rule_set("fisf")
    own = replace(fisf, name="our club", sanctions=replace(fisf.sanctions, penalty_points=10))
    assert nearest_rule_set(own) == "fisf"
    assert nearest_rule_set(replace(RuleSet(), name="our club")) == "classic"


def test_the_reason_is_that_of_the_sheet_in_each_language():
    with translation.override("fr"):
        [case] = [case for section in show_cases("fisf") for case in section.cases if case.key == "late"]
    assert case.verdict.text == "Reçu hors temps."
    assert case.verdict.sanction_text == "Zéro"
