"""An evening in real browsers: an arbitrator, two phones, a player on paper and the projector, for three rounds."""

import re
from io import BytesIO

import pytest
from playwright.sync_api import expect
from pypdf import PdfReader

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]

EMPTY = "." * 15
BOARD_1 = [*[EMPTY] * 7, ".RETRAIN.......", *[EMPTY] * 7]
BOARD_2 = [line[:4] + letter + line[5:] for line, letter in zip(BOARD_1, "...UnHORSED....", strict=True)]
BOARD_3 = [line[:1] + letter + line[2:] for line, letter in zip(BOARD_2, ".......REGALIST", strict=True)]


def make_game(desk):
    """Make a game by its form, and add a player on paper; return the game's code."""
    page = desk.page
    page.get_by_role("link", name=re.compile("Create the first game|New game")).click()
    page.get_by_label("Name", exact=True).fill("Tuesday evening")
    page.get_by_text("Advanced settings").click()
    page.get_by_label("Grace, in seconds").fill("0")
    page.get_by_role("button", name="Create game").click()
    expect(page.get_by_role("heading", name="Tuesday evening")).to_be_visible()
    code = page.locator(".under-board .code").inner_text()
    page.get_by_role("link", name="Enter players").click()
    page.get_by_label("Names, one a line").fill("3 Cleo")
    page.get_by_role("button", name="Enter these players").click()
    expect(page.get_by_role("rowheader", name="Cleo")).to_be_visible()
    page.get_by_role("link", name="To the desk").click()
    desk.is_at("draw")
    return code


def join_by_code(hall, code, name):
    """Join from the first page, with the code as people type it."""
    phone = hall.phone()
    phone.page.goto("/")
    phone.page.get_by_label("Game code").fill(f" {code.lower()} ")
    phone.page.get_by_role("button", name="Continue").tap()
    phone.join(name)
    return phone


def all_follow(board, *people):
    for person in people:
        person.wait_for_board(board)


@pytest.mark.smoke
def test_an_evening_of_three_rounds(hall):
    desk = hall.desk()
    code = make_game(desk)
    projector = hall.projector(code)
    expect(projector.page.locator(".welcome-code")).to_have_text(code)
    ann = join_by_code(hall, code, "Ann")
    expect(projector.page.locator("#players")).to_contain_text("2")

    refuses_an_impossible_rack(desk)
    bob = hall.phone(code, "Bob")
    # Bob's joining has refreshed the desk, in the middle of the rack being typed.
    expect(desk.page.locator("#facts")).to_contain_text("3 players")
    expect(desk.page.get_by_label("tiles drawn")).to_be_focused()
    expect(desk.page.get_by_label("tiles drawn")).to_have_value("QQTRAIN")

    play_round_1(desk, ann, bob, projector)
    all_follow(BOARD_1, desk, ann, bob, projector)
    expect(ann.total).to_contain_text("Rank 1 · 66 points · 100.00 %")
    expect(bob.total).to_contain_text("Rank 2 · 64 points · 96.97 %")

    play_round_2(desk, ann, bob)
    all_follow(BOARD_2, desk, ann, bob, projector)
    expect(ann.total).to_contain_text("Rank 1 · 160 points · 100.00 %")
    expect(bob.total).to_contain_text("Rank 2 · 158 points · 98.75 %")

    play_round_3(desk, ann, projector)
    all_follow(BOARD_3, desk, ann, bob, projector)
    expect(ann.total).to_contain_text("Rank 1 · 229 points · 97.03 %")
    expect(bob.total).to_contain_text("Rank 3 · 158 points · 66.95 %")
    expect(bob.page.locator("#my-move")).to_have_text("You: no slip.")
    expect(projector.page.locator("#leaders li")).to_have_text(
        [
            re.compile(f"{line}$")
            for line in ("1Ann229−7", "2Cleo ▲.1167−69", "3Bob ▼.1158−78", "All tops2360")
        ]
    )
    desk.press("2")
    rows = desk.page.locator("#standings tbody tr")
    expect(rows.filter(has_text="Cleo")).to_have_text(
        re.compile(r"\s*2\s+3\s+Cleo\s+167\s+−69\s+70.76\s+1\s*")
    )
    prints(desk)


def refuses_an_impossible_rack(desk):
    """Check that the desk gives the reason, and that the typed text stays in its field."""
    desk.watch.provoke("422")
    desk.press("t")
    desk.type("QQTRAIN")
    desk.press("Enter")
    expect(desk.page.locator("#type-rack-problems")).to_contain_text("Q")
    expect(desk.page.get_by_label("tiles drawn")).to_have_value("QQTRAIN")
    desk.is_at("draw")


