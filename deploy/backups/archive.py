"""Backups: one archive with everything of an installation that cannot be generated again.

An archive holds the database, the lexicons, a description of itself, and the secret key if this installation
keeps it in its data folder (prepared games cannot be opened without it). It is made while games are played,
and shows the installation at one moment. The database is a dump of its own kind. An installation with the same
kind loads it as it is, one with the other kind copies its rows.
"""

import contextlib
import json
import shutil
import tarfile
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from django.conf import settings
from django.db import connection

from deploy.backups import databases
from deploy.backups.errors import BackupError
from duplicate.models import Game
from duplicate.website.archive.exporter import read_snapshot
from tournaments.installation.release import program_version
from tournaments.time import clock

FORMAT = 2
READABLE = {1, FORMAT}
DATABASE, LEXICONS, KEY, ABOUT = "database", "lexicons", "secret_key", "about.json"


@dataclass(frozen=True, slots=True)
class ArchiveDescription:
    """The description of an archive in itself; format 1 had no program."""

    format: int
    database: str
    made_at: str
    games: int
    program: str = ""


def back_up(path: Path) -> ArchiveDescription:
    """Write an archive to `path`; the name does not exist until the archive is complete."""
    with _scratch(path.parent) as folder:
        made_at = clock.now().isoformat(timespec="seconds")
        with read_snapshot():  # the number of games is that of the dump
            games = Game._base_manager.count()  # noqa: SLF001 - Django documents it, and it finds all rows and columns
            databases.dump(folder / DATABASE)
        about = ArchiveDescription(FORMAT, connection.vendor, made_at, games, program_version())
        (folder / ABOUT).write_text(json.dumps(asdict(about)))
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
        BackupError: no archive of ours, rows that this database refuses, games in the way, or running processes.
    """
    with _scratch(settings.DATA_FOLDER) as folder:
        about = unpack(path, folder)
        if not replace and _has_games():
            raise BackupError("There are games in this installation; --replace gives them up.")
        databases.check_unused()
        databases.replace(folder / DATABASE, about.database, folder)
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


def unpack(path: Path, folder: Path) -> ArchiveDescription:
    """Unpack an archive into a folder, which has to be empty."""
    try:
        with tarfile.open(path, "r:gz") as archive:
            archive.extractall(folder, filter="data")
        about = ArchiveDescription(**json.loads((folder / ABOUT).read_text()))
    except OSError as error:
        raise BackupError(f"{path}: {error.strerror or 'is no backup'}") from error
    except (tarfile.TarError, EOFError, ValueError, TypeError) as error:
        raise BackupError(f"{path} is no backup, or is damaged.") from error
    if about.format not in READABLE:
        raise BackupError(f"{path} is of another version of Isotop (format {about.format}).")
    if about.database not in databases.KINDS:
        raise BackupError(f"The backup is of {about.database}, which Isotop does not know.")
    return about


def _has_games() -> bool:
    table = Game._meta.db_table  # noqa: SLF001 - Django documents it, and it finds all rows and columns
    return table in connection.introspection.table_names() and Game._base_manager.exists()  # noqa: SLF001 - Django documents it, and it finds all rows and columns
