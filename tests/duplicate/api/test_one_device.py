"""One device per link, where the event wants it: the phone goes on with a token of its own making."""

import pytest
from django.test import Client

from duplicate.games.players import phone_links
from duplicate.models import AuditLogEntry
from tests.factories.event_settings import event_with
from tournaments.events.services import change_settings
from tournaments.events.tokens import entry_for_token
from tournaments.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.one_game("players")]

OWN, OTHER = "o" * 43, "p" * 43


@pytest.fixture
def take(game):
    """Return a function that registers the device with a token, and returns the answer."""

    def send(shown, token):
        return Client().post(
            f"/api/v1/games/{game.code}/me/device/",
            {"token": token},
            content_type="application/json",
            headers={"Authorization": f"Bearer {shown}"},
        )

    return send


def test_the_first_phone_keeps_the_player_and_the_link_is_worth_nothing(game, players, arbitrator, take):
    entry = players[0][0]
    link = phone_links.give_phone(game=game, entry=entry, by=arbitrator)
    assert take(link, OWN).status_code == 204
    assert entry_for_token(OWN) == entry
    assert take(link, OTHER).status_code == 401
    assert entry_for_token(link) is entry_for_token(OTHER) is None


def test_sent_again_it_does_nothing(game, players, take):
    entry, link = players[0]
    assert [take(shown, OWN).status_code for shown in (link, OWN, OWN)] == [204] * 3
    [told] = AuditLogEntry.objects.filter(game=game, act="device_taken")
    assert (told.entry, told.by) == (entry, None)


@pytest.mark.parametrize("token", ["short", "x" * 65, "with blanks " * 4, None, 7])
def test_what_is_no_token_changes_nothing(players, take, token):
    entry, link = players[0]
    assert take(link, token).status_code == 400
    assert entry_for_token(link) == entry


def test_nobody_takes_the_token_of_another(players, take):
    (mona, of_mona), (noah, of_noah) = players[:2]
    answer = take(of_mona, of_noah)
    assert (answer.status_code, answer.json()["code"]) == (409, "token_taken")
    assert (entry_for_token(of_mona), entry_for_token(of_noah)) == (mona, noah)


@pytest.mark.parametrize("wanted", [True, False])
def test_the_phones_page_knows_whether_the_event_wants_it(game, arbitrator, client, wanted):
    event = Event.objects.get(pk=game.event_id)
    settings = event_with(event, one_device=wanted)
    change_settings(event=event, settings=settings, by=arbitrator)
    page = client.get(f"/play/{game.code}/").content.decode()
    assert f'"oneDevice": {str(wanted).lower()}' in page
