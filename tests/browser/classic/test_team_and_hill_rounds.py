"""Rounds of a club match on the director's pages: team against team, then king of the hill."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.classic.test_classic_phones import FIELDS
from tests.browser.hall import DESK_SIZE, Desk
from tests.browser.test_accessible import problems_of
from tests.factories.division_form import make_division_by_form

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]

TEAMS = {"Ada": "Lions", "Ben": "Lions", "Cid": "Tigers", "Dot": "Tigers"}


@pytest.fixture
def director(hall, desk):
    """Open the page of a division of two teams, whose next round is to be paired."""
    path = make_division_by_form(desk, FIELDS | {"event-name": "Club match"})
    desk.post_form(f"{path}players/enter/", {"names": "\n".join(TEAMS)})
    director = hall.open(Desk, DESK_SIZE, storage_state=hall.arbitrator)
    page = director.page
    page.goto(f"/events/{path.split('/')[2]}/entries/")
    for name, team in TEAMS.items():
        page.get_by_label(f"Team of {name}").fill(team)
    page.get_by_role("button", name="Save these").click()
    expect(page.get_by_label("Team of Dot")).to_have_value("Tigers")
    page.goto(path)
    return director


def pair(page, number, method):
    page.get_by_label("Pairings").select_option(method)
    page.get_by_role("button", name=f"Pair round {number}").click()
    page.get_by_role("button", name=f"Begin round {number}").click()
    expect(page.get_by_label("Result")).to_be_visible()


def sides(page):
    """Return the two names of each table."""
    rows = page.locator(".pairings tbody tr").all()
    return [{name for name in TEAMS if re.search(rf"\b{name}\b", row.inner_text())} for row in rows]


def shows_why(page, words):
    page.locator("summary").get_by_text("why").first.click()
    expect(page.locator(".pairings").get_by_text(words).first).to_be_visible()


def enter(page, *lines):
    for line in lines:
        page.get_by_label("Result").fill(line)
        page.get_by_label("Result").press("Enter")
        expect(page.get_by_label("Result")).to_have_value("")


def test_teams_meet_and_then_neighbours_in_the_standings(director):
    page = director.page
    pair(page, 1, "Team against team")
    met = sides(page)
    assert [{TEAMS[name] for name in table} for table in met] == [{"Lions", "Tigers"}] * 2
    shows_why(page, "Lions")
    assert problems_of(director) == []
    enter(page, "1 450 300", "2 400 380")
    page.get_by_role("link", name="Standings").click()
    ranks = [row.inner_text() for row in page.locator("tbody tr").all()]
    ranked = [next(name for name in TEAMS if name in row) for row in ranks]
    page.get_by_role("link", name="Open", exact=True).click()
    pair(page, 2, "King of the hill")
    assert sides(page) == [{*ranked[:2]}, {*ranked[2:]}]
    shows_why(page, "Number 1 of the standings meets number 2.")
    assert problems_of(director) == []
