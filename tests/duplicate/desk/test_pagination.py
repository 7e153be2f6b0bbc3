"""Long lists of the desk come in parts, and somebody in them is found by table or name."""

import pytest
from django.urls import reverse

from duplicate.arbitration import bulk_top
from tournaments.models import Entry, Player

pytestmark = [pytest.mark.django_db, pytest.mark.one_game("game"), pytest.mark.database]
HALL = 230


@pytest.fixture
def hall(game, arbitrator):
    people = [f"Élodie Number{n}" for n in range(1, HALL)] + ["Zoé Łąk"]
    stored = Player.objects.bulk_create(Player(name=name, key=name.casefold()) for name in people)
    return Entry.objects.bulk_create(
        Entry(event=game.event, player=player, table=table) for table, player in enumerate(stored, start=1)
    )


@pytest.fixture
def played(game, hall, open_round, arbitrator):
    open_round("TRAINER")
    bulk_top.rest_have_top(game=game, by=arbitrator)


def tables_shown(desk, game, view, *args, **asked):
    answer = desk.get(reverse(view, args=[game.code, *args]), asked)
    assert answer.status_code == 200
    shown = answer.context["part"].page
    return [row.table if view == "players" else row.entry.table for row in shown]


@pytest.mark.repeats
@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ({}, list(range(1, 101))),
        ({"page": "3"}, list(range(201, 231))),
        ({"page": "99"}, list(range(201, 231))),
        ({"page": "x"}, list(range(1, 101))),
        ({"q": "117"}, [117]),
        ({"q": "number22"}, [22, *range(220, 230)]),
        ({"q": "ÉLODIE number7 "}, [7, *range(70, 80)]),
        ({"q": "łąk"}, [230]),
        ({"q": "nobody"}, []),
    ],
)
def test_a_part_of_the_players(desk, game, hall, asked, expected):
    assert tables_shown(desk, game, "players", **asked) == expected


@pytest.mark.slow
def test_a_part_of_the_slips_of_a_round(desk, game, played):
    assert tables_shown(desk, game, "round", 1, page=2) == list(range(101, 201))
    assert tables_shown(desk, game, "round", 1, q="zoé") == [230]


def test_short_lists_have_no_search(desk, game, players):
    assert 'name="q"' not in desk.get(reverse("players", args=[game.code])).content.decode()


@pytest.mark.slow
def test_after_an_act_the_same_part_is_shown(desk, game, hall):
    page = desk.get(reverse("players", args=[game.code]), {"q": "number", "page": 2}).content.decode()
    act = reverse("remove-player", args=[game.code, hall[149].pk])
    assert f'formaction="{act}?q=number&amp;page=2"' in page
    answer = desk.post(f"{act}?q=number&page=2")
    assert answer.url == reverse("players", args=[game.code]) + "?q=number&page=2"


def test_hidden_names_are_not_found(desk, game, hall, client, django_user_model):
    game.names_hidden = True
    game.save()
    bob = django_user_model.objects.create_user("bob")
    game.event.posts.create(user=bob, role="arbitrator")
    client.force_login(bob)
    assert tables_shown(client, game, "players", q="zoé") == []
    assert tables_shown(client, game, "players", q="230") == [230]


def standings_shown(desk, game, **asked):
    page = desk.get(reverse("panel", args=[game.code]), asked).content.decode()
    _before, _id, region = page.partition('<div id="standings"')
    lines, _end, _after = region.partition("<tbody>")[2].partition("</tbody>")
    return lines.count("<tr>")


@pytest.mark.slow
def test_a_part_of_the_standings(desk, game, played, close_round, announce_top):
    close_round()
    announce_top(1)
    game.refresh_from_db()
    assert standings_shown(desk, game) == 100
    assert standings_shown(desk, game, standings=3) == 30
    assert standings_shown(desk, game, standings="x") == 100
    assert standings_shown(desk, game, version=game.version) == 0
    assert standings_shown(desk, game, version=game.version, standings=3, turn=1) == 30


def test_what_cannot_be_seen_is_not_looked_for(desk, game, hall):
    """PostgreSQL refuses the sign that ends texts in C."""
    assert desk.get(reverse("players", args=[game.code]), {"q": "Pl\0ayer 7"}).status_code == 200
