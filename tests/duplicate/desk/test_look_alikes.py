"""Names that look like others: nobody is refused, and the desk is told on every page where it has the players."""

import time

import pytest
from django.urls import reverse

from duplicate.games import event_changes
from duplicate.games.players import services as player_services
from tournaments.models import Entry, Event, Player
from tournaments.names import folding
from tournaments.people import look_alikes
from tournaments.people import services as people_services
from tournaments.people.services import Person

pytestmark = [pytest.mark.django_db, pytest.mark.database]

# The first letter is a Cyrillic А.
FALSE_ANN = "\u0410nn"
LOOKS_LIKE_ANN = "looks like Ann (table 1)"


@pytest.fixture
def anns(game):
    """Return Ann, Bob, and a player who joins under a name like Ann's."""
    return [player_services.join_game(game=game, name=name).entry for name in ("Ann", "Bob", FALSE_ANN)]


def shown(desk, route, *args):
    page = desk.get(reverse(route, args=args)).content.decode()
    return " ".join(page.replace("\n", " ").split())


def test_whoever_joins_under_such_a_name_gets_in_and_the_desk_is_told(client, arbitrator, game, anns):
    answer = client.post(
        reverse("api-entries", args=[game.code]), {"name": "\u0412ob"}, content_type="application/json"
    )
    assert answer.status_code == 201
    client.force_login(arbitrator)
    assert "\u0412ob (table 4) looks like Bob (table 2)" in shown(client, "dashboard", game.code)
    assert "\u0412ob (table 4) looks like Bob (table 2)" in shown(client, "panel", game.code)
    game.refresh_from_db()
    known = client.get(reverse("panel", args=[game.code]), {"version": game.version}).content.decode()
    assert "looks like" not in known
    assert 'id="looks"' not in known
    page = shown(client, "players", game.code)
    assert f"{FALSE_ANN} (table 3) looks like Ann (table 1)" in page
    assert LOOKS_LIKE_ANN in page
    assert f"looks like {FALSE_ANN} (table 3)" in page


def test_the_page_of_the_player_has_what_can_be_done(desk, arbitrator, game, anns):
    page = shown(desk, "player", game.code, anns[2].pk)
    assert "looks like somebody else of this event" in page
    assert reverse("player", args=[game.code, anns[0].pk]) in page
    assert reverse("remove-player", args=[game.code, anns[2].pk]) in page
    assert reverse("person", args=[anns[2].player_id]) not in page
    arbitrator.is_superuser = True
    arbitrator.save()
    page = shown(desk, "player", game.code, anns[2].pk)
    assert reverse("person", args=[anns[2].player_id]) in page
    assert reverse("same-person", args=[anns[2].player_id]) in page


def test_what_the_desk_decides_ends_the_marks(desk, arbitrator, game, anns):
    player_services.remove_player(game=game, entry=anns[2], by=arbitrator)
    assert "looks like" not in shown(desk, "players", game.code)
    assert "looks like" not in shown(desk, "dashboard", game.code)


def test_a_new_name_ends_the_marks(desk, game, anns):
    person = Player.objects.get(pk=anns[2].player_id)
    people_services.save_player(Person("Zoe"), person)
    assert "looks like" not in shown(desk, "players", game.code)


def test_entering_at_the_desk_warns(desk, game, anns):
    answer = desk.post(
        reverse("players", args=[game.code]), {"names": "Cleo\nB\u043eb\nК\u0061ren"}, follow=True
    )
    told = [str(message) for message in answer.context["messages"]]
    assert told == [
        "3 players entered.",
        "К\u0061ren (table 6) is written with letters of two alphabets.",
        "B\u043eb (table 5) looks like Bob (table 2).",
    ]


def test_the_door_and_the_entries_show_them(desk, arbitrator, game, anns):
    key = people_services.save_player(Person("B\u043eb")).pk
    answer = desk.post(reverse("enter-people", args=[game.event_id]), {"player": [key]}, follow=True)
    assert "B\u043eb (table 4) looks like Bob (table 2)." not in shown(desk, "event-door", game.event_id)
    # Those of the list who may be entered are those of one's own events.
    assert "0 players entered." in answer.content.decode()
    arbitrator.is_superuser = True
    arbitrator.save()
    answer = desk.post(reverse("enter-people", args=[game.event_id]), {"player": [key]}, follow=True)
    assert "B\u043eb (table 4) looks like Bob (table 2)." in answer.content.decode()
    assert "looks like Bob (table 2)" in shown(desk, "event-door", game.event_id)
    assert "looks like Bob (table 2)" in shown(desk, "event-entries", game.event_id)
    assert LOOKS_LIKE_ANN in shown(desk, "event-entries", game.event_id)


