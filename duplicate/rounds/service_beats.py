"""Signs of life of clocks and workers, so that somebody learns when they are gone: they serve no requests.

They are in the database: a clock works without Redis too.
"""

import socket
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Literal

from django.db import transaction

from duplicate.models.heartbeat import ServiceBeat, WriteCheck
from tournaments.time import clock

BEAT_SECONDS = 5.0
# A process without a beat for so long is gone.
SILENCE = timedelta(seconds=30)
# Rows of processes that never came back are deleted then; one that stops cleanly takes its row away.
KEPT = timedelta(minutes=10)

State = Literal["ok", "some gone", "gone"]


def clock_name() -> str:
    """Return the name of this machine's clock: one that is started again is the same."""
    return f"clock@{socket.gethostname()}"


@transaction.atomic
def check_storing() -> None:
    """Store a row, as a slip would be.

    Raises:
        DatabaseError: the database takes no writes, or the disk is full.
    """
    now = clock.now()
    if not WriteCheck.objects.filter(pk=1).update(stored_at=now):
        WriteCheck.objects.update_or_create(pk=1, defaults={"stored_at": now})


def write_beat(service: ServiceBeat.Service, name: str) -> None:
    """Store that a process is alive, and delete rows older than `KEPT`."""
    now = clock.now()
    ServiceBeat.objects.update_or_create(name=name, defaults={"service": service, "beat_at": now})
    ServiceBeat.objects.filter(beat_at__lt=now - KEPT).delete()


def remove_beat(name: str) -> None:
    """Delete the row of a process that stops cleanly: it is not missed."""
    ServiceBeat.objects.filter(name=name).delete()


def last_beats() -> list[tuple[str, str, datetime]]:
    """Return service, name and last beat of each process."""
    return list(ServiceBeat.objects.order_by("name").values_list("service", "name", "beat_at"))


def is_beating(service: ServiceBeat.Service, host: str) -> bool:
    """Return whether a process of this service on this machine has given a sign of life lately."""
    alive = clock.now() - SILENCE
    return ServiceBeat.objects.filter(service=service, name__endswith=f"@{host}", beat_at__gt=alive).exists()


def service_states(beats: Iterable[tuple[str, str, datetime]]) -> dict[str, State]:
    """Return for each service whether its processes beat; one that has none is gone."""
    alive = clock.now() - SILENCE
    by_service: dict[str, list[bool]] = {service.value: [] for service in ServiceBeat.Service}
    for service, _name, beat_at in beats:
        by_service[service].append(beat_at > alive)
    return {
        service: "gone" if not any(found) else "ok" if all(found) else "some gone"
        for service, found in by_service.items()
    }
