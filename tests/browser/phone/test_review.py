"""After the game the phone shows its player what each round cost."""

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]


def play(desk, code, number, rack, line):
    desk.do(code, "type-rack", rack=rack)
    desk.do(code, "open-and-start")
    desk.key(code, line, number=number)
    desk.do(code, "end-round")
    desk.announce_preferred(code, number)


def test_the_game_is_reviewed_on_the_phone_with_a_chart_and_its_table(hall, desk):
    code = desk.new_game("Evening")
    phone = hall.phone(code, "Ann")
    play(desk, code, 1, "TRAINER", "1 RETRAIN H2 66")
    play(desk, code, 2, "HOUSEDT", "1 RETRAIN H2 66")  # worth nothing there
    review = phone.page.locator("#review")
    phone.shows("announced")
    expect(phone.page.locator("#rank")).to_have_text("Rank 1 of 1")
    expect(review).to_be_hidden()

    desk.do(code, "end-game")
    phone.shows("finished")
    expect(review.get_by_role("heading", name="My game")).to_be_visible()
    expect(review).to_contain_text("Tops found: 1 of 2")
    top = phone.page.locator("#sheet li").first.locator("dd.number").nth(1).text_content()
    lines = review.get_by_role("row")
    expect(lines).to_have_count(3)
    expect(lines.nth(1).get_by_role("cell")).to_have_text([r"RETRAIN H2 · 66", "0", "0"])
    expect(lines.nth(2).get_by_role("cell").nth(1)).to_have_text(top)
    expect(lines.nth(2).get_by_role("cell").nth(2)).to_have_text(f"−{top}")
    expect(phone.page.locator("#against")).to_have_text(f"66 points, {top} points below the tops")
    chart = review.get_by_role("img", name="My negative, round by round")
    expect(chart).to_have_accessible_description(
        f"−{top} after 2 rounds. Most was lost in round 2: {top} points."
    )
    expect(chart.locator("circle.found")).to_have_count(1)

    phone.reload()
    expect(lines).to_have_count(3)
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 360
