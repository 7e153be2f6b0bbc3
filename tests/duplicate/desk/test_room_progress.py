"""The pages of a game that is played in several rooms."""

from io import BytesIO

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from pypdf import PdfReader

from duplicate.desk.room_progress import rooms_of_game
from duplicate.models import AuditLogEntry, Game
from tournaments.events.rooms import RoomPlan, set_rooms
from tournaments.models import Room

pytestmark = [pytest.mark.django_db, pytest.mark.one_game("game")]


def text(answer):
    return answer.content.decode()


def written(*rooms):
    """Return the form fields of new rooms."""
    fields = {}
    for number, (name, first, last) in enumerate(rooms):
        fields |= {
            f"new-{number}-name": name,
            f"new-{number}-first_table": first,
            f"new-{number}-last_table": last,
        }
    return fields


@pytest.fixture
def rooms(desk, game):
    """Make two rooms: Lyon with the first table, Bern with the other two."""
    answer = desk.post(reverse("event-rooms", args=[game.event_id]), written(("Lyon", 1, 1), ("Bern", 2, 3)))
    assert answer.status_code == 302
    return dict(Room.objects.values_list("name", "pk"))


def test_rooms_are_written_and_changed_on_a_page(desk, game, rooms):
    where = reverse("event-rooms", args=[game.event_id])
    fields = {
        f"room-{rooms['Lyon']}-name": "Paris",
        f"room-{rooms['Lyon']}-first_table": 1,
        f"room-{rooms['Lyon']}-last_table": 2,
    }
    # Bern is emptied, as browsers send it.
    fields |= {f"room-{rooms['Bern']}-{name}": "" for name in ("name", "first_table", "last_table")}
    assert desk.post(where, fields).status_code == 302
    assert list(Room.objects.values_list("pk", "name", "last_table")) == [(rooms["Lyon"], "Paris", 2)]
    page = text(desk.get(reverse("event", args=[game.event_id])))
    assert "Paris" in page
    assert "Rooms: Paris 1–2" in page


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        (written(("Nice", 3, 9)), "Table 3 would be in two rooms"),
        (written(("Nice", "", 9)), "Enter a name and both tables"),
        (written(("Nice", "x", 9)), "errorlist"),
        (written(("", 4, 9)), "Enter a name and both tables"),
    ],
)
def test_what_is_wrong_is_said_and_shown_again(desk, game, rooms, fields, said):
    there = {}
    for room in Room.objects.all():
        there |= {
            f"room-{room.pk}-name": room.name,
            f"room-{room.pk}-first_table": room.first_table,
            f"room-{room.pk}-last_table": room.last_table,
        }
    answer = desk.post(reverse("event-rooms", args=[game.event_id]), there | fields)
    assert answer.status_code == 422
    assert said in text(answer)
    assert 'value="9"' in text(answer)
    assert set(Room.objects.values_list("name", flat=True)) == {"Lyon", "Bern"}


def test_somebody_is_posted_to_a_room_at_the_desk(desk, game, rooms, stranger):
    where = reverse("let-in-arbitrator", args=[game.code])
    fields = {"user_name": "bob", "role": "arbitrator", "room": rooms["Bern"]}
    assert desk.post(where, fields).status_code == 302
    post = game.event.posts.get(user=stranger)
    assert post.tables == range(2, 4)
    assert AuditLogEntry.objects.filter(act="arbitrator_room", params__room="Bern").exists()
    page = text(desk.get(reverse("arbitrators", args=[game.code])))
    assert "Bern · Tables 2–3" in page
    change = reverse("arbitrator", args=[game.code, post.pk])
    assert f'<option value="{rooms["Bern"]}" selected>' in text(desk.get(change))
    both = {"role": "arbitrator", "room": rooms["Bern"], "first_table": 1, "last_table": 2}
    assert "not both" in text(desk.post(change, both))
    assert desk.post(change, {"role": "arbitrator"}).status_code == 302
    post.refresh_from_db()
    assert (post.room, post.tables) == (None, None)


def test_without_rooms_none_is_asked_for(desk, game):
    assert 'name="room"' not in text(desk.get(reverse("arbitrators", args=[game.code])))
    assert User.objects.count() == 1


def test_the_one_standing_is_looked_at_by_room(desk, game, players, rooms):
    """Among all, and ranked anew in the room: on the page, in the file and on paper."""
    for entry, room in zip(game.event.entries.order_by("table"), ("Lyon", "Bern", "Bern"), strict=True):
        for name, there in (("Lyon", room == "Lyon"), ("Bern", room == "Bern")):
            page = desk.get(reverse("event-standings", args=[game.event_id]), {"room": name})
            assert (entry.player.name in text(page)) == there
    where = reverse("export-event-standings", args=[game.event_id, "csv"])
    file = desk.get(where, {"room": "Bern"}).content.decode("utf-8-sig")
    assert "Mona" not in file
    assert "Olga" in file
    paper = desk.get(reverse("export-event-standings", args=[game.event_id, "pdf"]), {"room": "Bern"})
    told = PdfReader(BytesIO(paper.content)).pages[0].extract_text()
    assert "Bern" in told
    assert "Mona" not in told


def test_the_screen_of_a_room_has_the_best_of_the_room(client, desk, game, players, rooms, open_round):
    page = text(client.get(reverse("screen", args=[game.code]), {"room": rooms["Bern"]}))
    assert "Bern, tables 2 to 3" in page
    best = reverse("room-leaders", args=[game.code, rooms["Bern"]])
    assert best in page
    assert [row["name"] for row in client.get(best).json()["leaders"]] == ["Noah", "Olga"]
    Game.objects.update(names_hidden=True)
    assert [(row["name"], row["table"]) for row in client.get(best).json()["leaders"]] == [("", 2), ("", 3)]
    for wrong in ("x", "0", "99999999999999999999", ""):
        page = text(client.get(reverse("screen", args=[game.code]), {"room": wrong}))
        assert "room-leaders" not in page
    assert client.get(reverse("room-leaders", args=[game.code, 0])).status_code == 404


@pytest.mark.parametrize("count", [1, 3])
def test_the_same_queries_however_many_rooms(
    game, players, arbitrator, open_round, django_assert_num_queries, count
):
    open_round("TRAINER")
    plans = [RoomPlan(f"Room {n}", range(10 * n + 1, 10 * n + 10)) for n in range(count)]
    set_rooms(event=game.event, plans=plans, by=arbitrator)
    game = Game.objects.select_related("event").get(pk=game.pk)
    with django_assert_num_queries(11):
        assert len(rooms_of_game(game, arbitrator).lines) == count
