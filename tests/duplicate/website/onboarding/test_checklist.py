"""The first evening by the hand, and the sample event: one click away, and one click gone."""

from io import BytesIO

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db import IntegrityError, connection, transaction
from django.urls import reverse
from pypdf import PdfReader

from duplicate.games import services as game_services
from duplicate.games.players import services as player_services
from duplicate.models import Game, Round
from duplicate.rounds import services as round_services
from duplicate.website.models import SampleEvent
from duplicate.website.onboarding import demo, sample_event
from engine.errors import RackError
from engine.rules import (
    RuleSet,
)
from tests.factories.divisions import make_division
from tournaments.errors import RuleViolation
from tournaments.models import NAME_LENGTH, Club, Event, Player
from tournaments.printing.letterhead import letterhead, set_letterhead
from tournaments.seasons.services import lines_played

pytestmark = pytest.mark.django_db

STEPS = "step by step"


def home(client):
    answer = client.get(reverse("desk"))
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.fixture
def owner(client, built_in):
    """Return the administrator of a new installation, with the browser."""
    user = User.objects.create_superuser("owner", password="a good long one")
    client.force_login(user)
    return user


def make_game(by, **more):
    return game_services.create_game(
        name="Tuesday", by=by, lexicon="english", notation="duplicate", rules=RuleSet(), **more
    )


def test_each_step_leads_to_the_next(client, owner):
    """From the empty installation to the first rack; then the steps are gone for good."""
    page = home(client)
    assert page.count('class="done"') == 1
    assert f'class="button primary big" href="{reverse("new-game")}"' in page
    assert reverse("lexicons") in page
    client.post(reverse("name-club"), {"club": "  Club of   Lyon "})
    assert Club.objects.get().name == letterhead().club == "Club of Lyon"
    assert home(client).count('class="done"') == 2
    game = make_game(owner)
    page = home(client)
    assert page.count('class="done"') == 4
    assert f"/join/{game.code}/" in page
    assert 'aria-label="QR code' in page
    assert reverse("poster-pdf", args=[game.code]) in page
    assert page.count("button primary") == 1
    player_services.join_game(game=game, name="Mona")
    page = home(client)
    assert "1 player is there" in page
    assert f'class="button primary big" href="{reverse("dashboard", args=[game.code])}"' in page
    round_services.type_rack(game=game, rack="TRAINER", by=owner)
    assert STEPS in home(client)
    round_services.open_round(game=game, by=owner)
    assert STEPS not in home(client)


def test_the_name_of_the_club_is_taken_whole_or_not_at_all(client, owner):
    set_letterhead(club="Our club", size="A4", by=owner)
    answer = client.post(reverse("name-club"), {"club": "x" * (NAME_LENGTH + 1)}, follow=True)
    assert f"at most {NAME_LENGTH} characters" in answer.content.decode()
    assert not Club.objects.exists()
    client.post(reverse("name-club"), {"club": "x" * NAME_LENGTH})
    assert Club.objects.get().name == "x" * NAME_LENGTH
    assert letterhead().club == "Our club"


def test_whoever_knows_the_way_says_so(client, owner):
    assert STEPS in home(client)
    client.post(reverse("dismiss-first-steps"))
    page = home(client)
    assert STEPS not in page
    assert reverse("new-game") in page
    client.post(reverse("logout"))
    client.force_login(owner)
    assert STEPS not in home(client)


def test_clubs_and_lexicons_are_the_administrators(desk, built_in):
    page = home(desk)
    assert STEPS in page
    assert reverse("name-club") not in page
    assert reverse("admin:tournaments_lexicon_add") not in page
    assert desk.post(reverse("name-club"), {"club": "Lyon"}).status_code == 403
    assert not Club.objects.exists()


def test_the_poster_says_how_to_join(desk, game):
    answer = desk.get(reverse("poster-pdf", args=[game.code]))
    (page,) = PdfReader(BytesIO(answer.content)).pages
    text = page.extract_text()
    assert game.code in text
    assert "http://testserver" in text


def rows():
    """Count the rows of each table, except the presence of users."""
    passing = {"django_session", "django_admin_log"}
    with connection.cursor() as cursor:
        tables = [model._meta.db_table for model in apps.get_models() if model._meta.db_table not in passing]
        counts = {}
        for table in tables:
            cursor.execute(f'SELECT COUNT(*) FROM "{table}"')
            counts[table] = cursor.fetchone()[0]
        return counts


