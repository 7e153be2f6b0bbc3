"""A phone that is refused because too many join at once tries again by itself, with the name that was typed."""

import pytest
from playwright.sync_api import expect

from tests.http_client import Phone
from tournaments.api.joining_limits import MOST_OF_ADDRESS

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]


def test_a_phone_that_is_refused_gets_in_once_the_desk_says_so(hall, desk, server):
    code = desk.new_game("Full house")
    for number in range(MOST_OF_ADDRESS):
        Phone(server.site, code, f"Player {number}").join()
    phone = hall.phone()
    phone.watch.provoke("429")
    phone.page.goto(f"/join/{code}/")
    phone.page.get_by_label("Your name").fill("Zoë")
    phone.page.get_by_role("button", name="Join", exact=True).tap()
    expect(phone.page.locator("#waiting")).to_contain_text("will try again in")
    expect(phone.page.get_by_label("Your name")).to_have_value("Zoë")
    desk.do(code, "one-address")
    phone.page.wait_for_url(f"**/play/{code}/", timeout=60_000)
    phone.shows("waiting")
