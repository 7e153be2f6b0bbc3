"""Keys of the desk while another tab than that of the slips is open, and letters that were meant for the line."""

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]


@pytest.fixture
def code(desk):
    """Return the code of a game with a running first round."""
    code = desk.new_game("Evening")
    desk.post_form(f"/desk/{code}/players/", {"names": "Ann\nBob"})
    desk.do(code, "type-rack", rack="TRAINER")
    desk.do(code, "open-and-start")
    return code


@pytest.fixture
def judged(desk, code):
    desk.do(code, "end-round")
    desk.wait_for_step(code, "announce")
    return code


@pytest.mark.parametrize("tab", ["standings", "rounds", "questions", "charts"])
def test_k_goes_to_the_line_from_every_tab(hall, code, tab):
    arbitrator = hall.desk(code)
    page = arbitrator.page
    arbitrator.is_at("running")
    page.locator(f"#tab-{tab}").click()
    arbitrator.press("k")
    expect(page.locator("#line-input")).to_be_focused()
    expect(page.locator("#tab-slips")).to_have_attribute("aria-selected", "true")
    arbitrator.type("2t")
    arbitrator.press("Enter")
    expect(page.locator("#table-2")).to_contain_text("top")


def test_k_goes_to_the_line_while_a_round_is_judged(hall, judged):
    arbitrator = hall.desk(judged)
    page = arbitrator.page
    arbitrator.is_at("announce")
    page.locator("#tab-standings").click()
    arbitrator.press("k")
    arbitrator.type("2 traine")
    expect(page.locator("#line-input")).to_have_value("2 traine")
    arbitrator.is_at("announce")


@pytest.mark.parametrize("typed", ["2 traine", "2 ale", "eta"])
def test_letters_typed_outside_of_the_line_announce_nothing(hall, judged, typed):
    arbitrator = hall.desk(judged)
    page = arbitrator.page
    arbitrator.is_at("announce")
    arbitrator.type(typed)
    expect(page.locator("#notice")).to_have_text(
        "These letters were typed outside the line and had no effect. Press K to go to the line."
    )
    arbitrator.is_at("announce")
    # After a pause a key is a key again.
    page.wait_for_timeout(1_100)
    arbitrator.watch.provoke("422")
    arbitrator.press("a")
    expect(page.locator("#confirm-dialog .primary")).to_be_focused()
