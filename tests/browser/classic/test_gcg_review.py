"""A GCG file at the desk: shown first, its players matched by hand, then imported; or refused by its lines."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.classic.test_classic_phones import FIELDS
from tests.browser.hall import DESK_SIZE, PHONE_SIZE, Desk
from tests.browser.test_accessible import problems_of
from tests.factories.annotated_matches import GAMES, file_by_other_rules
from tests.factories.division_form import make_division_by_form

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]


@pytest.fixture
def match(desk):
    """Return the path of a match of Ina, who goes first, and Jon."""
    division = make_division_by_form(desk, FIELDS)
    desk.post_form(f"{division}players/enter/", {"names": "Ina\nJon"})
    desk.post_form(f"{division}rounds/1/by-hand/", {"pairs": "1 2"})
    desk.post_form(f"{division}rounds/1/begin/", {})
    return f"{division}rounds/1/tables/1/"


@pytest.fixture
def director(hall, match):
    """Open a director's browser; return a function that reads a file on the page of the match."""

    def read_file(data, name="match.gcg", size=DESK_SIZE):
        director = hall.open(Desk, size, storage_state=hall.arbitrator)
        page = director.page
        page.goto(match)
        page.get_by_text("Import a GCG file").click()
        page.get_by_label("GCG file").set_input_files(
            {"name": name, "mimeType": "application/octet-stream", "buffer": data}
        )
        page.get_by_role("button", name="Read the file").click()
        return director

    return read_file


def test_players_are_matched_by_hand_and_the_record_goes_by_the_file(director, match):
    desk = director(file_by_other_rules(), size=PHONE_SIZE)
    page = desk.page
    expect(page.get_by_role("heading", name="match.gcg")).to_be_visible()
    expect(page.get_by_text("Bo begins in the file.")).to_be_visible()
    for title in (
        "Against the rules of the division",
        "Rules that the file shows",
        "Racks with errors",
    ):
        expect(page.get_by_role("heading", name=title)).to_be_visible()
    rules = page.get_by_role("group", name="Rules that the file shows")
    assert rules.evaluate("group => group.scrollWidth <= group.clientWidth"), "both columns are in sight"
    assert problems_of(desk) == []

    # Nothing is chosen for the director, and nothing is imported without a choice.
    straight = page.get_by_label("Ann Marsh = Ina, Bo = Jon")
    swapped = page.get_by_label("Ann Marsh = Jon, Bo = Ina")
    for each in (straight, swapped):
        expect(each).not_to_be_checked()
    page.get_by_role("button", name="Import").click()
    expect(page).to_have_url(re.compile("/gcg/review/$"))
    swapped.check()
    page.get_by_role("button", name="Import").click()
    expect(page.get_by_text("The record of the match is imported.")).to_be_visible()
    shown = page.locator("section", has=page.get_by_role("heading", name="Move by move"))
    expect(shown).to_contain_text("Kept by an annotator")
    first, second = map(int, re.search(r"(\d+)–(\d+)", shown.inner_text()).groups())
    page.get_by_role("button", name="This is the result").click()
    expect(page.get_by_text("The score of the record is the result.")).to_be_visible()
    page.goto(match)
    expect(page.locator("main")).to_contain_text(f"{first}–{second}")
    expect(page.get_by_text("Import a GCG file")).to_have_count(0)
    page.goto(f"/events/{match.split('/')[2]}/")
    expect(page.locator("main")).to_contain_text("by the rules of the file and not the division’s")


def test_lines_that_do_not_hold_are_listed_and_nothing_can_be_imported(director, match):
    double = (GAMES / "double.gcg").read_bytes()
    wrong = double.replace(b"8E LITHE +16 16", b"8E LITHE +17 17")
    assert wrong != double
    desk = director(wrong, name="wrong-score.gcg")
    page = desk.page
    expect(page.get_by_role("alert")).to_contain_text("This game cannot be imported")
    expect(page.locator("main")).to_contain_text("Line 8 The score is 16, not 17.")
    expect(page.get_by_role("button", name="Import")).to_have_count(0)
    assert problems_of(desk) == []

    # The corrected file is read on the same page.
    right = {"name": "right.gcg", "mimeType": "application/octet-stream", "buffer": double}
    page.get_by_label("GCG file").set_input_files(right)
    page.get_by_role("button", name="Read the file").click()
    expect(page.get_by_role("heading", name="right.gcg")).to_be_visible()
    expect(page.get_by_role("button", name="Import")).to_be_visible()
    page.get_by_role("button", name="Cancel").click()
    expect(page).to_have_url(re.compile(f"{match}$"))
    page.goto(f"{match}record/gcg/review/")
    expect(page).to_have_url(re.compile(f"{match}$"), timeout=5_000)


def test_a_file_that_cannot_be_read_is_refused_by_its_line(director, match):
    page = director(b"#player1 A Ann\n#player2 B Ben\nand then tea\n").page
    expect(page.get_by_text("Line 3")).to_be_visible()
    expect(page).to_have_url(re.compile(f"{match}$"))
