"""Connections of live streams by channel, and the limits on their number.

Terms. A *follower* is one open stream of this process. Its *holder* is a phone, known by its token's hash (or
another device that shows something by which it is known), or anybody at an address.

A phone has at most three streams; a fourth ends the oldest, which may belong to a phone that has left the
hall. Strangers at one address, such as the screens of a hall, may have many streams, up to a limit. A stream
of a worthless token ends within the few seconds between two checks. A process that stops ends all of them, and
has their screens reconnect at another one. Belongs to one event loop.
"""

import asyncio
import random
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from tournaments.http.addresses import network_of

MOST_OF_PHONE = 3
MOST_OF_ADDRESS = 300

# The last bytes of an ended stream. A phone that opened a fourth stream polls instead of reconnecting.
REPLACED = b"event: replaced\ndata:\n\n"
REVOKED = b""
# Milliseconds until a screen reconnects whose process stops: that one listens no longer by then, and a hall does not
# reconnect at one moment.
RETRY_WHEN_STOPPED = (300, 1_800)


class StreamRefused(Exception):
    """A stream is refused; `status` is that of HTTP."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


@dataclass(eq=False)
class Follower:
    """One stream; `ended` is set to its last bytes when it must end."""

    channel: str
    holder: str
    phone: bool
    ended: asyncio.Future[bytes] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    def end(self, farewell: bytes) -> None:
        if not self.ended.done():
            self.ended.set_result(farewell)


_by_holder: dict[str, list[Follower]] = {}
_phones: dict[str, set[Follower]] = {}
_stopping = False


@contextmanager
def following(channel: str, *, phone: str | None, address: str) -> Iterator[Follower]:
    """Register a stream of the channel as long as it is open; `phone` is the hash of its token, if it has
    one.

    Raises:
        StreamRefused: too many strangers at this address, or this process stops.
    """
    if _stopping:
        raise StreamRefused(503)
    holder = phone or f"at {network_of(address)}"
    others = _by_holder.get(holder, [])
    if phone:
        for oldest in others[: len(others) - MOST_OF_PHONE + 1]:
            oldest.end(REPLACED)
    elif len(others) >= MOST_OF_ADDRESS:
        raise StreamRefused(429)
    follower = Follower(channel, holder, phone is not None)
    _by_holder.setdefault(holder, []).append(follower)
    if phone:
        _phones.setdefault(channel, set()).add(follower)
    try:
        yield follower
    finally:
        _leave(follower)


def _leave(follower: Follower) -> None:
    places = _by_holder[follower.holder]
    places.remove(follower)
    if not places:
        del _by_holder[follower.holder]
    if follower.phone:
        phones = _phones[follower.channel]
        phones.discard(follower)
        if not phones:
            del _phones[follower.channel]


def count_streams() -> int:
    """Return how many streams of this process are open."""
    return sum(map(len, list(_by_holder.values())))


def phones_of(channel: str) -> tuple[Follower, ...]:
    return tuple(_phones.get(channel, ()))


def end_all_but(phones: Iterable[Follower], hashes: Collection[str]) -> None:
    """End the streams of phones whose token is not in `hashes`, as it is worth nothing any more."""
    for follower in phones:
        if follower.holder not in hashes:
            follower.end(REVOKED)


def end_all() -> None:
    """End all streams for good: their screens reconnect soon, at another process if there is one."""
    global _stopping  # noqa: PLW0603 - one fact about this process
    _stopping = True
    for followers in _by_holder.values():
        for follower in followers:
            retry = random.randint(*RETRY_WHEN_STOPPED)  # noqa: S311 - spreads the load
            follower.end(b"retry: %d\n\n" % retry)
