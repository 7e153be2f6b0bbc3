"""Backups: one archive with everything of an installation that cannot be generated again.

An archive holds the database, the lexicons, a description of itself, and the secret key if this installation
keeps it in its data folder (prepared games cannot be opened without it). It is made while games are played,
and shows the installation at one moment. A backup of one kind of database is restored into the same kind.
"""

import contextlib
import json
import os
import shutil
import sqlite3
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection, connections

from duplicate.models import Game
from tournaments.core import clock

FORMAT = 1
DATABASE, LEXICONS, KEY, ABOUT = "database", "lexicons", "secret_key", "about.json"


class BackupError(Exception):
    """A reason, for the user, why a backup or a restore is impossible."""


@dataclass(frozen=True, slots=True)
class ArchiveDescription:
    """The description of an archive in itself."""

    format: int
    database: str
    made_at: str
    games: int


def back_up(path: Path) -> ArchiveDescription:
    """Write an archive to `path`; the name does not exist until the archive is complete."""
    with _scratch(path.parent) as folder:
        made_at = clock.now().isoformat(timespec="seconds")
        about = ArchiveDescription(FORMAT, connection.vendor, made_at, Game.objects.count())
        (folder / ABOUT).write_text(
            json.dumps({name: getattr(about, name) for name in ArchiveDescription.__slots__})
        )
        _dump_database(folder / DATABASE)
        unfinished = folder / "archive"
        unfinished.touch(mode=0o600)  # it holds the key
        with tarfile.open(unfinished, "w:gz") as archive:
            for name, place in _contents(folder):
                archive.add(place, name)
        unfinished.replace(path)
    return about


def restore(path: Path, *, replace: bool = False) -> ArchiveDescription:
    """Replace this installation by the one of the archive. An installation with games stays unchanged unless
    `replace`.

    Raises:
        BackupError: no archive of ours, one of another kind of database, or games in the way.
    """
    with _scratch(settings.DATA_FOLDER) as folder:
        about = _unpack(path, folder)
        if about.database != connection.vendor:
            raise BackupError(
                f"The backup is of {about.database}, this installation has {connection.vendor}."
            )
        if not replace and _has_games():
            raise BackupError("There are games in this installation; --replace gives them up.")
        _load_database(folder / DATABASE)
        if (folder / LEXICONS).exists():
            shutil.copytree(folder / LEXICONS, settings.DATA_FOLDER / LEXICONS, dirs_exist_ok=True)
        if (folder / KEY).exists():
            (folder / KEY).replace(settings.DATA_FOLDER / KEY)
    return about


@contextlib.contextmanager
def _scratch(beside: Path) -> Iterator[Path]:
    """Create a temporary folder on the same volume, so that a complete file can be moved into place in one
    step.
    """
    if not beside.is_dir():
        raise BackupError(f"There is no folder {beside}.")
    with tempfile.TemporaryDirectory(prefix=".backup-", dir=beside) as folder:
        yield Path(folder)


def _contents(folder: Path) -> Iterator[tuple[str, Path]]:
    yield ABOUT, folder / ABOUT
    yield DATABASE, folder / DATABASE
    for name in (LEXICONS, KEY):
        if (settings.DATA_FOLDER / name).exists():
            yield name, settings.DATA_FOLDER / name


def _unpack(path: Path, folder: Path) -> ArchiveDescription:
    try:
        with tarfile.open(path, "r:gz") as archive:
            archive.extractall(folder, filter="data")
        about = ArchiveDescription(**json.loads((folder / ABOUT).read_text()))
    except OSError as error:
        raise BackupError(f"{path}: {error.strerror or 'is no backup'}") from error
    except (tarfile.TarError, EOFError, ValueError, TypeError) as error:
        raise BackupError(f"{path} is no backup, or is damaged.") from error
    if about.format != FORMAT:
        raise BackupError(f"{path} is of another version of Isotop (format {about.format}).")
    return about


def _has_games() -> bool:
    return Game._meta.db_table in connection.introspection.table_names() and Game.objects.exists()  # noqa: SLF001 - documented


def _dump_database(path: Path) -> None:
    if connection.vendor == "sqlite":
        closing = contextlib.closing
        with closing(sqlite3.connect(_sqlite_path())) as source, closing(sqlite3.connect(path)) as target:
            source.backup(target)
    else:
        _run("pg_dump", "--no-owner", "--no-privileges", "--file", str(path))


def _load_database(path: Path) -> None:
    connections.close_all()
    if connection.vendor == "sqlite":
        # The old database's write-ahead log must not get into the new file.
        for ending in ("-wal", "-shm"):
            Path(f"{_sqlite_path()}{ending}").unlink(missing_ok=True)
        path.replace(_sqlite_path())
        return
    # One transaction: the old data are dropped only when all of the backup has been loaded.
    empty = ("-c", "DROP SCHEMA public CASCADE", "-c", "CREATE SCHEMA public")
    quietly = ("--quiet", "--no-psqlrc", "--single-transaction", "-v", "ON_ERROR_STOP=1")
    _run("psql", *quietly, *empty, "--file", str(path))
    connections.close_all()


def _sqlite_path() -> Path:
    return Path(connection.settings_dict["NAME"])


def _run(*command: str) -> None:
    """Run a program of PostgreSQL on this installation's database; the password is in no command line."""
    values: dict[str, Any] = connection.settings_dict
    names = {
        "PGHOST": "HOST",
        "PGPORT": "PORT",
        "PGUSER": "USER",
        "PGPASSWORD": "PASSWORD",
        "PGDATABASE": "NAME",
    }
    environment = {variable: str(values[name]) for variable, name in names.items() if values[name]}
    try:
        subprocess.run(  # noqa: S603 - commands of our own
            command, check=True, capture_output=True, text=True, env={**os.environ, **environment}
        )
    except FileNotFoundError as error:
        raise BackupError(f"{command[0]} is not installed (package postgresql-client).") from error
    except subprocess.CalledProcessError as error:
        raise BackupError(f"{command[0]}: {error.stderr.strip()}") from error
