"""An isotop is chosen by a digit: right after the line was left, and in a list that letters have narrowed."""

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]


@pytest.fixture
def at_isotops(hall, desk):
    """Return a desk with more than 30 isotops."""
    code = desk.new_game("Isotops")
    desk.do(code, "type-rack", rack="AEINRST")
    desk.do(code, "open-and-start", "end-round")
    desk.wait_for_step(code, "announce")
    arbitrator = hall.desk(code)
    arbitrator.is_at("announce")
    return arbitrator


def test_a_digit_right_after_the_line_was_left(at_isotops):
    page = at_isotops.page
    at_isotops.press("k")
    expect(page.locator("#line-input")).to_be_focused()
    at_isotops.press("Escape", "2")
    expect(page.locator(".isotop input").nth(1)).to_be_checked()
    expect(page.locator("#tab-slips")).to_have_attribute("aria-selected", "true")


def test_digits_count_the_isotops_that_are_shown(at_isotops):
    page = at_isotops.page
    isotops = page.locator(".isotop:visible")
    count = isotops.count()
    field = page.locator(".isotop-filter")
    field.press_sequentially("nastier")
    nastier = page.locator(".isotop:visible").filter(has_text="NASTIER")
    expect(isotops).not_to_have_count(count)
    numbers = page.locator(".isotop:visible kbd:visible").all_inner_texts()
    assert [number for number in numbers if number.isdigit()] == [
        str(number) for number in range(1, min(isotops.count(), 9) + 1)
    ]
    # Enter leaves the field and keeps the list narrowed: a digit is one of these.
    at_isotops.press("Enter")
    expect(field).not_to_be_focused()
    number = int(nastier.nth(1).locator("kbd").first.inner_text())
    at_isotops.press(str(number))
    expect(nastier.nth(1).locator("input")).to_be_checked()


def test_escape_empties_the_filter_and_shows_all_isotops(at_isotops):
    page = at_isotops.page
    isotops = page.locator(".isotop:visible")
    count = isotops.count()
    field = page.locator(".isotop-filter")
    field.press_sequentially("nastier")
    expect(isotops).not_to_have_count(count)
    at_isotops.press("Escape")
    expect(field).to_have_value("")
    expect(isotops).to_have_count(count)
    at_isotops.press("2")
    expect(page.locator(".isotop input").nth(1)).to_be_checked()


def test_the_list_has_two_rows_and_scrolls(at_isotops):
    page = at_isotops.page
    listed = page.locator(".isotop-list").bounding_box()
    isotops = page.locator(".isotop")
    boxes = [isotops.nth(at).bounding_box() for at in range(isotops.count())]
    shown = [box for box in boxes if box["y"] + box["height"] <= listed["y"] + listed["height"] + 1]
    assert len({box["y"] for box in shown}) == 2
    assert all(box["x"] + box["width"] <= listed["x"] + listed["width"] for box in boxes)
    # The slips below have room.
    assert page.locator("#tables-scroll").bounding_box()["height"] >= 70
