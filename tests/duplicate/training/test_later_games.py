"""Games that are over, played later against the field of the evening."""

import copy
import datetime as dt
import threading

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client
from django.urls import reverse

from duplicate import (
    housekeeping,
)
from duplicate.games import services as game_services
from duplicate.models import AuditLogEntry, Game, Slip
from duplicate.models.training import Training
from duplicate.standings.rows.game_standings import standings_for_game
from duplicate.training import devices, later, rounds, sessions
from duplicate.website.archive.removal import delete_event, lock_whole_event
from tests.factories.training import act, data_of, go_next, hand_in, page
from tournaments.errors import RuleViolation
from tournaments.models import Event, Player, ResultLine
from tournaments.people.privacy import erase_player
from tournaments.seasons.services import save_season, usual_season

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(played, arbitrator, open_round, close_round, announce_top):
    """Return a game that is over and shown: TRAINER, where Noah has the top, and a second rack."""
    open_round("AEIOSTU")
    close_round()
    announce_top(2)
    game_services.end_game(game=played, by=arbitrator)
    Event.objects.filter(pk=played.event_id).update(
        public=True, shows_games=True, released=Event.Released.FINAL
    )
    played.refresh_from_db()
    return played


def begin_later(client, game, name="Zoe", **more):
    return client.post(reverse("play-later", args=[game.pk]), {"name": name} | more)


def start(game, name="Zoe", **more):
    trainee = more.pop("trainee", None) or devices.know_device().trainee
    return sessions.start_later(trainee=trainee, game=game, name=name, **more)


def refused(game, name="Zoe", **more):
    with pytest.raises(RuleViolation) as caught:
        start(game, name, **more)
    assert str(caught.value)
    return caught.value.code


def play(client, training, *tops):
    for top in tops:
        hand_in(client, training, top=top)
        go_next(client, training)
    training.refresh_from_db()


def rows_of(game):
    """Return all that the real game consists of."""
    return (
        list(Game.objects.filter(pk=game.pk).values()),
        list(game.rounds.order_by("pk").values()),
        list(Slip.objects.order_by("pk").values()),
        list(AuditLogEntry.objects.order_by("pk").values()),
        list(ResultLine.objects.order_by("pk").values()),
        standings_for_game(game),
    )


@pytest.mark.slow
def test_a_game_is_played_later_and_ranked_in_the_field(client, evening):
    before = rows_of(evening)
    assert client.get(reverse("play-later", args=[evening.pk])).status_code == 200
    begin_later(client, evening)
    training = Training.objects.get()
    assert training.seconds == evening.rule_set.time.round_seconds
    assert (training.player_name, training.source) == ("Zoe", "later")
    answered = hand_in(client, training).content.decode()
    assert "place 1 beside 3 players" in answered
    go_next(client, training)
    play(client, training, True)
    assert training.ended_at is not None
    ended = page(client, training)
    assert "place 1 beside 3 players" in ended.content.decode()
    lines = [row.cells[1] for row in ended.context["table"].lines]
    assert lines == ["Zoe (played later)", "Noah", "Mona", "Olga"]
    assert rows_of(evening) == before


@pytest.mark.slow
def test_nothing_of_a_round_that_is_not_played_leaves_the_server(client, evening):
    begin_later(client, evening)
    training = Training.objects.get()
    first, second = evening.rounds.order_by("number")
    shown = page(client, training).content.decode()
    assert data_of(page(client, training))["rack"] == list("TRAINER")
    for secret in (first.word + "<", '"word": "TRAINER"', second.rack, second.word, "Noah"):
        assert secret not in shown, secret
    answered = hand_in(client, training).content.decode()
    assert second.rack not in answered
    assert second.word not in answered
    replay = client.get(reverse("training-replay", args=[training.pk, 2]))
    assert replay.status_code == 404


def test_a_game_is_its_players_once(client, evening):
    begin_later(client, evening)
    training = Training.objects.get()
    play(client, training, False, False)
    for method in (client.get, client.post):
        again = method(reverse("play-later", args=[evening.pk]))
        assert again.url == reverse("training-round", args=[training.pk])
    assert begin_later(Client(), evening, "zoé").status_code == 422
    assert Training.objects.count() == 1
    client.post(reverse("go-on-training", args=[training.pk]))
    training.refresh_from_db()
    assert training.ended_at is not None
    assert "Resume training" not in page(client, training).content.decode()


