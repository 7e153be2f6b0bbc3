"""The server's clock. Every decision about time asks here, and tests set the time here."""

from datetime import UTC, datetime, timedelta

from django.utils import timezone

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def now() -> datetime:
    """Return the server's time, aware, in UTC."""
    return timezone.now()


def milliseconds(moment: datetime) -> int:
    """Return a moment as screens count it: milliseconds since 1970, UTC."""
    return (moment - EPOCH) // timedelta(milliseconds=1)


def moment(milliseconds: int) -> datetime:
    """Return the moment of so many milliseconds since 1970, UTC."""
    return EPOCH + timedelta(milliseconds=milliseconds)
