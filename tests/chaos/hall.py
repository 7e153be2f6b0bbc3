"""The people: players whose phones send until there is an answer, an arbitrator who does what the desk says.

They remember all that they were told, and when, for `promises` to compare with what is in the database.
"""

import html
import http.client
import json
import re
import threading
import time
import uuid
from collections import deque
from dataclasses import dataclass, field

from tests.http_client import Desk, Phone, Stream, wait_until

WORDS = ("AA", "TRAIN", "ZZZ", "QuEUE", "ISOTOP", "OXEN", "E")
COLLEAGUE = "bob"
# The acts of a desk in the flow of rounds, and the rows of the log that each may write.
LOGGED_AS = {
    "draw": ("rack_drawn", "racks_thrown_back"),
    "put-back": ("rack_put_back",),
    "open": ("round_opened",),
    "open-and-start": ("round_opened", "clock_started"),
    "start": ("clock_started", "clock_resumed"),
    "pause": ("clock_paused", "clock_interrupted"),
    "extend": ("clock_extended",),
    "end-round": ("round_ended",),
    "announce": ("move_announced", "no_move_announced", "worse_move_announced"),
}
ONCE_MORE = 0.2  # seconds until somebody without an answer tries again
PATIENCE = 5  # seconds after which somebody whose line has gone dead gives up


@dataclass
class Told:
    """All answers of the program to the hall; times are those of this process's monotonic clock."""

    receipts: dict[str, dict] = field(default_factory=dict)  # by the slip's id
    refused: set[str] = field(default_factory=set)
    answers: list[tuple[float, str, str, dict]] = field(default_factory=list)  # when, game, what, content
    acts: list[tuple[str, str, int]] = field(default_factory=list)  # those that the desk said are done
    stale: list[tuple[str, str, int]] = field(
        default_factory=list
    )  # those that a stale page sent, done or not
    stale_refused: int = 0
    announcing: dict[tuple[str, int], float] = field(default_factory=dict)  # when it was first tried
    unanswered: int = 0
    troubles: list[str] = field(default_factory=list)


class Person:
    """A person who goes on until told to stop, and retries without a connection or while the server has trouble."""

    def __init__(self, told, stop):
        self.told = told
        self.stop = stop
        self.thread = threading.Thread(target=self._run, daemon=True)

    def _run(self):
        while not self.stop.is_set():
            try:
                self.turn()
            except ConnectionError:
                self.told.unanswered += 1
            except Exception as error:  # noqa: BLE001 - told in the table, whatever it is
                self.told.troubles.append(f"{type(self).__name__}: {error!r}")
            self.stop.wait(ONCE_MORE)

    def answered(self, ask):
        """Retry until there is an answer and the server is healthy."""
        while not self.stop.is_set():
            try:
                answer = ask()
            except ConnectionError:
                answer = None
            if answer is not None and answer.status < 500 and answer.status != 429:
                return answer
            self.told.unanswered += 1
            self.stop.wait(ONCE_MORE)
        raise ConnectionError("stopped")


class Player(Person):
    def __init__(self, told, stop, desk, site, name, chance):
        super().__init__(told, stop)
        self.desk = desk
        self.site = site
        self.name = name
        self.chance = chance
        self.phones = {}

    def turn(self):
        code = self.desk.code
        if code is None:
            return
        phone = self.phones.get(code) or self.join(code)
        round_ = self.look(phone, code)
        if round_ and round_["phase"] in {"running", "time", "closed"}:
            self.hand_in(phone, round_)
        if self.chance.random() < 0.3:
            self.look_at_sheet(phone, code)
        self.stop.wait(self.chance.uniform(0.3, 1.2))

    def join(self, code):
        """Join. An interrupted join may have been stored: then the name is taken, and another one is tried."""
        phone = Phone(self.site, code, self.name)
        phone.patience = PATIENCE
        for attempt in range(100):
            name = f"{self.name} {code} {attempt}"
            answer = self.answered(lambda name=name: phone.post(f"{phone.api}entries/", {"name": name}))
            if answer.status == 201:
                phone.token, phone.table = answer.json()["token"], answer.json()["table"]
                self.phones[code] = phone
                return phone
        raise AssertionError(f"cannot join: {answer.text}")

    def look(self, phone, code):
        answer = phone.get(phone.api)
        if answer.status != 200:
            return None
        self.told.answers.append((time.monotonic(), code, "frame", answer.json()))
        return answer.json()["round"]

    def look_at_sheet(self, phone, code):
        answer = phone.get(f"{phone.api}me/", Authorization=f"Bearer {phone.token}")
        if answer.status == 200:
            self.told.answers.append((time.monotonic(), code, "sheet", answer.json()))

    def hand_in(self, phone, round_):
        slip_id = str(uuid.uuid4())
        move = self.chance.choice(WORDS), self.chance.choice("ABCDEFGH") + str(self.chance.randint(1, 15))
        score = self.chance.randint(0, 99)
        answer = self.answered(lambda: phone.send(round_["number"], *move, score=score, slip_id=slip_id))
        if answer.status in {200, 201}:
            self.told.receipts[slip_id] = answer.json() | {"sent": (*move, score)}
        else:
            self.told.refused.add(slip_id)
            assert answer.status == 409, f"{answer.status} {answer.text}"


