"""ASGI entry points of clock streams: `/live/clock/ID/` for a device at a table, `/live/clocks/EVENT/` for a
wall.

Both need authentication: a device sends its link's token, a wall the pass that its page was given.
"""

import re
from collections.abc import Awaitable, Callable

from tournaments.accounts import rate_limit
from tournaments.accounts.rate_limit import GuessKind
from tournaments.classic.clocks import frames
from tournaments.http.asgi_types import Scope
from tournaments.live import streams
from tournaments.live.connections import StreamRefused
from tournaments.live.streams import FrameSource
from tournaments.views.streams import Endpoint, OpenedStream, address_of, token_of


async def open_stream(scope: Scope, kind: str, key: str) -> OpenedStream:
    number = int(key)
    if kind == "clock":
        return await _open_stream(scope, number, frames.clock_source(number), frames.read_link)
    return await _open_stream(scope, number, frames.wall_source(number), frames.read_pass)


async def _open_stream(
    scope: Scope, number: int, source: FrameSource, known_as: Callable[[int, str], Awaitable[str | None]]
) -> OpenedStream:
    token = token_of(scope)
    if token is None:
        raise StreamRefused(401)
    try:
        holder = await known_as(number, token)
    except StreamRefused:
        rate_limit.note(GuessKind.TOKEN, address_of(scope), token, right=False)
        raise
    frame = await streams.first_frame(source) if holder else None
    if frame is None:
        raise StreamRefused(404)
    return OpenedStream(source, frame, holder)


CLOCKS = Endpoint(re.compile(r"/live/(clocks?)/([0-9]{1,15})/"), open_stream)
