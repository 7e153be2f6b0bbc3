"""Training on a phone: hints, a move written with tiles or the keyboard, and what it lost."""

import re

import pytest
from playwright.sync_api import expect

from engine import movegen
from engine.board import Board
from engine.lexicon import load_lexicon
from engine.tiles import load_tile_set
from tests.browser.hall import DESK_SIZE, Person
from tests.browser.test_accessible import problems_of

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]

ENGLISH = load_tile_set("english")


def begin(person):
    person.page.goto("/")
    person.page.get_by_role("link", name="Train alone against the top").click()
    person.page.get_by_role("button", name="Begin", exact=True).click()
    expect(person.page.get_by_role("heading", name="Round 1")).to_be_visible()
    expect(person.page.locator("#rack .tile")).to_have_count(7)


def best_of(person):
    """Return the best move for the shown board and rack, as reference and word."""
    rack = "".join(tile.get_attribute("data-tile") for tile in person.page.locator("#rack .tile").all())
    board = Board.from_rows(person.board(), ENGLISH)
    best = movegen.all_moves(board, ENGLISH.encode_rack(rack), load_lexicon("english"), ENGLISH)[0]
    return *best.move.text(ENGLISH), best.score


def write(person, reference, word):
    person.page.get_by_label("Word", exact=True).fill(word)
    person.page.get_by_label("Square", exact=True).fill(reference)


def test_a_phone_trains_alone_against_the_top(hall):
    phone = hall.phone()
    begin(phone)
    reference, word, score = best_of(phone)

    # Hints come one by one, and what was written stays meanwhile.
    phone.page.get_by_label("Word", exact=True).fill(word)
    phone.page.get_by_role("button", name="How many tops?").click()
    expect(phone.page.locator("#told li")).to_have_count(1)
    expect(phone.page.get_by_label("Word", exact=True)).to_have_value(word)
    phone.page.get_by_role("button", name="How long?").click()
    expect(phone.page.locator("#told li")).to_have_count(2)

    # An answer without a square is not sent, and the page says what is missing.
    phone.page.get_by_role("button", name="Answer").click()
    expect(phone.page.locator("#objection")).to_be_visible()
    write(phone, reference, word)
    phone.page.get_by_role("button", name="Answer").click()
    expect(phone.page.get_by_text("You have found the top!")).to_be_visible()
    expect(phone.page.get_by_text("2 hints taken.")).to_be_visible()
    expect(phone.page.locator(".announced")).to_contain_text(f"{score} point")
    expect(phone.page.locator("#board .tile.fresh")).to_have_count(len(word))

    # The next rack, given up.
    phone.page.get_by_role("button", name="Next rack").click()
    expect(phone.page.get_by_role("heading", name="Round 2")).to_be_visible()
    expect(phone.page.locator("#board .has-tile")).to_have_count(len(word))
    phone.page.get_by_role("button", name="Give up and see the top").click()
    expect(phone.page.get_by_text("You have written nothing.")).to_be_visible()

    phone.page.get_by_role("button", name="End training").click()
    expect(phone.page.get_by_text("Of the tops")).to_be_visible()
    phone.page.get_by_role("link", name="Statistics").first.click()
    expect(phone.page.get_by_role("heading", name="By difficulty")).to_be_visible()
    wide = phone.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0


def test_tiles_are_tapped_and_the_phone_goes_on_where_it_was(hall):
    phone = hall.phone()
    begin(phone)
    phone.page.locator("#board .square").nth(7 * 15 + 7).tap()
    phone.page.locator("#rack .tile").first.tap()
    if phone.page.locator("#blank-dialog").is_visible():
        phone.page.locator("#blank-dialog button").first.tap()
    expect(phone.page.locator("#board .pending")).to_have_count(1)
    phone.page.goto("/training/")
    phone.page.get_by_role("region", name="Continue").get_by_role("link").click()
    expect(phone.page.locator("#board .pending")).to_have_count(1)


def test_by_the_keyboard_alone_on_a_computer(hall):
    person = hall.open(Person, DESK_SIZE)
    begin(person)
    reference, word, _score = best_of(person)
    write(person, reference, word)
    person.page.keyboard.press("Enter")
    expect(person.page.get_by_text("You have found the top!")).to_be_visible()
    expect(person.page.locator("#next")).to_be_focused()
    person.page.keyboard.press("Enter")
    expect(person.page.get_by_role("heading", name="Round 2")).to_be_visible()


def test_when_the_time_is_up_what_is_written_goes_out(hall):
    phone = hall.phone()
    phone.page.goto("/training/")
    phone.page.locator("form[action='/training/start/'] select[name=seconds]").select_option("30")
    phone.page.get_by_role("button", name="Begin", exact=True).click()
    expect(phone.page.locator("#clock")).to_have_text(re.compile(r"0:[23]\d"))
    reference, word, _score = best_of(phone)
    write(phone, reference, word)
    expect(phone.page.get_by_text("You have found the top!")).to_be_visible(timeout=45_000)


def test_nothing_keeps_anybody_from_training(hall):
    """Every page of it by axe-core, and in one column at 320 pixels."""
    phone = hall.phone(size={"width": 320, "height": 640})
    wrong = {}

    def look(name):
        wrong[name] = problems_of(phone)
        assert phone.page.evaluate("document.documentElement.scrollWidth") <= 320, name

    begin(phone)
    phone.page.get_by_role("button", name="How many tops?").click()
    expect(phone.page.locator("#told li")).to_have_count(1)
    look("round")
    for round_ in (1, 2):
        expect(phone.page.get_by_role("heading", name=f"Round {round_}")).to_be_visible()
        reference, word, _score = best_of(phone)
        write(phone, reference, word)
        phone.page.get_by_role("button", name="Answer").click()
        expect(phone.page.locator("#next")).to_be_visible()
        look("answer")
        phone.page.get_by_role("button", name="Next rack").click()
    phone.page.get_by_role("button", name="End training").click()
    expect(phone.page.get_by_text("Of the tops")).to_be_visible()
    look("ended")
    for name in ("training", "training/bring"):
        phone.page.goto(f"/{name}/")
        look(name)
    begin(phone)
    phone.page.get_by_role("button", name="Give up and see the top").click()
    phone.page.goto("/training/statistics/")
    expect(phone.page.locator(".line-chart")).to_be_visible()
    look("statistics")
    assert not any(wrong.values()), wrong
