"""Form fields for a moment: a reading of the clock in a time zone, and which of two moments it means."""

from collections.abc import Sequence
from datetime import UTC, datetime, tzinfo
from functools import lru_cache
from typing import Any, Final, cast

from django import forms
from django.core.exceptions import ValidationError
from django.utils import formats
from django.utils.dateparse import parse_datetime
from django.utils.translation import get_language, gettext, pgettext
from django.utils.translation import gettext_lazy as _

from tournaments.names.folding import fold, sort_key
from tournaments.time.time_zones import (
    COMMON,
    installation_zone,
    jump_over,
    known_zones,
    moments_of,
    offered_zones,
    offset_text,
    place_of,
    reading_of,
    validate_time_zone,
    zone_called,
)

TYPED: Final = "%Y-%m-%dT%H:%M"


class ZoneSelect(forms.Select):
    """A list of zones, which also has the chosen one if it is called by a rare name."""

    def optgroups(self, name: str, value: list[str], attrs: Any = None) -> Any:
        offered = {each for _group, zones in zone_choices() for each, _label in zones}
        rare = [(each, each) for each in value if each in known_zones() - offered]
        self.choices = [*rare, *zone_choices()]
        return super().optgroups(name, value, attrs)


class TimeZoneField(forms.CharField):
    """A time zone, chosen by its city; empty for the installation's."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("label", _("Time zone"))
        options.setdefault("initial", installation_zone)
        super().__init__(required=False, validators=[validate_time_zone], widget=ZoneSelect, **options)


class ReadingField(forms.DateTimeField):
    """A reading of the clock: without a zone it is perhaps two moments, or none. One with an offset is kept."""

    def __init__(self, **options: Any) -> None:
        widget = forms.DateTimeInput({"type": "datetime-local"}, format=TYPED)
        super().__init__(widget=widget, **options)

    def to_python(self, value: Any) -> datetime | None:
        # The parent reads it in the active zone.
        if value in self.empty_values:
            return None
        try:
            reading = parse_datetime(str(value).strip())
        except ValueError:
            reading = None
        if reading is None:
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        return reading

    def prepare_value(self, value: Any) -> Any:
        return value


class WhichField(forms.ChoiceField):
    """The question which of two moments a reading means; `offer` makes it one that the form asks."""

    asked = False

    def __init__(self) -> None:
        choices = [("0", "0"), ("1", "1")]
        super().__init__(
            label=_("Which of the two"), required=False, choices=choices, widget=forms.RadioSelect
        )

    def offer(self, moments: Sequence[datetime]) -> None:
        first, second = moments
        self.asked = True
        self.choices = [
            ("0", gettext("{time} (first, {offset})").format(**_time_and_offset(first))),
            ("1", gettext("{time} (second, {offset})").format(**_time_and_offset(second))),
        ]


def clean_moment(form: forms.Form, name: str, zone: tzinfo) -> datetime | None:
    """Return the moment of a reading `name` and of the choice `name_which`, in UTC; None after adding an error."""
    reading = form.cleaned_data.get(name)
    moments: tuple[datetime, ...] = ()
    if reading is not None:
        try:
            moments = _moments_of_typed(reading, zone)
        except ValidationError as error:
            form.add_error(name, error)
    if reading is None or len(moments) < 2:
        return moments[0].astimezone(UTC) if moments else None
    which = cast("WhichField", form.fields[f"{name}_which"])
    which.offer(moments)
    if (chosen := form.cleaned_data.get(f"{name}_which")) in {"0", "1"}:
        return moments[int(chosen)].astimezone(UTC)
    form.add_error(f"{name}_which", _twice_error(reading))
    return None


def _moments_of_typed(reading: datetime, zone: tzinfo) -> tuple[datetime, ...]:
    """Return the moments of a reading; one with an offset is a moment already."""
    try:
        moments = (reading.astimezone(zone),) if reading.tzinfo else moments_of(reading, zone)
    except OverflowError:  # the first or the last day that can be written
        raise ValidationError(forms.DateTimeField.default_error_messages["invalid"]) from None
    if not moments:
        raise ValidationError(_gap_error(reading, zone))
    return moments


def initial_of(name: str, moment: datetime, zone: tzinfo) -> dict[str, Any]:
    """Return the initial values of both fields for a moment."""
    reading, which = reading_of(moment, zone)
    return {name: reading, f"{name}_which": str(which)}


def zone_choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the zones by city: the installation's and the common ones, then all. A letter leads to a city."""
    return _zone_choices(installation_zone(), get_language() or "en")


@lru_cache(maxsize=16)
def _zone_choices(installation: str, _language: str) -> list[tuple[str, list[tuple[str, str]]]]:
    first = dict.fromkeys([installation, *(name for name in COMMON if name in known_zones())])
    # An older name of a city has the same label: the name that is written like it comes last, and stays.
    named = sorted(offered_zones(), key=lambda name: fold(place_of(zone_called(name))) in fold(name))
    by_label = {_zone_label(name): name for name in named}
    return [
        (pgettext("time zones", "Common"), [(name, _zone_label(name)) for name in first]),
        (
            pgettext("time zones", "All"),
            [(by_label[label], label) for label in sorted(by_label, key=sort_key)],
        ),
    ]


def _zone_label(name: str) -> str:
    """Write a zone such as “Paris (Europe)”."""
    place = place_of(zone_called(name))
    return f"{place} ({name.rpartition('/')[0]})" if place else name


def _time_and_offset(moment: datetime) -> dict[str, str]:
    return {"time": _time_text(moment), "offset": offset_text(moment)}


def _time_text(reading: datetime) -> str:
    return formats.time_format(reading, "TIME_FORMAT")


def _twice_error(reading: datetime) -> str:
    text = gettext("The clocks go back on that night: {time} comes twice. Choose one of the two.")
    return text.format(time=_time_text(reading))


def _gap_error(reading: datetime, zone: tzinfo) -> str:
    before, after = map(_time_text, jump_over(reading, zone))
    text = gettext(
        "There is no {time} on that day in this time zone: the clocks go forward from {before} to {after}."
    )
    return text.format(time=_time_text(reading), before=before, after=after)
