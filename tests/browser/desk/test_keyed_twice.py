"""A second paper slip for a table, by keys alone: a correction, several slips of the player, or decided later."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]


@pytest.fixture
def at_line(hall, desk):
    """Return the arbitrator's desk under the FISF's rules, where table 1 was keyed twice."""
    code = desk.new_game("Mardi", rule_set="fisf", calls="")
    desk.post_form(f"/desk/{code}/players/", {"names": "Ann\nBob"})
    desk.do(code, "type-rack", rack="TRAINER")
    desk.do(code, "open-and-start")
    arbitrator = hall.desk(code)
    arbitrator.press("k")
    for line in ("1train h4 12", "1retain h4 14"):
        arbitrator.type(line)
        arbitrator.press("Enter")
        expect(arbitrator.page.locator("#line-said")).to_contain_text(line.split()[0][1:].upper())
    expect(arbitrator.page.locator("#line-said")).to_have_text(
        "1 Ann: TRAIN H4 is already keyed. Enter: correct it to RETAIN H4. 0: both were handed in, zero. "
        "Esc: decide later."
    )
    return arbitrator


def row(desk):
    return desk.page.locator("#table-1")


def test_enter_says_that_it_is_a_correction(at_line):
    at_line.press("Enter")
    expect(row(at_line)).to_contain_text("RETAIN")
    expect(row(at_line)).not_to_contain_text("conflict")
    expect(at_line.page.locator("#line-table")).to_have_text("2 Bob")


def test_one_key_says_that_both_were_handed_in(at_line):
    at_line.press("0")
    expect(row(at_line)).to_contain_text("Several different slips were handed in.")
    expect(row(at_line)).not_to_contain_text("conflict")
    # The next key is for the next table.
    at_line.type("t")
    at_line.press("Enter")
    expect(at_line.page.locator("#table-2")).to_contain_text("top")


def test_it_may_be_decided_later(at_line):
    at_line.press("Escape")
    expect(row(at_line)).to_contain_text("conflict")
    at_line.press("0", "Enter")
    expect(at_line.page.locator("#table-2")).to_contain_text("Zero")
    row(at_line).get_by_role("button", name="both handed in: zero").click()
    expect(row(at_line)).to_contain_text("Several different slips were handed in.")


def test_the_next_line_is_not_taken_for_an_answer(at_line):
    at_line.type("2t")
    at_line.press("Enter")
    expect(at_line.page.locator("#table-2")).to_contain_text("top")
    expect(row(at_line)).to_contain_text("conflict")
    at_line.type("1 2")
    expect(row(at_line)).to_contain_text("RETAIN")
    expect(row(at_line)).not_to_contain_text("conflict")


def test_an_answer_from_before_an_act_does_not_undo_it_on_the_page(hall, desk):
    """The list of tables that was on its way when a slip was keyed, and comes after the slip's answer."""
    code = desk.new_game("Mardi", rule_set="fisf", calls="")
    desk.post_form(f"/desk/{code}/players/", {"names": "Ann\nBob"})
    desk.do(code, "type-rack", rack="TRAINER")
    desk.do(code, "open-and-start")
    arbitrator = hall.desk(code)
    page, held = arbitrator.page, []
    arbitrator.press("k")
    page.route(re.compile(r"/tables/\?"), lambda route: held.append((route, route.fetch())))
    desk.do(code, "end-round")
    arbitrator.is_at("announce")
    expect(page.locator("#line-table")).to_have_text("1 Ann")
    while not held:
        page.wait_for_timeout(20)
    arbitrator.type("1train h4 12")
    arbitrator.press("Enter")
    expect(row(arbitrator)).to_contain_text("TRAIN")
    route, answer = held[0]
    route.fulfill(response=answer)
    while len(held) < 2:
        page.wait_for_timeout(20)
    expect(row(arbitrator)).to_contain_text("TRAIN")
    arbitrator.type("1retain h4 14")
    arbitrator.press("Enter")
    expect(page.locator("#line-said")).to_contain_text("correct it to RETAIN H4")
