"""Clients of the running program in tests: the desk in a browser session, players' phones, live streams.

They use only HTTP. An answer is an `Answer` whatever its status; a failed connection is a `ConnectionError`.
"""

import contextlib
import html
import http.client
import http.cookiejar
import json
import re
import socket
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from dataclasses import dataclass

SECONDS = 120
CONFIRMED = ["confirm_worse_move", "confirm_wasted_blank", "confirm_missing_slips"]
PASSWORD = "seven tiles and a board"


@dataclass(frozen=True)
class Answer:
    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def text(self):
        return self.body.decode()

    def json(self):
        return json.loads(self.body)


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


class Session:
    """One browser: its cookies, and requests to one site. Redirects are answers, not followed."""

    patience = SECONDS  # for an answer

    def __init__(self, site):
        self.site = site
        self.cookies = http.cookiejar.CookieJar()
        self._opener = urllib.request.build_opener(
            urllib.request.ProxyHandler({}),
            _NoRedirect,
            urllib.request.HTTPCookieProcessor(self.cookies),
        )

    def request(self, method, path, *, body=None, headers=()):
        request = urllib.request.Request(
            urllib.parse.urljoin(self.site, path), body, dict(headers), method=method
        )
        try:
            with self._opener.open(request, timeout=self.patience) as answer:
                return Answer(answer.status, answer.headers, answer.read())
        except urllib.error.HTTPError as error:
            with error:
                return Answer(error.code, error.headers, error.read())
        except (OSError, http.client.HTTPException) as error:
            raise ConnectionError(f"{method} {path}: {error}") from error

    def get(self, path, **headers):
        return self.request("GET", path, headers=headers)

    def post_form(self, path, fields, **headers):
        """Post a form as a page of ours would, with its CSRF token; the page must have been visited."""
        token = next(cookie.value for cookie in self.cookies if cookie.name == "csrftoken")
        body = urllib.parse.urlencode({"csrfmiddlewaretoken": token} | fields, doseq=True).encode()
        return self.request("POST", path, body=body, headers={"Referer": self.site} | headers)


@dataclass(frozen=True)
class Top:
    """An isotop as the desk offers it."""

    value: str
    preferred: bool


class Desk(Session):
    """An arbitrator's browser."""

    def enter(self, welcome, name):
        """Log in by a one-time address, choosing name and password."""
        assert self.get(welcome).status == 200
        fields = {"username": name, "new_password1": PASSWORD, "new_password2": PASSWORD}
        assert self.post_form(welcome, fields).status == 302
        return self

    def log_in(self, name, password=PASSWORD):
        self.get("/login/")
        assert self.post_form("/login/", {"username": name, "password": password}).status == 302
        return self

    def new_game(self, name="Tuesday evening", **fields):
        """Make a game; fields as in the form. Return its code."""
        self.get("/desk/new/")
        usual = {
            "name": name,
            "lexicon": "english",
            "rule_set": "classic",
            "round_time": "180",
            "notation": "duplicate",
            "calls": "5",
            "grace_seconds": 0,
            "minimum_early": 2,
            "minimum_late": 1,
            "late_from_round": 16,
        }
        answer = self.post_form("/desk/new/", usual | fields)
        assert answer.status == 302, answer.text
        return answer.headers["Location"].strip("/").split("/")[-1]

    def english_lexicon(self):
        """Return the key of the English lexicon, as the forms of classic tournaments offer it."""
        page = self.get("/events/new-tournament/").text
        return re.search(r'<option value="(\d+)"[^>]*>English \(free list\) –', page)[1]

    def act(self, code, act, **fields):
        """Do one act, whatever it loses; 302 back to the dashboard, or 422 with the reason."""
        return self.post_form(f"/desk/{code}/{act}/", {"confirmed": CONFIRMED} | fields)

    def reverse(self, code, which):
        """Undo or redo the act that the dashboard shows."""
        page = self.get(f"/desk/{code}/").text
        shown = re.search(rf'id="line-{which}" name="act" value="(\d+)"', page)[1]
        return self.post_form(f"/desk/{code}/{which}/", {"act": shown})

    def do(self, code, *acts, **fields):
        for act in acts:
            answer = self.act(code, act, **fields)
            assert answer.status == 302, f"{act}: {problems_in(answer.text)}"

    def line(self, code, line, **fields):
        """Type a line as the page's script sends it, for the round that the desk shows unless told otherwise; 200 with
        the tables it touched, or 422 with the problem.
        """
        path = f"/desk/{code}/tables/"
        fields.setdefault("number", self.get(path).json()["number"] or "")
        return self.post_form(path, {"line": line} | fields, Accept="application/json")

    def key(self, code, *lines, **fields):
        for line in lines:
            answer = self.line(code, line, **fields)
            assert answer.status == 200, f"{line}: {answer.json()['problem']}"

    def panel(self, code, version=""):
        """Return the regions of the desk; `version` of the game is that of the standings that the page has."""
        return self.get(f"/desk/{code}/panel/?version={version}").text

    def step(self, code, version=""):
        """Return the next step that the desk shows."""
        panel = self.panel(code, version)
        return json.loads(re.search(r'<script id="desk-data"[^>]*>(.*?)</script>', panel)[1])["step"]

    def wait_for_step(self, code, step, seconds=15, version=""):
        wait_until(lambda: self.step(code, version) == step, seconds, f"the desk says {step}")

    def tops(self, code):
        """Return the isotops among which the desk may choose, once the round is closed."""
        return [
            Top(html.unescape(value), "data-suggested" in rest)
            for value, rest in re.findall(
                r'<input type="radio" name="move" value="([^"]*)"([^>]*)>', self.panel(code)
            )
        ]

    def announce(self, code, number, move):
        return self.act(code, "announce", number=number, move=move)

    def announce_preferred(self, code, number):
        """Announce what the desk suggests, "" where nobody can play; the move announced."""
        self.wait_for_step(code, "announce")
        move = next((top.value for top in self.tops(code) if top.preferred), "")
        answer = self.announce(code, number, move)
        assert answer.status == 302, problems_in(answer.text)
        return move


