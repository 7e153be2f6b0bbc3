"""Who may sit down to a mode, and how."""

from engine.errors import TurnError
from engine.modes.base import Mode, Setup


def check_seats(mode: Mode, setup: Setup) -> None:
    """Refuse more or fewer players than the mode is for, and a way in which it is not played.

    Raises:
        TurnError: either is so.
    """
    given = len(setup.players)
    if not mode.fewest <= given <= mode.most:
        raise TurnError("players_number", fewest=mode.fewest, most=mode.most, given=given)
    if setup.way not in mode.ways:
        raise TurnError("way_unknown", mode=mode.name, rule=mode.rule)
