"""`manage.py import_event FILE USER`: import the event of an archive, with that user as its chief."""

from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser

from duplicate.website.archive.importer import read_archive
from tournaments.errors import RuleViolation
from tournaments.organisers.rights import Right, organisers_of
from tournaments.organisers.scope import scope_to_organiser


class Command(BaseCommand):
    help = "Import the event of an archive; what is not right is told, and changes nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("user", help="who will be its chief")
        parser.add_argument("--organiser", help="whose event it will be, if the user runs events of several")

    def handle(self, *, file: Path, user: str, organiser: str | None, **_options: Any) -> None:
        by = User.objects.filter(username=user, is_active=True).first()
        if by is None:
            raise CommandError(f"There is no user {user}.")
        organisers = organisers_of(by, Right.RUN_EVENTS)
        found = list(organisers if organiser is None else organisers.filter(name__iexact=organiser))
        if len(found) != 1:
            names = ", ".join(each.name for each in organisers)
            raise CommandError(
                f"Whose event will it be? Name one with --organiser: {names or 'there is none'}."
            )
        try:
            with file.open("rb") as archive, scope_to_organiser(found[0].pk):
                event = read_archive(archive, by=by)
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}") from error
        except RuleViolation as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{event.name}: event {event.pk}")
