"""`manage.py serve`: the whole program in one process, for a club's evening."""

import socket
import threading
from typing import Any

import uvicorn
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.contrib.auth.models import User
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse

from duplicate import clockwork
from tournaments.addresses import address_in_hall
from tournaments.welcome import first_arbitrator, welcome_token


class Command(BaseCommand):
    help = "Set up what is missing, then serve the whole program to the hall's network."
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="0.0.0.0", help="address to listen on; all of them by default")  # noqa: S104
        parser.add_argument("--port", type=int, default=8000)

    def handle(self, *, host: str, port: int, **_options: Any) -> None:
        call_command("setup", stdout=self.stdout)
        listener = _listen(host, port)
        self.stdout.write(_greeting(f"http://{address_in_hall() if host == '0.0.0.0' else host}:{port}"))  # noqa: S104
        stop = threading.Event()
        clock = threading.Thread(target=clockwork.run, args=(stop,), name="clock")
        clock.start()
        config = uvicorn.Config(
            "deploy.asgi:application", log_level="warning", lifespan="off", timeout_graceful_shutdown=2
        )
        try:
            uvicorn.Server(config).run(sockets=[listener])
        finally:
            stop.set()
            clock.join()


def _listen(host: str, port: int) -> socket.socket:
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        raise CommandError(
            f"Port {port} cannot be used ({error.strerror}). Is Isotop running already? --port takes another one."
        ) from error
    return listener


def _greeting(site: str) -> str:
    lines = [
        "",
        "Isotop is running. Stop it with Ctrl+C; nothing is lost.",
        "",
        f"  Players    {site}{reverse('home')}",
        f"  Projector  {site}{reverse('screens')}",
        f"  Desk       {site}{reverse('desk')}",
    ]
    if not User.objects.exclude(password__startswith=UNUSABLE_PASSWORD_PREFIX).exists():
        token = welcome_token(first_arbitrator())
        lines += ["", "  First login, works once:", f"  {site}{reverse('welcome', args=[token])}"]
    return "\n".join([*lines, ""])
