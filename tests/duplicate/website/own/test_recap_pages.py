"""A player's recap: for the player alone, once the game is released, with a picture to share."""

from html import unescape
from io import BytesIO

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from PIL import Image

from duplicate.games import event_changes
from duplicate.games import services as game_services
from duplicate.games.players import services as player_services
from duplicate.models import Game, Slip
from duplicate.recaps.devices import COOKIE
from tests.factories.games import create_game
from tests.factories.past_games import past_game, people
from tournaments.events.tokens import issue_token
from tournaments.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.one_game("played")]


def page_of(game, name="recap"):
    return reverse(name, args=[game.code])


def phone(token):
    return Client(headers={"Authorization": f"Bearer {token}"})


def text(answer):
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def end(game, by, released="provisional"):
    game_services.end_game(game=game, by=by)
    Event.objects.filter(pk=game.event_id).update(released=released)


def test_the_phone_sends_its_token_once_and_a_cookie_keeps_it_for_these_pages(played, players, arbitrator):
    end(played, arbitrator)
    entry, token = players[1]
    browser = Client()
    answer = browser.post(page_of(played, "open-recap"), {"token": token})
    assert (answer.status_code, answer.url) == (302, page_of(played))
    kept = answer.cookies[COOKIE]
    assert kept.value == token
    assert (kept["path"], kept["samesite"], kept["httponly"]) == ("/my/", "Lax", True)
    page = text(browser.get(page_of(played)))
    assert "Noah" in page
    assert "1 of 3" in page
    assert token not in page
    # A new link from the desk shuts out the cookie as well.
    issue_token(entry)
    assert browser.get(page_of(played)).status_code == 403


def test_only_the_players_of_the_game_have_one(played, players, arbitrator, desk):
    end(played, arbitrator)
    other = create_game(User.objects.create_user("ben"), name="Other")
    visitor = player_services.join_game(game=other, name="Vera")
    assert Client().get(page_of(played)).status_code == 403
    assert desk.get(page_of(played)).status_code == 403
    assert phone("wrong").get(page_of(played)).status_code == 403
    assert phone(visitor.token).get(page_of(played)).status_code == 403
    answer = phone(visitor.token).post(page_of(played, "open-recap"))
    assert (answer.status_code, COOKIE in answer.cookies) == (403, False)
    assert phone(players[0][1]).get(reverse("recap", args=["ZZZZZ"])).status_code == 404
    mine = text(phone(players[0][1]).get(page_of(played)))
    assert "Mona" in mine
    assert "Noah" not in mine


@pytest.mark.parametrize("name", ["recap", "recap-picture"])
def test_before_the_release_nothing_is_told_and_the_page_says_so(played, players, arbitrator, name):
    mine = phone(players[1][1])
    before = mine.get(page_of(played, name))
    assert before.status_code == 404
    assert "Not shown yet" in before.content.decode()
    assert "TRAINER" not in before.content.decode()
    end(played, arbitrator, released="hidden")
    hidden = mine.get(page_of(played, name))
    assert (hidden.status_code, "Not shown yet" in hidden.content.decode()) == (404, True)
    frame = reverse("api-game", args=[played.code])
    assert mine.get(frame).json()["recap"] is None
    event_changes.release_standings(event=played.event, released=Event.Released.PROVISIONAL, by=arbitrator)
    assert mine.get(page_of(played, name)).status_code == 200
    assert mine.get(frame).json()["recap"] == page_of(played)


def test_names_stay_hidden_while_a_game_of_the_event_hides_them(played, players, arbitrator):
    end(played, arbitrator)
    second = create_game_of(played.event, arbitrator)
    Game.objects.filter(pk=second.pk).update(names_hidden=True)
    page = text(phone(players[1][1]).get(page_of(played)))
    assert "Noah" not in page
    assert "Table 2" in page


def create_game_of(event, by):
    from engine.rules import (
        RuleSet,
    )

    return game_services.create_game(
        name="Second", by=by, event=event, lexicon="english", notation="duplicate", rules=RuleSet()
    )


def test_it_tells_what_was_missed_and_why_a_slip_was_sanctioned(played, players, arbitrator):
    slip = Slip.objects.get(entry=players[1][0])
    slip.rulings.create(
        score=0, worth=0, sanction="zero", code="overruled", reason="not on the slip", by=arbitrator
    )
    end(played, arbitrator)
    page = text(phone(players[1][1]).get(page_of(played)))
    assert "1 top missed. 66 points in all." in page
    assert "You: TRAINER H4, 0" in page
    assert "not on the slip" in page
    empty = text(phone(players[0][1]).get(page_of(played)))
    assert "You: no slip" in empty
    assert "Best find" not in empty


def test_the_picture_is_a_png(played, players, arbitrator):
    end(played, arbitrator)
    answer = phone(players[1][1]).get(page_of(played, "recap-picture"))
    assert answer["Content-Type"] == "image/png"
    assert "no-store" in answer["Cache-Control"]
    assert Image.open(BytesIO(answer.content)).size == (1200, 630)


@pytest.mark.slow
def test_a_game_of_forty_players_in_full(english, built_in, arbitrator):
    game = past_game(arbitrator, people(40), seed="recap")
    entry = game.event.entries.get(table=7)
    mine = phone(issue_token(entry))
    page = text(mine.get(page_of(game)))
    assert page.count('class="line-chart"') == 2
    assert "of 40" in page
    assert "By length of the word" in page
    answer = mine.get(page_of(game))
    assert len(answer.content) < 60_000
    assert mine.get(page_of(game, "recap-picture")).status_code == 200


def test_the_chief_is_asked_once_and_yes_shows_the_sheets(played, players, arbitrator, desk):
    dashboard = reverse("dashboard", args=[played.code])
    asked = "Show this game and everybody’s sheet?"
    game_services.end_game(game=played, by=arbitrator)
    assert asked in text(desk.get(dashboard))
    desk.post(reverse("show-event", args=[played.event_id]), {"game": played.code, "answer": "no"})
    page = text(desk.get(dashboard))
    assert asked not in page
    assert "Make this game public" in page
    assert Event.objects.get(pk=played.event_id).released == "hidden"
    assert phone(players[1][1]).get(page_of(played)).status_code == 404
    assert list(played.event.acts.values_list("act", flat=True)) == ["games_kept_back"]
    desk.post(reverse("show-event", args=[played.event_id]), {"game": played.code, "answer": "yes"})
    assert phone(players[1][1]).get(page_of(played)).status_code == 200
    assert reverse("public-game", args=[played.event_id, 1]) in text(
        phone(players[1][1]).get(page_of(played))
    )


def test_a_public_page_of_a_game_that_is_not_shown_yet_says_so(played, arbitrator, client):
    public = reverse("public-game", args=[played.event_id, 1])
    assert "Not shown yet" not in client.get(public).content.decode()
    Event.objects.update(public=True)
    answer = client.get(public)
    assert (answer.status_code, "Not shown yet" in answer.content.decode()) == (404, True)
    assert (
        "Not shown yet" not in client.get(reverse("public-game", args=[played.event_id, 9])).content.decode()
    )
