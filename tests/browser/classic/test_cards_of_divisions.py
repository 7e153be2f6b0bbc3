"""The cards of divisions on the page of an event: each link takes the clicks on itself, whatever the name's length."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.hall import DESK_SIZE, Desk
from tests.factories.division_form import USUAL_SETTINGS

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]

TARGET = 44


@pytest.mark.parametrize("size", [DESK_SIZE, {"width": 360, "height": 740}])
def test_a_division_of_one_letter_and_its_standings_are_two_links(hall, desk, size):
    fields = {
        "event-name": "Short names",
        "event-date": "2026-05-01",
        "name": "A",
        "rounds_planned": 1,
        "method": "swiss",
        "lexicon": desk.english_lexicon(),
        **USUAL_SETTINGS,
    }
    event = re.match(r"/events/\d+/", desk.post_form("/events/new-tournament/", fields).headers["Location"])[
        0
    ]
    page = hall.open(Desk, size, storage_state=hall.arbitrator).page
    card = page.locator(".divisions .game-card")
    page.goto(event)
    box = card.get_by_role("link", name="Standings").bounding_box()
    assert min(box["width"], box["height"]) >= TARGET
    card.get_by_role("link", name="A", exact=True).click()
    expect(page).to_have_url(re.compile(r"/divisions/\d+/$"))
    page.goto(event)
    card.get_by_role("link", name="Standings").click()
    expect(page).to_have_url(re.compile(r"/divisions/\d+/standings/$"))
