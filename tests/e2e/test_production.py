"""The production setting for real: PostgreSQL, Redis, two web processes, a clock process and a Celery worker."""

import contextlib
import json
import subprocess
import sys
import threading
import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import pytest
from pypdf import PdfReader

from tests.http_client import Desk, Phone, Session, Stream, wait_until
from tests.server import ROOT, Line, Process, Web, environment_for, free_port, prepare_data
from tests.services import REDIS, empty_redis, new_database

psycopg = pytest.importorskip("psycopg")
redis = pytest.importorskip("redis")

pytestmark = [pytest.mark.server, pytest.mark.slow]

PROMPT = 1.0  # seconds within which every screen follows an act
CROWD = 20
WORKER = ("-m", "celery", "-A", "deploy.celery", "worker", "--concurrency", "1", "--loglevel", "INFO")
CHUNK = "Task duplicate.prepared_games.drawing.search.try_chunk"


@dataclass
class Hall:
    """A running installation: its web processes and the others by name, and one arbitrator's desk on each site."""

    folder: Path
    database: str
    environment: dict[str, str]
    webs: list[Web]
    others: dict[str, Process]
    desks: list[Desk]
    line: Line  # to Redis

    @property
    def sites(self):
        return [web.site for web in self.webs]

    def rows(self, sql, *values):
        with psycopg.connect(self.database) as connection:
            return connection.execute(sql, values).fetchall()

    def phones(self, code, count):
        """Join players in turn on the sites; return their phones."""
        return [
            Phone(self.sites[number % len(self.sites)], code, f"{code} {number}").join()
            for number in range(count)
        ]


# --- Starting it -------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def services():
    """Create a new PostgreSQL database and use an empty Redis database."""
    with empty_redis(), new_database() as database:
        yield database


@pytest.fixture(scope="module")
def hall(services, tmp_path_factory):
    folder = tmp_path_factory.mktemp("production")
    address = urlsplit(REDIS)
    line = Line(address.hostname, address.port or 6379)
    line.mend()
    through_line = address._replace(netloc=address.netloc.rpartition("@")[0] + f"127.0.0.1:{line.port}")
    environment = environment_for(
        prepare_data(folder / "data"),
        DATABASE_URL=services,
        REDIS_URL=urlunsplit(through_line),
        LOG_LEVEL="INFO",
    )
    manage(environment, "setup")
    webs = [web_process(folder, environment, f"web{number}") for number in (1, 2)]
    others = {
        "worker": Process(*WORKER, environment=environment, log=folder / "worker.log"),
        "clock": Process("manage.py", "close_rounds", environment=environment, log=folder / "clock.log"),
    }
    hall = Hall(folder, services, environment, webs, others, [], line)
    with running(*webs, *others.values()):
        for web in webs:
            web.wait()
        others["worker"].wait_until(lambda: " ready." in others["worker"].output())
        welcome = manage(environment, "login_link", "--site", hall.sites[0]).split()[-1]
        hall.desks = [Desk(hall.sites[0]).enter(welcome, "ann"), Desk(hall.sites[1]).log_in("ann")]
        yield hall
    line.cut()
    # The worker may tell at length that it lost its broker.
    for process in (*webs, others["clock"]):
        assert "Traceback" not in process.output(), process.output()


def web_process(folder, environment, name):
    port = free_port()
    arguments = ("-m", "uvicorn", "deploy.asgi:application", "--port", port, "--lifespan", "off")
    # Streams never end by themselves.
    arguments += ("--timeout-graceful-shutdown", "1", "--log-level", "warning")
    return Web(*arguments, port=port, environment=environment, log=folder / f"{name}.log")


def manage(environment, *arguments):
    command = [sys.executable, "manage.py", *arguments]
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=environment,
        check=False,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


@contextlib.contextmanager
def running(*processes):
    try:
        for process in processes:
            Process.start(process)
        yield
    finally:
        with ThreadPoolExecutor(len(processes)) as pool:
            list(pool.map(Process.stop, processes))


