"""The lists of games and events: whose they are, what their filters and search find, and empty ones."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from duplicate.models import Game
from tournaments.models import Event

pytestmark = pytest.mark.django_db

TODAY = timezone.localdate()


@pytest.fixture
def lists(game, arbitrator, stranger):
    """Ann's games: Tuesday in progress, Old over; Bob's: Elsewhere in progress and Évian over."""
    for name, by, state, days in [
        ("Old", arbitrator, "finished", 9),
        ("Elsewhere", stranger, "playing", 3),
        ("Évian", stranger, "finished", 0),
    ]:
        event = Event.objects.create(name=f"Day of {name}", date=TODAY - timedelta(days=days))
        event.posts.create(user=by, role="chief")
        Game.objects.create(
            event=event,
            name=name,
            code=f"X{days}",
            lexicon="english",
            tile_set="english",
            notation="duplicate",
            rules=game.rules,
            seed="s",
            state=state,
        )
    # Events by their date are in another order than games by their making.
    Event.objects.filter(pk=game.event_id).update(date=TODAY - timedelta(days=1))


def shown(client, name, asked):
    answer = client.get(reverse(name), asked)
    assert answer.status_code == 200
    return [row.name for row in answer.context["part"].page], answer.content.decode()


@pytest.mark.parametrize(
    ("who", "asked", "games", "events"),
    [
        ("ann", {}, ["Tuesday", "Old"], ["Tuesday", "Day of Old"]),
        ("ann", {"of": "mine"}, ["Tuesday", "Old"], ["Tuesday", "Day of Old"]),
        ("ann", {"of": "running"}, ["Tuesday"], ["Tuesday"]),
        ("ann", {"of": "over"}, ["Old"], ["Day of Old"]),
        ("ann", {"of": "all"}, ["Tuesday", "Old"], ["Tuesday", "Day of Old"]),
        ("ann", {"q": "elsewhere"}, [], []),
        ("ann", {"q": "DAY old"}, ["Old"], ["Day of Old"]),
        ("ann", {"q": "tue", "of": "over"}, [], []),
        ("root", {}, ["Elsewhere", "Tuesday"], ["Day of Évian", "Tuesday", "Day of Elsewhere"]),
        ("root", {"of": "mine"}, [], []),
        ("root", {"of": "over"}, ["Évian", "Old"], ["Day of Old"]),
        ("root", {"of": "over", "q": "ÉVIAN"}, ["Évian"], []),
    ],
)
def test_whose_and_which(client, lists, arbitrator, admin_user, who, asked, games, events):
    client.force_login(arbitrator if who == "ann" else admin_user)
    assert shown(client, "desk", asked)[0] == games
    assert shown(client, "events", asked)[0] == events


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"q": "<b>zzz"}, "Nothing matches “&lt;b&gt;zzz”."),
        ({"of": "mine"}, "You do not arbitrate any game yet."),
    ],
)
def test_an_empty_list_says_why(client, lists, admin_user, asked, said):
    client.force_login(admin_user)
    client.cookies["first-steps"] = "known"
    assert said in shown(client, "desk", asked)[1]


def test_links_keep_filter_and_search(client, game, admin_user):
    client.force_login(admin_user)
    Game.objects.bulk_create(
        Game(
            event=game.event,
            number=number,
            code=f"C{number}",
            name="Cup",
            lexicon="english",
            tile_set="english",
            notation="duplicate",
            rules="",
            seed="s",
            state="finished",
        )
        for number in range(2, 110)
    )
    names, page = shown(client, "desk", {"of": "over", "q": "cup", "page": 2})
    assert len(names) == 50
    assert 'href="?of=over&amp;q=cup&amp;page=3"' in page
    assert 'href="?of=running&amp;q=cup"' in page
    assert '<input type="hidden" name="of" value="over">' in page
    assert 'href="?of=over">Show all' in page
