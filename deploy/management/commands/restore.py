"""`manage.py restore FILE`: replace this installation by the one of a backup. Stop the processes first."""

from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from deploy.backups.archive import restore
from deploy.backups.errors import BackupError


class Command(BaseCommand):
    help = "Restore a backup. Stop Isotop first; a database with games is left alone unless --replace."
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--replace", action="store_true", help="give up the games that are here")

    def handle(self, *, file: Path, replace: bool, **_options: Any) -> None:
        try:
            about = restore(file, replace=replace)
        except BackupError as error:
            raise CommandError(str(error)) from error
        # The backup may be of an older version.
        call_command("migrate", verbosity=0)
        self.stdout.write(f"{about.games} games of {about.made_at} are restored.")
