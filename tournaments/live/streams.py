"""Live screens: server-sent events of frames.

Terms. A *channel* is what screens follow: a game, a clock. A *frame* is its public state at one version; its
*source* supplies frames. A *feed* is this process's view of one channel, shared by all its streams: it reads
the frame once for a change and hands the same bytes to each. Broadcasts wake it. It also reads the version by
itself every few seconds, so that a lost wake-up costs no more than that. An *own event* is for the streams of one
holder alone, and follows a frame. Streams hold no database connection.
"""

import asyncio
import contextlib
import json
import logging
import random
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Coroutine, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ParamSpec, Self, TypeVar

from asgiref.sync import sync_to_async
from django.db import close_old_connections

from tournaments.live import broadcast, connections
from tournaments.live.compression import HEAD, pack
from tournaments.time import clock

P = ParamSpec("P")
R = TypeVar("R")

logger = logging.getLogger(__name__)

LOOK_SECONDS = 3.0
TALLY_SECONDS = 1.0
HEARTBEAT_SECONDS = 15.0
RETRY_MS = 1500
# Own events wait so long for frames to be sent first.
OWN_WAIT_SECONDS = 1.0
# So many wait for a stream that is stuck.
MOST_OWN = 4


@dataclass(frozen=True, slots=True)
class Frame:
    """A version of a channel's state as screens receive it: UTF-8 JSON, one line."""

    version: int
    body: bytes

    @classmethod
    def of(cls, version: int, values: Mapping[str, Any]) -> Self:
        return cls(version, json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode())

    def says_the_same(self, other: "Frame") -> bool:
        """Tell whether all but the version is equal: most acts at a desk change nothing that screens show."""
        return self.body.partition(b",")[2] == other.body.partition(b",")[2] != b""


class SharedEvent:
    """An event built once for all streams, and compressed once for the streams that accept gzip."""

    def __init__(self, plain: bytes) -> None:
        self.plain = plain

    @cached_property
    def packed(self) -> bytes:
        return pack(self.plain)


def frame_event(frame: Frame) -> SharedEvent:
    return SharedEvent(b"id: %d\nevent: frame\ndata: %s\n\n" % (frame.version, frame.body))


def own_event(values: bytes) -> bytes:
    """Return an event for one holder, of values in JSON."""
    return b"event: own\ndata: %s\n\n" % values


# Takes the frame before, the new one and holders with their languages; yields events by holder.
OwnEvents = Callable[[Frame, Frame, Mapping[str, str]], AsyncIterator[Mapping[str, bytes]]]


async def no_holders() -> Collection[str]:
    """Return the holders of a channel that knows no tokens."""
    return ()


@dataclass(frozen=True, slots=True)
class FrameSource:
    """Source of a channel's frames.

    `read` returns the frame, or None if there is no such channel or if the given version is still the current
    one. `holders` returns the holders whose tokens are valid there (`tournaments.live.connections`). `tally` returns,
    as JSON, what changes too often for frames; it is for holders alone.
    """

    channel: str
    read: Callable[[int | None], Awaitable[Frame | None]]
    holders: Callable[[], Awaitable[Collection[str]]] = no_holders
    own_events: OwnEvents | None = None
    tally: Callable[[], Awaitable[bytes]] | None = None


@dataclass(frozen=True, slots=True)
class Reader:
    """The reader of a stream: the holder of a token, if one was shown, and the language."""

    holder: str | None = None
    language: str = ""


@dataclass(eq=False, slots=True)
class StreamEnd:
    """The end of a feed at one stream: the version that was sent, own events that wait, and the tally if it does."""

    reader: Reader
    told: int
    woken: asyncio.Event = field(default_factory=asyncio.Event)
    own: deque[bytes] = field(default_factory=lambda: deque(maxlen=MOST_OWN))
    tally: SharedEvent | None = None


