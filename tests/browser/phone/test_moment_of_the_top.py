"""The moment of the top: who found it is cheered, who missed it is left in peace, and nobody else is told of that."""

import os

import pytest
from playwright.sync_api import expect

from tests.browser.test_pages import fits_sideways

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]

SMALL = {"width": 360, "height": 640}


@pytest.mark.parametrize(
    ("locale", "scheme", "words"),
    [("en-GB", "dark", "A solo!"), ("fr-FR", "light", ""), ("de-DE", "dark", "")],
)
def test_a_solo_a_top_and_a_rank_gained(hall, desk, locale, scheme, words):
    code = desk.new_game("Moments", rule_set="fisf")
    phones = {
        name: hall.phone(code, size=SMALL, locale=locale, color_scheme=scheme, reduced_motion="reduce")
        for name in ("Agnès", "Bertrand")
    }
    projector = hall.projector(code, locale=locale, color_scheme=scheme, reduced_motion="reduce")
    projector.page.set_viewport_size({"width": 1920, "height": 1080})
    for name, phone in phones.items():
        phone.page.goto(f"/join/{code}/")
        phone.page.locator("#name").fill(name)
        phone.page.locator("#join-form button").tap()
    desk.post_form(f"/desk/{code}/players/", {"names": "Clotilde"})
    play_round(desk, code, 1, "TRAINER", "1 RAIN H8 8", "2 TRAIN H4 12", "3 TRAIN H4 12")
    for name, cheer in (("Agnès", ""), ("Bertrand", "best")):
        shows_cheer(phones[name], cheer)
        look(phones[name], f"1-{name}-{locale}")
    look(projector, f"1-{locale}")
    expect(projector.page.locator(".found")).to_contain_text("Bertrand")

    play_round(desk, code, 2, "SATIRES", "1T", "2 QXZ A1 0")
    shows_cheer(phones["Agnès"], "solo")
    shows_cheer(phones["Bertrand"], "")
    if words:
        expect(phones["Agnès"].page.locator("#cheer")).to_have_text(words)
    expect(phones["Agnès"].page.locator("#climbed")).to_have_text("▲\u202f2")
    expect(projector.page.locator(".solo")).to_contain_text("Agnès")
    expect(projector.page.locator("#announcement")).not_to_contain_text("Bertrand")
    expect(projector.page.locator("#leaders .climbed.up")).to_have_text("▲\u202f2")
    for name, phone in phones.items():
        fits_sideways(phone)
        look(phone, f"2-{name}-{locale}")
    look(projector, f"2-{locale}")
    still = "() => document.getAnimations().length"
    assert phones["Agnès"].page.evaluate(still) == 0
    assert projector.page.evaluate(still) == 0


def play_round(desk, code, number, rack, *lines):
    desk.do(code, "type-rack", rack=rack)
    desk.do(code, "open-and-start")
    desk.key(code, *lines)
    desk.do(code, "end-round")
    desk.announce_preferred(code, number)


def shows_cheer(phone, cheer):
    phone.shows("announced")
    expect(phone.page.locator("#my-move")).not_to_be_empty()
    expect(phone.page.locator("#rest")).to_have_attribute("data-cheer", cheer)
    expect(phone.page.locator("#cheer")).to_be_visible(visible=bool(cheer))


def look(person, name):
    if folder := os.environ.get("PICTURES"):
        person.page.screenshot(path=f"{folder}/moment-{name}.png")