def test_begin_sent_again_because_its_answer_was_lost_leads_into_the_same_game(client, evening):
    client.get(reverse("play-later", args=[evening.pk]))
    lost = begin_later(copy.deepcopy(client), evening)
    again = begin_later(client, evening)
    assert again.status_code == 302
    assert again.url == lost.url
    assert page(client, Training.objects.get()).status_code == 200


def test_a_reload_while_it_begins_keeps_the_device(client, evening):
    client.get(reverse("play-later", args=[evening.pk]))
    under_way = copy.deepcopy(client)
    client.get(reverse("play-later", args=[evening.pk]))
    begun = begin_later(under_way, evening)
    assert client.get(begun.url).status_code == 200


def test_a_token_that_no_page_gave_is_replaced(client, evening):
    client.cookies["isotop_training"] = "guessed"
    begin_later(client, evening)
    assert len(client.cookies["isotop_training"].value) == 32
    assert page(client, Training.objects.get()).status_code == 200


def test_the_page_tells_no_code_of_a_game_in_progress(client, evening, arbitrator):
    second = game_services.create_game(
        name="Second",
        by=arbitrator,
        lexicon="english",
        notation="duplicate",
        rules=evening.rule_set,
        event=evening.event,
    )
    shown = client.get(reverse("play-later", args=[evening.pk]))
    assert evening.code in shown.content.decode()
    assert second.code not in shown.content.decode()


def test_a_device_plays_it_once_under_any_name(evening):
    trainee = devices.know_device().trainee
    first = start(evening, "Zoe", trainee=trainee)
    assert start(evening, "Yves", trainee=trainee) == first


def test_who_was_there_does_not_play_it_later(evening, players, arbitrator):
    assert refused(evening, "mona") == "was_there"
    assert refused(evening, "Zoe", tokens=["unknown", players[1][1]]) == "was_there"
    assert refused(evening, "Zoe", by=arbitrator) == "worked_there"
    assert start(evening, "Zoe", tokens=["unknown"], by=User.objects.create_user("carl"))


def test_who_has_trained_on_it_knows_its_racks(evening):
    trainee = devices.know_device().trainee
    trained = sessions.start_game(trainee=trainee, game=evening, seconds=None)
    rounds.open_round(training=trained)
    assert refused(evening, trainee=trainee) == "trained_before"


@pytest.mark.parametrize(
    "changed",
    [{"shows_games": False}, {"released": Event.Released.HIDDEN}],
    ids=["not shown", "not released"],
)
def test_a_game_that_is_not_shown_is_not_played(client, evening, changed):
    Event.objects.update(**changed)
    assert client.get(reverse("play-later", args=[evening.pk])).status_code == 404
    assert begin_later(client, evening).status_code == 404
    assert refused(evening) == "game_not_shown"


def test_a_game_in_progress_is_not_played(client, game, open_round):
    open_round("TRAINER")
    Event.objects.update(public=True, shows_games=True, released=Event.Released.FINAL)
    assert begin_later(client, game).status_code == 404
    assert refused(game) == "game_not_shown"


def test_a_release_that_is_taken_back_ends_all_that_is_told(client, evening):
    begin_later(client, evening)
    training = Training.objects.get()
    hand_in(client, training)
    Event.objects.update(released=Event.Released.HIDDEN)
    assert "place 1" not in page(client, training).content.decode()
    go_next(client, training)
    assert training.rounds.count() == 1
    (line,) = later.played_later(evening.event)
    assert line.place is None


def test_names_that_are_hidden_at_the_moment_are_not_asked_about(evening, arbitrator):
    other = game_services.create_game(
        name="Second",
        by=arbitrator,
        lexicon="english",
        notation="duplicate",
        rules=evening.rule_set,
        event=evening.event,
    )
    Game.objects.filter(pk=other.pk).update(names_hidden=True)
    assert refused(evening, "Mona") == refused(evening, "Zoe") == "names_hidden_now"


def test_there_are_no_hints_and_the_clock_goes_on(client, evening, hands):
    begin_later(client, evening)
    training = Training.objects.get()
    assert 'id="hint-button"' not in page(client, training).content.decode()
    act(client, training, "hint")
    opened = rounds.current_round(training)
    assert opened.hints == 0
    assert client.post(reverse("end-training", args=[training.pk])).url == reverse("training")
    client.post(reverse("go-on-training", args=[training.pk]))
    training.refresh_from_db()
    assert training.ended_at is None
    assert rounds.current_round(training).opened_at == opened.opened_at
    hands.move(1000)
    hand_in(client, training)
    late = rounds.current_round(training)
    assert (late.late, late.score) == (True, 0)


