"""One tap at the end of a game leads from the phone to its player's recap, another one to the words they missed."""

import pytest
from playwright.sync_api import expect

from tests.browser.hall import DESK_SIZE, Desk
from tests.browser.test_accessible import problems_of
from tests.browser.test_type_sizes import problems_in_large

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]


def test_the_chief_shows_the_game_and_each_phone_has_its_recap_and_words(hall, desk):
    code = desk.new_game("Evening")
    phone = hall.phone(code, "Ann")
    for number, rack, line in ((1, "TRAINER", "1 RETRAIN H2 66"), (2, "HOUSEDT", "1 RETRAIN H2 66")):
        desk.do(code, "type-rack", rack=rack)
        desk.do(code, "open-and-start")
        desk.key(code, line, number=number)
        desk.do(code, "end-round")
        desk.announce_preferred(code, number)
    desk.do(code, "end-game")
    phone.shows("finished")
    recap = phone.page.get_by_role("button", name="My game in review")
    expect(recap).to_be_hidden()

    chief = hall.open(Desk, DESK_SIZE, storage_state=hall.arbitrator)
    chief.page.goto(f"/desk/{code}/")
    expect(chief.page.get_by_text("Show this game and everybody’s sheet?")).to_be_visible()
    chief.page.get_by_role("button", name="Show them", exact=True).click()
    expect(chief.page.get_by_role("link", name="Public page")).to_be_visible()

    recap.click()
    expect(phone.page.get_by_role("heading", name="Evening: Ann")).to_be_visible()
    expect(phone.page.get_by_role("heading", name="Best find")).to_be_visible()
    expect(phone.page.locator(".best-find")).to_contain_text("RETRAIN")
    expect(phone.page.get_by_role("img", name="Points below the tops, round by round")).to_be_visible()
    phone.page.get_by_text("The same as a table").click()
    expect(phone.page.get_by_role("row").nth(2)).to_be_visible()
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 360
    assert problems_of(phone) == []
    assert problems_in_large(phone) == []
    with phone.page.expect_download() as saved:
        phone.page.get_by_role("link", name="Save a picture to share").click()
    assert saved.value.suggested_filename == f"isotop-{code}.png"

    phone.page.get_by_role("link", name="Repeat the words I missed").click()
    expect(phone.page.get_by_text("1 word left today")).to_be_visible()
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 360
    assert problems_of(phone) == []
    assert problems_in_large(phone) == []
    phone.page.get_by_text("Show the top").click()
    expect(phone.page.get_by_text("You wrote RETRAIN H2")).to_be_visible()
    phone.page.get_by_role("button", name="Known", exact=True).click()
    expect(phone.page.get_by_text("Done for today.")).to_be_visible()
