"""ASGI entry points of clock streams: `/live/clock/ID/` for a device at a table, `/live/clocks/EVENT/` for a
wall.

Both need authentication: a device sends its link's token, a wall the pass that its page was given.
"""

import re
from collections.abc import Awaitable, Callable

from tournaments.accounts import rate_limit
from tournaments.accounts.rate_limit import Kind
from tournaments.classic.clocks import frames
from tournaments.core.http.asgi_types import Receive, Scope, Send
from tournaments.live import streams
from tournaments.live.connections import Refused
from tournaments.live.streams import Source
from tournaments.views.streams import Opened, address_of, token_of
from tournaments.views.streams import stream as stream_through

ADDRESS = re.compile(r"/live/(clocks?)/([0-9]{1,15})/")


def is_for_clocks(scope: Scope) -> bool:
    return ADDRESS.fullmatch(scope["path"]) is not None


async def stream(scope: Scope, receive: Receive, send: Send) -> None:
    """Send server-sent events of a clock, or of all clocks of an event."""
    await stream_through(scope, receive, send, _door)


async def _door(scope: Scope) -> Opened:
    found = ADDRESS.fullmatch(scope["path"])
    if found is None or scope["method"] != "GET":
        raise Refused(404)
    number = int(found[2])
    if found[1] == "clock":
        return await _opened(scope, number, frames.clock_source(number), frames.read_link)
    return await _opened(scope, number, frames.wall_source(number), frames.read_pass)


async def _opened(
    scope: Scope, number: int, source: Source, known_as: Callable[[int, str], Awaitable[str | None]]
) -> Opened:
    token = token_of(scope)
    if token is None:
        raise Refused(401)
    try:
        holder = await known_as(number, token)
    except Refused:
        rate_limit.note(Kind.TOKEN, address_of(scope), token, right=False)
        raise
    frame = await streams.first_frame(source) if holder else None
    if frame is None:
        raise Refused(404)
    return Opened(source, frame, holder)
