"""A backup restored into a database that is thrown away afterwards, and looked through there."""

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from django.core.management import call_command
from django.db import DatabaseError, IntegrityError, ProgrammingError, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model

from deploy.backups.archive import DATABASE, KEY, LEXICONS, ArchiveDescription, unpack
from deploy.backups.copying import check_migrations, pending_migrations
from deploy.backups.databases import copy_dump, load_dump
from deploy.backups.errors import BackupError
from deploy.backups.scratch import new_database, open_file
from deploy.backups.sources import DatabaseSource, DumpSource, applied_migrations
from duplicate.models import Game, Slip
from engine.lexicon import builtin_names
from tournaments.models import Event, Lexicon, Player

COUNTED: Final[dict[str, type[Model]]] = {
    "events": Event,
    "games": Game,
    "slips": Slip,
    "people": Player,
    "lexicons": Lexicon,
}


@dataclass(frozen=True, slots=True)
class CheckedBackup:
    """A backup that can be restored: what is in it, and where that was tried."""

    about: ArchiveDescription
    counts: dict[str, int]
    pending: list[str]
    has_key: bool
    tried_in: str


def check_backup(path: Path) -> CheckedBackup:
    """Restore a backup beside this installation, bring it up to date there, and count what is in it.

    Raises:
        BackupError: the reason why it could not be restored here.
    """
    with tempfile.TemporaryDirectory(prefix="isotop-check-") as name:
        folder = Path(name)
        about = unpack(path, folder)
        dumped = folder / DATABASE
        if not dumped.exists():
            raise BackupError(f"{path} has no database in it.")
        _check_source(dumped, about.database)
        with _scratch_database(folder) as scratch:
            _load(dumped, about.database, scratch)
            pending = pending_migrations(scratch)
            call_command("migrate", database=scratch.alias, verbosity=0)
            counts = {
                what: model._base_manager.using(scratch.alias).count()  # noqa: SLF001 - Django documents it, and it finds all rows and columns
                for what, model in COUNTED.items()
            }
            _check_lexicons(folder, scratch)
            tried_in = scratch.vendor
        # Format 1 counted before the dump.
        if about.format > 1 and about.games != counts["games"]:
            raise BackupError(f"The backup names {about.games} games, and holds {counts['games']}.")
        return CheckedBackup(about, counts, pending, (folder / KEY).exists(), tried_in)


@contextmanager
def _scratch_database(folder: Path) -> Iterator[BaseDatabaseWrapper]:
    """Open an empty database of this installation's kind; a file if the role may not create databases."""
    with ExitStack() as stack:
        scratch = None
        if connection.vendor == "postgresql":
            try:
                scratch = stack.enter_context(new_database())
            except ProgrammingError:
                scratch = None
        yield scratch or stack.enter_context(open_file(folder / "scratch"))


def _load(dumped: Path, kind: str, scratch: BaseDatabaseWrapper) -> None:
    if kind == scratch.vendor == "postgresql":
        load_dump(dumped, scratch)
    elif kind == scratch.vendor:
        dumped.replace(scratch.settings_dict["NAME"])
    else:
        copy_dump(dumped, kind, scratch)


def _check_source(dumped: Path, kind: str) -> None:
    """Look for damage, for references that lead nowhere and for unknown migrations, before anything is loaded."""
    try:
        if kind == "postgresql":
            check_migrations(applied_migrations(DumpSource(dumped)))
            return
        with open_file(dumped) as database:
            with database.cursor() as cursor:
                cursor.execute("PRAGMA integrity_check(1)")
                [found] = cursor.fetchone()
            if found != "ok":
                raise BackupError(f"The backup's database is damaged: {found}")
            check_migrations(applied_migrations(DatabaseSource(database)))
            database.check_constraints()
    except IntegrityError as error:
        raise BackupError(f"A reference leads nowhere: {error}") from error
    except (DatabaseError, EOFError, UnicodeDecodeError) as error:
        raise BackupError(f"The backup's database is damaged: {error}") from error


def _check_lexicons(folder: Path, scratch: BaseDatabaseWrapper) -> None:
    """Compare the words' files with the rows; a built-in lexicon is put in place again where it is missing."""
    names = Lexicon._base_manager.using(scratch.alias).values_list("name", flat=True)  # noqa: SLF001 - Django documents it, and it finds all rows and columns
    for name in names:
        if name not in builtin_names() and not (folder / LEXICONS / f"{name}.lexicon").exists():
            raise BackupError(f"The words of the lexicon {name} are not in the backup.")
