"""The desk on a laptop of 1366 × 768 in French, whose words are the longest: nothing is cut off, nothing wraps that
should not.
"""

from itertools import pairwise

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LAPTOP = {"width": 1366, "height": 768}
CUT_OFF = "found => found.scrollWidth > found.clientWidth + 1 || found.scrollHeight > found.clientHeight + 1"


@pytest.fixture
def code(desk):
    code = desk.new_game("Festival du mardi soir", rule_set="fisf")
    desk.post_form(f"/desk/{code}/players/", {"names": "Agnès Delacroix-Montgolfier\nBertrand"})
    desk.do(code, "type-rack", rack="TRAINER")
    return code


def test_in_french_everything_fits(hall, code):
    arbitrator = hall.desk(code, size=LAPTOP, locale="fr-FR")
    page = arbitrator.page
    heights = page.evaluate("[...document.querySelectorAll('.site-nav > a')].map(link => link.offsetTop)")
    assert len(set(heights)) == 1
    # The rack is changed by keys alone while nobody has seen it.
    arbitrator.is_at("open")
    arbitrator.press("t")
    arbitrator.type("trained")
    arbitrator.press("Tab")
    arbitrator.type("un D pour un R")
    arbitrator.press("Enter")
    expect(page.locator("#rack-text")).to_have_text("TRAINED")
    expect(page.locator("#change-rack :focus")).to_have_count(0)
    arbitrator.press("s")
    arbitrator.is_at("running")
    arbitrator.press("k")
    for line in ("1train h4 12", "1 =5 le joker n’était pas marqué"):
        arbitrator.type(line)
        arbitrator.press("Enter")
        expect(page.locator("#line-said")).to_contain_text("1 Agnès")
    expect(page.locator("#line-said")).to_contain_text("Décision de l’arbitre")
    expect(page.locator("#line-undo")).to_contain_text("fixé à 5")
    for shown in ("#line-said", "#line-undo .what"):
        assert not page.locator(shown).evaluate(CUT_OFF), shown
    arbitrator.press("Escape", "m")
    boxes = page.evaluate(
        "[...document.querySelectorAll('.moves-conditions label')].map(one => one.getBoundingClientRect().toJSON())"
    )
    assert all(one["right"] <= other["left"] for one, other in pairwise(boxes) if one["top"] == other["top"])