def problems_in(page):
    """Return the error sentences of a page, for messages of failed tests."""
    found = re.findall(r'class="[^"]*(?:error|problem|message)[^"]*"[^>]*>(.*?)</', page, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]*>", " ", text).split()) for text in found] or page[:500]


class Phone(Session):
    """A player's phone in one game."""

    def __init__(self, site, code, name):
        super().__init__(site)
        self.api = f"/api/v1/games/{code}/"
        self.name = name
        self.table = self.token = None

    def join(self):
        answer = self.post(f"{self.api}entries/", {"name": self.name})
        assert answer.status == 201, answer.text
        joined = answer.json()
        self.token, self.table = joined["token"], joined["table"]
        return self

    def post(self, path, values):
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        return self.request("POST", path, body=json.dumps(values).encode(), headers=headers)

    def frame(self):
        return self.get(self.api).json()

    def me(self):
        return self.get(f"{self.api}me/", Authorization=f"Bearer {self.token}").json()

    def send(self, number, word, reference, score=None, slip_id=None):
        """Hand in a slip for a round; see `receipt`."""
        values = {
            "id": slip_id or str(uuid.uuid4()),
            "round": number,
            "word": word,
            "ref": reference,
            "score": score,
        }
        return self.post(f"{self.api}slips/", values)


@dataclass(frozen=True)
class Event:
    """A server-sent event; `at` is when its last line was read, on this process's monotonic clock."""

    kind: str
    version: int | None
    data: str
    at: float

    def json(self):
        return json.loads(self.data)


class Stream:
    """A live screen: a thread that reads the server-sent events of a game until it is closed or cut off. `query` is
    what follows the address, such as "?screen".
    """

    def __init__(self, site, code, token=None, *, query=""):
        self.events = []
        self._arrived = threading.Condition()
        address = urllib.parse.urlsplit(site)
        connection = http.client.HTTPSConnection if address.scheme == "https" else http.client.HTTPConnection
        self._connection = connection(address.netloc, timeout=SECONDS)
        try:
            headers = {"Accept": "text/event-stream"} | (
                {"Authorization": f"Bearer {token}"} if token else {}
            )
            self._connection.request("GET", f"/live/{code}/{query}", headers=headers)
            self._socket = self._connection.sock
            self._answer = self._connection.getresponse()
            assert self._answer.status == 200
            assert self._answer.headers["Content-Type"].startswith("text/event-stream")
        except BaseException:
            self._connection.close()
            raise
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join(SECONDS)
        self._answer.close()
        self._connection.close()

    def runs(self):
        """Return whether it has not been cut off."""
        return self._thread.is_alive()

    def frames(self):
        return [event for event in list(self.events) if event.kind == "frame"]

    def latest(self):
        """Return the newest frame, as values."""
        return self.frames()[-1].json()

    def wait_for(self, matches, seconds=5, what="an event"):
        """Return the first matching event within `seconds`, including those already received."""
        with self._arrived:
            found = self._arrived.wait_for(
                lambda: [event for event in self.events if matches(event)], seconds
            )
        assert found, f"{what} did not come within {seconds} s"
        return found[0]

    def wait_for_frame(self, matches, seconds=5, what="a frame"):
        """Return the first frame whose values match."""
        return self.wait_for(lambda event: event.kind == "frame" and matches(event.json()), seconds, what)

    def wait_for_phase(self, number, phase, seconds=15):
        def matches(frame):
            round_ = frame["round"]
            return round_ is not None and (round_["number"], round_["phase"]) == (number, phase)

        return self.wait_for_frame(matches, seconds, f"{phase} of round {number}")

    def _read(self):
        fields = {}
        try:
            for line in self._answer:
                name, _colon, value = line.decode().rstrip("\n").partition(": ")
                if name:
                    fields[name] = value
                elif fields:
                    self._add(fields)
                    fields = {}
        except (OSError, ValueError, http.client.HTTPException):
            return  # closed by us, or cut off

    def _add(self, fields):
        version = int(fields["id"]) if "id" in fields else None
        kind = fields.get("event", "retry" if "retry" in fields else "message")
        data = fields.get("data", fields.get("retry", ""))
        with self._arrived:
            self.events.append(Event(kind, version, data, time.monotonic()))
            self._arrived.notify_all()


def wait_until(condition, seconds, what):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"not within {seconds} s: {what}"
        time.sleep(0.05)