def at_once(calls):
    """Make all calls at the same moment, as far as threads can; return their results."""
    calls = list(calls)
    together = threading.Barrier(len(calls))

    def make(call):
        together.wait()
        return call()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(make, calls))


# --- A game on two web processes -----------------------------------------------------------------------------------


def test_a_game_on_two_web_processes(hall):
    code = hall.desks[0].new_game("Production")
    phones = hall.phones(code, 4)
    with Stream(hall.sites[0], code) as one, Stream(hall.sites[1], code) as two:
        for stream in (one, two):
            stream.wait_for_frame(lambda _: True)
        for number in (1, 2, 3):
            play_round(hall, code, number, phones, (one, two))
        sent = {}
        for event in one.frames() + two.frames():
            assert sent.setdefault(event.version, event.data) == event.data
    check_record(hall, code)
    totals = {phone.name: phone.me()["total"] for phone in phones}
    top_total = phones[0].frame()["top_total"]
    assert totals[phones[0].name] == totals[phones[1].name] == top_total
    assert totals[phones[2].name] == totals[phones[3].name] == 0


def play_round(hall, code, number, phones, streams):
    """Play a round from both desks in turn; two players write the top, one nonsense and one nothing."""
    desk, other = hall.desks[number % 2], hall.desks[1 - number % 2]
    desk.do(code, "draw")
    follow(streams, lambda: desk.do(code, "open"), number, "ready")
    follow(streams, lambda: other.do(code, "start"), number, "running")
    tops = wait_for_top(hall, code)
    top = tops[0]
    assert round_state(hall, code) == "open", "found before the round is closed"
    for phone, word in zip(phones[:3], (top["word"], top["word"], "ZZZZ"), strict=True):
        assert phone.send(number, word, top["reference"]).status == 201
    follow(streams, lambda: desk.do(code, "end-round"), number, "closed")
    follow(streams, lambda: other.announce_preferred(code, number), number, "announced")


def follow(streams, act, number, phase):
    """Do the act; each stream is told within a second of the answer, of time within a second of that."""
    act()
    answered = time.monotonic()
    for stream in streams:
        assert stream.wait_for_phase(number, phase).at - answered < PROMPT


def wait_for_top(hall, code):
    """Wait for the worker's result in the database: no answer to a phone reveals it."""
    found = []

    def look():
        sql = "SELECT tops FROM duplicate_round r JOIN duplicate_game g ON g.id = game_id WHERE code = %s"
        found[:] = hall.rows(f"{sql} ORDER BY r.number DESC LIMIT 1", code)[0]
        return found[0] is not None

    wait_until(look, 10, "the worker finds the top")
    return sorted(found[0], key=lambda top: not top["preferred"])


def round_state(hall, code):
    sql = "SELECT r.state FROM duplicate_round r JOIN duplicate_game g ON g.id = game_id WHERE code = %s"
    return hall.rows(f"{sql} ORDER BY r.number DESC LIMIT 1", code)[0][0]


def check_record(hall, code):
    text = hall.desks[1].get(f"/desk/{code}/record.json").text
    assert len(json.loads(text)["rounds"]) == 3
    path = hall.folder / "record.json"
    path.write_text(text)
    command = [sys.executable, "-m", "engine", "replay", path]
    replayed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert replayed.returncode == 0, replayed.stdout + replayed.stderr


def test_the_worker_does_the_background_work(hall):
    assert "Task duplicate.rounds.top_search.find_top" in hall.others["worker"].output()
    assert "Task duplicate.rounds.closing.judge_round" in hall.others["worker"].output()


# --- At once -------------------------------------------------------------------------------------------------------


@pytest.fixture
def code(hall):
    return hall.desks[0].new_game("At once")


def test_joining_at_once(hall, code):
    phones = [Phone(hall.sites[number % 2], code, f"{code} {number}") for number in range(CROWD)]
    at_once(phone.join for phone in phones)
    assert sorted(phone.table for phone in phones) == list(range(1, CROWD + 1))


