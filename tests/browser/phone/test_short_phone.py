"""Every page that is made for phones, on a phone of 360 × 640: whatever one can tap is reached at its own centre."""

import html
import re

import pytest
from playwright.sync_api import expect

from tests.browser.classic.test_classic_phones import division  # noqa: F401 - a fixture
from tests.browser.classic.test_live_board import match, posted  # noqa: F401 - a fixture
from tests.browser.clock_people import ClockHall
from tests.browser.conftest import ARBITRATOR
from tests.browser.phone.test_training_on_a_phone import begin as begin_training
from tests.browser.phone.test_training_on_a_phone import best_of, write
from tests.browser.reach import find_unreachable
from tests.browser.test_accessible import OF_OTHERS, is_page
from tests.factories.club_tables import Place, begin, open_table, sit_down
from tests.tournaments.club_tables.games.test_scrabble_me_at_a_table import moves_of

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]

SHORT = {"width": 360, "height": 640}


class Reach:
    """Faults found on all pages that were looked at."""

    def __init__(self):
        self.pages, self.covered = 0, []

    def look(self, person, name):
        self.pages += 1
        self.covered += [f"{name}, {each}" for each in find_unreachable(person.page)]


@pytest.fixture
def reach():
    reach = Reach()
    yield reach
    assert reach.pages
    assert not reach.covered, "\n".join(reach.covered)


@pytest.fixture
def short(hall):
    """Return a function that opens an address on a short phone."""

    def open_it(path, **options):
        phone = hall.phone(size=SHORT, **options)
        phone.page.goto(path)
        return phone

    return open_it


# --- The game of everybody -------------------------------------------------------------------------------------------


LOCALES = pytest.mark.parametrize("locale", ["en-GB", "fr-FR", "es-ES"])


@LOCALES
def test_the_player_s_page_until_the_round_is_closed(hall, desk, reach, locale):
    code = desk.new_game("Short phones")
    phone = hall.phone(size=SHORT, locale=locale)
    phone.page.goto(f"/join/{code}/")
    reach.look(phone, "joining")
    phone.page.locator("#name").fill("Rosa")
    phone.page.locator("#join-form button").tap()
    shown(reach, phone, "waiting")
    desk.do(code, "type-rack", rack="TRAINE?")
    desk.do(code, "open")
    shown(reach, phone, "ready")
    desk.do(code, "start")
    shown(reach, phone, "write")
    phone.tap_square("H4")
    phone.page.locator("#rack .tile[data-tile='?']").tap()
    expect(phone.page.locator("#blank-dialog")).to_be_visible()
    reach.look(phone, "blank")
    phone.page.locator("#blank-dialog .letters button").first.tap()
    phone.page.locator("#clear").tap()
    slip(phone, "TERRAIN", "H2", "70")
    expect(phone.page.locator("#blank-choices")).to_be_visible()
    reach.look(phone, "which one is the blank")
    with phone.offline():
        phone.send()
        shown(reach, phone, "unsent")
    shown(reach, phone, "sent")
    phone.page.locator("#score").fill("71")
    shown(reach, phone, "changed")
    desk.do(code, "end-round")
    shown(reach, phone, "timeSent")


@LOCALES
def test_the_player_s_page_from_the_announcement_to_the_end(hall, desk, reach, locale):
    code = desk.new_game("Short phones")
    phone = hall.phone(size=SHORT, locale=locale)
    phone.page.goto(f"/join/{code}/")
    phone.page.locator("#name").fill("Rosa")
    phone.page.locator("#join-form button").tap()
    desk.do(code, "type-rack", rack="TRAINER")
    desk.do(code, "open-and-start")
    phone.shows("write")
    slip(phone, "TRAINER", "H4", "66")
    phone.send()
    phone.shows("sent")
    desk.do(code, "end-round")
    desk.announce_preferred(code, 1)
    shown(reach, phone, "announced")
    phone.page.locator("#sheet li button").first.tap()
    expect(phone.page.locator("#question-dialog")).to_be_visible()
    reach.look(phone, "question")
    phone.page.locator("#question-dialog [value=cancel]").tap()
    desk.do(code, "draw", "open-and-start")
    shown(reach, phone, "write")
    desk.do(code, "pause")
    shown(reach, phone, "paused")
    desk.do(code, "start", "end-round")
    shown(reach, phone, "timeMissed")
    slip(phone, "TRAIN", "A1", "")
    phone.send()
    shown(reach, phone, "late")
    desk.announce_preferred(code, 2)
    desk.do(code, "end-game")
    phone.shows("finished")
    expect(phone.page.locator("#review table")).to_be_visible()
    reach.look(phone, "finished")


def shown(reach, phone, state):
    phone.shows(state)
    reach.look(phone, state)


