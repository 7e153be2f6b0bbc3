"""The one place that says what time it is: tests set it here, everything that decides asks here."""

from datetime import UTC, datetime, timedelta

from django.utils import timezone

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def now() -> datetime:
    """The server's time, aware, in UTC."""
    return timezone.now()


def milliseconds(moment: datetime) -> int:
    """A moment as screens count it: milliseconds since 1970, UTC."""
    return (moment - EPOCH) // timedelta(milliseconds=1)


def moment(milliseconds: int) -> datetime:
    """The same back."""
    return EPOCH + timedelta(milliseconds=milliseconds)