@pytest.mark.slow
def test_the_sample_is_one_click_away_and_one_click_gone(client, owner, monkeypatch):
    monkeypatch.setattr(sample_event, "ROUNDS_OVER", 2)
    monkeypatch.setattr(sample_event, "ROUNDS_GOING_ON", 1)
    # A member who is called as one of the sample's players.
    own = make_game(owner)
    player_services.add_player(game=own, name="Agnès Example", by=owner)
    before = rows()
    assert client.post(reverse("make-sample")).status_code == 302
    event = SampleEvent.objects.get().event
    over, going_on = event.games.order_by("number")
    assert (over.state, over.rounds.announced().count()) == (Game.State.FINISHED, 2)
    assert (going_on.state, going_on.rounds.announced().count()) == (Game.State.PLAYING, 1)
    assert not going_on.rounds.in_progress().exists()
    assert client.get(reverse("public-game", args=[event.pk, 1])).status_code == 200
    # A sample game is recorded like any other, and counts for nothing beyond its event.
    assert event.results.exists()
    assert not lines_played(public_only=False).exists()
    page = home(client)
    assert "Remove the sample" in page
    assert STEPS in page, "a sample is no first evening"
    assert reverse("make-sample") not in page
    # Again: there is one already.
    client.post(reverse("make-sample"))
    assert SampleEvent.objects.count() == 1
    client.post(reverse("remove-sample"))
    assert rows() == before
    assert Player.objects.get().name == "Agnès Example"
    assert "Remove the sample" not in home(client)
    assert reverse("make-sample") in home(client)


@pytest.fixture
def small_sample(owner, monkeypatch):
    monkeypatch.setattr(sample_event, "_play", lambda *_any: None)
    return sample_event.make_sample(by=owner)


@pytest.mark.slow
def test_a_player_of_the_sample_who_plays_elsewhere_stays(owner, small_sample):
    player = small_sample.entries.first().player
    player_services.add_player(game=make_game(owner), name=player.name, by=owner)
    sample_event.remove_sample(event=small_sample, by=owner)
    assert list(Player.objects.values_list("pk", flat=True)) == [player.pk]
    assert player.history.exists()


def test_players_of_two_samples_go_with_the_last(owner, small_sample, stranger):
    second = sample_event.make_sample(by=stranger)
    assert second.sample.players == []
    sample_event.remove_sample(event=small_sample, by=owner)
    assert Player.objects.count() == sample_event.PLAYERS
    sample_event.remove_sample(event=second, by=stranger)
    assert not Player.objects.exists()
    assert not Player.history.exists()


def test_nobody_has_two_samples(owner, small_sample):
    assert sample_event.make_sample(by=owner) == small_sample
    event = make_game(owner).event
    with pytest.raises(IntegrityError), transaction.atomic():
        SampleEvent.objects.create(event=event, made_by=owner)


def test_a_sample_whose_game_ends_early_is_there_all_the_same(client, owner, monkeypatch):
    """A game with few words may have no further rack."""
    played = []

    def play_to_the_end(game, by):
        played.append(game)
        game_services.finish(game, reason="no_rack", by=by)

    monkeypatch.setattr(demo, "play_round", play_to_the_end)
    client.post(reverse("make-sample"))
    assert len(played) == 2
    event = SampleEvent.objects.get().event
    assert [game.state for game in event.games.all()] == [Game.State.FINISHED] * 2


@pytest.mark.parametrize("error", [RackError("no_valid_rack"), RuleViolation("x", "Not today.")])
def test_of_a_sample_that_cannot_be_played_nothing_is_left(client, owner, monkeypatch, error):
    def refuse(*_any):
        raise error

    monkeypatch.setattr(demo, "play_round", refuse)
    before = rows()
    answer = client.post(reverse("make-sample"), follow=True)
    assert 'class="message error"' in answer.content.decode()
    assert rows() == before


def test_nobody_takes_away_what_is_no_sample_or_somebody_elses(client, owner, small_sample, stranger):
    real = make_game(owner)
    with pytest.raises(RuleViolation):
        sample_event.remove_sample(event=real.event, by=owner)
    with pytest.raises(RuleViolation):
        sample_event.remove_sample(event=small_sample, by=stranger)
    client.force_login(stranger)
    client.post(reverse("remove-sample"))
    assert Event.objects.filter(pk=small_sample.pk).exists()


def test_a_sample_that_holds_a_classic_division_stays_and_says_why(client, owner, small_sample):
    make_division(owner, ["Iris"], event=small_sample)
    answer = client.post(reverse("remove-sample"), follow=True)
    assert "cannot be removed" in answer.content.decode()
    assert Event.objects.filter(pk=small_sample.pk).exists()


def test_without_a_lexicon_the_sample_says_so(client, db):
    client.force_login(User.objects.create_user("ann"))
    answer = client.post(reverse("make-sample"), follow=True)
    assert "no lexicon" in answer.content.decode()
    assert not Round.objects.exists()
