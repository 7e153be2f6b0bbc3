"""Clocks on real screens: two tablets of one match, a tablet that is cut off, a server that is killed, the wall.

The two tablets run on one machine, so that what each shows at one moment can be compared to the millisecond.
"""

import contextlib
import re
import time

import pytest
from playwright.sync_api import expect

from tests.browser.clock_people import CUT_OFF, ClockHall
from tests.browser.conftest import ARBITRATOR
from tests.browser.hall import DESK_SIZE, SERVER_GONE, Desk

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]

APART_MS = 200


@pytest.fixture
def clocks(hall, server):
    return ClockHall(hall, server, ARBITRATOR)


def test_two_tablets_of_one_match_agree_to_a_fifth_of_a_second(clocks):
    match = clocks.match()
    first, second = clocks.tablet(match), clocks.tablet(match)
    first.press(0)
    for tablet in (first, second):
        tablet.watch_seconds(0)
    first.page.wait_for_timeout(4_000)
    apart = first.apart(second)
    assert len(apart) >= 3
    assert max(apart) < APART_MS, apart
    # A press on one is on the other as soon.
    for tablet in (first, second):
        tablet.watch_turns()
    for side, presser in ((0, first), (1, second), (0, second), (1, first)):
        presser.press(side)
        for tablet in (first, second):
            tablet.is_on_turn(1 - side)
    apart = first.turns_apart(second)
    assert len(apart) == 4
    assert max(apart) < APART_MS, apart
    first.watch_seconds(0)
    second.watch_seconds(0)
    first.page.wait_for_timeout(3_000)
    assert max(first.apart(second)) < APART_MS


def test_both_press_the_same_turn_at_once(clocks):
    match = clocks.match()
    first, second = clocks.tablet(match), clocks.tablet(match)
    first.press(0)
    second.is_on_turn(0)
    second.watch.provoke("409")
    first.watch.provoke("409")
    for tablet in (first, second):
        tablet.page.evaluate("setTimeout(() => document.querySelector('#side-0').click(), 50)")
    for tablet in (first, second):
        tablet.is_on_turn(1)
    clocks.comes_to(match, "turn_number", 2)


def test_a_tablet_that_is_cut_off_goes_on_and_sends_what_was_pressed(clocks):
    match = clocks.match()
    tablet, other = clocks.tablet(match), clocks.tablet(match)
    tablet.press(0)
    other.is_on_turn(0)
    tablet.watch.provoke(CUT_OFF)
    tablet.page.context.set_offline(True)
    expect(tablet.page.locator("#offline")).to_be_visible()
    shown = tablet.left(0)
    tablet.page.wait_for_timeout(2_000)
    assert tablet.left(0) < shown, "it goes on"
    before = time.monotonic()
    tablet.press(0)
    tablet.is_on_turn(1)
    tablet.page.wait_for_timeout(3_000)
    tablet.press(1)
    turn_ms = (time.monotonic() - before) * 1000
    tablet.page.wait_for_timeout(1_000)
    other.is_on_turn(0)
    assert clocks.value(match, "turn_number") == 1
    tablet.page.context.set_offline(False)
    expect(tablet.page.locator("#offline")).to_be_hidden()
    for each in (tablet, other):
        each.is_on_turn(0)
    clocks.comes_to(match, "turn_number", 3)
    used = 25 * 60_000 - clocks.value(match, "second_left_ms")
    assert 3_000 <= used <= turn_ms, "as it was pressed, not as it arrived"


def test_the_server_is_killed_in_mid_turn(clocks, server):
    match = clocks.match()
    tablet = clocks.tablet(match)
    tablet.press(0)
    tablet.page.wait_for_timeout(1_500)
    tablet.press(0)
    tablet.is_on_turn(1)
    tablet.watch.provoke(f"{SERVER_GONE}|{CUT_OFF}")
    with power_cut(server):
        expect(tablet.page.locator("#offline")).to_be_visible()
        tablet.press(1)
    expect(tablet.page.locator("#offline")).to_be_hidden()
    tablet.is_on_turn(0)
    tablet.reload()
    tablet.is_on_turn(0)
    clocks.comes_to(match, "turn_number", 3)