def test_pairs_are_looked_at_by_each_name(game):
    player_services.join_game(game=game, name="Ann & Bob")
    player_services.join_game(game=game, name=f"Cleo & {FALSE_ANN}")
    marks = look_alikes.marks_of(game.event)
    assert [[(mark.person.name, mark.others[0].name) for mark in of] for of in marks.values()] == [
        [(FALSE_ANN, "Ann")],
        [("Ann", FALSE_ANN)],
    ]


def test_two_licences_tell_two_apart(game, arbitrator):
    keys = [
        people_services.save_player(Person("Ann Lee", licence="1")).pk,
        people_services.save_player(Person("Lee Ann", licence="2")).pk,
    ]
    event_changes.enter_people(event=game.event, players=keys, by=arbitrator)
    assert look_alikes.marks_of(game.event) == {}
    entry = player_services.join_game(game=game, name=f"{FALSE_ANN} Lee").entry
    marks = look_alikes.marks_of(game.event)
    assert {key: [other.name for mark in of for other in mark.others] for key, of in marks.items()} == {
        entry.pk: ["Ann Lee", "Lee Ann"],
        entry.pk - 1: [f"{FALSE_ANN} Lee"],
        entry.pk - 2: [f"{FALSE_ANN} Lee"],
    }


def test_honest_names_have_no_marks(desk, game):
    for name in ("Élise", "Анна", "Anna", "Νίκος", "Nikos", "Øyvind", "Ian", "Lan", "Ωmega", "Ann", "Anne"):
        player_services.join_game(game=game, name=name)
    assert look_alikes.marks_of(game.event) == {}
    assert "looks like" not in shown(desk, "players", game.code)


def test_hidden_names_have_no_marks(client, stranger, arbitrator, game, anns):
    game.names_hidden = True
    game.save(update_fields=["names_hidden"])
    game.event.posts.create(user=stranger, role="arbitrator")
    client.force_login(stranger)
    for route in ("players", "dashboard"):
        assert "looks like" not in shown(client, route, game.code)
    client.force_login(arbitrator)
    assert LOOKS_LIKE_ANN in shown(client, "players", game.code)


def test_joining_computes_nothing_of_it(game, anns):
    before = folding.looks.cache_info()
    player_services.join_game(game=game, name="Somebody quite new")
    assert folding.looks.cache_info() == before


def hall(event, names):
    players = Player.objects.bulk_create(Player.named(name) for name in names)
    Entry.objects.bulk_create(
        Entry(event=event, player=player, table=table) for table, player in enumerate(players, start=1)
    )


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["honest", "all alike"])
def test_it_is_cheap_in_the_largest_hall(kind, game, django_assert_num_queries):
    """Six times the people take no more than about six times as long, also where all of them look alike."""
    event = Event.objects.create(name="Large")
    hall(event, [f"Jean-Luc Dupont {'.' * number if kind != 'honest' else number}" for number in range(50)])
    few = best_time(event)
    keys = [folding.key(f"Jean-Luc Dupont {number}") for number in range(50, 1_500)]
    players = Player.objects.bulk_create(
        Player(
            name=f"Jean-Luc Dupont {number}" if kind == "honest" else "J\u0435an-Luc Dupont",
            key=key,
            alike=key,
        )
        for number, key in enumerate(keys, start=50)
    )
    Entry.objects.bulk_create(
        Entry(event=event, player=player, table=table) for table, player in enumerate(players, start=51)
    )
    with django_assert_num_queries(1):
        marks = look_alikes.marks_of(event)
    assert len(marks) == (0 if kind == "honest" else 1_500)
    assert all(len(mark.others) <= 3 for of in marks.values() for mark in of)
    assert best_time(event) < max(few, 0.001) * 90


def best_time(event):
    times = []
    for _number in range(5):
        begun = time.perf_counter()
        look_alikes.marks_of(event)
        times.append(time.perf_counter() - begun)
    print(f"{event.entries.count()} entries: {min(times) * 1000:.1f} ms")
    return min(times)
