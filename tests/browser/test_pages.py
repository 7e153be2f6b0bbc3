"""Every page: it fits the screen it is made for, and is made of nothing but what our own host serves.

That no page asks another host for anything, and that none breaks its Content-Security-Policy, the `hall` sees
to in every browser test.
"""

import re

import pytest
from django.conf import settings
from playwright.sync_api import expect

from tests.browser.hall import DESK_SIZE, PHONE_SIZE, Desk, Person

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]

LONG = "Maximiliane-Charlotte Featherstonehaugh-Wolfeschlegelsteinhausen"
RACK = "TRAINER"

# Things of the header that lie over each other.
OVERLAPPING = """() => {
  const found = [...document.querySelectorAll(".site-nav > *, .site-header > :not(.site-nav)")];
  const boxes = found.map(one => [one.textContent.trim(), one.getBoundingClientRect()]);
  return boxes.flatMap(([name, box], at) => boxes.slice(at + 1).filter(([, other]) =>
    box.left < other.right - 1 && other.left < box.right - 1 && box.top < other.bottom - 1 && other.top < box.bottom - 1
  ).map(([other]) => `${name}/${other}`));
}"""
# Elements that the desk shows in a step, beside the board and the next action.
SHOWN = {step: ["#rack", "#clock"] for step in ("open", "start", "running")} | {"announce": ["#rack"]}


@pytest.fixture(scope="module")
def code(desk):
    """Return the code of a game with long names, whose first round runs."""
    code = desk.new_game(f"Evening of {LONG}")
    names = "\n".join([LONG, *(f"Player {number}" for number in range(2, 41))])
    assert desk.post_form(f"/desk/{code}/players/", {"names": names}).status == 302
    desk.do(code, "type-rack", rack=RACK)
    desk.do(code, "open-and-start")
    desk.key(code, *(f"{table} {('TRAINER', 'RETRAIN', 'ARTIER')[table % 3]} H2" for table in range(1, 13)))
    return code


def fits_sideways(person):
    wide = person.page.evaluate(
        "() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]"
    )
    assert wide[0] <= wide[1], f"{person.page.url} is {wide[0]} wide, the screen {wide[1]}"


@pytest.mark.parametrize("path", ["/", "/?code=NONE", "/join/CODE/", "/screen/", "/login/", "/welcome/x/"])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_pages_for_everybody_fit_a_phone(hall, code, path, language):
    person = hall.open(Person, PHONE_SIZE, locale=language, is_mobile=True, has_touch=True)
    person.watch.provoke("404")
    person.page.goto(path.replace("CODE", code))
    # If only one game is played, it leads to the projector, which uses the event's language.
    if path != "/screen/":
        expect(person.page.locator("html")).to_have_attribute("lang", language)
    fits_sideways(person)


@pytest.mark.parametrize(
    "path",
    [
        "/desk/",
        "/desk/new/",
        "/desk/CODE/",
        "/desk/CODE/players/",
        "/desk/CODE/players/ID/phone/",
        "/desk/CODE/words/?q=A%3FEINRST",
    ],
)
def test_pages_of_the_desk_fit_a_phone(hall, desk, code, path):
    entry = re.search(rf"/desk/{code}/players/(\d+)/phone/", desk.get(f"/desk/{code}/players/").text)[1]
    person = hall.open(Desk, PHONE_SIZE, storage_state=hall.arbitrator, is_mobile=True, has_touch=True)
    person.page.goto(path.replace("CODE", code).replace("ID", entry))
    fits_sideways(person)


def test_the_desk_without_its_live_link_fits_a_phone(hall, code):
    person = hall.open(Desk, PHONE_SIZE, storage_state=hall.arbitrator, is_mobile=True, has_touch=True)
    person.watch.provoke("ERR_FAILED|/live/")
    person.page.route("**/live/**", lambda route: route.abort())
    person.page.goto(f"/desk/{code}/")
    expect(person.page.locator("#connection")).to_have_text("No live connection: updating every few seconds")
    fits_sideways(person)


