"""The ground on which attacks run: the program in one of its settings, an arbitrator who is logged in, and helpers
that an attacker needs: raw sockets, a file sent by a form, the memory of the processes.
"""

import html
import http.client
import json
import re
import resource
import socket
import threading
import time
import uuid
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import psutil

from tests.http_client import Desk, Phone
from tests.load.programs import ManyProcesses, OneProcess, Program

EMBEDDED, PRODUCTION = "embedded", "production"
PROGRAMS = {EMBEDDED: OneProcess, PRODUCTION: ManyProcesses}
USUAL_DESCRIPTORS = 1024
IN_PROGRESS = (
    "SELECT game.code, round.number FROM duplicate_round round JOIN duplicate_game game ON game.id = round.game_id"
    " WHERE round.state IN ('drawn', 'open', 'closed')"
)


@dataclass
class Ground:
    """One running installation. `desk` is the first arbitrator, an administrator called ann."""

    setting: str
    program: Program
    desk: Desk
    folder: Path

    @property
    def site(self):
        return self.program.site

    def rows(self, sql):
        return self.program.rows(sql)

    def cancel_rounds(self):
        """Cancel the rounds in progress: no game may open with a rack that another game plays, or nearly that rack."""
        for code, number in self.rows(IN_PROGRESS):
            answer = self.desk.post_form(f"/desk/{code}/rounds/{number}/cancel/", {"reason": "Next attack"})
            assert answer.status == 302, answer.text

    def person(self, code, role, name):
        """Return the browser of a further person at a game's desk: `role` is chief, arbitrator or helper."""
        fields = {"user_name": name, "role": role, "new": 1}
        page = self.desk.post_form(f"/desk/{code}/arbitrators/new/", fields).text
        welcome = re.search(r"(/welcome/[^\s<\"]+)", html.unescape(page))
        assert welcome, page
        return Desk(self.site).enter(welcome[1], name)

    def phones(self, code, *names):
        return [Phone(self.site, code, name).join() for name in names]

    def connect(self, source="127.0.0.1", room=0):
        """Return a raw connection; any 127.x.y.z is a source, so that one machine can be many addresses. `room`
        is that for what has not been read.
        """
        address = urlsplit(self.site)
        connection = socket.socket()
        connection.settimeout(30)
        if room:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
        try:
            connection.bind((source, 0))
            connection.connect((address.hostname, address.port))
        except OSError:
            connection.close()
            raise
        return connection

    def ask_from(self, source, method, path, body=None, headers=()):
        """Send one request from an address, over a connection of its own; return the status."""
        site = urlsplit(self.site)
        connection = http.client.HTTPConnection(
            site.hostname, site.port, timeout=60, source_address=(source, 0)
        )
        with closing(connection):
            connection.request(method, path, body, dict(headers))
            answer = connection.getresponse()
            answer.read()
            return answer.status

    def memory(self):
        """Return the most memory that one process of the program holds now, in MB."""
        return max(each.memory_info().rss for each in self._living()) / 2**20

    def threads(self):
        """Return the most threads that one process of the program has now."""
        return max(each.num_threads() for each in self._living())

    def _living(self):
        processes = [
            each
            for process in self.program.find_processes().values()
            for each in (process, *process.children(recursive=True))
        ]
        return [each for each in processes if _lives(each)]


def unique_name(name):
    """Return a name that no attack has taken, not even a first try of the same one; no part of it is a licence."""
    return f"{name}-x{uuid.uuid4().hex[:6]}x"


def open_ground(setting, folder):
    """Start the program in `folder`, used in a `with`; the value is its Ground."""
    return _Opened(setting, folder)


class _Opened:
    def __init__(self, setting, folder):
        self._setting, self._folder = setting, folder

    def __enter__(self):
        with _usual_limit():
            self._program = PROGRAMS[self._setting](self._folder)
            program = self._program.__enter__()
        desk = Desk(program.site).enter(program.welcome, "ann")
        return Ground(self._setting, program, desk, self._folder)

    def __exit__(self, *error):
        self._program.__exit__(*error)


