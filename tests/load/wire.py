"""Network traffic of a phone's browser, cheap enough for thousands in one process: requests, each on a
connection of its own, and live streams.
"""

import asyncio
import json
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from tests.load.answers import Answers

LIMIT = 10.0  # seconds; the time limit of the phone's script (http.js)


@dataclass(frozen=True, slots=True)
class Site:
    host: str
    port: int

    answers: Answers = field(default_factory=Answers, compare=False)

    @classmethod
    def at(cls, url):
        parts = urlsplit(url)
        return cls(parts.hostname, parts.port or 80)


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes

    def json(self):
        return json.loads(self.body)


def request_bytes(site, method, path, *, token=None, values=None, headers=()):
    body = b"" if values is None else json.dumps(values).encode()
    lines = [f"{method} {path} HTTP/1.1", f"Host: {site.host}:{site.port}", "Connection: close", *headers]
    if token:
        lines.append(f"Authorization: Bearer {token}")
    if values is not None:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join([*lines, "", ""]).encode() + body


async def ask(site, method, path, *, cut=False, **request):
    """Return the answer to one request; an OSError (a TimeoutError among them) if there is none.

    If `cut` is set, the phone disconnects as soon as it has sent everything.
    """
    with site.answers.timed("phone", method, path):
        return await _ask(site, method, path, cut=cut, **request)


async def _ask(site, method, path, *, cut, **request):
    async with asyncio.timeout(LIMIT):
        reader, writer = await asyncio.open_connection(site.host, site.port)
        try:
            writer.write(request_bytes(site, method, path, **request))
            if cut:
                await writer.drain()
                raise ConnectionAbortedError
            return await _answer(reader)
        except asyncio.IncompleteReadError as error:
            raise ConnectionResetError from error
        finally:
            writer.close()


async def _answer(reader):
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    pairs = (line.split(": ", 1) for line in head[1:] if line)
    headers = {name.lower(): value for name, value in pairs}
    if headers.get("transfer-encoding") == "chunked":
        chunks = Chunks()
        while not chunks.ended:
            data = await reader.read(65536)
            if not data:
                raise ConnectionResetError
            chunks.feed(data)
        body = bytes(chunks.text)
    else:
        body = await reader.readexactly(int(headers.get("content-length", 0)))
    return Answer(int(head[0].split()[1]), headers, body)


class Chunks:
    """A decoder of the chunked transfer encoding."""

    def __init__(self):
        self.text = bytearray()
        self.ended = False
        self._raw = bytearray()

    def feed(self, data):
        self._raw += data
        while (end := self._raw.find(b"\r\n")) >= 0:
            size = int(self._raw[:end], 16)
            if len(self._raw) < end + size + 4:
                return
            self.text += self._raw[end + 2 : end + 2 + size]
            del self._raw[: end + size + 4]
            if size == 0:
                self.ended = True
                return


class Stream(asyncio.Protocol):
    """A live stream: `on_frame(version, data, at)` for each frame with the moment it was read, `on_own(data, at)`
    for what is the phone's own, `on_end()` once.
    """

    def __init__(self, request, on_frame: Callable, on_end: Callable, on_own: Callable):
        self._request, self._on_frame, self._on_end, self._on_own = request, on_frame, on_end, on_own
        self._head: bytearray | None = bytearray()
        self._chunks = Chunks()
        self._transport = None

    @classmethod
    async def open(cls, site, path, on_frame, on_end, on_own, *, token):
        request = request_bytes(site, "GET", path, token=token, headers=["Accept: text/event-stream"])
        make = asyncio.get_running_loop().create_connection(
            lambda: cls(request, on_frame, on_end, on_own), site.host, site.port, family=socket.AF_INET
        )
        return (await asyncio.wait_for(make, LIMIT))[1]

    def connection_made(self, transport):
        self._transport = transport
        transport.write(self._request)

    def data_received(self, data):
        at = time.time()
        if self._head is not None:
            self._head += data
            end = self._head.find(b"\r\n\r\n")
            if end < 0:
                return
            data, head = bytes(self._head[end + 4 :]), self._head
            self._head = None
            if b" 200 " not in head[:16]:
                self._transport.close()
                return
        self._chunks.feed(data)
        text = self._chunks.text
        while (end := text.find(b"\n\n")) >= 0:
            event = bytes(text[:end])
            del text[: end + 2]
            self._take(event, at)

    def _take(self, event, at):
        if event.startswith(b"id: "):
            head, data = event.split(b"\ndata: ", 1)
            self._on_frame(int(head[4:].split(b"\n", 1)[0]), data, at)
        elif event.startswith(b"event: own\ndata: "):
            self._on_own(event.partition(b"data: ")[2], at)

    def connection_lost(self, _error):
        self._on_end()

    def close(self):
        self._transport.abort()
