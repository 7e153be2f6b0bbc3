"""Training on games that were played: those of the club, and those that somebody imports."""

import pytest
from django.test import Client
from django.urls import reverse

from duplicate.models.training import Trainee, Training, TrainingRound
from duplicate.training import devices, sessions
from duplicate.views import training as training_views
from engine.rules import (
    RuleSet,
)
from tests.factories.training import data_of, go_next, hand_in, page
from tournaments.errors import RuleViolation
from tournaments.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def shown_game(game, arbitrator, open_round, close_round, announce_top):
    """Return a finished public game, with the racks TRAINER and AEIORST."""
    from duplicate.games import services as game_services

    open_round("TRAINER")
    close_round()
    announce_top(1)
    game_services.end_game(game=game, by=arbitrator)
    Event.objects.filter(pk=game.event_id).update(shows_games=True, released=Event.Released.FINAL)
    game.refresh_from_db()
    return game


def test_a_game_of_the_club_that_is_over_is_trained_on(client, shown_game):
    listed = client.get(reverse("training")).content.decode()
    assert reverse("train-on-game", args=[shown_game.pk]) in listed
    client.post(reverse("train-on-game", args=[shown_game.pk]), {"seconds": "90"})
    training = Training.objects.get()
    assert (training.name, training.seconds) == ("Tuesday", 90)
    assert data_of(page(client, training))["rack"] == list("TRAINER")
    hand_in(client, training)
    go_next(client, training)
    training.refresh_from_db()
    assert training.ended_at is not None


def test_a_game_that_is_played_or_hidden_is_not(client, shown_game):
    Event.objects.update(shows_games=False)
    assert client.post(reverse("train-on-game", args=[shown_game.pk])).status_code == 404
    assert b"No game of the club" in client.get(reverse("training")).content
    with pytest.raises(RuleViolation) as caught:
        sessions.start_game(trainee=devices.know_device().trainee, game=shown_game, seconds=None)
    assert caught.value.code == "game_not_shown"


def bring(client, text, **more):
    data = {
        "name": "Mine",
        "text": text,
        "lexicon": "english",
        "rule_set": "classic",
        "notation": "duplicate",
    }
    return client.post(reverse("bring-game"), data | {"seconds": ""} | more)


def published(scores=(66,)):
    return "\n".join(f" {n}  AEINRST  RETAINS  H4  {score}" for n, score in enumerate(scores, start=1))


def test_a_text_as_clubs_publish_it_is_trained_on(client, built_in):
    assert bring(client, published()).status_code == 302
    training = Training.objects.get()
    assert training.name == "Mine"
    assert data_of(page(client, training))["rack"] == list("AEINRST")


def test_a_record_in_json_names_its_lexicon_and_its_rules(client, built_in):
    from engine.lexicon import load_lexicon
    from engine.tiles import load_tile_set
    from tests.factories.top_games import play_game

    record = play_game("s", load_lexicon("english"), load_tile_set("english"), RuleSet())
    assert bring(client, record.to_json(), lexicon="").status_code == 302
    training = Training.objects.get()
    assert len(training.record) == len(record.rounds)
    assert TrainingRound.objects.get().top_score == record.rounds[0].score


def test_every_wrong_line_is_told_and_what_was_typed_stays(client, built_in, hands):
    text = published([65])
    answer = bring(client, text)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "Line 1: the score is" in page
    assert "RETAINS  H4  65" in page
    hands.move(25 * 3600)
    devices.erase_unused()
    assert not Trainee.objects.exists()


@pytest.mark.parametrize(
    "text", ["{", "no game", "{}", '{"tiles": "klingon"}', ">A: AEINRST 8D RETAINS +66 66"]
)
def test_what_is_no_record_is_refused(client, built_in, text):
    assert bring(client, text).status_code == 422
    assert not Training.objects.exists()


def test_nothing_is_brought_along_while_a_game_is_played_here(client, game, open_round, hands):
    """Else a player could have the top of a round in progress told."""
    open_round("BOTHOSX")
    answer = bring(client, published())
    assert answer.status_code == 422
    assert b"A game is in progress here" in answer.content
    hands.move(13 * 3600)
    assert bring(client, published()).status_code == 302


def test_racks_at_random_are_there_while_a_game_is_played(client, begin, game, open_round):
    open_round("AEINRST")
    assert begin().source == "random"


def test_no_game_has_more_rounds_than_any(client, built_in):
    answer = bring(client, published([66] + [0] * 60))
    assert answer.status_code == 422
    assert b"A game has at most 60 rounds" in answer.content


def test_an_address_brings_few_games_a_minute(client, built_in):
    answers = [bring(client, published()).status_code for _each in range(11)]
    assert answers == [302] * 10 + [429]


@pytest.mark.parametrize("throttle", [training_views.BringThrottle, training_views.NewDeviceThrottle])
def test_addresses_of_one_network_count_together(built_in, monkeypatch, throttle):
    monkeypatch.setattr(throttle, "rate", "2/min")
    addresses = ["2001:db8:1:2::1", "2001:db8:1:2::2", "2001:db8:1:2:aaaa::3", "2001:db8:1:3::1"]
    answers = [bring(Client(REMOTE_ADDR=address), published()).status_code for address in addresses]
    assert answers == [302, 302, 429, 302]
