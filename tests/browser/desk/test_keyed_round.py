"""A round of 24 tables keyed at the desk by the keyboard alone: keystrokes counted, and the time it takes."""

import re
import time

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]

TABLES = 24
MOST_KEYS = 4
NAMES = [f"{letter}a" for letter in "ABCDEFGHIJKLMNOPQRSTUVWX"]


class Keys:
    """The keys typed into the line, counted."""

    def __init__(self, desk):
        self.desk = desk
        self.count = 0

    def type(self, text):
        """Type letter by letter; a line break is Enter."""
        for letter in text:
            self.desk.press({"\n": "Enter", " ": "Space"}.get(letter, letter))
        self.count += len(text)
        return len(text)


@pytest.fixture
def code(desk):
    """Return the code of a game by the FISF's rules: round 1 runs, two of 24 players have sent a slip by
    phone.
    """
    code = desk.new_game(
        "Mardi", rule_set="fisf", calls="", minimum_early="", minimum_late="", late_from_round=""
    )
    names = "\n".join(f"{table} {name}" for table, name in enumerate(NAMES, start=1))
    assert desk.post_form(f"/desk/{code}/players/", {"names": names}).status == 302
    desk.do(code, "type-rack", rack="TRAINER")
    desk.do(code, "open-and-start")
    return code


def row(desk, table):
    return desk.page.locator(f"#table-{table}")


def test_a_round_of_24_tables_by_keys_alone(hall, desk, code):
    arbitrator = hall.desk(code)
    page, keys = arbitrator.page, Keys(arbitrator)
    expect(page.locator("#line-table")).to_have_text("1 Aa")
    started = time.monotonic()
    arbitrator.press("k")
    spent = {}
    # As they come by runner: in any order.
    spent["typed", 7] = keys.type("7retrain h4 66\n")
    expect(row(arbitrator, 7)).to_contain_text("top")
    expect(page.locator("#line-said")).to_contain_text("7 Ga: RETRAIN H4, 66")
    spent["typed", 20] = keys.type("20train h4 11\n")
    expect(page.locator("#line-said")).to_contain_text("20 Ta: TRAIN H4, 12, Warning")
    for table in (17, 23, 9, 12, 3, 24, 11, 5):
        spent["top", table] = keys.type(f"{table}t\n")
    expect(row(arbitrator, 5)).to_have_attribute("data-state", "ruled")
    # Letters narrow the list of moves.
    keys.type("14train")
    expect(page.locator("#line-moves")).to_contain_text("TRAIN H4 12")
    listed = page.locator("#line-moves button").all_inner_texts()
    digit = next(text.split()[0] for text in listed if re.search(r"\bTRAIN\s+H4 12", text))
    spent["narrowed", 14] = 7 + keys.type(digit)
    expect(page.locator("#line-said")).to_contain_text("14 Na: TRAIN H4, 12")
    for table in (16, 18, 21):
        spent["listed", table] = keys.type(f"{table} 1")
    expect(row(arbitrator, 21)).to_have_attribute("data-state", "ruled")
    spent["zero", 2] = keys.type("2 0")
    expect(row(arbitrator, 2)).to_contain_text("Zero")
    # Then those that are left, in order: the desk goes to the next one by itself.
    expect(page.locator("#line-table")).to_have_text("4 Da")
    for table in (4, 6, 8):
        spent["top", table] = keys.type("t\n")
        expect(row(arbitrator, table)).to_contain_text("top")
    keys.type("8w\n")
    expect(row(arbitrator, 8)).to_contain_text(re.compile(r"Warning.*Warning for conduct\.", re.DOTALL))
    arbitrator.press("Control+z")
    expect(row(arbitrator, 8)).not_to_contain_text("Warning")
    arbitrator.press("Control+y")
    expect(row(arbitrator, 8)).to_contain_text("Warning")
    keys.type("*\n")
    expect(page.locator("#line-said")).to_have_text("All the rest have the top (6)? Enter: yes. Esc: no.")
    keys.type("\n")
    expect(page.locator("#slip-count")).to_have_text(f"{TABLES}/{TABLES}")
    took = time.monotonic() - started
    expect(page.locator("#line-table")).to_have_text("Every table has a slip")
    assert max(count for (kind, _table), count in spent.items() if kind in {"top", "listed"}) <= MOST_KEYS
    print(f"\n{TABLES} tables: {keys.count} keystrokes, {took:.1f} s with every answer waited for")
    ends_and_announces(arbitrator)


def ends_and_announces(arbitrator):
    """Leave the line, and go on with the keys of the stage.

    If background work is not finished, the desk refuses, and the key is pressed again.
    """
    arbitrator.press("Escape", "e")
    arbitrator.is_at("announce")
    arbitrator.watch.provoke("422")
    desk = arbitrator.page.locator("#desk")
    for _attempt in range(20):
        arbitrator.press("s", "a")
        arbitrator.page.wait_for_timeout(1_000)
        if desk.get_attribute("data-step") != "announce":
            break
    arbitrator.is_at("draw")


