"""The fast path to the state of a game: each phone asks for it when it opens its page, and to set its clock.

Simultaneous requests read the game's version once. A frame is encoded and compressed once for a version.
"""

import gzip
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from duplicate.api.fast_path.asgi import LEVEL, accepts_json, leave_to_view, send_body, send_nothing_new
from duplicate.live.frame import make_frame
from duplicate.models import Game
from duplicate.rounds import closing
from tournaments.accounts import rate_limit
from tournaments.accounts.rate_limit import GuessKind
from tournaments.http.asgi_types import Application, Receive, Scope, Send
from tournaments.live.compression import takes_gzip
from tournaments.live.streams import Frame
from tournaments.processes.batching import BatchQueue
from tournaments.time import clock
from tournaments.views.streams import address_of

ADDRESS = re.compile(r"/api/v1/games/([A-Za-z0-9]{1,8})/")
MOST_WAITING = 10_000
MOST_TOGETHER = 500
MOST_GAMES = 50


@dataclass(frozen=True)
class KeptFrame:
    """A frame of a game with this seed. The seed tells apart games of one code in a database that was
    restored.
    """

    seed: str
    frame: Frame
    read_at: int

    @cached_property
    def packed(self) -> bytes:
        return gzip.compress(self.frame.body, LEVEL, mtime=0)

    @cached_property
    def ends_at(self) -> int | None:
        """The moment at which the time of its round is up, which changes the phase without a new version."""
        round_ = json.loads(self.frame.body)["round"]
        ends_at: int | None = round_ and round_["closes_at"]
        return ends_at

    def is_of(self, game: Game) -> bool:
        ended = self.ends_at is not None and self.read_at < self.ends_at <= clock.milliseconds(clock.now())
        return (self.seed, self.frame.version) == (game.seed, game.version) and not ended


def is_for_frame(scope: Scope) -> bool:
    return scope["type"] == "http" and scope["method"] == "GET" and bool(ADDRESS.fullmatch(scope["path"]))


async def show_frame(scope: Scope, receive: Receive, send: Send, pages: Application) -> None:
    """Answer a request for the state of a game; `pages` does what cannot be done here."""
    found = ADDRESS.fullmatch(scope["path"])
    code, kept = found[1].upper() if found else "", None
    headers = dict(scope["headers"])
    # Pages of other sites get headers of their own from the view.
    is_ours = accepts_json(scope) and b"origin" not in headers
    if is_ours and not rate_limit.may_be_stopped(GuessKind.CODE, address_of(scope), code):
        kept = await _readers.do(code)
    if kept is None:
        await pages(scope, receive, send)
        return
    rate_limit.note(GuessKind.CODE, address_of(scope), code, right=True)
    await _send(scope, send, kept)


async def _send(scope: Scope, send: Send, kept: KeptFrame) -> None:
    headers = dict(scope["headers"])
    tag = f'"{kept.frame.version}"'
    known = headers.get(b"if-none-match", b"").decode("latin-1")
    if known.removeprefix("W/") == tag:
        await send_nothing_new(send, known)
    elif takes_gzip(headers.get(b"accept-encoding", b"").decode("latin-1")):
        await send_body(send, kept.packed, {"ETag": tag, "Content-Encoding": "gzip"})
    else:
        await send_body(send, kept.frame.body, {"ETag": tag})


_kept: dict[str, KeptFrame] = {}


def _frames(codes: Sequence[str]) -> list[KeptFrame | None]:
    """Return the frame for each code, None if there is no such game."""
    closing.catch_up_on_rounds()
    asked = Game.objects.select_related("event").filter(code__in=set(codes), event__whole=True)
    found = {game.code: _frame_of(game) for game in asked}
    return [found.get(code) for code in codes]


def _frame_of(game: Game) -> KeptFrame:
    kept = _kept.pop(game.code, None)
    if kept is None or not kept.is_of(game):
        now = clock.milliseconds(clock.now())
        kept = KeptFrame(game.seed, make_frame(game), now)
    _kept[game.code] = kept
    while len(_kept) > MOST_GAMES:
        del _kept[next(iter(_kept))]
    return kept


_readers: BatchQueue[str, KeptFrame | None] = BatchQueue(
    _frames, trouble=leave_to_view, name="frames", most_waiting=MOST_WAITING, most_at_once=MOST_TOGETHER
)
