"""The prizes of an event in a real browser: lines are added, changed, moved and removed, and everybody sees who won."""

import os
import re

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PHONE, WIDE = {"width": 360, "height": 640}, {"width": 1280, "height": 800}
NAMES = ("The cup", "Best game", "Best of each club")


@pytest.fixture
def event(desk):
    """Return the address of an event with a finished game of one round."""
    code = desk.new_game("Prizes evening")
    desk.post_form(f"/desk/{code}/players/", {"names": "Agnes\nBertrand\nClotilde"})
    desk.do(code, "draw", "open-and-start", "end-round")
    desk.announce_preferred(code, 1)
    desk.do(code, "end-game")
    return re.search(r"/events/\d+/", desk.get(f"/desk/{code}/").text)[0]


@pytest.mark.parametrize(("size", "scheme"), [(PHONE, "light"), (WIDE, "dark")], ids=["phone", "wide"])
def test_a_list_of_prizes_is_written_moved_and_shortened(browser, server, arbitrator, event, size, scheme):
    context = browser.new_context(
        viewport=size, locale="en-GB", color_scheme=scheme, storage_state=arbitrator
    )
    page = context.new_page()
    page.goto(f"{server.site}{event}prizes/")
    expect(page.get_by_text("This event has no prizes")).to_be_visible()
    look(page, f"empty-{scheme}")
    page.get_by_role("link", name="Edit prizes").click()
    for place, name in enumerate(NAMES, start=1):
        line(page, place).get_by_label("Prize", exact=True).fill(name)
    line(page, 2).get_by_label("For", exact=True).select_option("high_game")
    line(page, 3).get_by_label("Within").select_option("club")
    line(page, 1).get_by_label("Amount or text").fill("100 €")
    page.get_by_label("One prize per player").check()
    expect(line(page, 1).get_by_role("button", name="Up")).to_be_disabled()
    look(page, f"set-{scheme}")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("row", name="The cup 100 € · rank 1")).to_be_visible()
    assert prizes(page) == ["The cup", "Best game"]
    look(page, f"prizes-{scheme}")

    page.get_by_role("link", name="Edit prizes").click()
    line(page, 2).get_by_role("button", name="Up").press("Enter")
    expect(line(page, 1).get_by_label("Prize", exact=True)).to_have_value("Best game")
    expect(line(page, 1).get_by_label("For", exact=True)).to_have_value("high_game")
    expect(line(page, 2).get_by_label("Amount or text")).to_have_value("100 €")
    expect(line(page, 1).get_by_label("Prize", exact=True)).to_be_focused()
    line(page, 2).get_by_role("button", name="Remove").click()
    expect(line(page, 2).get_by_label("Prize", exact=True)).to_have_value("Best of each club")
    expect(line(page, 2).get_by_label("Within")).to_have_value("club")
    expect(line(page, 3).get_by_label("Within")).to_have_value("")
    line(page, 2).get_by_label("Prize", exact=True).fill("Solos")
    line(page, 2).get_by_label("For", exact=True).select_option("solos")
    line(page, 2).get_by_label("Within").select_option("")
    line(page, 3).get_by_label("Amount or text").fill("20 €")
    page.get_by_role("button", name="Save").click()
    expect(line(page, 3).get_by_text("Every prize needs a name.")).to_be_visible()
    expect(line(page, 3).get_by_label("Amount or text")).to_have_value("20 €")
    look(page, f"refused-{scheme}")
    line(page, 3).get_by_role("button", name="Remove").click()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("row", name="Best game")).to_be_visible()
    assert prizes(page) == ["Best game", "Solos"]
    context.close()


def test_everybody_sees_final_prizes(browser, server, desk, event):
    fields = {"prize-TOTAL_FORMS": 1, "prize-INITIAL_FORMS": 0, "prize-0-name": "The cup"}
    desk.post_form(f"{event}prizes/set/", fields)
    desk.post_form(f"{event}release/", {"released": "final"})
    page = browser.new_page(viewport=PHONE, locale="en-GB")
    page.goto(server.site + event.replace("events", "results"))
    expect(page.get_by_role("heading", name="Prizes", exact=True)).to_be_visible()
    expect(page.get_by_role("row", name="The cup rank 1")).to_be_visible()
    look(page, "public")
    page.close()


def line(page, place):
    return page.get_by_role("group", name=f"Prize {place}", exact=True)


def prizes(page):
    return [told.splitlines()[0] for told in page.get_by_role("rowheader").all_inner_texts()]


def look(page, name):
    """Check that nothing is wider than the page; save a picture if PICTURES names a folder."""
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    if folder := os.environ.get("PICTURES"):
        page.screenshot(path=f"{folder}/prizes-{name}.png", full_page=True)
