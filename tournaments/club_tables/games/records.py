"""A classic game of a table as a record, to keep or to replay, once it is over: it reveals the racks."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from engine.formats.gcg import Pragma
from engine.modes.classic.mode import CLASSIC
from engine.modes.classic.table import game_of
from engine.referee import ClassicGame
from engine.referee.gcg.writer import gcg_text
from tournaments.club_tables.games.state import state_of
from tournaments.club_tables.models import ClubTable
from tournaments.errors import RuleViolation


def record_of(table: ClubTable) -> ClassicGame:
    """Return the game of the table.

    Raises:
        RuleViolation: there is no such record, or not before the game is over.
        EngineError: the lexicon is gone.
    """
    state = state_of(table)
    if table.mode != CLASSIC.code:
        raise RuleViolation("no_record", _("Only classic games have this record."))
    if state is None or CLASSIC.winners(state) is None:
        raise RuleViolation("record_not_over", _("The record is not complete yet."))
    return game_of(state)


def has_public_racks(table: ClubTable, state: Any) -> bool:
    """Tell whether everybody can see racks that the program has dealt: the game is over."""
    is_dealt = table.mode == CLASSIC.code and table.way != ClubTable.Way.PAPER
    return is_dealt and state is not None and CLASSIC.winners(state) is not None


def gcg_of(table: ClubTable) -> str:
    """Return the game as the content of a GCG file."""
    return gcg_text(record_of(table), head=(Pragma("title", table.code),))