def slip(phone, word, reference, score):
    for name, text in (("word", word), ("reference", reference), ("score", score)):
        phone.page.locator(f"#{name}").fill(text)


def test_the_player_s_page_where_the_first_slip_counts_and_after_dropping_out(hall, desk, reach):
    code = desk.new_game("The first counts", rule_set="fisf")
    phone = hall.phone(code, "Rosa", size=SHORT)
    desk.do(code, "type-rack", rack="TRAINER")
    desk.do(code, "open-and-start")
    phone.shows("write")
    slip(phone, "TRAINER", "H4", "")
    phone.send()
    expect(phone.page.locator("#score-dialog")).to_be_visible()
    reach.look(phone, "without the score")
    phone.page.locator("#score-dialog [value=send]").tap()
    phone.shows("kept", "sent")
    reach.look(phone, "kept")
    entry = re.search(rf"/desk/{code}/players/(\d+)/", desk.get(f"/desk/{code}/players/").text)[1]
    assert desk.post_form(f"/desk/{code}/players/{entry}/withdraw/", {}).status == 302
    phone.shows("withdrawn")
    reach.look(phone, "withdrawn")


def test_pages_that_open_without_a_login(short, world, reach):
    """Joining, sheets, standings, results, training, boards: all addresses that answer a phone without a login."""
    phone = short("/")
    phone.watch.provoke("404|405|403|401|409|422")
    seen = []
    for route, address in world["addresses"].items():
        answer = phone.page.request.get(address)
        if route.startswith(OF_OTHERS) or not is_page(answer, answer.body()) or "/login/" in answer.url:
            continue
        phone.page.goto(address)
        reach.look(phone, route)
        seen.append(route)
    assert len(seen) > 15, seen


def test_training(short, reach):
    phone = short("/")
    begin_training(phone)
    reach.look(phone, "round")
    phone.page.get_by_role("button", name="Answer").tap()
    expect(phone.page.locator("#objection")).to_be_visible()
    reach.look(phone, "objection")
    phone.page.get_by_role("button", name="How many tops?").tap()
    expect(phone.page.locator("#told li")).to_have_count(1)
    reach.look(phone, "hint")
    reference, word, _score = best_of(phone)
    write(phone, reference, word)
    phone.page.get_by_role("button", name="Answer").tap()
    expect(phone.page.locator("#next")).to_be_visible()
    reach.look(phone, "answer")
    phone.page.get_by_role("button", name="Next rack").tap()
    expect(phone.page.get_by_role("heading", name="Round 2")).to_be_visible()
    reach.look(phone, "second round")
    phone.page.get_by_role("button", name="End training").tap()
    expect(phone.page.get_by_text("Of the tops")).to_be_visible()
    reach.look(phone, "ended")
    for path in ("/training/", "/training/statistics/", "/training/bring/"):
        phone.page.goto(path)
        reach.look(phone, path)


# --- Club tables -----------------------------------------------------------------------------------------------------


def sits(short, place):
    """Open a short phone at that seat, or as the keeper."""
    phone = short(f"/tables/{place.code}/#t={place.token}")
    expect(phone.page.locator("#bar")).to_have_attribute("data-version", re.compile(r"\d"))
    return phone


def begun(desk, mode, *names, **options):
    code, _keeper = open_table(desk, mode, **options)
    places = sit_down(desk.site, code, *names)
    begin(places[0])
    return places


def kept(desk, mode, way, *names, **options):
    """Return the keeper of a table that has begun on one device."""
    _code, keeper = open_table(desk, mode, way=way, **options)
    for name in names:
        assert keeper.ask("seats/", {"name": name}).status == 201
    begin(keeper)
    return keeper


ALL_VARIANTS = {
    "open_dictionary": "on",
    "recycling_letters": "on",
    "recycling_blanks": "on",
    "rearranging": "on",
    "theme": "the kitchen",
}


@pytest.mark.parametrize("mode", ["classic", "unscrabble", "bingo", "solitaire", "scrabble_me"])
def test_sitting_down_at_a_club_table(short, desk, reach, mode):
    code, _keeper = open_table(desk, mode)
    phone = short(f"/tables/{code}/")
    expect(phone.page.locator("#sit-form")).to_be_visible()
    reach.look(phone, "name")
    phone.page.locator("#name").fill("Ann")
    phone.page.get_by_role("button", name="Sit down").tap()
    expect(phone.page.locator("#get-up")).to_be_visible()
    reach.look(phone, "seated")


