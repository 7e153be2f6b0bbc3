"""Troubles of phones in halls: dead spots, reloads, sleep, a second tab, a server that dies in the middle of
a round.
"""

import contextlib
import json
import re
import sqlite3

import pytest
from playwright.sync_api import expect

from tests.browser.hall import OFFLINE, SERVER_GONE

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]

RACK = "TRAINER"
NEXT_RACK = "HOUSEDT"
EMPTY = "." * 15
RETRAIN = [*[EMPTY] * 7, ".RETRAIN.......", *[EMPTY] * 7]


@pytest.fixture
def code(desk):
    """Return the code of a game with three minutes a round and no grace."""
    return desk.new_game("Connections")


@pytest.fixture
def begin(desk):
    """Begin a round with a known rack."""

    def begin(code, rack=RACK):
        desk.do(code, "type-rack", rack=rack)
        desk.do(code, "open-and-start")

    return begin


@pytest.fixture
def slips_of(server):
    """Return a function that reads the rows of a player's slips."""

    def slips_of(name):
        query = """
            SELECT slip.client_id, slip.word, slip.late, slip.effective FROM duplicate_slip AS slip
            JOIN tournaments_entry AS entry ON entry.id = slip.entry_id
            JOIN tournaments_player AS player ON player.id = entry.player_id
            WHERE player.name = ? ORDER BY slip.id
        """
        with contextlib.closing(sqlite3.connect(server.database)) as database:
            return database.execute(query, [name]).fetchall()

    return slips_of


def outgoing_id(phone, code):
    """Return the id of the slip that waits on the phone, as in the rows."""
    waiting = json.loads(phone.page.evaluate(f"localStorage.getItem('isotop:{code}:outbox')"))
    return waiting["id"].replace("-", "")


@contextlib.contextmanager
def power_cut(server):
    """Kill the program, and start it again on the same data in the end."""
    server.kill()
    try:
        yield
    finally:
        server.start()


def shows_round(phone, number, rack):
    expect(phone.page.locator("#round-number")).to_have_text(f"Round {number}")
    expect(phone.page.locator("#rack .tile-letter")).to_have_text(list(rack))


def test_a_slip_written_as_the_network_goes_arrives_when_it_is_back(hall, desk, begin, slips_of):
    code = desk.new_game(round_time="own", own_time=10, calls="5", grace_seconds=60)
    phone = hall.phone(code, "Dora")
    begin(code)
    phone.shows("write")
    phone.type("retrain", "h2", "66")
    with phone.offline():
        expect(phone.page.locator("#offline")).to_be_visible()
        # Time comes; the slip is complete and goes out by itself, as far as it can.
        phone.shows("unsent")
        phone.says("Your slip is saved on this phone")
        kept = outgoing_id(phone, code)
        assert slips_of("Dora") == []
    phone.shows("timeSent")
    phone.says("RETRAIN H2")
    assert slips_of("Dora") == [(kept, "RETRAIN", False, True)]
    expect(phone.page.locator("#offline")).to_be_hidden()


def test_a_slip_whose_receipt_got_lost_is_stored_once(hall, code, begin, slips_of):
    phone = hall.phone(code, "Emil")
    begin(code)
    phone.shows("write")
    phone.watch.provoke("ERR_CONNECTION_RESET")
    sent = []

    def lose_the_answer(route):
        sent.append(route.request.post_data_json["id"].replace("-", ""))
        assert route.fetch().status == 201
        route.abort("connectionreset")

    phone.page.route("**/slips/", lose_the_answer, times=1)
    phone.type("retrain", "h2")
    with phone.page.expect_response("**/slips/") as second:
        phone.send()
    assert second.value.status == 200
    phone.shows("sent")
    assert slips_of("Emil") == [(sent[0], "RETRAIN", False, True)]


def test_a_slip_that_comes_after_time_is_kept_and_marked(hall, desk, code, begin, slips_of):
    phone = hall.phone(code, "Fay")
    begin(code)
    phone.shows("write")
    phone.type("retrain", "h2")
    with phone.offline():
        phone.send()
        phone.shows("unsent")
        desk.do(code, "end-round")
        desk.wait_for_step(code, "announce")
    phone.shows("late")
    phone.says("after time: it scores 0")
    assert [row[1:] for row in slips_of("Fay")] == [("RETRAIN", True, False)]


