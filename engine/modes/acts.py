"""Readers for acts: each key that a client sends is checked, and errors are named (RULES V)."""

from collections.abc import Sequence
from typing import Any, TypeVar

from engine.errors import TurnError
from engine.modes.base import Act
from engine.referee.players import Player
from engine.translation import gettext_noop as _

_Kind = TypeVar("_Kind", str, int, bool, list[Any], dict[str, Any])
_KINDS: dict[type[object], str] = {
    str: _("a text"),
    int: _("a whole number"),
    bool: _("true or false"),
    list: _("a list"),
    dict: _("an object"),
}


def value_of(act: Act, key: str, kind: type[_Kind]) -> _Kind:
    """Return the value of a key of the act.

    Raises:
        TurnError: it is missing, or of another kind.
    """
    value = act.get(key)
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise TurnError("act_unreadable", key=key, wanted=_KINDS[kind])
    return value


def texts_of(act: Act, key: str) -> tuple[str, ...]:
    """Return the list of texts under a key.

    Raises:
        TurnError: it is no list of texts.
    """
    values = value_of(act, key, list)
    if not all(isinstance(value, str) for value in values):
        raise TurnError("act_unreadable", key=key, wanted=_("a list of texts"))
    return tuple(values)


def player_of(act: Act, players: Sequence[Player]) -> int:
    """Return the player who does the act.

    Raises:
        TurnError: it is none of these players.
    """
    player = value_of(act, "player", int)
    if not 0 <= player < len(players):
        raise TurnError("no_such_player", number=player)
    return player


def kind_of(act: Act, known: Sequence[str], mode: str, rule: str) -> str:
    """Return the kind of the act, one of those that the mode knows.

    Raises:
        TurnError: it is none of them; the error has the mode's rule.
    """
    kind = value_of(act, "act", str)
    if kind not in known:
        raise TurnError("act_unknown", act=kind[:40], mode=mode, rule=rule)
    return kind
