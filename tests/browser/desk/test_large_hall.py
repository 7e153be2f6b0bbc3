"""The desk in a hall whose tables are more than a page of the list."""

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.server]

HALL = 230


@pytest.fixture
def code(desk):
    """Return the code of a game in round 1, with 230 players on paper."""
    code = desk.new_game("Festival", calls="", minimum_early="", minimum_late="", late_from_round="")
    names = "\n".join(f"{table} Player{table}" for table in range(1, HALL + 1))
    assert desk.post_form(f"/desk/{code}/players/", {"names": names}).status == 302
    desk.do(code, "type-rack", rack="TRAINER")
    desk.do(code, "open-and-start")
    return code


def test_a_table_that_is_not_on_the_page_is_keyed_and_comes_into_view(hall, desk, code):
    arbitrator = hall.desk(code)
    page = arbitrator.page
    rows = page.locator("#slips tbody tr:visible")
    expect(rows).to_have_count(100)
    arbitrator.press("k")
    arbitrator.type("217")
    expect(page.locator("#line-table")).to_have_text("217 Player217")
    expect(page.locator("#table-217")).to_be_in_viewport()
    arbitrator.type("t")
    arbitrator.press("Enter")
    expect(page.locator("#table-217")).to_contain_text("top")
    # The line goes on with the next one there.
    expect(page.locator("#line-table")).to_have_text("218 Player218")
    arbitrator.type("player229 train h4 12")
    arbitrator.press("Enter")
    expect(page.locator("#line-said")).to_contain_text("229 Player229: TRAIN H4, 12")

    expect(page.locator("#tables-part")).to_have_text("201–230 of 230")
    page.get_by_role("button", name="Previous tables").click()
    expect(page.locator("#tables-part")).to_have_text("101–200 of 230")
    arbitrator.press("Escape")
    page.locator("[data-filter=missing]").click()
    expect(page.locator("#tables-part")).to_have_text("1–100 of 228")
    desk.key(code, "3 TRAIN H4 12")
    expect(page.locator("#table-3")).to_have_count(0)
    expect(rows).to_have_count(100)
    page.locator("[data-filter=all]").click()
    expect(page.locator("#table-3")).to_contain_text("TRAIN")


def test_the_standings_are_turned_by_the_page(hall, desk, code):
    desk.key(code, "*")
    desk.do(code, "end-round")
    desk.wait_for_step(code, "announce")
    desk.announce_preferred(code, 1)
    page = hall.desk(code).page
    page.keyboard.press("2")
    rows = page.locator("#standings tbody tr")
    expect(rows).to_have_count(100)
    page.get_by_role("button", name="Next ranks").click()
    page.locator("#standings").get_by_text("Page 2 of 3").wait_for()
    page.get_by_role("button", name="Next ranks").click()
    expect(rows).to_have_count(30)
