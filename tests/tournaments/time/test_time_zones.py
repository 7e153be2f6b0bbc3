"""Readings of a clock in a time zone: hours that come twice, hours that are left out, and how zones are written."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django import forms
from django.core.exceptions import ValidationError
from django.utils import translation
from hypothesis import example, given
from hypothesis import strategies as st

from tournaments.time import time_zones
from tournaments.time.time_fields import (
    ReadingField,
    TimeZoneField,
    WhichField,
    clean_moment,
    initial_of,
    zone_choices,
)
from tournaments.time.time_zones import moments_of, offset_text, zone_text

ZONES = (
    "Europe/Paris",
    "Europe/London",
    "America/Toronto",
    "America/St_Johns",
    "Australia/Lord_Howe",
    "Asia/Kolkata",
)


class HourForm(forms.Form):
    at = ReadingField()
    at_which = WhichField()
    time_zone = TimeZoneField()

    def clean(self):
        data = super().clean()
        if "time_zone" in data:
            data["moment"] = clean_moment(self, "at", time_zones.zone_called(data["time_zone"]))
        return data


def filled(at, zone, **more):
    form = HourForm({"at": at, "time_zone": zone, **more})
    form.is_valid()
    return form


@pytest.mark.parametrize(
    ("zone", "reading", "moments"),
    [
        ("Europe/Paris", "2026-10-25T01:59", ["2026-10-24T23:59"]),
        ("Europe/Paris", "2026-10-25T02:00", ["2026-10-25T00:00", "2026-10-25T01:00"]),
        ("Europe/Paris", "2026-10-25T02:59", ["2026-10-25T00:59", "2026-10-25T01:59"]),
        ("Europe/Paris", "2026-10-25T03:00", ["2026-10-25T02:00"]),
        ("Europe/Paris", "2026-03-29T01:59", ["2026-03-29T00:59"]),
        ("Europe/Paris", "2026-03-29T02:00", []),
        ("Europe/Paris", "2026-03-29T02:59", []),
        ("Europe/Paris", "2026-03-29T03:00", ["2026-03-29T01:00"]),
        ("Europe/London", "2026-10-25T01:30", ["2026-10-25T00:30", "2026-10-25T01:30"]),
        ("Europe/London", "2026-03-29T01:30", []),
        ("America/Toronto", "2026-11-01T01:30", ["2026-11-01T05:30", "2026-11-01T06:30"]),
        ("America/Toronto", "2026-10-25T02:30", ["2026-10-25T06:30"]),
        ("Australia/Lord_Howe", "2026-04-05T01:45", ["2026-04-04T14:45", "2026-04-04T15:15"]),
        ("Asia/Kolkata", "2026-10-25T02:30", ["2026-10-24T21:00"]),
    ],
)
def test_a_reading_means_one_moment_or_two_or_none(zone, reading, moments):
    found = moments_of(datetime.fromisoformat(reading), ZoneInfo(zone))
    assert [f"{each.astimezone(UTC):%Y-%m-%dT%H:%M}" for each in found] == moments
    assert all(f"{each:%Y-%m-%dT%H:%M}" == reading for each in found)


def test_an_hour_that_comes_twice_is_asked_about():
    form = filled("2026-10-25T02:30", "Europe/Paris")
    assert form.errors == {
        "at_which": ["The clocks go back on that night: 02:30 comes twice. Choose one of the two."]
    }
    assert form.fields["at_which"].choices == [("0", "02:30 (first, UTC+2)"), ("1", "02:30 (second, UTC+1)")]
    first, second = (filled("2026-10-25T02:30", "Europe/Paris", at_which=which) for which in "01")
    assert first.cleaned_data["moment"] == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
    assert second.cleaned_data["moment"] == datetime(2026, 10, 25, 1, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("zone", "at", "why"),
    [
        (
            "Europe/Paris",
            "2026-03-29T02:30",
            "There is no 02:30 on that day in this time zone: the clocks go forward from 02:00 to 03:00.",
        ),
        (
            "Australia/Lord_Howe",
            "2026-10-04T02:15",
            "There is no 02:15 on that day in this time zone: the clocks go forward from 02:00 to 02:30.",
        ),
        ("Europe/Paris", "soon", "Enter a valid date/time."),
        ("Europe/Paris", "2026-02-30T12:00", "Enter a valid date/time."),
        ("Europe/Paris", "0001-01-01T00:00", "Enter a valid date/time."),
        ("America/Toronto", "9999-12-31T23:59", "Enter a valid date/time."),
    ],
)
def test_an_impossible_hour_is_refused_with_the_reason(zone, at, why):
    assert filled(at, zone).errors == {"at": [why]}


def test_a_choice_does_not_move_an_hour_that_comes_once():
    form = filled("2026-10-25T12:00", "Europe/Paris", at_which="1")
    assert form.cleaned_data["moment"] == datetime(2026, 10, 25, 11, tzinfo=UTC)
    assert not form.fields["at_which"].asked


def test_a_time_with_its_offset_is_a_moment_in_any_zone():
    form = filled("2026-10-25T02:30:00+01:00", "America/Toronto")
    assert form.cleaned_data["moment"] == datetime(2026, 10, 25, 1, 30, tzinfo=UTC)


@given(
    st.integers(0, 70_000_000).map(
        lambda minutes: datetime(1970, 1, 1, tzinfo=UTC) + timedelta(minutes=minutes)
    ),
    st.sampled_from(ZONES),
)
@example(datetime(2026, 10, 25, 0, 30, tzinfo=UTC), "Europe/Paris")
@example(datetime(2026, 10, 25, 1, 30, tzinfo=UTC), "Europe/Paris")
def test_a_moment_comes_back_from_its_form(moment, zone):
    minute = moment.replace(second=0, microsecond=0)
    form = HourForm(initial=initial_of("at", minute, ZoneInfo(zone)) | {"time_zone": zone})
    data = {
        name: form.fields[name].widget.format_value(form.get_initial_for_field(form.fields[name], name))
        for name in ("at", "at_which")
    }
    again = filled(data["at"], zone, at_which=next(iter(data["at_which"])))
    assert again.cleaned_data["moment"] == minute


def test_two_zones_read_one_moment():
    at = datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
    assert {zone_text(at.astimezone(ZoneInfo(zone))) for zone in ZONES} == {
        "Paris, UTC+2",
        "London, UTC+1",
        "Toronto, UTC−4",
        "St. John’s, UTC−2:30",
        "Lord Howe Island, UTC+11",
        "Kolkata, UTC+5:30",
    }


@pytest.mark.parametrize(
    ("zone", "language", "shown"),
    [
        ("Europe/London", "fr", "Londres, UTC"),
        ("America/Argentina/Buenos_Aires", "es", "Buenos Aires, UTC−3"),
        ("UTC", "en", "UTC"),
        ("Etc/GMT+5", "en", "UTC−5"),
        ("EST", "en", "UTC−5"),
    ],
)
def test_zones_are_written_in_the_language_of_the_page(zone, language, shown):
    with translation.override(language):
        assert zone_text(datetime(2026, 1, 1, tzinfo=ZoneInfo(zone))) == shown


def test_an_offset_without_a_zone_is_written_too():
    assert offset_text(datetime.fromisoformat("2026-01-01T00:00+05:45")) == "UTC+5:45"


@pytest.mark.parametrize(
    "name", ["Europe/Atlantis", "localtime", "Factory", "../etc/passwd", "europe/paris", "x" * 65]
)
def test_other_names_are_refused(name):
    with pytest.raises(ValidationError):
        time_zones.validate_time_zone(name)
    assert "time_zone" in filled("2026-01-01T00:00", name).errors


def test_the_choice_begins_with_the_installations_zone(settings):
    settings.TIME_ZONE = "Africa/Dakar"
    (_common, first), (_all, others) = zone_choices()
    assert first[:2] == [("Africa/Dakar", "Dakar (Africa)"), ("Europe/Paris", "Paris (Europe)")]
    labels = [label for _name, label in others]
    assert len(labels) == len(set(labels)) > 400
    assert ("Europe/Kyiv", "Kyiv (Europe)") in others or ("Europe/Kiev", "Kyiv (Europe)") in others
    assert filled("2026-10-25T02:30", "").cleaned_data["moment"] == datetime(2026, 10, 25, 2, 30, tzinfo=UTC)


def test_a_rare_name_stays_chosen():
    assert '<option value="US/Eastern" selected>' in str(
        HourForm(initial={"time_zone": "US/Eastern"})["time_zone"]
    )
    assert "Atlantis" not in str(HourForm({"time_zone": "Europe/Atlantis"})["time_zone"])


def test_clocks_go_on_by_minutes_between_the_two():
    """Each minute of an October night is named once by a reading and a choice."""
    start, paris = datetime(2026, 10, 24, 22, tzinfo=UTC), ZoneInfo("Europe/Paris")
    named = {time_zones.reading_of(start + timedelta(minutes=minute), paris) for minute in range(600)}
    assert len(named) == 600
