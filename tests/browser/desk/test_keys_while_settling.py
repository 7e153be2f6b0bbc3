"""Keys that come right after an answer of the server was put into the desk's page.

htmx puts an answer in place, and by its own default waits 20 ms, on a busy machine far longer, before it looks after
the new buttons: until then one is a plain button of a form, whose key loads the whole page and loses the keys that
follow. Here those 20 ms are three seconds.
"""

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]

SLOW_SETTLING = """
const soon = window.setTimeout;
window.setTimeout = (act, delay, ...more) => soon(act, delay === 20 ? 3_000 : delay, ...more);
"""


@pytest.fixture
def at_desk(hall, desk):
    code = desk.new_game("Evening")
    desk.post_form(f"/desk/{code}/players/", {"names": "Ann\nBob"})
    person = hall.desk()
    person.page.context.add_init_script(SLOW_SETTLING)
    person.page.goto(f"/desk/{code}/")
    person.page.evaluate("window.sameFromTheStart = true")
    return person


def is_same_page(person):
    return person.page.evaluate("window.sameFromTheStart === true")


def test_the_key_of_a_button_that_has_just_come(at_desk):
    stage = at_desk.page.locator("#stage")
    at_desk.press("d")
    expect(stage.get_by_role("button", name="Open and start the clock")).to_be_visible()
    at_desk.press("s")
    expect(stage.get_by_role("button", name="Pause")).to_be_visible()
    at_desk.press("p")
    expect(stage.get_by_role("button", name="Resume")).to_be_visible()
    assert is_same_page(at_desk)
    at_desk.is_at("paused")


def test_enter_on_a_move_of_a_list_that_has_just_come(at_desk):
    at_desk.watch.provoke("422")
    page = at_desk.page
    at_desk.type_rack("TRAINER")
    at_desk.press("s")
    expect(page.locator("#stage").get_by_role("button", name="Pause")).to_be_visible()
    at_desk.press("e")
    expect(page.locator("#confirm-dialog .primary")).to_be_visible()
    at_desk.press("Enter")
    at_desk.is_at("announce")
    at_desk.press("m")
    at_desk.type("rain")
    expect(page.locator(".moves-table tbody tr").first).to_have_attribute("data-word", "RAIN")
    at_desk.press("ArrowDown", "Enter")
    expect(page.locator("#confirm-dialog").get_by_role("heading")).to_have_text("Not the top?")
    assert is_same_page(at_desk)
