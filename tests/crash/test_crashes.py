"""The embedded program is killed, as by a power cut, and started again on the same data (DESIGN, *What always
holds*).

Every slip with a receipt is stored once and as receipted; the clock goes on towards the same moment; and the
game goes on from the same state.
"""

import contextlib
import json
import random
import sqlite3
import subprocess
import sys
import threading
import time
import uuid
from dataclasses import dataclass, field

import pytest

from tests.http_client import Desk, Phone, Session
from tests.server import ROOT, Embedded
from tests.turns import PHONES, check_backups_under_slips

pytestmark = [pytest.mark.server, pytest.mark.slow]

KILLS = 4
WRITERS = 12
WORDS = ("AA", "TRAIN", "ZZZ", "QuEUE", "ISOTOP", "OXEN", "E")


@dataclass
class Evening:
    server: Embedded
    desk: Desk
    code: str

    def rows(self, sql, *values):
        connection = sqlite3.connect(f"file:{self.server.database}?mode=ro", uri=True)
        try:
            return connection.execute(sql, values).fetchall()
        finally:
            connection.close()

    def round(self):
        return Session(self.server.site).get(f"/api/v1/games/{self.code}/").json()["round"]


@pytest.fixture
def evening(tmp_path):
    server = Embedded(tmp_path)
    server.start()
    try:
        desk = Desk(server.site).enter(server.welcome, "ann")
        code = desk.new_game("Crashes", round_time="own", own_time=30, grace_seconds=1)
        yield Evening(server, desk, code)
    finally:
        assert server.stop()
    assert "Traceback" not in server.output()


@dataclass
class Writer:
    """A player who writes slip after slip, and sends each until it has an answer, as a phone does."""

    phone: Phone
    stop: threading.Event
    receipts: dict[str, dict] = field(default_factory=dict)
    unanswered: int = 0

    def run(self):
        while not self.stop.is_set():
            try:
                round_ = self.phone.frame()["round"]
            except ConnectionError:
                round_ = None
            if round_ and round_["phase"] != "announced":
                self.hand_in(round_["number"])
            self.stop.wait(random.uniform(0, 0.2))

    def hand_in(self, number):
        slip = (number, random.choice(WORDS), random.choice("ABCDEFGH") + str(random.randint(1, 15)))
        slip_id = str(uuid.uuid4())
        while True:
            try:
                answer = self.phone.send(*slip, score=random.randint(0, 99), slip_id=slip_id)
            except ConnectionError:
                self.unanswered += 1
                if self.stop.wait(0.2):
                    return
                continue
            if answer.status == 429:
                self.stop.wait(1)
                return
            # Announced in the meantime is the only other answer that there is.
            assert answer.status in {200, 201, 409}, answer.text
            if answer.status != 409:
                self.receipts[slip_id] = answer.json()
            return


@pytest.mark.smoke
def test_nothing_with_a_receipt_is_lost(evening):
    stop = threading.Event()
    writers = [
        Writer(Phone(evening.server.site, evening.code, f"Player {number}").join(), stop)
        for number in range(1, WRITERS + 1)
    ]
    failures = []
    people = [*(writer.run for writer in writers), lambda: run_the_game(evening, stop)]
    threads = [threading.Thread(target=noting(failures, person)) for person in people]
    for thread in threads:
        thread.start()
    try:
        for _kill in range(KILLS):
            time.sleep(random.uniform(2, 5))
            evening.server.kill()
            evening.server.start()
        wait_for_announced_round(evening)
    finally:
        stop.set()
        for thread in threads:
            thread.join(30)
    assert not failures
    assert sum(writer.unanswered for writer in writers) > 0, "no kill hit anybody"
    check_receipts(evening, writers)
    check_effective(evening)
    check_record(evening)
    finish_the_round(evening)
    check_judged(evening)


def wait_for_announced_round(evening):
    """Wait for an announced round: a busy machine may not reach one between the kills."""
    ends = time.monotonic() + 120
    while not evening.rows("SELECT id FROM duplicate_round WHERE state = 'announced'"):
        assert time.monotonic() < ends, "no round was announced"
        time.sleep(0.5)


def noting(failures, act):
    def run():
        try:
            act()
        except BaseException as error:
            failures.append(repr(error))
            raise

    return run


