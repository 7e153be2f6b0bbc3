"""Pages of a game's desk offer each role what it may do, and nothing else."""

import pytest
from django.urls import reverse

from duplicate.views.permissions import ACTS_OF_CHIEF
from tests.factories.staff import log_in
from tournaments.models import Arbitrator

pytestmark = pytest.mark.django_db


def test_a_helper_has_the_players_page_and_no_way_to_the_desk(client, game, players, open_round):
    open_round("TRAINER")
    client = log_in(client, game, "helper")
    page = client.get(reverse("dashboard", args=[game.code]), follow=True).content.decode()
    assert "Mona" in page
    assert reverse("let-in-arbitrator", args=[game.code]) not in page
    for name in ("dashboard", "arbitrators", "record-json"):
        assert f'href="{reverse(name, args=[game.code])}"' not in page
    assert client.post(reverse("players", args=[game.code]), {"names": "Pia"}).status_code == 302
    assert game.event.entries.filter(player__name="Pia").exists()


def test_the_page_of_an_arbitrator_offers_nothing_that_is_the_chiefs(client, game, players):
    client = log_in(client, game, "arbitrator")
    page = client.get(reverse("dashboard", args=[game.code])).content.decode()
    assert reverse("act", args=[game.code, "draw"]) in page
    for act in ACTS_OF_CHIEF:
        assert reverse("act", args=[game.code, act]) not in page
    people = client.get(reverse("arbitrators", args=[game.code])).content.decode()
    assert reverse("let-in-arbitrator", args=[game.code]) not in people
    assert reverse("arbitration-settings", args=[game.code]) not in people


def test_a_screen_that_is_refused_is_sent_to_what_is_left(client, game, players):
    """Requests by the desk's script are refused with 403 or 404, and the script then reloads the page."""
    client = log_in(client, game, "arbitrator")
    panel = reverse("panel", args=[game.code])
    assert client.get(panel).status_code == 200
    game.event.posts.exclude(role="chief").update(role=Arbitrator.Role.HELPER)
    assert client.get(panel, headers={"HX-Request": "true"}).status_code == 403
    game.event.posts.exclude(role="chief").delete()
    assert client.get(panel, headers={"HX-Request": "true"}).status_code == 404
