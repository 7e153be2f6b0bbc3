"""The arbitrator's shortest ways, each key counted: an isotop by its number, a rack by its new tiles, a slip by the
beginning of its word.
"""

import re

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]

TABLES = 8
# The table of docs/testing.md says the same.
MOST_KEYS = 24


class CountedKeys:
    """The keys of a round, counted one by one."""

    def __init__(self, person):
        self.person = person
        self.count = 0

    def press(self, *keys):
        self.person.press(*keys)
        self.count += len(keys)


def begin(hall, desk, name):
    """Return an arbitrator's desk with eight tables, and round 1 announced: a round like any later one follows."""
    code = desk.new_game(name)
    names = "\n".join(f"{table} Player {table}" for table in range(1, TABLES + 1))
    assert desk.post_form(f"/desk/{code}/players/", {"names": names}).status == 302
    desk.do(code, "type-rack", rack="AEGLRUV")
    desk.do(code, "open-and-start")
    desk.key(code, "*")
    desk.do(code, "end-round")
    desk.wait_for_step(code, "announce")
    move = next(top.value for top in desk.tops(code) if "VULGAR" in top.value)
    assert desk.announce(code, 1, move).status == 302
    person = hall.desk(code)
    person.is_at("draw")
    return person


def announce(person, keys):
    """Announce by one key. It is refused until the work in the background is done, and is then pressed again: these
    keys are not counted.
    """
    person.watch.provoke("422")
    step = person.page.locator("#desk")
    keys.press("a")
    for _attempt in range(20):
        person.page.wait_for_timeout(500)
        if step.get_attribute("data-step") != "announce":
            break
        person.press("a")
    person.is_at("draw")


def test_a_round_of_eight_tables_with_one_odd_slip(hall, desk):
    person = begin(hall, desk, "Few keys")
    page, keys = person.page, CountedKeys(person)
    keys.press("t", *"+SATINO", "Enter")
    person.is_at("open")
    keys.press("s")
    person.is_at("running")
    keys.press("k")
    # Seven have the top; table 3 has another one of the best moves.
    expect(page.locator("#line-moves .is-top").first).to_be_visible()
    word, letters = find_shortest_beginning(page)
    keys.press("3", *letters)
    completed = page.locator("#line-completion")
    expect(completed).to_contain_text(word)
    keys.press("Enter")
    expect(page.locator("#table-3 .move")).to_have_text(word)
    expect(page.locator("#line-said")).to_contain_text(f"3 Player 3: {word}")
    expect(completed).to_be_hidden()
    keys.press("*", "Enter")
    expect(page.locator("#line-said")).to_have_text("All the rest have the top (7)? Enter: yes. Esc: no.")
    keys.press("Enter")
    person.has_slips(f"{TABLES}/{TABLES}")
    keys.press("Escape", "e")
    person.is_at("announce")
    isotops = page.locator(".isotops input[type=radio]")
    if isotops.count() > 1:
        keys.press("2")
        expect(isotops.nth(1)).to_be_checked()
    announce(person, keys)
    print(f"\n{TABLES} tables, one odd slip: {keys.count} keys")
    assert keys.count <= MOST_KEYS


def find_shortest_beginning(page):
    """Return the word below the top that the fewest letters name, and these letters, from what the desk is told."""
    address = page.locator("#line").get_attribute("data-completions")
    moves = page.evaluate("async (address) => (await (await fetch(address)).json()).moves", address)
    found = []
    for move in moves:
        word = move["word"].upper()
        for length in range(2, len(word)):
            same = [one for one in moves if one["word"].upper().startswith(word[:length])]
            if len(same) == 1 and length not in move["words"] and not move["is_top"]:
                found.append((length, move["word"], word[:length].lower()))
                break
    _length, word, letters = min(found)
    return word, letters


