"""The fast path to joining a game: those who join at the same moment are entered in one transaction.

The view reports what is wrong with a request, and refuses those who are too many.
"""

import json
import logging
import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from duplicate.api.fast_path.asgi import accepts_json, leave_to_view, read_text, send_error, send_values
from duplicate.api.fast_path.bodies import is_as_phones_send, read_small_body, repeat_body
from duplicate.api.joining_limits import GameJoinThrottle
from duplicate.games.players.joining import Joining, join_together
from duplicate.games.players.joining import Outcome as Joined
from duplicate.models import Game
from tournaments.accounts import rate_limit
from tournaments.accounts.rate_limit import GuessKind
from tournaments.http.asgi_types import Application, Receive, Scope, Send
from tournaments.models import NAME_LENGTH
from tournaments.processes.batching import BatchQueue
from tournaments.views.streams import address_of

logger = logging.getLogger(__name__)

ADDRESS = re.compile(r"/api/v1/games/([A-Za-z0-9]{1,8})/entries/")
MOST_WAITING = 10_000
MOST_TOGETHER = 50


@dataclass(frozen=True, slots=True)
class ParsedJoin:
    """A well-formed request to join the game of a code."""

    code: str
    joining: Joining


@dataclass(frozen=True, slots=True)
class JoinDoor:
    """The throttle of the view, for the same counts."""

    code: str

    def lets_in(self, joining: Joining) -> bool:
        return GameJoinThrottle().allow_request(*self._of(joining))

    def note(self, joining: Joining, *, joined: bool) -> None:
        GameJoinThrottle().count(*self._of(joining), joined=joined)

    def _of(self, joining: Joining) -> tuple[Any, Any]:
        request = SimpleNamespace(META={"REMOTE_ADDR": joining.address})
        return request, SimpleNamespace(kwargs={"code": self.code})


def is_for_joining(scope: Scope) -> bool:
    return scope["type"] == "http" and scope["method"] == "POST" and bool(ADDRESS.fullmatch(scope["path"]))


async def take_in(scope: Scope, receive: Receive, send: Send, pages: Application) -> None:
    """Answer a request to join a game; `pages` does what cannot be done here."""
    body = await read_small_body(scope, receive, send)
    if body is None:
        return
    parsed = _parse(scope, body)
    outcome = await _joiners.do(parsed) if parsed else None
    if parsed is None or outcome is None:
        await pages(scope, repeat_body(body, receive), send)
        return
    rate_limit.note(GuessKind.CODE, parsed.joining.address, parsed.code, right=True)
    if isinstance(outcome, Exception):
        await send_error(scope, send, outcome)
    else:
        entry = outcome.entry
        await send_values(
            scope, send, {"token": outcome.token, "name": entry.name, "table": entry.table}, 201
        )


def _parse(scope: Scope, body: bytes) -> ParsedJoin | None:
    """Return the request, if it is exactly as a phone writes it."""
    found, address = ADDRESS.fullmatch(scope["path"]), address_of(scope)
    if not found or not is_as_phones_send(scope, body) or not accepts_json(scope):
        return None
    code = found[1].upper()
    try:
        values = json.loads(body.decode())
        name = read_text(values["name"], NAME_LENGTH)
        partner = read_text(values.get("partner", ""), NAME_LENGTH)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    if not name or rate_limit.may_be_stopped(GuessKind.CODE, address, code):
        return None
    return ParsedJoin(code, Joining(name, partner, address))


def _join(together: Sequence[ParsedJoin]) -> list[Joined]:
    """Return the outcome of each request; None leaves it to the view."""
    outcomes: list[Joined] = [None] * len(together)
    codes = {one.code for one in together}
    for game in _games(codes):
        places = [place for place, one in enumerate(together) if one.code == game.code]
        joining = [together[place].joining for place in places]
        try:
            joined = join_together(game=game, joining=joining, door=JoinDoor(game.code))
        except Exception:
            # Those of other games are entered already, and must hear so.
            logger.exception("%s who join %s are left to the view", len(joining), game.code)
            continue
        for place, outcome in zip(places, joined, strict=True):
            outcomes[place] = outcome
    return outcomes


def _games(codes: Collection[str]) -> Iterable[Game]:
    return Game.objects.select_related("event").filter(code__in=codes, event__whole=True)


_joiners: BatchQueue[ParsedJoin, Joined] = BatchQueue(
    _join, trouble=leave_to_view, name="joins", most_waiting=MOST_WAITING, most_at_once=MOST_TOGETHER
)