@pytest.mark.parametrize("language", settings.COMPLETE_LANGUAGES)
def test_the_phone_fits_in_every_state(hall, desk, language):
    code = desk.new_game(f"Evening of {LONG}")
    phone = hall.phone(code, locale=language)
    phone.page.goto(f"/join/{code}/")
    phone.page.locator("#name").fill(LONG)
    phone.page.locator("#join-form button").tap()
    phone.shows("waiting")
    fits_sideways(phone)
    desk.do(code, "type-rack", rack="TRAINE?")
    desk.do(code, "open-and-start")
    phone.shows("write")
    phone.page.locator("#word").fill("TERRAIN")
    phone.page.locator("#reference").fill("H2")
    phone.page.locator("#score").fill("1000")
    fits_sideways(phone)
    phone.send()
    phone.shows("sent")
    fits_sideways(phone)
    desk.do(code, "end-round")
    desk.announce_preferred(code, 1)
    phone.shows("announced")
    expect(phone.page.locator("#sheet li").first).to_be_visible()
    fits_sideways(phone)


def test_a_narrow_phone_at_320(hall, code):
    phone = hall.phone(code, "Rosa", size={"width": 320, "height": 568})
    phone.shows("write")
    fits_sideways(phone)
    # A fingertip hits what it means: WCAG 2.2 asks for 24, and what is tapped in a hurry has more.
    for name in ("#rack button", "#shuffle", "#turn", "#back", "#clear", "#send"):
        box = phone.page.locator(name).first.bounding_box()
        assert box["height"] >= 36, name


@pytest.mark.parametrize(("scheme", "locale"), [("light", "en"), ("dark", "fr"), ("light", "es")])
def test_the_desk_shows_a_round_without_scrolling(hall, desk, code, scheme, locale):
    arbitrator = hall.desk(code, color_scheme=scheme, locale=locale)
    page = arbitrator.page
    arbitrator.is_at("running")
    seen_whole(page, "#board", "#rack", "#clock", "#act-end-round", "#line", "#slips tbody tr >> nth=0")
    fits_sideways(arbitrator)
    assert page.evaluate("document.documentElement.scrollHeight") <= DESK_SIZE["height"]
    assert page.evaluate(OVERLAPPING) == []
    # The list of keys opens at its beginning.
    arbitrator.press("?")
    expect(page.locator("#help-title")).to_be_in_viewport(ratio=1)


def test_the_strong_button_of_each_step_is_in_sight(hall, desk):
    """The list of isotops is the longest that the first rounds bring."""
    code = desk.new_game("Steps")
    desk.post_form(f"/desk/{code}/players/", {"names": LONG})
    arbitrator = hall.desk(code)
    strong = arbitrator.page.locator("#stage .primary:not([disabled])")
    for step, act in (
        ("draw", lambda: arbitrator.type_rack(RACK)),
        ("open", lambda: arbitrator.press("o")),
        ("start", lambda: arbitrator.press("s")),
        ("running", lambda: desk.do(code, "end-round")),
        ("announce", lambda: announces_all_the_same(arbitrator)),
    ):
        arbitrator.is_at(step)
        if step != "running":  # the clock does its work: nothing presses
            expect(strong).to_have_count(1)
            expect(strong).to_be_in_viewport(ratio=1)
        seen_whole(arbitrator.page, "#board", *SHOWN.get(step, []))
        assert arbitrator.page.evaluate("document.documentElement.scrollHeight") <= DESK_SIZE["height"]
        act()
    arbitrator.is_at("draw")


def announces_all_the_same(arbitrator):
    """Announce without slips, which must be confirmed."""
    arbitrator.watch.provoke("422")
    arbitrator.press("a")
    expect(arbitrator.page.locator("#confirm-dialog .primary")).to_be_focused()
    arbitrator.press("Enter")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_projector_fits(hall, code, scheme):
    projector = hall.projector(code, color_scheme=scheme)
    page = projector.page
    expect(page.locator("#rack .tile")).to_have_count(7)
    seen_whole(page, "#board", "#rack", "#clock")
    fits_sideways(projector)
    assert page.evaluate("document.documentElement.scrollHeight") <= 720


def test_the_api_documentation_is_served_by_ourselves(hall):
    person = hall.open(Person, DESK_SIZE)
    person.page.goto("/api/docs/")
    expect(person.page.get_by_text("The whole public state of a game")).to_be_visible()


def seen_whole(page, *selectors):
    for selector in selectors:
        expect(page.locator(selector)).to_be_in_viewport(ratio=1)