def test_the_tiles_left_over_are_shown_with_the_new_ones(hall, desk):
    person = begin(hall, desk, "Left over")
    left_over = person.page.locator("#left-over")
    # VULGAR was placed.
    expect(left_over).to_have_text("Left over: E")
    person.press("t")
    person.type("+satin")
    expect(left_over).to_have_text("Left over: E+SATIN")


def test_the_move_that_enter_takes_is_shown_before_and_can_be_left(hall, desk):
    person = begin(hall, desk, "Completed")
    page = person.page
    person.type_rack("+SATINO")
    person.press("s")
    person.is_at("running")
    person.press("k")
    expect(page.locator("#line-moves .is-top").first).to_be_visible()
    word, letters = find_shortest_beginning(page)
    completed, line, said = (page.locator(f"#line-{name}") for name in ("completion", "input", "said"))
    person.type("3" + letters[:-1])
    expect(completed).to_be_hidden()
    person.type(letters[-1])
    expect(completed).to_contain_text(word)
    # A space says that the word is typed in full, whatever it begins.
    person.press("Space")
    expect(completed).to_be_hidden()
    person.watch.provoke("422")
    person.press("Enter")
    expect(said).to_have_class("line-said bad")
    expect(page.locator("#table-3 .move")).to_have_text("")
    # Escape leaves the line.
    line.fill(f"4{letters}")
    expect(completed).to_contain_text(word)
    person.press("Escape")
    expect(line).to_have_value("")
    expect(completed).to_be_hidden()
    # Typed in full it is a slip like any other.
    person.type(f"4{word} a1 7")
    expect(completed).to_be_hidden()
    person.press("Enter")
    expect(page.locator("#table-4")).to_contain_text("A1")


def test_a_word_that_is_accepted_for_the_game_completes_no_more(hall, desk):
    person = begin(hall, desk, "Accepted")
    page = person.page
    person.type_rack("+SATINO")
    person.press("s")
    person.is_at("running")
    person.press("k")
    expect(page.locator("#line-moves .is-top").first).to_be_visible()
    word, letters = find_shortest_beginning(page)
    completed = page.locator("#line-completion")
    person.type(f"3{letters}")
    expect(completed).to_contain_text(word)
    person.press("Escape")
    with page.expect_response("**/completions/"):
        code = page.url.rstrip("/").rpartition("/")[2]
        desk.do(code, "accept-word", word=letters, reason="in the new edition")
    person.type(f"3{letters}")
    expect(completed).to_be_hidden()


def test_the_first_word_is_completed_without_its_place(hall, desk):
    """The French rule puts it at its best place; where a rule asks for the place, Enter writes the word out."""
    for rule_set, score in (("fisf", True), ("classic", False)):
        code = desk.new_game(f"First word, {rule_set}", rule_set=rule_set)
        desk.post_form(f"/desk/{code}/players/", {"names": "Ann\nBob"})
        desk.do(code, "type-rack", rack="TRAINER")
        desk.do(code, "open-and-start")
        person = hall.desk(code)
        page = person.page
        person.is_at("running")
        person.press("k")
        expect(page.locator("#line-moves .is-top").first).to_be_visible()
        # The best moves come a moment after the top.
        page.wait_for_load_state()
        page.wait_for_timeout(500)
        person.type("2retra")
        completed = page.locator("#line-completion")
        if score:
            expect(completed).to_contain_text("RETRAIN")
            person.press("Enter")
            expect(page.locator("#table-2")).to_contain_text("66")
        else:
            expect(completed).to_be_hidden()
            person.press("Enter")
            expect(page.locator("#line-input")).to_have_value("2 RETRAIN ")
            person.type("h4 66")
            person.press("Enter")
            expect(page.locator("#table-2")).to_contain_text("RETRAIN")


