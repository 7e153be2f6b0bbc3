"""On a phone of 360 × 640 that is scrolled to the pressed button, what the act is answered is on the screen."""

import pytest
from playwright.sync_api import expect

from tests.factories.club_tables import begin, open_table, sit_down

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]

SHORT = {"width": 360, "height": 640}
LARGE = "localStorage.setItem('isotop-type', 'large')"
# The answer is on the screen, whole, and nothing covers it.
IN_SIGHT = """one => {
  const {top, bottom, left, width, height} = one.getBoundingClientRect();
  return height > 0 && top >= 0 && bottom <= innerHeight
    && one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""


@pytest.fixture
def sits(hall):
    """Return a function that opens the phone of a place, with errors of refused acts expected."""

    def open_it(place, *, large=False):
        phone = hall.phone(size=SHORT)
        phone.watch.provoke("40[0-9]|422")
        phone.page.on("dialog", lambda dialog: dialog.accept())
        if large:
            phone.page.add_init_script(LARGE)
        phone.page.goto(f"/tables/{place.code}/#t={place.token}")
        return phone

    return open_it


def press(phone, selector):
    """Scroll the page until the button is at its lower edge, and press it there."""
    button = phone.page.locator(selector)
    expect(button).to_be_visible()
    phone.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    button.evaluate("one => one.scrollIntoView({block: 'end', behavior: 'instant'})")
    button.evaluate("one => one.disabled = false")
    button.evaluate("one => one.click()")


def answered(phone, text, selector="#problem"):
    answer = phone.page.locator(selector)
    expect(answer).to_contain_text(text)
    assert answer.evaluate(IN_SIGHT), (text, answer.bounding_box())


def begun(desk, mode, *names, **settings):
    code, _keeper = open_table(desk, mode, **settings)
    places = sit_down(desk.site, code, *names)
    begin(places[0])
    return places


def refuse(phone, *, detail="It cannot be done (rule X1)."):
    """Let the server refuse whatever this phone does next."""
    phone.page.route("**/api/v1/tables/*/*/", lambda route: _refuse(route, detail))


def _refuse(route, detail):
    if route.request.method != "POST":
        return route.fallback()
    return route.fulfill(status=409, json={"detail": detail})


@pytest.mark.parametrize("large", [False, True], ids=["normal", "large"])
def test_every_refusal_at_a_classic_table(desk, sits, large):
    places = begun(desk, "classic", "Ann", "Bob")
    turn = places[0].own()["game"]["to_move"]
    phone = sits(places[turn], large=large)
    expect(phone.page.locator("#rack .tile")).to_have_count(7)
    places[turn].done(act="pass")
    places[1 - turn].done(act="pass")
    expect(phone.page.locator("#turns")).to_contain_text("passes")
    refuse(phone)
    for act in ("#pass", "#ask-undo"):
        press(phone, act)
        answered(phone, "It cannot be done")
        phone.page.locator("#problem").evaluate("one => one.hidden = true")
    phone.page.locator("#word").fill("AB")
    phone.page.locator("#reference").fill("8H")
    press(phone, "#send")
    answered(phone, "It cannot be done")


@pytest.mark.parametrize("large", [False, True], ids=["normal", "large"])
def test_a_question_to_the_others_and_its_answers(desk, sits, large):
    places = begun(desk, "classic", "Ann", "Bob")
    turn = places[0].own()["game"]["to_move"]
    places[turn].done(act="pass")
    asked, asking = sits(places[1 - turn], large=large), sits(places[turn])
    expect(asked.page.locator("#turns li")).not_to_have_count(0)
    asked.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    press(asking, "#ask-undo")
    answered(asking, "the others are being asked", "#undo-asked")
    answered(asked, "asks to undo", "#undo-asked")
    assert asked.page.locator("#undo-answers button").first.evaluate(IN_SIGHT)
    asked.page.get_by_role("button", name="No, keep it").tap()
    answered(asking, "the last action stands", "#undo-asked")


@pytest.mark.parametrize(
    ("mode", "acts"), [("unscrabble", ["#remove"]), ("bingo", ["#at-random"]), ("scrabble_me", ["#pass"])]
)
def test_refusals_of_other_ways_to_play(desk, sits, mode, acts):
    code, keeper = open_table(desk, mode)
    places = sit_down(desk.site, code, "Ann", "Bob")
    begin(keeper if mode == "bingo" else places[0])
    turn = (places[0].own()["game"]["waits_for"] or [0])[0]
    phone = sits(places[turn])
    refuse(phone)
    for act in acts:
        press(phone, act)
        answered(phone, "It cannot be done")


def test_a_new_link_works_in_the_tab_of_the_table_and_the_other_phone_learns_it_at_once(desk, sits):
    places = begun(desk, "classic", "Ann", "Bob")
    phone = sits(places[0])
    expect(phone.page.locator("#who")).to_have_text("You are Ann")
    phone.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    page = desk.post_form(f"/tables/{places[0].code}/seats/0/link/", {}).text
    answered(phone, "This device is no longer seated")
    expect(phone.page.locator("#who")).to_have_text("You are watching")
    address = page.partition(f"/tables/{places[0].code}/#t=")[2].partition('"')[0]
    assert address
    phone.page.evaluate("address => location.hash = 't=' + address", address)
    expect(phone.page.locator("#who")).to_have_text("You are Ann")
    expect(phone.page.locator("#problem")).to_be_hidden()
    assert "#" not in phone.page.url


def test_your_turn_is_said_only_where_it_is_one(desk, sits):
    """Two bags begin with a first rack, which nobody has yet."""
    ann, bob = begun(desk, "classic", "Ann", "Bob", double_bag="on")
    phone, other = sits(ann), sits(bob)
    for person in (phone, other):
        expect(person.page.locator("#state")).to_have_text("Draw your first rack")
    ann.done(act="draw", vowels=3)
    expect(phone.page.locator("#state")).to_have_text("Waiting for Bob to draw")
    bob.done(act="draw", vowels=3)
    states = [person.page.locator("#state") for person in (phone, other)]
    for state in states:
        expect(state).not_to_contain_text("raw")
    assert sorted(state.inner_text() == "Your turn" for state in states) == [False, True]


@pytest.mark.parametrize(
    ("held", "said"),
    [(0, "Bob has gone out with O1 OLDENING"), (2, "Bob has played the last word, O1 OLDENING")],
)
def test_after_the_last_word_a_phone_asks_whether_it_is_accepted(desk, sits, held, said):
    places = begun(desk, "classic", "Ann", "Bob")
    phone = sits(places[0])
    expect(phone.page.locator("#rack .tile")).to_have_count(7)
    doubters = [0]

    def ends(route):
        own = route.fetch().json()
        act = {"kind": "place", "player": 1 - doubters[0], "ref": "O1", "word": "OLDENING", "points": 80}
        own["game"] |= {"is_ending": True, "doubters": doubters, "waits_for": doubters, "latest": [act]}
        own["game"] |= {"can_play": False, "can_accept": doubters == [0]}
        own["game"]["players"][act["player"]]["held"] = held
        route.fulfill(json=own)

    phone.page.route("**/mine/", ends)
    phone.reload()
    expect(phone.page.locator("#state")).to_have_text(said)
    expect(phone.page.locator("#state-detail")).to_have_text("Do you accept it?")
    expect(phone.page.locator("#accept")).to_be_visible()
    doubters[:] = [1]
    phone.reload()
    expect(phone.page.locator("#state-detail")).to_have_text("Waiting for Bob to accept")
