"""`manage.py export_organiser NAME FILE`: save all that an organiser owns as one file."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from duplicate.website.archive.organisers.exporter import write_organiser
from tournaments.organisers.creation import find_organiser


class Command(BaseCommand):
    help = "Save all that an organiser owns as one file, which another Isotop reads (docs/data.md)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="its name; empty for the only organiser, if it has none")
        parser.add_argument("file", type=Path, help="such as liege.isotop.zip; one that is there stays")

    def handle(self, *, name: str, file: Path, **_options: Any) -> None:
        organiser = find_organiser(name)
        if organiser is None:
            raise CommandError(f"There is no organiser “{name}”.")
        try:
            with file.open("xb") as archive:
                about = write_organiser(organiser, archive)
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}") from error
        rows = sum(table["rows"] for table in about["tables"].values())
        self.stdout.write(f"{organiser}: {len(about['events'])} events, {rows} other rows, {about['sha256']}")
