"""The pages of ratings and prizes in a real browser: prizes are set, the event rated; a narrow phone holds both."""

import os
import re

import pytest
from playwright.sync_api import expect

from tests.browser.classic.test_classic_phones import FIELDS
from tests.factories.division_form import make_division_by_form

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PHONE = {"width": 360, "height": 700}


@pytest.fixture
def path(desk):
    """Return the path of a division of one round, which is played."""
    path = make_division_by_form(desk, FIELDS | {"rounds_planned": 1})
    desk.post_form(f"{path}players/enter/", {"names": "Agnes\nBertrand\nClotilde\nDesmond"})
    desk.post_form(f"{path}rounds/1/by-hand/", {"pairs": "1 2\n3 4"})
    desk.post_form(f"{path}rounds/1/begin/", {})
    for line in ("1 420 380", "2 450 400"):
        desk.post_form(f"{path}rounds/1/line/", {"line": line})
    return path


def test_prizes_are_set_and_an_event_rated_on_a_phone(browser, server, arbitrator, path):
    context = browser.new_context(viewport=PHONE, locale="en-GB", storage_state=arbitrator)
    page = context.new_page()
    page.goto(f"{server.site}{path}prizes/set/")
    page.get_by_label("Prize", exact=True).first.fill("Champion")
    page.get_by_label("Amount or text").first.fill("100 €")
    fits(page, "set")
    page.get_by_role("button", name="Save").click()
    row = page.get_by_role("row", name="Champion")
    expect(row).to_contain_text("Clotilde")
    fits(page, "prizes")
    page.get_by_role("link", name="Ratings").click()
    page.get_by_role("button", name="Rate this event").click()
    expect(page.get_by_text("rated, version 1")).to_be_visible()
    expect(page.get_by_role("row", name="Clotilde")).to_contain_text("provisional")
    expect(page.get_by_role("button", name="Rate this event")).to_have_count(0)
    fits(page, "ratings")
    context.close()


def test_the_standings_are_on_the_big_screen(browser, server, arbitrator, desk, path):
    event = path.partition("divisions/")[0]
    assert desk.post_form(f"{event}release/", {"released": "provisional"}).status == 302
    context = browser.new_context(
        viewport={"width": 1280, "height": 720}, locale="en-GB", storage_state=arbitrator
    )
    page = context.new_page()
    page.clock.install()
    page.goto(f"{server.site}{path}screen/")
    expect(page.locator("#list-title")).to_have_text("Round 1")
    page.clock.run_for(60_000)
    expect(page.locator("#list-title")).to_have_text("Standings")
    line = page.locator("#list li").first
    # An event that another test rated numbers them otherwise.
    expect(line.locator("span")).to_have_text(["1", re.compile(r"^\w+$"), "1", "+50"])
    if folder := os.environ.get("PICTURES"):
        page.screenshot(path=f"{folder}/screen.png")
    context.close()


def fits(page, name):
    """Check that the page is no wider than the phone; save a picture if PICTURES names a folder."""
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    if folder := os.environ.get("PICTURES"):
        page.screenshot(path=f"{folder}/{name}.png", full_page=True)
