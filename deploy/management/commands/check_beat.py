"""`manage.py check_beat clock` or `worker`: the health check of a container that serves no requests."""

import socket
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from duplicate.models.heartbeat import ServiceBeat
from duplicate.rounds import service_beats


class Command(BaseCommand):
    help = "End with an error if the clock or the worker of this machine has not given a sign of life lately."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("service", choices=ServiceBeat.Service.values)

    def handle(self, *, service: str, **_options: Any) -> None:
        host = socket.gethostname()
        if not service_beats.is_beating(ServiceBeat.Service(service), host):
            raise CommandError(
                f"No {service} on {host} has beaten for {service_beats.SILENCE.seconds} seconds."
            )
