"""The board of a small phone grows around a tapped square, scrolls in its frame, and covers nothing."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.phone.test_phone_by_hand import drag_by_finger, in_rack, middle, square
from tests.browser.reach import find_unreachable
from tests.browser.test_accessible import problems_of

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]

SHORT = {"width": 360, "height": 640}
ENOUGH = 24
# Parts of the page that the zoom must leave where they are.
AROUND = "#bar, #clock, #rack, #send, #board"
BOXES = """selector => [...document.querySelectorAll(selector)].map(one => {
  const {top, height} = one.getBoundingClientRect();
  return `${one.id} ${top} ${height}`;
})"""
KEEP_READING_RIGHT_TO_LEFT = """() => {
  const board = document.querySelector("#board");
  board.setAttribute("dir", "rtl");
  Object.defineProperty(board, "dir", {get: () => "rtl", set: () => {}});
}"""
# The middle square, and the middles of the labels of its row and its column.
MIDDLES = """(() => {
  const box = (selector, at) => document.querySelectorAll(`#board ${selector}`)[at].getBoundingClientRect();
  const square = box(".square", 112);
  const [column, row] = ["columns", "rows"].map(side => box(`.board-${side} .board-label`, 7));
  const [x, y] = [square.left + square.width / 2, square.top + square.height / 2];
  return {width: square.width, x, y, column: column.left + column.width / 2, row: row.top + row.height / 2};
})()"""
RUNNING = "document.querySelector('.board-grid').getAnimations().length"


@pytest.fixture
def code(desk):
    """Return the code of a game whose first round runs."""
    code = desk.new_game("Zoom")
    desk.do(code, "type-rack", rack="TRAINER")
    desk.do(code, "open-and-start")
    return code


@pytest.fixture
def open_phone(hall, code):
    def open_it(name, **options):
        phone = hall.phone(code, name, **{"size": SHORT, "reduced_motion": "reduce"} | options)
        phone.shows("write")
        return phone

    return open_it


def is_zoomed(phone):
    expect(phone.page.locator("#board")).to_have_class(re.compile(r"\bzoomed\b"))
    assert square(phone, "H8").bounding_box()["width"] >= ENOUGH


def is_whole(phone):
    expect(phone.page.locator("#board")).not_to_have_class(re.compile("zoomed"))


def in_sight(phone, name):
    """Tell whether a square lies wholly in the frame of the board, clear of the labels."""
    return square(phone, name).evaluate(
        """square => {
          const box = square.getBoundingClientRect(), frame = document.querySelector("#board").getBoundingClientRect();
          const isInside = box.left >= frame.left && box.right <= frame.right && box.top >= frame.top;
          const corners = [[box.left + 2, box.top + 2], [box.right - 2, box.bottom - 2]];
          return isInside && corners.every(([x, y]) => square.contains(document.elementFromPoint(x, y)));
        }"""
    )


@pytest.mark.parametrize("size", [SHORT, {"width": 360, "height": 740}, {"width": 320, "height": 568}])
def test_a_tap_zooms_around_its_square_and_moves_nothing_else(open_phone, size):
    phone = open_phone("Ann", size=size)
    before = phone.page.evaluate(BOXES, AROUND)
    assert square(phone, "H8").bounding_box()["width"] < ENOUGH
    phone.tap_square("H4")
    is_zoomed(phone)
    phone.has_written("", "H4")
    assert in_sight(phone, "H4")
    assert phone.page.evaluate(BOXES, AROUND) == before
    assert find_unreachable(phone.page) == []
    phone.tap_tiles("TRAIN")
    phone.has_written("TRAIN", "H4")
    assert in_sight(phone, "H9"), "the square of the next tile"
    phone.page.get_by_role("button", name="Whole board").tap()
    is_whole(phone)
    assert phone.page.evaluate(BOXES, AROUND) == before
    phone.has_written("TRAIN", "H4")


@pytest.mark.parametrize("direction", ["ltr", "rtl"])
def test_every_corner_is_reached_and_labelled(open_phone, direction):
    phone = open_phone("Bob")
    if direction == "rtl":
        phone.page.evaluate(KEEP_READING_RIGHT_TO_LEFT)
    for name in ("A1", "A15", "O15", "O1", "H8"):
        phone.tap_square(name)
        is_zoomed(phone)
        phone.has_written("", name)
        assert in_sight(phone, name)
        row, column = name[0], name[1:]
        labels = phone.page.locator("#board .board-label")
        for label in (row, column):
            shown = labels.get_by_text(label, exact=True)
            expect(shown).to_be_in_viewport(ratio=0.9)
            x, y = middle(shown)
            assert shown.evaluate("(label, [x, y]) => label === document.elementFromPoint(x, y)", [x, y])
        phone.page.locator("#zoom").tap()
        is_whole(phone)
        # Away from here: the same square again would turn the direction.
        phone.page.locator("#clear").tap()


def test_dragged_tiles_land_on_the_zoomed_board(open_phone):
    phone = open_phone("Cid")
    phone.page.get_by_role("button", name="Zoom").tap()
    is_zoomed(phone)
    assert in_sight(phone, "H8")
    for letter, name in (("R", "H6"), ("E", "H7"), ("T", "H8")):
        drag_by_finger(phone, in_rack(phone, letter), square(phone, name))
    phone.has_written("RET", "H6")
    drag_by_finger(phone, square(phone, "H8").locator(".tile"), phone.page.locator("#rack"))
    phone.has_written("RE", "H6")


def test_a_dragged_tile_that_rests_zooms_and_scrolls_at_the_edge(open_phone):
    phone = open_phone("Dora", is_mobile=False)
    page, mouse = phone.page, phone.page.mouse
    mouse.move(*middle(in_rack(phone, "R")))
    mouse.down()
    mouse.move(*middle(square(phone, "H8")), steps=3)
    is_zoomed(phone)
    frame = page.locator("#board").bounding_box()
    mouse.move(frame["x"] + frame["width"] - 10, frame["y"] + frame["height"] / 2, steps=3)
    page.wait_for_function("() => board.scrollLeft + board.clientWidth >= board.scrollWidth - 1")
    expect(page.locator("#board .aimed")).to_have_attribute("aria-label", re.compile("^[A-Z]15,"))
    mouse.move(*middle(square(phone, "H15")), steps=3)
    mouse.up()
    phone.has_written("R", "H15")


def test_typing_keeps_the_next_square_in_sight(open_phone):
    phone = open_phone("Eve")
    phone.tap_square("H1")
    phone.word.press_sequentially("TRAINER")
    assert in_sight(phone, "H8")
    phone.reference.fill("")
    phone.reference.press_sequentially("O9")
    assert in_sight(phone, "O15")


def test_the_keyboard_and_screen_readers_zoom(open_phone):
    phone = open_phone("Fay", is_mobile=False)
    page = phone.page
    square(phone, "H8").focus()
    page.keyboard.press("Enter")
    is_zoomed(phone)
    for _ in range(7):
        page.keyboard.press("ArrowRight")
    expect(square(phone, "H15")).to_be_focused()
    assert in_sight(phone, "H15")
    assert problems_of(phone) == []
    page.keyboard.press("Escape")
    is_whole(phone)
    page.get_by_role("button", name="Zoom").press("Enter")
    is_zoomed(phone)
    page.get_by_role("button", name="Whole board").press("Enter")
    is_whole(phone)


@pytest.mark.parametrize(("motion", "running"), [("reduce", 0), ("no-preference", 1)])
def test_it_is_animated_unless_motion_is_unwanted(open_phone, motion, running):
    phone = open_phone("Gus", reduced_motion=motion)
    assert phone.page.evaluate(f"document.querySelector('#zoom').click(), {RUNNING}") == running


def test_the_whole_board_is_back_when_nothing_can_be_written(open_phone, desk, code):
    phone = open_phone("Hal")
    phone.tap_square("H4")
    is_zoomed(phone)
    desk.do(code, "end-round")
    phone.shows("timeMissed", "timeSent")
    desk.announce_preferred(code, 1)
    phone.shows("announced")
    is_whole(phone)
    # There is no button now: a tap looks closer, the next one shows all.
    phone.tap_square("H8")
    is_zoomed(phone)
    phone.tap_square("H8")
    is_whole(phone)


def test_a_board_with_large_squares_is_never_zoomed(open_phone):
    phone = open_phone("Ida", size={"width": 1024, "height": 1366})
    expect(phone.page.locator("#zoom")).to_be_hidden()
    phone.tap_square("H4")
    phone.has_written("", "H4")
    is_whole(phone)


def test_turning_the_phone_shows_the_whole_board(open_phone):
    phone = open_phone("Jo")
    phone.tap_square("H4")
    is_zoomed(phone)
    phone.page.set_viewport_size({"width": 640, "height": 360})
    is_whole(phone)


def test_labels_stand_beside_their_squares_when_letters_grow(open_phone):
    """The zoom is measured in their size."""
    phone = open_phone("Kim")
    phone.tap_square("H4")
    is_zoomed(phone)
    before = square(phone, "H8").bounding_box()["width"]
    phone.page.evaluate("document.documentElement.toggleAttribute('data-large', true)")
    phone.page.wait_for_function(f"() => ({MIDDLES}).width > {before * 1.2}")
    seen = phone.page.evaluate(MIDDLES)
    assert abs(seen["column"] - seen["x"]) < 2
    assert abs(seen["row"] - seen["y"]) < 2
    is_zoomed(phone)
