"""What a player needs while writing is on the screen of any phone, in any type, and nothing on it jumps."""

from functools import partial

import pytest
from playwright.sync_api import expect

from tests.http_client import Phone

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]

NEEDED = "#rack, #word, #reference, #score, #send"
OUTSIDE = """selector => [...document.querySelectorAll(selector)].flatMap(one => {
  const {top, bottom} = one.getBoundingClientRect();
  return top >= document.querySelector("#bar").getBoundingClientRect().bottom && bottom <= innerHeight
    ? [] : [`${one.id}: ${Math.round(top)} to ${Math.round(bottom)} of ${innerHeight}`];
})"""
# Labels of fields that touch their neighbours or are cut.
COLLIDING = """() => [...document.querySelectorAll(".fields label")].flatMap(one => {
  const range = document.createRange();
  range.selectNodeContents(one);
  const [text, field] = [range.getBoundingClientRect(), one.parentElement.getBoundingClientRect()];
  return text.right <= field.right + 0.5 && text.height < 1.9 * parseFloat(getComputedStyle(one).lineHeight)
    ? [] : [`${one.textContent}: ${text.width} in ${field.width}`];
})"""
BOARD = "Math.round(document.querySelector('#board').getBoundingClientRect().top + scrollY)"
LARGE = "localStorage.setItem('isotop-type', 'large')"


@pytest.fixture
def opened(hall, desk):
    """Return a function that opens the phone of a new game on such a screen."""

    def open_it(size, *, large=False, locale="en-GB", **options):
        code = desk.new_game("In reach", **options)
        phone = hall.phone(size=size, locale=locale, reduced_motion="reduce")
        if large:
            phone.page.add_init_script(LARGE)
        phone.page.goto(f"/play/{code}/#t={Phone(desk.site, code, 'Agnès').join().token}")
        phone.shows("waiting")
        return code, phone

    return open_it


@pytest.mark.parametrize("large", [False, True], ids=["normal", "large"])
@pytest.mark.parametrize("size", [(390, 844), (360, 640)], ids=str)
@pytest.mark.parametrize("locale", ["fr-FR", "de-DE"])
def test_a_slip_is_written_and_sent_without_scrolling(opened, desk, size, large, locale):
    code, phone = opened({"width": size[0], "height": size[1]}, large=large, locale=locale)
    top = phone.page.evaluate(BOARD)

    def look(state):
        phone.shows(state)
        assert phone.page.evaluate(COLLIDING) == [], state
        assert phone.page.evaluate(BOARD) == top, state

    desk.do(code, "type-rack", rack="TRAINER")
    desk.do(code, "open-and-start")
    look("write")
    assert phone.page.evaluate(OUTSIDE, NEEDED) == []
    for field, text in (("word", "TRAINER"), ("reference", "H4"), ("score", "66")):
        phone.page.locator(f"#{field}").fill(text)
    assert phone.page.evaluate(OUTSIDE, NEEDED) == []
    phone.page.evaluate("scrollTo(0, 0)")
    phone.send()
    look("sent")
    expect(phone.page.locator("#state-detail")).to_contain_text("TRAINER H4, 66")
    phone.page.locator("#score").fill("67")
    phone.page.evaluate("scrollTo(0, 0)")
    look("changed")
    desk.do(code, "end-round")
    look("timeSent")
    desk.announce_preferred(code, 1)
    look("announced")


def test_a_new_round_scrolls_to_the_board(opened, desk):
    code, phone = opened({"width": 360, "height": 640})
    desk.do(code, "type-rack", rack="TRAINER")
    desk.do(code, "open-and-start", "end-round")
    desk.announce_preferred(code, 1)
    phone.shows("announced")
    expect(phone.page.locator("#sheet li")).to_have_count(1)
    phone.page.evaluate("scrollTo(0, 400)")
    assert phone.page.evaluate("scrollY") > 100
    desk.do(code, "type-rack", rack="ELATION")
    desk.do(code, "open-and-start")
    phone.shows("write")
    phone.page.wait_for_function("scrollY === 0")
    phone.page.evaluate("scrollTo(0, 100)")
    desk.do(code, "pause")
    phone.shows("paused")
    assert phone.page.evaluate("scrollY") == 100, "the same round leaves the page where it is"


IN_SIGHT = """one => {
  const {top, bottom, left, width, height} = one.getBoundingClientRect();
  return height > 0 && top >= 0 && bottom <= innerHeight
    && one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""


def refuse(refusal, route):
    route.fulfill(**refusal)


def test_refusals_are_seen_wherever_the_page_is_scrolled_to(opened, desk):
    code, phone = opened({"width": 360, "height": 640}, large=True)
    phone.watch.provoke("40[0-9]")
    desk.do(code, "type-rack", rack="TRAINER")
    desk.do(code, "open-and-start")
    phone.shows("write")
    for status, answer in ((409, "#objection"), (401, "#refused h1")):
        refusal = {"status": status, "json": {"detail": "It cannot be done."}}
        phone.page.route("**/slips/", partial(refuse, refusal))
        for field, text in (("word", "TRAINER"), ("reference", "H4"), ("score", str(status))):
            phone.page.locator(f"#{field}").fill(text)
        phone.page.evaluate("document.querySelector('main').style.paddingBottom = '50rem'; scrollTo(0, 9999)")
        phone.page.locator("#send").evaluate("one => one.click()")
        expect(phone.page.locator(answer)).to_be_visible()
        assert phone.page.locator(answer).evaluate(IN_SIGHT), answer


def test_one_card_tells_all_of_a_round(opened, desk):
    code, phone = opened({"width": 360, "height": 640})
    desk.do(code, "type-rack", rack="TRAINER")
    desk.do(code, "open-and-start")
    phone.shows("write")
    phone.type("TRAIN", "H4", "12")
    phone.send()
    phone.shows("sent")
    desk.do(code, "end-round")
    desk.announce_preferred(code, 1)
    phone.shows("announced")
    card = phone.page.locator("#rest")
    expect(card).to_contain_text("You: TRAIN H4, 12.")
    for text in ("66 points", "Difference −54", "Rank 1 of 1", "12 points, 54 points below the tops"):
        expect(card).to_contain_text(text)
    assert card.evaluate(IN_SIGHT)
    # Once: the line of the sheet tells the rank while a slip is written.
    expect(phone.page.locator("#total")).to_be_hidden()
    desk.do(code, "draw", "open-and-start")
    phone.shows("write")
    expect(phone.page.locator("#total")).to_be_visible()
    expect(card).to_be_hidden()
