"""Whether whoever is being answered may know the players' names, or their tables only.

Like the language in force it belongs to the request: the door that let the person in says it once, and the one
place that hands names out (`Entry.name`) follows. So no screen, paper or message needs to think of it. What goes on
record is always the name itself (`Entry.full_name`).
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.dispatch import Signal
from django.utils.translation import gettext

# Asked of whoever runs games of an event; a receiver answers whether names are hidden in it.
asks_whether_hidden = Signal()

_hidden: ContextVar[bool] = ContextVar("names_hidden", default=False)


@contextmanager
def hidden(when: bool) -> Iterator[None]:
    """Hide names inside, or show them, whatever holds outside."""
    before = _hidden.set(when)
    try:
        yield
    finally:
        _hidden.reset(before)


def are_hidden() -> bool:
    return _hidden.get()


def of_pair(player: str, partner: str | None) -> str:
    """The name of an entry, for the record: the player's, or those of both."""
    return f"{player} & {partner}" if partner else player


def shown(name: str, table: object) -> str:
    """The name, or what stands in its place for who may not know it."""
    return gettext("Table {table}").format(table=table) if are_hidden() else name


def shown_params(params: dict[str, object]) -> dict[str, object]:
    """The values of a log entry as its reader may see them: a player's `name` stands beside their `table`."""
    if "name" not in params or not are_hidden():
        return params
    return params | {"name": shown("", params.get("table", "?"))}


def names_are_hidden_in(event: object) -> bool:
    """Whether a game in progress hides names: so does everything of its event, or tables and names could be matched."""
    return any(hidden for _receiver, hidden in asks_whether_hidden.send(sender=type(event), event=event))
