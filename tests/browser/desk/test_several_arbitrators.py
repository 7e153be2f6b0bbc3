"""Several people at one desk: the chief lets them in, they open their accounts, and see each other's progress live."""

import pytest
from playwright.sync_api import expect

from tests.browser.hall import DESK_SIZE, PHONE_SIZE, Person
from tests.http_client import PASSWORD

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def let_in(chief, code, name, role="Arbitrator", tables=()):
    """Make an account with the keyboard alone; return its link."""
    page = chief.page
    page.goto(f"/desk/{code}/arbitrators/")
    page.get_by_label("User name").focus()
    page.keyboard.type(name)
    page.keyboard.press("Tab")
    for _down in range(["Arbitrator", "Chief", "Helper"].index(role)):
        page.keyboard.press("ArrowDown")
    for table in tables or ("", ""):
        page.keyboard.press("Tab")
        page.keyboard.type(str(table))
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Create an account")).to_be_focused()
    page.keyboard.press("Enter")
    return page.locator(".phone-link").inner_text()


def open_account(hall, link, name, size=DESK_SIZE):
    """Log the person in by the link."""
    person = hall.open(Person, size)
    page = person.page
    page.goto(link[link.index("/welcome/") :])
    expect(page.get_by_label("User name")).to_have_value(name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("The same password again").fill(PASSWORD)
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/desk/")
    return person


def test_two_arbitrators_and_a_helper(hall, desk):
    code = desk.new_game("Festival")
    desk.get(f"/desk/{code}/players/")
    desk.post_form(f"/desk/{code}/players/", {"names": "Ann\nBo\nCy\nDi"})
    chief = hall.desk()
    carl = open_account(hall, let_in(chief, code, "carl", tables=(3, 4)), "carl")
    hugo = open_account(hall, let_in(chief, code, "hugo", role="Helper"), "hugo", PHONE_SIZE)

    # The helper comes to the players, and to nothing else.
    hugo.page.goto(f"/desk/{code}/")
    expect(hugo.page.get_by_role("heading", name="Players")).to_be_visible()
    assert hugo.page.evaluate("document.documentElement.scrollWidth") <= PHONE_SIZE["width"]

    desk.do(code, "type-rack", rack="TRAINER")
    desk.do(code, "open-and-start")
    carl.page.goto(f"/desk/{code}/")
    chief.page.goto(f"/desk/{code}/")
    expect(carl.page.locator("#posts .own")).to_contain_text("tables 3–4 0 of 2 in")
    expect(chief.page.locator("#posts")).to_contain_text("carl tables 3–4 0 of 2 in")
    chief.key_slip("3", "train", "h4", "12")
    expect(chief.page.locator("#posts")).to_contain_text("carl tables 3–4 1 of 2 in")
    expect(carl.page.locator("#posts .own")).to_contain_text("1 of 2 in")

    # Names hidden, and shown again: carl's page follows by itself.
    expect(carl.page.locator("#slips")).to_contain_text("Cy")
    chief.page.goto(f"/desk/{code}/arbitrators/")
    expect(chief.page.get_by_text("1 slip of 2 in")).to_be_visible()
    chief.page.get_by_label("Names hidden").check()
    chief.page.get_by_role("button", name="Save").click()
    expect(chief.page.get_by_text("Saved.")).to_be_visible()
    expect(carl.page.locator("#slips")).to_contain_text("Table 3")
    expect(carl.page.locator("#slips")).not_to_contain_text("Cy")

    # Dismissed: the page does not go on showing what is none of their business.
    carl.watch.provoke("404")
    chief.page.get_by_role("link", name="Change carl").click()
    chief.page.get_by_role("button", name="Remove from this desk").click()
    expect(chief.page.get_by_text("carl removed.")).to_be_visible()
    expect(carl.page.locator("#slips")).to_have_count(0)
    assert "TRAIN" not in carl.page.content()
