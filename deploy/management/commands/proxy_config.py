"""`manage.py proxy_config`: print nginx's configuration for an installation."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from deploy.processes import proxy

# Those of `isotop.target`.
WEB_PORTS, LIVE_PORTS, DESK_PORTS = (8001, 8002), (8011, 8012), (8021,)


class Command(BaseCommand):
    help = "Print what belongs into nginx's sites-enabled."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--name", nargs="+", default=["_"], help="host names of this installation")
        parser.add_argument("--listen", default="443", help="port, or address:port")
        parser.add_argument(
            "--machine",
            nargs="+",
            default=["127.0.0.1"],
            metavar="ADDRESS",
            help="each machine on which the target of systemd runs: all servers of its units",
        )
        parser.add_argument("--web", nargs="+", help="host:port of each web server, instead of those")
        parser.add_argument("--live", nargs="+", help="the same of live servers")
        parser.add_argument("--desk", nargs="*", help="the same of desk servers")
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
        machine: list[str],
        web: list[str] | None,
        live: list[str] | None,
        desk: list[str] | None,
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
            site = proxy.render_site(
                listen=listen,
                names=" ".join(name),
                webs=web or _list_servers(machine, WEB_PORTS),
                lives=live or _list_servers(machine, LIVE_PORTS),
                desks=_list_servers(machine, DESK_PORTS) if desk is None else desk,
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


def _list_servers(machines: list[str], ports: tuple[int, ...]) -> list[str]:
    return [f"{machine}:{port}" for machine in machines for port in ports]
