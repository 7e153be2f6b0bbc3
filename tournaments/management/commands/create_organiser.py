"""`manage.py create_organiser NAME [--site ADDRESS]`: create an organiser, and a link to administer it."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse

from tournaments.accounts.login_links import read_site
from tournaments.errors import RuleViolation
from tournaments.organisers.creation import create_organiser, invite_missing_administrators
from tournaments.wording.engine_messages import message_for


class Command(BaseCommand):
    help = "Create a further organiser of this installation, such as a club; print a link to administer it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="the name of the club, league or federation")
        parser.add_argument(
            "--site", help="the address of this installation, such as https://isotop.example.org"
        )

    def handle(self, *, name: str, site: str | None, **_options: Any) -> None:
        try:
            organiser, token = create_organiser(name=name)
        except RuleViolation as refused:
            raise CommandError(message_for(refused)) from refused
        self.stdout.write(
            f"{organiser.name} is there. This link lets one person administer it, within seven days:"
        )
        address = (site or read_site()).rstrip("/")
        self.stdout.write(address + reverse("invitation", args=[token]))
        for other, link in invite_missing_administrators():
            self.stdout.write(
                f"Nobody administers {other.name or 'the first organiser'}; this link lets one person:"
            )
            self.stdout.write(address + reverse("invitation", args=[link]))
