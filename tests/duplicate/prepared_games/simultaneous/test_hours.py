"""The hour of a simultaneous game: typed in the organiser's zone, one moment for all clubs."""

import re
from datetime import UTC, datetime

import pytest
import time_machine
from django.core.files.uploadedfile import SimpleUploadedFile

from duplicate.models.simultaneous import Simultaneous
from duplicate.prepared_games.clubs import envelope
from tests.factories.simultaneous_clubs import prepare_short, sent_by

pytestmark = pytest.mark.django_db

SENT = {"name": "World game", "organiser": "The federation", "opens_at": "2026-03-03T19:30"}


def bring(client, data):
    return client.post("/desk/envelopes/new/", {"file": SimpleUploadedFile("w.isotop", data)})


@pytest.mark.parametrize(
    ("typed", "moment"),
    [
        ({"opens_at": "2026-10-25T02:30", "opens_at_which": "0"}, "2026-10-25T00:30+00:00"),
        ({"opens_at": "2026-10-25T02:30", "opens_at_which": "1"}, "2026-10-25T01:30+00:00"),
        ({"opens_at": "2026-10-25T03:30"}, "2026-10-25T02:30+00:00"),
        ({"opens_at": "2026-10-25T02:30", "time_zone": "America/Toronto"}, "2026-10-25T06:30+00:00"),
    ],
)
def test_the_hour_is_typed_in_the_organisers_zone_and_never_moved(
    organisers, organiser, settings, typed, moment
):
    prepared = prepare_short(organiser)
    settings.TIME_ZONE = "Europe/Paris"
    answer = organisers.post("/desk/simultaneous/new/", SENT | {"prepared": prepared.pk} | typed)
    assert answer.status_code == 302, answer.content.decode()
    settings.TIME_ZONE = "Asia/Tokyo"
    sent = Simultaneous.objects.get()
    header = envelope.read_header(bytes(sent.envelope))
    assert sent.opens_at == header.opens_at == datetime.fromisoformat(moment)
    assert sent.time_zone == header.time_zone == typed.get("time_zone", "Europe/Paris")
    shown = organisers.get(answer.url).content.decode()
    assert typed["opens_at"][-5:] in shown, "the organiser reads what was typed"
    assert header.opens_at.astimezone(sent.zone).isoformat() in shown


def test_an_hour_that_comes_twice_is_asked_about(organisers, organiser, settings):
    settings.TIME_ZONE = "Europe/Paris"
    typed = SENT | {"prepared": prepare_short(organiser).pk, "opens_at": "2026-10-25T02:30"}
    answer = organisers.post("/desk/simultaneous/new/", typed)
    assert answer.status_code == 422
    shown = answer.content.decode()
    assert "02:30 comes twice" in shown
    assert "02:30 (first, UTC+2)" in shown
    assert "02:30 (second, UTC+1)" in shown
    missing = organisers.post("/desk/simultaneous/new/", typed | {"opens_at": "2026-03-29T02:30"})
    assert missing.status_code == 422
    assert "the clocks go forward from 02:00 to 03:00" in missing.content.decode()
    assert "(first," not in missing.content.decode()
    assert not Simultaneous.objects.exists()


@pytest.mark.parametrize(
    ("zone", "here", "there"),
    [
        (
            "America/Toronto",
            "24 October 2026, 20:30 (Toronto, UTC−4)",
            "25 October 2026, 02:30 (Paris, UTC+2)",
        ),
        ("Europe/Brussels", "25 October 2026, 02:30 (Brussels, UTC+2)", None),
        ("Europe/Paris", "25 October 2026, 02:30 (Paris, UTC+2)", None),
    ],
)
def test_a_club_reads_the_hour_in_its_own_zone_and_the_organisers(
    client, organiser, settings, zone, here, there
):
    sent, code = sent_by(
        organiser, opens_at=datetime(2026, 10, 25, 0, 30, tzinfo=UTC), time_zone="Europe/Paris"
    )
    settings.TIME_ZONE = zone
    client.force_login(organiser)
    page = bring(client, bytes(sent.envelope)).url
    with time_machine.travel(datetime(2026, 10, 1, tzinfo=UTC), tick=False):
        shown = client.get(page).content.decode()
        early = client.post(page, {"code": code}).content.decode()
    times = re.findall(r"<time[^>]*>([^<]*)</time>", shown)
    assert times == [here, there] if there else times == [here]
    assert f"before {here.replace('October', 'Oct')}" in early
    listed = client.get("/desk/simultaneous/").content.decode()
    assert here.replace("October", "Oct") in listed
