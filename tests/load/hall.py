"""Thousands of phones in one game, each with the behaviour of the phone's script: a stream that reconnects, a
slip that is sent until there is an answer, the own sheet after each announcement. `Hall` counts the events.
"""

import asyncio
import contextlib
import json
import random
import time
import uuid
from dataclasses import dataclass, field

from tests.load.plan import write_slip
from tests.load.wire import Answer, Stream, ask

# As the phone's scripts have it: outbox.js, live.js.
FIRST_WAIT, LONGEST_WAIT = 1.0, 8.0
OWN_WAIT = 5.0  # own_results.js
TIME_SAMPLES = 0.0, 0.7, 1.8  # live.js
STREAM_WAIT = 1.5
GIVE_UP = 60.0


@dataclass
class Hall:
    """State that all phones share, and all measurements."""

    site: object
    code: str
    seed: int = 1
    frames: dict[int, dict] = field(default_factory=dict)
    bodies: dict[int, bytes] = field(default_factory=dict)
    heard: dict[int, dict[int, float]] = field(default_factory=dict)  # version: player: when
    receipts: dict[str, tuple[int, dict]] = field(default_factory=dict)  # slip: player's table, receipt
    slips: list[float] = field(default_factory=list)  # seconds from sending to the receipt
    pages: list[float] = field(default_factory=list)
    sheets: list[float] = field(default_factory=list)
    sheets_asked_for: int = 0  # after an announcement, since the stream brought none
    joins: list[float] = field(default_factory=list)
    joins_refused: int = 0
    retries: int = 0
    too_late: int = 0
    lost_streams: int = 0
    errors: list[str] = field(default_factory=list)
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def frame(self):
        return self.frames[max(self.frames)] if self.frames else None

    def take(self, version, body, player, at):
        """Take a player's frame; read the first copy, and compare the others with it."""
        if version not in self.bodies:
            self.bodies[version], self.frames[version] = body, json.loads(body)
            self.changed.set()
            self.changed = asyncio.Event()
        elif self.bodies[version] != body:
            self.errors.append(f"version {version}: not the same bytes for every phone")
        self.heard.setdefault(version, {}).setdefault(player, at)

    async def wait_for_frame(self, matches, seconds=GIVE_UP):
        async with asyncio.timeout(seconds):
            while not (self.frame and matches(self.frame)):
                await self.changed.wait()
        return self.frame


