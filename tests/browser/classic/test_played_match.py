"""Matches as they are played: two phones keep one to a tie and agree on its result in the end, and a phone of another
table finds nothing there.
"""

import html
import re

import pytest
from playwright.sync_api import expect

from tests.browser.classic.test_classic_phones import FIELDS
from tests.browser.hall import DESK_SIZE, PROJECTOR_SIZE, Desk, Person, Phone
from tests.factories.annotated_matches import lines_of, recorded_game
from tests.factories.division_form import make_division_by_form

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]

NAMES = ("Ina Marsh", "Jon", "Kay", "Leo")


class Player(Phone):
    """A player with a phone, who keeps the own match on it."""

    name = ""

    def enter(self, line):
        """Enter a turn: lay a word, press the button of another act, or type what has none."""
        page = self.page
        buttons = {"?": "Challenge", "-": "Pass", ".": "The end"}
        if line in buttons:
            page.get_by_role("button", name=buttons[line]).tap()
        elif line.startswith("="):
            # No turns are left: the line is open.
            page.get_by_label("Turn", exact=True).fill(line)
            page.get_by_role("button", name="Enter").tap()
        elif line.startswith("-"):
            page.get_by_role("button", name="Exchange…").tap()
            page.locator("#exchange-dialog").get_by_role("button", name=line[1:], exact=True).tap()
        else:
            square, word = line.split()
            page.get_by_label("Word", exact=True).fill(word)
            page.get_by_label("Square").fill(square)
            page.get_by_role("button", name="Play", exact=True).tap()

    def type(self, line):
        self.page.get_by_text("Type a turn").tap()
        self.page.get_by_label("Turn", exact=True).fill(line)

    def has_the_turn(self):
        expect(self.page.locator("#on-turn")).to_have_text(f"{self.name} has the turn")

    def is_told(self, words):
        expect(self.page.locator("#problem")).to_contain_text(words)

    def report(self, own, other):
        self.page.locator("#own").fill(str(own))
        self.page.locator("#other").fill(str(other))
        self.page.locator("#send").tap()

    def reads(self, words):
        expect(self.page.locator("#state")).to_contain_text(words)


@pytest.fixture
def division(desk):
    """Return the path of a division whose first round has begun: two at each table."""
    path = make_division_by_form(desk, FIELDS | {"challenge": "double"})
    desk.post_form(f"{path}players/enter/", {"names": "\n".join(NAMES)})
    desk.post_form(f"{path}rounds/1/by-hand/", {"pairs": "1 2\n3 4"})
    desk.post_form(f"{path}rounds/1/begin/", {})
    return path


@pytest.fixture
def phone(hall, desk, division):
    """Return a function that opens the page of a player on a phone, by the desk's link."""

    def open_phone(name):
        entrant = re.search(rf'players/(\d+)/">{name}<', desk.get(f"{division}players/").text)[1]
        answer = desk.post_form(f"{division}players/{entrant}/phone/", {})
        player = hall.open(Player, {"width": 360, "height": 740}, has_touch=True, is_mobile=True)
        player.name = name
        player.page.goto(html.unescape(re.search(r"/matches/\d+/#t=[\w-]+", answer.text)[0]))
        return player

    return open_phone


def test_a_match_is_kept_by_both_players_to_a_tie(hall, desk, division, phone):
    game = recorded_game("tie")
    match = f"{division}rounds/1/tables/1/"
    desk.post_form(f"{match}record/", {"keeper": "players", "live": "on"})
    pair = [phone(name) for name in NAMES[:2]]
    screen = hall.open(Person, PROJECTOR_SIZE)
    for player in pair:
        player.page.get_by_role("link", name="Enter my turn").tap()
        player.watch.provoke("409")
    screen.page.goto(pair[0].page.url.removesuffix("keep/"))

    # A phone of another table opens this match, and changes nothing.
    wrong = phone("Kay")
    wrong.watch.provoke("403")
    wrong.page.goto(pair[0].page.url)
    expect(wrong.page.locator("#refused")).to_have_text("You do not play in this match.")
    expect(wrong.page.locator("#keeper")).to_be_hidden()

    is_refused = False
    # Players name no tiles before the end; the tiles left are needed.
    lines = [one for one in lines_of(game) if one[2].end_reason or not one[0].startswith("=")]
    for line, _rack, before in lines:
        player = pair[before.to_move ^ game.first]
        if not before.end_reason:
            player.has_the_turn()
        if before.bag_count == 6 and not is_refused:
            player.enter("-1")
            player.is_told("7")
            is_refused = True
        expect(player.page.get_by_label("Tiles held")).to_be_hidden()
        player.enter(line)
        expect(player.page.locator("#problem")).to_be_hidden()
    assert is_refused
    for page in (*(player.page for player in pair), screen.page):
        expect(page.locator("#scores dd")).to_have_text(["306", "306"])
        expect(page.locator("#bag")).to_have_text("The match is over.")
        expect(page.locator("#turns li").first).to_contain_text("+8 : −8")
    assert screen.page.evaluate("document.documentElement.scrollHeight") <= PROJECTOR_SIZE["height"]
    agree_on_the_tie(hall, division, *pair)


