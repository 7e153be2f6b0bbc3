"""Solitaire: an open construction on a phone, two racks on a tablet, and on paper; how its page looks to everybody."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.club_tables.test_playing_at_club_tables import sat_down
from tests.browser.hall import PHONE_SIZE
from tests.browser.test_accessible import problems_of
from tests.browser.test_pages import fits_sideways

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]
TABLET_SIZE = {"width": 1024, "height": 768}


def opened(hall, form, way="everybody on their own phone", record=""):
    desk = hall.desk()
    desk.page.goto("/tables/new/solitaire/")
    desk.page.get_by_label(way).check()
    desk.page.get_by_label(form).check()
    desk.page.get_by_label("Best score so far", exact=True).fill(record)
    desk.page.get_by_role("button", name="Open the table").click()
    return desk, desk.page.locator(".table-code").inner_text()


def alone(hall, form, **options):
    _desk, code = opened(hall, form, **options)
    phone = sat_down(hall, code, "Ann")
    phone.page.get_by_role("button", name="Start game").tap()
    return phone


def typed(person, word, square):
    person.page.locator("#entry").get_by_label("Word").fill(word)
    person.page.locator("#entry").get_by_label("Square").fill(square)
    person.page.get_by_role("button", name="Play").click()


def ended(person):
    person.page.get_by_role("button", name="End the game…").click()
    person.page.get_by_role("dialog").get_by_role("button", name="End the game", exact=True).click()
    expect(person.page.locator("#state")).to_have_text("The game is over")


def test_an_open_construction_on_a_phone(hall):
    phone = alone(hall, "all tiles face up")
    expect(phone.page.get_by_role("button", name="E, 12 left")).to_be_visible()
    typed(phone, "TRAINER", "8B")
    expect(phone.page.locator("#plays li")).to_have_count(1)
    expect(phone.page.locator("#state")).to_have_text("Points: 66")
    expect(phone.page.get_by_role("button", name="E, 11 left")).to_be_visible()

    # Play with taps: the square, then tiles of the stacks.
    phone.tap_square("8I")
    phone.page.locator("#turn").tap()
    for tile in "S":
        phone.page.get_by_role("button", name=re.compile(f"^{tile}, ")).tap()
    expect(phone.page.get_by_role("button", name="S, 3 left")).to_be_visible()
    phone.page.locator("#clear").tap()
    typed(phone, "TRAINERS", "8B")
    expect(phone.page.locator("#plays li")).to_have_count(2)
    expect(phone.page.locator("#state")).to_have_text("Points: 74")

    # A play that others lean on stays, and the reason is shown; any other comes off.
    phone.watch.provoke("409")
    phone.page.get_by_role("button", name="Remove TRAINER at 8B").tap()
    expect(phone.page.get_by_role("alert")).to_contain_text("TRAINERS")
    assert not problems_of(phone)
    fits_sideways(phone)
    phone.page.get_by_role("button", name="Remove TRAINERS at 8B").tap()
    expect(phone.page.locator("#plays li")).to_have_count(1)
    phone.page.get_by_role("button", name="Undo the last action").tap()
    expect(phone.page.locator("#plays li")).to_have_count(2)
    ended(phone)
    expect(phone.page.locator("#best li").first).to_contain_text("Ann this game")
    assert not problems_of(phone)

    # The next one sees what is to be beaten.
    other = alone(hall, "all tiles face up")
    expect(other.page.locator("#best li").first).to_contain_text("74")
    other.page.locator("#best a").first.tap()
    expect(other.page.locator("#plays li")).to_have_count(2)


def test_two_racks_in_turn_on_a_tablet(hall):
    desk, _code = opened(hall, "two racks", way="one tablet in the middle")
    desk.page.get_by_role("button", name="On this device").click()
    desk.page.set_viewport_size(TABLET_SIZE)
    desk.page.get_by_label("Name").fill("Ann")
    desk.page.get_by_role("button", name="Sit down").click()
    desk.page.get_by_role("button", name="Start game").click()
    expect(desk.page.locator("#state")).to_have_text("Play your own rack")
    expect(desk.page.locator("#rack .tile")).to_have_count(7)
    desk.page.get_by_role("button", name="Exchange…").click()
    desk.page.locator("#exchange-tiles .tile").nth(0).click()
    desk.page.get_by_role("button", name="Exchange 1").click()
    expect(desk.page.locator("#state")).to_have_text("Play the opponent’s rack")
    assert not problems_of(desk)
    desk.page.get_by_role("button", name="Pass").click()
    expect(desk.page.locator("#state")).to_have_text("Play your own rack")
    desk.page.get_by_role("button", name="Undo the last action").click()
    expect(desk.page.locator("#state")).to_have_text("Play the opponent’s rack")
    ended(desk)
    expect(desk.page.locator("#scores div")).to_have_count(2)


def test_one_rack_on_paper_against_a_record(hall):
    desk, _code = opened(hall, "one rack", way="real tiles", record="40")
    desk.page.get_by_role("button", name="On this device").click()
    desk.page.set_viewport_size(PHONE_SIZE)
    desk.page.get_by_label("Name").fill("Ann")
    desk.page.get_by_role("button", name="Sit down").click()
    desk.page.get_by_role("button", name="Start game").click()
    expect(desk.page.locator("#record")).to_have_text("Record to beat: 40")
    desk.page.locator("#paper").get_by_label("Word").fill("TRAINER")
    desk.page.locator("#paper").get_by_label("Square").fill("8B")
    desk.page.get_by_role("button", name="Enter").click()
    expect(desk.page.locator("#state")).to_have_text("Points: 66")
    assert not problems_of(desk)
    fits_sideways(desk)
    desk.page.get_by_role("button", name="End the game…").click()
    desk.page.get_by_label("Tiles left on your rack").fill("QIEEUOA")
    desk.page.get_by_role("dialog").get_by_role("button", name="End the game", exact=True).click()
    expect(desk.page.locator("#state-detail")).to_have_text("50: a new record, after 40")


def test_after_its_end_a_game_is_played_again_at_a_table_alike(hall):
    phone = alone(hall, "all tiles face up")
    again = phone.page.get_by_role("button", name="Play again")
    typed(phone, "TRAINER", "8B")
    expect(phone.page.locator("#plays li")).to_have_count(1)
    expect(again).to_be_hidden()
    ended(phone)
    before = phone.page.url
    again.tap()
    expect(phone.page.locator("#name")).to_have_value("Ann")
    assert phone.page.url != before
    phone.page.get_by_role("button", name="Sit down").tap()
    phone.page.get_by_role("button", name="Start game").tap()
    expect(phone.page.locator("#state")).to_have_text("Points: 0")