@pytest.mark.parametrize("settings", [{}, ALL_VARIANTS, {"rack_size": 9}], ids=["usual", "variants", "nine"])
def test_a_classic_table(short, desk, reach, settings):
    places = begun(desk, "classic", "Ann", "Bob", **settings)
    phones = [sits(short, place) for place in places]
    on_turn = places[0].own()["game"]["waits_for"][0]
    turn, other = phones[on_turn], phones[1 - on_turn]
    reach.look(turn, "on turn")
    reach.look(other, "the other's turn")
    for name in ("exchange", "recycle", "rearrange"):
        button = turn.page.locator(f"#{name}")
        if button.is_visible():
            button.tap()
            expect(turn.page.locator(f"#{name}-dialog")).to_be_visible()
            reach.look(turn, name)
            turn.page.locator(f"#{name}-dialog [value='']").last.tap()
    turn.tap_square("8H")
    for number in (0, 1):
        turn.page.locator("#rack .tile").nth(number).tap()
        if turn.page.locator("#blank-dialog").is_visible():
            reach.look(turn, "blank")
            turn.page.locator("#blank-dialog .letters button").first.tap()
    reach.look(turn, "laid")
    turn.page.locator("#send").tap()
    expect(other.page.locator("#challenge")).to_be_visible()
    reach.look(other, "challenge")
    reach.look(turn, "played")
    turn.page.locator("#ask-undo").tap()
    expect(other.page.locator("#undo-answers")).to_be_visible()
    reach.look(other, "undo asked")
    reach.look(turn, "undo asked by me")
    watching = short(f"/tables/{places[0].code}/")
    expect(watching.page.locator("#board .has-tile")).to_have_count(2)
    reach.look(watching, "watching")


@pytest.mark.parametrize("mode", ["classic", "solitaire", "scrabble_me", "unscrabble", "bingo"])
def test_one_device_as_the_tablet_in_the_middle(short, desk, reach, mode):
    names = ("Ann",) if mode == "solitaire" else ("Ann", "Bob")
    phone = sits(short, kept(desk, mode, "tablet", *names))
    reach.look(phone, "handed over")
    show = phone.page.locator("#show-rack")
    if show.is_visible():
        show.tap()
        expect(phone.page.locator("#hide-rack")).to_be_visible()
        reach.look(phone, "rack shown")


@pytest.mark.parametrize("mode", ["classic", "solitaire", "unscrabble", "bingo"])
def test_one_device_keeps_the_score(short, desk, reach, mode):
    names = ("Ann",) if mode == "solitaire" else ("Ann", "Bob")
    phone = sits(short, kept(desk, mode, "paper", *names, **(ALL_VARIANTS if mode == "classic" else {})))
    reach.look(phone, "keeping")


@pytest.mark.parametrize("form", ["one_rack", "two_racks", "open"])
def test_solitaire_on_a_phone(short, desk, reach, form):
    (place,) = begun(desk, "solitaire", "Ann", form=form)
    phone = sits(short, place)
    reach.look(phone, "begun")
    for name in ("exchange", "finish"):
        button = phone.page.locator(f"#{name}")
        if button.is_visible():
            button.tap()
            expect(phone.page.locator(f"#{name}-dialog")).to_be_visible()
            reach.look(phone, name)
            phone.page.locator(f"#{name}-dialog [value='']").last.tap()
    if form == "open":
        phone.page.locator("#word").fill("TRAINER")
        phone.page.locator("#reference").fill("8B")
        phone.page.locator("#send").tap()
        expect(phone.page.locator("#plays li")).to_have_count(1)
        reach.look(phone, "built")


def test_un_scrabble(short, desk, reach):
    places = begun(desk, "unscrabble", "Ann", "Bob")
    on_turn = places[0].own()["game"]["waits_for"][0]
    phone, other = sits(short, places[on_turn]), sits(short, places[1 - on_turn])
    reach.look(phone, "on turn")
    reach.look(other, "the other's turn")
    phone.page.locator("#board .has-tile").first.tap()
    expect(phone.page.locator("#none")).to_be_visible()
    reach.look(phone, "chosen")


def test_bingo(short, desk, reach):
    code, keeper = open_table(desk, "bingo")
    ann, _bob = sit_down(desk.site, code, "Ann", "Bob")
    begin(keeper)
    phone, caller, watching = sits(short, ann), sits(short, keeper), short(f"/tables/{code}/")
    reach.look(phone, "picking")
    reach.look(caller, "waiting for words")
    caller.page.locator("#start").tap()
    expect(phone.page.locator("#words .tile")).to_have_count(14)
    reach.look(phone, "card")
    for number in (1, 2):
        caller.page.locator("#call").tap()
        for person in (caller, phone, watching):
            expect(person.page.locator("#calls li")).to_have_count(number)
    for person, name in ((caller, "caller"), (phone, "called"), (watching, "watching")):
        reach.look(person, name)


