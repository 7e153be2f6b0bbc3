"""`manage.py setup`: make this installation ready. A second run changes nothing that is right already.

The engine is compiled by a process of its own beside the other steps.
"""

import hashlib
import inspect
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import OperationalError, connection

from duplicate.standings.rows.event_results import complete_records
from engine.atomic_files import write_whole
from engine.data_folder import is_checkout
from engine.lexicon import load_lexicon
from engine.tiles import load_tile_set
from tournaments.installation.catalogues import compile_catalogues
from tournaments.installation.private_files import UMASK, UMASK_OF_STATIC_FILES, close_to_others
from tournaments.lexicons.services import register_all_built_in

# Between two questions whether the database answers.
WAIT_SECONDS = 1
# A migration that waits for a table makes all others wait that write to it.
LOCK_SECONDS = 2
LOCK_NOT_AVAILABLE = "55P03"  # PostgreSQL's code


class Command(BaseCommand):
    help = (
        "Make this installation ready: database, languages, static files, built-in lexicons, compiled engine."
    )
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--wait", type=float, default=0, metavar="SECONDS", help="how long to wait for the database"
        )

    def handle(self, *, wait: float, **_options: Any) -> None:
        from engine.movegen.code import compile_aside  # noqa: PLC0415 - only this command needs it

        with compile_aside() as wait_for_compiler:
            self._wait_for_database(wait)
            self._time_steps(
                ("database", self._migrate),
                ("languages", compile_messages),
                ("static files", collect_static_files),
                ("lexicons", register_all_built_in),
                ("results of past games", complete_records),
                ("engine", lambda: load_engine(wait_for_compiler)),
            )
        if opened := close_to_others(settings.DATA_FOLDER):
            files = f"({opened} files and folders were open)"
            self.stdout.write(f"Closed to other users: {settings.DATA_FOLDER} {files}")

    def _time_steps(self, *steps: tuple[str, Callable[[], object]]) -> None:
        for name, step in steps:
            started = time.perf_counter()
            self.stdout.write(f"Setting up: {name} … ", ending="")
            self.stdout.flush()
            step()
            self.stdout.write(f"{time.perf_counter() - started:.1f} s")

    def _migrate(self) -> None:
        """Apply the migrations while games go on.

        One that does not get its table, such as during a backup, gives way after a moment and is tried again.
        """
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute(f"SET lock_timeout = '{LOCK_SECONDS}s'")
        while True:
            try:
                call_command("migrate", verbosity=0)
            except OperationalError as error:
                if getattr(error.__cause__, "sqlstate", "") != LOCK_NOT_AVAILABLE:
                    raise
                self.stderr.write(f"Waiting for a table that others use: {error}")
                time.sleep(LOCK_SECONDS)
            else:
                break
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("RESET lock_timeout")

    def _wait_for_database(self, seconds: float) -> None:
        """Return once the database answers. After a power cut it may take minutes until it does.

        Raises:
            CommandError: it does not answer in time.
        """
        waited_until = time.monotonic() + seconds
        said = ""
        while True:
            try:
                connection.ensure_connection()
            except OperationalError as error:
                if time.monotonic() >= waited_until:
                    raise CommandError(f"The database does not answer: {error}") from error
                if str(error) != said:
                    said = str(error)
                    self.stderr.write(f"Waiting for the database: {said}")
                time.sleep(WAIT_SECONDS)
            else:
                return


def collect_static_files() -> None:
    """Collect the static files unless the same ones are collected already: compressing them takes seconds.

    Outside of the data folder they must be readable for the user of the proxy as well.
    """
    version, note = static_files_version(), settings.STATIC_ROOT / "version.txt"
    if note.exists() and note.read_text() == version:
        return
    apart = settings.DATA_FOLDER not in settings.STATIC_ROOT.parents
    before = os.umask(UMASK_OF_STATIC_FILES if apart else UMASK)
    try:
        call_command("collectstatic", interactive=False, verbosity=0)
        write_whole(note, version.encode())
    finally:
        os.umask(before)


def static_files_version() -> str:
    """Return a hash of all static files, and of the code that names, joins and compresses them."""
    kinds = [kind for kind in staticfiles_storage.__class__.__mro__ if kind is not object]
    code = {path for kind in kinds for path in Path(inspect.getfile(kind)).parent.glob("*.py")}
    version = hashlib.sha256()
    for finder in get_finders():
        for name, storage in finder.list([]):
            with storage.open(name) as file:
                version.update(name.encode() + hashlib.sha256(file.read()).digest())
    # In an order that does not depend on where the packages lie.
    for name, digest in sorted((path.name, hashlib.sha256(path.read_bytes()).digest()) for path in code):
        version.update(name.encode() + digest)
    return version.hexdigest()


def compile_messages() -> None:
    """Compile the translations of a checkout; a wheel has them compiled."""
    if is_checkout():
        for folder in settings.LOCALE_PATHS:
            compile_catalogues(Path(folder))


def load_engine(wait_for_compiler: Callable[[], bool]) -> None:
    """Wait until the move search is compiled, so that no round waits for it; compile it here if that failed."""
    if not wait_for_compiler():
        from engine import movegen  # noqa: PLC0415 - where this process has to

        movegen.warm_up()
    tiles = load_tile_set("english")
    assert load_lexicon("english").contains(tiles.encode("WORD"))
