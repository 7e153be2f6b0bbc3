"""Visibility of players' names, and how an event writes them: the reader of an answer may see names, or
tables only.

Like the language in force, both belong to the request. The entry point that admits the reader sets them once,
and `Entry.name`, the one place that hands names out, follows them. So screens, papers and messages need not
handle them. Records always have the name itself (`Entry.full_name`).
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Protocol

from django.dispatch import Signal
from django.utils.translation import gettext

from tournaments.names.folding import SortedName
from tournaments.names.name_parts import NameStyle, join_pair, shown_name

# Sent to packages that run games of an event; a receiver answers whether names are hidden in it.
asks_whether_hidden = Signal()

# The columns of a player from which `styled` makes the name.
PARTS = ("name", "given_name", "family_name")

_hidden: ContextVar[bool] = ContextVar("names_hidden", default=False)
_style: ContextVar[str] = ContextVar("name_style", default="")


class _WritesNames(Protocol):
    """An event, by its way of writing names."""

    name_style: str


@contextmanager
def hidden(when: bool, event: _WritesNames | None = None) -> Iterator[None]:
    """Hide names inside the block, or show them, as the event writes them if it is given, whatever holds
    outside.
    """
    before = _hidden.set(when)
    styled_before = _style.set(event.name_style if event else _style.get())
    try:
        yield
    finally:
        _style.reset(styled_before)
        _hidden.reset(before)


@contextmanager
def family_first() -> Iterator[None]:
    """Write names inside the block as lists by name sort them: the family name first."""
    style = _style.get()
    before = _style.set(style if style == NameStyle.FAMILY_FIRST else NameStyle.COMMA)
    try:
        yield
    finally:
        _style.reset(before)


def are_hidden() -> bool:
    return _hidden.get()


def styled(columns: Sequence[Any], style: str | None = None) -> SortedName:
    """Return the name of an entry from the columns `PARTS` of the player, and of the partner (None if there is
    none), in the style of the event in whose block this is, or in another; lists sort it by family names.
    """
    style = _style.get() if style is None else style
    name, given, family = columns[:3]
    player = shown_name(name, given, family, style)
    if len(columns) == 3 or columns[3] is None:
        return player
    name, given, family = columns[3:]
    partner = shown_name(name, given, family, style)
    return SortedName(join_pair((player, partner)), player.sort_by + partner.sort_by)


def visible_name(name: str, table: object) -> str:
    """Return the name, or the table in its place if the reader may not see names."""
    return gettext("Table {table}").format(table=table) if are_hidden() else name


def visible_params(params: dict[str, object]) -> dict[str, object]:
    """Return the values of a log entry as its reader may see them: a player's `name` stands beside their
    `table`.
    """
    if "name" not in params or not are_hidden():
        return params
    return params | {"name": visible_name("", params.get("table", "?"))}


def names_are_hidden_in(event: object) -> bool:
    """Tell whether a game in progress hides names. Then all of its event hides them, or tables and names
    could be matched.
    """
    return any(hidden for _receiver, hidden in asks_whether_hidden.send(sender=type(event), event=event))
