"""`manage.py check_backup FILE`: restore a backup into a database that is thrown away, and say what is in it."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from deploy.backups.checking import check_backup
from deploy.backups.errors import BackupError


class Command(BaseCommand):
    help = "Try whether a backup can be restored here. Nothing of this installation changes."
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *, file: Path, **_options: Any) -> None:
        try:
            found = check_backup(file)
        except BackupError as error:
            raise CommandError(str(error)) from error
        about = found.about
        program = about.program or "(version not told)"
        key = "with the secret key" if found.has_key else "without the secret key: keep SECRET_KEY apart"
        pending = ", ".join(found.pending) or "none"
        self.stdout.write(f"{file}: Isotop {program}, {about.database}, made {about.made_at}.")
        self.stdout.write(f"{', '.join(f'{count} {what}' for what, count in found.counts.items())}; {key}.")
        self.stdout.write(f"Migrations: all known; still to apply: {pending}.")
        self.stdout.write(f"Restored into a database of {found.tried_in} and thrown away again: it is whole.")
