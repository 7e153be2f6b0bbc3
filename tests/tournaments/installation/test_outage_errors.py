"""Errors of drivers are told apart by what the drivers say."""

import errno
import sqlite3

import pytest
from django.db import DatabaseError, InternalError, OperationalError

from tournaments.installation import outages
from tournaments.installation.outages import BUSY, DISK_FULL, READ_ONLY, UNREACHABLE


def sqlite_error(tmp_path, *statements):
    """Return the error of the last statement in a new database, beside a connection that has the first one done."""
    file = tmp_path / "database.sqlite3"
    with sqlite3.connect(file) as other:
        other.execute("CREATE TABLE slip (word)")
    connection = sqlite3.connect(file, timeout=0, isolation_level=None)
    *before, last = statements
    for statement in before:
        (other if statement.startswith("BEGIN") else connection).execute(statement)
    with pytest.raises(sqlite3.OperationalError) as raised:
        connection.execute(last)
    for each in (connection, other):
        each.close()
    return raised.value


WRITE = "INSERT INTO slip VALUES (zeroblob(1000000))"


@pytest.mark.parametrize(
    ("statements", "outage"),
    [
        (("PRAGMA max_page_count = 1", WRITE), DISK_FULL),
        (("PRAGMA query_only = ON", WRITE), READ_ONLY),
        (("BEGIN IMMEDIATE", WRITE), BUSY),
        (("SELECT * FROM nothing",), UNREACHABLE),
    ],
)
def test_what_sqlite_says(tmp_path, statements, outage):
    assert outages.recognize(raised_from(OperationalError(), sqlite_error(tmp_path, *statements))) is outage


@pytest.mark.parametrize(
    ("name", "error", "outage"),
    [
        ("DiskFull", OperationalError, DISK_FULL),
        ("ReadOnlySqlTransaction", InternalError, READ_ONLY),
        ("DeadlockDetected", OperationalError, BUSY),
        ("AdminShutdown", OperationalError, UNREACHABLE),
        ("OperationalError", OperationalError, UNREACHABLE),
        ("InFailedSqlTransaction", InternalError, None),
        ("UniqueViolation", DatabaseError, None),
    ],
)
def test_what_postgresql_says(name, error, outage):
    errors = pytest.importorskip("psycopg.errors")
    said = getattr(errors, name)()
    assert outages.recognize(raised_from(error(), said)) is outage


def test_what_the_system_says():
    assert outages.recognize(OSError(errno.ENOSPC, "No space left on device")) is DISK_FULL
    assert outages.recognize(OSError(errno.EPERM, "Not permitted")) is None


def raised_from(error, cause):
    error.__cause__ = cause
    return error
