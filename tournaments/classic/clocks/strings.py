"""Strings of the scripts of clocks, translated here and passed as JSON; the scripts fill in the {names} in
braces.
"""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext


def table_strings() -> dict[str, str]:
    """Return the strings of the clock at a table."""
    return {
        "table": _("Table {table}"),
        "round": _("Round {round}"),
        "start": pgettext("on the clock", "Start"),
        "startHint": _("The clock of {name} will start."),
        "press": _("Press to end your turn"),
        "waiting": pgettext("on the clock", "waiting"),
        "neutral": pgettext("on the clock", "Neutral"),
        "neutralHint": _("No clock is running. Whose turn is it?"),
        "goOn": _("It is my turn"),
        "stop": _("End of the match"),
        "stopAsk": _("Stop the clock? The match is over."),
        "stopYes": _("Stop the clock"),
        "stopNo": _("Play on"),
        "over": _("The match is over"),
        "overtime": _("Overtime: −{points} points"),
        "paused": _("The director has paused the clock"),
        "turnLeft": _("Turn: {time}"),
        "turnOver": _("Turn limit exceeded by {time}"),
        "longTurns": _("Turns over the limit: {count}"),
        "offline": _("No connection. The clock keeps running; your presses are sent later."),
        "worthless": _("This clock link is no longer valid: ask the director for the new one."),
        "noLink": _("Open the clock with the director’s link or QR code."),
        "flag": _("{name}: no time left"),
        "limit": _("{name}: turn limit reached"),
        "turnHalf": _("Turn the upper half"),
    }


def wall_strings() -> dict[str, str]:
    """Return the strings of the wall of all clocks."""
    return {
        "ready": pgettext("on the clock", "ready"),
        "neutral": pgettext("on the clock", "Neutral"),
        "paused": _("paused"),
        "over": pgettext("on the clock", "over"),
        "table": _("Table {table}"),
        "none": _("No match has a clock yet."),
        "summary": _("{running} running · {overtime} in overtime · {over} over · {all} in all"),
        "limit": _("turn +{time}"),
    }
