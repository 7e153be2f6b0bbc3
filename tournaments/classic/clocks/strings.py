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
        "startHint": _("The clock of {name} will run."),
        "press": _("Press to end your turn"),
        "waiting": pgettext("on the clock", "waiting"),
        "neutral": pgettext("on the clock", "Neutral"),
        "neutralHint": _("Nobody’s time runs. Whose turn goes on?"),
        "goOn": _("My turn goes on"),
        "stop": _("End of the match"),
        "stopAsk": _("Stop the clock? The match is over."),
        "stopYes": _("Stop the clock"),
        "stopNo": _("Play on"),
        "over": _("The match is over"),
        "overtime": _("Overtime: −{points} points"),
        "paused": _("The director has paused the clock"),
        "turnLeft": _("Turn: {time}"),
        "turnOver": _("Turn over its limit by {time}"),
        "longTurns": _("Turns over the limit: {count}"),
        "offline": _("No connection. The clock goes on; what you press is sent later."),
        "worthless": _("This link opens no clock any more: ask the director for the new one."),
        "noLink": _("Open the clock by the link or the QR code that the director gives out."),
        "flag": _("{name}: no time left"),
        "limit": _("{name}: the limit of the turn is reached"),
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
