"""Rule sets in real browsers: changed by keys alone, on a narrow screen and without JavaScript; and what phones and
the desk do by rules that ask for the score or do not, and that leave the choice of the top to the arbitrator.
"""

import pytest
from playwright.sync_api import expect

from tests.browser.hall import DESK_SIZE, PHONE_SIZE, Desk
from tests.browser.test_pages import fits_sideways

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]


def test_rules_are_copied_and_changed_by_keys_without_javascript(hall):
    person = hall.open(
        Desk, PHONE_SIZE, storage_state=hall.arbitrator, java_script_enabled=False, color_scheme="dark"
    )
    page = person.page
    page.goto("/desk/rules/")
    fits_sideways_without_scripts(page)
    page.get_by_role("button", name="Copy FISF, blitz").press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Our FISF, blitz")
    fits_sideways_without_scripts(page)
    warnings = page.get_by_label("Free warnings")
    expect(warnings).to_have_value("5")
    warnings.focus()
    page.keyboard.press("Control+a")
    page.keyboard.type("6")
    page.keyboard.press("Tab")
    expect(page.get_by_label("Price of a warning")).to_be_focused()
    page.get_by_label("Name", exact=True).fill("Blitz of Tuesday")
    page.keyboard.press("Enter")
    expect(page.locator(".messages")).to_have_text("Blitz of Tuesday saved.")
    marked = page.locator(".setting.differs")
    expect(marked).to_have_count(1)
    expect(marked).to_contain_text("FISF, blitz: 5")
    page.get_by_label("Tiles on a rack").fill("80")
    page.get_by_role("button", name="Save").press("Enter")
    problem = page.get_by_role("alert")
    expect(problem).to_contain_text("Tiles on a rack: Must be a whole number from 1 to 15.")
    person.watch.provoke("422")
    expect(page.get_by_label("Tiles on a rack")).to_have_value("80")
    expect(page.get_by_label("Free warnings")).to_have_value("6")
    problem.get_by_role("link").press("Enter")
    expect(page.get_by_label("Tiles on a rack")).to_be_in_viewport()


def fits_sideways_without_scripts(page):
    """Measure the width in the browser, on a page without scripts."""
    assert page.locator("html").bounding_box()["width"] <= PHONE_SIZE["width"]
    assert page.locator("main").bounding_box()["width"] <= PHONE_SIZE["width"]


@pytest.mark.parametrize(
    "path", ["/desk/rules/", "/desk/rules/import/", "/desk/rules/preset/fise/", "/desk/CODE/rules/"]
)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_pages_of_rules_fit_a_phone(hall, desk, path, language):
    code = desk.new_game("Rules", rule_set="ntsv")
    person = hall.open(Desk, PHONE_SIZE, storage_state=hall.arbitrator, locale=language)
    person.page.goto(path.replace("CODE", code))
    fits_sideways(person)


def test_a_phone_asks_before_a_slip_goes_without_its_score(hall, desk):
    code = desk.new_game("Scores", rule_set="fisf")
    ann = hall.phone(code, "Ann")
    dialog = ann.page.get_by_role("dialog", name="Send without a score?")
    desk.do(code, "type-rack", rack="TRAINER")
    desk.do(code, "open-and-start")
    ann.shows("write")
    ann.type("trainer", "h4")
    ann.send()
    expect(dialog).to_be_visible()
    fits_sideways(ann)
    dialog.get_by_role("button", name="Enter the score").tap()
    expect(ann.score).to_be_focused()
    ann.shows("write")
    ann.send()
    dialog.get_by_role("button", name="Send without").tap()
    ann.shows("sent")
    ann.type("trainer", "h4", "66")
    ann.send()
    ann.shows("sent")
    expect(dialog).to_be_hidden()


def test_at_time_the_slip_goes_out_whatever_was_asked(hall, desk):
    code = desk.new_game("Scores", rule_set="fisf")
    ann = hall.phone(code, "Ann")
    desk.do(code, "type-rack", rack="TRAINER")
    desk.do(code, "open-and-start")
    ann.shows("write")
    ann.type("trainer", "h4")
    ann.send()
    expect(ann.page.get_by_role("dialog")).to_be_visible()
    desk.do(code, "end-round")
    ann.shows("timeSent", "late")
    expect(ann.page.get_by_role("dialog")).to_be_hidden()
    desk.wait_for_step(code, "announce")
    assert "TRAINER" in desk.panel(code)


def test_where_slips_state_no_score_nobody_asks_for_one(hall, desk):
    desk.get("/desk/rules/import/")
    text = 'based_on = "fisf"\n[slips]\nscore_stated = false'
    kept = desk.post_form("/desk/rules/import/", {"text": text, "name": "Without scores"})
    number = kept.headers["Location"].strip("/").split("/")[-1]
    code = desk.new_game("No scores", rule_set=f"club-{number}")
    ann = hall.phone(code, "Ann")
    desk.post_form(f"/desk/{code}/players/", {"names": "Bo"})
    desk.do(code, "type-rack", rack="TRAINER")
    desk.do(code, "open-and-start")
    ann.shows("write")
    expect(ann.score).to_be_hidden()
    for field, text in ((ann.word, "trainer"), (ann.reference, "h4")):
        field.press_sequentially(text)
    fits_sideways(ann)
    ann.send()
    ann.shows("sent")
    # Nor is one kept that an arbitrator types out of habit: the slip is worth what it brings, without a sanction.
    arbitrator = hall.desk(code)
    arbitrator.key_slip("bo", "trainer", "h4", "7")
    word, _reference, stated, score, standing = arbitrator.slip_of("Bo").locator("td:not(:first-child)").all()
    expect(word).to_have_text("TRAINER")
    expect(stated).to_have_text("–")
    expect(score).to_have_text("66")
    expect(standing.locator(".chip.warn, .chip.bad")).to_have_count(0)


def test_the_arbitrator_chooses_among_equal_tops_with_one_key(hall, desk):
    code = desk.new_game("Choice", rule_set="fisf")
    desk.do(code, "type-rack", rack="TRAINER")
    desk.do(code, "open-and-start")
    desk.do(code, "end-round")
    arbitrator = hall.desk(code)
    arbitrator.is_at("announce")
    chosen = arbitrator.page.locator("#stage input[name=move]:checked")
    expect(chosen).to_have_count(0)
    arbitrator.watch.provoke("422")
    arbitrator.press("a")
    expect(arbitrator.page.locator("#notice")).to_have_text("Choose the move to announce.")
    arbitrator.press("s")
    expect(chosen).to_have_count(1)
    assert chosen.get_attribute("data-suggested") is not None
    assert arbitrator.page.viewport_size == DESK_SIZE
    arbitrator.press("a")
    arbitrator.is_at("draw")
