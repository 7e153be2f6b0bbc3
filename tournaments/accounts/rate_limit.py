"""Rate limits on wrong game codes, one-time links, phones' tokens and logins, counted by address.

Only distinct wrong values count: a hall shares an address, some mistype the code, and an old tab asks for a
game that is gone all evening. An address with more wrong values than that explains is *stopped* for `SECONDS`.
No further code is looked up for a stopped address, except codes that were right there before, and those of what
a desk has opened there (`note_open_desk`), so that its hall plays on. Links and tokens are too long to be
guessed: a right one always opens, and a stopped address learns about wrong ones only that there were too many.
Wrong logins count each time, because each one costs a hash of a password. IPv6 addresses count by their network
(`network_of`). Each process counts for itself, but all know what desks have opened.
"""

from dataclasses import dataclass, field
from enum import Enum, unique
from hashlib import sha256

from django.core.cache import cache, caches

from tournaments.http.addresses import network_of
from tournaments.time import clock

SECONDS = 600
KNOWN_SECONDS = 24 * 3600


@unique  # two members with one number would be one member and share a count
class GuessKind(Enum):
    """The kinds of values that are guessed, with how many different wrong ones an address may send within
    `SECONDS`.
    """

    CODE = 300
    LINK = 30
    TOKEN = 3000
    LOGIN = 40


@dataclass
class _Tried:
    """The wrong values of one address since `since` (seconds)."""

    since: float
    wrong: set[bytes] = field(default_factory=set)


def is_stopped(kind: GuessKind, address: str, guess: str) -> bool:
    """Tell whether the address has too many wrong values. A value that was right there before, or was opened there,
    is still looked up. Not on an event loop: see `may_be_stopped`.
    """
    return may_be_stopped(kind, address, guess) and not (
        kind is GuessKind.CODE and caches["shared"].get(_known_key(kind, address, guess))
    )


def may_be_stopped(kind: GuessKind, address: str, guess: str) -> bool:
    """Tell by what this process knows, and without waiting, whether `is_stopped` has to decide."""
    return len(_wrong_guesses(kind, address).wrong) >= kind.value and not cache.get(
        _known_key(kind, address, guess)
    )


def note(kind: GuessKind, address: str, guess: str, *, right: bool) -> None:
    """Record a value that was looked up, and whether it was `right`."""
    if right:
        cache.set(_known_key(kind, address, guess), 1, KNOWN_SECONDS)
        return
    tried = _wrong_guesses(kind, address)
    if len(tried.wrong) < kind.value:
        tried.wrong.add(_digest(guess))
        cache.set(_key(kind, address), tried, SECONDS)


def note_open_desk(address: str, *codes: str) -> None:
    """Let everybody at the address of a desk in with the codes of what is opened there, whatever was tried from it."""
    for code in codes:
        note(GuessKind.CODE, address, code, right=True)
        caches["shared"].set(_known_key(GuessKind.CODE, address, code), 1, KNOWN_SECONDS)


def _wrong_guesses(kind: GuessKind, address: str) -> _Tried:
    now = clock.now().timestamp()
    tried = cache.get(_key(kind, address))
    return tried if tried and now - tried.since < SECONDS else _Tried(now)


def _key(kind: GuessKind, address: str) -> str:
    return f"wrong-{kind.name}-{network_of(address)}"


def _known_key(kind: GuessKind, address: str, guess: str) -> str:
    # Pages accept a code in small letters.
    guess = guess.upper() if kind is GuessKind.CODE else guess
    # A name that logged in from one address must not be guessed without limit from the rest of its network.
    where = address if kind is GuessKind.LOGIN else network_of(address)
    return f"right-{kind.name}-{where}-{_digest(guess).hex()}"


def _digest(guess: str) -> bytes:
    """Return a short hash of the value: tokens are not kept as they are, not even in memory."""
    return sha256(guess.encode(errors="replace")).digest()[:8]
