"""The program is killed while it imports an event: nobody ever sees half of it, and what was written goes."""

import contextlib
import sqlite3
import threading

import pytest

from tests.attacks.ground import send_file
from tests.factories.hall_archive import hall_archive
from tests.http_client import Desk, Phone, wait_until
from tests.server import Embedded

pytestmark = [pytest.mark.server, pytest.mark.slow]
TABLES = (
    "tournaments_event",
    "tournaments_entry",
    "duplicate_slip",
    "duplicate_ruling",
    "tournaments_player",
)


def rows(server, sql):
    with contextlib.closing(sqlite3.connect(server.database, timeout=30)) as connection, connection:
        return connection.execute(sql).fetchall()


def counts(server):
    return {table: rows(server, f"SELECT count(*) FROM {table}")[0][0] for table in TABLES}


def test_half_an_event_is_never_seen_and_goes(tmp_path):
    archive = hall_archive(300, 12)
    server = Embedded(tmp_path)
    server.start()
    try:
        desk = Desk(server.site).enter(server.welcome, "ann")
        code = desk.new_game()
        phone = Phone(server.site, code, "Mona").join()
        desk.do(code, "draw", "open")
        before = counts(server)

        def import_file():
            with contextlib.suppress(ConnectionError):
                send_file(desk, "/events/import/", {}, {"file": ("e.zip", archive)})

        thread = threading.Thread(target=import_file)
        thread.start()
        wait_until(lambda: counts(server)["duplicate_slip"] > 500, 60, "slips of the archive are written")
        server.kill()
        thread.join()
        server.start()
        left = counts(server)
        assert left["duplicate_slip"] < 3300, "the import was over"
        assert "Bench" not in desk.get("/events/").text
        assert "Bench" not in desk.get("/desk/").text
        assert phone.send(1, "A", "H8").status == 201
        assert "being imported" in send_file(desk, "/events/import/", {}, {"file": ("e.zip", archive)}).text
        rows(server, "UPDATE website_eventimport SET moved_at = '2020-01-01 00:00:00'")
        # The clock loop cleans up once a minute, and importing again does it as well: while the loop does, it says so.
        wait_until(
            lambda: send_file(desk, "/events/import/", {}, {"file": ("e.zip", archive)}).status == 302,
            60,
            "the event is imported again",
        )
        assert "Bench" in desk.get("/events/").text
        whole = counts(server)
        grown = {table: whole[table] - before[table] for table in TABLES}
        assert grown == {
            "tournaments_event": 1,
            "tournaments_entry": 300,
            "duplicate_slip": 300 * 11 + 1,
            "duplicate_ruling": 300 * 11,
            "tournaments_player": 300,
        }
        assert rows(server, "SELECT count(*) FROM website_eventimport") == [(0,)]
    finally:
        server.kill()
