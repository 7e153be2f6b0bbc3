"""Live streams of public states, open to everybody.

`/live/board/CODE/` follows a match that is kept move by move, `/live/table/CODE/` a club table.
"""

import re
from collections.abc import Callable

from engine.errors import EngineError
from tournaments.accounts import rate_limit
from tournaments.accounts.rate_limit import GuessKind
from tournaments.classic.match_records.frames import board_source
from tournaments.club_tables.games.frames import table_source
from tournaments.http.asgi_types import Scope
from tournaments.live import streams
from tournaments.live.connections import StreamRefused
from tournaments.live.streams import FrameSource
from tournaments.views.streams import Endpoint, OpenedStream, address_of, refuse_guesses

SOURCES: dict[str, Callable[[str], FrameSource]] = {"board": board_source, "table": table_source}


async def open_stream(scope: Scope, kind: str, code: str) -> OpenedStream:
    await refuse_guesses(scope, code)
    source = SOURCES[kind](code)
    try:
        frame = await streams.first_frame(source)
    except EngineError as error:  # its lexicon is gone; the API's answer says so
        raise StreamRefused(409) from error
    rate_limit.note(GuessKind.CODE, address_of(scope), code, right=frame is not None)
    if frame is None:
        raise StreamRefused(404)
    return OpenedStream(source, frame, None)


PUBLIC = Endpoint(re.compile(rf"/live/({'|'.join(SOURCES)})/([A-Za-z0-9_-]{{1,40}})/"), open_stream)
