"""`manage.py import_event FILE USER`: import the event of an archive, with that user as its chief."""

from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser

from duplicate.website.archive.importer import read_archive
from tournaments.core.errors import RuleViolation


class Command(BaseCommand):
    help = "Import the event of an archive; what is not right is told, and changes nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("user", help="who will be its chief")

    def handle(self, *, file: Path, user: str, **_options: Any) -> None:
        by = User.objects.filter(username=user, is_active=True).first()
        if by is None:
            raise CommandError(f"There is no user {user}.")
        try:
            with file.open("rb") as archive:
                event = read_archive(archive, by=by)
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}") from error
        except RuleViolation as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{event.name}: event {event.pk}")
