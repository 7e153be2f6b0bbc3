"""Club tables: two phones at a board, the tablet in the middle, and who keeps the score on paper."""

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]


def opened(hall, name="Classic", way="everybody on their own phone"):
    """The arbitrator at the codes of a new table, and the table's code."""
    desk = hall.desk()
    desk.page.get_by_role("link", name="Tables", exact=True).click()
    desk.page.get_by_role("link", name=name, exact=True).click()
    desk.page.get_by_label(way).check()
    desk.page.get_by_role("button", name="Open the table").click()
    return desk, desk.page.locator(".table-code").inner_text()


def sat_down(hall, code, name):
    person = hall.phone()
    person.page.goto(f"/tables/{code}/")
    person.page.get_by_label("Name").fill(name)
    person.page.get_by_role("button", name="Sit down").click()
    expect(person.page.locator("#seated")).to_contain_text(name)
    return person


def test_two_phones_play_take_back_and_exchange(hall):
    _desk, code = opened(hall)
    ann, bob = sat_down(hall, code, "Ann"), sat_down(hall, code, "Bob")
    expect(ann.page.locator("#seated")).to_contain_text("Bob")
    ann.page.get_by_role("button", name="All are here: begin").click()
    expect(bob.page.locator("#game")).to_be_visible()
    turn, other = (ann, bob) if "Your turn" in ann.page.locator("#state").inner_text() else (bob, ann)
    expect(turn.page.locator("#rack .tile")).to_have_count(7)
    expect(other.page.locator("#rack .tile")).to_have_count(7)

    # Two tiles are laid by tapping, as words go unlooked-up until somebody doubts them.
    turn.page.locator("#board .square").nth(7 * 15 + 7).click()
    for tile in (0, 1):
        letter = turn.page.locator("#rack .tile").nth(tile)
        letter.click()
        if turn.page.locator("#blank-dialog").is_visible():
            turn.page.locator("#blank-dialog button").first.click()
    turn.page.get_by_role("button", name="Play").click()
    expect(other.page.locator("#state")).to_have_text("Your turn")
    expect(other.page.locator("#turns li")).not_to_have_count(0)
    expect(turn.page.locator("#rack .tile")).to_have_count(7)

    # The other may doubt it; instead both agree to take it back.
    expect(other.page.get_by_role("button", name="Challenge")).to_be_visible()
    turn.page.get_by_role("button", name="Take the last act back").click()
    expect(other.page.locator("#undo-words")).to_contain_text("asks to take the last act back")
    other.page.get_by_role("button", name="I agree").click()
    expect(turn.page.locator("#state")).to_have_text("Your turn")
    expect(turn.page.locator("#board .has-tile")).to_have_count(0)

    turn.page.get_by_role("button", name="Exchange…").click()
    turn.page.locator("#exchange-tiles .tile").nth(0).click()
    turn.page.locator("#exchange-tiles .tile").nth(3).click()
    turn.page.get_by_role("button", name="Exchange 2").click()
    expect(other.page.locator("#state")).to_have_text("Your turn")
    expect(other.page.locator("#turns")).to_contain_text("exchanges 2")