@pytest.mark.parametrize("name", ["", "  ", "\u200b", "x" * 81])
def test_a_name_is_needed(client, evening, name):
    assert begin_later(client, evening, name).status_code == 422
    assert not Training.objects.exists()


# The club


def test_the_club_sees_who_has_played(client, evening, desk):
    player = Client()
    begin_later(player, evening)
    play(player, Training.objects.get(), True, False)
    begin_later(Client(), evening, "Yves")
    shown = desk.get(reverse("later-games", args=[evening.event_id]))
    lines = [
        (line.training.player_name, line.place and line.place.rank) for line in shown.context["part"].page
    ]
    assert lines == [("Zoe", 1), ("Yves", None)]
    assert "0 rounds played" in shown.content.decode()


def test_a_name_is_taken_off_the_list_and_its_place_becomes_free(desk, evening):
    player = Client()
    begin_later(player, evening)
    training = Training.objects.get()
    desk.post(reverse("take-later-game", args=[evening.event_id, training.pk]))
    assert later.played_later(evening.event) == []
    assert page(player, training).status_code == 200
    assert start(evening, "Zoe")


def test_another_club_neither_sees_nor_removes_it(evening):
    begin_later(Client(), evening)
    other, stranger = Client(), User.objects.create_user("the-other")
    other.force_login(stranger)
    training = Training.objects.get()
    assert other.get(reverse("later-games", args=[evening.event_id])).status_code in {403, 404}
    taken = other.post(reverse("take-later-game", args=[evening.event_id, training.pk]))
    assert taken.status_code in {403, 404}
    training.refresh_from_db()
    assert training.player_name == "Zoe"


def test_an_erased_person_is_on_no_list(evening, arbitrator):
    begin_later(Client(), evening, "Vera Lind")
    erase_player(Player.objects.create(name="Lind Vera", organiser_id=evening.event.organiser_id))
    assert Training.objects.get().player_name == ""
    assert later.played_later(evening.event) == []


def test_the_name_goes_with_the_event(evening):
    training = start(evening)
    with transaction.atomic():
        lock_whole_event(evening.event)
        delete_event(evening.event)
    training.refresh_from_db()
    assert (training.game, training.player_name, training.player_key) == (None, "", "")


def test_housekeeping_erases_the_names_of_games_that_are_gone(evening, monkeypatch):
    """Somebody began while the event was being deleted."""
    orphan, listed = start(evening), start(evening, "Bea")
    Training.objects.filter(pk=orphan.pk).update(game=None)
    stop = threading.Event()
    monkeypatch.setattr(housekeeping, "LOOK_SECONDS", 0)
    # The connection is that of the test; and the look after the first one ends the loop.
    monkeypatch.setattr(housekeeping, "close_old_connections", stop.set)
    housekeeping.run(stop)
    for row in (orphan, listed):
        row.refresh_from_db()
    assert (orphan.player_name, orphan.player_key) == ("", "")
    assert (listed.player_name, listed.player_key) == ("Bea", "bea")


# Seasons


def day(text):
    return dt.date.fromisoformat(text)


@pytest.mark.parametrize(
    ("days", "chosen"),
    [
        ([], []),
        (["2026-11-03"], [1]),
        (["2026-10-30", "2026-11-03", "2026-11-10"], [2, 3]),
        (["2026-11-10", "2026-11-03", "2025-11-10"], [2, 1]),
        (["2026-11-03"] * 12, [3, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
    ],
)
def test_the_games_of_the_latest_month(days, chosen):
    assert later.games_of_month((day(each), pk) for pk, each in enumerate(days, start=1)) == chosen


def test_a_season_offers_the_games_of_its_month(client, evening):
    season = save_season(usual_season(evening.event.date))
    address = reverse("season-games", args=[season.pk])
    assert client.get(address).status_code == 404  # the season is not public
    season.public = True
    season.save()
    assert reverse("play-later", args=[evening.pk]) in client.get(address).content.decode()
    assert address in client.get(reverse("public-season", args=[season.pk])).content.decode()
    begin_later(client, evening)
    training = Training.objects.get()
    play(client, training, True, True)
    shown = client.get(address)
    assert shown.context["sums"].games == 1
    assert "place 1 beside 3 players" in shown.content.decode()
    Event.objects.update(released=Event.Released.HIDDEN)
    assert evening.name not in client.get(address).content.decode()
