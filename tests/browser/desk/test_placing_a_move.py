"""A move is searched, tried, placed and confirmed at the desk by keys alone; every screen tells both moves."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.hall import DESK_SIZE, PHONE_SIZE

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]


@pytest.fixture
def code(desk):
    """Return the code of a game whose round is closed, with a slip of one table of three."""
    code = desk.new_game("Evening", rule_set="fisf")
    desk.post_form(f"/desk/{code}/players/", {"names": "Ann\nBob"})
    desk.do(code, "type-rack", rack="TRAINER")
    desk.do(code, "open-and-start")
    desk.key(code, "1 TRAINER H4 66", number=1)
    return code


def test_ending_a_round_with_slips_missing_by_keys(hall, desk, code):
    arbitrator = hall.desk(code)
    page = arbitrator.page
    arbitrator.watch.provoke("422")
    arbitrator.is_at("running")
    # Time: a table has handed in nothing, which the desk says before it does it.
    arbitrator.press("e")
    confirm = page.locator("#confirm-dialog")
    expect(confirm).to_contain_text("Table 2’s slip is missing")
    expect(confirm.locator(".primary")).to_be_focused()
    arbitrator.press("Escape")
    expect(confirm).to_be_hidden()
    arbitrator.is_at("running")
    arbitrator.press("e")
    expect(confirm.locator(".primary")).to_be_focused()
    arbitrator.press("Enter")
    arbitrator.is_at("announce")
    expect(confirm).to_be_hidden()


def test_search_place_and_confirm_by_keys(hall, desk, code):
    phone = hall.phone(code, "Cid")
    projector = hall.projector(code)
    arbitrator = hall.desk(code)
    page = arbitrator.page
    confirm = page.locator("#confirm-dialog")
    arbitrator.watch.provoke("422")
    arbitrator.is_at("running")
    desk.do(code, "end-round")
    arbitrator.is_at("announce")
    # The moves: letters that are keys elsewhere are letters here.
    arbitrator.press("m")
    expect(page.locator("#moves-q")).to_be_focused()
    arbitrator.type("rain h8 8")
    move_check = page.locator(".move-check")
    expect(move_check.locator(".looked-up")).to_have_text("RAIN")
    expect(move_check).to_contain_text("can be played")
    expect(page.locator("#board .pending")).to_have_count(4)
    arbitrator.press("Control+a")
    # Slow typing sends queries in between: only the last answer stays.
    with page.expect_response(re.compile(r"[?&]q=rain(&|$)")):
        arbitrator.type("rain")
    expect(move_check).not_to_contain_text("can be played")
    expect(page.locator("#moves-form.htmx-request")).to_have_count(0)
    first = page.locator(".moves-table tbody tr").first
    expect(first).to_contain_text("RAIN")
    arbitrator.press("ArrowDown")
    expect(first.locator(".place")).to_be_focused()
    expect(page.locator("#board .pending")).to_have_count(4)
    arbitrator.press("Enter")
    # It is no top, and slips are missing: each is asked by itself.
    expect(confirm.get_by_role("heading")).to_have_text("Not the top?")
    expect(confirm.locator(".compared div")).to_have_count(2)
    expect(confirm).to_contain_text("58 points less than the top.")
    arbitrator.press("Escape")
    expect(confirm).to_be_hidden()
    expect(first.locator(".place")).to_be_focused()
    arbitrator.press("Enter")
    expect(confirm.locator(".primary")).to_be_focused()
    arbitrator.press("Enter")
    expect(confirm.get_by_role("heading")).to_have_text("Slips are missing")
    expect(confirm.locator(".primary")).to_be_focused()
    arbitrator.press("Enter")
    arbitrator.is_at("draw")
    expect(confirm).to_be_hidden()
    expect(page.locator("#moves-dialog")).to_be_hidden()
    # The placed move is on every board, and the top is told beside it.
    assert "RAIN" in arbitrator.board()[7]
    expect(page.locator("#standings")).to_contain_text("Ann")
    expect(page.locator("#standings .tops")).to_contain_text("66")
    phone.shows("announced")
    expect(phone.page.locator("#top-label")).to_have_text("Placed")
    expect(phone.page.locator("#real-top")).to_have_text(re.compile(r"^Top: \w+ \w+, 66$"))
    expect(projector.page.locator("#announcement .top")).to_have_text(re.compile(r"^Top: \w+ \w+, 66$"))


def test_an_announcement_with_slips_missing_is_asked_by_the_key(hall, desk, code):
    desk.do(code, "end-round")
    desk.wait_for_step(code, "announce")
    arbitrator = hall.desk(code)
    arbitrator.watch.provoke("422")
    arbitrator.is_at("announce")
    arbitrator.press("s", "a")  # by these rules the arbitrator chooses
    confirm = arbitrator.page.locator("#confirm-dialog")
    expect(confirm).to_contain_text("Table 2’s slip is missing")
    expect(confirm.locator(".primary")).to_be_focused()
    arbitrator.press("Enter")
    arbitrator.is_at("draw")


@pytest.mark.parametrize("size", [PHONE_SIZE, DESK_SIZE])
def test_the_list_fits_and_goes_on(hall, desk, code, size):
    arbitrator = hall.desk(code, size=size)
    page = arbitrator.page
    page.get_by_role("link", name="Moves", exact=True).click()
    rows = page.locator(".moves-table tbody tr[data-word]")
    expect(rows).to_have_count(50)
    page.locator(".moves-table .more a").click()
    expect(rows).to_have_count(100)
    wide = page.locator("#moves-dialog").evaluate("dialog => [dialog.scrollWidth, dialog.clientWidth]")
    assert wide[0] <= wide[1]
    page.get_by_label("Points").fill("60+")
    expect(page.locator(".moves-table .more")).to_have_count(0)
    expect(rows.first).to_contain_text("bonus")
