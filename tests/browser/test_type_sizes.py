"""The size of type: nothing under 14 pixels on any page, and all of it 30 % larger where that is chosen."""

import pytest
from playwright.sync_api import expect

from tests.browser.hall import DESK_SIZE, PROJECTOR_SIZE, Desk, Person
from tests.browser.test_accessible import pages  # noqa: F401 - a fixture
from tests.browser.test_pages import LONG, fits_sideways
from tests.http_client import Phone

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]

SHORT = {"width": 360, "height": 640}
LEAST = 14
# Rounding of boxes to whole pixels takes a little off.
LARGER = 1.29
# Texts that people read, each with its size in pixels. Letters on squares and tiles are as large as these are.
SIZES = """() => [...document.body.querySelectorAll("*")].flatMap(one => {
  const hasText = one.matches("input:not([type=checkbox], [type=radio], [type=hidden]), select, textarea")
    || [...one.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim());
  const box = one.getBoundingClientRect();
  if (!hasText || box.width <= 1 || box.height <= 1 || !one.checkVisibility({visibilityProperty: true})) return [];
  if (one.closest(".board, .tile, .visually-hidden, noscript")) return [];
  const scale = one.closest("svg")?.getScreenCTM().a ?? 1;
  const size = parseFloat(getComputedStyle(one).fontSize) * scale;
  const words = one.closest(".clock") ? "" : one.textContent.trim().slice(0, 30);
  return [{name: `${one.localName}.${one.className} “${words}”`, size}];
})"""
# Texts that stick out of the screen, of a button, or of a box that cuts them. Tables may scroll in their frames.
CUT = """() => {
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const parent = node.parentElement;
    const isLeftOut = parent.closest(".board, .tile, .visually-hidden, .skip-link, noscript, script");
    if (!node.data.trim() || isLeftOut || !parent.checkVisibility({visibilityProperty: true})) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const text = range.getBoundingClientRect();
    const cutting = [parent.closest("button, .button, summary, .chip")];
    let scrolls = false;
    for (let one = parent; one !== document.body; one = one.parentElement) {
      const {overflowX} = getComputedStyle(one);
      scrolls ||= overflowX === "auto" || overflowX === "scroll";
      if (overflowX === "hidden" || overflowX === "clip") cutting.push(one);
    }
    if (scrolls) continue;
    const boxes = [{left: 0, right: innerWidth}, ...cutting.filter(Boolean).map(one => one.getBoundingClientRect())];
    const isCut = boxes.some(({left, right}) => text.left < left - 1 || text.right > right + 1);
    if (text.width && isCut) found.push(`${parent.localName}.${parent.className} “${node.data.trim().slice(0, 40)}”`);
  }
  return found;
}"""


def small_texts(person):
    return [one for one in person.page.evaluate(SIZES) if one["size"] < LEAST - 0.01]


def read_large(person):
    person.page.evaluate("document.documentElement.toggleAttribute('data-large', true)")


def read_normal(person):
    person.page.evaluate("document.documentElement.toggleAttribute('data-large', false)")


def problems_in_large(person):
    """Return what does not grow, and what is cut; the page has normal type before and after."""
    normal = person.page.evaluate(SIZES)
    read_large(person)
    large = person.page.evaluate(SIZES)
    fits_sideways(person)
    cut = [f"cut: {one}" for one in person.page.evaluate(CUT)]
    read_normal(person)
    assert [one["name"] for one in normal] == [one["name"] for one in large]
    rigid = [
        f"not larger: {one['name']}"
        for one, other in zip(normal, large, strict=True)
        if other["size"] < one["size"] * LARGER
    ]
    return cut + rigid


def test_no_page_has_text_under_14_pixels(hall, pages):  # noqa: F811 - the fixture
    desk = hall.open(Desk, DESK_SIZE, storage_state=hall.arbitrator)
    small = {}
    for route, address in pages.items():
        desk.page.goto(address)
        if found := small_texts(desk):
            small[route] = found
    assert not small, "\n".join(f"{route}: {found}" for route, found in small.items())
    assert len(pages) > 50


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR", "es-ES"])
def test_the_phone_in_every_state_and_in_large_type(hall, desk, locale):
    code = desk.new_game("Large type")
    Phone(desk.site, code, "Mona").join()
    phone = hall.phone(size=SHORT, locale=locale)
    wrong = []

    def look(name):
        wrong.extend(f"{name}, under 14 px: {one}" for one in small_texts(phone))
        wrong.extend(f"{name}, {one}" for one in problems_in_large(phone))

    phone.page.goto(f"/join/{code}/")
    look("joining")
    phone.page.locator("#name").fill(LONG)
    phone.page.locator("#join-form button.primary").tap()
    phone.shows("waiting")
    expect(phone.page.locator("#who")).not_to_be_empty()
    look("waiting")
    phone.page.locator("#display-menu summary").tap()
    look("menu")
    phone.page.locator("#display-menu summary").tap()
    desk.do(code, "type-rack", rack="TRAINE?")
    desk.do(code, "open-and-start")
    phone.shows("write")
    look("write")
    phone.page.locator("#word").fill("TERRAIN")
    phone.page.locator("#reference").fill("H2")
    phone.page.locator("#score").fill("70")
    look("written")
    phone.tap_square("H9")
    look("zoomed")
    phone.send()
    phone.shows("sent")
    look("sent")
    desk.do(code, "end-round")
    phone.shows("timeSent")
    look("timeSent")
    desk.announce_preferred(code, 1)
    phone.shows("announced")
    expect(phone.page.locator("#sheet li")).to_have_count(1)
    look("announced")
    desk.do(code, "end-game")
    phone.shows("finished")
    expect(phone.page.locator("#review table")).to_be_visible()
    look("finished")
    assert not wrong, "\n".join(wrong)


def test_large_type_is_chosen_at_joining_and_kept(hall, desk):
    code = desk.new_game("Joining large")
    phone = hall.phone(size=SHORT)
    phone.page.goto(f"/join/{code}/")
    choice = phone.page.locator("main").get_by_role("group", name="Type size")
    expect(choice.get_by_role("button", name="normal")).to_have_attribute("aria-pressed", "true")
    choice.get_by_role("button", name="large").tap()
    assert phone.page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)") == pytest.approx(20.8)
    phone.join("Rosa")
    assert phone.page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)") == pytest.approx(20.8)
    phone.page.locator("#display-menu summary").tap()
    menu = phone.page.locator("#display-menu").get_by_role("group", name="Type size")
    expect(menu.get_by_role("button", name="large")).to_have_attribute("aria-pressed", "true")
    menu.get_by_role("button", name="normal").tap()
    assert phone.page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)") == 16


def test_pages_for_everybody_in_large_type(hall, world):
    phone = hall.phone(size=SHORT)
    phone.watch.provoke("404")
    wrong = []
    for path in (
        "/",
        "/?code=NONE",
        f"/join/{world['code']}/",
        "/training/",
        "/tables/",
        "/login/",
        "/handbook/",
    ):
        phone.page.goto(path)
        wrong += [f"{path}, under 14 px: {one}" for one in small_texts(phone)]
        wrong += [f"{path}, {one}" for one in problems_in_large(phone)]
    assert not wrong, "\n".join(wrong)


def test_the_projector_is_read_from_afar(hall, world):
    screen = hall.open(Person, PROJECTOR_SIZE)
    screen.page.goto(f"/screen/{world['code']}/")
    screen.page.locator("#rack .tile").first.wait_for()
    assert not small_texts(screen)
