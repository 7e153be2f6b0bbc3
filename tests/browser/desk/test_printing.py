"""Printing from a club's laptop: the Print page, a picture of what is pointed at, a long document while it is made."""

import re
from io import BytesIO

import pytest
from playwright.sync_api import expect
from pypdf import PdfReader

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]

PLAYERS = 45


def test_sheets_of_all_players_are_chosen_made_and_fetched(hall, desk):
    code = desk.new_game("Printed evening")
    names = [f"Player {number:02}" for number in range(1, PLAYERS + 1)]
    assert desk.post_form(f"/desk/{code}/players/", {"names": "\n".join(names)}).status == 302
    desk.do(code, "draw", "open-and-start", "end-round")
    desk.announce_preferred(code, 1)
    page = hall.desk(code).page
    page.get_by_role("link", name="Event", exact=True).click()
    page.get_by_role("link", name="Print and save").click()
    picture = page.locator("#preview")
    expect(picture).to_be_visible()
    first = picture.get_attribute("src")
    page.get_by_role("link", name="Game sheet", exact=True).hover()
    expect(picture).not_to_have_attribute("src", first)
    expect(picture).to_be_visible()

    page.get_by_role("link", name="Players’ sheets").click()
    expect(page.get_by_text(f"{PLAYERS} sheets")).to_be_visible()
    shown = page.get_by_role("img", name="The first page")
    page.get_by_label("In the order of").select_option("name")
    page.get_by_label("Paper").select_option("letter")
    expect(shown).to_have_attribute("src", re.compile(r"order=name&paper=letter$"))
    page.get_by_role("button", name="Create").click()
    expect(page.get_by_role("heading", name="Ready.")).to_be_visible()
    made = page.get_by_role("link", name="Print (PDF)").get_attribute("href")
    pages = PdfReader(BytesIO(page.request.get(made).body())).pages
    assert (len(pages), round(pages[0].mediabox.width)) == (PLAYERS, 612)
    page.get_by_role("link", name="Print and save").click()
    expect(page.get_by_text("Last created")).to_be_visible()
    expect(page.get_by_text("Nothing has changed since.")).to_be_visible()

    page.get_by_role("link", name="Slips", exact=True).click()
    expect(page.get_by_text(f"{20 * PLAYERS} slips")).to_be_visible()
    page.get_by_label("Rounds").select_option("next")
    expect(page.get_by_text(f"{PLAYERS} slips · 6 pages")).to_be_visible()
    expect(page.get_by_role("link", name="Print (PDF)")).to_have_attribute("href", re.compile("rounds=next"))


def test_a_choice_made_before_the_script_has_come_takes_effect(hall, desk):
    code = desk.new_game("Slow evening")
    assert desk.post_form(f"/desk/{code}/players/", {"names": "Ann\nBen"}).status == 302
    page = hall.desk(code).page
    page.get_by_role("link", name="Event", exact=True).click()
    page.get_by_role("link", name="Print and save").click()
    waiting = []

    def wait(route):
        waiting.append(route)

    page.route(re.compile(r"/choices\.[\w.]*js"), wait)
    page.get_by_role("link", name="Slips", exact=True).click(no_wait_after=True)
    page.get_by_label("Rounds").select_option("next")
    link = page.get_by_role("link", name="Print (PDF)")
    assert "rounds=next" not in link.get_attribute("href")
    for route in waiting:
        route.continue_()
    expect(link).to_have_attribute("href", re.compile("rounds=next"))