@pytest.mark.parametrize("players", [2, 4])
def test_scrabble_me(short, desk, reach, players):
    """Each phase of a round: for who has to act, for who has not, and for who looks on."""
    places = begun(desk, "scrabble_me", *"ABCD"[:players], rack_size=9, podium_tiles=7)
    seen = {}
    while len(seen) < 4 and not (game := places[0].own()["game"])["over"]:
        phase, awaited = game["phase"], game["waits_for"]
        if phase not in seen:
            seen[phase] = True
            idle = next((number for number in range(players) if number not in awaited), awaited[-1])
            for place, name in (
                (places[awaited[0]], "to act"),
                (places[idle], "idle"),
                (Place(desk.site, places[0].code), "watching"),
            ):
                phone = sits(short, place)
                reach.look(phone, f"{phase}, {name}")
                phone.page.goto("about:blank")
        goes_on(places[awaited[0]], phase, awaited[0])
    assert seen.keys() >= {"play", "challenge", "refill"}
    watching = short(f"/tables/{places[0].code}/")
    watching.page.locator(".me-open:visible").first.tap()
    expect(watching.page.locator("#board-dialog")).to_be_visible()
    reach.look(watching, "one board")


def goes_on(place, phase, player):
    """Do what this phase of Scrabble Me asks for, with a blank where there is one: who used it swaps boards."""
    game = place.own()["game"]
    if phase == "play":
        moves = moves_of(game)
        move = next((move for move in moves if not move[1].isupper()), moves[0] if moves else None)
        place.done(**({"act": "place", "ref": move[0], "word": move[1]} if move else {"act": "pass"}))
    elif phase == "challenge":
        place.done(act="accept")
    elif phase == "swap":
        place.done(act="swap", **{"with": 1 - min(player, 1)})
    elif tiles := [each["tile"] for each in game["podium"]]:
        place.done(act="pick", **{"from": "podium", "tile": "?" if "?" in tiles else tiles[0]})
    else:
        place.done(act="pick", **{"from": "bag"})


# --- Classic tournaments ---------------------------------------------------------------------------------------------


def test_the_pages_of_a_classic_player(short, desk, division, reach):  # noqa: F811 - the fixture
    event = division.split("/")[2]
    code = re.search(r'class="code"><strong>(\w+)<', desk.get(f"{division}players/").text)[1]
    ann = short(f"/matches/{event}/?code={code}")
    reach.look(ann, "joining")
    ann.page.locator("#name").fill("Ann")
    ann.page.get_by_role("button", name="Join").tap()
    expect(ann.page.locator("#playing")).to_be_visible()
    reach.look(ann, "before the round")
    desk.post_form(f"{division}rounds/1/begin/", {})
    ann.page.reload()
    expect(ann.page.locator("#report")).to_be_visible()
    reach.look(ann, "report")
    ann.page.locator("#own").fill("433")
    ann.page.locator("#other").fill("390")
    ann.page.locator("#send").tap()
    expect(ann.page.locator("#state")).to_contain_text("Reported: 433–390")
    reach.look(ann, "reported")
    ann.page.goto(f"/matches/{event}/exchange/")
    reach.look(ann, "may I exchange?")


def test_a_match_kept_move_by_move(short, desk, match, reach):  # noqa: F811 - the fixture
    posted(desk, f"{match}record/", keeper="annotator", live="on", advice="on")
    link = html.unescape(posted(desk, f"{match}record/link/").text)
    path = re.search(r'href="http://[^/]+(/boards/[\w-]+/keep/#t=[^"]+)"', link)[1]
    annotator, watching = short(path), short(path.partition("keep/")[0])
    expect(annotator.page.locator("#on-turn")).to_contain_text("has the turn")
    reach.look(annotator, "keeping")
    for line in ("8E RAIN", "-", "-", "-"):
        annotator.page.get_by_label("Turn", exact=True).fill(line)
        annotator.page.get_by_role("button", name="Enter").tap()
        expect(annotator.page.get_by_label("Turn", exact=True)).to_have_value("")
    expect(watching.page.locator("#turns li")).to_have_count(4)
    reach.look(annotator, "after four turns")
    reach.look(watching, "live board")


@pytest.mark.parametrize("holder", ["table", "first"])
@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_the_clock_at_a_table(hall, server, reach, holder, locale):
    clocks = ClockHall(hall, server, ARBITRATOR)
    given = clocks.match()
    tablet = clocks.tablet(given, holder, size=SHORT, is_mobile=True, has_touch=True, locale=locale)
    reach.look(tablet, "ready")
    tablet.press(0)
    tablet.is_on_turn(0)
    reach.look(tablet, "running")
    tablet.page.locator("#neutral").tap()
    expect(tablet.page.locator("#sides")).to_have_attribute("data-state", "neutral")
    reach.look(tablet, "neutral")
    tablet.page.locator("#stop").tap()
    expect(tablet.page.locator("#stop-dialog")).to_be_visible()
    reach.look(tablet, "stop")