def test_a_turn_is_tapped_on_the_board(desk, division, phone):
    desk.post_form(f"{division}rounds/1/tables/1/record/", {"keeper": "players", "live": "on"})
    player = phone("Ina Marsh")
    player.page.get_by_role("link", name="Enter my turn").tap()
    player.has_the_turn()
    expect(player.page.get_by_label("Turn", exact=True)).to_be_hidden()
    rack = player.page.locator("#rack")
    expect(rack.locator('[data-tile="E"]')).to_have_text(re.compile("×12"))
    player.page.locator("#board .square").nth(7 * 15 + 6).tap()
    for letter in "EAT":
        rack.locator(f'[data-tile="{letter}"]').tap()
    player.page.get_by_role("button", name="Play", exact=True).tap()
    expect(player.page.locator("#turns li").first).to_contain_text("8G EAT")
    expect(rack.locator('[data-tile="E"]')).to_have_text(re.compile("×11"))


def test_a_phone_that_does_not_keep_the_match_any_more_is_told_so(desk, division, phone):
    match = f"{division}rounds/1/tables/1/"
    desk.post_form(f"{match}record/", {"keeper": "players", "live": "on"})
    player = phone(NAMES[0])
    player.page.get_by_role("link", name="Enter my turn").tap()
    player.has_the_turn()
    player.type("8D RETAINS")
    player.watch.provoke("40[349]")
    desk.post_form(f"{match}record/", {"keeper": "annotator", "live": "on"})
    expect(player.page.locator("#refused")).to_have_text("Somebody else keeps this match.")
    expect(player.page.locator("#keeper")).to_be_hidden()
    # The match is theirs again: so is what they typed.
    desk.post_form(f"{match}record/", {"keeper": "players", "live": "on"})
    expect(player.page.get_by_label("Turn", exact=True)).to_have_value("8D RETAINS")
    expect(player.page.locator("#refused")).to_be_hidden()
    # A phone that has missed the change is told by the first answer.
    desk.post_form(f"{match}record/", {"keeper": "annotator"})
    player.page.get_by_role("button", name="Enter").tap()
    expect(player.page.locator("#refused")).to_be_visible()
    expect(player.page.locator("#keeper")).to_be_hidden()


def agree_on_the_tie(hall, division, first, second):
    """Report different results from both phones, which the desk sees, and then the same."""
    desk = hall.open(Desk, DESK_SIZE, storage_state=hall.arbitrator)
    desk.page.goto(f"{division}rounds/1/")
    for player in (first, second):
        expect(player.page.get_by_label("Turn", exact=True)).to_be_hidden()
        player.page.get_by_role("link", name="Back to my match").tap()
    asked = []
    first.page.once("dialog", lambda dialog: (asked.append(dialog.message), dialog.accept()))
    first.report(307, 306)
    first.reads("Reported: 307–306. It counts once Jon reports the same.")
    assert asked == ["The record of this match ends with 306–306. Is 307–306 right all the same?"]
    second.report(306, 306)
    second.reads("You say 306–306, Ina Marsh says 306–307. Agree on it, or go to the director.")
    settle = desk.page.get_by_role("region", name="To be settled by the desk")
    for figures in ("307–306", "306–306"):
        expect(settle.get_by_role("button", name=figures)).to_be_visible()
    first.page.reload()
    first.reads("You say 307–306, Jon says 306–306. Agree on it, or go to the director.")
    first.report(306, 306)
    first.reads("Drawn. Counted: 306–306")
    second.page.reload()
    second.reads("Drawn. Counted: 306–306")
    expect(settle).to_have_count(0)
    expect(desk.page.locator(".pairings")).to_contain_text("306–306")
    desk.page.goto(f"{division}standings/")
    expect(desk.page.get_by_role("row", name="Ina Marsh")).to_contain_text("½")


def test_a_turn_typed_while_the_one_before_is_on_its_way_stays(hall, desk, division, phone):
    desk.post_form(f"{division}rounds/1/tables/1/record/", {"keeper": "players", "live": "on"})
    player = phone("Ina Marsh")
    player.page.get_by_role("link", name="Enter my turn").tap()
    player.has_the_turn()
    waiting = []

    def hold_back(route):
        waiting.append(route)

    player.page.route("**/turns/", hold_back)
    with player.page.expect_request("**/turns/"):
        player.enter("8D RETAINS")
    player.type("=A")
    turn = player.page.get_by_label("Turn", exact=True)
    # One entry at a time: none overtakes another.
    turn.press("Enter")
    expect(player.page.get_by_role("button", name="Pass")).to_be_disabled()
    waiting[0].continue_()
    expect(player.page.locator("#turns li")).to_have_count(1)
    expect(turn).to_have_value("=A")
    expect(player.page.get_by_role("button", name="Pass")).to_be_enabled()
    assert len(waiting) == 1
