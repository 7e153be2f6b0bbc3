"""`manage.py backup FILE`: write all data of this installation into one archive, also while games are played."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from deploy.backups.archive import back_up
from deploy.backups.errors import BackupError
from tournaments.time import clock


class Command(BaseCommand):
    help = "Write database, lexicons and secret key into one archive. Keep it as safe as the installation."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="the archive, or a folder that it gets a name in")

    def handle(self, *, file: Path, **_options: Any) -> None:
        if file.is_dir():
            file /= f"isotop-{clock.now():%Y-%m-%d-%H%M%S}.tar.gz"
        elif not file.name.endswith(".tar.gz"):
            raise CommandError(
                f"There is no folder {file}: make it first, or name a file that ends in .tar.gz."
            )
        try:
            about = back_up(file)
        except BackupError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{file}: {about.games} games, {file.stat().st_size:,} bytes.")
