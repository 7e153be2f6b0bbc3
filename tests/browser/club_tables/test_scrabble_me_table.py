"""Scrabble Me in real browsers: two phones with a board each and somebody who looks on, and one tablet handed round."""

import pytest
from playwright.sync_api import expect

from tests.browser.club_tables.test_playing_at_club_tables import opened, sat_down
from tests.browser.hall import Phone
from tests.browser.scrabble_me_people import accept, answer_until, play, rack_of, sent, together
from tests.browser.test_accessible import problems_of
from tests.tournaments.club_tables.games.test_scrabble_me_at_a_table import Game

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]
TABLET_SIZE = {"width": 1024, "height": 768}


def test_two_phones_play_in_secret_challenge_and_pick(hall):
    _desk, code = opened(hall, "Scrabble Me")
    ann, bob = people = [sat_down(hall, code, name) for name in ("Ann", "Bob")]
    wall = hall.open(Phone, TABLET_SIZE)
    wall.page.goto(f"/tables/{code}/")
    ann.page.get_by_role("button", name="Start game").click()
    for phone in people:
        expect(phone.page.locator("#state")).to_have_text("Play a word on your board")
        expect(phone.page.locator("#rack .tile")).to_have_count(7)
        expect(phone.page.locator("#podium .tile")).to_have_count(6)
    expect(wall.page.locator("#board")).to_be_hidden()
    expect(wall.page.locator("#boards > li:visible")).to_have_count(2)

    phony = plays_in_secret(ann, bob, wall)
    challenges(bob, ann, phony)
    together(people)
    accept(ann)
    sent(ann)
    assert answer_until(people, "pick") is bob
    expect(ann.page.locator("#podium button")).to_have_count(0)
    picks(bob)

    for number in (2, 3):
        answer_until(people, "play")
        expect(bob.page.locator("#state-detail")).to_have_text(f"Round {number}")
        answer_until(people, "challenge")
        answer_until(people, "pick")
        expect(wall.page.locator("#rounds > li")).to_have_count(number)
    answer_until(people, "play")
    together([*people, wall])
    expect(wall.page.locator("#rounds > li").last).to_contain_text("Bob challenged: it came off")
    wall.page.get_by_role("button", name="Open the board of Bob").click()
    lying = wall.page.locator("#boards > li").nth(1).locator(".has-tile").count()
    expect(wall.page.locator("#big-board .has-tile")).to_have_count(lying)
    assert problems_of(wall) == []
    assert problems_of(ann) == []


def plays_in_secret(player, other, wall):
    """Play; the move is on the player's own board, after a reload too, and hidden from others until all have
    played.
    """
    ref, phony = play(player, good=False)
    expect(player.page.locator("#own-play")).to_contain_text(f"You played {phony} at {ref}")
    expect(player.page.locator("#scores > div").nth(0)).to_contain_text("has played")
    player.page.reload()
    expect(player.page.locator("#board .pending")).to_have_count(len(phony))
    expect(player.page.locator("#send")).to_be_hidden()
    for screen in (other, wall):
        expect(screen.page.locator("#state-detail")).to_have_text("Round 1")
        expect(screen.page.locator("#scores > div").nth(0)).to_contain_text("has played")
        expect(screen.page.locator("#boards .has-tile")).to_have_count(0)
        assert phony not in screen.page.content()
    play(other)
    expect(wall.page.locator("#plays li")).to_have_count(2)
    expect(wall.page.locator("#plays")).to_contain_text(phony)
    return phony


def challenges(player, other, phony):
    """Challenge a play that is not good: it comes off, and its tiles are back on the rack."""
    assert problems_of(player) == []
    asked = []
    player.page.on("dialog", lambda dialog: (asked.append(dialog.message), dialog.accept()))
    player.page.get_by_role("button", name=f"Challenge {phony} of Ann").click()
    expect(player.page.locator("#plays li").first).to_contain_text("Bob challenged: it came off")
    assert "you sit the next round out" in asked[0]
    expect(other.page.locator("#board .has-tile")).to_have_count(0)
    expect(other.page.locator("#rack .tile")).to_have_count(7)
    sent(player)