def test_a_phone_that_was_late_asks_again_when_time_is_added(hall, desk, begin):
    """Between the end of the grace and the closing is a moment; here the answer on its way says that it was then."""
    code = desk.new_game("Time added", grace_seconds=60)
    phone = hall.phone(code, "Fay")
    begin(code)
    phone.shows("write")

    def say_late(route):
        answer = route.fetch()
        route.fulfill(response=answer, json=answer.json() | {"late": True})

    phone.page.route("**/slips/", say_late, times=1)
    phone.type("retrain", "h2")
    desk.do(code, "end-round")
    phone.shows("late")
    desk.do(code, "extend")
    phone.shows("sent")
    phone.says("RETRAIN H2")


def test_a_slip_that_comes_after_the_announcement_is_refused_in_words(hall, desk, code, begin, slips_of):
    phone = hall.phone(code, "Gil")
    begin(code)
    phone.shows("write")
    phone.type("retrain", "h2")
    phone.watch.provoke("409")
    with phone.offline():
        phone.send()
        phone.shows("unsent")
        desk.do(code, "end-round")
        desk.announce_preferred(code, 1)
    phone.shows("announced")
    expect(phone.page.locator("#objection")).to_contain_text("announced")
    expect(phone.page.locator("#my-move")).to_have_text("You: no slip.")
    assert slips_of("Gil") == []


def test_reloading_shows_the_same_in_every_state(hall, desk, code, begin):
    phone = hall.phone(code, "Hal")
    phone.reload()
    phone.shows("waiting")
    expect(phone.page.locator("#who")).to_contain_text("Hal")

    begin(code)
    phone.shows("write")
    phone.tap_square("H2")
    phone.tap_tiles("RETR")
    phone.score.fill("6")
    phone.reload()
    phone.shows("write")
    phone.has_written("RETR", "H2", "6")
    expect(phone.page.locator("#board .pending")).to_have_count(4)
    phone.tap_tiles("AIN")
    phone.score.fill("66")
    phone.send()
    phone.shows("sent")
    phone.reload()
    phone.shows("sent")
    phone.says("RETRAIN H2")
    phone.has_written("RETRAIN", "H2", "66")

    # A change that was not sent is still one after the reload.
    phone.type("terrain", "h2", "66")
    phone.shows("changed")
    phone.reload()
    phone.shows("changed")
    phone.has_written("TERRAIN", "H2", "66")

    desk.do(code, "end-round")
    phone.shows("timeSent")
    phone.reload()
    phone.shows("timeSent")
    phone.says("RETRAIN H2")
    desk.announce_preferred(code, 1)
    phone.shows("announced")
    phone.reload()
    phone.shows("announced")
    expect(phone.page.locator("#my-move")).to_contain_text("You: RETRAIN H2, 66.")
    expect(phone.total).to_contain_text("Rank 1 · 66 points")
    phone.wait_for_board(RETRAIN)

    desk.do(code, "end-game")
    phone.shows("finished")
    phone.reload()
    phone.shows("finished")


def test_a_phone_that_slept_through_an_announcement_catches_up(hall, desk, code, begin):
    phone, other = hall.phone(code, "Ida"), hall.phone(code, "Jan")
    begin(code)
    for one in (phone, other):
        one.shows("write")
    sleep = phone.page.context.new_cdp_session(phone.page)
    sleep.send("Page.setWebLifecycleState", {"state": "frozen"})
    with other.offline():
        desk.do(code, "end-round")
        desk.announce_preferred(code, 1)
        begin(code, NEXT_RACK)
    sleep.send("Page.setWebLifecycleState", {"state": "active"})
    for one in (phone, other):
        shows_round(one, 2, NEXT_RACK)
        one.shows("write")
        one.wait_for_board(RETRAIN)
        expect(one.page.locator("#sheet li")).to_have_count(1)


