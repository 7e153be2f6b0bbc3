"""Trainees: there are no accounts for them, a device has a token. Use cases, each one transaction."""

import re
from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction

from duplicate.models.training import Trainee
from tournaments.time import clock
from tournaments.tokens import create_token, hash_token

# The cookie has the same lifetime.
KEPT = timedelta(days=730)
_BEGINS_WITHIN = timedelta(days=1)
_TOKEN = re.compile(r"[\w-]{32}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Device:
    """A trainee with the token of the device, which only its cookie keeps."""

    trainee: Trainee
    token: str


def trainee_for_token(token: str) -> Trainee | None:
    """Return the trainee with this token; None for an unknown one."""
    return Trainee.objects.filter(token_hash=hash_token(token)).first() if token else None


def make_token(given: str = "") -> str:
    """Return the token of a device that is not registered yet: the one that a page gave it, or a new one."""
    return given if _TOKEN.fullmatch(given) else create_token()


@transaction.atomic
def know_device(token: str = "") -> Device:
    """Register a further device on which somebody trains. A page may have given it its token before: then the
    same request sent twice is one device.
    """
    token = make_token(token)
    trainee, _made = Trainee.objects.get_or_create(
        token_hash=hash_token(token), defaults={"created_at": clock.now()}
    )
    return Device(trainee, token)


@transaction.atomic
def erase_device(*, trainee: Trainee) -> None:
    """Delete all that was stored of the device; its token becomes invalid."""
    trainee.delete()


@transaction.atomic
def erase_unused() -> None:
    """Delete devices without a new training for so long that their cookies have expired, and refused ones."""
    since = clock.now() - KEPT
    Trainee.objects.filter(created_at__lt=since).exclude(trainings__started_at__gte=since).delete()
    Trainee.objects.filter(created_at__lt=clock.now() - _BEGINS_WITHIN, trainings=None).delete()
