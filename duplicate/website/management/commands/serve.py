"""`manage.py serve`: the whole program in one process, for a club's evening."""

import errno
import socket
from typing import Any

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.contrib.auth.models import User
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse

from duplicate import (
    housekeeping,
)
from duplicate.rounds import interruptions
from duplicate.website import embedded
from tournaments.accounts import login_links
from tournaments.accounts.login_links import first_arbitrator, welcome_token


class Command(BaseCommand):
    help = "Set up what is missing, then serve the whole program to the hall's network."
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default=embedded.ANYWHERE, help="address to listen on (default: all)")
        parser.add_argument("--port", type=int, default=8000)

    def handle(self, *, host: str, port: int, **_options: Any) -> None:
        # First: set-up must not migrate the database of a program that runs already.
        try:
            listener = embedded.listen(host, port)
        except OverflowError as error:
            raise CommandError(f"There is no port {port}: the last one is 65535.") from error
        except OSError as error:
            if error.errno == errno.EADDRNOTAVAIL or isinstance(error, socket.gaierror):
                raise CommandError(f"This machine has no address {host}.") from error
            raise CommandError(
                f"Port {port} cannot be used ({error}). Is Isotop running already? Take another one: "
                "`make serve PORT=8001`, or --port 8001."
            ) from error
        call_command("setup")
        site = embedded.site_of(listener)
        login_links.store_site(site)
        running = "Isotop is running. Stop it with Ctrl+C; nothing is lost."
        self.stdout.write("\n".join(["", running, "", *embedded.addresses(site), *self.greeting(site), ""]))
        self.stdout.flush()
        embedded.serve(listener, self.loops())

    def greeting(self, site: str) -> list[str]:
        """Return further lines to print: the first login, as long as no arbitrator has chosen a password."""
        if User.objects.exclude(password__startswith=UNUSABLE_PASSWORD_PREFIX).exists():
            return []
        token = welcome_token(first_arbitrator())
        return ["", "  First login, works once:", f"  {site}{reverse('welcome', args=[token])}"]

    def loops(self) -> list[embedded.Loop]:
        """Return the loops that run beside the web server."""
        return [housekeeping.run, interruptions.run]
