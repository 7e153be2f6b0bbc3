"""`manage.py export_site EVENT FOLDER`: an event as pages that are read without Isotop."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from duplicate.website.static_site.site import write_site
from tournaments.errors import RuleViolation
from tournaments.models import Event
from tournaments.wording.engine_messages import message_for


class Command(BaseCommand):
    help = "Write the public pages of an event into a folder, for a web site without Isotop."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("event", type=int, help="its number, as in the address of its page")
        parser.add_argument("folder", type=Path, help="made if it is not there")

    def handle(self, *, event: int, folder: Path, **_options: Any) -> None:
        row = Event.objects.filter(pk=event).first()
        if row is None:
            raise CommandError(f"There is no event {event}.")
        try:
            count = write_site(row, folder)
        except RuleViolation as error:
            raise CommandError(message_for(error)) from error
        except OSError as error:
            raise CommandError(f"{folder}: {error.strerror}") from error
        self.stdout.write(f"{row.name}: {count} files in {folder}")
