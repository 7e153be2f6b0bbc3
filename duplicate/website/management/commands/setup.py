"""`manage.py setup`: make this installation ready. A second run changes nothing that is right already."""

import hashlib
import inspect
import os
import time
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import OperationalError, connection

from engine.lexicon import load_lexicon
from engine.tiles import load_tile_set
from tournaments.core.runtime.private_files import UMASK, UMASK_OF_STATIC_FILES, close_to_others
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
        self._wait_for_database(wait)
        for name, step in (
            ("database", self._migrate),
            ("languages", compile_messages),
            ("static files", collect_static_files),
            ("lexicons", register_all_built_in),
            ("engine", compile_engine),
        ):
            started = time.perf_counter()
            self.stdout.write(f"Setting up: {name} … ", ending="")
            self.stdout.flush()
            step()
            self.stdout.write(f"{time.perf_counter() - started:.1f} s")
        if opened := close_to_others(settings.DATA_FOLDER):
            files = f"({opened} files and folders were open)"
            self.stdout.write(f"Closed to other users: {settings.DATA_FOLDER} {files}")

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
        note.write_text(version)
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
    for path in sorted(code):
        version.update(path.name.encode() + hashlib.sha256(path.read_bytes()).digest())
    return version.hexdigest()


def compile_messages() -> None:
    """Compile the translations that are newer than their compiled files."""
    for folder in settings.LOCALE_PATHS:
        for source in Path(folder).glob("*/LC_MESSAGES/*.po"):
            target = source.with_suffix(".mo")
            if target.exists() and target.stat().st_mtime >= source.stat().st_mtime:
                continue
            with source.open("rb") as text, target.open("wb") as compiled:
                write_mo(compiled, read_po(text))


def compile_engine() -> None:
    """Compile the move search to machine code, so that no round waits for the compiler."""
    from engine import movegen  # noqa: PLC0415 - only this step needs it

    tiles = load_tile_set("english")
    movegen.warm_up()
    assert load_lexicon("english").contains(tiles.encode("WORD"))
