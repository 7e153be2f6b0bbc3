"""A phone goes on from a game that is over to the next one of the event."""

import pytest
from playwright.sync_api import expect

from tests.http_client import problems_in

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]


def test_a_phone_goes_on_to_the_next_game(hall, desk):
    code = desk.new_game("Morning")
    phone = hall.phone(code, "Nora")
    desk.do(code, "end-game")
    phone.shows("finished")
    onward = phone.page.locator("#next-game")
    expect(onward).to_be_hidden()

    event = desk.get(f"/desk/{code}/").text.split('href="/events/')[1].split("/")[0]
    fields = {
        "name": "Noon",
        "lexicon": "english",
        "rule_set": "classic",
        "round_time": "180",
        "notation": "duplicate",
        "calls": "5",
        "grace_seconds": 0,
    }
    answer = desk.post_form(f"/events/{event}/games/new/", fields)
    assert answer.status == 302, problems_in(answer.text)
    expect(onward).to_have_text("Continue to Noon")
    onward.click()
    expect(phone.page.get_by_role("heading", name="Noon")).to_be_attached()
    expect(phone.page.locator("#who")).to_contain_text("Nora")
