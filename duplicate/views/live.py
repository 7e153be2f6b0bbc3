"""The door of the live stream of a game (`tournaments.views.streams`).

Anybody may follow: nothing but the public state is sent. A phone shows its token, and has a few streams at most.
"""

from duplicate import live
from tournaments import guessing, streams
from tournaments.asgi import Receive, Scope, Send
from tournaments.followers import Refused
from tournaments.guessing import Kind
from tournaments.views.streams import Opened, address_of, token_of
from tournaments.views.streams import stream as stream_through

PREFIX = "/live/"


async def stream(scope: Scope, receive: Receive, send: Send) -> None:
    """Server-sent events of the game in `/live/CODE/`."""
    await stream_through(scope, receive, send, _door)


async def _door(scope: Scope) -> Opened:
    code = scope["path"].removeprefix(PREFIX).strip("/").upper()
    if code.isalnum() and scope["method"] == "GET":
        if guessing.is_stopped(Kind.CODE, address_of(scope), code):
            raise Refused(429)
        phone = await _phone(scope, code)
        source = live.source_of(code)
        frame = await streams.first_frame(source)
        guessing.note(Kind.CODE, address_of(scope), code, right=frame is not None)
        if frame is not None:
            return Opened(source, frame, phone)
    raise Refused(404)


async def _phone(scope: Scope, code: str) -> str | None:
    """The hash of the token that a phone shows, if it does."""
    token = token_of(scope)
    if token is None:
        return None
    try:
        return await live.read_phone(code, token)
    except Refused:
        guessing.note(Kind.TOKEN, address_of(scope), token, right=False)
        raise
