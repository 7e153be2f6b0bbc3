"""A stranger on a hundred connections asks without end for the pages that cost most of those that anybody may read
(`tests/permissions/test_prices.py`), while players press clocks and train.
"""

import http.client
import itertools
import json
import subprocess
import sys
import threading
import uuid
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic
from urllib.parse import urlsplit

from tests.http_client import Session, wait_until

MAKE_CLOCKS = Path(__file__).parents[1] / "browser" / "make_clocks.py"
CONNECTIONS, STRANGER = 100, "127.0.0.79"
# A training has at least fourteen rounds.
TURNS = 7
# The median of a player's act may be so many times its quiet one, and a machine's hiccup more.
SLOWER, HICCUP = 2, 0.1
FIELDS = {"lexicon": "english", "rule_set": "classic", "notation": "duplicate", "seconds": ""}


def attack(ground):
    made = subprocess.run(
        [sys.executable, MAKE_CLOCKS, "ann", "1500000"],
        env=ground.program.environment | {"DJANGO_SETTINGS_MODULE": "deploy.settings"},
        capture_output=True,
        text=True,
        check=True,
    )
    given = json.loads(made.stdout)
    tablet, trainee = _Tablet(ground.site, given["clocks"][0]), _Trainee(ground.site)
    acts = {"a press of a clock": tablet.press, "an answer of a training": trainee.answer}
    quiet = {name: _median(act) for name, act in acts.items()}
    ground.desk.post_form(f"/events/{given['event']}/release/", {"released": "final"})
    pages = _dear_pages(given["event"])
    refused = {page: status for page in pages if (status := Session(ground.site).get(page).status) != 200}
    assert not refused, f"nobody may read {refused}"
    with _flood(ground.site, pages) as answered:
        wait_until(lambda: len(answered) > CONNECTIONS / 10, 60, "the flood is answered")
        beside = {name: _median(act) for name, act in acts.items()}
    assert set(answered) <= {200, 429}, f"the flood got {sorted(set(answered))}"
    for name in acts:
        assert beside[name] <= SLOWER * quiet[name] + HICCUP, (
            f"{name} takes {beside[name]:.3f} s, {quiet[name]:.3f} without the flood"
        )
    times = "; ".join(f"{name} takes {beside[name] / quiet[name]:.1f} x its quiet time" for name in acts)
    return f"{len(answered)} pages for a stranger on {CONNECTIONS} connections: {times}"


def _dear_pages(event):
    api = "/api/v1/events/"
    return [
        f"/results/{event}/",
        f"{api}{event}/standings/",
        f"{api}{event}/standings.csv",
        api,
        "/training/",
        "/training/bring/",
        "/results/",
        "/cases/fisf/",
        "/handbook/en/",
        "/ways-to-play/",
    ]


class _Tablet(Session):
    """A clock's device: who is at turn presses, again and again."""

    def __init__(self, site, given):
        super().__init__(site)
        self._acts, self._token = f"/api/v1/clocks/{given['id']}/acts/", given["table"]
        self._number = 0
        assert self._do(act="start") == 201

    def press(self):
        self._number += 1
        assert self._do(act="press", side=1 - self._number % 2, number=self._number) == 201

    def _do(self, **act):
        headers = {"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"}
        body = json.dumps({"id": str(uuid.uuid4())} | act).encode()
        return self.request("POST", self._acts, body=body, headers=headers).status


class _Trainee(Session):
    """A device in a training: it gives each round up and goes on."""

    def __init__(self, site):
        super().__init__(site)
        self.get("/training/")
        begun = self.post_form("/training/start/", FIELDS)
        assert begun.status == 302, begun.text
        self._training, self._number = begun.headers["Location"], 1

    def answer(self):
        answered = self.post_form(f"{self._training}{self._number}/answer/", {})
        assert answered.status == 302, answered.text
        assert self.post_form(f"{self._training}next/", {}).status == 302
        self._number += 1


def _median(act):
    spent = []
    for _turn in range(TURNS):
        begun = monotonic()
        act()
        spent.append(monotonic() - begun)
    return sorted(spent)[TURNS // 2]


@contextmanager
def _flood(site, pages):
    """Ask for the pages in turn on all connections; the value is a list of the answers' statuses."""
    over, statuses, address = threading.Event(), [], urlsplit(site)

    def ask_without_end(first):
        for page in itertools.chain(pages[first:], itertools.cycle(pages)):
            if over.is_set():
                return
            connection = http.client.HTTPConnection(
                address.hostname, address.port, timeout=60, source_address=(STRANGER, 0)
            )
            with suppress(OSError, http.client.HTTPException):
                connection.request("GET", page)
                answer = connection.getresponse()
                answer.read()
                statuses.append(answer.status)
            connection.close()

    threads = [
        threading.Thread(target=ask_without_end, args=(number % len(pages),)) for number in range(CONNECTIONS)
    ]
    for thread in threads:
        thread.start()
    try:
        yield statuses
    finally:
        over.set()
        for thread in threads:
            thread.join()