@pytest.fixture
def second_round(hall, desk):
    """Return the line of a game by the FISF's rules in its second round, and letters that begin several words."""
    code = desk.new_game(
        "Beginnings", rule_set="fisf", calls="", minimum_early="", minimum_late="", late_from_round=""
    )
    desk.post_form(f"/desk/{code}/players/", {"names": "1 Ann\n2 Bob\n3 Cleo"})
    desk.do(code, "type-rack", rack="AEGLRUV")
    desk.do(code, "open-and-start")
    desk.key(code, "*")
    desk.do(code, "end-round")
    desk.wait_for_step(code, "announce")
    move = next(top.value for top in desk.tops(code) if "VULGAR" in top.value)
    assert desk.announce(code, 1, move).status == 302
    desk.do(code, "type-rack", rack="+SATINO")
    desk.do(code, "open-and-start")
    person = hall.desk(code)
    person.is_at("running")
    person.press("k")
    expect(person.page.locator("#line-moves .is-top").first).to_be_visible()
    person.page.wait_for_load_state()
    person.page.wait_for_timeout(500)
    return person, find_several(person.page)


def find_several(page):
    """Return letters that are no word and begin several of the best moves."""
    address = page.locator("#line").get_attribute("data-completions")
    moves = page.evaluate("async (address) => (await (await fetch(address)).json()).moves", address)
    words = {move["word"].upper(): move["words"] for move in moves}
    for word, lengths in words.items():
        for length in range(2, len(word)):
            several = [one for one in words if one.startswith(word[:length])]
            if len(several) > 1 and length not in lengths and word[:length] not in words:
                return word[:length].lower()
    raise AssertionError("no letters begin two words")


def test_letters_that_begin_several_words_are_no_zero_unasked(second_round):
    person, letters = second_round
    page = person.page
    line, said = page.locator("#line-input"), page.locator("#line-said")
    question = f"Several moves begin with “{letters.upper()}”"
    person.type(f"2{letters}")
    person.press("Enter")
    expect(said).to_contain_text(question)
    expect(line).to_have_value(f"2{letters}")
    expect(page.locator("#table-2 .move")).to_have_text("")
    # Escape takes them away.
    person.press("Escape")
    expect(line).to_have_value("")
    expect(said).to_have_text("")
    # A digit takes the move, without a further question.
    offered = page.locator("#line-moves button b").first
    person.type(f"2{letters}")
    expect(offered).to_have_text(re.compile(f"^{letters}", re.IGNORECASE))
    word = offered.inner_text()
    person.press("Enter")
    expect(said).to_contain_text(question)
    person.press("1")
    expect(page.locator("#table-2 .move")).to_have_text(word)
    # Enter again is yes, for this line alone.
    person.type(f"3{letters}")
    person.press("Enter")
    expect(said).to_contain_text(question)
    person.press("Enter")
    expect(page.locator("#table-3")).to_contain_text("Zero")
    # A space says at once that the letters are meant.
    person.type(f"1{letters}")
    person.press("Space", "Enter")
    expect(page.locator("#table-1")).to_contain_text("Zero")


def test_letters_after_a_name_are_taken_up_as_after_a_number(second_round):
    person, letters = second_round
    page = person.page
    person.type("bob")
    person.press("Space")
    person.type(letters)
    person.press("Enter")
    expect(page.locator("#line-said")).to_contain_text(f"Several moves begin with “{letters.upper()}”")
    expect(page.locator("#line-input")).to_have_value(f"2 {letters}")
    expect(page.locator("#table-2 .move")).to_have_text("")


def test_a_word_without_its_place_is_no_zero_unasked(second_round):
    person, _letters = second_round
    page = person.page
    word = page.locator("#line-moves .is-top b").first.inner_text()
    person.type(f"2{word}")
    person.press("Enter")
    expect(page.locator("#line-said")).to_contain_text(f"“{word.upper()}” has no reference")
    expect(page.locator("#table-2 .move")).to_have_text("")
    person.press("Enter")
    expect(page.locator("#table-2 .move")).to_have_text(word)
