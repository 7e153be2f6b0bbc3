"""A GCG file whose players are nobody of a division: its review, the game step by step, and what everybody sees."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.classic.test_classic_phones import FIELDS
from tests.browser.hall import DESK_SIZE, PHONE_SIZE, Desk
from tests.browser.test_accessible import problems_of
from tests.factories.annotated_games import FILE
from tests.factories.division_form import make_division_by_form

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]


@pytest.fixture
def division(desk):
    """Return the path of a division of Bo Li and Jon."""
    division = make_division_by_form(desk, FIELDS)
    desk.post_form(f"{division}players/enter/", {"names": "Bo Li\nJon"})
    return division


@pytest.mark.parametrize("size", [DESK_SIZE, PHONE_SIZE])
def test_a_game_of_nobody_of_the_division(hall, division, size):
    director = hall.open(Desk, size, storage_state=hall.arbitrator)
    page = director.page
    page.goto(division)
    page.get_by_text("Import a GCG file").click()
    page.get_by_label("GCG file").set_input_files(
        {"name": "game.gcg", "mimeType": "application/octet-stream", "buffer": FILE}
    )
    page.get_by_role("button", name="Read the file").click()
    expect(page.get_by_role("heading", name="game.gcg")).to_be_visible()
    assert problems_of(director) == []
    expect(page.get_by_label("“Ann Marsh” of the file is")).to_have_value("nobody")
    # Bo may be Bo Li: nothing is chosen for the director.
    page.get_by_role("button", name="Import").click()
    expect(page).to_have_url(re.compile("/review/$"))
    page.get_by_label("“Bo” of the file is").select_option("nobody of this division")
    page.get_by_role("button", name="Import").click()
    expect(page.get_by_text("The annotated game is here")).to_be_visible()
    page.reload()
    assert problems_of(director) == []
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    walk_through(page)

    page.goto(division)
    game = page.get_by_role("link", name="Ann Marsh – Bo")
    assert problems_of(director) == []
    game.click()
    page.get_by_text("Remove this game").first.click()
    page.get_by_label("Yes, remove it").check()
    page.get_by_role("button", name="Remove this game").click()
    expect(page.get_by_text("The annotated game is removed.")).to_be_visible()
    expect(page.get_by_role("link", name="Ann Marsh – Bo")).to_have_count(0)


def walk_through(page):
    """Step through the game by buttons, keys and its list."""
    tiles = page.locator("#board .tile")
    end = tiles.count()
    assert end > 50
    page.get_by_role("button", name="To the beginning").click()
    expect(tiles).to_have_count(0)
    expect(page.locator("#at")).to_have_text("Before the first turn")
    page.get_by_role("button", name="One turn on").click()
    expect(tiles).to_have_count(5)
    expect(page.locator("#board .tile.fresh")).to_have_count(5)
    expect(page.locator("#rack")).to_contain_text("Rack:")
    slider = page.get_by_role("slider", name="Turn")
    slider.press("ArrowRight")
    expect(page.locator("#at")).to_contain_text("Turn 2 of")
    slider.press("End")
    expect(tiles).to_have_count(end)
    line = page.locator("#turns li").nth(2)
    line.click()
    expect(line).to_have_attribute("aria-current", "step")
    expect(page.locator("#at")).to_contain_text("Turn 3 of")
