"""`manage.py setup`: make this installation ready. Done again it changes nothing that is right already."""

import time
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand

from engine.lexicon import load_lexicon
from engine.tiles import load_tile_set
from tournaments.lexicons import register_built_in


class Command(BaseCommand):
    help = (
        "Make this installation ready: database, languages, static files, built-in lexicon, compiled engine."
    )
    requires_migrations_checks = False

    def handle(self, **_options: Any) -> None:
        for name, step in (
            ("database", lambda: call_command("migrate", verbosity=0)),
            ("languages", compile_messages),
            ("static files", lambda: call_command("collectstatic", interactive=False, verbosity=0)),
            ("lexicon", register_built_in),
            ("engine", compile_engine),
        ):
            started = time.perf_counter()
            self.stdout.write(f"Setting up: {name} … ", ending="")
            self.stdout.flush()
            step()
            self.stdout.write(f"{time.perf_counter() - started:.1f} s")


def compile_messages() -> None:
    """Compile the translations that are newer than what was compiled of them."""
    for folder in settings.LOCALE_PATHS:
        for source in Path(folder).glob("*/LC_MESSAGES/*.po"):
            target = source.with_suffix(".mo")
            if target.exists() and target.stat().st_mtime >= source.stat().st_mtime:
                continue
            with source.open("rb") as text, target.open("wb") as compiled:
                write_mo(compiled, read_po(text))


def compile_engine() -> None:
    """Have the search as machine code, so that no round waits for the compiler."""
    from engine import movegen  # noqa: PLC0415 - only this step needs it

    tiles = load_tile_set("english")
    movegen.warm_up()
    assert load_lexicon("english").contains(tiles.encode("WORD"))
