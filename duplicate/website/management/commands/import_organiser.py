"""`manage.py import_organiser FILE USER [--name NAME]`: import an organiser that the user administers from then on."""

from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser

from duplicate.website.archive.organisers.importer import read_organiser
from tournaments.errors import RuleViolation
from tournaments.wording.engine_messages import message_for


class Command(BaseCommand):
    help = "Import an organiser with all its events; what is not right is told, and changes nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("user", help="who will administer it, and be the chief of its events")
        parser.add_argument("--name", default="", help="another name than it had")

    def handle(self, *, file: Path, user: str, name: str, **_options: Any) -> None:
        by = User.objects.filter(username=user, is_active=True).first()
        if by is None:
            raise CommandError(f"There is no user {user}.")
        try:
            with file.open("rb") as archive:
                organiser = read_organiser(archive, by=by, name=name)
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}") from error
        except RuleViolation as error:
            raise CommandError(message_for(error)) from error
        self.stdout.write(f"{organiser.name} is here, and {user} administers it.")
