"""`manage.py proxy_config`: print nginx's configuration for an installation."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from deploy.processes import proxy


class Command(BaseCommand):
    help = "Print what belongs into nginx's sites-enabled."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--name", nargs="+", default=["_"], help="host names of this installation")
        parser.add_argument("--listen", default="443", help="port, or address:port")
        parser.add_argument(
            "--web", nargs="+", default=["127.0.0.1:8001"], help="host:port of each web server"
        )
        parser.add_argument("--live", nargs="+", default=["127.0.0.1:8011"], help="the same of live servers")
        parser.add_argument(
            "--static", type=Path, default=settings.STATIC_ROOT.parent, help="the folder that holds static/"
        )
        parser.add_argument("--certificate", type=Path, help="for TLS; its key beside it, NAME.key")

    def handle(
        self,
        *,
        name: list[str],
        listen: str,
        web: list[str],
        live: list[str],
        static: Path,
        certificate: Path | None,
        **_options: Any,
    ) -> None:
        self.stdout.write(
            proxy.site(
                listen=listen,
                names=" ".join(name),
                webs=web,
                lives=live,
                static=static,
                certificate=certificate,
            )
        )