class Phone:
    def __init__(self, hall, number, token, table):
        self.hall, self.number, self.token, self.table = hall, number, token, table
        self.api = f"/api/v1/games/{hall.code}/"
        self.chance = random.Random(hall.seed * 100_000 + number)
        self.version = 0
        self.newer = asyncio.Event()
        self.rounds = None  # numbers of the rounds on the own sheet, the newest first
        self.own = asyncio.Event()  # the stream has told of the sheet
        self.stream = None
        self._closed = False
        self._back = None

    # --- The live stream ---------------------------------------------------------------------------------------

    async def follow(self):
        """Open the stream, however often it takes."""
        began = time.monotonic()
        while not self._closed:
            try:
                self.stream = await Stream.open(
                    self.hall.site,
                    f"/live/{self.hall.code}/",
                    self._take,
                    self._lose,
                    self._take_own,
                    token=self.token,
                )
            except OSError:
                if time.monotonic() - began > GIVE_UP:
                    self.hall.errors.append("a stream that did not come back")
                    return
                await asyncio.sleep(STREAM_WAIT * self.chance.uniform(0.8, 1.2))
            else:
                return

    def _take(self, version, body, at):
        if version > self.version:
            self.version = version
            self.hall.take(version, body, self.number, at)
            self.newer.set()

    def _take_own(self, data, _at):
        news = json.loads(data)
        if news and self.rounds is not None and (self.rounds or [0])[0] == news["after"]:
            if news["sheet"]["table"] != self.table:
                self.hall.errors.append("the sheet of another player")
            self.rounds = [line["number"] for line in news["sheet"]["rounds"]] + self.rounds
        self.own.set()

    def _lose(self):
        if not self._closed:
            self.hall.lost_streams += 1
            self._back = asyncio.get_running_loop().create_task(self._come_back())

    async def _come_back(self):
        await asyncio.sleep(STREAM_WAIT * self.chance.uniform(0.8, 1.2))
        await self.follow()

    def close(self):
        self._closed = True
        if self.stream:
            self.stream.close()

    # --- A round -----------------------------------------------------------------------------------------------

    async def play(self, plan, round_, grace):
        """Do in a running round what is planned."""
        ends = round_["closes_at"] / 1000
        dropping = asyncio.create_task(self._drop(ends - plan.drops)) if plan.drops else None
        for nth, before in enumerate(plan.sends):
            await asyncio.sleep(max(0, ends - before + (grace if before < 0 else 0) - time.time()))
            await self.send(round_, cut=plan.cut and nth == 0, late=before < 0)
        if dropping:
            await dropping

    async def _drop(self, moment):
        await asyncio.sleep(max(0, moment - time.time()))
        if self.stream:
            self.stream.close()

    async def send(self, round_, *, cut=False, late=False):
        """Send a slip until there is an answer. A refusal is an error, since nobody does anything wrong; but whoever is
        late may find the round announced.
        """
        word, reference, score = write_slip(self.chance, round_["rack"])
        slip = {"id": str(uuid.UUID(int=self.chance.getrandbits(128), version=4)), "round": round_["number"]}
        slip |= {"round_id": round_["id"], "word": word, "ref": reference, "score": score}
        if cut:
            await self._attempt(slip, cut=True)
            await asyncio.sleep(FIRST_WAIT * self.chance.uniform(0.75, 1.25))
        began, wait = time.monotonic(), FIRST_WAIT
        while not (answer := await self._attempt(slip)) or _is_busy(answer):
            if time.monotonic() - began > GIVE_UP:
                self.hall.errors.append("a slip without an answer")
                return
            self.hall.retries += 1
            least = float(answer.headers.get("retry-after", 0)) if answer else 0
            await asyncio.sleep(max(wait, least) * self.chance.uniform(0.75, 1.25))
            wait = min(2 * wait, LONGEST_WAIT)
        self.hall.slips.append(time.monotonic() - began)
        said = answer.json()
        if late and said.get("code") == "round_announced":
            self.hall.too_late += 1
            return
        if answer.status not in {200, 201} or said.get("id") != slip["id"]:
            self.hall.errors.append(f"a slip answered with {answer.status}: {answer.body[:200].decode()}")
            return
        self.hall.receipts[slip["id"]] = (self.table, said)
        if any(said[name] != slip[name] for name in slip):
            self.hall.errors.append(f"a receipt for another slip: {said} instead of {slip}")

    async def _attempt(self, slip, *, cut=False) -> Answer | None:
        path = f"{self.api}slips/"
        try:
            return await ask(self.hall.site, "POST", path, token=self.token, values=slip, cut=cut)
        except OSError:
            return None

    async def look(self):
        """Open the page, and send its requests: the own sheet, and the game's state, by which it sets its clock."""
        began = time.monotonic()
        await self._get(f"/play/{self.hall.code}/", headers=["Accept-Encoding: gzip"], shown=False)
        self.hall.pages.append(time.monotonic() - began)
        asking = asyncio.create_task(self.ask_for_mine())
        tag = "0"
        for wait in TIME_SAMPLES:
            await asyncio.sleep(wait)
            answer = await self._get(self.api, headers=[f"If-None-Match: {tag}"], shown=False)
            tag = answer.headers["etag"] if answer else tag
        await asking

    async def have_mine(self, number, spread):
        """Wait until the stream has brought the own sheet with a round, and return when; or ask for it after a
        while, spread as in phone.js.
        """
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(OWN_WAIT + self.chance.uniform(0, spread)):
                await self.own.wait()
        self.own.clear()
        if self.rounds is None or self.rounds[:1] != [number]:
            self.hall.sheets_asked_for += 1
            await self.ask_for_mine()

    async def ask_for_mine(self):
        """Ask for the own sheet."""
        began = time.monotonic()
        answer = await self._get(f"{self.api}me/")
        if answer is not None:
            self.hall.sheets.append(time.monotonic() - began)
            self.rounds = [line["number"] for line in answer.json()["rounds"]]

    async def _get(self, path, headers=(), *, shown=True):
        began = time.monotonic()
        while time.monotonic() - began < GIVE_UP:
            try:
                answer = await ask(
                    self.hall.site, "GET", path, token=self.token if shown else None, headers=headers
                )
            except OSError:
                answer = None
            if answer and answer.status in {200, 304}:
                return answer
            if answer and not _is_busy(answer):
                self.hall.errors.append(f"{path} answered with {answer.status}")
                return None
            self.hall.retries += 1
            await asyncio.sleep(4 + self.chance.uniform(0, 1.5))
        self.hall.errors.append(f"{path} without an answer")
        return None


def _is_busy(answer):
    """Return True for answers that make the phone's script try again."""
    return answer.status == 429 or answer.status >= 500
