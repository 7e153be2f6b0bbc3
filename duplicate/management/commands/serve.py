"""`manage.py serve`: the whole program in one process, for a club's evening."""

import socket
import threading
from typing import Any

import uvicorn
from django.contrib.auth.models import User
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse
from tournaments.welcome import first_arbitrator, welcome_token

from duplicate import clockwork


class Command(BaseCommand):
    help = "Set up what is missing, then serve the whole program to the hall's network."
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="0.0.0.0", help="address to listen on; all of them by default")  # noqa: S104
        parser.add_argument("--port", type=int, default=8000)

    def handle(self, *, host: str, port: int, **_options: Any) -> None:
        call_command("setup", stdout=self.stdout)
        listener = _listen(host, port)
        self.stdout.write(_greeting(f"http://{_address_in_hall() if host == '0.0.0.0' else host}:{port}"))  # noqa: S104
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
    if not User.objects.exclude(password__startswith="!").exists():
        token = welcome_token(first_arbitrator())
        lines += ["", "  First login, works once:", f"  {site}{reverse('welcome', args=[token])}"]
    return "\n".join([*lines, ""])


def _address_in_hall() -> str:
    """Where phones reach this machine on the network of the hall; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "localhost"
