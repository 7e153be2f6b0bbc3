"""Servers that are restarted one after the other while fifty phones and a desk go on, as the units of systemd do it."""

import json
import os
import signal
import threading
import time
import uuid
from dataclasses import dataclass, field

import pytest

from deploy.processes import ready
from tests.deploy.conftest import installation, needs_nginx
from tests.http_client import Stream, wait_until
from tests.server import free_port

pytestmark = [pytest.mark.server, pytest.mark.slow, needs_nginx]

PHONES = 50
# A phone may send sixty slips a minute.
PACE = 1.2
SECONDS_ADDED = 30
# Generous: the browser waits up to two seconds, and a busy machine adds to that.
BACK_SECONDS = 10.0
SERVERS = {"web1": "restart", "web2": "reload", "live1": "restart", "live2": "reload", "desk1": "restart"}


@dataclass
class Asked:
    """All answers to one client, and for how long the longest one kept it waiting."""

    refused: list[str] = field(default_factory=list)
    count: int = 0
    longest: float = 0.0

    def ask(self, request, *expected):
        began = time.monotonic()
        try:
            answer = request()
        except ConnectionError as error:
            self.refused.append(str(error))
            return None
        finally:
            self.longest = max(self.longest, time.monotonic() - began)
            self.count += 1
        if answer.status not in expected:
            self.refused.append(f"{answer.status}: {answer.text[:200]}")
        return answer


class Client(threading.Thread):
    """Somebody who asks again and again until told to stop."""

    def __init__(self, stop):
        super().__init__(daemon=True)
        self.asked, self.turns = Asked(), 0
        self._stop_asking = stop

    def run(self):
        while not self._stop_asking.is_set():
            self.turn()
            self.turns += 1


class Player(Client):
    """A phone that changes its mind all the time: slip, own sheet, state of the game."""

    def __init__(self, phone, stop):
        super().__init__(stop)
        self.phone, self.sent = phone, []

    def turn(self):
        began, slip = time.monotonic(), str(uuid.uuid4())
        # 200 where nginx sent it again: the first server had stored it before it was gone.
        answer = self.asked.ask(lambda: self.phone.send(1, "ZZZZ", "H4", slip_id=slip), 200, 201)
        if answer and answer.status in {200, 201}:
            self.sent.append(uuid.UUID(slip))
        token = {"Authorization": f"Bearer {self.phone.token}"}
        self.asked.ask(lambda: self.phone.get(f"{self.phone.api}me/", **token), 200)
        self.asked.ask(lambda: self.phone.get(self.phone.api), 200)
        self._stop_asking.wait(max(0.0, PACE - (time.monotonic() - began)))


class Arbitrator(Client):
    """A desk that looks at its tables and adds time, which must neither be lost nor come twice."""

    def __init__(self, desk, code, stop):
        super().__init__(stop)
        self.desk, self.code = desk, code

    def turn(self):
        self.asked.ask(lambda: self.desk.get(f"/desk/{self.code}/tables/"), 200)
        self.asked.ask(lambda: self.desk.act(self.code, "extend", seconds=SECONDS_ADDED), 302)
        self._stop_asking.wait(0.2)


class Screen(threading.Thread):
    """A screen that follows the game as browsers do: after its stream it waits as it was told, and opens another."""

    def __init__(self, site, code, token, stop):
        super().__init__(daemon=True)
        self.site, self.code, self.token = site, code, token
        self.gaps, self.refused = [], []
        self._stop_following, self._stream = stop, None
        self.opened = threading.Event()

    def run(self):
        ended = None
        while not self._stop_following.is_set():
            try:
                self._stream = Stream(self.site, self.code, self.token)
                self._stream.wait_for_frame(lambda _frame: True, 30)
            except (AssertionError, OSError) as error:
                self.refused.append(repr(error))
                time.sleep(1)
                continue
            if ended:
                self.gaps.append(time.monotonic() - ended)
            self.opened.set()
            while self._stream.runs() and not self._stop_following.wait(0.05):
                pass
            ended = time.monotonic()
            told = [event for event in self._stream.events if event.kind == "retry"]
            self._stop_following.wait(int(told[-1].data) / 1000)
            self._stream.close()


@pytest.fixture
def isotop(tmp_path):
    plan = {
        "web_ports": [free_port(), free_port()],
        "live_ports": [free_port(), free_port()],
    }
    with installation(tmp_path, **plan) as running:
        yield running


def stored_slips(database):
    psycopg = pytest.importorskip("psycopg")
    with psycopg.connect(database) as connection:
        return [client for (client,) in connection.execute("SELECT client_id FROM duplicate_slip")]


def site_of(production, name):
    kind, number = name[:-1], int(name[-1])
    plan = production.plan
    return {"web": plan.sites, "live": plan.live_sites, "desk": plan.desk_sites}[kind][number - 1]


def renew(production, name, how):
    """Do what the unit of systemd does, and wait as it does."""
    if how == "restart":
        production[name].stop()
        production[name].start()
    else:
        os.kill(production[name].pid, signal.SIGHUP)
    assert ready.main(site_of(production, name)) is None


def test_nobody_notices_that_each_server_is_restarted_in_turn(isotop, record_property):
    code = isotop.desk.new_game("Restarts", round_time="own", own_time=600)
    phones = isotop.phones(code, *(f"Player {number}" for number in range(PHONES)))
    isotop.desk.do(code, "draw", "open-and-start")
    ends = phones[0].frame()["round"]["closes_at"]
    stop = threading.Event()
    players = [Player(phone, stop) for phone in phones]
    arbitrator = Arbitrator(isotop.desk, code, stop)
    screens = [Screen(isotop.site, code, phone.token, stop) for phone in phones]
    screens.append(Screen(isotop.site, code, None, stop))  # the desk's own
    clients = [*players, arbitrator]
    for thread in (*clients, *screens):
        thread.start()
    pids = dict(isotop.production.pids)
    try:
        wait_until(lambda: all(screen.opened.is_set() for screen in screens), 60, "all follow")
        for name, how in SERVERS.items():
            renew(isotop.production, name, how)
        turns = [client.turns for client in clients]
        wait_until(
            lambda: all(now.turns > then for now, then in zip(clients, turns, strict=True)), 60, "all go on"
        )
        wait_until(lambda: all(screen._stream.runs() for screen in screens), BACK_SECONDS, "all follow again")
    finally:
        stop.set()
        for thread in (*clients, *screens):
            thread.join(60)
    gaps = [gap for screen in screens for gap in screen.gaps]
    figures = {
        "requests": sum(client.asked.count for client in clients),
        "slips": sum(len(player.sent) for player in players),
        "acts": arbitrator.turns,
        "longest answer": round(max(client.asked.longest for client in clients), 1),
        "streams moved": len(gaps),
        "longest gap": round(max(gaps), 1),
    }
    record_property("figures", json.dumps(figures))
    print(figures)
    assert [refusal for client in clients for refusal in client.asked.refused] == []
    assert [refusal for screen in screens for refusal in screen.refused] == []
    assert sorted(stored_slips(isotop.production.plan.settings["DATABASE_URL"])) == sorted(
        slip for player in players for slip in player.sent
    )
    added = (phones[0].frame()["round"]["closes_at"] - ends) / 1000
    assert added == arbitrator.turns * SECONDS_ADDED
    assert max(gaps) < BACK_SECONDS
    now = isotop.production.pids
    assert {name for name, how in SERVERS.items() if (now[name] == pids[name]) == (how == "restart")} == set()
