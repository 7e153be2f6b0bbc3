"""How long slips would wait while files come in: `python -m tests.load.file_waits` prints it for each kind of file.

A slip needs SQLite's write lock, and so do those who measure: they begin a transaction that writes, and end it again.
"""

import contextlib
import re
import sqlite3
import statistics
import tempfile
import threading
import time
import uuid
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import openpyxl

from engine.rules import (
    load_rule_set,
)
from tests.attacks.files_and_slips import import_people, list_of_people, picture
from tests.attacks.ground import send_file
from tests.factories.division_form import USUAL_SETTINGS
from tests.factories.hall_archive import hall_archive
from tests.factories.hostile_excel import hostile_files
from tests.factories.simultaneous_games import (
    envelope_of,
    fill_in,
    open_envelope,
    play_prepared,
    result_of,
    send_out,
)
from tests.http_client import Desk
from tests.server import Embedded

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
PLAYERS, ROUNDS = 1500, 15
PEOPLE = 19_000
GCG = Path(__file__).parents[1] / "engine/records/classic/double.gcg"


class LockWaits:
    """A thread that takes the write lock again and again, and measures each wait; used in a `with`. Work takes
    `slowness` times as long as it would if nobody else wanted the processor.
    """

    def __init__(self, database):
        self.seconds = []
        self._worked = self._passed = 0.0
        self._database, self._stop = database, threading.Event()
        self._thread = threading.Thread(target=self._run)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._stop.set()
        self._thread.join()

    def _run(self):
        # The program's connections wait in the same way, by asking again after a while.
        connection = sqlite3.connect(self._database, timeout=60, isolation_level=None)
        with contextlib.closing(connection):
            stopped = False
            while not stopped:  # once at least, however fast the file comes in
                stopped = self._stop.wait(0.02)
                began = time.monotonic()
                connection.execute("BEGIN IMMEDIATE")
                connection.execute("ROLLBACK")
                self.seconds.append(time.monotonic() - began)
                self._work()

    @property
    def slowness(self):
        return max(1.0, self._passed / self._worked)

    def _work(self):
        began, worked = time.monotonic(), time.thread_time()
        while time.thread_time() - worked < 0.002:
            pass
        self._worked += time.thread_time() - worked
        self._passed += time.monotonic() - began


def send(desk, path, file_name, data, *, status=302, field="file", **fields):
    answer = send_file(desk, path, fields, {field: (file_name, data)})
    assert answer.status in ((status,) if isinstance(status, int) else status), (
        f"{path}: {answer.status} {answer.text.partition('<main')[2][:2000]}"
    )


@dataclass(frozen=True)
class Given:
    """The material of the files: an archive of an event, a folder, and how many people lists have."""

    archive: bytes
    folder: Path
    people: int = PEOPLE


def people_of_excel(count):
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet()
    sheet.append(["Name", "Club"])
    for number in range(count):
        sheet.append([f"Somebody {number}", f"Hall {number % 40}"])
    return book


def import_excel(desk, given):
    path = given.folder / "people.xlsx"
    people_of_excel(given.people).save(path)
    import_people(desk, path.read_bytes())


FILES = {
    "list": lambda desk, given: import_people(desk, list_of_people(given.people)),
    "Excel": import_excel,
    "merged cells": lambda desk, _given: send(
        desk, "/people/import/", "x.xlsx", hostile_files()["merged"][0](), status=422
    ),
    "letterhead": lambda desk, _given: send(
        desk, "/letterhead/", "x.png", picture(), field="logo", club="Lyon", size="A4"
    ),
    "word list": lambda desk, _given: send(
        desk,
        "/admin/tournaments/lexicon/add/",
        "w.txt",
        "\n".join(map("".join, product(LETTERS, LETTERS, LETTERS, "AEIOU"))).encode(),
        field="words",
        name="own",
        tile_set="english",
        encoding="utf-8",
    ),
    "rules": lambda desk, _given: import_rules(desk),
    "archive": lambda desk, given: send(desk, "/events/import/", "e.zip", given.archive),
    "GCG": lambda desk, _given: import_gcg(desk),
    "envelope": lambda desk, _given: open_envelope(desk, *envelope_of(desk, send_out(desk, desk.site, 3)[1])),
    "result": lambda desk, _given: import_result(desk),
    "names at the desk": lambda desk, _given: enter_names(desk),
}


