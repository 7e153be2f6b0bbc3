"""Every reason that a verdict can have, with the rule that it comes from.

A rule is an id of docs/rules.md, or the setting that decides. The sentences are in `duplicate.judging.words`.
"""

REASONS: dict[str, str] = {
    "good": "D6",
    # the stated score
    "score_corrected": "slips.wrong_score",
    "score_wrong": "slips.wrong_score",
    "score_understated": "slips.wrong_score",
    "score_overstated": "slips.wrong_score",
    "score_missing": "slips.missing_score",
    # blanks
    "blank_not_marked": "slips.unmarked_blank",
    "blank_wrong_letter": "slips.unmarked_blank",
    # the place of the word
    "best_place": "slips.first_reference",
    "located_by_word": "slips.extension_reference",
    "reference_missing": "slips.wrong_reference",
    "reference_wrong": "slips.wrong_reference",
    "one_square_off": "slips.wrong_reference",
    "wrong_direction": "slips.wrong_reference",
    "no_place_fits": "slips.wrong_reference",
    "bad_reference": "D5",
    "reference_off_board": "D5",
    # the writing
    "last_letter_missing": "slips.altered_letter",
    "last_letter_altered": "slips.altered_letter",
    "illegible": "slips.illegible",
    "late": "D4",
    "several_slips": "slips.second_slip",
    "several_on_paper": "slips.several_on_paper",
    "no_slip": "D7",
    "empty_word": "D7",
    "unknown_letter": "B2",
    "not_in_rack": "D1",
    "too_many_played": "moves.most_played",
    "not_in_lexicon": "B8",
    # the fit on the board
    "off_board": "B1",
    "not_on_centre": "B3",
    "not_connected": "B3",
    "first_move_too_short": "B3",
    "word_too_short": "B4",
    "square_taken": "B4",
    "incomplete_word": "B4",
    "no_tile_played": "B4",
}
