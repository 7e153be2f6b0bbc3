"""The rules of a match in a division's form: a federation's name sets the fields, a changed field takes it away."""

import pytest
from playwright.sync_api import expect

from tests.browser.hall import DESK_SIZE, PHONE_SIZE, Desk
from tests.browser.test_pages import fits_sideways

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]


@pytest.mark.parametrize("size", [DESK_SIZE, PHONE_SIZE], ids=["wide", "narrow"])
def test_a_federation_sets_the_rules_of_a_match(hall, size):
    person = hall.open(Desk, size, storage_state=hall.arbitrator)
    page = person.page
    page.goto("/events/new-tournament/")
    page.get_by_label("Name of the event").fill("Open")
    page.get_by_label("Name of the division").fill("A")
    rules = page.get_by_label("Rules of a match")
    expect(rules).to_have_value("championship")
    rules.select_option("wespa")
    page.get_by_text("Opponents, tie-breaks").click()
    expect(page.get_by_label("Challenges")).to_have_value("5")
    expect(page.get_by_label("Turns without a score that end a match")).to_have_value("6")
    page.get_by_label("Challenges").select_option("10")
    expect(rules).to_have_value("")
    page.get_by_label("Challenges").select_option("5")
    expect(rules).to_have_value("wespa")
    page.get_by_label("Tiles in the bag for an exchange").fill("1")
    page.get_by_label("Tiles in the bag for an exchange").blur()
    expect(rules).to_have_value("")
    fits_sideways(person)
    page.get_by_role("button", name="Create tournament").click()
    page.get_by_role("link", name="A", exact=True).first.click()
    page.get_by_text("Rules of a match").click()
    expect(page.get_by_role("row", name="Tiles in the bag for an exchange")).to_contain_text("1")
    expect(page.get_by_role("row", name="Where these points go")).to_contain_text("gains them")
    fits_sideways(person)