def test_a_challenge_a_pause_and_the_end(clocks):
    event, (match,) = clocks.matches("1500000")
    tablet = clocks.tablet(match)
    page = tablet.page
    expect(page.locator("#note")).to_have_text(re.compile("^The clock of .+ will start.$"))
    page.keyboard.press("1")
    tablet.is_on_turn(0)
    page.keyboard.press("Space")
    tablet.is_on_turn(1)
    page.keyboard.press("n")
    expect(page.locator("#note")).to_contain_text("Whose turn is it?")
    page.keyboard.press("1")
    tablet.is_on_turn(0)
    wall = clocks.wall(event)
    expect(wall.page.locator(".tile")).to_have_count(1)
    wall.page.get_by_role("button", name="Pause all").click()
    expect(page.locator("#note")).to_have_text("The director has paused the clock")
    page.keyboard.press("1")
    wall.page.get_by_role("button", name="Resume all").click()
    tablet.is_on_turn(0)
    page.get_by_role("button", name="End of the match").click()
    page.get_by_role("button", name="Stop the clock").click()
    expect(page.locator("#note")).to_have_text("The match is over")
    expect(wall.page.locator(".tile")).to_have_attribute("data-state", "over")


def test_a_clock_of_25_minutes_is_paused_corrected_and_runs_over(clocks, desk):
    event, (match,) = clocks.matches("1500000")
    tablet = clocks.tablet(match)
    tablet.press(0)
    tablet.is_on_turn(0)
    assert 24 * 60 < tablet.left(0) <= 25 * 60
    clocks.comes_to(match, "state", "running")
    director = clocks.hall.open(Desk, DESK_SIZE, storage_state=clocks.hall.arbitrator)
    page = director.page
    page.goto(f"/events/{event}/clocks/{match['id']}/")
    name = page.locator("tbody th").first.inner_text()

    def write(first, why):
        page.get_by_label(name, exact=True).fill(first)
        page.get_by_label("Why").fill(why)

    def correct(first, why):
        write(first, why)
        page.get_by_role("button", name="Correct").click()

    # Nothing can be typed before the pause, which would lose it.
    expect(page.get_by_text("Pause the clock first.")).to_be_visible()
    expect(page.get_by_label("Why")).to_have_count(0)
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Resume")).to_be_visible()
    expect(tablet.page.locator("#note")).to_have_text("The director has paused the clock")

    # Another desk lets it go on meanwhile: the correction is refused, and what was typed stays.
    director.watch.provoke("422")
    clock_page = f"/events/{event}/clocks/{match['id']}/"
    write("0:02", "pressed late")
    desk.post_form(f"{clock_page}lift/", {})
    page.get_by_role("button", name="Correct").click()
    expect(page.get_by_text("The clock has changed in the meantime")).to_be_visible()
    expect(page.get_by_label(name, exact=True)).to_have_value("0:02")
    expect(page.get_by_label("Why")).to_have_value("pressed late")
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Resume")).to_be_visible()
    correct("two minutes", "pressed late")
    expect(page.get_by_text("Enter minutes and seconds, such as 24:30")).to_be_visible()
    correct("0:02", "pressed late")
    expect(page.get_by_text("Times corrected.")).to_be_visible()
    expect(tablet.page.locator("#side-0 .side-time")).to_have_text("0:02")
    page.get_by_role("button", name="Resume").click()
    expect(tablet.page.locator("#side-0 .side-time")).to_have_text(re.compile("^−0:0"))
    tablet.page.get_by_role("button", name="End of the match").click()
    tablet.page.get_by_role("button", name="Stop the clock").click()
    expect(tablet.page.locator("#note")).to_have_text("The match is over")
    page.reload()
    expect(page.get_by_role("row", name=name).first).to_contain_text("1 minute, −10 points")
    expect(page.get_by_role("row", name="pressed late")).to_contain_text("before: 2")

    division = re.search(rf"/events/{event}/divisions/\d+/", desk.get(f"/events/{event}/").text)[0]
    page.goto(f"{division}rounds/1/")
    page.get_by_label("Result").fill("1 400 380")
    page.get_by_label("Result").press("Enter")
    expect(page.locator(".pairings")).to_contain_text("390–380")


