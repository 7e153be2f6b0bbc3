"""Looking words up at a table whose settings allow it (V7)."""

from django.utils.translation import gettext_lazy as _

from engine.lexicon import load_same
from engine.modes import mode_of
from engine.tiles import load_tile_set
from tournaments.club_tables.games.state import state_of
from tournaments.club_tables.games.turns import Hand
from tournaments.club_tables.models import ClubTable
from tournaments.errors import RuleViolation


def is_word(*, table: ClubTable, hand: Hand, word: str) -> bool:
    """Tell whether the lexicon of the table has the word.

    Raises:
        RuleViolation: words may not be looked up in this game, or not by this player now.
        EngineError: it has a letter that is no tile of the set.
    """
    state = state_of(table)
    viewer = None if hand.seat is None else hand.seat.number
    shown = {} if state is None else mode_of(table.mode).shown(state, viewer)
    if not shown.get("may_look_up"):
        raise RuleViolation(
            "no_look_up",
            _("Looking up words is not allowed in this game; it needs the open dictionary (V7)."),
        )
    lexicon = load_same(table.lexicon, table.lexicon_source)
    return lexicon.contains(load_tile_set(table.tile_set).encode_plain(word))
