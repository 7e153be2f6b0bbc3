"""The desk never waits for the crowd: phones that hold all of their workers keep no arbitrator waiting."""

import re
import secrets
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager

import psycopg
import pytest

from deploy.request_threads import PLACES
from tests.deploy.conftest import installation, needs_nginx
from tests.http_client import Desk, Phone, Session, Stream, wait_until
from tests.server import Embedded, free_port

pytestmark = [pytest.mark.server, pytest.mark.slow]

# As many as the threads of a web process, or the places of a lane, and some more that wait.
CROWD = PLACES + 4


@pytest.fixture(scope="module")
def production(tmp_path_factory):
    plan = {"web_ports": [free_port()], "live_ports": [free_port()]}
    with installation(tmp_path_factory.mktemp("lanes"), **plan) as running:
        yield running


@pytest.fixture(scope="module")
def embedded(tmp_path_factory):
    server = Embedded(tmp_path_factory.mktemp("lanes"))
    server.start()
    yield server
    server.stop()


@contextmanager
def rows_locked(production, code):
    """Hold the players of a game in PostgreSQL, for which all wait who take another device."""
    with psycopg.connect(production.production.plan.settings["DATABASE_URL"]) as connection:
        connection.execute(
            "SELECT e.id FROM tournaments_entry e JOIN duplicate_game g ON g.event_id = e.event_id"
            " WHERE g.code = %s FOR UPDATE OF e",
            [code],
        )
        yield


@contextmanager
def database_locked(path):
    """Hold SQLite's lock for writing."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.execute("ROLLBACK")


@contextmanager
def crowd_waits(site, code, lock):
    """Have more phones ask for what waits for a lock than there are workers; all are answered afterwards."""
    phones = [Phone(site, code, f"Phone {number}").join() for number in range(CROWD)]
    with ThreadPoolExecutor(CROWD) as pool:
        with lock:
            waiting = [pool.submit(take_device, phone) for phone in phones]
            yield
        assert {asked.result().status for asked in waiting} == {204}


def take_device(phone):
    return phone.post(f"{phone.api}me/device/", {"token": secrets.token_urlsafe(32)})


class Asked(threading.Thread):
    """A page of the crowd that is asked for meanwhile."""

    def __init__(self, site, path):
        super().__init__(daemon=True)
        self._session, self._path, self.answer = Session(site), path, None
        self.start()

    def run(self):
        self.answer = self._session.get(self._path)


def ask_until_it_waits(site, path):
    """Return a page that waits: until then some of the phones were still on their way."""
    for _ in range(30):
        page = Asked(site, path)
        page.join(1)
        if page.answer is None:
            return page
    raise AssertionError("some worker of the crowd is free")


def check_desk_is_answered(site, code, desk, *acts):
    """The crowd's page waits behind the phones; desk and projector are answered meanwhile."""
    page = ask_until_it_waits(site, "/play/")
    assert desk.get(f"/desk/{code}/").status == 200
    assert desk.get(f"/desk/{code}/panel/").status == 200
    desk.do(code, *acts)
    screen = Session(site)
    shown = screen.get(f"/screen/{code}/")
    assert shown.status == 200
    assert screen.get(re.search(r'href="(/static/[^"]+\.css)"', shown.text)[1]).status == 200
    assert screen.get(f"/api/v1/games/{code}/?screen").json()["state"] == "playing"
    with Stream(site, code, query="?screen") as stream:
        stream.wait_for_frame(lambda frame: bool(frame["round"]) == bool(acts), 30)
    assert page.answer is None, "the crowd waited no longer than the desk"
    return page


@needs_nginx
def test_processes_of_the_production_setting(production):
    desk, site = production.desk, production.site
    crowded, code = desk.new_game("Crowded"), desk.new_game("Played")
    with crowd_waits(site, crowded, rows_locked(production, crowded)):
        page = check_desk_is_answered(site, code, desk, "draw", "open-and-start")
    page.join(30)
    assert page.answer.status == 200


@needs_nginx
def test_live_servers_take_over_from_the_desk_s(production):
    """And the desk's servers nothing from the crowd's."""
    desk, site = production.desk, production.site
    code = desk.new_game("Taken over")
    production.production.kill("desk1")
    assert desk.get(f"/desk/{code}/").status == 200
    with Stream(site, code, query="?screen") as stream:
        stream.wait_for_frame(lambda frame: frame["code"] == code, 30)
    production.production.restart("desk1")
    for name in ("web1", "live1"):
        production.production.kill(name)
    # nginx passes a server over for two seconds after it was gone.
    wait_until(lambda: desk.get(f"/desk/{code}/").status == 200, 10, "the desk's server answers")
    for path in (f"/play/{code}/", f"/live/{code}/", f"/api/v1/games/{code}/me/"):
        assert Session(site).get(path).status == 502
    for name in ("web1", "live1"):
        production.production.restart(name)


def test_the_one_process_of_the_embedded_setting(embedded):
    desk, site = Desk(embedded.site).enter(embedded.welcome, "ann"), embedded.site
    crowded, code = desk.new_game("Crowded"), desk.new_game("Played")
    with crowd_waits(site, crowded, database_locked(embedded.database)):
        page = check_desk_is_answered(site, code, desk)
    page.join(30)
    assert page.answer.status == 200
