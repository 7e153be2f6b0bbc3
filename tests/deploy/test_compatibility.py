"""Code that is too old for its database says so."""

import contextlib
import json
import sqlite3

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

from deploy import compatibility
from deploy.compatibility import needed_release
from deploy.processes import ready
from tests.server import ROOT, Embedded

EXPAND = ("duplicate", "0006_hall")
CONTRACT = ("duplicate", "0007_drop_room_needs_0_3_0")
LATER = ("tournaments", "0009_drop_seat_needs_0_10_1")


@pytest.mark.parametrize(
    ("own", "applied", "known", "needed"),
    [
        ((0, 2, 0), [EXPAND], [], None),
        ((0, 2, 0), [EXPAND, CONTRACT], [], (0, 3, 0)),
        ((0, 3, 0), [EXPAND, CONTRACT], [], None),
        ((0, 2, 0), [LATER, CONTRACT], [], (0, 10, 1)),
        ((0, 3, 0), [LATER, CONTRACT], [], (0, 10, 1)),
        # The code that has the migration can do without what it removes, whatever its number is until the release.
        ((0, 2, 0), [CONTRACT], [CONTRACT], None),
        ((0, 2, 0), [("duplicate", "0008_organiser_needs_address")], [], None),
    ],
)
def test_a_migration_says_which_release_it_needs(own, applied, known, needed):
    assert needed_release(applied, known, own) == needed


def test_the_release_is_that_of_the_project():
    assert compatibility.format_release(compatibility.own_release()) in (ROOT / "pyproject.toml").read_text()


def test_this_code_knows_its_migrations():
    assert {("duplicate", "0001_initial"), ("classic", "0001_initial")} <= compatibility.known_migrations()


def test_code_that_is_too_old_is_not_ready(db):
    MigrationRecorder(connection).record_applied(*LATER)
    answer = Client().get("/readyz")
    assert answer.status_code == 503
    assert json.loads(answer.content) == {"state": "unavailable", "database": "needs 0.10.1"}


@pytest.mark.server
def test_a_start_of_code_that_is_too_old_fails(tmp_path):
    """The units wait with this command, so that a rollback does not go on to the next server."""
    server = Embedded(tmp_path)
    server.start()
    try:
        assert ready.main(server.site) is None
        with contextlib.closing(sqlite3.connect(server.database)) as database, database:
            database.execute(
                "INSERT INTO django_migrations (app, name, applied) VALUES (?, ?, datetime())", LATER
            )
        assert ready.main(server.site) == f"{server.site}: the database says: needs 0.10.1"
    finally:
        server.stop()
