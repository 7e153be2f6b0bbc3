"""Bingo: two phones and the caller's screen, the room that looks on, the tablet, and a claim on paper."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.club_tables.test_playing_at_club_tables import opened, sat_down
from tests.browser.hall import PROJECTOR_SIZE, Person
from tests.browser.test_accessible import problems_of
from tests.browser.test_pages import fits_sideways

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]


def keeper_of(desk):
    """Go on at the desk as the caller or the keeper of the table."""
    desk.page.get_by_role("button", name="On this device").click()
    desk.page.wait_for_url(re.compile(r"/tables/\w+/$"))
    desk.page.set_viewport_size(PROJECTOR_SIZE)
    return desk


@pytest.fixture
def table(hall):
    """Return the code of a table that has begun, with Ann and Bob on their phones, and the caller."""
    desk, code = opened(hall, "Bingo")
    ann, bob = sat_down(hall, code, "Ann"), sat_down(hall, code, "Bob")
    caller = keeper_of(desk)
    caller.page.get_by_role("button", name="Start game").click()
    return code, ann, bob, caller


def called(caller, number, *people):
    """Call the next tile, the one of that number, and check that everybody sees it."""
    caller.page.get_by_role("button", name="Call the next tile").click()
    for person in (caller, *people):
        expect(person.page.locator("#calls li")).to_have_count(number)


def test_words_are_picked_on_phones(table):
    _code, ann, bob, caller = table
    expect(caller.page.locator("#people li")).to_have_text(["Annpicking", "Bobpicking"])
    expect(caller.page.get_by_role("button", name="Call the next tile")).to_be_hidden()

    # A refusal says why, and the typed text stays.
    ann.watch.provoke("40[09]|422")
    ann.page.locator("#picked-1").fill("example")
    ann.page.locator("#picked-2").fill("xyzzyxq")
    ann.page.get_by_role("button", name="Take these words").tap()
    expect(ann.page.get_by_role("alert")).to_contain_text("XYZZYXQ")
    expect(ann.page.locator("#picked-1")).to_have_value("example")
    ann.page.locator("#picked-2").fill("traders")
    ann.page.get_by_role("button", name="Take these words").tap()
    expect(ann.page.locator("#words .tile")).to_have_count(14)
    expect(ann.page.get_by_role("group", name="EXAMPLE")).to_be_visible()
    ann.page.get_by_role("button", name="Pick other words").tap()
    expect(ann.page.locator("#picked-1")).to_have_value("EXAMPLE")
    ann.page.get_by_role("button", name="Keep the words I have").tap()
    expect(caller.page.locator("#people li")).to_have_text(["Annready", "Bobpicking"])

    # The caller picks for Bob.
    caller.page.get_by_role("button", name="Pick words for the others, and start").click()
    expect(bob.page.locator("#words .tile")).to_have_count(14)
    called(caller, 1, ann, bob)
    expect(ann.page.get_by_role("button", name="Pick other words")).to_be_hidden()


def test_tiles_are_called_by_button_by_the_space_bar_and_by_themselves(hall, table):
    code, ann, bob, caller = table
    caller.page.get_by_role("button", name="Pick words for the others, and start").click()
    room = hall.open(Person, PROJECTOR_SIZE, color_scheme="dark")
    room.page.goto(f"/tables/{code}/")
    called(caller, 1, ann, bob, room)
    caller.page.locator("#latest").click()
    caller.page.keyboard.press("Space")
    expect(room.page.locator("#calls li")).to_have_count(2)
    caller.page.get_by_label("Automatically every").select_option("4")
    caller.page.get_by_role("button", name="Call automatically").click()
    expect(room.page.locator("#calls li")).to_have_count(4)
    caller.page.get_by_role("button", name="Stop").click()
    expect(room.page.locator("#caller")).to_be_hidden()
    expect(room.page.locator("#own-card")).to_be_hidden()
    for person in (ann, caller, room):
        assert not problems_of(person)
        fits_sideways(person)


def test_who_strikes_all_first_has_won_and_calling_stops(table):
    _code, ann, bob, caller = table
    caller.page.get_by_role("button", name="Pick words for the others, and start").click()
    expect(ann.page.locator("#words .tile")).to_have_count(14)
    ann.watch.provoke("409")
    asked = []
    ann.page.on("dialog", lambda dialog: (asked.append(dialog.message), dialog.accept()))
    open_letters = ann.page.locator("#words [aria-pressed=false]")
    calls = 0
    while left := open_letters.count():
        if letter := strikable(ann):
            letter.tap()
            expect(open_letters).to_have_count(left - 1)
            if left == 14:
                expect(bob.page.locator("#people li").first).to_have_text("Ann1/14")
                ann.page.get_by_role("button", name="Bingo!").tap()
                expect(ann.page.get_by_role("alert")).to_contain_text("Still missing")
        else:
            calls += 1
            called(caller, calls, ann)
    # A blank strikes only after a question.
    assert len(asked) == ann.page.locator("#words .by-blank").count()
    caller.page.get_by_label("Automatically every").select_option("30")
    caller.page.get_by_role("button", name="Call automatically").click()
    ann.page.get_by_role("button", name="Bingo!").tap()
    for person in (ann, bob, caller):
        expect(person.page.locator("#state")).to_have_text("The game is over")
        expect(person.page.locator("[data-won]")).to_contain_text("Ann")
    expect(caller.page.locator("#caller")).to_be_hidden()
    expect(caller.page.locator("#run")).to_have_attribute("aria-pressed", "false")


def strikable(phone):
    """Return an open letter whose called tile has struck nothing yet; a blank strikes any."""
    words = phone.page.locator("#words .tile")
    letters = words.evaluate_all(
        """tiles => tiles.map(tile => [
             tile.ariaLabel, tile.ariaPressed, tile.classList.contains("by-blank")])"""
    )
    calls = phone.page.locator("#calls [role=img]").evaluate_all(
        "tiles => tiles.map(tile => tile.getAttribute('aria-label'))"
    )
    for letter, struck, by_blank in letters:
        if struck == "true":
            calls.remove("Blank" if by_blank else letter)
    for at, (letter, struck, _by_blank) in enumerate(letters):
        if struck == "false" and letter in calls:
            return words.nth(at)
    for at, (_letter, struck, _by_blank) in enumerate(letters):
        if struck == "false" and "Blank" in calls:
            return words.nth(at)
    return None


def test_on_the_tablet_everybody_opens_their_own_card(hall):
    desk, _code = opened(hall, "Bingo", way="one tablet in the middle")
    tablet = keeper_of(desk)
    for name in ("Ann", "Bob"):
        tablet.page.get_by_label("Name").fill(name)
        tablet.page.get_by_role("button", name="Sit down").click()
        expect(tablet.page.locator("#seated")).to_contain_text(name)
    tablet.page.get_by_role("button", name="Start game").click()
    for name in ("Ann", "Bob"):
        tablet.page.get_by_role("button", name=f"{name}: my card").click()
        expect(tablet.page.locator("#caller")).to_be_hidden()
        tablet.page.get_by_role("button", name="Pick two for me").click()
        expect(tablet.page.locator("#caller")).to_be_visible()
    tablet.page.get_by_role("button", name="Call the next tile").click()
    expect(tablet.page.locator("#calls li")).to_have_count(1)
    tablet.page.get_by_role("button", name="Bob: my card").click()
    expect(tablet.page.locator("#words .tile")).to_have_count(14)
    assert not problems_of(tablet)
    tablet.page.get_by_role("button", name="Close the card").click()
    expect(tablet.page.locator("#own-card")).to_be_hidden()
    expect(tablet.page.locator("#call")).to_be_visible()


LATE_ANSWERS = """() => {
  const ask = window.fetch;
  window.fetch = async (...request) => {
    const answer = await ask(...request);
    await new Promise((done) => setTimeout(done, 500));
    return answer;
  };
}"""


def test_tiles_that_are_typed_before_the_last_answer_came_are_all_called(hall):
    desk, _code = opened(hall, "Bingo", way="real tiles")
    keeper = keeper_of(desk)
    for name in ("Ann", "Bob"):
        keeper.page.get_by_label("Name").fill(name)
        keeper.page.get_by_role("button", name="Sit down").click()
        expect(keeper.page.locator("#seated")).to_contain_text(name)
    keeper.page.get_by_role("button", name="Start game").click()
    drawn = keeper.page.get_by_label("Or a tile drawn")
    keeper.page.evaluate(LATE_ANSWERS)
    for tile in "EXA":
        drawn.fill(tile)
        drawn.press("Enter")
    drawn.fill("M")
    expect(keeper.page.locator("#calls li")).to_have_count(3)
    keeper.page.wait_for_timeout(600)
    expect(drawn).to_have_value("M")


def test_on_paper_a_claim_is_checked_and_cards_are_printed(hall):
    desk, code = opened(hall, "Bingo", way="real tiles")
    desk.page.get_by_label("Cards", exact=True).fill("0")
    desk.page.get_by_role("button", name="Print the cards").click()
    assert desk.page.get_by_label("Cards", exact=True).evaluate("field => !field.validity.valid")
    printed = desk.page.request.get(f"/tables/{code}/cards.pdf?number=4&words=random")
    assert printed.body().startswith(b"%PDF")
    keeper = keeper_of(desk)
    for name in ("Ann", "Bob"):
        keeper.page.get_by_label("Name").fill(name)
        keeper.page.get_by_role("button", name="Sit down").click()
        expect(keeper.page.locator("#seated")).to_contain_text(name)
    keeper.page.get_by_role("button", name="Start game").click()
    drawn = keeper.page.get_by_label("Or a tile drawn")
    for number, tile in enumerate("EXAMPLTRADERSE", start=1):
        drawn.fill(tile)
        drawn.press("Enter")
        expect(keeper.page.locator("#calls li")).to_have_count(number)
    keeper.watch.provoke("40[09]|422")
    keeper.page.get_by_label("Who", exact=True).select_option("Bob")
    keeper.page.locator("#claimed-1").fill("example")
    keeper.page.locator("#claimed-2").fill("zealots")
    keeper.page.get_by_role("button", name="Check").click()
    expect(keeper.page.get_by_role("alert")).to_contain_text("Still missing: LOZ")
    assert not problems_of(keeper)
    keeper.page.locator("#claimed-2").fill("traders")
    keeper.page.get_by_role("button", name="Check").click()
    expect(keeper.page.locator("[data-won]")).to_contain_text("Bob")
