"""`{% load moments %}`: moments as `<time>`, to which `moments.js` adds the reader's own time if it is another.

`moment` is for pages that are mostly read where the event is: the script names the zone for a reader elsewhere.
`zoned` names it always. The zone is the active one, which is the event's on its pages.
"""

from datetime import date, datetime, tzinfo

from django import template
from django.utils import formats, timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournaments.time.time_zones import moment_text, zone_text

register = template.Library()

SHORT = "SHORT_DATETIME_FORMAT"
_PLAIN = '<time class="moment" datetime="{}" data-zone="{}">{}</time>'
_ZONED = '<time class="moment" datetime="{}">{}</time>'


@register.filter
def moment(at: datetime | None, style: str = SHORT) -> SafeString | str:
    """Write a moment; its zone is shown to readers of another one."""
    if not at:
        return ""
    local = timezone.localtime(at)
    return format_html(_PLAIN, _iso(local), zone_text(local), formats.date_format(local, style))


@register.filter
def day_text(day: str) -> str:
    """Write a day such as 2026-11-26 as the language does; files of others may have another text, which stays."""
    try:
        return formats.date_format(date.fromisoformat(day), "SHORT_DATE_FORMAT")
    except ValueError:
        return day


@register.filter
def zoned(at: datetime | None, style: str = SHORT) -> SafeString | str:
    """Write a moment with its zone."""
    return _zoned(timezone.localtime(at), style) if at else ""


@register.inclusion_tag("tournaments/moment_of.html")
def moment_of(at: datetime, zone: tzinfo, style: str = SHORT) -> dict[str, object]:
    """Write a moment with its zone as it is here and, if clocks show another time there, as it is in `zone`."""
    here, there = timezone.localtime(at), at.astimezone(zone)
    is_same = here.utcoffset() == there.utcoffset()
    return {"here": _zoned(here, style), "there": "" if is_same else _zoned(there, style)}


def _zoned(local: datetime, style: str) -> SafeString:
    return format_html(_ZONED, _iso(local), moment_text(local, style))


def _iso(local: datetime) -> str:
    return local.isoformat(timespec="seconds")
