"""`manage.py export_event EVENT FILE`: save a whole event as one file, which another installation reads."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from duplicate.website.archive.exporter import write_archive
from tournaments.models import Event


class Command(BaseCommand):
    help = "Save a whole event as one file, which another Isotop reads (docs/data.md)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("event", type=int, help="its number, as in the address of its page")
        parser.add_argument("file", type=Path, help="such as festival.isotop.zip; one that is there stays")

    def handle(self, *, event: int, file: Path, **_options: Any) -> None:
        row = Event.objects.filter(pk=event).first()
        if row is None:
            raise CommandError(f"There is no event {event}.")
        try:
            with file.open("xb") as archive:
                about = write_archive(row, archive)
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}") from error
        rows = sum(table["rows"] for table in about["tables"].values())
        self.stdout.write(f"{row.name}: {rows} rows, {about['sha256']}")
