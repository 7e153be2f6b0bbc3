"""A match kept move by move: the annotator's phone, the big screen, and the page that counts the bag."""

import html
import re

import pytest
from playwright.sync_api import expect

from tests.browser.hall import PROJECTOR_SIZE, Person
from tests.factories.division_form import USUAL_SETTINGS
from tests.http_client import problems_in

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]


def posted(desk, path, **fields):
    answer = desk.post_form(path, fields)
    assert answer.status in {200, 302}, problems_in(answer.text)
    return answer


@pytest.fixture
def match(desk):
    """Return the address of the first match of a division of two."""
    fields = {
        "event-name": "Live open",
        "event-date": "2026-05-01",
        "name": "A",
        "rounds_planned": 1,
        "method": "swiss",
        "lexicon": desk.english_lexicon(),
        **USUAL_SETTINGS,
    }
    event = posted(desk, "/events/new-tournament/", **fields).headers["Location"]
    division = re.search(r"/events/\d+/divisions/\d+/", event + desk.get(event).text)[0]
    posted(desk, f"{division}players/enter/", names="Ann\nBob")
    posted(desk, f"{division}pair/", number=1, method="swiss")
    posted(desk, f"{division}rounds/1/begin/")
    return f"{division}rounds/1/tables/1/"


def test_the_annotator_enters_and_the_screen_follows(hall, desk, match):
    posted(desk, f"{match}record/", keeper="annotator", live="on", advice="on")
    link = html.unescape(posted(desk, f"{match}record/link/").text)
    path = re.search(r'href="http://[^/]+(/boards/[\w-]+/keep/#t=[^"]+)"', link)[1]
    annotator, screen = hall.phone(), hall.open(Person, PROJECTOR_SIZE)
    screen.page.goto(path.partition("keep/")[0])
    annotator.page.goto(path)
    page = annotator.page
    first = page.locator("#scores dt").first.inner_text()
    expect(page.locator("#on-turn")).to_have_text(f"{first} has the turn")

    # A slip of the pen is refused with the reason, and stays typed.
    page.get_by_label("Turn", exact=True).fill("8A TRAINER")
    annotator.watch.provoke("409")
    page.get_by_role("button", name="Enter").click()
    expect(page.locator("#problem")).to_contain_text("does not cover the centre")
    expect(page.get_by_label("Turn", exact=True)).to_have_value("8A TRAINER")
    page.reload()
    expect(page.get_by_label("Turn", exact=True)).to_have_value("8A TRAINER")

    page.get_by_label("Turn", exact=True).fill("8E RAIN")
    page.get_by_label("Tiles held").fill("AIKNRVW")
    page.get_by_role("button", name="Enter").click()
    for each in (page, screen.page):
        expect(each.locator("#scores dd").first).to_have_text("8")
        expect(each.locator("#bag")).to_have_text("Tiles in the bag: 82")
        expect(each.locator("#turns .best")).to_have_count(0)
    rows = screen.board()
    assert rows[7] == "....RAIN......."

    page.get_by_role("button", name="Challenge").click()
    expect(screen.page.locator("#turns")).to_contain_text("challenge failed; the words are good")
    page.get_by_role("button", name="Undo the last entry").click()
    expect(screen.page.locator("#turns")).not_to_contain_text("challenges")

    # The engine's play is shown when all kept tiles are gone, and at the table not before the end.
    for line, tiles in (("-", ""), ("-KVW", "AAIIKVW"), ("-", "")):
        page.get_by_label("Turn", exact=True).fill(line)
        page.get_by_label("Tiles held").fill(tiles)
        page.get_by_role("button", name="Enter").click()
        expect(page.get_by_label("Turn", exact=True)).to_have_value("")
    expect(screen.page.locator("#turns .best")).to_contain_text("The engine:")
    expect(page.locator("#turns .best")).to_have_count(0)
    stranger = hall.phone()
    stranger.page.goto(path.partition("#")[0])
    expect(stranger.page.locator("#refused")).to_be_visible()
    expect(stranger.page.locator("#keeper")).to_be_hidden()


def test_a_table_without_a_record_counts_the_bag(hall, match):
    phone = hall.phone()
    event = re.search(r"/events/(\d+)/", match)[1]
    phone.page.goto(f"/matches/{event}/exchange/")
    answer = phone.page.locator("#answer")
    expect(answer).to_contain_text("Tiles tapped: 0.")
    phone.page.get_by_role("button", name="These are all").tap()
    expect(answer).to_have_text("Tiles in the bag: 86. You may exchange.")
    for letter, count in (("E", 12), ("A", 9), ("I", 9), ("O", 8), ("N", 6), ("R", 6), ("T", 6), ("S", 4)):
        for _ in range(count):
            phone.page.locator(f'#tiles [data-tile="{letter}"]').tap()
    expect(answer).to_contain_text("Tiles tapped: 60.")
    for letter in "LLLLUUUUDDDDGGGHHBBCC":
        phone.page.locator(f'#tiles [data-tile="{letter}"]').tap()
    expect(answer).to_have_text("Tiles in the bag: 5. No exchange: 7 are needed.")
    expect(phone.page.locator('#tiles [data-tile="E"]')).to_be_disabled()
    phone.page.reload()
    expect(answer).to_have_text("Tiles in the bag: 5. No exchange: 7 are needed.")
    phone.page.get_by_role("button", name="Undo").tap()
    expect(answer).to_contain_text("Tiles in the bag: 6. No exchange")
    phone.page.get_by_role("button", name="From the beginning").tap()
    expect(answer).to_contain_text("Tiles tapped: 0.")


def test_the_screen_of_the_division_shows_board_pairings_and_standings_in_turn(hall, desk, match):
    posted(desk, f"{match}record/", keeper="annotator", live="on")
    division, event = re.search(r"((/events/\d+/)divisions/\d+/)", match).groups()
    posted(desk, f"{event}release/", released="provisional")
    screen = hall.open(Person, PROJECTOR_SIZE, storage_state=hall.arbitrator)
    page = screen.page
    page.clock.install()
    page.goto(division)
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="Projector").click()
    page.close()
    page = opened.value
    shown = page.locator("#screen")
    expect(shown).to_have_attribute("data-view", "board")
    expect(page.locator("#scores dd")).to_have_text(["0", "0"])
    page.clock.fast_forward(20_000)
    expect(shown).to_have_attribute("data-view", "list")
    expect(page.locator("#list-title")).to_have_text("Pairings of round 1")
    expect(page.locator("#list li")).to_contain_text("Ann")
    page.clock.fast_forward(10_000)
    expect(page.locator("#list-title")).to_have_text("Standings")
    expect(page.locator("#list li")).to_have_count(2)
    page.clock.fast_forward(10_000)
    expect(shown).to_have_attribute("data-view", "board")
