"""A word is accepted at the desk by keys: tops and verdicts change on every screen, and undo takes it back."""

import os
import re

import pytest
from playwright.sync_api import expect

from tests.browser.hall import PHONE_SIZE
from tests.browser.test_accessible import RULES, violations

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]

TABLES = 8


def shoot(page, name):
    """Save a picture, where somebody wants to look at it."""
    folder = os.environ.get("ISOTOP_TEST_PICTURES")
    if folder:
        page.screenshot(path=f"{folder}/{name}.png", caret="initial")


@pytest.fixture
def code(desk):
    """Return the code of a game whose round is closed: of eight tables one wrote a word that is in no list."""
    code = desk.new_game("Evening")
    desk.post_form(f"/desk/{code}/players/", {"names": "\n".join(f"P{n}" for n in range(1, TABLES + 1))})
    desk.do(code, "type-rack", rack="AEIQUZT")
    desk.do(code, "open-and-start")
    desk.key(code, "1 QUEZ H8 43", number=1)
    for table in range(2, TABLES + 1):
        desk.key(code, f"{table} QUIZ H8 44", number=1)
    desk.do(code, "end-round")
    return code


def test_a_word_is_accepted_and_taken_back_by_keys(hall, code):
    arbitrator = hall.desk(code)
    page = arbitrator.page
    arbitrator.is_at("announce")
    row = page.locator("#pane-slips tr", has_text="QUEZ").first
    expect(row).to_contain_text("Not in the lexicon")
    arbitrator.press("l")
    arbitrator.type("quez")
    answer, problems = page.locator("#word-answer"), page.locator("#word-problems")
    expect(answer.locator(".chip")).to_have_text("not in the lexicon")
    # From the field over the button to the part that accepts it, which opens with Enter.
    summary = answer.locator(".word-act summary")
    for _tab in range(4):
        arbitrator.press("Tab")
        if summary.evaluate("one => one === document.activeElement"):
            break
    expect(summary).to_be_focused()
    arbitrator.press("Enter")
    arbitrator.press("Tab")
    shoot(page, "accept")
    arbitrator.type("in the new edition")
    arbitrator.press("Enter")
    expect(problems).to_contain_text("QUEZ accepted for this game")
    expect(answer.locator(".game-words")).to_contain_text("in the new edition")
    expect(answer.locator(".verdict .chip")).to_have_text("good")
    expect(page.locator("#word-text")).to_be_focused()
    shoot(page, "accepted")
    # The administrator keeps it for the club's later games, and thinks better of it.
    answer.get_by_role("button", name="Save QUEZ in our additions").click()
    expect(problems).to_contain_text("added: games created from now on")
    expect(answer.locator(".game-words .chip.accent")).to_have_text("in our additions")
    shoot(page, "kept")
    answer.get_by_role("button", name="Remove QUEZ from our additions").click()
    expect(problems).to_contain_text("removed from our additions")
    expect(answer.locator(".game-words .chip.accent")).to_have_count(0)
    expect(page.locator("#word-text")).to_be_focused()
    arbitrator.press("Escape")
    # A field with text keeps the keys of undo, and that of the dialog has them until the next frame.
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    expect(row).not_to_contain_text("Not in the lexicon")
    # Undo is the same key as for any act.
    arbitrator.press("Control+z")
    expect(row).to_contain_text("Not in the lexicon")
    arbitrator.press("Control+y")
    expect(row).not_to_contain_text("Not in the lexicon")
    arbitrator.press("l")
    answer.get_by_role("button", name="Withdraw the decision on QUEZ").click()
    expect(problems).to_contain_text("no longer")
    expect(answer.locator(".game-words")).to_have_count(0)
    arbitrator.press("Escape")
    expect(row).to_contain_text("Not in the lexicon")


def test_a_move_with_an_unlisted_word_is_placed_after_accepting_it(hall, desk, code):
    arbitrator = hall.desk(code)
    page = arbitrator.page
    arbitrator.watch.provoke("422")
    arbitrator.is_at("announce")
    arbitrator.press("m")
    arbitrator.type("ZAQUIET h8")
    move_check = page.locator(".move-check")
    expect(move_check).to_contain_text("cannot be played there")
    move_check.locator(".word-act summary").click()
    shoot(page, "move")
    move_check.get_by_label("Why").fill("in the new edition")
    move_check.get_by_role("button", name="Accept").click()
    expect(page.locator("#move-word-problems")).to_contain_text("ZAQUIET accepted for this game")
    expect(move_check).to_contain_text("can be played")
    expect(page.locator("#moves-q")).to_be_focused()
    move_check.get_by_role("button", name="Place").click()
    confirm = page.locator("#confirm-dialog")
    expect(confirm).to_be_visible()
    arbitrator.press("Enter")
    expect(page.locator("#moves-dialog")).to_be_hidden()
    arbitrator.is_at("draw")


def test_the_page_of_the_words_does_without_the_desk(hall, code):
    for name, options in (
        ("page", {"size": {"width": 1280, "height": 800}}),
        ("phone", {"size": PHONE_SIZE, "color_scheme": "dark"}),
    ):
        arbitrator = hall.desk(code, **options)
        page = arbitrator.page
        page.goto(f"/desk/{code}/words/?q=HOUSE")
        page.get_by_text("Refuse HOUSE for this game").click()
        page.get_by_label("Why").fill("a name")
        shoot(page, f"refuse-{name}")
        page.get_by_role("button", name="Refuse").click()
        expect(page.locator(".messages")).to_contain_text("HOUSE refused")
        assert violations(page, runOnly=RULES) == []
        expect(page.locator(".game-words")).to_contain_text(re.compile("a name"))
        shoot(page, f"refused-{name}")
        page.get_by_role("button", name="Withdraw the decision on HOUSE").click()
        expect(page.locator(".game-words")).to_have_count(0)


def test_words_of_the_event_and_our_additions(hall, desk, code):
    for name, options in (
        ("wide", {"size": {"width": 1280, "height": 800}}),
        ("phone", {"size": PHONE_SIZE, "color_scheme": "dark"}),
    ):
        page = hall.desk(code, **options).page
        page.get_by_role("link", name="Event", exact=True).click()
        page.locator("#further > summary").click()
        page.get_by_role("link", name="Words of the event").click()
        page.get_by_label("Word", exact=True).fill("zzyzx")
        page.get_by_label("Why").fill("a road nearby")
        page.get_by_role("button", name="Save").click()
        expect(page.locator(".game-words")).to_contain_text("a road nearby")
        page.get_by_role("button", name="Save ZZYZX in our additions").click()
        expect(page.locator(".game-words .chip.accent")).to_have_text("in our additions")
        shoot(page, f"event-{name}")
        page.get_by_role("button", name="Remove ZZYZX from our additions").click()
        page.get_by_role("button", name="Withdraw the decision on ZZYZX").click()
        expect(page.locator(".game-words")).to_have_count(0)
        page.goto("/lexicons/")
        page.get_by_role("link", name="Our additions to English (free list)").click()
        page.get_by_label("Words").fill("zzyzx\nqzq")
        page.get_by_label("Note").fill("ours")
        page.get_by_role("button", name="Add").click()
        expect(page.locator(".game-words li").first).to_contain_text("ours")
        shoot(page, f"additions-{name}")
        page.get_by_role("button", name="Remove ZZYZX").click()
        expect(page.locator(".game-words")).not_to_contain_text("ZZYZX")
