"""A game that is over is played later on a small phone, by the clock and against those who were there."""

import re
import urllib.parse
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier
from types import SimpleNamespace

import pytest
from playwright.sync_api import expect

from tests import http_client
from tests.browser.hall import Desk
from tests.browser.test_accessible import problems_of
from tests.browser.test_type_sizes import problems_in_large

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]

SIZE = {"width": 360, "height": 640}


@pytest.fixture
def evening(server, desk):
    """Return a game that is over and shown: Della found the first top, Emil nothing.

    No other test has its racks, nor any near them: while one is out in another game it may not be played later.
    """
    code = desk.new_game("Evening")
    for name in ("Della", "Emil"):
        http_client.Phone(server.site, code, name).join()
    for number, rack, line in ((1, "FOXHUNT", "1 FOXHUNT H2 106"), (2, "JACKPIE", "")):
        desk.do(code, "type-rack", rack=rack)
        desk.do(code, "open-and-start")
        if line:
            desk.key(code, line, number=number)
        desk.do(code, "end-round")
        desk.announce_preferred(code, number)
    desk.do(code, "end-game")
    show, event = re.search(r"/events/(\d+)/show/", desk.panel(code)).group(0, 1)
    assert desk.post_form(show, {"game": code, "answer": "yes"}).status == 302
    begin = re.search(r"/training/games/\d+/later/", desk.get(f"/results/{event}/games/1/").text)[0]
    return SimpleNamespace(begin=begin, club=f"/events/{event}/later/")


def test_a_game_is_played_later_and_ranked_in_its_field(hall, evening):
    phone = hall.phone(size=SIZE)
    page, wrong = phone.page, {}

    def look(name):
        wrong[name] = problems_of(phone)
        assert page.evaluate("document.documentElement.scrollWidth") <= SIZE["width"], name

    page.goto(evening.begin)
    page.get_by_text("How it goes").tap()
    look("before")
    page.get_by_label("Your name").fill("Zoe")
    page.get_by_role("button", name="Begin").tap()

    expect(page.get_by_role("heading", name="Round 1")).to_be_visible()
    expect(page.locator("#clock")).to_have_text(re.compile(r"[23]:\d\d"))
    expect(page.get_by_role("heading", name="Hints")).to_be_hidden()
    look("round")
    phone.tap_square("H2")
    phone.tap_tiles("FOXHUNT")
    phone.has_written("FOXHUNT", "H2")
    phone.send()
    expect(page.get_by_text("You have found the top!")).to_be_visible()
    expect(page.locator("#place")).to_have_text("So far 106 points, place 1 beside 2 players")
    look("answer")

    # The clock of the next round goes on while the page is closed, and no time is given back.
    page.get_by_role("button", name="Next rack").tap()
    expect(page.get_by_role("heading", name="Round 2")).to_be_visible()
    closes = page.locator("#round-data").text_content()
    page.get_by_role("button", name="Go on later").tap()
    page.get_by_role("region", name="Continue").get_by_role("link").tap()
    expect(page.get_by_role("heading", name="Round 2")).to_be_visible()
    assert re.search(r'"closes_at": \d+', page.locator("#round-data").text_content())[0] in closes
    page.get_by_role("button", name="Give up and see the top").tap()
    page.get_by_role("button", name="Next rack").tap()

    expect(page.locator("#place")).to_have_text("Zoe 106 points, place 1 beside 2 players")
    names = page.locator("section[aria-labelledby=field] tbody th[scope=row]")
    expect(names).to_have_text(["Della", "Zoe (played later)", "Emil"])
    look("ended")
    # Once: the same device comes back to its result.
    page.goto(evening.begin)
    expect(page.locator("#place")).to_be_visible()
    assert not any(wrong.values()), wrong


