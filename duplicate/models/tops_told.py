"""A context variable that tells whether a round is read with its top; the view that lets a person in sets it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final

# The states of a round in which its top is known and not announced.
SECRET: Final = frozenset({"open", "closed"})

_may_be_told: ContextVar[Callable[[Any], bool] | None] = ContextVar("may_be_told", default=None)


@contextmanager
def asking(may_be_told: Callable[[Any], bool]) -> Iterator[None]:
    """Ask this function about each round that is read inside."""
    before = _may_be_told.set(may_be_told)
    try:
        yield
    finally:
        _may_be_told.reset(before)


def is_told(round_: Any, otherwise: Callable[[Any], bool]) -> bool:
    """Ask the function that is in force about a round, or the other one if none is."""
    return (_may_be_told.get() or otherwise)(round_)


def hide_withheld(round_: Any) -> None:
    """Take the top from a round that has just been read, if it is withheld from the reader."""
    may_be_told, read = _may_be_told.get(), round_.__dict__
    if may_be_told is None or read.get("state") not in SECRET:
        return
    if (read.get("tops") is not None or read.get("top_score") is not None) and not may_be_told(round_):
        round_.tops = round_.top_score = None
        round_.top_is_withheld = True
