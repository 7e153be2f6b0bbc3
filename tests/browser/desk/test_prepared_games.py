"""Preparing a game in a real browser: searched for, kept and made a game of; and every page fits a phone."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.hall import PHONE_SIZE, Desk

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]

LONG = "Finale of the Featherstonehaugh-Wolfeschlegelsteinhausen Memorial, second day"
TYPED = "AEINRST RETAINS H4"


@pytest.fixture(scope="module")
def prepared(desk):
    """Return the address of a typed game."""
    desk.get("/desk/prepared/new/")
    fields = {
        "name": LONG,
        "lexicon": "english",
        "rule_set": "classic",
        "notation": "duplicate",
        "text": TYPED,
    }
    answer = desk.post_form("/desk/prepared/new/", fields)
    assert answer.status == 302, answer.text
    return answer.headers["Location"]


@pytest.fixture(scope="module")
def search(desk):
    desk.get("/desk/prepared/search/")
    asked = {"lexicon": "english", "rule_set": "classic", "games": 50, "long_word": 8, "ranking": "spread"}
    return desk.post_form("/desk/prepared/search/", asked).headers["Location"]


def test_a_game_is_searched_for_by_keys_alone_and_played(hall):
    arbitrator = hall.desk()
    page = arbitrator.page
    page.goto("/desk/prepared/search/")
    page.get_by_label("Number of games to try").fill("200")
    page.get_by_label("Lowest top of all rounds: from").fill("")
    page.get_by_label("Total of the tops: from").fill("100")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=re.compile("Search of"))).to_be_visible()
    first = page.get_by_role("checkbox").first
    expect(first).to_be_visible(timeout=90_000)
    first.focus()
    page.keyboard.press("Space")
    kept = page.get_by_role("checkbox", checked=True)
    number = kept.get_attribute("value")
    name = page.get_by_label("Name")
    name.fill("Searched")
    expect(page.get_by_text("done", exact=True)).to_be_visible(timeout=120_000)
    expect(name, "what is typed outlasts the looks at the progress").to_have_value("Searched")
    expect(page.locator(f"#game-{number}"), "and so does what is ticked").to_be_checked()
    page.get_by_role("button", name="Save the games ticked").press("Enter")
    expect(page.get_by_role("heading", name="Searched")).to_be_visible()
    page.get_by_role("link", name="Create game").press("Enter")
    expect(page.get_by_label("Prepared game").locator("option:checked")).to_have_text("Searched")
    page.get_by_role("button", name="Create game").press("Enter")
    expect(page.locator("#facts")).to_contain_text("Prepared game")
    page.wait_for_load_state("load")
    arbitrator.press("d")
    arbitrator.is_at("open")
    page.goto(page.url + "log/")
    expect(page.get_by_text("prepared rack")).to_be_visible()


def test_looking_inside_takes_two_deliberate_steps(hall, prepared):
    page = hall.desk().page
    page.goto(prepared)
    expect(page.get_by_text("Nobody has viewed the contents.")).to_be_visible()
    expect(page.get_by_role("button", name="View contents")).not_to_be_visible()
    page.get_by_text("View racks and moves").click()
    page.get_by_role("button", name="View contents").click()
    expect(page.get_by_role("rowheader", name="RETAINS")).to_be_visible()
    page.get_by_role("link", name="Close").click()
    expect(page.get_by_text("RETAINS")).to_have_count(0)
    expect(page.get_by_text("Nobody has viewed the contents.")).to_have_count(0)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_page_fits_a_phone(hall, prepared, search, language):
    person = hall.open(
        Desk, PHONE_SIZE, storage_state=hall.arbitrator, is_mobile=True, has_touch=True, locale=language
    )
    person.watch.provoke("422")
    page = person.page
    for path in ("", "new/", "import/", "search/"):
        page.goto(f"/desk/prepared/{path}")
        fits(page)
    page.goto("/desk/prepared/new/")
    page.locator("[name=name]").fill(LONG)
    page.locator("[name=text]").fill("AEINRST RETAILS H4")
    page.locator("form.card .primary").tap()
    expect(page.locator(".errorlist")).to_contain_text("1")
    fits(page)
    page.goto(search)
    expect(page.get_by_role("checkbox").first).to_be_visible(timeout=90_000)
    fits(page)
    page.goto(prepared)
    fits(page)
    page.locator("#inside ~ details summary").tap()
    page.locator("#inside ~ details button").first.tap()
    expect(page.locator("table.inside")).to_be_visible()
    fits(page)


def test_an_hour_that_comes_twice_is_read_in_every_zone(hall, prepared):
    """The organiser in Toronto sends a game for the second 02:30 of an October night in Paris."""
    toronto = hall.desk(timezone_id="America/Toronto", size=PHONE_SIZE)
    toronto.watch.provoke("422")
    page = toronto.page
    page.goto(f"/desk/simultaneous/new/?prepared={prepared.strip('/').rpartition('/')[2]}")
    page.get_by_label("Name").fill("World game")
    page.get_by_label("Organiser").fill("The federation")
    page.get_by_label("Not to be opened before").fill("2026-10-25T02:30")
    zones = page.get_by_label("Time zone of this hour")
    zones.focus()
    page.keyboard.type("Pari")
    expect(zones).to_have_value("Europe/Paris")
    page.get_by_role("button", name="Seal the envelope").click()
    expect(page.get_by_text("02:30 comes twice")).to_be_visible()
    fits(page)
    page.get_by_label("02:30 (second, UTC+1)").check()
    page.get_by_role("button", name="Seal the envelope").click()
    when = page.locator(".on-envelope time")
    expect(when).to_have_text("25 October 2026, 02:30 (Paris, UTC+1) · 24 Oct, 21:30 your time")
    fits(page)
    brussels = hall.desk(timezone_id="Europe/Brussels").page
    brussels.goto(page.url)
    expect(brussels.locator(".on-envelope time")).to_have_text("25 October 2026, 02:30 (Paris, UTC+1)")


def fits(page):
    wide = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert wide[0] <= wide[1], f"{page.url} is {wide[0]} wide, the screen {wide[1]}"