def test_begin_is_tapped_again_when_the_first_answer_was_lost(hall, server, evening):
    """Send the form beside the browser, which so never sees the answer and its cookie."""
    page = hall.phone(size=SIZE).page
    page.goto(evening.begin)
    page.get_by_label("Your name").fill("Zoe")
    form = page.locator("[data-later]").evaluate("form => Object.fromEntries(new FormData(form))")
    cookies = "; ".join(f"{one['name']}={one['value']}" for one in page.context.cookies())
    lost = http_client.Session(server.site).request(
        "POST", page.url, body=urllib.parse.urlencode(form).encode(), headers={"Cookie": cookies}
    )
    assert lost.status == 302
    page.get_by_role("button", name="Begin").tap()
    expect(page.get_by_role("heading", name="Round 1")).to_be_visible()


def test_two_devices_of_one_player_at_the_same_moment(server, desk, evening):
    """The name begins once; what both send for a round counts once, and neither answer is an error."""
    devices = [http_client.Session(server.site) for _each in range(2)]
    for device in devices:
        assert device.get(evening.begin).status == 200
    begun = at_once(*[partial(one.post_form, evening.begin, {"name": "Zoe"}) for one in devices])
    assert sorted(answer.status for answer in begun) == [302, 422]
    first, second = sorted(devices, key=lambda one: begun[devices.index(one)].status)
    assert "Zoe has played this game already" in begun[devices.index(second)].text

    # The second one is a tab of the first from here on.
    training = begun[devices.index(first)].headers["Location"]
    for cookie in first.cookies:
        second.cookies.set_cookie(cookie)
    slips = [
        {"word": "FOXHUNT", "reference": "H2", "score": "106"},
        {"word": "", "reference": "", "score": ""},
    ]
    for number in (1, 2):
        path = f"{training}{number}/answer/"
        answered = at_once(
            partial(first.post_form, path, slips[0]), partial(second.post_form, path, slips[1])
        )
        assert [answer.status for answer in answered] == [302, 302]
        told = first.get(training).text + second.get(training).text
        assert told.count("You have already answered this round.") == 1
        onward = at_once(*[partial(one.post_form, f"{training}next/", {}) for one in (first, second)])
        assert [answer.status for answer in onward] == [302, 302]
    total, rank = re.search(r"(\d+) points, place (\d) beside 2 players", first.get(training).text).groups()
    assert (total, rank) in {("106", "1"), ("0", "2")}
    club = desk.get(evening.club).text
    assert club.count('<th scope="row">Zoe</th>') == 1
    assert f'<td class="number">{total}</td>' in club


def test_what_the_club_has_of_it_and_its_season(hall, desk, evening):
    """The list of later games, the records of a season, for the club and for all, and its month to play."""
    later = http_client.Session(desk.site)
    assert later.get(evening.begin).status == 200
    assert later.post_form(evening.begin, {"name": "Yolanda"}).status == 302
    assert desk.get("/people/seasons/").status == 200
    days = {"first_day": "2020-01-01", "last_day": "2099-12-31"}
    season = desk.post_form(
        "/people/seasons/", {"name": "All years", "least_games": 1, "club_players": 5, "public": "on"} | days
    )
    path = season.headers["Location"]
    person = hall.open(Desk, SIZE, storage_state=hall.arbitrator)
    wrong = {}
    for address, shows in (
        (evening.club, "Yolanda"),
        (f"{path}records/", "Poster: the words that beat us"),
        (path.replace("/people/", "/results/") + "records/", "Most tops in the season"),
        (path.replace("/people/", "/training/"), "Evening"),
    ):
        person.page.goto(address)
        expect(person.page.get_by_text(shows).first).to_be_visible()
        assert person.page.evaluate("document.documentElement.scrollWidth") <= SIZE["width"], address
        wrong[address] = problems_of(person) + problems_in_large(person)
    assert not any(wrong.values()), wrong


def at_once(*acts):
    """Do acts at the same moment, each in a thread; return their answers."""
    start = Barrier(len(acts))

    def do(act):
        start.wait()
        return act()

    with ThreadPoolExecutor(len(acts)) as threads:
        return list(threads.map(do, acts))
