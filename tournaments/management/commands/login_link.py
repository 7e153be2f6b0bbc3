"""`manage.py login_link [USER]`: print an address that logs an arbitrator in once and lets them choose a
password.
"""

from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse

from tournaments.accounts.login_links import first_arbitrator, read_site, welcome_token


class Command(BaseCommand):
    help = "Print an address that logs an arbitrator in once: for the first evening, and for forgotten passwords."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("user", nargs="?", help="user name; the first administrator if left out")
        parser.add_argument(
            "--site", help="the address of this installation; the one that `serve` printed last if left out"
        )

    def handle(self, *, user: str | None, site: str | None, **_options: Any) -> None:
        person = User.objects.filter(username=user).first() if user else first_arbitrator()
        if person is None:
            raise CommandError(f"There is no user “{user}”.")
        self.stdout.write(
            (site or read_site()).rstrip("/") + reverse("welcome", args=[welcome_token(person)])
        )