def play_round_1(desk, ann, bob, projector):
    """Play round 1 by tapping and typing; one slip is replaced, another comes from paper."""
    page = desk.page
    page.get_by_label("tiles drawn").fill("")
    desk.type("trainer")
    page.get_by_role("button", name="Take this rack").click()
    desk.is_at("open")
    expect(ann.page.locator("#rack button")).to_have_count(0)
    desk.press("s")
    desk.is_at("running")
    for phone in (ann, bob):
        phone.shows("write")
        expect(phone.page.locator("#rack button")).to_have_count(7)
    expect(projector.page.locator("#clock")).to_have_text(re.compile(r"^[23]:\d\d$"))
    expect(projector.page.get_by_label("Rack: T R A I N E R")).to_be_visible()

    ann.tap_square("H2")
    ann.tap_tiles("TRAINER")
    ann.has_written("TRAINER", "H2")
    ann.score.fill("66")
    ann.send()
    ann.shows("sent")
    ann.says(re.compile(r"Sent at \d\d:\d\d:\d\d"))
    ann.says("TRAINER H2")

    bob.type("retain", "h3", "14")
    bob.send()
    bob.says("RETAIN H3")
    bob.type("terrain", "h5", "64")
    bob.shows("changed")
    bob.page.get_by_role("button", name="Send the change").tap()
    bob.says("TERRAIN H5")
    desk.has_slips("2/3")

    keys_a_slip_undisturbed(desk, bob)
    expect(page.locator("#act-end-round.primary")).to_be_visible()
    page.get_by_role("button", name="End the round now").click()
    desk.is_at("announce")
    ann.shows("timeSent")
    expect(desk.slip_of("Ann")).to_contain_text("top")
    expect(desk.slip_of("Cleo")).to_contain_text("The stated score was 15")
    page.get_by_text("RETRAIN H2 by the rules").click()
    page.locator("h1").click()
    desk.press("a")
    desk.is_at("draw")


def keys_a_slip_undisturbed(desk, bob):
    """Key a paper slip while another comes in: focus and text stay."""
    page = desk.page
    desk.press("k")
    desk.type("cl arti")
    bob.score.fill("65")
    bob.send()
    expect(desk.slip_of("Bob")).to_contain_text("65")
    expect(page.locator("#line-input")).to_be_focused()
    expect(page.locator("#line-input")).to_have_value("cl arti")
    desk.type("er h3 15")
    page.get_by_role("button", name="Enter", exact=True).click()
    expect(desk.slip_of("Cleo")).to_contain_text("ARTIER")
    desk.has_slips("3/3")


def play_round_2(desk, ann, bob):
    """Play round 2 with the keyboard alone at the desk; phones choose and type the blank."""
    desk.type_rack("housed?")
    desk.press("o")
    desk.is_at("start")
    ann.shows("ready")
    desk.press("s")
    desk.is_at("running")
    desk.press("p")
    desk.is_at("paused")
    bob.shows("paused")
    desk.press("s", "+")
    desk.is_at("running")

    ann.shows("write")
    ann.tap_square("D5")
    ann.tap_square("D5")
    ann.tap_tiles("E")
    ann.tap_blank("N")
    ann.tap_tiles("SHOUD")
    ann.has_written("EnSHROUD", "5D")
    ann.score.fill("94")
    ann.send()
    ann.says("EnSHROUD 5D")
    bob.type("beshroud", "5d", "94")
    bob.send()
    bob.says("bESHROUD 5D")
    desk.key_slip("3", "HOcUSED", "g7", "77")
    desk.press("Escape")
    desk.has_slips("3/3")

    expect(desk.page.locator("#act-end-round.primary")).to_be_visible()
    desk.press("e")
    desk.is_at("announce")
    choose_by_keyboard(desk, "5D UnHORSED")
    desk.press("a")
    desk.is_at("draw")


def choose_by_keyboard(desk, value):
    """Go to the isotops by Tab, then by arrows to the one for the board, which shows it."""
    page = desk.page
    chosen = page.locator("input[name=move]:checked")
    for _key in range(60):
        if chosen.evaluate("element => element === document.activeElement"):
            break
        desk.press("Tab")
    for _key in range(chosen.count() * 8):
        if chosen.input_value() == value:
            break
        desk.press("ArrowDown")
    expect(chosen).to_have_value(value)
    expect(page.locator("#board .pending")).to_have_count(7)


def play_round_3(desk, ann, projector):
    """Play round 3 with the mouse alone at the desk; one player hands in nothing."""
    page = desk.page
    page.get_by_label("tiles drawn").fill("AEGLIST")
    page.get_by_role("button", name="Take this rack").click()
    page.get_by_role("button", name="Open and start the clock").click()
    ann.shows("write")
    ann.tap_square("C9")
    ann.page.get_by_role("button", name="Direction").tap()
    ann.tap_tiles("AGILEST")
    ann.has_written("AGILEST", "9C")
    ann.send()
    ann.shows("sent")
    page.get_by_role("rowheader", name="Cleo").click()
    page.locator("#line-input").fill("regalist 2h 76")
    page.get_by_role("button", name="Enter", exact=True).click()
    desk.has_slips("2/3")
    desk.watch.provoke("422")
    asked = page.get_by_role("dialog", name="A slip is missing")
    page.get_by_role("button", name="End the round now").click()
    asked.get_by_role("button", name="End the round now").click()
    page.locator("#stage").get_by_role("button", name=re.compile("^Announce")).click()
    asked.get_by_role("button", name="Announce").click()
    desk.is_at("draw")
    expect(projector.page.locator("#announcement")).to_contain_text("76 points")


def prints(desk):
    """Check both papers and their contents: one click leads to each, a second click prints it."""
    for link, words in (("Standings", "Cleo"), ("Game sheet", "UnHORSED")):
        desk.page.locator(".nav-menu summary").click()
        with (
            desk.page.expect_popup() as popup,
            desk.page.context.expect_event("response", lambda answer: answer.url.endswith(".pdf")) as answer,
        ):
            desk.page.get_by_role("navigation").get_by_role("link", name=link, exact=True).click()
        # A browser with a viewer of documents shows it; one without takes it as a download.
        assert answer.value.headers["content-type"] == "application/pdf"
        paper = desk.page.request.get(answer.value.url).body()
        popup.value.close()
        assert paper.startswith(b"%PDF")
        assert words in "".join(page.extract_text() for page in PdfReader(BytesIO(paper)).pages)
