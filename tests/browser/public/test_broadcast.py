"""A game followed from home and by a streaming program, after the desk has allowed it."""

import os

import pytest
from playwright.sync_api import expect

from tests.browser.hall import Person

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]

SIZES = {"phone": (360, 640), "desk": (1366, 768), "wide": (1920, 1080)}
BACKGROUND = "() => getComputedStyle(document.body).backgroundColor"


def test_the_desk_allows_it_and_viewers_see_the_game(hall, desk):
    code = desk.new_game("Final", rule_set="fisf")
    desk.post_form(f"/desk/{code}/players/", {"names": "Agnès Durand\nBertrand Petit"})
    page = hall.desk(code).page
    page.get_by_role("link", name="Event", exact=True).first.click()
    page.locator("#further > summary").click()
    page.get_by_role("link", name="Broadcast").click()
    expect(page.get_by_text("This event is not broadcast.")).to_be_visible()
    page.get_by_role("link", name="Allow it in the settings").click()
    page.get_by_label("Broadcast: games").check()
    page.get_by_label("Delay of the broadcast").fill("0")
    page.get_by_role("button", name="Save").click()
    page.locator("#further > summary").click()
    page.get_by_role("link", name="Broadcast").click()
    address = (
        page.get_by_role("link", name="Follow from home").get_attribute("href").partition("/broadcast/")[2]
    )
    assert code not in address

    viewers = {
        name: hall.open(Person, {"width": width, "height": height}, color_scheme=scheme)
        for (name, (width, height)), scheme in zip(SIZES.items(), ("dark", "light", "dark"), strict=True)
    }
    for viewer in viewers.values():
        viewer.page.goto(f"/broadcast/{address}")
    desk.do(code, "type-rack", rack="TRAINER")
    desk.do(code, "open-and-start")
    for name, viewer in viewers.items():
        expect(viewer.page.locator("#rack .tile")).to_have_count(7)
        expect(viewer.page.locator("#clock")).to_contain_text("2:")
        expect(viewer.page.locator("#last-top")).to_be_hidden()
        assert viewer.page.evaluate("document.documentElement.scrollWidth") <= SIZES[name][0]
    desk.key(code, "1T", "2 RAIN H8 8")
    desk.do(code, "end-round")
    desk.announce_preferred(code, 1)
    for name, viewer in viewers.items():
        expect(viewer.page.locator("#solo")).to_contain_text("Agnès Durand")
        expect(viewer.page.locator("#leaders li")).to_have_count(3)
        look(viewer, name)
    streamed = viewers["wide"].page
    for part, selector in (("standings", "#leaders li"), ("top", "#last-top span"), ("solo", "#solo span")):
        streamed.goto(f"/broadcast/{address}{part}/")
        expect(streamed.locator(selector).first).to_be_visible()
        assert streamed.evaluate(BACKGROUND) == "rgba(0, 0, 0, 0)"
        look(viewers["wide"], part)


def look(viewer, name):
    if folder := os.environ.get("PICTURES"):
        viewer.page.screenshot(path=f"{folder}/broadcast-{name}.png", omit_background=True)