class Watcher(Person):
    """A screen that follows the stream, and comes back when it is cut off."""

    def __init__(self, told, stop, desk, site):
        super().__init__(told, stop)
        self.desk = desk
        self.site = site

    def turn(self):
        if self.desk.code is None:
            return
        code = self.desk.code
        with self.stream(code) as stream:
            seen = 0
            while not self.stop.is_set() and self.desk.code == code and stream.runs():
                frames = stream.frames()
                for event in frames[seen:]:
                    self.told.answers.append((event.at, code, "frame", event.json()))
                seen = len(frames)
                self.stop.wait(0.1)

    def stream(self, code):
        try:
            return Stream(self.site, code)
        except (AssertionError, OSError, http.client.HTTPException) as error:
            raise ConnectionError(f"no stream: {error}") from error


@dataclass(frozen=True)
class Page:
    """The page of the desk: the next step, its buttons, the moves to announce, and the fields sent with each act."""

    step: str
    acts: list[str]
    moves: list[str]
    fields: dict[str, str]

    @property
    def number(self):
        return int(self.fields["number"])


class PatientDesk(Desk):
    """A desk that requests a page again if it says that the server is in trouble."""

    def request(self, method, path, **options):
        answer = super().request(method, path, **options)
        if answer.status >= 500:
            raise ConnectionError(f"{method} {path}: {answer.status}")
        return answer

    def page(self, code):
        text = self.panel(code)
        fields = re.findall(r'<input type="hidden" name="(\w+)" value="(\d*)" form="acts">', text)
        return Page(
            json.loads(re.search(r'<script id="desk-data"[^>]*>(.*?)</script>', text)[1])["step"],
            re.findall(r'<button id="act-([\w-]+)"', text),
            [html.unescape(move) for move in re.findall(r'name="move" value="([^"]*)"', text)],
            dict(fields),
        )


class Arbitrator(Person):
    """An arbitrator who draws, opens, extends now and then, ends the round, announces; game after game. A
    `pace` above one makes rounds last so many times as long. `games` says how many there should be by now.
    """

    ACTS = {"draw": "draw", "open": "open-and-start", "start": "start", "paused": "start"}

    def __init__(self, told, stop, desk, chance, pace=1.0, games=lambda: 1):
        super().__init__(told, stop)
        self.session = desk
        self.pace = pace
        self.games = games
        self.chance = chance
        self.codes = []

    @property
    def code(self):
        return self.codes[-1] if self.codes else None

    def turn(self):
        if not self.codes:
            self.begin()
        page = self.session.page(self.code)
        if page.step == "finished" or (page.step == "draw" and len(self.codes) < self.games()):
            self.begin()
        elif page.step in self.ACTS:
            self.do(page, self.ACTS[page.step])
        elif page.step == "running":
            self.stop.wait(self.chance.uniform(1, 5) * self.pace)
            self.do(page, self.chance.choice(["extend", "pause", "end-round", "end-round"]))
        elif page.step == "announce":
            self.do(page, "announce")

    def begin(self, **colleague):
        """Begin a game, with a colleague at its desk; return the page that says so."""
        seconds = round(30 * self.pace)
        code = self.session.new_game("Chaos", round_time="own", own_time=seconds, grace_seconds=1)
        fields = {"user_name": COLLEAGUE, "role": "arbitrator"} | colleague
        answer = self.answered(lambda: self.session.post_form(f"/desk/{code}/arbitrators/new/", fields))
        self.codes.append(code)
        return answer

    def do(self, page, act):
        send_act(self.told, self.session, self.code, page, act)

    def finish(self):
        """Bring the game in progress to the end of its round, so that its scores can be compared."""
        page = self.session.page(self.code)
        if page.step == "paused":
            self.do(page, "start")
        if page.step in {"start", "paused", "running"}:
            self.do(page, "end-round")
        wait_until(
            lambda: self.session.step(self.code) not in {"running", "judging"}, 30, "the round is judged"
        )
        page = self.session.page(self.code)
        if page.step == "announce":
            self.do(page, "announce")


def send_act(told, desk, code, page, act):
    """Do an act as the page shows it, note it if it was done, and return the answer."""
    fields = dict(page.fields)
    if act == "announce":
        fields["move"] = page.moves[0] if page.moves else ""
        told.announcing.setdefault((code, page.number), time.monotonic())
    answer = desk.act(code, act, **fields)
    if answer.status == 302:
        told.acts.append((code, act, page.number))
    return answer


class StaleDesk(Person):
    """A colleague at the same desk, behind the line: presses a button of a page that is up to a minute old, and again
    without an answer.
    """

    def __init__(self, told, stop, desk, arbitrator, chance):
        super().__init__(told, stop)
        self.session = desk
        self.session.patience = PATIENCE
        self.arbitrator = arbitrator
        self.chance = chance
        self.pages = deque(maxlen=25)

    def turn(self):
        code = self.arbitrator.code
        self.pages.append((code, self.session.page(code)))
        self.stop.wait(self.chance.uniform(1, 4))
        code, page = self.pages[-1] if self.chance.random() < 0.5 else self.chance.choice(self.pages)
        if acts := [act for act in page.acts if act in LOGGED_AS]:
            act = self.chance.choice(acts)
            self.answered(lambda: self.press(code, page, act))

    def press(self, code, page, act):
        self.told.stale.append((code, act, page.number))
        answer = send_act(self.told, self.session, code, page, act)
        self.told.stale_refused += answer.status != 302
        return answer