def run_the_game(evening, stop):
    """Do the next step that the desk shows, as the arbitrator; without an answer look again."""
    acts = {
        "draw": "draw",
        "open": "open-and-start",
        "start": "start",
        "paused": "start",
        "running": "end-round",
    }
    while not stop.is_set():
        try:
            step = evening.desk.step(evening.code)
            if step == "running":
                stop.wait(2)
            if step == "announce":
                tops = evening.desk.tops(evening.code)
                number = evening.round()["number"]
                evening.desk.announce(evening.code, number, tops[0].value if tops else "")
            elif step in acts:
                evening.desk.act(evening.code, acts[step])
        except ConnectionError:
            pass
        stop.wait(0.2)


def check_receipts(evening, writers):
    """Check that each receipt is a row, as answered; that asking again gives the same one; that no slip came
    twice.
    """
    stored = {
        str(uuid.UUID(client_id)): {
            "round": number,
            "round_id": round_id,
            "word": word,
            "ref": reference,
            "score": score,
            "late": bool(late),
        }
        for client_id, number, round_id, word, reference, score, late in evening.rows(
            "SELECT client_id, number, round_id, s.word, s.reference, stated_score, late"
            " FROM duplicate_slip s JOIN duplicate_round r ON r.id = round_id"
        )
    }
    assert len(stored) == evening.rows("SELECT count(*) FROM duplicate_slip")[0][0]
    receipted = {slip_id: receipt for writer in writers for slip_id, receipt in writer.receipts.items()}
    assert len(receipted) > WRITERS * KILLS
    for slip_id, receipt in receipted.items():
        told = {name: value for name, value in receipt.items() if name not in {"id", "received_at"}}
        assert stored[slip_id] == told
    for writer in writers:
        for slip_id, receipt in list(writer.receipts.items())[-2:]:
            again = writer.phone.send(
                receipt["round"], receipt["word"], receipt["ref"], receipt["score"], slip_id=slip_id
            )
            assert (again.status, again.json()) == (200, receipt)


def check_effective(evening):
    """Check that for each player and round only the last slip in time counts."""
    effective = evening.rows(
        "SELECT entry_id, round_id, id FROM duplicate_slip WHERE effective ORDER BY 1, 2"
    )
    last = evening.rows(
        "SELECT entry_id, round_id, id FROM duplicate_slip s WHERE NOT late AND NOT EXISTS (SELECT * FROM"
        " duplicate_slip t WHERE NOT t.late AND (t.entry_id, t.round_id) = (s.entry_id, s.round_id)"
        " AND t.received_at > s.received_at) ORDER BY 1, 2"
    )
    assert effective == last


def check_record(evening):
    """Check that each act was done once, despite retries, and that the record replays."""
    acts = evening.rows(
        "SELECT act, json_extract(params, '$.number') FROM duplicate_auditlogentry WHERE act IN"
        " ('rack_drawn', 'round_opened', 'clock_started', 'round_closed', 'move_announced')"
    )
    assert len(acts) == len(set(acts))
    numbers = [number for (number,) in evening.rows("SELECT number FROM duplicate_round ORDER BY number")]
    assert numbers == list(range(1, len(numbers) + 1))
    text = evening.desk.get(f"/desk/{evening.code}/record.json").text
    assert json.loads(text)["rounds"]
    path = evening.server.data / "record.json"
    path.write_text(text)
    command = [sys.executable, "-m", "engine", "replay", path]
    replayed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert replayed.returncode == 0, replayed.stdout + replayed.stderr


def finish_the_round(evening):
    desk, code = evening.desk, evening.code
    if desk.step(code) in {"start", "paused", "running"}:
        desk.do(code, "end-round")
    if desk.step(code) in {"judging", "announce"}:
        desk.announce_preferred(code, evening.round()["number"])
    assert desk.step(code) in {"draw", "open"}


def check_judged(evening):
    """Check that every counting slip of announced rounds has one ruling."""
    assert not evening.rows(
        "SELECT s.id FROM duplicate_slip s JOIN duplicate_round r ON r.id = round_id WHERE r.state = 'announced'"
        " AND effective AND (SELECT count(*) FROM duplicate_ruling g WHERE g.slip_id = s.id) != 1"
    )


