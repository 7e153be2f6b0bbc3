"""The program is killed in mid-turn and started again on the same data: clocks are right to a fifth of a second."""

import json
import subprocess
import sys
import time
import uuid
from pathlib import Path

import pytest

from tests.http_client import Desk, Session
from tests.server import environment_for

pytestmark = [pytest.mark.server, pytest.mark.slow]

MAKE_CLOCKS = Path(__file__).parents[1] / "browser" / "make_clocks.py"
RIGHT_MS = 200


class Tablet(Session):
    def __init__(self, server, given):
        super().__init__(server.site)
        self.api = f"/api/v1/clocks/{given['id']}/"
        self.token = given["table"]

    def look(self):
        return self.get(self.api, Authorization=f"Bearer {self.token}")

    def do(self, act, key=None, **more):
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        body = json.dumps({"id": str(key or uuid.uuid4()), "act": act} | more).encode()
        return self.request("POST", f"{self.api}acts/", body=body, headers=headers)


def left_now(frame):
    """Return the time that both have left now, computed from the server's frame and this machine's
    own clock.
    """
    left = list(frame["left"])
    if frame["state"] == "running":
        left[frame["turn"]] -= time.time() * 1000 - frame["at"]
    return left


def do_between(tablet, act, key=None, **more):
    """Do an act that is new; return when it was sent and when it was answered: the server's stamp is between."""
    sent = time.time()
    assert tablet.do(act, key, **more).status == 201
    return sent, time.time()


def used_between(begun, ended):
    """Return the least and the most milliseconds between two moments of `do_between`."""
    return 1000 * (ended[0] - begun[1]), 1000 * (ended[1] - begun[0])


def test_t1_killed_in_mid_turn(server):
    Desk(server.site).enter(server.welcome, "ann")
    made = subprocess.run(
        [sys.executable, MAKE_CLOCKS, "ann", "1500000", "3000"],
        env=environment_for(server.data, DJANGO_SETTINGS_MODULE="deploy.settings"),
        capture_output=True,
        text=True,
        check=True,
    )
    tablet, short = (Tablet(server, given) for given in json.loads(made.stdout)["clocks"])
    assert short.do("start").status == 201
    begun = do_between(tablet, "start")
    time.sleep(1)
    key = uuid.uuid4()
    pressed = do_between(tablet, "press", key, side=0, number=1)
    before = tablet.look().json()
    server.kill()
    time.sleep(2)
    server.start()
    after = tablet.look().json()
    assert after == before, "what stood, stands"
    left, now = left_now(after), time.time()
    used = used_between(begun, pressed), used_between(pressed, (now, now))
    for mine, (least, most) in zip(left, used, strict=True):
        assert least - RIGHT_MS < 1_500_000 - mine < most + RIGHT_MS
    # The press whose answer nobody had is sent again, and the turn goes on being theirs.
    assert tablet.do("press", key, side=0, number=1).status == 200
    assert tablet.do("press", side=1, number=2).status == 201
    # The other clock fell while nobody was there.
    assert short.do("stop").json()["left"][0] < 0
