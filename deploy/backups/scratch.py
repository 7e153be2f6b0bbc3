"""Databases beside the one of this installation: files of SQLite, and schemas and databases of PostgreSQL."""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

from django.db import connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import ConnectionHandler

from deploy.backups.errors import BackupError

RESTORE_SCHEMA: Final = "isotop_restore"


@contextlib.contextmanager
def open_database(settings: dict[str, Any]) -> Iterator[BaseDatabaseWrapper]:
    """Open a database under a name of its own, under which migrations find it too."""
    alias = f"scratch_{uuid4().hex[:8]}"
    handler = ConnectionHandler({"default": settings})
    connections.settings[alias] = handler.settings["default"]
    try:
        yield connections[alias]
    finally:
        connections[alias].close()
        del connections[alias]
        del connections.settings[alias]


def open_file(path: Path) -> contextlib.AbstractContextManager[BaseDatabaseWrapper]:
    """Open a file of SQLite, without a write-ahead log: all of it is in the one file."""
    return open_database({"ENGINE": "django.db.backends.sqlite3", "NAME": str(path)})


@contextlib.contextmanager
def open_schema() -> Iterator[BaseDatabaseWrapper]:
    """Open an empty schema in the database of this installation; it is dropped at the end if it is left."""
    quoted = connection.ops.quote_name(RESTORE_SCHEMA)
    drop = f"DROP SCHEMA IF EXISTS {quoted} CASCADE"
    with connection.cursor() as cursor:
        cursor.execute(drop)
        cursor.execute(f"CREATE SCHEMA {quoted}")
    settings = connection.settings_dict
    options = {**settings["OPTIONS"], "options": f"-c search_path={RESTORE_SCHEMA}"}
    try:
        with open_database({**settings, "OPTIONS": options}) as schema:
            yield schema
    finally:
        with connection.cursor() as cursor:
            cursor.execute(drop)


@contextlib.contextmanager
def new_database() -> Iterator[BaseDatabaseWrapper]:
    """Create a database beside that of this installation, on the same server, and drop it at the end.

    Raises:
        ProgrammingError: the role may not create databases.
    """
    if connection.vendor != "postgresql":
        raise BackupError(f"There are no databases beside one of {connection.vendor}.")
    name = f"isotop_check_{uuid4().hex[:12]}"
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE DATABASE {name} TEMPLATE template0")
    try:
        with open_database({**connection.settings_dict, "NAME": name}) as database:
            yield database
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")
