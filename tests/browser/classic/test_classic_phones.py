"""A classic match on two phones in a real browser: one joins by the code and loses the network while it reports, the
other opens the desk's link and agrees; the director sees the result.
"""

import re

import pytest
from playwright.sync_api import expect

from tests.factories.division_form import USUAL_SETTINGS, make_division_by_form

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PHONE = {"width": 360, "height": 700}
FIELDS = {
    "event-name": "Spring open",
    "event-date": "2026-05-01",
    "name": "Open",
    "rounds_planned": 3,
    "method": "swiss",
    **USUAL_SETTINGS,
}


@pytest.fixture
def division(desk):
    """Return the path of a division whose first round is paired: Ann and Ben at one table, two others at the
    second.
    """
    path = make_division_by_form(desk, FIELDS)
    desk.post_form(f"{path}players/enter/", {"names": "Ann\nBen\nCleo\nDan"})
    desk.post_form(f"{path}rounds/1/by-hand/", {"pairs": "1 2\n3 4"})
    return path


@pytest.fixture
def phone(browser, server):
    """Yield a function that opens an address on a new phone."""
    contexts = []

    def open_it(path):
        context = browser.new_context(viewport=PHONE, locale="en-GB")
        contexts.append(context)
        page = context.new_page()
        page.goto(server.site + path)
        return page

    yield open_it
    for context in contexts:
        context.close()


def no_wider_than_the_phone(page):
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_somebody_in_no_division_is_told(desk, division, phone):
    """The code of an event does not say which of its divisions somebody plays in."""
    event = division.split("/")[2]
    code = re.search(r'class="code"><strong>(\w+)<', desk.get(f"{division}players/").text)[1]
    further = {name: value for name, value in FIELDS.items() if not name.startswith("event-")}
    further |= {"name": "Novices", "lexicon": desk.english_lexicon()}
    assert desk.post_form(f"/events/{event}/divisions/new/", further).status == 302
    eve = phone(f"/matches/{event}/?code={code}")
    eve.locator("#name").fill("Eve")
    eve.get_by_role("button", name="Join").click()
    expect(eve.locator("#state")).to_have_text("You are in no division yet. Tell the director your name.")


@pytest.mark.smoke
def test_a_match_on_two_phones(desk, division, phone):
    event = division.split("/")[2]
    players = desk.get(f"{division}players/").text
    code = re.search(r'class="code"><strong>(\w+)<', players)[1]
    ann = phone(f"/matches/{event}/?code={code}")
    ann.locator("#name").fill("ann")
    ann.get_by_role("button", name="Join").click()
    expect(ann.locator("#playing")).to_be_visible()
    desk.post_form(f"{division}rounds/1/begin/", {})
    ann.reload()
    expect(ann.locator("#state")).to_contain_text("against Ben")
    expect(ann.locator("#state")).to_contain_text("You go first")
    no_wider_than_the_phone(ann)

    # A score that cannot be sent stays on the phone, over a reload.
    ann.context.set_offline(True)
    ann.locator("#own").fill("433")
    ann.locator("#other").fill("390")
    ann.locator("#send").click()
    expect(ann.locator("#state")).to_contain_text("Not sent yet")
    ann.context.set_offline(False)
    ann.reload()
    expect(ann.locator("#state")).to_contain_text("Reported: 433–390")

    entrant = re.search(r'players/(\d+)/">Ben<', players)[1]
    answer = desk.post_form(f"{division}players/{entrant}/phone/", {})
    link = re.search(r"/matches/\d+/#t=[\w-]+", answer.text)[0]
    ben = phone(link)
    expect(ben.locator("#state")).to_contain_text("Ann reports 390–433")
    expect(ben).to_have_url(re.compile(rf"/matches/{event}/$"))
    ben.locator("#send").click()
    expect(ben.locator("#state")).to_contain_text("Lost. Counted: 390–433")
    no_wider_than_the_phone(ben)

    shown = desk.get(f"{division}rounds/1/").text
    assert "433–390" in shown
