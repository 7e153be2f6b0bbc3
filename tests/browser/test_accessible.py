"""Every page is asked by axe-core whether everybody can use it (WCAG 2.2 A and AA): in light, dark and high contrast.

The pages are those of all addresses that the program answers, in a world where each has something to show; an address
that answers with no page is passed over.
"""

import re
from importlib.resources import files

import pytest
from playwright.sync_api import Error, expect

from tests.browser.hall import DESK_SIZE, PHONE_SIZE, PROJECTOR_SIZE, Desk, Person

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# Other preferences of a device; they change only colours.
LOOKS = {
    "dark": {"color_scheme": "dark"},
    "high contrast": {"color_scheme": "light", "contrast": "more"},
    "dark, high contrast": {"color_scheme": "dark", "contrast": "more"},
}
# Up to five elements with text of each kind, as one may be covered. Elements of a kind have the same colours, size of
# text and layers below them. A page has many alike, a board alone 225 squares, and axe takes longest for colours.
OF_EACH_KIND = """() => {
  const numbers = new Map(), layers = new Map(), kinds = new Map();
  const number = text => numbers.get(text) ?? (numbers.set(text, numbers.size), numbers.size - 1);
  for (const element of document.querySelectorAll("html, body, body *")) {
    const style = getComputedStyle(element), below = layers.get(element.parentElement);
    const layer = ["backgroundColor", "backgroundImage", "opacity", "filter", "mixBlendMode"]
      .map(name => style[name]).join();
    const isLayer = layer !== "rgba(0, 0, 0, 0),none,1,none,normal";
    layers.set(element, isLayer ? number(`${below} ${layer}`) : below);
    const hasText = element.matches("input, select, textarea")
      || [...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim());
    const box = element.getBoundingClientRect();
    if (!hasText || box.width <= 1 || box.height <= 1 || !element.checkVisibility({visibilityProperty: true})) continue;
    const isOff = element.closest(":disabled, [aria-disabled=true]") !== null;
    const kind = [layers.get(element), style.color, style.fontSize, style.fontWeight, style.textShadow, isOff].join();
    kinds.set(kind, [...kinds.get(kind) ?? [], element].slice(0, 5));
  }
  return [...kinds.values()].flat();
}"""
# Not ours: the support desk is Django's, the API's pages are those of their library.
OF_OTHERS = ("/admin/", "/api/")


def violations(page, context="() => document", **options):
    """Return the violations that axe finds, in words: the rule, and the place.

    A second check of a page uses the script that is there, since compiling it takes longer than most checks.
    """
    if page.evaluate("() => !window.axe"):
        page.evaluate(AXE)
    options = {"resultTypes": ["violations"]} | options
    found = page.evaluate(f"options => axe.run(({context})(), options)", options)
    return [
        f"{one['id']} ({one['help']}): {node['target']} {node['html'][:160]}"
        for one in found["violations"]
        for node in one["nodes"]
    ]


def problems_of(person):
    """Check everything in light, and the colours of each kind of element in every other look; return the problems."""
    page = person.page
    page.emulate_media(color_scheme="light", contrast="no-preference", reduced_motion="reduce")
    found = [f"light: {each}" for each in violations(page, runOnly=RULES)]
    for name, look in LOOKS.items():
        page.emulate_media(**look)
        colours = {"type": "rule", "values": ["color-contrast"]}
        found += [f"{name}: {each}" for each in violations(page, OF_EACH_KIND, runOnly=colours)]
    return found


def is_page(answer, body):
    """Return True for a page, not for a file or a part for scripts."""
    is_html = answer.status == 200 and "text/html" in answer.headers.get("content-type", "")
    return is_html and body.lstrip().lower().startswith(b"<!doctype html>")


@pytest.fixture(scope="module")
def pages(desk, world):
    """Return the addresses that answer with a page of ours, by route; one that leads on is asked where it leads."""
    answers = {
        route: (address, desk.get(address))
        for route, address in world["addresses"].items()
        if not route.startswith(OF_OTHERS)
    }
    return {route: address for route, (address, answer) in answers.items() if is_page(answer, answer.body)}


