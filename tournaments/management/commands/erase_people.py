"""`manage.py erase_people [--days N] [--dry-run]`: erase the data of people who have not played for so long."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.organisers.scope import disable_scope
from tournaments.people import privacy
from tournaments.wording.engine_messages import message_for


class Command(BaseCommand):
    help = "Erase people who have neither played nor been changed for some days (ERASE_PEOPLE_DAYS)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--days", type=int, help="instead of the setting ERASE_PEOPLE_DAYS")
        parser.add_argument("--dry-run", action="store_true", help="say whom, and erase nobody")

    def handle(self, *, days: int | None, dry_run: bool, **_options: Any) -> None:
        days = settings.ERASE_PEOPLE_DAYS if days is None else days
        with disable_scope():
            self._erase(days, dry_run=dry_run)

    def _erase(self, days: int, *, dry_run: bool) -> None:
        if days < 0:
            raise CommandError("Days cannot be negative.")
        if not days:
            self.stdout.write("Everybody is kept: set ERASE_PEOPLE_DAYS, or say --days.")
        elif dry_run:
            people = list(privacy.people_to_erase(days))
            for player in people:
                self.stdout.write(f"{player.last:%Y-%m-%d} {player.name}")
            self.stdout.write(f"{len(people)} would be erased")
        else:
            count, refused = privacy.erase_people(days)
            self.stdout.write(f"{count} erased")
            for sentence in privacy.erase_expired(days):
                self.stdout.write(sentence)
            for _player, reason in refused:
                self.stderr.write(message_for(reason))
