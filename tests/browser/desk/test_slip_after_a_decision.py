"""A phone sends again after the arbitrator gave zero: row and questions ask, and the phone learns nothing."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]

DECIDED, NEW = "TRAIN H4", "TRAINER H4"


@pytest.fixture
def asked(hall, desk):
    """Return the code, the desk, and Ann's phone, whose second slip waits beside her first one with zero."""
    code = desk.new_game("Decided")
    ann = hall.phone(code, "Ann")
    desk.do(code, "type-rack", rack="TRAINER")
    desk.do(code, "open", "start")
    ann.shows("write")
    ann.type("train", "h4", "12")
    ann.send()
    ann.shows("sent")
    arbitrator = hall.desk(code)
    expect(arbitrator.page.locator("#table-1")).to_contain_text("TRAIN")
    arbitrator.press("k")
    arbitrator.type("1 0")
    expect(arbitrator.page.locator("#table-1")).to_contain_text("Zero")
    ann.type("trainer", "h4", "66")
    ann.shows("changed")
    ann.page.get_by_role("button", name="Send the change").tap()
    ann.says("TRAINER H4")
    row = arbitrator.page.locator("#table-1")
    expect(row).to_contain_text("A slip came after the arbitrator’s decision:")
    expect(row.locator(".rival")).to_have_count(2)
    return code, arbitrator, ann


def test_a_digit_at_the_line_keeps_the_decision(asked):
    _code, arbitrator, ann = asked
    arbitrator.type("1 1")
    row = arbitrator.page.locator("#table-1")
    expect(row.locator(".rival")).to_have_count(0)
    expect(row).to_contain_text("Zero")
    ann.reload()
    ann.shows("sent")
    ann.says("TRAINER H4")


def test_a_digit_in_the_list_of_questions_takes_the_new_slip(asked):
    _code, arbitrator, _ann = asked
    page = arbitrator.page
    expect(page.locator("#question-count")).to_have_text("1")
    if folder := os.environ.get("ISOTOP_PICTURES"):
        page.screenshot(path=Path(folder) / "row.png")
    arbitrator.press("Escape")
    page.locator("#tab-questions").click()
    line = page.locator("#questions .further")
    expect(line).to_contain_text(DECIDED)
    expect(line).to_contain_text(NEW)
    if folder := os.environ.get("ISOTOP_PICTURES"):
        page.screenshot(path=Path(folder) / "further.png")
    line.get_by_role("button").first.focus()
    page.keyboard.press("2")
    expect(line).to_have_count(0)
    expect(page.locator("#question-count")).to_have_text("")
    page.locator("#tab-slips").click()
    expect(page.locator("#table-1 .move").first).to_have_text("TRAINER")
