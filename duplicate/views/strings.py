"""What the ES modules say, translated here and handed to them as JSON. {Names} in braces are filled in there."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext


def board_strings() -> dict[str, str]:
    """For board.js: marks of the premiums, and what a screen reader says of a square."""
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


def clock_strings() -> dict[str, str]:
    """For clock.js."""
    return {"time": _("Time!"), "call": _("{seconds} seconds left")}
