"""A stranger on a hundred connections asks without end for the pages that cost most of those that anybody may read
(`tests/permissions/test_prices.py`), while players press clocks and train.
"""

import itertools
import json
import subprocess
import sys
import uuid
from collections import Counter
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

from tests.attacks.ground import EMBEDDED, Ground, flood
from tests.http_client import Session, wait_until
from tests.load.programs import Elsewhere

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
    with _strangers(ground.site, pages) as answered:
        beside = {name: _median(act) for name, act in acts.items()}
    assert set(answered) <= {"200", "429"}, f"the flood got {sorted(answered)}"
    for name in acts:
        assert beside[name] <= SLOWER * quiet[name] + HICCUP, (
            f"{name} takes {beside[name]:.3f} s, {quiet[name]:.3f} without the flood"
        )
    times = "; ".join(f"{name} takes {beside[name] / quiet[name]:.1f} x its quiet time" for name in acts)
    return f"{answered.total()} pages for a stranger on {CONNECTIONS} connections: {times}"


@contextmanager
def _strangers(site, pages):
    """Flood from a process of its own: threads of this one would slow down what it measures. The value counts the
    statuses, in the end.
    """
    command, answered = [sys.executable, "-m", "tests.attacks.floods", site, *pages], Counter()
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline(), "the flood is not answered"
        try:
            yield answered
        finally:
            answered.update(json.loads(process.communicate()[0]))


def _flood(site, *pages):
    """Ask until the standard input ends."""
    stranger, turns = Ground(EMBEDDED, Elsewhere(site), None, None), itertools.cycle(pages)
    with flood(CONNECTIONS, lambda _number: stranger.ask_from(STRANGER, "GET", next(turns))) as statuses:
        wait_until(lambda: len(statuses) > CONNECTIONS / 10, 60, "the flood is answered")
        print("begun", flush=True)
        sys.stdin.read()
    print(json.dumps(Counter(statuses)))


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
    """A device in a training: it gives each round up, looks at the answer, goes on and looks at the next rack."""

    def __init__(self, site):
        super().__init__(site)
        self.get("/training/")
        begun = self.post_form("/training/start/", FIELDS)
        assert begun.status == 302, begun.text
        self._training, self._number = begun.headers["Location"], 1

    def answer(self):
        answered = self.post_form(f"{self._training}{self._number}/answer/", {})
        assert answered.status == 302, answered.text
        assert self.get(self._training).status == 200
        assert self.post_form(f"{self._training}next/", {}).status == 302
        assert self.get(self._training).status == 200
        self._number += 1


def _median(act):
    spent = []
    for _turn in range(TURNS):
        begun = monotonic()
        act()
        spent.append(monotonic() - begun)
    return sorted(spent)[TURNS // 2]


if __name__ == "__main__":
    _flood(*sys.argv[1:])
