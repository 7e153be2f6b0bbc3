"""A game that is over, looked at by somebody without a login: with the slider, by keyboard, and without scripts."""

import re

import pytest
from django.conf import settings
from playwright.sync_api import expect

from tests.browser.hall import DESK_SIZE, PHONE_SIZE, Person
from tests.browser.test_accessible import problems_of

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]

# No other test uses these rounds: the moves of a game wait while its position is played elsewhere.
ROUNDS = ("JUMBLED", "-SATIRES", "-HOUSEST")


@pytest.fixture(scope="module")
def address(desk):
    """Return the public page of a finished game of three rounds."""
    code = desk.new_game("Evening to look at")
    desk.post_form(f"/desk/{code}/players/", {"names": "Mona\nNoah"})
    for number, rack in enumerate(ROUNDS, start=1):
        desk.do(code, "type-rack", rack=rack)
        desk.do(code, "open-and-start")
        if number == 1:
            desk.key(code, "1 JUMBLED H4 104", "2 JUMBLE H4 50")
        desk.do(code, "end-round")
        desk.announce_preferred(code, number)
    desk.do(code, "end-game")
    event = re.search(r"/events/(\d+)/", desk.get(f"/desk/{code}/players/").text)[1]
    fields = {"name": "Cup", "date": "2026-01-10", "shows_games": "on"}
    assert desk.post_form(f"/events/{event}/settings/", fields).status == 302
    assert desk.post_form(f"/events/{event}/release/", {"released": "final"}).status == 302
    return f"/results/{event}/games/1/"


def looks(hall, address, size=DESK_SIZE, **more):
    person = hall.open(Person, size, **more)
    person.page.goto(address)
    return person.page


def test_the_slider_walks_through_the_rounds_by_keyboard(hall, address):
    page = looks(hall, address)
    slider = page.get_by_role("slider", name="Round")
    expect(slider).to_have_attribute("aria-valuetext", "Whole game")
    slider.focus()
    for number, tiles in ((1, 7), (2, None)):
        page.keyboard.press("ArrowRight")
        expect(page).to_have_url(re.compile(f"/rounds/{number}/$"))
        expect(page.get_by_role("heading", name=f"Round {number}", exact=True)).to_be_visible()
        expect(page).to_have_title(re.compile(f"Round {number} "))
        expect(slider).to_be_focused()
        if tiles:
            expect(page.locator(".board .tile")).to_have_count(tiles)
    expect(slider).not_to_have_attribute("aria-valuetext", re.compile("."))
    expect(page.locator(".round-numbers [aria-current]")).to_have_text("2")
    expect(page.get_by_label("Link to this page")).to_have_value(re.compile("/rounds/2/$"))
    page.reload()
    expect(page.get_by_role("heading", name="Round 2", exact=True)).to_be_visible()
    # However far somebody has walked, one step back is where they came from.
    page.go_back()
    expect(page.get_by_role("heading", name="Round by round")).to_be_visible()
    slider.focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**/rounds/1/")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("heading", name="Round by round")).to_be_visible()
    expect(page).to_have_url(re.compile("/games/1/$"))
    # The moves were searched for when somebody first looked.
    page.goto(address + "rounds/1/")
    expect(page.locator("#moves-title + .card tbody tr").first).to_contain_text("104")


def test_a_round_whose_page_comes_late_is_not_gone_back_to(hall, address):
    """Somebody who slides on has left it: when its request ends, what is shown stays."""
    page = looks(hall, address)
    slider, late = page.get_by_role("slider", name="Round"), []

    def hold(route):
        late.append(route)

    page.route("**/rounds/1/", hold)
    slider.focus()
    with page.expect_request("**/rounds/1/"):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("heading", name="Round 2", exact=True)).to_be_visible()
    page.wait_for_timeout(300)
    expect(page).to_have_url(re.compile("/rounds/2/$"))
    expect(slider).to_be_focused()
    assert len(late) == 1, "the page of the first round was opened all the same"


def test_without_scripts_the_rounds_are_links(hall, address):
    page = looks(hall, address, java_script_enabled=False)
    expect(page.get_by_role("slider")).to_have_count(0)
    page.get_by_role("link", name="Round 2", exact=True).click()
    expect(page.get_by_role("heading", name="Round 2", exact=True)).to_be_visible()
    page.get_by_role("link", name="Round 1", exact=True).click()
    page.get_by_role("link", name="Noah").click()
    expect(page.get_by_role("heading", name="Noah")).to_be_visible()


@pytest.mark.parametrize("path", ["", "rounds/1/", "rounds/3/"])
def test_it_fits_a_phone(hall, address, path):
    page = looks(hall, address + path, PHONE_SIZE, is_mobile=True, has_touch=True)
    wide = page.evaluate("() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert wide[0] <= wide[1]


@pytest.mark.parametrize("path", ["", "rounds/1/", "rounds/3/", "players/"])
def test_nothing_keeps_anybody_from_using_it(hall, address, path):
    person = hall.open(Person, DESK_SIZE)
    if path == "players/":
        person.page.goto(address)
        person.page.get_by_role("link", name="Noah").first.click()
        expect(person.page.get_by_role("heading", name="Noah")).to_be_visible()
    else:
        person.page.goto(address + path)
    assert problems_of(person) == []
    person.page.set_viewport_size({"width": 320, "height": 640})
    wide = person.page.evaluate("() => document.documentElement.scrollWidth")
    assert wide <= 320


@pytest.mark.parametrize("language", settings.COMPLETE_LANGUAGES)
def test_the_games_of_an_event_fit_a_phone(hall, address, language):
    """The last column is the state of each game: it was cut off."""
    page = looks(hall, address.partition("games/")[0], PHONE_SIZE, locale=language, is_mobile=True)
    wide = page.locator(".event-games").evaluate(
        "table => [table.scrollWidth, table.parentElement.clientWidth]"
    )
    assert wide[0] <= wide[1]
