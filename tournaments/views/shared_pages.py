"""Pages that a whole hall opens at once: rendered once, and sent to everybody with what is their own.

Such a page has nothing of its visitor but the token against forged requests and the server's time. Django
renders it once with *marks* in their places, middleware and headers included (`render_shared`). `SharedPage`
then fills in the marks for each visitor. All else is compressed once.
"""

import asyncio
import gzip
import secrets
import struct
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from io import BytesIO
from itertools import zip_longest
from typing import Any

from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import CsrfViewMiddleware, get_token

from tournaments.http.asgi_types import Application, Scope, Send
from tournaments.live.compression import takes_gzip
from tournaments.time import clock
from tournaments.views.streams import language_of

# In the scope of a request whose page is rendered for everybody.
KEY = "isotop.shared"
# In the page: the token of a form, and the server's time as a value of JSON. Nobody can name a game like these.
TOKEN_MARK, TIME_MARK = (f"isotop-mark-{secrets.token_hex(8)}" for _mark in ("token", "time"))
_MARKS = {TOKEN_MARK.encode(): "token", f'"{TIME_MARK}"'.encode(): "time"}
# These belong to one answer alone, or to one encoding of it.
_NOT_SHARED = frozenset({b"content-length", b"content-encoding", b"x-request-id", b"set-cookie", b"vary"})
# The page has a token of its visitor, in the visitor's language.
_VARY = (b"Vary", b"Accept-Language, Cookie, Accept-Encoding")
_HEAD = gzip.compress(b"", mtime=0)[:10]
_LAST = zlib.compressobj(wbits=-zlib.MAX_WBITS).flush()


def is_shared(request: HttpRequest) -> bool:
    """Tell whether the page is rendered for everybody."""
    return KEY in getattr(request, "scope", ())


def context_of(request: HttpRequest) -> dict[str, object]:
    """Return what a view adds to the context of its template: marks, if the page is rendered for everybody."""
    return {"csrf_token": TOKEN_MARK} if is_shared(request) else {}


def time_for_page(request: HttpRequest) -> int | str:
    """Return the server's time in milliseconds as a value of JSON, or its mark."""
    return TIME_MARK if is_shared(request) else clock.milliseconds(clock.now())


def may_share(scope: Scope) -> bool:
    """Tell whether a request may be answered with a page for everybody: nothing in it belongs to one visitor."""
    headers = dict(scope["headers"])
    if scope["query_string"] or b"authorization" in headers or b"hx-request" in headers:
        return False
    cookies = ASGIRequest(scope, BytesIO()).COOKIES
    return settings.SESSION_COOKIE_NAME not in cookies and "messages" not in cookies


@dataclass(frozen=True)
class SharedPage:
    """A page in parts: between two parts comes the value of a mark."""

    headers: Sequence[tuple[bytes, bytes]]
    parts: Sequence[bytes]
    marks: Sequence[str]

    async def send(self, scope: Scope, send: Send) -> None:
        """Answer a request with the page."""
        token, cookie = _token_for(scope)
        values = {"token": token.encode(), "time": str(clock.milliseconds(clock.now())).encode()}
        headers = [*self.headers, _VARY, *cookie]
        accepted = dict(scope["headers"]).get(b"accept-encoding", b"").decode("latin-1")
        if takes_gzip(accepted):
            body = self._packed_body(values)
            headers.append((b"content-encoding", b"gzip"))
        else:
            body = b"".join(self._pieces(self.parts, [values[mark] for mark in self.marks]))
        headers.append((b"content-length", str(len(body)).encode()))
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    def _packed_body(self, values: Mapping[str, bytes]) -> bytes:
        """Return the body as gzip: the parts are compressed already, and the values are not."""
        filled = [values[mark] for mark in self.marks]
        plain = b"".join(self._pieces(self.parts, filled))
        pieces = self._pieces(self._packed_parts, [_write_stored_block(value) for value in filled])
        return b"".join((_HEAD, *pieces, _LAST, struct.pack("<LL", zlib.crc32(plain), len(plain))))

    @cached_property
    def _packed_parts(self) -> list[bytes]:
        return [_compress_part(part) for part in self.parts]

    @staticmethod
    def _pieces(parts: Sequence[bytes], values: Sequence[bytes]) -> list[bytes]:
        return [piece for pair in zip_longest(parts, values, fillvalue=b"") for piece in pair]


async def render_shared(scope: Scope, pages: Application) -> SharedPage | None:
    """Have `pages` render the page of a request for everybody; None if it answers with anything else."""
    told: list[Mapping[str, Any]] = []
    # Compressed here, and without the visitor's cookies: in the language under which the page is kept.
    headers = [pair for pair in scope["headers"] if pair[0] not in {b"accept-encoding", b"cookie"}]
    headers.append((b"cookie", f"{settings.LANGUAGE_COOKIE_NAME}={language_of(scope)}".encode("latin-1")))

    messages: list[Mapping[str, Any]] = [{"type": "http.request", "body": b"", "more_body": False}]

    async def receive() -> Mapping[str, Any]:
        return messages.pop() if messages else await asyncio.Future()

    async def send(message: Mapping[str, Any]) -> None:
        told.append(message)

    await pages({**scope, "headers": headers, KEY: True}, receive, send)
    if told[0]["status"] != 200:
        return None
    parts, marks = _cut(b"".join(message["body"] for message in told[1:]))
    return SharedPage(
        [pair for pair in told[0]["headers"] if pair[0].lower() not in _NOT_SHARED], parts, marks
    )


def _cut(body: bytes) -> tuple[list[bytes], list[str]]:
    """Return the parts between the marks, and the names of these."""
    places = sorted((place, mark) for mark in _MARKS for place in _places(body, mark))
    parts, marks, start = [], [], 0
    for place, mark in places:
        parts.append(body[start:place])
        marks.append(_MARKS[mark])
        start = place + len(mark)
    return [*parts, body[start:]], marks


def _places(body: bytes, mark: bytes) -> list[int]:
    places, place = [], body.find(mark)
    while place >= 0:
        places.append(place)
        place = body.find(mark, place + 1)
    return places


def _token_for(scope: Scope) -> tuple[str, list[tuple[bytes, bytes]]]:
    """Return a token for the visitor's forms, and the header of its cookie, as Django's middleware makes them."""
    request, response = ASGIRequest(scope, BytesIO()), HttpResponse()
    middleware = CsrfViewMiddleware(lambda _request: response)
    middleware.process_request(request)
    token = get_token(request)
    middleware.process_response(request, response)
    cookies = [morsel.OutputString().encode("latin-1") for morsel in response.cookies.values()]
    return token, [(b"set-cookie", cookie) for cookie in cookies]


def _compress_part(part: bytes) -> bytes:
    """Compress a part so that it ends at a whole byte and refers to nothing before it."""
    deflate = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    return deflate.compress(part) + deflate.flush(zlib.Z_FULL_FLUSH)


def _write_stored_block(value: bytes) -> bytes:
    """Return a block of deflate that is not compressed: it says its length, and the same inverted."""
    return struct.pack("<BHH", 0, len(value), len(value) ^ 0xFFFF) + value
