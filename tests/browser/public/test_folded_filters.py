"""The filters of standings: folded on a phone, so that the standings come first."""

import pytest
from playwright.sync_api import expect

from tests.browser.hall import DESK_SIZE, PHONE_SIZE, Desk

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]


@pytest.mark.parametrize(
    ("route", "query"),
    [("/results/<event_id>/", ""), ("/desk/simultaneous/<simultaneous_id>/standings/", "?by=clubs")],
)
def test_filters_are_folded_on_a_phone_alone(hall, world, route, query):
    page = hall.open(Desk, PHONE_SIZE, storage_state=hall.arbitrator).page
    page.goto(world["addresses"][route] + query)
    summary, show = (
        page.get_by_text("Filters", exact=True),
        page.get_by_role("button", name="Show", exact=True),
    )
    expect(summary).to_be_visible()
    expect(show).to_be_hidden()
    summary.focus()
    page.keyboard.press("Enter")
    expect(show).to_be_visible()
    page.set_viewport_size(DESK_SIZE)
    page.reload()
    expect(summary).to_be_hidden()
    expect(show).to_be_visible()
