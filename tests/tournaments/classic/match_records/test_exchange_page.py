"""“May I exchange?” for a phone without JavaScript; with it the same is tried in a browser."""

import html

import pytest
from django.urls import reverse

from tests.factories.matches import make_matches

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("played", "said"),
    [
        ("E" * 12 + "A" * 9, "Tiles in the bag: 65. You may exchange."),
        ("E" * 80, "the bag has 6 tiles and must have 7"),
        ("E" * 79, "Tiles in the bag: 7. You may exchange."),
        ("e1", "is not a letter of this tile set"),
    ],
)
def test_the_bag_is_counted_from_the_tiles_on_the_board(client, played, said):
    (match,) = make_matches(1)
    address = reverse("may-exchange", args=[match.round.division.event_id])
    page = html.unescape(client.get(address, {"played": played}).content.decode())
    assert said in page
    assert f'value="{played}"' in page


def test_an_event_without_divisions_has_no_such_page(client):
    (match,) = make_matches(1)
    event = match.round.division.event_id
    division = match.round.division
    match.delete()
    division.rounds.all().delete()
    division.entries.all().delete()
    division.delete()
    assert client.get(reverse("may-exchange", args=[event])).status_code == 404