def test_the_clock_goes_on(evening):
    desk, code = evening.desk, evening.code
    mona = Phone(evening.server.site, code, "Mona").join()
    desk.do(code, "draw", "open-and-start")
    receipt = mona.send(1, "TRAIN", "H4", 12).json()
    before = evening.round()
    evening.server.kill()
    evening.server.start()
    if desk.step(code) == "paused":  # a busy machine starts so slowly that the time is given back
        assert evening.round()["interrupted"]
        desk.do(code, "start")
    else:
        assert evening.round() == before
    assert mona.me()["slip"] == receipt
    assert desk.step(code) == "running"
    # Paused, what is left is kept as well.
    desk.do(code, "pause")
    paused = evening.round()
    evening.server.kill()
    evening.server.start()
    assert evening.round() == paused
    desk.do(code, "start")
    assert abs(evening.round()["closes_at"] / 1000 - time.time() - paused["remaining"] / 1000) < 1


def test_a_crash_takes_no_time_from_the_players(evening):
    """Down for longer than all that was left: the clock stands as it was when slips were last taken."""
    desk, code = evening.desk, evening.code
    mona = Phone(evening.server.site, code, "Mona").join()
    desk.do(code, "draw", "open-and-start")
    ends = evening.round()["closes_at"] / 1000
    time.sleep(ends - time.time() - 6)
    evening.server.kill()
    left = ends - time.time()
    time.sleep(left + 2)
    evening.server.start()
    round_ = evening.round()
    assert (round_["phase"], round_["interrupted"]) == ("paused", True)
    assert left <= round_["remaining"] / 1000 <= left + 2
    assert desk.step(code) == "paused"
    assert mona.send(1, "TRAIN", "H4").json()["late"] is False
    desk.do(code, "start")
    assert evening.round()["phase"] == "running"


def test_a_round_whose_time_passed_meanwhile_is_closed_on_the_first_look(evening):
    desk, code = evening.desk, evening.code
    mona, noah = (Phone(evening.server.site, code, name).join() for name in ("Mona", "Noah"))
    desk.do(code, "draw", "open-and-start")
    assert not mona.send(1, "TRAIN", "H4").json()["late"]
    desk.do(code, "end-round")
    evening.server.kill()
    assert evening.rows("SELECT state FROM duplicate_round") == [("open",)]
    time.sleep(1.1)
    evening.server.start()
    assert evening.round()["phase"] == "closed"
    assert evening.rows("SELECT count(*) FROM duplicate_auditlogentry WHERE act = 'round_closed'") == [(1,)]
    assert noah.send(1, "TRAIN", "H4").json()["late"]
    assert mona.me()["slip"]["late"] is False


def test_work_that_went_down_with_the_process_is_made_up_for(evening):
    """Killed between closing and judging, before the top was found: the desk need not know of it."""
    desk, code = evening.desk, evening.code
    mona = Phone(evening.server.site, code, "Mona").join()
    desk.do(code, "type-rack", rack="TRAINER")
    desk.do(code, "open-and-start")
    mona.send(1, "TRAINER", "H2", 66)
    desk.do(code, "end-round")
    desk.wait_for_step(code, "announce")
    evening.server.kill()
    connection = sqlite3.connect(evening.server.database)
    with connection:
        connection.execute("DELETE FROM duplicate_ruling")
        connection.execute("UPDATE duplicate_round SET tops = NULL, top_score = NULL")
    connection.close()
    evening.server.start()
    desk.announce_preferred(code, 1)
    assert mona.me()["rounds"][0]["score"] == 66


def test_a_backup_while_slips_arrive_shows_one_moment(evening, tmp_path):
    phones = [Phone(evening.server.site, evening.code, name).join() for name in PHONES]
    evening.desk.do(evening.code, "draw", "open-and-start")

    def back_up(archive):
        command = [sys.executable, "manage.py", "backup", archive]
        subprocess.run(command, cwd=ROOT, env=evening.server.environment, check=True, capture_output=True)

    def slips_in(dumped):
        with contextlib.closing(sqlite3.connect(dumped)) as database:
            return {slip for (slip,) in database.execute("SELECT client_id FROM duplicate_slip")}

    check_backups_under_slips(tmp_path, phones, back_up, slips_in)
