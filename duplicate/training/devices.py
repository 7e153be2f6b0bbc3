"""Who trains: nobody has an account for it, a device has a token. Use cases, each one transaction."""

import secrets
from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction

from duplicate.training_models import Trainee
from tournaments import clock
from tournaments.registration import hash_of

# A cookie lasts as long.
KEPT = timedelta(days=730)


@dataclass(frozen=True, slots=True)
class Device:
    """A trainee with the token of the device, which is told this once."""

    trainee: Trainee
    token: str


def trainee_for_token(token: str) -> Trainee | None:
    """Whose token it is; None for one of nobody."""
    return Trainee.objects.filter(token_hash=hash_of(token)).first() if token else None


@transaction.atomic
def know_device() -> Device:
    """Another device on which somebody trains."""
    token = secrets.token_urlsafe(24)
    return Device(Trainee.objects.create(token_hash=hash_of(token), created_at=clock.now()), token)


@transaction.atomic
def forget_device(*, trainee: Trainee) -> None:
    """All that was kept of the device is deleted; its token is worth nothing any more."""
    trainee.delete()


@transaction.atomic
def forget_unused() -> None:
    """Devices on which nobody has begun to train for so long that their cookies are gone."""
    since = clock.now() - KEPT
    Trainee.objects.filter(created_at__lt=since).exclude(trainings__started_at__gte=since).delete()
