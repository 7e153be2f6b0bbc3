"""Two web servers, two live servers and two workers behind one proxy, as on machines of their own: each one can go."""

import time

import pytest

from deploy.backups.sources import DumpSource
from duplicate.rounds.heartbeats import SILENCE
from tests.deploy.conftest import installation, needs_nginx
from tests.http_client import Phone, wait_until
from tests.server import free_port
from tests.turns import PHONES, check_backups_under_slips

pytestmark = [pytest.mark.server, pytest.mark.slow, needs_nginx]

# Generous: a busy machine is slow to start what was killed.
PROMPT = 15.0


@pytest.fixture(scope="module")
def isotop(tmp_path_factory):
    plan = {
        "web_ports": [free_port(), free_port()],
        "live_ports": [free_port(), free_port()],
        "workers": 2,
        "settings": {"LOG_LEVEL": "INFO"},
    }
    with installation(tmp_path_factory.mktemp("two"), **plan) as running:
        yield running


def test_phones_of_both_live_servers_have_the_same_frames(isotop):
    """Acts at one web server, seen at each live server; a slip handed in at one is in the sheet of the other."""
    code = isotop.desk.new_game("Two of each")
    webs, lives = isotop.production.plan.sites, isotop.production.plan.live_sites
    mona, noah = Phone(webs[0], code, "Mona").join(), Phone(webs[1], code, "Noah").join()
    with isotop.stream(code, lives[0]) as one, isotop.stream(code, lives[1]) as two:
        isotop.desk.do(code, "type-rack", rack="TRAINER")
        isotop.desk.do(code, "open-and-start")
        for stream in (one, two):
            stream.wait_for_phase(1, "running", PROMPT)
        for phone, live in ((mona, lives[0]), (noah, lives[1])):
            sender = Phone(live, code, phone.name)
            sender.token = phone.token
            assert sender.send(1, "TRAINER", "H2", 66).status == 201
            assert phone.me()["slip"]["word"] == "TRAINER"
        isotop.desk.do(code, "end-round")
        isotop.desk.announce_preferred(code, 1)
        for stream in (one, two):
            stream.wait_for_phase(1, "announced", PROMPT)
        sent = {}
        for event in one.frames() + two.frames():
            assert sent.setdefault(event.version, event.data) == event.data
    assert {mona.me()["total"], noah.me()["total"]} == {66}


def test_with_one_of_each_gone_the_game_goes_on(isotop):
    """Whichever one that is, through the proxy nobody meets an error."""
    code = isotop.desk.new_game("One of each")
    (mona,) = isotop.phones(code, "Mona")
    for number, gone in ((1, ("web1", "live1", "worker1")), (2, ("web2", "live2", "worker2"))):
        for name in gone:
            isotop.production.kill(name)
        with isotop.stream(code) as stream:
            isotop.desk.do(code, "draw", "open-and-start")
            stream.wait_for_phase(number, "running", PROMPT)
            assert mona.send(number, "ZZZZ", "H4").status == 201
            isotop.desk.do(code, "end-round")
            isotop.desk.announce_preferred(code, number)
            stream.wait_for_phase(number, "announced", PROMPT)
        assert number in {line["number"] for line in mona.me()["rounds"]}
        isotop.production.revive()
        isotop.production.wait_until_ready()


def test_time_in_which_no_server_takes_slips_is_given_back(isotop):
    """One of each gone changes nothing; all gone stop the clock, although the clock's own process lives on."""
    code = isotop.desk.new_game("Given back", round_time="own", own_time=60)
    (mona,) = isotop.phones(code, "Mona")
    isotop.desk.do(code, "draw", "open-and-start")
    ends = mona.frame()["round"]["closes_at"]
    for name in ("web1", "live1"):
        isotop.production.kill(name)
    time.sleep(SILENCE.total_seconds() + 1)
    assert mona.frame()["round"]["closes_at"] == ends
    for name in ("web2", "live2"):
        isotop.production.kill(name)
    left = ends / 1000 - time.time()
    time.sleep(SILENCE.total_seconds() + 1)
    isotop.production.revive()
    isotop.production.wait_until_ready()
    wait_until(lambda: mona.frame()["round"]["interrupted"], PROMPT, "the clock stands")
    assert left <= mona.frame()["round"]["remaining"] / 1000 <= left + SILENCE.total_seconds()
    isotop.desk.do(code, "start")
    assert mona.frame()["round"]["phase"] == "running"


def test_workers_share_a_search_for_a_game(isotop):
    """Each of them would be on a machine of its own; all that they share is the broker and the database."""
    desk = isotop.desk
    desk.get("/desk/prepared/search/")
    asked = {"lexicon": "english", "rule_set": "fisf", "games": 250, "long_word": 8, "ranking": "fair"}
    assert desk.post_form("/desk/prepared/search/", asked).status == 302
    for name in ("worker1", "worker2"):
        worker = isotop.production[name]
        wait_until(
            lambda worker=worker: "Task duplicate.prepared_games.drawing.search.try_chunk" in worker.output(),
            60,
            f"{name} has a share",
        )


def test_a_backup_while_slips_arrive_shows_one_moment(isotop, tmp_path):
    code = isotop.desk.new_game("Backups", round_time="own", own_time=600)
    phones = isotop.phones(code, *PHONES)
    isotop.desk.do(code, "draw", "open-and-start")

    def back_up(archive):
        isotop.production.manage("backup", str(archive))

    def slips_in(dumped):
        [slips] = [
            {row[table.columns.index("client_id")].replace("-", "") for row in table.rows}
            for table in DumpSource(dumped).tables()
            if table.name == "duplicate_slip"
        ]
        return slips

    check_backups_under_slips(tmp_path, phones, back_up, slips_in)
