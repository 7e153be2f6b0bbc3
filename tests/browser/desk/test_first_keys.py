"""The first keys of a round are that round's, and those of the round before are never done in the next one."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]

TABLES = re.compile(r"/tables/\?")


@pytest.fixture
def code(desk):
    """Return the code of a game with two players in the first round."""
    code = desk.new_game("Evening")
    desk.post_form(f"/desk/{code}/players/", {"names": "Ann\nBob"})
    desk.do(code, "type-rack", rack="TRAINER")
    desk.do(code, "open-and-start")
    return code


def goes_on(desk, code, rack):
    """Announce round 1 and open the next one."""
    desk.do(code, "end-round")
    desk.wait_for_step(code, "announce")
    desk.do(code, "announce", number=1, move=desk.tops(code)[0].value)
    desk.do(code, "type-rack", rack=rack)
    desk.do(code, "open-and-start")


def test_the_first_keys_of_a_round_do_not_wait_for_its_tables(hall, desk, code):
    arbitrator = hall.desk(code)
    page = arbitrator.page
    arbitrator.is_at("running")
    expect(page.locator("#line-table")).to_have_text("1 Ann")
    # A question about the tables is on its way while the round changes, and the next ones are slow as well.
    slow = []
    page.route(TABLES, lambda route: slow.append(route))  # noqa: PLW0108 - Playwright wants a plain function
    page.wait_for_timeout(2_500)
    goes_on(desk, code, "SATIRES")
    expect(page.locator("#line [name=number]")).to_have_value("2")
    arbitrator.press("k")
    arbitrator.type("1t")
    arbitrator.press("Enter")
    expect(page.locator("#line-input")).to_have_value("")
    while slow:
        slow.pop().continue_()
    page.unroute(TABLES)
    expect(page.locator("#table-1")).to_contain_text("top")
    expect(page.locator("#line-said")).to_contain_text("1 Ann")
    expect(page.locator("#slip-count")).to_have_text("1/2")


def test_a_line_begun_in_the_round_before_is_refused_and_kept(hall, desk, code):
    arbitrator = hall.desk(code)
    arbitrator.watch.provoke("422")
    page = arbitrator.page
    arbitrator.is_at("running")
    arbitrator.press("k")
    arbitrator.type("2t")
    goes_on(desk, code, "SATIRES")
    expect(page.locator("#status")).to_contain_text("Round 2")
    arbitrator.is_at("running")
    page.locator("#line-input").focus()
    arbitrator.press("Enter")
    expect(page.locator("#line-said")).to_have_text(
        "This was typed for round 1. Round 2 is in progress. Nothing was changed."
    )
    expect(page.locator("#line-input")).to_have_value("2 t")
    expect(page.locator("#slip-count")).to_have_text("0/2")
    # The arbitrator keys it again if they mean it.
    expect(page.locator("#line [name=number]")).to_have_value("2")
    arbitrator.press("Enter")
    expect(page.locator("#table-2")).to_contain_text("top")


def test_all_the_rest_of_the_round_before_are_refused(hall, desk, code):
    arbitrator = hall.desk(code)
    arbitrator.watch.provoke("422")
    page = arbitrator.page
    arbitrator.is_at("running")
    arbitrator.press("k")
    arbitrator.type("*")
    arbitrator.press("Enter")
    expect(page.locator("#line-said")).to_contain_text("(2)?")
    goes_on(desk, code, "SATIRES")
    expect(page.locator("#status")).to_contain_text("Round 2")
    arbitrator.is_at("running")
    page.locator("#line-input").focus()
    arbitrator.press("Enter")
    expect(page.locator("#line-said")).to_contain_text("This was typed for round 1.")
    expect(page.locator("#line-input")).to_have_value("*")
    expect(page.locator("#slip-count")).to_have_text("0/2")
