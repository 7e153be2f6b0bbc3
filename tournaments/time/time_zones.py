"""Time zones by their IANA names, and the moments that a reading of a clock can mean.

An empty name means the installation's zone: a row that an older program wrote has no name of its own.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta, tzinfo
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils import formats, timezone
from django.utils.translation import get_language, to_locale
from django.utils.translation import gettext_lazy as _

NAME_LENGTH: Final = 64
# Where the clubs of the supported languages play: these are offered first.
COMMON: Final = (
    "Europe/Paris",
    "Europe/Brussels",
    "Europe/Zurich",
    "Europe/Luxembourg",
    "Europe/London",
    "Europe/Madrid",
    "Europe/Bucharest",
    "America/Toronto",
    "America/New_York",
    "America/Chicago",
    "America/Denver",
    "America/Los_Angeles",
    "America/Guadeloupe",
    "America/Martinique",
    "America/Cayenne",
    "America/Mexico_City",
    "America/Bogota",
    "America/Argentina/Buenos_Aires",
    "Africa/Dakar",
    "Africa/Abidjan",
    "Africa/Tunis",
    "Africa/Libreville",
    "Africa/Kinshasa",
    "Africa/Lagos",
    "Africa/Nairobi",
    "Indian/Antananarivo",
    "Indian/Reunion",
    "Asia/Beirut",
    "Asia/Kolkata",
    "Asia/Singapore",
    "Australia/Sydney",
    "Pacific/Auckland",
    "Pacific/Noumea",
    "Pacific/Tahiti",
)
# Older names of the same zones, and names of offsets, whose signs are the wrong way round.
_OLD_REGIONS: Final = ("Brazil/", "Canada/", "Chile/", "Etc/", "Mexico/", "SystemV/", "US/")
# Files beside the zones; "localtime" is another zone on each machine.
_NO_ZONES: Final = frozenset({"Factory", "localtime"})


@cache
def known_zones() -> frozenset[str]:
    """Return the names of all time zones that this machine knows."""
    return frozenset(available_timezones()) - _NO_ZONES


@cache
def offered_zones() -> tuple[str, ...]:
    """Return the names that a form offers: those of places, and UTC."""
    places = (name for name in known_zones() if "/" in name and not name.startswith(_OLD_REGIONS))
    return tuple(sorted([*places, "UTC"]))


def validate_time_zone(name: str) -> None:
    """Check a name; raise ValidationError if this machine knows no time zone of that name."""
    if name not in known_zones():
        raise ValidationError(_("“%(name)s” is not a time zone."), code="time_zone", params={"name": name})


def installation_zone() -> str:
    """Return the name of the installation's zone."""
    return str(settings.TIME_ZONE)


def zone_called(name: str) -> ZoneInfo:
    """Return the zone of a name; the installation's if the name is empty."""
    return ZoneInfo(name or installation_zone())


@contextmanager
def in_zone(zone: tzinfo) -> Iterator[None]:
    """Show all times inside in this zone."""
    with timezone.override(zone):
        yield


def moments_of(reading: datetime, zone: tzinfo) -> tuple[datetime, ...]:
    """Return the moments at which a clock of the zone shows the reading, the earliest first.

    There are two in the hour that comes twice when clocks go back, and none in the hour that they leave out.
    """
    moments: list[datetime] = []
    for fold in (0, 1):
        moment = reading.replace(tzinfo=zone, fold=fold)
        instant = moment.astimezone(UTC)
        is_shown = instant.astimezone(zone).replace(tzinfo=None, fold=0) == reading.replace(fold=0)
        if is_shown and instant not in moments:
            moments.append(instant)
    return tuple(moment.astimezone(zone) for moment in moments)


def reading_of(moment: datetime, zone: tzinfo) -> tuple[datetime, int]:
    """Return what a clock of the zone shows at the moment, and the place of the moment in `moments_of`."""
    reading = moment.astimezone(zone).replace(tzinfo=None, fold=0)
    # In one zone Python compares readings, not moments.
    instants = [each.astimezone(UTC) for each in moments_of(reading, zone)]
    return reading, instants.index(moment.astimezone(UTC))


def jump_over(reading: datetime, zone: tzinfo) -> tuple[datetime, datetime]:
    """Return what the clocks show just before and just after the jump that leaves out the reading."""
    early = reading.replace(tzinfo=zone, fold=1).astimezone(UTC)
    late = reading.replace(tzinfo=zone, fold=0).astimezone(UTC)
    offset = early.astimezone(zone).utcoffset()
    while late - early > timedelta(seconds=1):
        middle = early + (late - early) / 2
        early, late = (middle, late) if middle.astimezone(zone).utcoffset() == offset else (early, middle)
    late = (late + timedelta(milliseconds=500)).replace(microsecond=0)
    after = late.astimezone(zone)
    return (late + (offset or timedelta())).replace(tzinfo=None), after.replace(tzinfo=None, fold=0)


def offset_text(moment: datetime) -> str:
    """Write the offset of an aware moment, such as UTC+2 or UTC−3:30."""
    minutes = round((moment.utcoffset() or timedelta()) / timedelta(minutes=1))
    hours, rest = divmod(abs(minutes), 60)
    if not minutes:
        return "UTC"
    return f"UTC{'+' if minutes > 0 else '−'}{hours}{f':{rest:02}' if rest else ''}"


def zone_of_moment(moment: datetime, name: str) -> tzinfo:
    """Return the zone of that name; that of the moment's offset if this machine does not know it."""
    return ZoneInfo(name) if name in known_zones() else moment.tzinfo or UTC


def place_of(zone: tzinfo | None) -> str:
    """Return the city of a zone in the language of the page; empty for a zone that names none."""
    name = str(getattr(zone, "key", ""))
    return _place(name, get_language() or "en") if "/" in name and not name.startswith("Etc/") else ""


def zone_text(moment: datetime) -> str:
    """Write the zone of an aware moment, such as “Paris, UTC+2”."""
    return ", ".join(filter(None, (place_of(moment.tzinfo), offset_text(moment))))


def moment_text(moment: datetime, style: str = "SHORT_DATETIME_FORMAT") -> str:
    """Write a moment in the zone that it is in, with the zone."""
    return f"{formats.date_format(moment, style)} ({zone_text(moment)})"


@cache
def _place(name: str, language: str) -> str:
    from babel import Locale  # noqa: PLC0415 - forms alone need the names
    from babel.dates import get_timezone_location  # noqa: PLC0415 - as above

    locale = Locale.parse(to_locale(language))
    return str(get_timezone_location(name, locale=locale, return_city=True)).rpartition("/")[2]
