"""Looking a word up at the desk, with the keyboard alone, while the clock runs."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.hall import DESK_SIZE, PHONE_SIZE, Desk

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]


@pytest.fixture(scope="module")
def code(desk):
    code = desk.new_game("Evening")
    desk.post_form(f"/desk/{code}/players/", {"names": "Ann"})
    desk.do(code, "type-rack", rack="TRAINER")
    desk.do(code, "open-and-start")
    return code


def test_a_word_is_looked_up_by_keys_and_the_round_goes_on(hall, code):
    arbitrator = hall.desk(code)
    page = arbitrator.page
    arbitrator.is_at("running")
    dialog, answer = page.locator("#words-dialog"), page.locator("#word-answer")
    arbitrator.press("l")
    expect(page.locator("#word-text")).to_be_focused()
    # Every letter that is a key of the desk elsewhere is a letter here, and the answer comes without Enter.
    arbitrator.type("pedals")
    expect(answer.locator(".looked-up")).to_have_text("PEDALS")
    expect(answer.locator(".chip")).to_have_text("good")
    expect(answer).to_contain_text("PLEADS")
    arbitrator.is_at("running")
    # The typed text is selected when the dialog opens again, and the next text replaces it.
    arbitrator.press("Escape")
    expect(dialog).to_be_hidden()
    arbitrator.press("l")
    arbitrator.type("PEDAL?")
    expect(answer.get_by_role("heading")).to_have_text(
        [re.compile("Words of this pattern"), re.compile("Anagrams")]
    )
    expect(answer.locator("i").first).to_be_visible()
    arbitrator.press("Enter")
    expect(dialog).to_be_visible()
    arbitrator.press("Control+a")
    arbitrator.type("P3DAL")
    expect(answer.locator(".error")).to_contain_text("“3”")
    arbitrator.press("Escape")
    expect(dialog).to_be_hidden()
    arbitrator.press("p")
    arbitrator.is_at("paused")
    arbitrator.press("s")
    arbitrator.is_at("running")


def test_a_key_right_after_the_dialog_is_the_desks(hall, code):
    """The browser moves the focus out of a closed dialog with its next picture: a key may come before that."""
    arbitrator = hall.desk(code)
    arbitrator.is_at("running")
    for key, step in (("p", "paused"), ("s", "running")):
        arbitrator.press("l")
        expect(arbitrator.page.locator("#word-text")).to_be_focused()
        arbitrator.page.evaluate(
            """key => {
                document.querySelector("#words-dialog").close();
                const field = document.querySelector("#word-text");
                field.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
            }""",
            key,
        )
        arbitrator.is_at(step)


def test_the_page_of_its_own_answers_as_one_types(hall, code):
    person = hall.open(Desk, DESK_SIZE, storage_state=hall.arbitrator)
    person.page.goto(f"/desk/{code}/words/")
    person.type("xqx")
    expect(person.page.locator("#word-answer .chip")).to_have_text("not in the lexicon")


@pytest.mark.parametrize("size", [PHONE_SIZE, {"width": 360, "height": 640}, DESK_SIZE])
def test_the_dialog_fits_with_a_long_answer(hall, code, size):
    arbitrator = hall.desk(code, size=size)
    page = arbitrator.page
    page.get_by_role("link", name="Words").click()
    page.locator("#word-text").fill("?A*")
    expect(page.locator("#word-answer .words li").last).to_contain_text("more")
    for part in ("#words-title", "#word-text", "#words-dialog form[method=dialog] button"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    wide = page.locator("#words-dialog").evaluate("dialog => [dialog.scrollWidth, dialog.clientWidth]")
    assert wide[0] <= wide[1]
