"""The endpoint of a game's live stream (`tournaments.views.streams`).

Anybody may follow the public state. A phone shows its token, gets its own sheet as well, and has a few streams at
most.
"""

from duplicate.live import subscriptions
from tournaments.accounts import rate_limit
from tournaments.accounts.rate_limit import GuessKind
from tournaments.http.asgi_types import Receive, Scope, Send
from tournaments.live import streams
from tournaments.live.connections import StreamRefused
from tournaments.views.streams import OpenedStream, address_of, language_of, refuse_guesses, token_of
from tournaments.views.streams import stream as stream_through

PREFIX = "/live/"


async def stream(scope: Scope, receive: Receive, send: Send) -> None:
    """Send the server-sent events of the game in `/live/CODE/`."""
    await stream_through(scope, receive, send, _open_game_stream)


async def _open_game_stream(scope: Scope) -> OpenedStream:
    code = scope["path"].removeprefix(PREFIX).strip("/").upper()
    if code.isalnum() and scope["method"] == "GET":
        await refuse_guesses(scope, code)
        phone = await _phone(scope, code)
        source = subscriptions.source_of(code)
        frame = await streams.first_frame(source)
        rate_limit.note(GuessKind.CODE, address_of(scope), code, right=frame is not None)
        if frame is not None:
            return OpenedStream(source, frame, phone, language_of(scope) if phone else "")
    raise StreamRefused(404)


async def _phone(scope: Scope, code: str) -> str | None:
    """Return the hash of the token that a phone shows, if it does."""
    token = token_of(scope)
    if token is None:
        return None
    try:
        return await subscriptions.read_phone(code, token)
    except StreamRefused:
        rate_limit.note(GuessKind.TOKEN, address_of(scope), token, right=False)
        raise