def in_thread(read: Callable[P, R]) -> Callable[P, Coroutine[None, None, R]]:
    """Run a function that reads the database in a thread, and give its connection back afterwards."""

    def reading(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return read(*args, **kwargs)
        finally:
            close_old_connections()

    return sync_to_async(reading, thread_sensitive=False)


NOBODY = Reader()


class Feed:
    """The frames of one channel, read as long as a stream follows it. Belongs to one event loop."""

    def __init__(self, source: FrameSource, frame: Frame) -> None:
        self.source = source
        self.frame, self.event, self.told = frame, frame_event(frame), frame.version
        self.streams: set[StreamEnd] = set()
        self.tally: SharedEvent | None = None
        self._looked = self._tallied = 0.0
        self._tasks = {asyncio.create_task(self._read())}
        self._own_turn = asyncio.Lock()

    def stop(self) -> None:
        for task in self._tasks:
            task.cancel()

    async def _read(self) -> None:
        async with broadcast.backend().listen(self.source.channel) as woken:
            # A change between reading our first frame and listening has woken nobody.
            woken.set()
            while True:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(woken.wait(), LOOK_SECONDS)
                woken.clear()
                try:
                    self.tell(await self.source.read(self.frame.version))
                    await self._end_worthless()
                    await self._send_tally()
                except Exception:
                    # The streams stay open, and go on when the error (such as a database outage) is over.
                    logger.exception("The frame of %s cannot be read", self.source.channel)

    def tell(self, frame: Frame | None) -> None:
        """Send a frame to all streams if it is newer than theirs and differs in more than its version."""
        if frame is None or frame.version <= self.frame.version:
            return
        before, self.frame = self.frame, frame
        if not frame.says_the_same(before):
            self.event, self.told = frame_event(frame), frame.version
            for line in self.streams:
                line.woken.set()
            if self.source.own_events:
                sending = asyncio.create_task(self._send_own(self.source.own_events, before, frame))
                self._tasks.add(sending)
                sending.add_done_callback(self._tasks.discard)

    async def _send_own(self, own_events: OwnEvents, before: Frame, frame: Frame) -> None:
        """Send the own events that follow a frame, once the streams have sent that."""
        async with self._own_turn:
            await self._wait_until_told(frame.version)
            lines: dict[str, list[StreamEnd]] = {}
            for line in self.streams:
                if line.reader.holder is not None:
                    lines.setdefault(line.reader.holder, []).append(line)
            languages = {holder: theirs[-1].reader.language for holder, theirs in lines.items()}
            try:
                async for events in own_events(before, frame, languages):
                    for holder, event in events.items():
                        for line in lines[holder]:
                            line.own.append(event)
                            line.woken.set()
            except Exception:
                # Screens that get none ask by themselves after a while.
                logger.exception("The own events of %s cannot be made", self.source.channel)

    async def _wait_until_told(self, version: int) -> None:
        """Wait until all streams have sent a version, but not long: a stream may be stuck."""
        loop = asyncio.get_running_loop()
        until = loop.time() + OWN_WAIT_SECONDS
        while loop.time() < until and any(line.told < version for line in self.streams):  # noqa: ASYNC110 - an event would have to be set by each of thousands of streams
            await asyncio.sleep(0.02)

    async def _end_worthless(self) -> None:
        """End streams soon after their token becomes worthless.

        The check runs at most every `LOOK_SECONDS`: a hall that joins wakes the feed too often to check each
        time.
        """
        now = asyncio.get_running_loop().time()
        if now - self._looked < LOOK_SECONDS or not connections.phones_of(self.source.channel):
            return
        self._looked = now
        # Listed first: a phone that joins during the query may have a token that the query did not see.
        there = connections.phones_of(self.source.channel)
        connections.end_all_but(there, await self.source.holders())

    async def _send_tally(self) -> None:
        """Send the tally to all holders if it has changed; thousands of changes are one query and event a look."""
        now = asyncio.get_running_loop().time()
        if self.source.tally is None or now - self._tallied < TALLY_SECONDS:
            return
        self._tallied = now
        event = SharedEvent(b"event: tally\ndata: %s\n\n" % await self.source.tally())
        if self.tally and event.plain == self.tally.plain:
            return
        self.tally = event
        for line in self.streams:
            if line.reader.holder is not None:
                line.tally = event
                line.woken.set()


_feeds: dict[str, Feed] = {}
_first_frames: dict[str, asyncio.Task[Frame | None]] = {}


async def first_frame(source: FrameSource) -> Frame | None:
    """Return the frame that a new stream begins with; None if there is no such channel.

    It is the feed's frame, or else one read that all streams opening at the same moment share.
    """
    if feed := _feeds.get(source.channel):
        return feed.frame
    reading = _first_frames.get(source.channel)
    if reading is None:
        reading = _first_frames[source.channel] = asyncio.create_task(_read_first(source))
        reading.add_done_callback(lambda _done: _first_frames.pop(source.channel))
    return await asyncio.shield(reading)


async def _read_first(source: FrameSource) -> Frame | None:
    return await source.read(None)


@contextlib.contextmanager
def follow(source: FrameSource, frame: Frame, reader: Reader) -> Iterator[tuple[Feed, StreamEnd]]:
    """Join the feed of a channel; yield the feed and the line of this stream.

    The feed starts with the first stream and stops after the last.
    """
    feed = _feeds.get(source.channel)
    if feed is None:
        feed = _feeds[source.channel] = Feed(source, frame)
    feed.tell(frame)  # it may be newer than the feed's frame
    line = StreamEnd(reader, frame.version, tally=feed.tally if reader.holder is not None else None)
    feed.streams.add(line)
    try:
        yield feed, line
    finally:
        feed.streams.discard(line)
        if not feed.streams:
            feed.stop()
            del _feeds[source.channel]


async def events(
    source: FrameSource, frame: Frame, *, reader: Reader = NOBODY, packed: bool = False
) -> AsyncIterator[bytes]:
    """Yield the stream of one screen: the server's time, then each new frame and own events, with heartbeats
    that tell the time.
    """
    spread = random.uniform(0.8, 1.2)  # noqa: S311 - keeps a thousand streams from reconnecting or beating at once
    loop = asyncio.get_running_loop()
    first = b"retry: %d\n\n" % (RETRY_MS * spread) + _time_event() + frame_event(frame).plain
    yield HEAD + pack(first) if packed else first
    with follow(source, frame, reader) as (feed, line):
        while True:
            line.woken.clear()
            if feed.told <= line.told and not line.own and not line.tally:
                # A timer: a wait with a timeout would cost one more task for each stream and frame.
                beat = loop.call_later(HEARTBEAT_SECONDS * spread, line.woken.set)
                try:
                    await line.woken.wait()
                finally:
                    beat.cancel()
            if feed.told > line.told:
                sent, event = feed.told, feed.event
                yield event.packed if packed else event.plain
                line.told = sent
            elif line.tally:
                tally, line.tally = line.tally, None
                yield tally.packed if packed else tally.plain
            else:
                one = line.own.popleft() if line.own else _time_event()
                yield pack(one) if packed else one


def _time_event() -> bytes:
    return b"event: time\ndata: %d\n\n" % clock.milliseconds(clock.now())
