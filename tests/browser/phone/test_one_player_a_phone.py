"""A phone plays for one player: it goes on as them, in each of its tabs, until somebody says that it is theirs now."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]


@pytest.fixture
def code(desk):
    """Return the code of a game whose first round runs."""
    code = desk.new_game("One a phone")
    desk.do(code, "type-rack", rack="TRAINER")
    desk.do(code, "open-and-start")
    return code


def test_a_phone_that_joined_goes_on_as_the_same_player(hall, code):
    phone = hall.phone(code, "Zoë Ash")
    phone.page.goto(f"/join/{code}/")
    expect(phone.page.get_by_label("Your name")).to_be_hidden()
    phone.page.get_by_role("link", name="Continue as Zoë Ash").tap()
    phone.page.wait_for_url("**/play/*/")
    phone.shows("write")
    # The name typed once more means the same, also as events may write it.
    for name in ("ash  Zoe", "Ash, Zoë"):
        phone.page.goto(f"/join/{code}/")
        phone.page.get_by_role("button", name="Join as somebody else").tap()
        phone.join(name)
        expect(phone.page.locator("#who")).to_have_text("Zoë Ash, table 1")


def test_who_takes_over_a_phone_finds_nothing_that_the_other_wrote(hall, code):
    phone = hall.phone(code, "Ann")
    phone.shows("write")
    phone.type("retrain", "h2", "66")
    phone.page.goto(f"/join/{code}/")
    phone.page.get_by_role("button", name="Join as somebody else").tap()
    expect(phone.page.locator("#leaves")).to_contain_text("This phone will no longer play as Ann")
    phone.join("Bob")
    expect(phone.page.locator("#who")).to_have_text("Bob, table 2")
    phone.has_written("", "")


def test_a_change_that_comes_too_late_gives_way_to_the_slip_that_counts(hall, desk, code):
    phone, arbitrator = hall.phone(code, "Cleo"), hall.desk(code)
    phone.shows("write")
    phone.type("retrain", "h2", "66")
    phone.send()
    phone.shows("sent")
    phone.type("tern", "h7", "4")
    with phone.offline():
        phone.send()
        phone.shows("unsent")
        desk.do(code, "end-round")
        desk.wait_for_step(code, "announce")
    phone.shows("timeSent")
    expect(phone.page.locator("#objection")).to_have_text(
        "TERN came too late. Only slips received in time count."
    )
    phone.has_written("RETRAIN", "H2", "66")
    expect(arbitrator.slip_of("Cleo")).to_contain_text("late: TERN H7")
    phone.reload()
    phone.shows("timeSent")
    phone.has_written("RETRAIN", "H2", "66")


def test_what_one_tab_sent_the_other_knows(hall, code):
    first = hall.phone(code, "Dora")
    first.shows("write")
    second = type(first)(first.page.context.new_page(), first.watch)
    second.page.goto(f"/play/{code}/")
    second.shows("write")
    first.type("retrain", "h2", "66")
    first.send()
    first.shows("sent")
    second.shows("sent")
    second.has_written("RETRAIN", "H2", "66")


@pytest.mark.parametrize(("locale", "width"), [("en", 320), ("fr", 360), ("es", 390)])
def test_language_and_colours_open_within_the_screen(hall, code, locale, width):
    phone = hall.phone(locale=locale, size={"width": width, "height": 640})
    phone.page.goto(f"/join/{code}/")
    phone.page.locator("#name").fill("Eve")
    phone.page.locator("#join-form button").tap()
    phone.shows("write")
    for path in (phone.page.url, f"/join/{code}/"):
        phone.page.goto(path)
        phone.page.locator("#display-menu summary").tap()
        panel = phone.page.locator("#display-menu > .card")
        for button in panel.get_by_role("button").all():
            box = button.bounding_box()
            assert box["x"] >= 0, path
            assert box["x"] + box["width"] <= width, path
        assert panel.bounding_box()["y"] >= 0, path


@pytest.mark.parametrize("size", [(360, 616), (320, 640)])
def test_a_slip_is_sent_without_scrolling_on_a_small_phone(hall, code, size):
    phone = hall.phone(code, "Fay", size=dict(zip(("width", "height"), size, strict=True)))
    phone.shows("write")
    for part in ("#board", "#rack", "#word", "#score", "#send"):
        expect(phone.page.locator(part)).to_be_in_viewport(ratio=1)
    # The square under a dragged tile is lit, and the tile hides nothing of it.
    mouse = phone.page.mouse
    rack = phone.page.locator("#rack .tile").first.bounding_box()
    square = phone.page.get_by_role("gridcell", name=re.compile("^H8,"))
    goal = square.bounding_box()
    mouse.move(rack["x"] + 10, rack["y"] + 10)
    mouse.down()
    mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2, steps=4)
    expect(square).to_have_class(re.compile("aimed"))
    floating = phone.page.locator(".dragged").bounding_box()
    assert floating["y"] + floating["height"] <= goal["y"] + goal["height"] / 2
    mouse.up()
    expect(square).not_to_have_class(re.compile("aimed"))


def test_a_board_is_written_on_with_the_keyboard(hall, code):
    phone = hall.phone(code, "Gus", size={"width": 1366, "height": 768}, is_mobile=False)
    phone.shows("write")
    phone.page.get_by_role("gridcell", name=re.compile("^H2,")).focus()
    phone.page.keyboard.type("ret")
    phone.has_written("RET", "H2")
    phone.page.keyboard.press("Backspace")
    phone.page.keyboard.type("train")
    phone.has_written("RETRAIN", "H2")


def test_a_rack_that_was_refused_is_forgotten_with_its_round(hall, desk):
    code = desk.new_game("Typed")
    arbitrator = hall.desk(code)
    arbitrator.watch.provoke("422")
    arbitrator.press("t")
    arbitrator.type("QQQQQQQ")
    arbitrator.press("Enter")
    expect(arbitrator.page.locator("#type-rack-problems")).not_to_be_empty()
    desk.do(code, "draw", "open-and-start")
    arbitrator.is_at("running")
    desk.do(code, "end-round")
    desk.announce_preferred(code, 1)
    arbitrator.is_at("draw")
    expect(arbitrator.page.locator("#type-rack [name=rack]")).to_have_value("")
    expect(arbitrator.page.locator("#type-rack-problems")).to_be_empty()


def test_a_phone_tells_of_an_isotop_and_of_a_break(hall, desk, code):
    phone = hall.phone(code, "Ida")
    phone.shows("write")
    phone.type("terrain", "h2", "66")
    phone.send()
    phone.shows("sent")
    desk.do(code, "end-round")
    desk.announce_preferred(code, 1)
    phone.shows("announced")
    expect(phone.page.locator("#my-move")).to_have_text("You: TERRAIN H2, 66. An isotop. Nothing lost.")
    desk.do(code, "show", mode="break", minutes="15")
    phone.says("Break until")


def test_a_long_list_of_isotops_is_narrowed_by_letters(hall, desk):
    code = desk.new_game("Isotops")
    desk.do(code, "type-rack", rack="AEINRST")
    desk.do(code, "open-and-start", "end-round")
    desk.wait_for_step(code, "announce")
    arbitrator = hall.desk(code)
    narrowed = arbitrator.page.locator(".isotop:visible").filter(has_not_text="NASTIER")
    expect(narrowed.nth(1)).to_be_visible()
    arbitrator.page.locator(".isotop-filter").press_sequentially("nastier")
    # The one that is chosen stays in sight.
    expect(narrowed).to_have_count(1)
    expect(arbitrator.page.locator(".isotop:visible").nth(1)).to_be_visible()
