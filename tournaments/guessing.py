"""Trying out game codes, one-time links and phones' tokens: how many wrong ones come from an address.

Only what is wrong is counted, and the same one again is not: a hall shares an address, some mistype the code, and an
old tab asks for a game that is gone all evening. Whoever tries more than that would ever explain is *stopped* for some
minutes: no further code is looked up for this address but those that were right here before, so that a hall in which
somebody does this plays on. Links and tokens are too long to be guessed: a right one always opens, and of wrong ones a
stopped address hears only that there were too many. Each process counts for itself.
"""

from dataclasses import dataclass, field
from enum import Enum
from hashlib import sha256

from django.core.cache import cache

from tournaments import clock

SECONDS = 600
KNOWN_SECONDS = 24 * 3600


class Kind(Enum):
    """What is tried, with how many different wrong ones an address may send within `SECONDS`."""

    CODE = 300
    LINK = 30
    TOKEN = 3000


@dataclass
class _Tried:
    """The wrong ones of one address, since `since` (seconds)."""

    since: float
    wrong: set[bytes] = field(default_factory=set)


def is_stopped(kind: Kind, address: str, guess: str) -> bool:
    """Whether so much wrong has come from the address that this, which has not been right there, is not looked at."""
    return len(_tried(kind, address).wrong) >= kind.value and not cache.get(_known(kind, address, guess))


def note(kind: Kind, address: str, guess: str, *, right: bool) -> None:
    """What was looked up, and whether there was such a one."""
    if right:
        cache.set(_known(kind, address, guess), 1, KNOWN_SECONDS)
        return
    tried = _tried(kind, address)
    if len(tried.wrong) < kind.value:
        tried.wrong.add(_digest(guess))
        cache.set(_key(kind, address), tried, SECONDS)


def _tried(kind: Kind, address: str) -> _Tried:
    now = clock.now().timestamp()
    tried = cache.get(_key(kind, address))
    return tried if tried and now - tried.since < SECONDS else _Tried(now)


def _key(kind: Kind, address: str) -> str:
    return f"wrong-{kind.name}-{address}"


def _known(kind: Kind, address: str, guess: str) -> str:
    return f"right-{kind.name}-{address}-{_digest(guess).hex()}"


def _digest(guess: str) -> bytes:
    """Tokens are not kept as they are, not even in memory."""
    return sha256(guess.encode(errors="replace")).digest()[:8]
