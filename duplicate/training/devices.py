"""Trainees: there are no accounts for them, a device has a token. Use cases, each one transaction."""

import secrets
from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction

from duplicate.models.training import Trainee
from tournaments.core import clock
from tournaments.events.tokens import hash_token

# The cookie has the same lifetime.
KEPT = timedelta(days=730)


@dataclass(frozen=True, slots=True)
class Device:
    """A trainee with the token of the device, which is shown this once."""

    trainee: Trainee
    token: str


def trainee_for_token(token: str) -> Trainee | None:
    """Return the trainee with this token; None for an unknown one."""
    return Trainee.objects.filter(token_hash=hash_token(token)).first() if token else None


@transaction.atomic
def know_device() -> Device:
    """Register a further device on which somebody trains."""
    token = secrets.token_urlsafe(24)
    return Device(Trainee.objects.create(token_hash=hash_token(token), created_at=clock.now()), token)


@transaction.atomic
def erase_device(*, trainee: Trainee) -> None:
    """Delete all that was stored of the device; its token becomes invalid."""
    trainee.delete()


@transaction.atomic
def erase_unused() -> None:
    """Delete devices without a new training for so long that their cookies have expired."""
    since = clock.now() - KEPT
    Trainee.objects.filter(created_at__lt=since).exclude(trainings__started_at__gte=since).delete()