def test_what_is_refused_comes_back_into_the_line(hall, desk, code):
    arbitrator = hall.desk(code)
    arbitrator.watch.provoke("422")
    page, keys = arbitrator.page, Keys(arbitrator)
    arbitrator.press("k")
    keys.type("5train z9 12\n")
    expect(page.locator("#line-said")).to_contain_text("off the board")
    expect(page.locator("#line-input")).to_have_value("5 train z9 12")
    # Selected: what is typed next takes its place, letters and digits alike.
    keys.type("99t\n")
    expect(page.locator("#line-said")).to_have_text("There is no table 99.")
    arbitrator.press("Escape")
    # Somebody else was quicker, and the page has not been told yet.
    updates = re.compile(r"/tables/\?")
    page.route(updates, lambda route: route.fulfill(json={}))
    desk.key(code, "5 RETAIN H4 14")
    keys.type("5w\n")
    expect(page.locator("#line-said")).to_contain_text(
        "Table 5 has changed in the meantime and now has: RETAIN H4, 14"
    )
    expect(page.locator("#line-input")).to_have_value("5 w")
    page.unroute(updates)
    arbitrator.press("Enter")
    expect(row(arbitrator, 5)).to_contain_text("Warning for conduct.")


def test_a_conflict_is_settled_by_a_digit(hall, desk, code):
    phone = hall.phone(code, "Zoe")
    phone.type("train", "h4", "12")
    phone.send()
    phone.shows("sent")
    arbitrator = hall.desk(code)
    page, keys = arbitrator.page, Keys(arbitrator)
    arbitrator.press("k")
    keys.type("25retain h4 14\n")
    expect(row(arbitrator, 25)).to_contain_text("conflict")
    phone.says("TRAIN H4")
    expect(page.locator("[data-filter=conflicts] b")).to_have_text("1")
    keys.type("25 2")
    expect(page.locator("#line-said")).to_contain_text("25 Zoe: RETAIN H4, 14")
    expect(row(arbitrator, 25)).not_to_contain_text("conflict")
    phone.says("TRAIN H4")


def test_names_arrows_filters_and_the_mouse(hall, code):
    arbitrator = hall.desk(code)
    page, keys = arbitrator.page, Keys(arbitrator)
    arbitrator.press("k")
    keys.type("da train h4 12\n")
    expect(row(arbitrator, 4)).to_contain_text("TRAIN")
    arbitrator.press("ArrowDown", "ArrowDown")
    chosen = page.locator("#line-table")
    # The filters are there again once the line is left.
    page.locator("[data-leaves]").click()
    page.get_by_role("button", name="Missing").click()
    expect(row(arbitrator, 4)).to_be_hidden()
    row(arbitrator, 9).click()
    expect(chosen).to_have_text("9 Ia")
    page.locator("[data-mark=T]").click()
    expect(page.locator("#line-said")).to_contain_text("9 Ia:")
    expect(row(arbitrator, 9)).to_be_hidden()


def test_the_charts_follow_what_is_keyed_once_the_round_is_closed(hall, desk, code):
    """No new version tells of a slip on paper."""
    arbitrator = hall.desk(code)
    desk.key(code, "1T")
    desk.do(code, "end-round")
    desk.wait_for_step(code, "announce")
    arbitrator.page.get_by_role("tab", name="Charts").click()
    at_the_top = arbitrator.page.locator("#chart-scores tr").last
    arbitrator.page.locator("#chart-scores summary").click()
    expect(at_the_top).to_have_text(re.compile(r"\(top\)\s*1$"))
    desk.key(code, "2T")
    expect(at_the_top).to_have_text(re.compile(r"\(top\)\s*2$"))
    expect(at_the_top).to_be_visible()


@pytest.mark.parametrize("answer", ["refusal", "none"])
def test_a_name_that_nobody_could_look_up_keys_nothing(hall, code, answer):
    arbitrator = hall.desk(code)
    page, keys = arbitrator.page, Keys(arbitrator)
    arbitrator.watch.provoke("503|ERR_FAILED")
    look_up = re.compile(r"/tables/\?.*who=")
    page.route(look_up, lambda route: route.fulfill(status=503) if answer == "refusal" else route.abort())
    arbitrator.press("k")
    before = row(arbitrator, 1).inner_text()
    keys.type("da train h4 12\n")
    expect(page.locator("#line-said")).to_contain_text("The server did not answer.")
    expect(page.locator("#line-input")).to_have_value("da train h4 12")
    # The next line has been begun: the one before is told in full.
    page.unroute(look_up)
    waiting = []

    def hold(route):
        waiting.append(route)

    page.route(look_up, hold)
    with page.expect_request(look_up):
        arbitrator.press("Enter")
    keys.type("7")
    waiting[0].fulfill(status=503)
    expect(page.locator("#line-said")).to_contain_text("da train h4 12")
    expect(page.locator("#line-input")).to_have_value("7")
    page.unroute(look_up)
    assert row(arbitrator, 1).inner_text() == before


def test_a_name_is_found_without_its_accents(hall, desk):
    code = desk.new_game("Names")
    desk.post_form(f"/desk/{code}/players/", {"names": "Florian Zola\nÉlise Martin\nÉric Elbaz"})
    desk.do(code, "type-rack", rack="TRAINER")
    desk.do(code, "open-and-start")
    arbitrator = hall.desk(code)
    arbitrator.watch.provoke("422")
    page, keys = arbitrator.page, Keys(arbitrator)
    arbitrator.press("k")
    keys.type("elise T\n")
    expect(row(arbitrator, 2)).to_contain_text("top")
    keys.type("eri t\n")
    expect(row(arbitrator, 3)).to_contain_text("top")
    # A key after a word is never a slip: its T would be no reference.
    keys.type("xyz t\n")
    expect(page.locator("#line-said")).to_have_text("There is no player “xyz”.")
    expect(page.locator("#line-input")).to_have_value("xyz t")
