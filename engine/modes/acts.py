"""Reading acts: what people send is checked key by key, and what is wrong with it named (RULES V)."""

from typing import Any, TypeVar

from engine.errors import TurnError
from engine.modes.base import Act

_Kind = TypeVar("_Kind", str, int, bool, list[Any], dict[str, Any])
_KINDS: dict[type[object], str] = {
    str: "a text",
    int: "a whole number",
    bool: "true or false",
    list: "a list",
    dict: "an object",
}


def value_of(act: Act, key: str, kind: type[_Kind]) -> _Kind:
    """What the act says under the key.

    Raises:
        TurnError: it is missing, or of another kind.
    """
    value = act.get(key)
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise TurnError("act_unreadable", key=key, wanted=_KINDS[kind])
    return value


def texts_of(act: Act, key: str) -> tuple[str, ...]:
    """A list of texts.

    Raises:
        TurnError: it is none.
    """
    values = value_of(act, key, list)
    if not all(isinstance(value, str) for value in values):
        raise TurnError("act_unreadable", key=key, wanted="a list of texts")
    return tuple(values)
