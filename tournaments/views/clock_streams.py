"""The doors of the live streams of clocks: `/live/clock/ID/` for a device at a table, `/live/clocks/EVENT/` for a wall.

Nobody follows them without showing something: a device its link's token, a wall the pass that its page was given.
"""

import re
from collections.abc import Awaitable, Callable

from tournaments import clock_frames, guessing, streams
from tournaments.asgi import Receive, Scope, Send
from tournaments.followers import Refused
from tournaments.guessing import Kind
from tournaments.streams import Source
from tournaments.views.streams import Opened, address_of, token_of
from tournaments.views.streams import stream as stream_through

ADDRESS = re.compile(r"/live/(clocks?)/([0-9]{1,15})/")


def is_for_clocks(scope: Scope) -> bool:
    return ADDRESS.fullmatch(scope["path"]) is not None


async def stream(scope: Scope, receive: Receive, send: Send) -> None:
    """Server-sent events of a clock, or of all clocks of an event."""
    await stream_through(scope, receive, send, _door)


async def _door(scope: Scope) -> Opened:
    found = ADDRESS.fullmatch(scope["path"])
    if found is None or scope["method"] != "GET":
        raise Refused(404)
    number = int(found[2])
    if found[1] == "clock":
        return await _opened(scope, number, clock_frames.clock_source(number), clock_frames.read_link)
    return await _opened(scope, number, clock_frames.wall_source(number), clock_frames.read_pass)


async def _opened(
    scope: Scope, number: int, source: Source, known_as: Callable[[int, str], Awaitable[str | None]]
) -> Opened:
    token = token_of(scope)
    if token is None:
        raise Refused(401)
    try:
        holder = await known_as(number, token)
    except Refused:
        guessing.note(Kind.TOKEN, address_of(scope), token, right=False)
        raise
    frame = await streams.first_frame(source) if holder else None
    if frame is None:
        raise Refused(404)
    return Opened(source, frame, holder)
