"""Live screens: server-sent events of a game's frames.

A *feed* is this process's view of one game, shared by all its streams: it reads the frame once for a change
and hands the same bytes to each. It is woken by broadcasts, and looks at the version by itself every few
seconds, so that a wake-up that got lost costs no more than that. Streams hold no database connection.
"""

import asyncio
import contextlib
import logging
import random
from collections.abc import AsyncIterator

from asgiref.sync import sync_to_async
from django.db import close_old_connections

from duplicate import closing, followers
from duplicate.frame import Frame, frame_for_game
from duplicate.models import Game
from tournaments import broadcast, clock

logger = logging.getLogger(__name__)

LOOK_SECONDS = 3.0
HEARTBEAT_SECONDS = 15.0
RETRY_MS = 1500


class Feed:
    """The frames of one game, read as long as somebody follows. Belongs to one event loop."""

    def __init__(self, code: str, frame: Frame) -> None:
        self.code = code
        self.frame = frame
        self.followers = 0
        self._looked = 0.0
        self._changed = asyncio.Event()
        self._reader = asyncio.create_task(self._read())

    async def newer_than(self, version: int) -> Frame:
        """The frame as soon as it is newer than `version`."""
        while self.frame.version <= version:
            await self._changed.wait()
        return self.frame

    def stop(self) -> None:
        self._reader.cancel()

    async def _read(self) -> None:
        async with broadcast.backend().listen(self.code) as woken:
            # What changed after our first frame was read, and before we listened, has woken nobody.
            woken.set()
            while True:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(woken.wait(), LOOK_SECONDS)
                woken.clear()
                try:
                    await self._end_worthless()
                    frame = await read_frame(self.code, known=self.frame.version)
                except Exception:
                    # The streams stay, and go on when the trouble (a database that is away) is over.
                    logger.exception("The frame of %s cannot be read", self.code)
                    continue
                if frame and frame.version > self.frame.version:
                    self.frame = frame
                    self._changed.set()
                    self._changed = asyncio.Event()

    async def _end_worthless(self) -> None:
        """No stream outlives its token by much; a hall that joins wakes us too often to look each time."""
        now = asyncio.get_running_loop().time()
        if now - self._looked < LOOK_SECONDS or not followers.has_phones(self.code):
            return
        self._looked = now
        followers.end_all_but(self.code, await read_hashes(self.code))


_feeds: dict[str, Feed] = {}


@contextlib.asynccontextmanager
async def follow(code: str, frame: Frame) -> AsyncIterator[Feed]:
    """The feed of a game, begun with the first follower and stopped after the last."""
    feed = _feeds.get(code)
    if feed is None:
        feed = _feeds[code] = Feed(code, frame)
    feed.followers += 1
    try:
        yield feed
    finally:
        feed.followers -= 1
        if not feed.followers:
            feed.stop()
            del _feeds[code]


async def events(code: str, frame: Frame) -> AsyncIterator[bytes]:
    """The stream of one screen: the server's time, then each new frame, with heartbeats that tell the time."""
    spread = random.uniform(0.8, 1.2)  # noqa: S311 - so that a thousand streams don't come back or beat at once
    yield b"retry: %d\n\n" % (RETRY_MS * spread)
    yield _time_event()
    yield _frame_event(frame)
    version = frame.version
    async with follow(code, frame) as feed:
        while True:
            try:
                frame = await asyncio.wait_for(feed.newer_than(version), HEARTBEAT_SECONDS * spread)
            except TimeoutError:
                yield _time_event()
            else:
                version = frame.version
                yield _frame_event(frame)


def current_frame(code: str, *, known: int | None = None) -> Frame | None:
    """The frame of a game, or None if there is no such game or its version is `known`.

    A round whose time has passed is closed first: nobody has to be there for it.
    """
    closing.close_overdue_rounds()
    game = Game.objects.select_related("event").filter(code=code).first()
    return frame_for_game(game) if game and game.version != known else None


@sync_to_async(thread_sensitive=False)
def read_frame(code: str, known: int | None = None) -> Frame | None:
    try:
        return current_frame(code, known=known)
    finally:
        close_old_connections()


@sync_to_async(thread_sensitive=False)
def read_phone(code: str, token: str) -> str | None:
    """See `followers.phone_for_token`."""
    try:
        return followers.phone_for_token(code, token)
    finally:
        close_old_connections()


@sync_to_async(thread_sensitive=False)
def read_hashes(code: str) -> set[str]:
    try:
        return followers.hashes_for_game(code)
    finally:
        close_old_connections()


def _time_event() -> bytes:
    return b"event: time\ndata: %d\n\n" % clock.milliseconds(clock.now())


def _frame_event(frame: Frame) -> bytes:
    return b"id: %d\nevent: frame\ndata: %s\n\n" % (frame.version, frame.body)