def test_nothing_keeps_anybody_from_using_a_page_of_the_desk_or_for_everybody(hall, pages):
    desk = hall.open(Desk, DESK_SIZE, storage_state=hall.arbitrator)
    wrong = []
    for route, address in pages.items():
        desk.page.goto(address)
        wrong += [f"{route} {each}" for each in problems_of(desk)]
    assert not wrong, "\n".join(wrong)
    assert len(pages) > 50, pages


def test_every_page_reads_in_one_column_at_320_pixels(hall, pages):
    """Hold pages to WCAG 1.4.10: a window of 1280 zoomed to 400 %; tables may scroll in their frames."""
    wide = pages_wider_than_320(hall, pages)
    assert not wide, "\n".join(wide)


def test_a_round_that_is_over_reads_in_one_column_at_320_pixels(hall, world, desk):
    """Show what only a judged round has: moves of equal worth to choose from, and the list of all moves."""
    desk.act(world["code"], "end-round")
    desk.wait_for_step(world["code"], "announce")
    judged = {route: world["addresses"][route] for route in ("/desk/<code>/", "/desk/<code>/moves/")}
    wide = pages_wider_than_320(hall, judged, shows=".isotop, .moves-table")
    assert not wide, "\n".join(wide)


def pages_wider_than_320(hall, pages, shows="body"):
    """List the pages that need more width, each once it shows the given element."""
    desk = hall.open(Desk, {"width": 320, "height": 640}, storage_state=hall.arbitrator)
    wide = []
    for route, address in pages.items():
        desk.page.goto(address)
        expect(desk.page.locator(shows).first).to_be_visible()
        try:
            desk.page.wait_for_function("() => document.documentElement.scrollWidth <= 320")
        except Error:
            wide.append(f"{route}: {desk.page.evaluate('document.documentElement.scrollWidth')}")
    return wide


def test_the_phone_in_every_state(hall, desk):
    code = desk.new_game("Everybody")
    phone = hall.phone(code, "Rosa", size=PHONE_SIZE)
    wrong = {"waiting": problems_of(phone)}
    desk.do(code, "type-rack", rack="TRAINE?")
    desk.do(code, "open-and-start")
    phone.shows("write")
    phone.tap_square("H4")
    wrong["zoomed"] = problems_of(phone)
    phone.page.locator("#zoom").tap()
    phone.page.locator("#word").fill("TERRAIN")
    phone.page.locator("#reference").fill("H2")
    phone.page.locator("#score").fill("70")
    wrong["write"] = problems_of(phone)
    wrong["targets"] = phone.page.locator("#entry :is(button, input):visible").evaluate_all(
        """fields => fields.filter(field => field.getBoundingClientRect().height < 44)
                           .map(field => field.outerHTML.slice(0, 80))"""
    )
    phone.send()
    phone.shows("sent")
    wrong["sent"] = problems_of(phone)
    desk.do(code, "end-round")
    desk.announce_preferred(code, 1)
    phone.shows("announced")
    wrong["announced"] = problems_of(phone)
    # Screen readers hear the announcement as well: the top, and the result of the own slip.
    expect(phone.page.locator("#told")).to_have_text(re.compile(r"^Top: .* You: TER\(R\)AIN H2, 64\."))
    desk.do(code, "draw", "open-and-start")
    phone.shows("write")
    expect(phone.page.locator("#told")).to_have_text(re.compile("^Rack: "))
    desk.do(code, "pause")
    phone.shows("paused")
    wrong["paused"] = problems_of(phone)
    desk.do(code, "start", "end-round")
    phone.shows("timeMissed")
    wrong["timeMissed"] = problems_of(phone)
    phone.type("TRAIN", "A1")
    phone.send()
    phone.shows("late")
    wrong["late"] = problems_of(phone)
    desk.announce_preferred(code, 2)
    desk.do(code, "end-game")
    phone.shows("finished")
    expect(phone.page.locator("#review table")).to_be_visible()
    wrong["finished"] = problems_of(phone)
    assert not any(wrong.values()), "\n".join(f"{state}: {each}" for state in wrong for each in wrong[state])


def test_the_projector(hall, world, desk):
    screen = hall.open(Person, PROJECTOR_SIZE)
    screen.page.goto(f"/screen/{world['code']}/")
    screen.page.locator("#rack .tile").first.wait_for()
    wrong = {"game": problems_of(screen)}
    for mode, more in (("standings", {}), ("welcome", {}), ("break", {"minutes": 10})):
        desk.do(world["code"], "show", mode=mode, **more)
        expect(screen.page.locator("#screen")).to_have_attribute("data-view", mode)
        wrong[mode] = problems_of(screen)
    desk.do(world["code"], "show", mode="automatic")
    assert not any(wrong.values()), "\n".join(f"{view}: {each}" for view in wrong for each in wrong[view])


