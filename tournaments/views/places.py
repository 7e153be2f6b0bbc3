"""Time zones for the scripts of pages."""

from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from tournaments.time import clock
from tournaments.time.time_zones import offset_text, place_of


def place_for_scripts(zone: ZoneInfo) -> dict[str, str]:
    """Return the zone as `moments.js` takes it: its IANA name, its city, and the words for a reader elsewhere."""
    city = place_of(zone) or offset_text(clock.now().astimezone(zone))
    return {"zone": zone.key, "city": city, "yours": _("{time} your time")}
