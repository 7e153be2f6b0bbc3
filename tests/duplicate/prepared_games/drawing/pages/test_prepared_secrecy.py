"""Nobody but its maker learns anything of a prepared game, on any page."""

import json

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from duplicate.games import services as game_services
from duplicate.games.players import services as player_services
from duplicate.models.prepared import PreparedGame
from duplicate.prepared_games.drawing.selectors import searches_for
from duplicate.rounds import services as round_services
from tests.factories.prepared_games import RULES, TYPED, tells
from tournaments.models import Arbitrator

pytestmark = pytest.mark.django_db


@pytest.fixture
def used(prepared, arbitrator, stranger):
    """Make a game of the prepared one, with another arbitrator, a helper and a player, before its first rack
    is drawn.
    """
    game = game_services.create_game(
        name="Cup", by=arbitrator, lexicon="english", notation="duplicate", rules=RULES, prepared=prepared
    )
    helper = User.objects.create_user("hal", password="a good long one")
    game.event.posts.create(user=stranger, role=Arbitrator.Role.ARBITRATOR)
    game.event.posts.create(user=helper, role=Arbitrator.Role.HELPER)
    return game


@pytest.mark.repeats
@pytest.mark.parametrize("who", [None, "bob", "hal", "root"])
@pytest.mark.parametrize(
    ("method", "address"),
    [
        ("get", ""),
        ("post", "look/"),
        ("post", "rename/"),
        ("post", "delete/"),
    ],
)
def test_nobody_else_has_its_pages(client, used, prepared, admin_user, who, method, address):
    admin_user.username = "root"
    admin_user.save()
    if who:
        client.force_login(User.objects.get(username=who))
    answer = getattr(client, method)(f"/desk/prepared/{prepared.pk}/{address}", {"name": "Mine"})
    if who:
        assert answer.status_code == 404
    else:
        assert (answer.status_code, answer.url.partition("?")[0]) == (302, "/login/")
    prepared.refresh_from_db()
    assert prepared.name == "Sunday"
    assert not prepared.looks.exists()


@pytest.mark.repeats
@pytest.mark.parametrize("act", ["", "keep/", "stop/", "resume/", "delete/"])
def test_nobody_else_has_the_pages_of_a_search(client, search, stranger, act):
    client.force_login(stranger)
    page = f"/desk/prepared/search/{search.pk}/{act}"
    answer = client.post(page, {"game": 1, "name": "x"}) if act else client.get(page)
    assert answer.status_code == 404
    assert searches_for(search.made_by).get().state == "done"


@pytest.mark.parametrize("who", ["ann", "bob", "hal"])
def test_no_page_of_the_desk_tells_a_rack_before_it_is_drawn(client, used, secrets, who):
    client.force_login(User.objects.get(username=who))
    for page in ("", "panel/", "players/", "words/?q=AB", "record.json"):
        assert not tells(client.get(f"/desk/{used.code}/{page}"), secrets)
    assert not tells(client.get("/desk/prepared/"), secrets)
    assert not tells(client.get("/desk/"), secrets)


def test_players_and_the_api_learn_nothing(client, used, prepared, secrets, arbitrator, record):
    token = player_services.join_game(game=used, name="Mona").token
    round_services.draw_rack(game=used, by=arbitrator)
    for page in (
        f"/api/v1/games/{used.code}/",
        f"/play/{used.code}/",
        f"/screen/{used.code}/",
        f"/join/{used.code}/",
        "/api/schema/",
    ):
        assert not tells(client.get(page), secrets)
    me = client.get(f"/api/v1/games/{used.code}/me/", headers={"Authorization": f"Bearer {token}"})
    assert me.status_code == 200
    assert not tells(me, secrets)
    round_services.open_round(game=used, by=arbitrator)
    frame = json.loads(client.get(f"/api/v1/games/{used.code}/").content)
    assert frame["round"]["rack_text"] == record.rounds[0].rack
    later = {line.rack for line in record.rounds[1:]} | {
        line.word for line in record.rounds if len(line.word) > 4
    }
    assert not tells(client.get(f"/api/v1/games/{used.code}/"), later)
    assert "prepared" not in frame


def test_the_admin_shows_facts_alone(admin_client, used, prepared, search, secrets):
    for model, row in (("preparedgame", prepared), ("preparation", search), ("game", used)):
        for page in (
            reverse(f"admin:duplicate_{model}_changelist"),
            reverse(f"admin:duplicate_{model}_change", args=[row.pk]),
            reverse(f"admin:duplicate_{model}_history", args=[row.pk]),
        ):
            answer = admin_client.get(page)
            assert answer.status_code == 200
            assert not tells(answer, secrets)
            assert "gAAAA" not in answer.content.decode(), "not even what is sealed"
        change = reverse(f"admin:duplicate_{model}_change", args=[row.pk])
        assert admin_client.post(change, {"name": "Other"}).status_code == 403
    facts = admin_client.get(reverse("admin:duplicate_preparedgame_change", args=[prepared.pk]))
    assert "unique_tops" in facts.content.decode()


def test_nothing_is_logged(caplog, desk, prepared, secrets, text):
    """Neither what is typed wrongly nor what is sealed and damaged gets into the program's own log."""
    with caplog.at_level("DEBUG"):
        desk.post("/desk/prepared/new/", TYPED | {"text": text.replace("H", "Z", 1)})
        PreparedGame.objects.update(sealed=b"damaged")
        desk.post(f"/desk/prepared/{prepared.pk}/look/", follow=True)
    logged = [entry.getMessage() for entry in caplog.records if not entry.name.startswith("django.db")]
    assert not [secret for secret in secrets if any(secret in line for line in logged)]
