"""The medals of a recap: those of the game, against the games that the player's link opens."""

import pytest
from django.test import Client
from django.urls import reverse

from duplicate.games.players.phone_links import give_phone
from duplicate.models import Game
from duplicate.recaps.reading import medals_for
from tests.factories.past_games import past_game, people
from tournaments.events.tokens import issue_token
from tournaments.models import Event, ResultLine

pytestmark = pytest.mark.django_db


@pytest.fixture
def evenings(english, built_in, arbitrator):
    """Make two evenings of three players, with a solo and a run of the player at table 3 in each."""
    games = [
        past_game(arbitrator, people(3), seed=f"medal{number}", rounds=4, days_ago=7 * number)
        for number in (2, 1)
    ]
    ResultLine.objects.filter(entry__table=3).update(solos=1, top_run=12, climb=0, total=1)
    return games


def entry_in(game):
    return game.event.entries.select_related("player", "partner").get(table=3)


def codes(game):
    return {medal.code for medal in medals_for(game, entry_in(game))}


def test_a_first_solo_is_first_among_the_games_that_the_link_opens(evenings, arbitrator):
    first, second = evenings
    assert codes(first) == {"ten_tops", "first_solo"}
    assert codes(second) == {"ten_tops", "first_solo"}, "a phone that joined by a name knows its own event"
    Event.objects.filter(pk=first.event_id).update(shows_games=True)
    assert codes(second) == {"ten_tops"}
    Event.objects.filter(pk=first.event_id).update(shows_games=False)
    give_phone(game=second, entry=entry_in(second), by=arbitrator)
    assert codes(second) == {"ten_tops"}, "the desk knows whose link it is"
    Event.objects.filter(pk=first.event_id).update(released="hidden")
    assert codes(second) == {"ten_tops", "first_solo"}, "a game that is not released decides nothing"


def test_later_games_decide_nothing(evenings):
    Event.objects.update(shows_games=True)
    assert "first_solo" in codes(evenings[0])


def test_who_was_away_and_pairs_have_none(evenings):
    game = evenings[0]
    ResultLine.objects.filter(entry=entry_in(game)).update(absent=True)
    assert codes(game) == set()
    ResultLine.objects.update(absent=False)
    entry = entry_in(game)
    entry.partner = game.event.entries.get(table=1).player
    entry.save()
    assert codes(game) == set()


def test_a_game_without_a_result_has_none(evenings):
    game = evenings[0]
    Game.objects.filter(pk=game.pk).update(code="ZZZZ2")
    assert medals_for(Game.objects.get(pk=game.pk), entry_in(game)) == ()


def test_the_page_shows_them(evenings):
    game = evenings[0]
    phone = Client(headers={"Authorization": f"Bearer {issue_token(entry_in(game))}"})
    page = phone.get(reverse("recap", args=[game.code])).content.decode()
    assert "Medals" in page
    assert "Ten tops in a row in one game." in page
