"""Two people with one page open: neither undoes what the other did, and nothing that was typed is lost."""

import pytest
from django.urls import reverse

from tournaments.events.rooms import RoomPlan, set_rooms
from tournaments.models import Room

pytestmark = pytest.mark.django_db


def fields_of(event, **typed):
    """Return the fields that the page of the entries sends, with their present values."""
    fields = {}
    for entry in event.entries.select_related("team", "player"):
        now = {"table": str(entry.table), "team": entry.team.name if entry.team else "", "group": entry.group}
        fields |= {f"was-{name}-{entry.pk}": value for name, value in now.items()}
        fields |= {f"{name}-{entry.pk}": value for name, value in now.items()}
        if entry.player.name in typed:
            fields |= {f"{name}-{entry.pk}": value for name, value in typed[entry.player.name].items()}
    return fields


def teams(event):
    return {entry.player.name: entry.team and entry.team.name for entry in event.entries.all()}


@pytest.fixture
def address(game, players):
    return reverse("event-entries", args=[game.event_id])


def test_two_who_write_different_teams_both_keep_theirs(game, desk, address):
    stale = fields_of(game.event, Noah={"team": "Lyon"})
    assert desk.post(address, fields_of(game.event, Mona={"team": "Bern"})).status_code == 302
    assert desk.post(address, stale).status_code == 302
    assert teams(game.event) == {"Mona": "Bern", "Noah": "Lyon", "Olga": None}


def test_a_stale_page_does_not_undo_a_draw_of_tables(game, desk, address):
    stale = fields_of(game.event, Noah={"team": "Lyon"})
    mona, olga = (game.event.entries.get(player__name=name) for name in ("Mona", "Olga"))
    swapped = fields_of(game.event, Mona={"table": "3"}, Olga={"table": "1"})
    assert desk.post(address, swapped).status_code == 302
    assert desk.post(address, stale).status_code == 302
    assert (game.event.entries.get(pk=mona.pk).table, game.event.entries.get(pk=olga.pk).table) == (3, 1)
    assert teams(game.event)["Noah"] == "Lyon"


def test_what_both_changed_is_refused_with_the_name_and_stays_typed(game, desk, address):
    stale = fields_of(game.event, Mona={"team": "Lyon"})
    desk.post(address, fields_of(game.event, Mona={"team": "Bern"}))
    answer = desk.post(address, stale)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "Mona (1, Bern)" in page
    assert 'value="Lyon"' in page
    assert teams(game.event)["Mona"] == "Bern"
    again = fields_of(game.event, Mona={"team": "Lyon"})
    assert desk.post(address, again).status_code == 302
    assert teams(game.event)["Mona"] == "Lyon"


def test_going_to_another_page_of_the_list_keeps_what_was_typed(game, desk, address):
    typed = fields_of(game.event, Mona={"team": "Bern"})
    assert desk.post(address, typed | {"then": "2"}).url.endswith("?page=2")
    assert teams(game.event)["Mona"] == "Bern"
    assert desk.post(address, fields_of(game.event) | {"look-for": "noah"}).url.endswith("?q=noah")


def test_a_stale_page_of_rooms_leaves_those_made_since_and_changes_what_was_typed(game, desk, arbitrator):
    address = reverse("event-rooms", args=[game.event_id])
    (hall,) = set_rooms(event=game.event, plans=[RoomPlan("Hall", range(1, 3))], by=arbitrator)
    page = {
        f"room-{hall.pk}-{name}": value
        for name, value in {"name": "Hall", "first_table": 1, "last_table": 2, "was": "1 2 Hall"}.items()
    }
    now = [RoomPlan("Great hall", range(1, 3), hall.pk), RoomPlan("Cellar", range(5, 7))]
    set_rooms(event=game.event, plans=now, by=arbitrator)
    new = {"new-0-name": "Attic", "new-0-first_table": 8, "new-0-last_table": 9}
    assert desk.post(address, page | new).status_code == 302
    assert set(Room.objects.values_list("name", flat=True)) == {"Great hall", "Cellar", "Attic"}
    answer = desk.post(address, page | {f"room-{hall.pk}-name": "Small hall"})
    assert answer.status_code == 422
    assert "Great hall" in answer.content.decode()
    assert set(Room.objects.values_list("name", flat=True)) == {"Great hall", "Cellar", "Attic"}
