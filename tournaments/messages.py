"""The engine's sentences in the user's language, by code (`engine.errors.MESSAGES` has the English)."""

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.errors import EngineError
from engine.word_list import LineError
from tournaments.errors import RuleViolation

ENGINE_MESSAGES: dict[str, Promise] = {
    "unknown_letter": _("“{letter}” in “{text}” is not a letter of this tile set."),
    "unknown_tile_set": _("There is no tile set “{name}”."),
    "bad_tile_set": _("Tile set “{name}”: {problem}."),
    "bad_reference": _("“{text}” is not a reference: write a letter and a number, such as H8 or 8H."),
    "reference_off_board": _(
        "Reference {text} is off the board: letters go from A to O, numbers from 1 to 15."
    ),
    "bad_rack": _("“{text}” is not a rack: there is no tile “{letter}”."),
    "bad_board": _("Row {row} of the board: {problem}."),
    "bad_pattern": _(
        "“{text}” is no pattern: write letters, ? * @ #, and brackets with letters, such as [AEI]."
    ),
    "bad_cgp": _("CGP position: {problem}."),
    "empty_word": _("There is no word."),
    "word_too_short": _("{word} is one letter: a word has at least two."),
    "off_board": _("{word} at {reference} runs off the board."),
    "square_taken": _("{square} holds {letter}, where the move wants {wanted}."),
    "nothing_lies_there": _("No letter lies on {square} that the word could go through."),
    "incomplete_word": _("{word} is not the whole word: with the letters on the board it reads {whole}."),
    "no_tile_played": _("{word} is on the board already: no tile would be played."),
    "not_connected": _("{word} at {reference} touches nothing on the board."),
    "not_on_centre": _("{word} does not cover the centre square, as the first word must."),
    "first_move_too_short": _("{word} is one tile: the first move has at least two."),
    "not_in_rack": _("Not on the rack: {letters}."),
    "too_many_played": _("{word} plays {played} tiles; the most is {most}."),
    "not_in_lexicon": _("Not in the lexicon: {words}."),
    "rack_too_long": _("The rack has {given} tiles, the most is {most}."),
    "rack_not_in_bag": _("More than the bag still has: {letters}."),
    "rack_keeps_tiles": _("Left-over tiles are missing from the rack: {letters}."),
    "rack_too_short": _("The rack has {given} tiles, and must have {needed}."),
    "rack_not_valid": _(
        "The rack has {vowels} vowels and {consonants} consonants; it must have at least {minimum} of each."
    ),
    "rack_one_sided": _(
        "The rack has {vowels} vowels and {consonants} consonants; it may have at most {maximum} of either."
    ),
    "rack_blanks": _("Blanks on this rack: {given}; there must be {needed}."),
    "no_valid_rack": _("No valid rack can be drawn any more: the game is over."),
    "lexicon_unknown": _("There is no lexicon “{name}”."),
    "lexicon_damaged": _("Lexicon “{name}” cannot be used: {problem}."),
    "lexicon_empty": _("The word list has no word."),
    "kwg_damaged": _("This KWG file cannot be used: {problem}."),
    "kwg_tile_set": _("There is no order of the {tiles} letters for KWG files: use a word list."),
    "kwg_too_big": _("These are more words than a KWG file can hold."),
    "bad_record": _("{where}: {problem}."),
    "bad_gcg": _("Line {line}: {problem}."),
    "bad_rules": _("Rule setting {setting}: {problem}."),
}

LINE_MESSAGES: dict[str, Promise] = {
    "line_encoding": _("“{text}” is not encoded in {encoding}."),
    "line_too_short": _("“{text}” is one tile: a word has at least two."),
    "line_too_long": _("“{text}” is {length} tiles: a word has at most fifteen."),
    "unknown_letter": ENGINE_MESSAGES["unknown_letter"],
}


def line_message(error: LineError) -> str:
    """What is wrong with one line of a word list, with its number."""
    return gettext("Line {line}: {problem}").format(
        line=error.line, problem=str(LINE_MESSAGES[error.code]).format(**error.params)
    )


def engine_message(code: str, params: dict[str, object]) -> str:
    return str(ENGINE_MESSAGES[code]).format(**params)


def message_for(error: RuleViolation | EngineError) -> str:
    """The sentence that tells a user what is wrong, in the language in force."""
    if isinstance(error, EngineError):
        return engine_message(error.code, error.params)
    return str(error)
