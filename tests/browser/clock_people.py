"""The tablets and walls of classic events."""

import contextlib
import json
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.hall import OFFLINE, Person
from tests.server import environment_for

MAKE_CLOCKS = Path(__file__).with_name("make_clocks.py")

CUT_OFF = f"{OFFLINE}|ERR_FAILED|ERR_TIMED_OUT"
TABLET_SIZE = {"width": 768, "height": 1024}
WALL_SIZE = {"width": 1280, "height": 720}

# Record what a page showed when, by the clock that all pages of this machine share.
WATCH = """([selector, name, attribute]) => {
  const element = document.querySelector(selector);
  const seen = window[name] = [];
  const look = () => seen.push([attribute ? element.getAttribute(attribute) : element.textContent, Date.now()]);
  const what = attribute ? {attributeFilter: [attribute]} : {characterData: true, childList: true, subtree: true};
  new MutationObserver(look).observe(element, what);
}"""


class Tablet(Person):
    """A clock at a table."""

    def press(self, side):
        self.page.locator(f"#side-{side}").dispatch_event("pointerdown", {"button": 0})

    def is_on_turn(self, side):
        expect(self.page.locator(f"#side-{side}")).to_have_attribute("data-turn", "own")

    def left(self, side):
        """Return the seconds shown."""
        text = self.page.locator(f"#side-{side} .side-time").inner_text()
        minutes, seconds = text.removeprefix("−").split(":")
        return (int(minutes) * 60 + int(seconds)) * (-1 if text.startswith("−") else 1)

    def watch_seconds(self, side):
        self.page.evaluate(WATCH, [f"#side-{side} .side-time", "seenSeconds", None])

    def watch_turns(self):
        self.page.evaluate(WATCH, ["#side-0", "seenTurns", "data-turn"])

    def apart(self, other):
        """Return by how many milliseconds the two differ in when each second was shown."""
        mine, theirs = (dict(one.page.evaluate("window.seenSeconds")) for one in (self, other))
        return [abs(mine[text] - theirs[text]) for text in mine.keys() & theirs.keys()]

    def turns_apart(self, other):
        """Return the same for the changes of turn, one after the other."""
        mine, theirs = (
            [at for _turn, at in _changes(one.page.evaluate("window.seenTurns"))] for one in (self, other)
        )
        return [abs(a - b) for a, b in zip(mine, theirs, strict=True)]


def _changes(seen):
    """Return each value once, at its first time."""
    return [each for n, each in enumerate(seen) if n == 0 or seen[n - 1][0] != each[0]]


class ClockHall:
    """Classic events of the arbitrator, made on the data that the program runs on."""

    def __init__(self, hall, server, arbitrator):
        self.hall, self.server, self.arbitrator = hall, server, arbitrator

    def matches(self, *lefts):
        """Make an event with a match for each of the times left (`make_clocks`); return its number and the
        clocks.
        """
        run = subprocess.run(
            [sys.executable, MAKE_CLOCKS, self.arbitrator, *lefts],
            env=environment_for(self.server.data, DJANGO_SETTINGS_MODULE="deploy.settings"),
            capture_output=True,
            text=True,
            check=False,
        )
        assert run.returncode == 0, run.stderr
        made = json.loads(run.stdout)
        return made["event"], made["clocks"]

    def match(self, left="1500000"):
        return self.matches(left)[1][0]

    def tablet(self, match, holder="table", size=TABLET_SIZE, **options):
        tablet = self.hall.open(Tablet, size, **options)
        tablet.page.goto(f"/clock/{match['id']}/#t={match[holder]}&for={holder}")
        expect(tablet.page.locator("#sides")).to_be_visible()
        return tablet

    def wall(self, event, **options):
        wall = self.hall.open(Person, WALL_SIZE, storage_state=self.hall.arbitrator, **options)
        wall.page.goto(f"/events/{event}/clocks/")
        return wall

    def comes_to(self, match, column, value):
        """Wait until the server has it: a tablet shows a press before it has arrived."""
        until = time.monotonic() + 20
        while self.value(match, column) != value:
            assert time.monotonic() < until, self.value(match, column)
            time.sleep(0.1)

    def value(self, match, column):
        with contextlib.closing(sqlite3.connect(self.server.database)) as database:
            query = f"SELECT {column} FROM classic_matchclock WHERE id = ?"
            return database.execute(query, [match["id"]]).fetchone()[0]