def test_the_same_name_at_once_is_entered_once(hall, code):
    phones = [Phone(hall.sites[number % 2], code, "Mona") for number in range(6)]
    answers = at_once(
        lambda phone=phone: phone.post(f"{phone.api}entries/", {"name": code}) for phone in phones
    )
    assert sorted(answer.status for answer in answers) == [201, 400, 400, 400, 400, 400]


def test_somebody_in_many_pairs_at_once_is_entered_once(hall, code):
    """As player of one and as partner of another, which no constraint of the database can say."""
    names = [
        f"{code} Ann & Bo {number}" if number % 2 else f"Bo {number} & {code} Ann" for number in range(CROWD)
    ]
    phones = [Phone(hall.sites[number % 2], code, name) for number, name in enumerate(names)]
    answers = at_once((lambda p=phone: p.post(f"{p.api}entries/", {"name": p.name})) for phone in phones)
    assert sorted(answer.status for answer in answers) == [201] + [400] * (CROWD - 1)
    assert phones[0].frame()["players"] == 1


def test_one_question_sent_many_times_at_once(hall, code):
    phone, *_ = hall.phones(code, 1)
    desk = hall.desks[0]
    desk.do(code, "type-rack", rack="TRAINER")
    desk.do(code, "open", "start", "end-round")
    desk.announce_preferred(code, 1)
    question = {"id": str(uuid.uuid4()), "round": 1, "text": "Why?"}
    answers = at_once([lambda: phone.post(f"{phone.api}questions/", question)] * CROWD)
    assert sorted(answer.status for answer in answers) == [200] * (CROWD - 1) + [201]
    others = [question | {"id": str(uuid.uuid4())} for _ in range(CROWD)]
    answers = at_once((lambda q=other: phone.post(f"{phone.api}questions/", q)) for other in others)
    assert {answer.status for answer in answers} == {409}


def test_slips_of_one_player_at_once(hall, code):
    """All are received, one counts: the last in time."""
    (phone,) = hall.phones(code, 1)
    hall.desks[0].do(code, "draw", "open-and-start")
    answers = at_once(lambda number=number: phone.send(1, "TRAIN", "H4", number) for number in range(CROWD))
    assert [answer.status for answer in answers] == [201] * CROWD
    stored = hall.rows(f"{SLIPS} ORDER BY received_at", code)
    assert [effective for *_, effective in stored] == [False] * (CROWD - 1) + [True]


def test_one_slip_sent_many_times_at_once(hall, code):
    (phone,) = hall.phones(code, 1)
    hall.desks[0].do(code, "draw", "open-and-start")
    slip_id = str(uuid.uuid4())
    answers = at_once(lambda: phone.send(1, "TRAIN", "H4", 12, slip_id=slip_id) for _ in range(CROWD))
    assert sorted(answer.status for answer in answers) == [200] * (CROWD - 1) + [201]
    assert len({answer.body for answer in answers}) == 1
    assert len(hall.rows(SLIPS, code)) == 1


