"""The views of the big screens: sizes for the last row of a hall, the way in, the race, and tiles laid one by one."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.hall import Person
from tests.browser.test_accessible import violations

pytestmark = [pytest.mark.browser, pytest.mark.server]

FULL_HD = {"width": 1920, "height": 1080}
# The height of capitals as a share of the window: the font's own figures for an H.
CAPITALS = """selector => {
  const context = document.createElement('canvas').getContext('2d');
  const heights = [...document.querySelectorAll(selector)].filter(one => one.checkVisibility()).map(one => {
    const {fontStyle, fontWeight, fontSize, fontFamily} = getComputedStyle(one);
    context.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
    return context.measureText('H').actualBoundingBoxAscent;
  });
  return Math.min(...heights) / innerHeight;
}"""
FIFTEEN_METRES = 0.037
OUTSIDE = """() => [...document.querySelectorAll('#board .tile-letter, #board .square-premium')].filter(one => {
  const [inner, outer] = [one, one.closest('.square')].map(each => each.getBoundingClientRect());
  return inner.width && (inner.left < outer.left || inner.right > outer.right);
}).map(one => one.textContent)"""


@pytest.fixture
def code(desk):
    return desk.new_game("Festival", calls="", minimum_early="", minimum_late="", late_from_round="")


@pytest.fixture
def enter(desk, code):
    def enter_them(count):
        for first in range(1, count + 1, 500):
            tables = range(first, min(first + 500, count + 1))
            names = "\n".join(f"{table} Player{table}" for table in tables)
            assert desk.post_form(f"/desk/{code}/players/", {"names": names}).status == 302

    return enter_them


@pytest.fixture
def play(desk, code):
    """Return a function that plays a round: the top for all, but where lines correct it."""

    def play_it(number, rack, *lines):
        desk.do(code, "type-rack", rack=rack)
        desk.do(code, "open-and-start")
        for line in ("*", *lines):
            desk.key(code, line, reason="as announced")
        desk.do(code, "end-round")
        desk.wait_for_step(code, "announce")
        desk.announce_preferred(code, number)

    return play_it


def opened(hall, code, **options):
    screen = hall.open(Person, FULL_HD, **options)
    screen.page.goto(f"/screen/{code}/")
    return screen.page


def shows(page, view):
    expect(page.locator("#screen")).to_have_attribute("data-view", view)


def test_the_large_board_is_read_from_the_last_row(hall, code, enter, play, desk):
    enter(3)
    desk.do(code, "show", mode="board")
    page = opened(hall, code, reduced_motion="reduce")
    play(1, "TRAINER")
    play(2, "QUIET?A")
    expect(page.locator("#board .tile.blank")).to_have_count(1)
    for selector in ("#board .tile-letter", ".leaders .name"):
        assert page.evaluate(CAPITALS, selector) >= FIFTEEN_METRES, selector
    assert page.evaluate(OUTSIDE) == []
    assert page.evaluate(CAPITALS, "#board .square-premium") >= 0.02
    board = page.locator("#board").bounding_box()
    assert board["y"] >= 0
    assert board["y"] + board["height"] <= 1080
    assert page.evaluate("document.documentElement.scrollWidth") <= 1920
    # A further rack leaves it: the clock and the rack are beside it.
    desk.do(code, "draw")
    desk.do(code, "open-and-start")
    expect(page.locator("#round-number")).to_have_text("Round 3")
    expect(page.locator("#screen")).to_have_class(re.compile("large-board"))
    expect(page.locator("#clock")).to_be_visible()


@pytest.mark.parametrize("count", [3, pytest.param(1500, marks=pytest.mark.slow)])
def test_standings_are_read_from_the_last_row(hall, code, enter, play, desk, count):
    enter(count)
    play(1, "TRAINER")
    desk.do(code, "show", mode="standings")
    page = opened(hall, code)
    expect(page.locator("#everybody li")).to_have_count(min(count, 26))
    for selector in ("#everybody .name", "#everybody .total"):
        assert page.evaluate(CAPITALS, selector) >= FIFTEEN_METRES
    cut = "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent)"
    assert page.locator("#everybody :is(.rank, .name, .total, .negative)").evaluate_all(cut) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_before_the_first_round_the_hall_learns_how_to_join(hall, code, enter, desk, scheme):
    page = opened(hall, code, color_scheme=scheme)
    shows(page, "welcome")
    enter(3)
    expect(page.locator("#names li")).to_have_text(["Player1", "Player2", "Player3"])
    expect(page.locator("#players")).to_have_text("Players here: 3")
    expect(page.locator(".welcome-rules")).to_contain_text("Time for a round: 3:00")
    expect(page.get_by_role("img", name="QR code").first).to_be_visible()
    assert violations(page) == []
    desk.do(code, "show", mode="board")
    shows(page, "game")
    side = page.locator(".join-side")
    expect(side.get_by_role("img", name="QR code")).to_be_visible()
    expect(side).to_contain_text("Players here: 3")
    assert violations(page) == []
    desk.do(code, "type-rack", rack="TRAINER")
    desk.do(code, "open-and-start")
    expect(side).to_be_hidden()
    expect(page.locator("#rack .tile")).to_have_count(7)


def test_1500_who_have_come_page_through(hall, code, enter):
    enter(1500)
    page = opened(hall, code)
    expect(page.locator("#players")).to_have_text("Players here: 1500")
    names = page.locator("#names")
    expect(names.locator("li").first).to_be_visible()
    assert names.evaluate(
        "list => list.scrollWidth <= list.clientWidth && list.scrollHeight <= list.clientHeight"
    )
    assert page.evaluate("document.documentElement.scrollHeight") <= 1080


def test_the_race_shows_the_ranks_of_each_round(hall, code, enter, play, desk):
    enter(3)
    play(1, "TRAINER", "1 =20", "2 =30", "3 =10")
    play(2, "QUIET?A", "1 =10", "2 =0", "3 =60")
    desk.do(code, "show", mode="race")
    page = opened(hall, code)
    title = page.locator("#race-title")
    expect(title).to_have_text("Ranks after round 1")
    expect(title).to_have_text("Ranks after round 2")
    line = page.locator("#race li", has_text="Player3")
    expect(line.locator(".rank")).to_have_text("1")
    expect(line.locator(".climbed")).to_have_text("▲ 2")
    expect(line.locator(".total")).to_have_text("70")
    page.wait_for_function("() => document.getAnimations().length === 0")
    assert line.bounding_box()["y"] < page.locator("#race li", has_text="Player2").bounding_box()["y"]
    assert page.evaluate(CAPITALS, "#race .name") >= FIFTEEN_METRES
    assert violations(page) == []
    # The next rack brings the game back.
    desk.do(code, "draw")
    desk.do(code, "open-and-start")
    shows(page, "game")


def test_without_motion_the_race_is_a_picture(hall, code, enter, play, desk):
    enter(3)
    play(1, "TRAINER")
    play(2, "QUIET?A")
    desk.do(code, "show", mode="race")
    page = opened(hall, code, reduced_motion="reduce")
    expect(page.locator("#race-title")).to_have_text("Ranks after round 2")
    assert (
        page.locator("#race li").first.evaluate("line => getComputedStyle(line).transitionDuration") == "0s"
    )


@pytest.mark.parametrize(("motion", "moves"), [("no-preference", True), ("reduce", False)])
def test_the_top_is_laid_tile_by_tile(hall, code, enter, play, motion, moves):
    enter(3)
    page = opened(hall, code, reduced_motion=motion)
    shows(page, "welcome")
    page.evaluate(
        """() => { window.laid = []; addEventListener('animationstart', ({target, animationName}) =>
             animationName === 'lay' && target.closest('#board') && laid.push(target.textContent)); }"""
    )
    play(1, "TRAINER")
    expect(page.locator("#board .tile.laid")).to_have_count(7)
    if moves:
        page.wait_for_function("() => laid.length === 7")
        delays = page.locator("#board .tile.laid").evaluate_all(
            "tiles => tiles.map(tile => parseFloat(getComputedStyle(tile).animationDelay))"
        )
        assert delays == sorted(delays)
        assert len(set(delays)) == 7
    else:
        assert page.evaluate("document.getAnimations().length") == 0
    # A screen that comes later has the move at once.
    page.reload()
    expect(page.locator("#board .has-tile")).to_have_count(7)
    expect(page.locator("#board .laid")).to_have_count(0)


LONG_NAMES = (
    "LEMOINE-DUBREUIL Marie-Christine",
    "FITZGERALD-MONTGOMERY Alexandra",
    "HERNANDEZ-CASTELLANOS Guadalupe",
    "SCHWARZENBERGER Friedrich",
    "VAN DEN BROUCKE Jean-Baptiste",
)
CUT = """selector => [...document.querySelectorAll(selector)].filter(one => one.checkVisibility()).filter(one =>
  one.scrollWidth > one.clientWidth || one.scrollHeight > 1.2 * one.clientHeight).map(one => one.textContent)"""


@pytest.mark.slow
@pytest.mark.parametrize("count", [3, 19])
def test_no_name_is_cut(hall, code, play, desk, count):
    names = [f"{LONG_NAMES[at % len(LONG_NAMES)]}{'I' * (at // len(LONG_NAMES))}" for at in range(count)]
    listed = "\n".join(f"{table} {name}" for table, name in enumerate(names, start=1))
    assert desk.post_form(f"/desk/{code}/players/", {"names": listed}).status == 302
    screen = hall.open(Person, FULL_HD, reduced_motion="reduce")
    # The names of those who have come are told until the first rack is out.
    screen.watch.provoke("404")
    page = screen.page
    page.goto(f"/screen/{code}/")
    play(1, "TRAINER")
    for mode, selector in (("automatic", "#leaders"), ("standings", "#everybody"), ("race", "#race")):
        desk.do(code, "show", mode=mode)
        expect(page.locator(f"{selector} li").first).to_be_visible()
        assert page.evaluate(CUT, f"{selector} .name") == [], mode
    desk.do(code, "show", mode="automatic")
    desk.do(code, "end-game")
    shows(page, "finished")
    assert page.evaluate(CUT, "#leaders .name") == []


def test_lists_begin_at_the_leader_after_an_announcement_and_hold_the_solo(hall, code, enter, play, desk):
    """The leader and the author of the solo are on every page, and dots tell which page it is."""
    enter(30)
    play(1, "TRAINER", *(f"{table} =20" for table in range(2, 31)))
    page = hall.open(Person, FULL_HD).page
    page.clock.install()
    page.goto(f"/screen/{code}/")
    lines, dots = page.locator("#leaders li"), page.locator("#leaders-pages span")
    expect(lines.first).to_contain_text("Player1")
    expect(page.locator("#leaders-pages .on + span")).to_have_count(1)
    count = dots.count()
    page.clock.run_for(7_000)
    expect(page.locator("#leaders-pages span").nth(1)).to_have_class("on")
    assert dots.count() == count
    expect(lines.first).to_contain_text("Player1")
    assert lines.count() >= 5, "the last page is as full as the others"
    play(2, "ELATION")
    page.clock.run_for(1_000)
    expect(page.locator("#leaders-pages span").first).to_have_class("on")


def test_the_scale_of_the_race_ends_at_the_tops_of_its_round(hall, code, enter, play, desk):
    enter(2)
    play(1, "TRAINER", "2 =20")
    play(2, "ELATION")
    desk.do(code, "show", mode="race")
    page = hall.open(Person, FULL_HD).page
    page.clock.install()
    page.goto(f"/screen/{code}/")
    expect(page.locator("#race-title")).to_have_text("Ranks after round 1")
    expect(page.locator("#race-tops")).to_have_text("All tops: 66")
    shares = "all => all.map(one => one.style.getPropertyValue('--share'))"
    assert page.locator("#race li").evaluate_all(shares) == ["1", str(20 / 66)]
