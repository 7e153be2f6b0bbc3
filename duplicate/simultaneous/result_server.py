"""Posting a club's result to the organiser's server: only to permitted hosts, and within one deadline."""

import http.client
import io
import socket
import ssl
import time
from typing import TYPE_CHECKING, Final, cast
from urllib.parse import urlsplit

from django.conf import settings

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

SECONDS: Final = 15
MOST_ANSWER: Final = 100_000
_PORTS: Final = {"http": 80, "https": 443}


def may_be_asked(address: str) -> bool:
    """Tell whether the installation's settings let results go to the server of this address."""
    if not settings.RESULT_HOSTS:
        return True
    parts = urlsplit(address)
    usual = _PORTS[parts.scheme]
    port = parts.port or usual
    names = {f"{parts.hostname}:{port}", *([parts.hostname] if port == usual else [])}
    return any(host.strip().lower() in names for host in settings.RESULT_HOSTS)


def post(address: str, path: str, body: bytes, headers: dict[str, str]) -> tuple[int, bytes]:
    """Return status and body of the answer; no redirect is followed.

    Raises:
        OSError: there is no such server, or the answer is not complete after `SECONDS`.
        HTTPException: it speaks no HTTP.
        ValueError: the address is none.
    """
    parts = urlsplit(address)
    host, port = parts.hostname or "", parts.port or _PORTS[parts.scheme]
    deadline = _Deadline(SECONDS)
    with _connect(host, port, deadline, secure=parts.scheme == "https") as sock:
        connection_class = (
            http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        )
        connection = connection_class(host, port)
        connection.sock = cast("socket.socket", _TimedSocket(sock, deadline))
        connection.request("POST", f"{parts.path.rstrip('/')}{path}", body, headers)
        response = connection.getresponse()
        return response.status, response.read(MOST_ANSWER)


class _Deadline:
    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    def seconds_left(self) -> float:
        """Return the seconds left; raise TimeoutError when none are."""
        left = self._end - time.monotonic()
        if left <= 0:
            raise TimeoutError
        return left


def _connect(host: str, port: int, deadline: _Deadline, *, secure: bool) -> socket.socket:
    """Connect to the first address of the host that answers, all of them within the deadline."""
    error: OSError = OSError("no address")
    for family, kind, protocol, _name, place in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
        sock = socket.socket(family, kind, protocol)
        try:
            sock.settimeout(deadline.seconds_left())
            sock.connect(place)
            sock.settimeout(deadline.seconds_left())
            return ssl.create_default_context().wrap_socket(sock, server_hostname=host) if secure else sock
        except OSError as failure:
            sock.close()
            error = failure
    raise error


class _TimedSocket:
    """The socket methods that `http.client` uses; no call waits beyond the deadline."""

    def __init__(self, sock: socket.socket, deadline: _Deadline) -> None:
        self._sock, self._deadline = sock, deadline

    def sendall(self, data: bytes) -> None:
        self._sock.settimeout(self._deadline.seconds_left())
        self._sock.sendall(data)

    def makefile(self, _mode: str) -> io.BufferedReader:
        return io.BufferedReader(_TimedReader(self._sock, self._deadline))

    def close(self) -> None:
        """Leave the socket open: `http.client` closes before the body is read, and `post` closes at its end."""


class _TimedReader(io.RawIOBase):
    def __init__(self, sock: socket.socket, deadline: _Deadline) -> None:
        self._sock, self._deadline = sock, deadline

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "WriteableBuffer") -> int:
        self._sock.settimeout(self._deadline.seconds_left())
        return self._sock.recv_into(buffer)
