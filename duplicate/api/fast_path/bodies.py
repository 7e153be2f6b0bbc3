"""Reading request bodies before Django: with limits on size, time, and unfinished bodies of one address.

A small body is read whole, into memory, before anything else happens with its request. A larger one is read
only for a page that takes files (`tournaments.http.uploads`) and from an authenticated sender; only such a
body gets to the disk. A request whose body is there within `AT_ONCE_SECONDS` is never refused because of
others at its address, so that a hall behind one address plays on beside somebody who leaves requests
unfinished.
"""

import asyncio
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings

from duplicate.api.fast_path.asgi import send_error
from tournaments.api.authentication import BODY_SECONDS, NoRoom, TooLarge, TooManyUnfinished, TooSlow
from tournaments.http.addresses import network_of
from tournaments.http.asgi_types import Application, Receive, Scope, Send
from tournaments.http.uploads import find_upload, has_room

# Only bodies that take longer count as unfinished.
AT_ONCE_SECONDS = 0.5
# A form of 64 kB over the poorest connection of a hall.
FORM_SECONDS = 10.0
# The slowest speed of an upload, in bytes a second; gives its time limit.
SLOWEST_UPLOAD = 50_000
# The limit for one address. Each body holds 64 kB at most, or a file of somebody who is logged in.
MOST_UNFINISHED = 100
# All addresses together: these bodies hold 128 MB.
MOST_UNFINISHED_IN_ALL = 2000
# Longer bodies are no slips and no joins of our phones: the view says what is wrong with them.
LARGEST_OF_PHONES = 2048
JSON_TYPES = (b"application/json", b"application/json; charset=utf-8")

_unfinished: Counter[str] = Counter()
# Bytes of the files that are on their way.
_announced: list[int] = []


async def pass_on(scope: Scope, receive: Receive, send: Send, pages: Application) -> None:
    """Hand a request to `pages` once its body is there, or with a body that is limited; or refuse it."""
    most: int = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    try:
        if _announced_length(scope) > most:
            await _pass_upload_on(scope, receive, send, pages)
        else:
            body = await read_body(scope, receive, FORM_SECONDS)
            if body is not None:
                _check_room(len(body))
                await pages(scope, repeat_body(body, receive), send)
    except (NoRoom, TooLarge, TooSlow, TooManyUnfinished) as error:
        await refuse(scope, send, error)


def has_body(scope: Scope) -> bool:
    if scope["type"] != "http":
        return False
    headers = dict(scope["headers"])
    return b"transfer-encoding" in headers or headers.get(b"content-length", b"0") != b"0"


def is_as_phones_send(scope: Scope, body: bytes) -> bool:
    """Tell whether a body is short and announced as JSON."""
    kind = dict(scope["headers"]).get(b"content-type", b"").lower()
    return len(body) <= LARGEST_OF_PHONES and kind in JSON_TYPES


async def read_small_body(scope: Scope, receive: Receive, send: Send) -> bytes | None:
    """Return the body of a request to the API, None if it was refused here or the sender has gone."""
    try:
        return await read_body(scope, receive, BODY_SECONDS)
    except (TooLarge, TooSlow, TooManyUnfinished) as error:
        await refuse(scope, send, error)
        return None


async def read_body(scope: Scope, receive: Receive, seconds: float) -> bytes | None:
    """Return the whole body, None if the sender has gone.

    Raises:
        TooLarge: it is more than `DATA_UPLOAD_MAX_MEMORY_SIZE`.
        TooSlow: its last byte did not come within `seconds`.
        TooManyUnfinished: it takes time, as do many others of its address.
    """
    if _announced_length(scope) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
        raise TooLarge
    body = bytearray()
    at_once = min(AT_ONCE_SECONDS, seconds)
    try:
        async with asyncio.timeout(at_once):
            return await _read_on(receive, body)
    except TimeoutError:
        if seconds <= at_once:
            raise TooSlow from None
    with _count_unfinished(scope):
        try:
            async with asyncio.timeout(seconds - at_once):
                return await _read_on(receive, body)
        except TimeoutError:
            raise TooSlow from None


def repeat_body(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` that gives the body once more, and then all further messages."""
    messages = iter([{"type": "http.request", "body": body, "more_body": False}])

    async def receive_again() -> Mapping[str, Any]:
        return next(messages, None) or await receive()

    return receive_again


async def refuse(scope: Scope, send: Send, error: Exception) -> None:
    """Answer, and close the connection: the rest of the body is not read."""

    async def send_and_close(message: Mapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message["headers"], (b"connection", b"close")]}
        await send(message)

    await send_error(scope, send_and_close, error)


async def _read_on(receive: Receive, body: bytearray) -> bytes | None:
    """Read the rest of a body; `body` keeps the bytes so far if the time runs out."""
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return None
        body += message.get("body", b"")
        if len(body) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            raise TooLarge
        if not message.get("more_body"):
            return bytes(body)


async def _pass_upload_on(scope: Scope, receive: Receive, send: Send, pages: Application) -> None:
    upload = find_upload(scope["path"])
    if upload is None or _announced_length(scope) > upload.most:
        raise TooLarge
    if not await sync_to_async(upload.is_known)(scope):
        raise TooLarge
    body = _TimedBody(receive, FORM_SECONDS + upload.most / SLOWEST_UPLOAD)
    with _count_unfinished(scope), _announce(_announced_length(scope)):
        await pages(scope, body.receive, send)
    if body.is_late:
        raise TooSlow


class _TimedBody:
    """A body whose last byte comes within `seconds`. If it does not, Django is told that the sender has gone,
    and closes its file.
    """

    def __init__(self, receive: Receive, seconds: float) -> None:
        self._receive, self._is_whole = receive, False
        self._until = asyncio.get_running_loop().time() + seconds
        self.is_late = False

    async def receive(self) -> Mapping[str, Any]:
        if self._is_whole:
            return await self._receive()
        try:
            async with asyncio.timeout_at(self._until):
                message = await self._receive()
        except TimeoutError:
            self.is_late = True
            return {"type": "http.disconnect"}
        self._is_whole = not message.get("more_body")
        return message


@contextmanager
def _count_unfinished(scope: Scope) -> Iterator[None]:
    """Count one more unfinished request of its address while in the block.

    Raises:
        TooManyUnfinished: there are `MOST_UNFINISHED` already, or `MOST_UNFINISHED_IN_ALL` of all addresses.
    """
    address = network_of((scope.get("client") or ("",))[0])
    if _unfinished[address] >= MOST_UNFINISHED or _unfinished.total() >= MOST_UNFINISHED_IN_ALL:
        raise TooManyUnfinished
    _unfinished[address] += 1
    try:
        yield
    finally:
        _unfinished[address] -= 1
        if not _unfinished[address]:
            del _unfinished[address]


def _check_room(length: int) -> None:
    if not has_room(length):
        raise NoRoom


@contextmanager
def _announce(length: int) -> Iterator[None]:
    """Count a file of so many bytes as being on its way while in the block.

    Raises:
        NoRoom: the disk does not hold it beside the others.
    """
    _check_room(length + sum(_announced))
    _announced.append(length)
    try:
        yield
    finally:
        _announced.remove(length)


def _announced_length(scope: Scope) -> int:
    """Return the length that the headers announce for the body; 0 if there is none, or it is no number."""
    said = dict(scope["headers"]).get(b"content-length", b"0")
    return int(said) if said.isdigit() else 0