def test_a_phone_without_the_stream_asks_for_itself(hall, desk, code, begin):
    phone = hall.phone()
    phone.watch.provoke("ERR_FAILED.*|/live/")
    phone.page.route("**/live/**", lambda route: route.abort())
    phone.page.goto(f"/join/{code}/")
    phone.join("Kim")
    begin(code)
    phone.shows("write")
    phone.type("retrain", "h2")
    phone.send()
    phone.shows("sent")
    desk.do(code, "end-round")
    desk.announce_preferred(code, 1)
    phone.shows("announced")
    phone.wait_for_board(RETRAIN)


def test_all_screens_go_on_after_the_server_was_killed(hall, server, code, begin, slips_of):
    sent, unsent = hall.phone(code, "Lea"), hall.phone(code, "Max")
    projector, arbitrator = hall.projector(code), hall.desk(code)
    people = (sent, unsent, projector, arbitrator)
    begin(code)
    for phone in (sent, unsent):
        phone.shows("write")
        phone.type("retrain", "h2", "66")
    sent.send()
    sent.shows("sent")
    arbitrator.has_slips("1/2")
    for person in people:
        person.watch.provoke(f"{SERVER_GONE}|htmx:sendError")

    with power_cut(server):
        unsent.send()
        unsent.shows("unsent")
        unsent.says("Your slip is saved on this phone")
        kept = outgoing_id(unsent, code)
        for person in (sent, projector):
            expect(person.page.locator("#offline")).to_be_visible()
        expect(arbitrator.page.locator("#connection")).to_have_text("No connection to the server")

    unsent.shows("sent")
    assert [row[0] for row in slips_of("Max")] == [kept]
    for person in people[:3]:
        expect(person.page.locator("#offline")).to_be_hidden()
    expect(arbitrator.page.locator("#connection")).to_be_hidden()
    arbitrator.has_slips("2/2")
    arbitrator.press("e")
    arbitrator.is_at("announce")
    arbitrator.press("a")
    for person in people:
        person.wait_for_board(RETRAIN)
    for phone in (sent, unsent):
        expect(phone.total).to_contain_text("66 points")


def test_two_tabs_of_one_player(hall, code, begin, slips_of):
    first = hall.phone(code, "Nina")
    begin(code)
    first.shows("write")
    first.type("retrain", "h2")
    first.send()
    first.shows("sent")
    second = type(first)(first.page.context.new_page(), first.watch)
    second.page.goto(f"/play/{code}/")
    second.shows("sent")
    second.has_written("RETRAIN", "H2")
    second.type("terrain", "h2", "66")
    second.send()
    second.says("TERRAIN H2")
    # The last slip counts, whichever tab it came from, and the first tab shows it.
    first.reload()
    first.shows("sent")
    first.says("TERRAIN H2")
    assert [row[1:] for row in slips_of("Nina")] == [("RETRAIN", False, False), ("TERRAIN", False, True)]


def test_a_fourth_tab_takes_the_stream_of_the_first_which_asks_for_itself(hall, desk, code, begin):
    first = hall.phone()
    first.page.clock.install()
    first.page.goto(f"/join/{code}/")
    first.join("Nell")
    tabs = [first]
    streams = []
    first.page.context.on("request", lambda request: "/live/" in request.url and streams.append(request))
    for _ in range(3):
        tab = type(first)(first.page.context.new_page(), first.watch)
        tab.page.goto(f"/play/{code}/")
        tab.shows("waiting")
        tabs.append(tab)
    assert [request.url.rpartition("/live/")[2] for request in streams] == [f"{code}/"] * 3
    begin(code)
    for tab in tabs:
        tab.shows("write")
    # All tabs have this clock. Past the moments at which a stream that was lost is opened again.
    first.page.clock.run_for(7_000)
    desk.do(code, "end-round")
    desk.announce_preferred(code, 1)
    for tab in tabs:
        tab.shows("announced")
    assert len(streams) == 3, "nobody takes it back in turn"
    assert all("Bearer" not in request.url for request in streams)


