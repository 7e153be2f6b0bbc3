"""Dump the database of this installation, and replace it by a dump of either kind."""

import contextlib
import os
import sqlite3
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from django.db import connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper

from deploy.backups.copying import copy_database
from deploy.backups.errors import BackupError
from deploy.backups.scratch import RESTORE_SCHEMA, open_file, open_schema
from deploy.backups.sources import DatabaseSource, DumpSource

# Options of an address that its programs have to know too, as libpq's variables.
OPTIONS: Final = {
    **{name: f"PG{name.upper()}" for name in ("sslmode", "sslrootcert", "sslcert", "sslkey", "sslcrl")},
    "target_session_attrs": "PGTARGETSESSIONATTRS",
    "connect_timeout": "PGCONNECT_TIMEOUT",
}
KINDS: Final = {"sqlite", "postgresql"}


def check_unused() -> None:
    """Check that nothing else has the database of this installation open: a running process would go on storing slips
    in a file that has been replaced, and answer from what it remembers.

    Raises:
        BackupError: somebody has.
    """
    connections.close_all()
    if connection.vendor == "sqlite":
        is_used = _is_file_used()
    else:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database()"
                " AND backend_type = 'client backend' AND pid <> pg_backend_pid())"
            )
            [is_used] = cursor.fetchone()
    if is_used:
        raise BackupError("Isotop is running, or another program uses its database: stop it first.")


def dump(path: Path) -> None:
    """Write the database of this installation to a file, as the open transaction sees it."""
    if connection.vendor == "sqlite":
        connection.ensure_connection()
        with contextlib.closing(sqlite3.connect(path)) as target:
            connection.connection.backup(target)
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_export_snapshot()")
        [snapshot] = cursor.fetchone()
    options = ("--no-owner", "--no-privileges", "--encoding", "UTF8", "--snapshot", snapshot)
    _run(connection, "pg_dump", *options, "--file", str(path))


def replace(dumped: Path, kind: str, folder: Path) -> None:
    """Replace the database of this installation by a dump; `folder` is for files on the way.

    The old data are dropped only when all of the dump has been loaded.
    """
    if connection.vendor == "sqlite":
        if kind != "sqlite":
            with open_file(folder / "copied") as target:
                copy_dump(dumped, kind, target)
            dumped = folder / "copied"
        _replace_file(dumped)
    elif kind == "postgresql":
        connections.close_all()
        # One transaction for both.
        empty = ("-c", "DROP SCHEMA public CASCADE", "-c", "CREATE SCHEMA public")
        load_dump(dumped, connection, *empty)
    else:
        with open_schema() as target:
            copy_dump(dumped, kind, target)
            _replace_schema()
    connections.close_all()


def copy_dump(dumped: Path, kind: str, target: BaseDatabaseWrapper) -> None:
    """Copy the rows of a dump into an empty database, of the other kind or the same."""
    try:
        if kind == "postgresql":
            copy_database(DumpSource(dumped), target)
        else:
            with open_file(dumped) as source:
                copy_database(DatabaseSource(source), target)
    except (EOFError, UnicodeDecodeError) as error:
        raise BackupError(f"The backup's database is damaged: {error}") from error


def load_dump(dumped: Path, target: BaseDatabaseWrapper, *before: str) -> None:
    """Load a dump of PostgreSQL as it is, after what `before` says, in one transaction."""
    quietly = ("--quiet", "--no-psqlrc", "--single-transaction", "-v", "ON_ERROR_STOP=1")
    _run(target, "psql", *quietly, *before, "--file", str(dumped))


def _is_file_used() -> bool:
    """Tell whether another connection is open: SQLite ends a write-ahead log only where there is none."""
    with contextlib.closing(sqlite3.connect(_sqlite_path(), timeout=1)) as database:
        try:
            database.execute("PRAGMA journal_mode = DELETE")
        except sqlite3.DatabaseError as error:  # a damaged file may be replaced
            return error.sqlite_errorcode == sqlite3.SQLITE_BUSY
    return False


def _replace_file(path: Path) -> None:
    check_unused()  # again: copying takes a while
    # The old database's write-ahead log must not get into the new file.
    for ending in ("-wal", "-shm"):
        Path(f"{_sqlite_path()}{ending}").unlink(missing_ok=True)
    path.replace(_sqlite_path())


def _replace_schema() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "BEGIN; DROP SCHEMA public CASCADE;"
            f" ALTER SCHEMA {connection.ops.quote_name(RESTORE_SCHEMA)} RENAME TO public; COMMIT"
        )


def _sqlite_path() -> Path:
    return Path(connection.settings_dict["NAME"])


def environment_for(values: Mapping[str, Any]) -> dict[str, str]:
    """Return the settings of a database as libpq's variables: a password there is in no list of processes."""
    names = {
        "PGHOST": "HOST",
        "PGPORT": "PORT",
        "PGUSER": "USER",
        "PGPASSWORD": "PASSWORD",
        "PGDATABASE": "NAME",
    }
    told = {variable: str(values[name]) for variable, name in names.items() if values[name]}
    options = values.get("OPTIONS", {})
    # Without them a program would talk to a server that Django refuses.
    return told | {variable: str(options[name]) for name, variable in OPTIONS.items() if name in options}


def _run(database: BaseDatabaseWrapper, *command: str) -> None:
    """Run a program of PostgreSQL on a database."""
    environment = environment_for(database.settings_dict)
    try:
        subprocess.run(  # noqa: S603 - commands of our own
            command, check=True, capture_output=True, text=True, env={**os.environ, **environment}
        )
    except FileNotFoundError as error:
        raise BackupError(f"{command[0]} is not installed (package postgresql-client).") from error
    except subprocess.CalledProcessError as error:
        raise BackupError(f"{command[0]}: {error.stderr.strip()}") from error