def test_a_correction_typed_before_the_start_outlives_a_pause(clocks):
    event, (match,) = clocks.matches("1500000")
    director = clocks.hall.open(Desk, DESK_SIZE, storage_state=clocks.hall.arbitrator)
    page = director.page
    page.goto(f"/events/{event}/clocks/{match['id']}/")
    first, second = (page.get_by_role("row").nth(row).get_by_role("rowheader").inner_text() for row in (1, 2))
    page.get_by_label(second, exact=True).fill("20:00")
    page.get_by_label("Why").fill("came late")
    # The match starts meanwhile.
    tablet = clocks.tablet(match)
    tablet.press(0)
    tablet.is_on_turn(0)
    clocks.comes_to(match, "state", "running")
    page.wait_for_timeout(1_500)
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Resume")).to_be_visible()
    expect(page.get_by_text("The correction is not stored yet")).to_be_visible()
    expect(page.get_by_label(second, exact=True)).to_have_value("20:00")
    expect(page.get_by_label("Why")).to_have_value("came late")
    # A field that nobody typed in shows the clock as it stands.
    expect(page.get_by_label(first, exact=True)).not_to_have_value("25:00")
    page.get_by_role("button", name="Correct").click()
    expect(page.get_by_text("Times corrected.")).to_be_visible()
    expect(tablet.page.locator("#side-1 .side-time")).to_have_text("20:00")


def test_the_directors_page_follows_the_clock_and_keeps_what_is_typed(clocks):
    event, (match,) = clocks.matches("1500000")
    director = clocks.hall.open(Desk, DESK_SIZE, storage_state=clocks.hall.arbitrator)
    page = director.page
    page.goto(f"/events/{event}/clocks/{match['id']}/")
    state, left = page.locator("#clock .chip"), page.locator(".time-left")
    expect(state).to_have_text("ready")
    expect(page.get_by_label("Why")).to_be_visible()
    tablet = clocks.tablet(match)
    tablet.press(0)
    expect(state).to_have_text("running")
    expect(page.get_by_label("Why")).to_have_count(0)
    expect(page.locator("#history tbody tr")).to_have_count(1)
    expect(left.first).not_to_have_text(left.first.inner_text())
    expect(left.nth(1)).to_have_text("25:00")
    wall = clocks.wall(event)
    wall.page.get_by_role("button", name="Pause all").click()
    expect(state).to_have_text("paused")
    page.get_by_label("Why").fill("wrong table")
    wall.page.get_by_role("button", name="Resume all").click()
    expect(state).to_have_text("running")
    expect(page.get_by_label("Why")).to_have_value("wrong table")
    page.get_by_role("button", name="Stop: match over").click()
    expect(state).to_have_text("over")
    expect(page.get_by_label("Why")).to_have_value("wrong table")


def test_the_directors_page_counts_overtime_as_it_begins(clocks):
    event, (match,) = clocks.matches("8000R")
    director = clocks.hall.open(Desk, DESK_SIZE, storage_state=clocks.hall.arbitrator)
    page = director.page
    page.goto(f"/events/{event}/clocks/{match['id']}/")
    expect(page.locator("#clock tbody")).to_contain_text("1 minute, −10 points")
    expect(page.locator(".time-left").first).to_have_text(re.compile("^−0:"))


def test_a_players_own_phone_ends_its_own_turns(clocks):
    match = clocks.match()
    phone = clocks.tablet(match, holder="second")
    phone.press(1)
    phone.is_on_turn(0)
    phone.press(0)
    phone.page.wait_for_timeout(300)
    phone.is_on_turn(0)
    clocks.tablet(match).press(0)
    phone.is_on_turn(1)
    phone.press(1)
    phone.is_on_turn(0)


def test_the_wall_stands_in_the_order_of_falling(clocks):
    event, _matches = clocks.matches("900000R", "30000R", "-61000R", "600000R")
    wall = clocks.wall(event)
    times = wall.page.locator(".tile .tile-side[data-turn=own] .tile-time")
    expect(times).to_have_count(4)
    expect(times.first).to_have_text(re.compile("^−1:"))
    assert wall.page.locator(".tile-table").all_inner_texts() == ["3", "2", "4", "1"]


@contextlib.contextmanager
def power_cut(server):
    """Kill the program, and start it again on the same data in the end."""
    server.kill()
    try:
        yield
    finally:
        server.start()
