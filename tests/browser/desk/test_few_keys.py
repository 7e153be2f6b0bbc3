"""The arbitrator's shortest ways: an isotop by its number, a rack by its new tiles."""

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]


def test_an_isotop_by_its_number_and_a_rack_by_its_new_tiles(hall, desk):
    code = desk.new_game("Evening")
    desk.post_form(f"/desk/{code}/players/", {"names": "Ann"})
    person = hall.desk(code)
    page = person.page
    person.type_rack("AEGLRUV")
    person.press("s")
    expect(page.locator("#stage").get_by_role("button", name="Pause")).to_be_visible()
    person.press("e")
    expect(page.locator("#confirm-dialog .primary")).to_be_visible()
    person.press("Enter")
    person.is_at("announce")
    isotops = page.locator(".isotops input[type=radio]")
    expect(isotops).to_have_count(2)
    expect(page.locator(".isotops label").nth(1)).to_contain_text("2 VULGAR")
    person.press("2")
    expect(isotops.nth(1)).to_be_checked()
    person.watch.provoke("422")
    for _attempt in range(20):  # refused until the work in the background is done
        person.press("a")
        person.page.wait_for_timeout(500)
        if page.locator("#confirm-dialog .primary").is_visible():
            person.press("Enter")
        if page.locator("#desk").get_attribute("data-step") != "announce":
            break
    person.is_at("draw")
    # Where no isotop is to be chosen the digits turn the panels.
    person.press("3")
    expect(page.get_by_role("tab").nth(2)).to_have_attribute("aria-selected", "true")
    person.type_rack("+SATINO")
    expect(page.locator("#rack-text")).to_contain_text("E+")
