"""The plan of a division's rounds in a browser: filled in from an example, changed, and carried out with Enter."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.classic.test_classic_phones import FIELDS
from tests.browser.hall import DESK_SIZE, PHONE_SIZE, Desk
from tests.browser.test_pages import fits_sideways

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]


@pytest.fixture
def division(desk):
    """Return the path of a division of eight, with five rounds."""
    page = desk.get("/events/new-tournament/").text
    lexicon = re.search(r'<select name="lexicon".*?value="(\d+)"', page, re.DOTALL)[1]
    fields = FIELDS | {"lexicon": lexicon, "rounds_planned": 5}
    made = desk.post_form("/events/new-tournament/", fields).headers["Location"]
    event = re.match(r"/events/\d+/", made)[0]
    path = re.search(rf"{event}divisions/\d+/", desk.get(event).text)[0]
    desk.post_form(
        f"{path}players/enter/", {"names": "\n".join(f"{letter}nna Berg" for letter in "ABCDEFGH")}
    )
    return path


@pytest.mark.parametrize("size", [DESK_SIZE, PHONE_SIZE], ids=["wide", "narrow"])
def test_a_plan_is_laid_out_and_carried_out(hall, desk, division, size):
    person = hall.open(Desk, size, storage_state=hall.arbitrator)
    page = person.page
    person.watch.provoke("422")
    page.goto(division)
    page.get_by_role("link", name="Plan the rounds").click()
    page.get_by_role("link", name="Swiss, at the end king of the hill").click()
    lines = page.locator(".stage-line")
    expect(lines).to_have_count(5)
    expect(lines.filter(visible=True)).to_have_count(3)
    lines.nth(2).get_by_label("From round").fill("2")
    expect(lines.nth(2).get_by_label("players of a group")).to_be_hidden()
    lines.nth(2).get_by_label("Pairings").select_option("round_robin")
    lines.nth(2).get_by_label("players of a group").fill("4")
    lines.nth(3).get_by_label("From round").fill("9")
    fits_sideways(person)
    page.keyboard.press("Enter")
    expect(page.get_by_text("Round 9 is not planned")).to_be_visible()
    expect(lines.nth(2).get_by_label("players of a group")).to_have_value("4")
    lines.nth(3).get_by_role("button", name="Remove").click()
    page.get_by_role("button", name="Save").click()
    plan = page.locator(".plan")
    expect(plan.locator("li")).to_have_count(3)
    expect(plan).to_contain_text("Rounds 2–4")
    expect(page.get_by_role("button", name="Undo it")).to_be_visible()
    fits_sideways(person)

    # Enter pairs the round as planned, and Enter begins it.
    expect(page.get_by_role("button", name="Pair round 1")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Begin round 1")).to_be_focused()
    page.keyboard.press("Enter")
    for table in range(1, 5):
        line = page.get_by_label("Result", exact=True)
        line.fill(f"{table} 420 380")
        line.press("Enter")
        # A line entered before htmx has loaded is told by a message, which stays beside the next line's.
        expect(page.get_by_role("status").filter(has_text=f"Table {table}:")).to_be_visible()
    page.goto(division)
    expect(page.get_by_role("button", name="Pair round 2")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Round robin ·")).to_be_visible()
    page.goto(division)
    expect(plan.locator("li").first).to_contain_text("over")
    fits_sideways(person)
