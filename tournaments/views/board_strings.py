"""Texts for the scripts of boards."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournaments.wording.plural_forms import plural_forms


def board_strings() -> dict[str, str]:
    """Return the texts of board.js: marks of the premiums, and descriptions of squares for screen readers."""
    return {
        "board": _("Board"),
        "L2": pgettext("mark of a double letter square", "2L"),
        "L3": pgettext("mark of a triple letter square", "3L"),
        "W2": pgettext("mark of a double word square", "2W"),
        "W3": pgettext("mark of a triple word square", "3W"),
        "L2Long": _("double letter"),
        "L3Long": _("triple letter"),
        "W2Long": _("double word"),
        "W3Long": _("triple word"),
        "startLong": _("start, double word"),
        "empty": _("empty"),
        "tile": _("{letter}, {value}"),
        "blankTile": _("blank as {letter}"),
        "across": _("across"),
        "down": _("down"),
    }


def translate_reading() -> str:
    """Return the text of readings.js: letters of several signs as they are read."""
    return _("Read as {tiles}; apart: {apart}")


def slip_hints() -> dict[str, str]:
    """Return the hints on a slip's geometry and letters; none of them reveals whether a word is good."""
    return {
        "no_word": _("Tap a square, then your tiles. Or type."),
        "no_square": _("Tap the first square of the word."),
        "bad_reference": _("A square is written like H8 or 8H."),
        "unknown_letter": _("No such tile: {letters}"),
        "off_board": _("It runs off the board."),
        "square_taken": _("There is another letter: {letters} does not fit."),
        "not_in_rack": _("Not in the rack: {letters}"),
        "no_tile": _("No tile from the rack is used."),
        "not_on_centre": _("The first word covers the centre."),
        "not_connected": _("It touches no other word."),
        "too_short": _("A word has at least two letters."),
        "readAs": translate_reading(),
    }


def replay_strings() -> dict[str, object]:
    """Return the texts of annotated_game.js."""
    return {
        "board": board_strings(),
        "beginning": _("Before the first turn"),
        "turn": _("Turn {number} of {turns}"),
        "rack": _("Rack: {tiles}"),
        "kinds": _turn_strings(),
    }


def match_strings() -> dict[str, object]:
    """Return the texts of match_board.js."""
    return {
        "readAs": translate_reading(),
        "board": board_strings(),
        "where": _("{division}, round {round}, table {table}"),
        "bag": _("Tiles in the bag: {bag}"),
        "over": _("The match is over."),
        "onTurn": _("{name} has the turn"),
        "noTurn": _("No turns are left: challenge the last play, or press “The end”."),
        "best": _("The engine: {plays}"),
        "play": _("{ref} {word} {points}"),
        "network": _("No connection. Your entry is kept here: try again."),
        "kinds": _turn_strings(),
        "entry": {
            **slip_hints(),
            "blank": _("Blank"),
            "across": _("across"),
            "down": _("down"),
            "stack": _("{tile}, {left} left"),
        },
    }


def _turn_strings() -> dict[str, str]:
    """Return the texts of match_turns.js: a turn by its kind."""
    return {
        "place": _("{ref} {word}"),
        "exchange": _("exchanges {count}"),
        "pass": _("passes"),
        "challenge": _("challenge failed; the words are good"),
        "upheld": _("challenge upheld; word removed"),
        "overtime": _("overtime"),
        "end": _("The end"),
    }


def exchange_strings() -> dict[str, str]:
    """Return the texts of exchange.js."""
    return {
        "tapped": _("Tiles tapped: {played}. If the board has no others, press “These are all”."),
        "yes": _("Tiles in the bag: {bag}. You may exchange."),
        "no": _("Tiles in the bag: {bag}. No exchange: {minimum} are needed."),
        "tile": _("{letter}, {left} left"),
    }


def held_forms() -> dict[str, str]:
    """Return the plural forms of the number of tiles on a rack."""
    return plural_forms(lambda n: ngettext("{held} tile", "{held} tiles", n))
