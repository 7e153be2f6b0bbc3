"""Recent failures beside the game itself, remembered by this process for a minute so that the desk can show
them.

A game goes on without broker and workers; its arbitrator should know why screens are a little late.
"""

import time
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

MEMORY_SECONDS: Final = 60.0
SENTENCES: Final[dict[str, Promise]] = {
    "broadcast": _("No connection to Redis: screens update a few seconds late."),
    "background": _("No connection to the workers: tops are found and slips judged only when time is up."),
    "worker": _("No worker is running: tops are found and slips judged only when time is up."),
    "clock": _("The clock process is not running: rounds close only when a page is opened."),
    "tasks": _("The workers are behind: tops and judged slips may come late."),
}

_noted: dict[str, tuple[float, Promise]] = {}


def note(what: str, sentence: Promise | None = None) -> None:
    """Record that something has just failed: a key of `SENTENCES`, or what `sentence` tells."""
    _noted[what] = time.monotonic(), sentence or SENTENCES[what]


def clear(what: str) -> None:
    """Record that something is well again: the desk need not wait for the minute to pass."""
    _noted.pop(what, None)


def recent() -> list[str]:
    """Return a sentence for each thing that failed within the last minute, in the language in force."""
    since = time.monotonic() - MEMORY_SECONDS
    return [str(sentence) for noted_at, sentence in _noted.values() if noted_at > since]
