"""The door of live streams that anybody may follow, for they are public states: `/live/board/CODE/` of a match that is
kept move by move, `/live/table/CODE/` of a club table.
"""

import re
from collections.abc import Callable

from tournaments import streams
from tournaments.asgi import Receive, Scope, Send
from tournaments.board_frames import board_source
from tournaments.club_tables.frames import table_source
from tournaments.followers import Refused
from tournaments.streams import Source
from tournaments.views.streams import Opened
from tournaments.views.streams import stream as stream_through

SOURCES: dict[str, Callable[[str], Source]] = {"board": board_source, "table": table_source}
ADDRESS = re.compile(rf"/live/({'|'.join(SOURCES)})/([A-Za-z0-9_-]{{1,40}})/")


def is_public(scope: Scope) -> bool:
    return ADDRESS.fullmatch(scope["path"]) is not None


async def stream(scope: Scope, receive: Receive, send: Send) -> None:
    """Server-sent events of one of them."""
    await stream_through(scope, receive, send, _door)


async def _door(scope: Scope) -> Opened:
    found = ADDRESS.fullmatch(scope["path"])
    if found is None or scope["method"] != "GET":
        raise Refused(404)
    source = SOURCES[found[1]](found[2])
    frame = await streams.first_frame(source)
    if frame is None:
        raise Refused(404)
    return Opened(source, frame, None)
