"""`manage.py proxy_config`: print nginx's configuration for an installation."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from deploy.processes import proxy


class Command(BaseCommand):
    help = "Print what belongs into nginx's sites-enabled."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--name", nargs="+", default=["_"], help="host names of this installation")
        parser.add_argument("--listen", default="443", help="port, or address:port")
        parser.add_argument(
            "--web",
            nargs="+",
            default=["127.0.0.1:8001", "127.0.0.1:8002"],
            help="host:port of each web server; those of the units of systemd if left out",
        )
        parser.add_argument(
            "--live",
            nargs="+",
            default=["127.0.0.1:8011", "127.0.0.1:8012"],
            help="the same of live servers",
        )
        parser.add_argument(
            "--static", type=Path, default=settings.STATIC_ROOT.parent, help="the folder that holds static/"
        )
        parser.add_argument("--certificate", type=Path, help="for TLS")
        parser.add_argument("--key", type=Path, help="of the certificate; beside it as NAME.key if left out")
        parser.add_argument("--acme", type=Path, help="the folder of certbot's --webroot, served at port 80")
        parser.add_argument("--no-ipv6", action="store_true", help="for a machine without IPv6")
        parser.add_argument("--log", type=Path, default=proxy.LOG, help="the log of requests")
        parser.add_argument(
            "--resolver",
            default="",
            metavar="ADDRESS",
            help="name server that is asked again and again where the servers are (nginx 1.27.3)",
        )
        parser.add_argument(
            "--nginx", metavar="VERSION", help="for another nginx than the installed one, such as 1.28.0"
        )

    def handle(
        self,
        *,
        name: list[str],
        listen: str,
        web: list[str],
        live: list[str],
        static: Path,
        certificate: Path | None,
        key: Path | None,
        acme: Path | None,
        no_ipv6: bool,
        log: Path,
        resolver: str,
        nginx: str | None,
        **_options: Any,
    ) -> None:
        try:
            site = proxy.site(
                listen=listen,
                names=" ".join(name),
                webs=web,
                lives=live,
                static=static,
                certificate=certificate,
                key=key,
                acme=acme,
                ipv6=not no_ipv6,
                version=[int(part) for part in nginx.split(".")] if nginx else proxy.find_version(),
                log=log,
                resolver=resolver,
            )
        except ValueError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(site)