def import_gcg(desk):
    """Import the record of a match, whichever of its two players began."""
    names = {"event-name": "Open", "event-date": "2026-05-01", "name": "A", "lexicon": desk.english_lexicon()}
    day = {"rounds_planned": 1, "method": "swiss"}
    event = fill_in(desk, "/events/new-tournament/", **names, **day, **USUAL_SETTINGS).headers["Location"]
    division = re.search(r"/events/\d+/divisions/\d+/", event + desk.get(event).text)[0]
    players = [f"{name} {uuid.uuid4().hex[:6]}" for name in ("Ann", "Bo")]
    fill_in(desk, f"{division}players/enter/", names="\n".join(players))
    fill_in(desk, f"{division}pair/", number=1, method="swiss")
    fill_in(desk, f"{division}rounds/1/begin/")
    path = f"{division}rounds/1/tables/1/record/gcg/"
    statuses = [
        send_file(desk, path, {}, {"file": ("m.gcg", _gcg_of(first, second))}).status
        for first, second in (players, players[::-1])
    ]
    assert 302 in statuses, statuses


def _gcg_of(first, second):
    record = GCG.read_bytes().replace(b"#player2 Bo Bo", f"#player2 Bo {first}".encode())
    return record.replace(b"#player1 Ann_Marsh Ann Marsh", f"#player1 Ann_Marsh {second}".encode())


def import_result(desk):
    """Play a game of one round, and bring its result in at its organiser's desk."""
    prepared, page = send_out(desk, desk.site, 1)
    code = play_prepared(desk, prepared, {f"Ada {uuid.uuid4().hex[:6]}": {1}}, 1)
    answer = send_file(desk, f"{page}results/", {}, {"file": ("r.json", result_of(desk, code, "Namur"))})
    assert answer.status == 302, answer.text[:2000]
    fill_in(desk, answer.headers["Location"], seen=0)


def enter_names(desk):
    code = desk.new_game("Many")
    path = f"/desk/{code}/players/"
    desk.get(path)
    answer = desk.post_form(path, {"names": "\n".join(f"Player No{number}" for number in range(1000))})
    assert answer.status == 302, answer.status


def import_rules(desk):
    path = "/desk/rules/import/"
    desk.get(path)
    rules = load_rule_set("fisf").to_toml().replace('"fisf"', f'"fisf{uuid.uuid4().hex[:6]}"', 1)
    answer = desk.post_form(path, {"text": rules})
    assert answer.status == 302, answer.status


def main():
    archive = hall_archive(PLAYERS, ROUNDS)
    with tempfile.TemporaryDirectory(prefix="isotop-waits-") as folder:
        server = Embedded(Path(folder))
        server.start()
        try:
            desk = Desk(server.site).enter(server.welcome, "ann")
            given = Given(archive, Path(folder))
            for name, come_in in {"nothing": lambda *_: time.sleep(5), **FILES}.items():
                began = time.monotonic()
                with LockWaits(server.database) as waits:
                    come_in(desk, given)
                print(
                    f"{name:18} in {time.monotonic() - began:5.1f} s; waits: {told(waits.seconds)}",
                    flush=True,
                )
        finally:
            server.stop()


def told(seconds):
    parts = statistics.quantiles(seconds, n=100)
    shown = {"median": parts[49], "95 %": parts[94], "99 %": parts[98], "longest": max(seconds)}
    return ", ".join(f"{name} {1000 * value:.0f} ms" for name, value in shown.items()) + f" of {len(seconds)}"


if __name__ == "__main__":
    main()
