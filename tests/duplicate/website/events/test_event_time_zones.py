"""The time zone of an event: chosen in its settings, and in force on its pages, in its files and on paper."""

from datetime import UTC, datetime
from io import BytesIO
from uuid import uuid4

import pytest
import time_machine
from django.db import connection
from django.urls import reverse
from pypdf import PdfReader

from duplicate.games.players import services as player_services
from tournaments.events import services as event_services
from tournaments.models import Event

pytestmark = pytest.mark.django_db

GAME = {"name": "Morning", "lexicon": "english", "rule_set": "fisf", "notation": "duplicate"}


def address(name, game, *args):
    return reverse(name, args=[game.event_id, *args])


def text(answer):
    return answer.content.decode()


@pytest.mark.repeats
@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ({"time_zone": "America/Toronto"}, "America/Toronto"),
        ({}, "Europe/Paris"),
        ({"time_zone": "Europe/Atlantis"}, "Europe/Paris"),
    ],
)
def test_an_event_has_a_zone_of_its_own(desk, game, settings, sent, kept):
    Event.objects.update(time_zone="Europe/Paris")
    answer = desk.post(address("event-settings", game), {"name": "Cup", "date": "2026-05-01"} | sent)
    assert answer.status_code == (422 if kept != sent.get("time_zone", kept) else 302)
    assert Event.objects.get().time_zone == kept
    assert f'<option value="{kept}" selected>' in text(desk.get(address("event-settings", game)))


@pytest.mark.repeats
@pytest.mark.parametrize(
    ("zone", "clock", "told"),
    [
        ("Europe/Paris", "02:30", "Paris, UTC+2"),
        ("America/Toronto", "20:30", "Toronto, UTC−4"),
        ("", "03:30", "Riga, UTC+3"),
    ],
)
def test_times_are_those_of_the_event(desk, game, settings, zone, clock, told):
    """On its pages, in files and on paper, whatever the installation's zone; an older row has no own zone."""
    settings.TIME_ZONE = "Europe/Riga"
    Event.objects.update(time_zone=zone)
    with time_machine.travel(datetime(2026, 10, 25, 0, 30, tzinfo=UTC), tick=False):
        event_services.write_act(game.event, "event_changed", by=None, name="Cup")
        player_services.add_player(game=game, name="Ann", by=game.event.arbitrators.get())
        pdf = desk.get(address("export-event-standings", game, "pdf"))
    page = text(desk.get(address("event", game)))
    assert f"{clock}</time>" in page
    assert f'data-zone="{told}"' in page
    log = desk.get(reverse("log-file", args=[game.code, "csv"])).content.decode()
    assert f" {clock}:00" in log
    paper = "".join(each.extract_text() for each in PdfReader(BytesIO(pdf.content)).pages)
    assert f"{clock} ({told})" in paper


def test_a_new_event_has_the_installations_zone_for_good(desk, built_in, settings):
    settings.TIME_ZONE = "Africa/Dakar"
    desk.post(reverse("new-event"), {"event-name": "Festival", "event-date": "2026-05-01"} | GAME)
    settings.TIME_ZONE = "Europe/Paris"
    assert Event.objects.get().time_zone == "Africa/Dakar"


def test_a_program_that_knows_no_zones_can_make_events(game, settings):
    """Its rows have no zone of their own, and follow the installation's."""
    fields = [each for each in Event._meta.concrete_fields if each.name not in {"id", "uid", "time_zone"}]
    columns = ", ".join(connection.ops.quote_name(each.column) for each in fields)
    uid = Event._meta.get_field("uid").get_db_prep_value(uuid4(), connection)
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO tournaments_event (uid, {columns}) SELECT %s, {columns} FROM tournaments_event",
            [uid],
        )
    settings.TIME_ZONE = "Asia/Tokyo"
    made = Event.objects.exclude(pk=game.event_id).get()
    assert (made.time_zone, made.zone.key) == ("", "Asia/Tokyo")
