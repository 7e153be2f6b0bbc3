"""The fast path to the two pages that every phone of a hall opens, to join and to play: rendered once for all.

A page is kept as long as everything that it shows is the same in the database, which is read once for all
requests that wait. Visitors who are logged in, and all that is unusual, are answered by the view.
"""

import asyncio
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import OuterRef, Subquery

from duplicate.api.fast_path.asgi import leave_to_view
from duplicate.models import Game, Round
from tournaments.accounts import rate_limit
from tournaments.accounts.rate_limit import GuessKind
from tournaments.http.asgi_types import Application, Receive, Scope, Send
from tournaments.processes.batching import BatchQueue
from tournaments.views.shared_pages import SharedPage, may_share, render_shared
from tournaments.views.streams import address_of, language_of

ADDRESS = re.compile(r"/(?:join|play)/([A-Z0-9]{1,8})/")
MOST_WAITING = 10_000
MOST_TOGETHER = 500
MOST_PAGES = 100
# While many join, the version grows all the time: a page may begin with one that is so old, as its stream
# brings the newest.
SECONDS = 1.0
# Columns of the last round: when one changes, phones signal, and their page must not begin with the state before.
OF_ROUND = ("pk", "state", "closes_at", "remaining_ms")
# The columns that a page shows beside its state.
COLUMNS = (
    "seed",
    "state",
    "name",
    "notation",
    "rules",
    "event__door_closed",
    "event__one_device",
    "event__time_zone",
    "event__language",
)

# The values of a game's columns, and its event's games.
Stamp = tuple[Any, ...]


@dataclass(slots=True)
class KeptPage:
    """A page, or the task that renders it, with the stamp that was read before."""

    stamp: Stamp
    version: int
    made_at: float
    page: "asyncio.Task[SharedPage | None]"

    def is_of(self, stamp: Stamp, version: int) -> bool:
        young = time.monotonic() - self.made_at < SECONDS
        return self.stamp == stamp and (self.version == version or young) and not self._failed

    @property
    def _failed(self) -> bool:
        page = self.page
        return page.done() and (page.cancelled() or page.exception() is not None or page.result() is None)


def is_for_phone_page(scope: Scope) -> bool:
    return scope["type"] == "http" and scope["method"] == "GET" and bool(ADDRESS.fullmatch(scope["path"]))


async def show_phone_page(scope: Scope, receive: Receive, send: Send, pages: Application) -> None:
    """Answer a request for one of the pages; `pages` renders them, and does what cannot be done here."""
    page = await _find_page(scope, pages)
    if page is None:
        await pages(scope, receive, send)
    else:
        await page.send(scope, send)


async def _find_page(scope: Scope, pages: Application) -> SharedPage | None:
    found = ADDRESS.fullmatch(scope["path"])
    if (
        found is None
        or not may_share(scope)
        or rate_limit.may_be_stopped(GuessKind.CODE, address_of(scope), found[1])
    ):
        return None
    read = await _readers.do(found[1])
    if read is None:
        return None
    rate_limit.note(GuessKind.CODE, address_of(scope), found[1], right=True)
    headers = dict(scope["headers"])
    site = (scope.get("scheme"), headers.get(b"host"), headers.get(b"x-forwarded-proto"))
    key = (scope["path"], language_of(scope), *site)
    kept = _kept.pop(key, None)
    if kept is None or not kept.is_of(*read):
        rendering = asyncio.create_task(render_shared(scope, pages))
        kept = KeptPage(*read, time.monotonic(), rendering)
    _kept[key] = kept
    while len(_kept) > MOST_PAGES:
        del _kept[next(iter(_kept))]
    return await asyncio.shield(kept.page)


_kept: dict[tuple[object, ...], KeptPage] = {}


def _stamps(codes: Sequence[str]) -> list[tuple[Stamp, int] | None]:
    """Return for each code what its pages show and its version; None if there is no such game."""
    asked = Game.objects.filter(code__in=set(codes), event__whole=True)
    last = Round.objects.filter(game=OuterRef("pk")).order_by("-pk")
    of_round = {f"round_{name}": Subquery(last.values(name)[:1]) for name in OF_ROUND}
    columns = ("code", "version", "event_id", *COLUMNS, *of_round)
    rows = {row[0]: row for row in asked.annotate(**of_round).values_list(*columns)}
    events = {event for _code, _version, event, *_rest in rows.values()}
    others: dict[int, list[str]] = {}
    beside = Game.objects.filter(event__in=events).order_by("number")
    for event, code in beside.values_list("event_id", "code"):
        others.setdefault(event, []).append(code)
    found = {
        code: ((*values, tuple(others.get(event, ()))), version)
        for code, version, event, *values in rows.values()
    }
    return [found.get(code) for code in codes]


_readers: BatchQueue[str, tuple[Stamp, int] | None] = BatchQueue(
    _stamps, trouble=leave_to_view, name="pages", most_waiting=MOST_WAITING, most_at_once=MOST_TOGETHER
)
