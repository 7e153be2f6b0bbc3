"""The one place that says what time it is: tests set it here, everything that decides asks here."""

from datetime import datetime

from django.utils import timezone


def now() -> datetime:
    """The server's time, aware, in UTC."""
    return timezone.now()


def milliseconds(moment: datetime) -> int:
    """A moment as screens count it: milliseconds since 1970, UTC."""
    return int(moment.timestamp() * 1000)
