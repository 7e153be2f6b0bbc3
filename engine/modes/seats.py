"""A check of the players of a mode: their number, the way of playing, and the version of the rules."""

from engine.errors import TurnError
from engine.modes.base import Mode, Setup


def check_seats(mode: Mode, setup: Setup) -> None:
    """Refuse a number of players, a way of playing or a version that the mode does not have.

    Raises:
        TurnError: one of them does not fit.
    """
    given = len(setup.players)
    if not mode.fewest <= given <= mode.most:
        raise TurnError("players_number", fewest=mode.fewest, most=mode.most, given=given)
    if setup.way not in mode.ways:
        raise TurnError("way_unknown", mode=mode.name, rule=mode.rule)
    if setup.version is not None and not 1 <= setup.version <= mode.version:
        raise TurnError(
            "mode_version_unknown", mode=mode.name, version=setup.version, newest=mode.version, rule=mode.rule
        )
