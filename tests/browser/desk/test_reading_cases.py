"""Worked cases and typed ones in real browsers: anchors, paper, a narrow screen, and a case without JavaScript."""

from io import BytesIO

import pytest
from playwright.sync_api import expect
from pypdf import PdfReader

from duplicate.cases.shown_cases import show_cases
from tests.browser.hall import DESK_SIZE, PHONE_SIZE, Desk, Person
from tests.browser.test_accessible import RULES, problems_of, violations
from tests.browser.test_pages import fits_sideways

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]
NARROW = {"width": 360, "height": 640}
WITHOUT_SCRIPTS = {"java_script_enabled": False}


def test_a_reader_finds_a_case_from_the_contents(hall):
    reader = hall.open(Person, NARROW)
    page = reader.page
    page.goto("/cases/fisf/")
    page.get_by_role("navigation", name="Contents").get_by_role("link", name="The fourth warning").click()
    case = page.locator("#fourth-warning")
    expect(case).to_be_in_viewport()
    expect(case.get_by_role("img", name="The board in round 3")).to_be_visible()
    expect(case).to_contain_text("25 points")
    expect(case).to_contain_text("Warning 4 of the game; 3 are free. It costs 5 points: 30 − 5.")
    fits_sideways(reader)
    case.get_by_role("link", name="What if").click()
    expect(page.get_by_label("User name")).to_be_visible()


@pytest.mark.parametrize("rule_set", ["fisf", "fise", "nasc"])
def test_everybody_can_use_the_cases(hall, rule_set):
    """Check the looks in a wide window only: they change colours, and no width does."""
    reader = hall.open(Person, DESK_SIZE)
    reader.page.goto(f"/cases/{rule_set}/")
    assert not problems_of(reader)
    fits_sideways(reader)
    reader.page.set_viewport_size(NARROW)
    fits_sideways(reader)
    assert not violations(reader.page, runOnly=RULES)


def test_the_cases_print_whole(hall):
    reader = hall.open(Person, DESK_SIZE)
    reader.page.goto("/cases/fisf/")
    pages = [page.extract_text() for page in PdfReader(BytesIO(reader.page.pdf(format="A4"))).pages]
    cases = [case for section in show_cases("fisf") for case in section.cases]
    racks = sum(text.count("Rack\n") for text in pages)
    assert racks == len(cases)
    assert "Skip to the content" not in pages[0]


def test_paper_is_white_whatever_the_look_of_the_screen(hall):
    for options in ({"color_scheme": "dark"}, {"color_scheme": "dark", "contrast": "more"}):
        reader = hall.open(Person, DESK_SIZE, **options)
        page = reader.page
        page.goto("/cases/fise/")
        card = page.locator(".worked-case").first
        on_screen = card.evaluate("card => getComputedStyle(card).backgroundColor")
        page.emulate_media(media="print")
        assert card.evaluate("card => getComputedStyle(card).backgroundColor") == "rgb(255, 255, 255)"
        assert on_screen != "rgb(255, 255, 255)"


def test_a_case_is_typed_judged_and_sent_to_a_colleague(hall):
    arbitrator = hall.open(Desk, NARROW, storage_state=hall.arbitrator, **WITHOUT_SCRIPTS)
    page = arbitrator.page
    page.goto("/cases/what-if/")
    page.get_by_label("Rules", exact=True).select_option("fisf")
    page.get_by_label("Lexicon").select_option("french")
    page.get_by_label("Board").fill("H4 JARDIN\n7H DEV1SER")
    page.get_by_label("Rack").fill("AEILNST")
    page.get_by_label("Round").fill("3")
    page.get_by_label("Word", exact=True).fill("SATINE")
    page.get_by_label("Reference", exact=True).fill("O7")
    page.get_by_label("Stated score").fill("30")
    page.get_by_role("button", name="Judge").click()
    arbitrator.watch.provoke("422")
    expect(page.locator(".errorlist")).to_contain_text("Line 2:")
    expect(page.get_by_label("Stated score")).to_have_value("30")
    page.get_by_label("Board").fill("H4 JARDIN\n7H DEVISER")
    page.get_by_role("button", name="Judge").click()
    verdict = page.get_by_role("region", name="Verdict")
    expect(verdict).to_contain_text("25 points")
    expect(verdict).to_contain_text("The reference is one square off; the stated score fits SATINE O6.")
    address = page.get_by_label("Link to this case").input_value()
    colleague = hall.open(Desk, DESK_SIZE, storage_state=hall.arbitrator)
    colleague.page.goto(address)
    expect(colleague.page.get_by_role("region", name="Verdict")).to_contain_text("25 points")
    assert colleague.board(".worked-case")[-1] == ".....SATINE...."
    assert not problems_of(colleague)


def test_the_form_is_for_everybody_on_a_phone(hall):
    arbitrator = hall.open(Desk, PHONE_SIZE, storage_state=hall.arbitrator)
    arbitrator.page.goto("/cases/what-if/?rack=1")
    assert not problems_of(arbitrator)
    fits_sideways(arbitrator)