@contextmanager
def _usual_limit():
    """Give processes that are started within the soft limit of descriptors of a usual shell."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (USUAL_DESCRIPTORS, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@contextmanager
def flood(count, ask):
    """Ask without end in `count` threads: `ask` gets the thread's number and returns a status, of which the value is
    a list.
    """
    over, statuses = threading.Event(), []

    def ask_without_end(number):
        while not over.is_set():
            with suppress(OSError, http.client.HTTPException):
                statuses.append(ask(number))

    running = [threading.Thread(target=ask_without_end, args=(number,)) for number in range(count)]
    for thread in running:
        thread.start()
    try:
        yield statuses
    finally:
        over.set()
        for thread in running:
            thread.join()


def _lives(process):
    return process.is_running() and process.status() != psutil.STATUS_ZOMBIE


def request_head(method, path, length, token="", kind="application/json"):
    """Return the head of a raw request, with the empty line that ends it."""
    lines = [
        f"{method} {path} HTTP/1.1",
        "Host: 127.0.0.1",
        f"Content-Type: {kind}",
        f"Content-Length: {length}",
        *([f"Authorization: Bearer {token}"] if token else []),
    ]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def read_answer(connection):
    """Return the status and the body of one answer on a raw connection; status 0 if it was closed without one."""
    reader = connection.makefile("rb")
    first = reader.readline().split()
    if len(first) < 2:
        return 0, b""
    length = 0
    while (line := reader.readline().strip()) != b"":
        name, _colon, value = line.partition(b":")
        if name.lower() == b"content-length":
            length = int(value)
    return int(first[1]), reader.read(length)


def slip_body(number, word, reference, score, size=0, **more):
    """Return a slip as a phone sends it, filled up with spaces to `size` bytes."""
    values = {"id": str(uuid.uuid4()), "round": number, "word": word, "ref": reference, "score": score}
    return json.dumps(values | more).encode().ljust(size)


def send_file(session, path, fields, files):
    """Post a form with files, as `build_multipart` takes them; the page is visited before."""
    session.get(path)
    body, headers = build_multipart(session, fields, files)
    return session.request("POST", path, body=body, headers=headers)


def build_multipart(session, fields, files):
    """Return body and headers of a form with files, name → (file name, bytes) or a list of these, as a browser posts
    it; the session has visited a page before.
    """
    token = next(cookie.value for cookie in session.cookies if cookie.name == "csrftoken")
    mark = uuid.uuid4().hex
    parts = [
        f'--{mark}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
        for name, value in ({"csrfmiddlewaretoken": token} | fields).items()
    ]
    given = [
        (name, one) for name, some in files.items() for one in (some if isinstance(some, list) else [some])
    ]
    for name, (file_name, content) in given:
        head = f'--{mark}\r\nContent-Disposition: form-data; name="{name}"; filename="{file_name}"\r\n'
        parts += [f"{head}Content-Type: application/octet-stream\r\n\r\n".encode(), content, b"\r\n"]
    body = b"".join([*parts, f"--{mark}--\r\n".encode()])
    return body, {"Referer": session.site, "Content-Type": f"multipart/form-data; boundary={mark}"}


def time_slip(phone, code):
    """Send a slip, which has to be taken; return after how many seconds it had its receipt."""
    slip = {"id": str(uuid.uuid4()), "round": 1, "word": "AA", "ref": "H8", "score": 2}
    began = time.monotonic()
    status = phone.post(f"/api/v1/games/{code}/slips/", slip).status
    assert status == 201, f"an honest slip got {status}"
    return time.monotonic() - began


def time_desk(ground, code):
    """Return after how many seconds the desk of a game has its page, over a new connection."""
    began = time.monotonic()
    status = ground.desk.get(f"/desk/{code}/panel/").status
    assert status == 200, f"the desk got {status}"
    return time.monotonic() - began
