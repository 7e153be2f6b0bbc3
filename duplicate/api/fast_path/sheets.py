"""The fast path to a player's own sheet: after an announcement every phone in the hall asks for its own.

Simultaneous requests are read together (`player_sheet.Sheets`).
"""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils import translation

from duplicate.api.fast_path.asgi import is_plain, may_ask, send_error, send_news, token_of
from duplicate.live.player_sheet import Sheet, Sheets
from duplicate.models import Game
from duplicate.slips.services import TryAgain
from tournaments.errors import RuleViolation
from tournaments.events.tokens import entries_for_tokens
from tournaments.http.asgi_types import Application, Receive, Scope, Send
from tournaments.models import Entry
from tournaments.processes.batching import BatchQueue
from tournaments.views.streams import language_of

ADDRESS = re.compile(r"/api/v1/games/([A-Za-z0-9]{1,8})/me/")
MOST_WAITING = 4000
MOST_TOGETHER = 50


@dataclass(frozen=True, slots=True)
class SheetRequest:
    """A request for a sheet: the game, the player's token, and the language."""

    code: str
    token: str
    language: str


# None leaves the request to the view.
Outcome = Sheet | Exception | None


def is_for_own_sheet(scope: Scope) -> bool:
    return scope["type"] == "http" and scope["method"] == "GET" and bool(ADDRESS.fullmatch(scope["path"]))


async def show_own_sheet(scope: Scope, receive: Receive, send: Send, pages: Application) -> None:
    """Answer a request for the own sheet; `pages` does what cannot be done here."""
    found = ADDRESS.fullmatch(scope["path"])
    outcome: Outcome = None
    if found and is_plain(scope):
        asked = SheetRequest(found[1].upper(), token_of(scope), language_of(scope))
        outcome = await _readers.do(asked)
    if outcome is None:
        await pages(scope, receive, send)
    elif isinstance(outcome, Exception):
        await send_error(scope, send, outcome)
    else:
        await send_news(scope, send, outcome)


def _sheets(together: Sequence[SheetRequest]) -> list[Outcome]:
    """Return the outcome of each request."""
    entries = entries_for_tokens({asked.token for asked in together})
    outcomes: list[Outcome] = [None] * len(together)
    by_code: dict[str, list[int]] = defaultdict(list)
    for place, asked in enumerate(together):
        by_code[asked.code].append(place)
    for game in Game.objects.select_related("event").filter(code__in=by_code, event__whole=True):
        theirs = {
            place: entry
            for place in by_code[game.code]
            if (entry := entries.get(together[place].token))
            and entry.event_id == game.event_id
            and may_ask(entry)
        }
        if not theirs:
            continue
        sheets = Sheets(game, [*theirs.values()])
        for place, entry in theirs.items():
            outcomes[place] = _sheet(sheets, entry, together[place].language)
    return outcomes


def _sheet(sheets: Sheets, entry: Entry, language: str) -> Outcome:
    with translation.override(language):
        try:
            return sheets.sheet(entry)
        except RuleViolation as error:
            return error


_readers = BatchQueue(
    _sheets, trouble=TryAgain, name="sheets", most_waiting=MOST_WAITING, most_at_once=MOST_TOGETHER
)
