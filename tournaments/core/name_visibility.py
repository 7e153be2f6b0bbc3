"""Visibility of players' names: the reader of an answer may see names, or tables only.

Like the language in force, it belongs to the request. The entry point that admits the reader sets it once,
and `Entry.name`, the one place that hands names out, follows it. So screens, papers and messages need not
handle it. Records always have the name itself (`Entry.full_name`).
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.dispatch import Signal
from django.utils.translation import gettext

# Sent to packages that run games of an event; a receiver answers whether names are hidden in it.
asks_whether_hidden = Signal()

_hidden: ContextVar[bool] = ContextVar("names_hidden", default=False)


@contextmanager
def hidden(when: bool) -> Iterator[None]:
    """Hide names inside the block, or show them, whatever holds outside."""
    before = _hidden.set(when)
    try:
        yield
    finally:
        _hidden.reset(before)


def are_hidden() -> bool:
    return _hidden.get()


def of_pair(player: str, partner: str | None) -> str:
    """Return the name of an entry for the record: the player's, or those of both partners."""
    return f"{player} & {partner}" if partner else player


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