def test_paper_and_phone_of_one_player_at_once(hall, code):
    (phone,) = hall.phones(code, 1)
    hall.desks[0].do(code, "draw", "open-and-start")
    paper = f"{phone.table} TRAIN H4"
    sends = [lambda: phone.send(1, "TRAINER", "H2").status for _ in range(CROWD // 2)]
    keys = [lambda desk=desk: desk.line(code, paper).status for desk in hall.desks * (CROWD // 4)]
    assert sorted(at_once(sends + keys)) == [200] * (CROWD // 4 * 2) + [201] * (CROWD // 2)
    assert sum(effective for *_, effective in hall.rows(SLIPS, code)) == 1


def test_two_announcements_at_once(hall, code):
    hall.phones(code, 2)
    for number in (1, 2, 3):
        hall.desks[0].do(code, "draw", "open-and-start", "end-round")
        hall.desks[0].wait_for_step(code, "announce")
        move = next(top.value for top in hall.desks[0].tops(code) if top.preferred)
        answers = at_once(
            lambda desk=desk, number=number, move=move: desk.announce(code, number, move)
            for desk in hall.desks * 2
        )
        done, *refused = sorted(answers, key=lambda answer: answer.status)
        assert (done.status, {answer.status for answer in refused}) == (302, {422})
        assert all(f"Round {number} has been announced." in answer.text for answer in refused)
    assert hall.rows(f"{LOGGED} AND act = 'move_announced'", code) == [(3,)]


def test_opening_at_once(hall, code):
    for act in ("draw", "open-and-start", "end-round"):
        answers = at_once(lambda desk=desk, act=act: desk.act(code, act) for desk in hall.desks * 3)
        assert sorted(answer.status for answer in answers) == [302] + [422] * 5
    wait_until(lambda: round_state(hall, code) == "closed", 3, "the round is closed")
    logged = {"rack_drawn", "round_opened", "clock_started", "round_ended", "round_closed"}
    for act in logged:
        assert hall.rows(f"{LOGGED} AND act = %s", code, act) == [(1,)]


def test_slips_race_with_the_announcement(hall, code):
    """Time, closing and announcing follow each other at once while slips pour in: what has a receipt in time is
    judged, or replaced by the same player; what was refused is not stored."""
    phones = hall.phones(code, 12)
    receipts, refused = {}, set()
    for number in (1, 2, 3):
        hall.desks[0].do(code, "draw", "open-and-start")
        top = wait_for_top(hall, code)[0]
        pour = [
            lambda phone=phone, number=number: pour_in(phone, number, receipts, refused) for phone in phones
        ]
        at_once([*pour, lambda number=number, top=top: announce_quickly(hall, code, number, top)])
    stored = {str(client_id): late for client_id, late, _effective in hall.rows(SLIPS, code)}
    assert receipts == stored
    assert refused, "nobody was too late"
    assert not refused & stored.keys()
    assert sum(not late for late in stored.values()) > len(phones)
    assert not hall.rows(f"{UNJUDGED} AND effective AND NOT EXISTS ({RULED})", code)
    assert not hall.rows(f"{UNJUDGED} AND late AND EXISTS ({RULED})", code)
    assert not hall.rows(f"{UNJUDGED} AND NOT late AND NOT effective AND NOT EXISTS ({REPLACED})", code)
    assert not hall.rows(f"{UNJUDGED} AND late AND received_at <= r.closes_at", code)


def test_acts_meet_the_closing_of_the_round(hall, code):
    """The next request closes the round, while both desks act on it: no request blocks another."""
    (phone,) = hall.phones(code, 1)

    def look():
        return [Session(hall.sites[turn % 2]).get(phone.api).status for turn in range(8)]

    def act(desk, act):
        return [desk.act(code, act).status for _ in range(4)]

    def key(desk):
        return [desk.line(code, f"{phone.table} TRAIN H4").status for _ in range(4)]

    for number in (1, 2, 3):
        hall.desks[0].do(code, "draw", "open-and-start")
        acts = [lambda desk=desk: act(desk, "end-round") + act(desk, "extend") for desk in hall.desks]
        keys = [lambda desk=desk: key(desk) for desk in hall.desks]
        statuses = {status for answers in at_once([look] * 3 + acts + keys) for status in answers}
        assert statuses <= {200, 302, 422}
        if hall.desks[0].step(code) == "running":
            hall.desks[0].do(code, "end-round")
        hall.desks[0].announce_preferred(code, number)


def pour_in(phone, number, receipts, refused):
    """Send slip after slip until the round is announced; return the outcomes."""
    for place in range(15):
        slip_id = str(uuid.uuid4())
        answer = phone.send(number, "TRAIN", f"{'ABCDEFGH'[place % 8]}4", place, slip_id=slip_id)
        if answer.status == 409:
            assert answer.json()["code"] == "round_announced"
            refused.add(slip_id)
            return
        assert answer.status == 201, answer.text
        receipts[slip_id] = answer.json()["late"]


def announce_quickly(hall, code, number, top):
    """Time is up, somebody looks (which closes the round), and it is announced, all without a breath."""
    time.sleep(0.2)
    hall.desks[0].do(code, "end-round")
    Session(hall.sites[1]).get(f"/api/v1/games/{code}/")
    assert hall.desks[1].announce(code, number, f"{top['reference']} {top['word']}").status == 302


_OF_GAME = (
    "JOIN duplicate_round r ON r.id = s.round_id JOIN duplicate_game g ON g.id = r.game_id WHERE code = %s"
)
SLIPS = f"SELECT client_id, late, effective FROM duplicate_slip s {_OF_GAME}"
UNJUDGED = f"SELECT s.* FROM duplicate_slip s {_OF_GAME} AND r.state = 'announced'"
RULED = "SELECT * FROM duplicate_ruling j WHERE j.slip_id = s.id"
REPLACED = (
    "SELECT * FROM duplicate_slip t WHERE (t.entry_id, t.round_id) = (s.entry_id, s.round_id) AND t.effective"
)
LOGGED = (
    "SELECT count(*) FROM duplicate_auditlogentry l JOIN duplicate_game g ON g.id = l.game_id WHERE code = %s"
)


# --- Searching for a game to prepare -------------------------------------------------------------------------------


def test_a_search_is_spread_over_the_workers_and_survives_one(hall, code):
    """A live round has its top at once meanwhile; one worker is killed, and what it had begun is tried again."""
    desk, search = (
        hall.desks[0],
        "SELECT state, jsonb_array_length(done), matching FROM duplicate_preparation",
    )
    log = hall.folder / "worker2.log"
    second = Process(*WORKER, "-n", "second@%h", environment=hall.environment, log=log)
    with running(second):
        wait_until(lambda: "ready" in second.output(), 30, "the second worker")
        desk.get("/desk/prepared/search/")
        asked = {"lexicon": "english", "rule_set": "fisf", "games": 750, "long_word": 8, "ranking": "fair"}
        page = desk.post_form("/desk/prepared/search/", asked).headers["Location"]
        wait_until(lambda: hall.rows(search)[0][1] >= 4, 60, "the first chunks")
        desk.do(code, "draw", "open")
        wait_for_top(hall, code)
        assert hall.rows(search)[0][0] == "running", "a longer search is needed"
        wait_until(lambda: second.output().count(CHUNK) >= 3, 60, "both workers take part")
        second.kill()
    before = hall.others["worker"].output().count(CHUNK)
    assert before >= 3
    wait_until(lambda: hall.rows(search)[0][1] >= 750 / 25 - 4, 120, "the other goes on")
    time.sleep(1)
    desk.post_form(f"{page}resume/", {})
    wait_until(lambda: hall.rows(search)[0][0] == "done", 60, "what was lost is tried again")
    assert hall.rows(search) == [("done", 30, 750)]
    kept = desk.post_form(f"{page}keep/", {"name": "Cup", "game": found_numbers(hall)[0]})
    assert kept.status == 302
    assert desk.post_form(kept.headers["Location"] + "look/", {}).status == 200


def test_a_long_document_is_made_by_the_worker_which_dies_of_it(hall, code):
    """A page a player, begun at one web process and fetched at the other; what the worker had begun is made again."""
    desk, parts = hall.desks[0], "SELECT count(*) FROM tournaments_printpart"
    ((event, game),) = hall.rows("SELECT event_id, id FROM duplicate_game WHERE code = %s", code)
    names = [f"{code} {number:03}" for number in range(100)]
    assert desk.post_form(f"/desk/{code}/players/", {"names": "\n".join(names)}).status == 302
    desk.do(code, "draw", "open-and-start", "end-round")
    desk.announce_preferred(code, 1)
    job = desk.post_form(f"/events/{event}/print/game/{game}/player-sheets/make/", {}).headers["Location"]
    wait_until(lambda: hall.rows(parts)[0][0], 60, "the first part")
    hall.others["worker"].kill()
    hall.others["worker"].start()
    wait_until(lambda: " ready." in hall.others["worker"].output(), 60, "the worker again")

    def gone_on():
        """Resume the job; return True once the document is there. It counts as interrupted after half a
        minute without a part; resuming it earlier changes nothing.
        """
        assert desk.post_form(f"{job}resume/", {}).status == 302
        time.sleep(1)
        return desk.get(f"{job}document.pdf").status == 200

    wait_until(gone_on, 120, "the whole document")
    pages = PdfReader(BytesIO(hall.desks[1].get(f"{job}document.pdf").body)).pages
    assert len(pages) == len(names)
    assert all(name in page.extract_text() for name, page in zip(names, pages, strict=True))
    assert hall.rows(parts) == [(0,)]


def found_numbers(hall):
    ((found,),) = hall.rows("SELECT found FROM duplicate_preparation")
    assert len({line["number"] for line in found}) == len(found) == 50
    return [line["number"] for line in found]


# --- Redis and the worker down ------------------------------------------------------------------------------


def test_redis_goes_and_comes_back(hall, code):
    """Meanwhile screens look by themselves, and nobody waits long for an answer; then all is as before."""
    phones = hall.phones(code, 2)
    with Stream(hall.sites[0], code) as one, Stream(hall.sites[1], code) as two:
        play_without_redis(hall, code, 1, phones, (one, two))
        hall.line.mend()
        wait_until(lambda: count_listeners() >= len(hall.webs), 10, "both web processes listen again")
        hall.desks[0].do(code, "draw")
        follow((one, two), lambda: hall.desks[0].do(code, "open"), 2, "ready")
        wait_for_top(hall, code)
    assert "No Redis" in hall.webs[0].output() + hall.webs[1].output()


def count_listeners():
    """Return how many processes a wake-up of screens reaches; this one is of no game."""
    with redis.Redis.from_url(REDIS) as client:
        return client.publish("isotop:NOGAME", b"")


def play_without_redis(hall, code, number, phones, streams):
    first, second = hall.desks
    first.do(code, "draw")
    hall.line.cut()
    quick(lambda: first.do(code, "open"))
    for stream in streams:
        stream.wait_for_phase(number, "ready", 5)
    quick(lambda: second.do(code, "start"))
    for phone in phones:
        assert quick(lambda phone=phone: phone.send(number, "ZZZZ", "H4")).status == 201
        assert quick(phone.me)["slip"]["word"] == "ZZZZ"
    quick(lambda: first.do(code, "end-round"))
    for stream in streams:
        stream.wait_for_phase(number, "closed", 5)
    second.announce_preferred(code, number)
    for stream in streams:
        stream.wait_for_phase(number, "announced", 5)
    assert [line["score"] for line in phones[0].me()["rounds"]] == [0]
    quick(lambda: Phone(hall.sites[0], code, f"{code} later").join())


def test_the_game_goes_on_without_the_worker(hall, code):
    """Its work is done by the clock process, a moment after time."""
    hall.others["worker"].stop()
    (phone,) = hall.phones(code, 1)
    hall.desks[0].do(code, "type-rack", rack="TRAINER")
    hall.desks[0].do(code, "open-and-start")
    assert phone.send(1, "TRAINER", "H2", 66).status == 201
    hall.desks[0].do(code, "end-round")
    hall.desks[1].announce_preferred(code, 1)
    assert phone.me()["total"] == 66


def quick(act):
    """Do something that must not take long, Redis or not."""
    started = time.monotonic()
    answer = act()
    assert time.monotonic() - started < 2
    return answer


def test_what_is_gone_is_told_with_names(hall):
    """After a clean stop as well as a crash. The second worker, which was killed before, may still be missed."""

    def states():
        return Session(hall.sites[0]).get("/readyz").json()

    hall.others["worker"].start()
    wait_until(lambda: set(states()["degraded"]) <= {"worker"}, 60, "clock and Redis are well")
    wait_until(lambda: states()["worker"] in {"ok", "some gone"}, 60, "the worker is well")
    hall.others["clock"].stop()
    hall.others["worker"].stop()
    told = states()
    assert (told["state"], told["degraded"]) == ("degraded", ["clock", "worker"])
    hall.line.cut()
    assert states()["degraded"] == ["redis", "clock", "worker"]
    hall.line.mend()
    hall.others["clock"].start()
    wait_until(lambda: states()["clock"] == "ok", 30, "the clock again")