def picks(player):
    """Pick one tile from the podium by keyboard; the focus stays there for the next, which comes from the
    bag.
    """
    assert problems_of(player) == []
    held, taken = rack_of(player), player.page.locator("#podium button").first
    letter = taken.get_attribute("aria-label").removeprefix("Take ").replace("Blank", "?")
    taken.press("Enter")
    sent(player)
    assert sorted(rack_of(player)) == sorted(held + letter)
    if len(held) < 6:
        expect(player.page.locator("#podium .tile")).to_have_count(5)
        expect(player.page.locator("#podium button").first).to_be_focused()
        player.page.get_by_role("button", name="One from the bag").click()
        sent(player)
        assert len(rack_of(player)) == len(held) + 2


def test_a_tablet_is_handed_round_and_keeps_secrets(hall):
    desk, _code = opened(hall, "Scrabble Me", way="one tablet in the middle")
    desk.page.get_by_role("button", name="On this device").click()
    desk.page.set_viewport_size(TABLET_SIZE)
    tablet = Phone(desk.page, desk.watch)
    for name in ("Ann", "Bob"):
        tablet.page.get_by_label("Name").fill(name)
        tablet.page.get_by_role("button", name="Sit down").click()
        expect(tablet.page.locator("#seated")).to_contain_text(name)
    tablet.page.get_by_role("button", name="Start game").click()
    handed_to(tablet, "Ann")
    assert problems_of(tablet) == []

    tablet.page.get_by_role("button", name="I am Ann: show my rack").click()
    expect(tablet.page.locator("#rack .tile")).to_have_count(7)
    tablet.page.get_by_role("button", name="Hide the rack").click()
    handed_to(tablet, "Ann")
    tablet.page.get_by_role("button", name="I am Ann: show my rack").click()
    expect(tablet.page.locator("#rack .tile")).to_have_count(7)
    # A player who uses a blank swaps boards before anything else, so play none.
    _ref, word = play(tablet, blanks=False)
    handed_to(tablet, "Bob")

    tablet.page.get_by_role("button", name="I am Bob: show my rack").click()
    expect(tablet.page.locator("#rack .tile")).to_have_count(7)
    expect(tablet.page.locator(".board .tile")).to_have_count(0)
    expect(tablet.page.locator("#rack .used")).to_have_count(0)
    assert (tablet.word.input_value(), tablet.reference.input_value()) == ("", "")
    assert word not in tablet.page.locator("main").inner_text()
    assert problems_of(tablet) == []
    play(tablet, blanks=False)
    expect(tablet.page.locator("#plays li").first).to_contain_text(word)
    accept(tablet)
    handed_to(tablet, "Ann")
    tablet.page.get_by_role("button", name="I am Ann: show my rack").click()
    accept(tablet)
    expect(tablet.page.locator("#round-part")).to_be_hidden()


def handed_to(tablet, name):
    """Check that no rack is shown, and that the tablet names the player who takes it next."""
    expect(tablet.page.locator("#hand-to")).to_have_text(f"Hand the tablet to {name}")
    expect(tablet.page.locator("#rack")).to_be_hidden()
    expect(tablet.page.locator(".pending")).to_have_count(0)


def test_who_used_a_blank_chooses_with_whom_boards_are_swapped(hall, desk):
    """Four play over HTTP until somebody has to swap; that one does it on a phone, and the room sees both boards go."""
    game = Game(desk, 4, 6)
    while game.screens[0]["phase"] != "swap":
        assert not game.screens[0]["over"]
        game.goes_on()
    (mover,) = game.screens[0]["waits_for"]
    other = 3 if mover != 3 else 2
    names = [player["name"] for player in game.screens[0]["players"]]
    wall = hall.open(Phone, TABLET_SIZE)
    wall.page.goto(f"/tables/{game.places[0].code}/")
    expect(wall.page.locator("#state")).to_have_text(f"{names[mover]} swaps boards")

    phone = hall.phone()
    phone.page.goto(f"/tables/{game.places[mover].code}/#t={game.places[mover].token}")
    expect(phone.page.locator("#state")).to_have_text("Swap boards")
    expect(phone.page.locator("#swap-with button")).to_have_count(3)
    assert problems_of(phone) == []
    mine, theirs = phone.board(), wall.board(board_of(other))
    phone.page.get_by_role("button", name=f"Swap with {names[other]}").click()
    expect(phone.page.locator("#swap")).to_be_hidden()
    phone.wait_for_board(theirs)
    wall.wait_for_board(mine, board_of(other))
    expect(wall.page.locator("main")).to_contain_text(f"{names[mover]} and {names[other]} swapped boards")


def board_of(number):
    """Return the selector of that player's board on a screen that looks on."""
    return f"#boards > li:nth-child({number + 1})"