def test_a_phone_whose_place_was_given_away_says_so(hall, desk, code, begin):
    phone, arbitrator = hall.phone(code, "Otto"), hall.desk(code)
    begin(code)
    phone.shows("write")
    phone.type("retrain", "h2")
    page = arbitrator.page
    page.get_by_role("link", name="Players").click()
    page.get_by_role("link", name="change phone").click()
    phone.watch.provoke("401")
    page.get_by_role("button", name="Create link").click()
    link = page.locator(".phone-link a").get_attribute("href")

    # The page changes without a touch: its stream has ended, and there is no other.
    expect(phone.page.get_by_role("heading", name="This phone is not known in this game")).to_be_visible()
    expect(phone.page.locator("#refused-detail")).to_contain_text("no longer entered")
    expect(phone.page.locator("#entry")).to_be_hidden()

    new = hall.phone()
    new.page.goto(re.sub(r"^http://[^/]+", "", link))
    new.shows("write")
    expect(new.page.locator("#who")).to_contain_text("Otto")
    assert "#" not in new.page.url
    new.type("retrain", "h2")
    new.send()
    new.shows("sent")
    phone.page.get_by_role("link", name="Join again").tap()
    phone.join("Otto again")


def test_a_phone_of_another_game_is_refused(hall, desk, code):
    other = desk.new_game("Another evening")
    phone = hall.phone(other, "Pia")
    token = phone.page.evaluate(f"JSON.parse(localStorage.getItem('isotop:{other}:token'))")
    stranger = hall.phone()
    stranger.watch.provoke("403")
    stranger.page.goto(f"/play/{code}/#t={token}")
    expect(stranger.page.get_by_role("heading", name="This phone is not known in this game")).to_be_visible()
    expect(stranger.page.locator("#refused-detail")).to_have_text("This phone is entered in another game.")


def test_a_phone_without_a_token_is_asked_to_join(hall, code):
    phone = hall.phone()
    phone.page.goto(f"/play/{code}/")
    phone.page.wait_for_url(f"**/join/{code}/")


def test_joining_without_a_connection_says_so_and_works_later(hall, code):
    phone = hall.phone()
    phone.page.goto(f"/join/{code}/")
    phone.watch.provoke(OFFLINE)
    with phone.offline():
        phone.page.get_by_label("Your name").fill("Quin")
        phone.page.get_by_role("button", name="Join").tap()
        expect(phone.page.get_by_role("alert")).to_contain_text("No connection to the desk")
    phone.join("Quin")


def test_joining_waits_for_the_script(hall, code):
    """On a slow network the page is there before what it does."""
    phone, held = hall.phone(), []
    phone.page.route("**/join.*.js", lambda route: held.append(route))  # noqa: PLW0108 - wants a function
    with phone.page.expect_request("**/join.*.js"):
        phone.page.goto(f"/join/{code}/", wait_until="commit")
    phone.page.get_by_label("Your name").fill("Rita")
    expect(phone.page.get_by_role("button", name="Join")).to_be_disabled()
    phone.page.get_by_label("Your name").press("Enter")
    held[0].continue_()
    phone.join("Rita")


def test_a_screen_that_is_cut_off_keeps_the_clock_to_its_end_and_catches_up_with_whole_rounds(
    hall, desk, begin
):
    code = desk.new_game(round_time="own", own_time=10, calls="5", grace_seconds=0)
    phone, projector = hall.phone(code, "Ida"), hall.projector(code)
    begin(code)
    phone.shows("write")
    clock = projector.page.locator("#clock")
    expect(clock).to_contain_text("0:0")
    projector.watch.provoke(OFFLINE)
    projector.page.context.set_offline(True)
    with phone.offline():
        expect(projector.page.locator("#offline")).to_be_visible()
        # Nobody tells them that it is time.
        expect(clock).to_contain_text("Time!", timeout=15_000)
        expect(projector.page.locator("#rack .tile-letter")).to_have_text(list(RACK))
        desk.wait_for_step(code, "announce")
        desk.announce_preferred(code, 1)
        begin(code, NEXT_RACK)
        desk.do(code, "end-round")
        desk.announce_preferred(code, 2)
    projector.page.context.set_offline(False)
    for screen in (phone, projector):
        expect(screen.page.locator("#round-number")).to_have_text("Round 2")
        expect(screen.page.locator("#offline")).to_be_hidden()
    # Missed events arrive in order: the round, then its announcement.
    phone.shows("announced")
    projector.wait_for_board(phone.board())
    assert phone.board() != [EMPTY] * 15
