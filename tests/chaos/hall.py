"""The people: players whose phones send until there is an answer, an arbitrator who does what the desk says.

They remember all that they were told, and when, for `promises` to compare with what is in the database.
"""

import http.client
import threading
import time
import uuid
from dataclasses import dataclass, field

from tests.http_client import Desk, Phone, Stream, wait_until

WORDS = ("AA", "TRAIN", "ZZZ", "QuEUE", "ISOTOP", "OXEN", "E")
ONCE_MORE = 0.2  # seconds until somebody without an answer tries again


@dataclass
class Told:
    """All answers of the program to the hall; times are those of this process's monotonic clock."""

    receipts: dict[str, dict] = field(default_factory=dict)  # by the slip's id
    refused: set[str] = field(default_factory=set)
    answers: list[tuple[float, str, str, dict]] = field(default_factory=list)  # when, game, what, content
    acts: list[tuple[str, str, int | None]] = field(default_factory=list)  # those that the desk said are done
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


class PatientDesk(Desk):
    """A desk that requests a page again if it says that the server is in trouble."""

    def request(self, method, path, **options):
        answer = super().request(method, path, **options)
        if answer.status >= 500:
            raise ConnectionError(f"{method} {path}: {answer.status}")
        return answer


class Arbitrator(Person):
    """An arbitrator who draws, opens, extends now and then, ends the round, announces; game after game. A
    `pace` above one makes rounds last so many times as long.
    """

    ACTS = {"draw": "draw", "open": "open-and-start", "start": "start", "paused": "start"}

    def __init__(self, told, stop, desk, chance, pace=1.0):
        super().__init__(told, stop)
        self.session = desk
        self.pace = pace
        self.chance = chance
        self.codes = []

    @property
    def code(self):
        return self.codes[-1] if self.codes else None

    def turn(self):
        if not self.codes or self.session.step(self.code) == "finished":
            self.codes.append(self._new_game())
        step = self.session.step(self.code)
        if step in self.ACTS:
            self.do(self.ACTS[step])
        elif step == "running":
            self.stop.wait(self.chance.uniform(1, 5) * self.pace)
            self.do(self.chance.choice(["extend", "pause", "end-round", "end-round"]))
        elif step == "announce":
            self.announce()

    def _new_game(self):
        seconds = round(30 * self.pace)
        return self.session.new_game("Chaos", round_time="own", own_time=seconds, grace_seconds=1)

    def do(self, act, **fields):
        code = self.code
        if self.session.act(code, act, **fields).status == 302:
            self.told.acts.append((code, act, self.number()))

    def number(self):
        round_ = self.session.get(f"/api/v1/games/{self.code}/").json()["round"]
        return round_ and round_["number"]

    def announce(self):
        number, tops = self.number(), self.session.tops(self.code)
        self.told.announcing.setdefault((self.code, number), time.monotonic())
        self.do("announce", number=number, move=tops[0].value if tops else "")

    def finish(self):
        """Bring the game in progress to the end of its round, so that its scores can be compared."""
        step = self.session.step(self.code)
        if step == "paused":
            self.do("start")
        if step in {"start", "paused", "running"}:
            self.do("end-round")
        wait_until(
            lambda: self.session.step(self.code) not in {"running", "judging"}, 30, "the round is judged"
        )
        if self.session.step(self.code) == "announce":
            self.announce()
