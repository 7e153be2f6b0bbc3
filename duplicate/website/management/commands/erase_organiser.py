"""`manage.py erase_organiser NAME --confirm NAME`: delete an organiser with all that it owns."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.models import ProtectedError

from duplicate.website.archive.organisers.removal import erase_organiser
from tournaments.errors import RuleViolation
from tournaments.organisers.creation import find_organiser
from tournaments.wording.engine_messages import message_for


class Command(BaseCommand):
    help = "Delete an organiser with all that it owns (docs/operating.md). Save it first: export_organiser."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name")
        parser.add_argument("--confirm", required=True, metavar="NAME", help="its name once more")
        parser.add_argument("--even-running", action="store_true", help="also with a game that is not over")

    def handle(self, *, name: str, confirm: str, even_running: bool, **_options: Any) -> None:
        organiser = find_organiser(name)
        if organiser is None:
            raise CommandError(f"There is no organiser “{name}”.")
        if confirm != name:
            raise CommandError("The two names differ. Nothing was changed.")
        try:
            erase_organiser(organiser, even_running=even_running)
        except RuleViolation as error:
            raise CommandError(message_for(error)) from error
        except ProtectedError as error:
            raise CommandError("Something was stored meanwhile. Run it again.") from error
        self.stdout.write(f"{organiser} is erased.")