def test_every_tab_and_dialog_of_the_desk(hall, world):
    desk = hall.desk(world["code"])
    page, wrong = desk.page, {}
    for tab in page.get_by_role("tab").all():
        tab.click()
        wrong[tab.inner_text()] = problems_of(desk)
    for dialog in page.locator("dialog").all():
        dialog.evaluate("dialog => dialog.showModal()")
        wrong[dialog.get_attribute("id")] = problems_of(desk)
        dialog.evaluate("dialog => dialog.close()")
    assert len(wrong) > 8
    assert not any(wrong.values()), "\n".join(f"{part}: {each}" for part in wrong for each in wrong[part])


def test_the_board_of_the_desk_is_walked_by_keyboard_and_heard(hall, world):
    page = hall.desk(world["code"]).page
    grid = page.get_by_role("grid", name="Board")
    expect(grid).to_have_attribute("aria-readonly", "true")
    tab_to(page, "#board .square")
    expect(page.locator("#board .square:focus")).to_have_attribute("aria-label", re.compile("^H8, [A-Z], "))
    page.keyboard.press("ArrowUp")
    expect(page.locator("#board .square:focus")).to_have_attribute("aria-label", re.compile("^G8, "))


def test_targets_of_fingers_are_large_enough_at_the_desk(hall, world):
    desk = hall.open(
        Desk, DESK_SIZE, storage_state=hall.arbitrator, has_touch=True, is_mobile=True, device_scale_factor=1
    )
    desk.page.goto(f"/desk/{world['code']}/")
    small = desk.page.locator("#desk :is(button, input:not([type=radio], [type=checkbox])):visible")
    found = small.evaluate_all(
        """fields => fields.map(field => [field.getBoundingClientRect(), field.outerHTML.slice(0, 90)])
           .filter(([box]) => box.height < 43.5 || box.width < 43.5)
           .map(([box, html]) => `${box.width} x ${box.height} ${html}`)"""
    )
    assert found == [], "\n".join(found)


def test_a_slip_is_written_and_sent_by_keyboard_alone(hall, desk):
    """The rack, the board with its arrow keys, the fields and the button, in the order in which Tab comes to them."""
    code = desk.new_game("Keys")
    phone = hall.phone(code, "Rosa", size=DESK_SIZE, is_mobile=False)
    desk.do(code, "type-rack", rack="TRAINER")
    desk.do(code, "open-and-start")
    phone.shows("write")
    keyboard = phone.page.keyboard
    tab_to(phone.page, "#board .square")
    for key in ("ArrowLeft", "ArrowLeft", "Enter"):
        keyboard.press(key)
    expect(phone.page.locator("#board .square.cursor")).to_have_count(1)
    tab_to(phone.page, "#word")
    keyboard.type("train")
    tab_to(phone.page, "#score")
    keyboard.type("12")
    tab_to(phone.page, "#send")
    keyboard.press("Enter")
    phone.shows("sent")


def tab_to(page, selector):
    """Press Tab until it is there, and its focus is seen."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            break
    else:
        raise AssertionError(f"Tab does not come to {selector}")
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline != "none", f"the focus on {selector} is not seen"


def test_colours_are_chosen_on_the_device_and_stay_so(hall, world):
    person = hall.open(Person, DESK_SIZE, color_scheme="light")
    page = person.page
    paper = "getComputedStyle(document.documentElement).getPropertyValue('--paper').trim()"
    page.goto("/")
    light = page.evaluate(paper)
    page.locator("#display-menu summary").click()
    page.get_by_role("button", name="dark", exact=True).click()
    dark = page.evaluate(paper)
    assert dark != light
    page.goto("/login/")
    assert page.evaluate(paper) == dark
    page.locator("#display-menu summary").click()
    expect(page.get_by_role("button", name="dark", exact=True)).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="high contrast").click()
    assert page.evaluate(paper) not in {light, dark}
    page.keyboard.press("Escape")
    expect(page.locator("#display-menu")).not_to_have_attribute("open", "")
