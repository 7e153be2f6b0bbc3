"""`manage.py load_tiles FILE`: load a club's own tile set."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.errors import ContentRefused, RuleViolation
from tournaments.lexicons.tile_sets import load_tile_file
from tournaments.organisers.creation import find_organiser


class Command(BaseCommand):
    help = (
        "Load a tile set (a TOML file, described in docs/tiles.md), which lexicons can then be loaded with. Each wrong "
        "line is named, and nothing is loaded."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="the tile set")
        parser.add_argument("--name", help="how lexicons will call it; otherwise that of the file")
        parser.add_argument(
            "--organiser", help="the one that alone may use it, by its name; without one, all organisers may"
        )

    def handle(self, *, file: Path, name: str | None, organiser: str | None, **_options: Any) -> None:
        owner = find_organiser(organiser) if organiser else None
        if organiser and owner is None:
            raise CommandError(f"There is no organiser “{organiser}”.")
        try:
            tiles = load_tile_file(name=name or file.stem, data=file.read_bytes(), organiser=owner)
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}") from error
        except ContentRefused as error:
            for problem in error.errors:
                self.stderr.write(problem)
            raise CommandError(f"Nothing was loaded. Problems: {len(error.errors)}.") from error
        except RuleViolation as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"Tile set {tiles.name}: {len(tiles.letters)} letters, {tiles.size} tiles.")
