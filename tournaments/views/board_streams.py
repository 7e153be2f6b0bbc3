"""The door of the live stream of a match's board: `/live/board/CODE/`. Anybody may follow: it is the public state."""

import re

from tournaments import streams
from tournaments.asgi import Receive, Scope, Send
from tournaments.board_frames import board_source
from tournaments.followers import Refused
from tournaments.views.streams import Opened
from tournaments.views.streams import stream as stream_through

ADDRESS = re.compile(r"/live/board/([A-Za-z0-9_-]{1,40})/")


def is_for_boards(scope: Scope) -> bool:
    return ADDRESS.fullmatch(scope["path"]) is not None


async def stream(scope: Scope, receive: Receive, send: Send) -> None:
    """Server-sent events of one match."""
    await stream_through(scope, receive, send, _door)


async def _door(scope: Scope) -> Opened:
    found = ADDRESS.fullmatch(scope["path"])
    if found is None or scope["method"] != "GET":
        raise Refused(404)
    source = board_source(found[1])
    frame = await streams.first_frame(source)
    if frame is None:
        raise Refused(404)
    return Opened(source, frame, None)
