"""The phone in a hand: tiles dragged with a finger and with a mouse, the sound, the language, the way back."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.hall import DESK_SIZE

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]


@pytest.fixture
def code(desk):
    """Return the code of a game whose first round runs."""
    code = desk.new_game("By hand")
    desk.do(code, "type-rack", rack="TRAINER")
    desk.do(code, "open-and-start")
    return code


def middle(locator):
    # Retry: the element may have been rendered again in between.
    box = next(box for _ in range(20) if (box := locator.bounding_box()))
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def square(phone, name):
    return phone.page.get_by_role("gridcell", name=re.compile(rf"^{name},"))


def in_rack(phone, letter):
    return phone.page.locator("#rack").get_by_role("button", name=letter, exact=True, disabled=False).first


def drag_by_finger(phone, source, target, lift=40):
    """Drag a tile by touch: it floats above the finger."""
    (x, y), (to_x, to_y) = middle(source), middle(target)
    touch = phone.page.context.new_cdp_session(phone.page)

    def send(kind, *points):
        touch.send(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]}
        )

    send("touchStart", (x, y))
    for step in (0.3, 0.7, 1):
        send("touchMove", (x + (to_x - x) * step, y + (to_y + lift - y) * step))
    expect(phone.page.locator(".dragged")).to_be_visible()
    # A finger that comes to rest: a tap after a fling would be taken for its end.
    for _ in range(3):
        send("touchMove", (to_x, to_y + lift))
        phone.page.evaluate("new Promise(requestAnimationFrame)")
    send("touchEnd")
    expect(phone.page.locator(".dragged")).to_have_count(0)


def test_tiles_are_dragged_with_a_finger_and_the_page_stays(hall, code):
    phone = hall.phone(code, "Ann", size={"width": 360, "height": 600})
    phone.shows("write")
    drag_by_finger(phone, in_rack(phone, "R"), square(phone, "H6"))
    drag_by_finger(phone, in_rack(phone, "T"), square(phone, "H8"))
    drag_by_finger(phone, in_rack(phone, "E"), square(phone, "H7"))
    phone.has_written("RET", "H6")
    assert phone.page.evaluate("scrollY") == 0
    # From one square to another, and off the board.
    drag_by_finger(phone, square(phone, "H8").locator(".tile"), square(phone, "H5"))
    phone.has_written("TRE", "H5")
    drag_by_finger(phone, square(phone, "H5").locator(".tile"), phone.page.locator("#rack"))
    phone.has_written("RE", "H6")
    # Tapping goes on from there; of the tap that follows touches which a test made up Chromium makes no click.
    phone.page.locator("#bar").tap()
    phone.tap_tiles("TRAIN")
    phone.has_written("RETRAIN", "H6")
    expect(phone.page.locator("#board .pending")).to_have_count(7)
    phone.send()
    phone.shows("sent")


def test_tiles_lengthen_a_word_of_the_board_in_every_way_of_writing(hall, desk, code):
    """The word of the slip begins on the board, before the square that the player chose."""
    phone = hall.phone(code, "Eve")
    desk.do(code, "end-round")
    desk.announce(code, 1, "H2 RETRAIN")
    desk.do(code, "type-rack", rack="SATIRES")
    desk.do(code, "open-and-start")
    phone.shows("write")

    def is_laid(word, reference, squares):
        phone.has_written(word, reference)
        expect(phone.page.locator("#board .pending")).to_have_count(squares)
        expect(phone.page.locator("#hint")).to_have_text(f"{word} {reference} across")
        phone.page.locator("#clear").tap()

    square(phone, "H9").tap()
    phone.tap_tiles("S")
    phone.reload()
    is_laid("RETRAINS", "H2", 1)
    phone.reference.press_sequentially("H9")
    phone.word.press_sequentially("S")
    phone.score.focus()
    is_laid("RETRAINS", "H2", 1)
    phone.type("S", "H9", "8")
    phone.has_written("S", "H2", "8")
    phone.page.locator("#clear").tap()
    # Turned at the chosen square, which is tapped again; taken back and laid anew.
    square(phone, "H9").tap()
    phone.tap_tiles("S")
    square(phone, "H9").tap()
    phone.has_written("S", "9H")
    square(phone, "H9").tap()
    phone.has_written("RETRAINS", "H2")
    phone.page.locator("#back").tap()
    phone.has_written("", "H9")
    phone.tap_tiles("S")
    is_laid("RETRAINS", "H2", 1)
    # Both in front of the word and behind it.
    square(phone, "H1").tap()
    phone.tap_tiles("SS")
    is_laid("SRETRAINS", "H1", 2)


def test_tiles_are_dragged_with_a_mouse(hall, code):
    phone = hall.phone(code, "Bob", size=DESK_SIZE, is_mobile=False)
    phone.shows("write")
    mouse = phone.page.mouse
    for letter, name in (("R", "F8"), ("E", "G8"), ("T", "H8")):
        mouse.move(*middle(in_rack(phone, letter)))
        mouse.down()
        mouse.move(*middle(square(phone, name)), steps=4)
        mouse.up()
    phone.has_written("RET", "8F")
    # A click is still a click.
    in_rack(phone, "R").click()
    phone.has_written("RETR", "8F")
    mouse.move(*middle(square(phone, "F8").locator(".tile")))
    mouse.down()
    mouse.move(*middle(phone.page.locator("#send")), steps=4)
    mouse.up()
    phone.has_written("ETR", "8G")
    phone.shows("write")


def test_the_sound_is_off_until_it_is_wanted_and_kept(hall, desk, code):
    phone = hall.phone()
    phone.page.add_init_script(
        "window.shaken = []; navigator.vibrate = times => { window.shaken.push(times); return true; };"
        "const real = AudioContext.prototype.createOscillator; window.tones = 0;"
        "AudioContext.prototype.createOscillator = function () { window.tones += 1; return real.call(this); };"
    )
    phone.page.goto(f"/join/{code}/")
    phone.join("Cid")
    phone.shows("write")
    sound = phone.page.get_by_role("button", name="Sound")
    expect(sound).to_have_attribute("aria-pressed", "false")
    desk.do(code, "end-round")
    desk.announce_preferred(code, 1)
    phone.shows("announced")
    assert phone.page.evaluate("[window.tones, window.shaken.length]") == [0, 2]
    sound.tap()
    expect(sound).to_have_attribute("aria-pressed", "true")
    phone.reload()
    expect(sound).to_have_attribute("aria-pressed", "true")
    desk.do(code, "draw", "open-and-start")
    phone.shows("write")
    desk.do(code, "end-round")
    desk.announce_preferred(code, 2)
    phone.shows("announced")
    assert phone.page.evaluate("window.tones") == 4  # two for the time, two for the announcement


def test_every_end_of_the_time_is_told(hall, desk):
    """It was up, more was given, and it is up again."""
    code = desk.new_game("More time", round_time="own", own_time=10, calls="", grace_seconds=60)
    desk.do(code, "type-rack", rack="TRAINER")
    phone = hall.phone()
    phone.page.add_init_script(
        "window.shaken = 0; navigator.vibrate = () => { window.shaken += 1; return true; };"
    )
    phone.page.goto(f"/join/{code}/")
    phone.join("Cid")
    desk.do(code, "open-and-start")
    phone.page.wait_for_function("() => shaken === 1")
    desk.do(code, "extend")
    expect(phone.page.locator("#clock")).to_have_attribute("data-state", "running")
    desk.do(code, "end-round")
    phone.shows("timeMissed")
    assert phone.page.evaluate("shaken") == 2


def test_a_blank_that_was_being_chosen_is_not_laid_in_the_next_round(hall, desk):
    code = desk.new_game("Blanks")
    phone = hall.phone(code, "Eve")
    desk.do(code, "type-rack", rack="TRAINE?")
    desk.do(code, "open-and-start")
    phone.shows("write")
    phone.tap_tiles(["Blank"])
    dialog = phone.page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    desk.do(code, "end-round")
    desk.announce_preferred(code, 1)
    expect(dialog).to_be_hidden()
    desk.do(code, "draw", "open-and-start")
    phone.shows("write")
    phone.has_written("", "")
    expect(phone.page.locator("#board .pending")).to_have_count(0)


def test_the_language_and_the_way_back_lose_nothing_of_an_unsent_slip(hall, code):
    phone = hall.phone(code, "Dora")
    phone.shows("write")
    phone.type("retrain", "h2", "66")
    phone.page.locator("#display-menu summary").tap()
    phone.page.get_by_role("button", name="Français").tap()
    expect(phone.page.locator("#send")).to_have_text("Envoyer")
    phone.shows("write")
    expect(phone.page.locator("#word")).to_have_value("RETRAIN")
    expect(phone.page.locator("#score")).to_have_value("66")
    expect(phone.page.locator("#board .pending")).to_have_count(7)

    # Away by mistake, to the page before, and there again.
    phone.page.goto("/")
    phone.page.go_back()
    phone.shows("write")
    expect(phone.page.locator("#word")).to_have_value("RETRAIN")
    phone.send()
    phone.shows("sent")
    phone.page.goto("/")
    phone.page.go_back()
    phone.shows("sent")
    expect(phone.page.locator("#board .pending")).to_have_count(7)


def test_reloading_in_a_pause_and_after_a_late_slip_shows_the_same(hall, desk, code):
    phone = hall.phone(code, "Emil")
    phone.shows("write")
    desk.do(code, "pause")
    phone.shows("paused")
    phone.type("retrain", "h2")
    phone.reload()
    phone.shows("paused")
    phone.has_written("RETRAIN", "H2")
    desk.do(code, "start")
    phone.shows("write")
    with phone.offline():
        phone.send()
        phone.shows("unsent")
        desk.do(code, "end-round")
        desk.wait_for_step(code, "announce")
    phone.shows("late")
    phone.reload()
    phone.shows("late")
    phone.says("after time: it scores 0")
