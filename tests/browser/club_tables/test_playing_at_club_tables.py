"""Club tables: two phones at a board, the tablet in the middle, and who keeps the score on paper."""

import re

import pytest
from playwright.sync_api import expect

from tests.oracles import removals

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]


def opened(hall, name="Classic", way="everybody on their own phone", agreed=(), tiles=None):
    """Return the arbitrator at the codes of a new table, and the table's code. `agreed` has boxes to tick, or
    labels with the text to fill in; the lexicon is the first one of these tiles.
    """
    desk = hall.desk()
    desk.page.get_by_role("link", name="Tables", exact=True).click()
    desk.page.get_by_role("link", name=name, exact=True).click()
    desk.page.get_by_label(way).check()
    if tiles:
        lexicon = desk.page.get_by_label("Lexicon")
        lexicon.select_option(lexicon.locator("option", has_text=tiles).first.get_attribute("value"))
    if agreed:
        desk.page.get_by_text("Variants").click()
    for label in agreed:
        if isinstance(label, tuple):
            desk.page.get_by_label(label[0], exact=True).fill(label[1])
        else:
            desk.page.get_by_label(label, exact=True).check()
    desk.page.get_by_role("button", name="Open the table").click()
    return desk, desk.page.locator(".table-code").inner_text()


def sat_down(hall, code, name):
    person = hall.phone()
    person.page.goto(f"/tables/{code}/")
    person.page.get_by_label("Name").fill(name)
    person.page.get_by_role("button", name="Sit down").click()
    expect(person.page.locator("#seated")).to_contain_text(name)
    return person


def whose_turn(people):
    """Return the player on turn and the others, once every phone shows it without a reload."""
    for person in people:
        expect(person.page.locator("#state")).to_have_text(re.compile("^Your turn$| to play$"))
    turn = next(person for person in people if "Your turn" in person.page.locator("#state").inner_text())
    return turn, [person for person in people if person is not turn]


@pytest.mark.smoke
def test_two_phones_play_take_back_and_exchange(hall):
    _desk, code = opened(hall)
    ann = sat_down(hall, code, "Ann")
    expect(ann.page.locator("#needs")).to_have_text("2 to 4 players; 1 is here.")
    bob = sat_down(hall, code, "Bob")
    expect(ann.page.locator("#needs")).to_have_text("2 to 4 players; 2 are here.")
    ann.page.get_by_role("button", name="Start game").click()
    expect(bob.page.locator("#game")).to_be_visible()
    turn, [other] = whose_turn([ann, bob])
    drawn = re.compile(r"^Ann [A-Z?], Bob [A-Z?]: (Ann|Bob) begins$")
    expect(turn.page.locator("#state-detail")).to_have_text(drawn)
    expect(turn.page.locator("#rack .tile")).to_have_count(7)
    expect(other.page.locator("#rack .tile")).to_have_count(7)

    # Two tiles are laid by tapping, as words go unlooked-up until somebody doubts them.
    turn.page.locator("#board .square").nth(7 * 15 + 7).click()
    for tile in (0, 1):
        letter = turn.page.locator("#rack .tile").nth(tile)
        letter.click()
        if turn.page.locator("#blank-dialog").is_visible():
            turn.page.locator("#blank-dialog button").first.click()
    turn.page.get_by_role("button", name="Play").click()
    expect(other.page.locator("#state")).to_have_text("Your turn")
    expect(other.page.locator("#turns li")).not_to_have_count(0)
    expect(turn.page.locator("#rack .tile")).to_have_count(7)

    # The other may doubt it; instead both agree to take it back.
    challenge = other.page.get_by_role("button", name="Challenge")
    # A tap on it asks first, and leaves the move alone unless the answer is yes.
    asked = []
    other.page.once("dialog", lambda dialog: (asked.append(dialog.message), dialog.dismiss()))
    challenge.click()
    assert re.fullmatch(
        r"Challenge \S+ \S+\? If its words are good: (Ann|Bob) loses this turn\.", asked[0]
    ), asked
    expect(challenge).to_be_visible()
    turn.page.get_by_role("button", name="Undo the last action").click()
    expect(other.page.locator("#undo-words")).to_contain_text("asks to undo the last action")
    other.page.get_by_role("button", name="I agree").click()
    expect(turn.page.locator("#state")).to_have_text("Your turn")
    expect(turn.page.locator("#board .has-tile")).to_have_count(0)

    turn.page.get_by_role("button", name="Exchange…").click()
    turn.page.set_viewport_size({"width": 360, "height": 640})
    tiles = turn.page.locator("#exchange-tiles .tile")
    boxes = [tiles.nth(place).bounding_box() for place in range(7)]
    assert len({box["y"] for box in boxes}) == 1, "seven tiles are in one line at 360 px"
    assert all(box["width"] >= 36 and box["height"] >= 44 for box in boxes)
    assert boxes[0]["x"] >= 0
    assert boxes[6]["x"] + boxes[6]["width"] <= 360
    tiles.nth(0).click()
    turn.page.locator("#exchange-tiles .tile").nth(3).click()
    turn.page.get_by_role("button", name="Exchange 2").click()
    expect(other.page.locator("#state")).to_have_text("Your turn")
    expect(other.page.locator("#turns")).to_contain_text("exchanges 2")


def kept(hall, way, agreed=(), tiles=None):
    """Return the page of the tablet or of the scorekeeper, with Ann and Bob at the table."""
    desk, _code = opened(hall, way=way, agreed=agreed, tiles=tiles)
    desk.page.get_by_role("button", name="On this device").click()
    for name in ("Ann", "Bob"):
        desk.page.get_by_label("Name").fill(name)
        desk.page.get_by_role("button", name="Sit down").click()
        expect(desk.page.locator("#seated")).to_contain_text(name)
    desk.page.get_by_role("button", name="Start game").click()
    expect(desk.page.locator("#game")).to_be_visible()
    return desk


def entered(page, ref, word):
    page.locator("#paper-word").fill(word)
    page.locator("#paper-ref").fill(ref)
    page.get_by_role("button", name="Enter").first.click()
    expect(page.locator("#paper-word")).to_have_value("")


def test_v4_v5_v8_words_are_rearranged_recycled_and_on_a_theme(hall):
    agreed = ("Words may be rearranged", "Letters may be recycled", ("Theme", "the kitchen"))
    desk = kept(hall, "real tiles", agreed)
    page = desk.page
    entered(page, "8G", "EAT")
    page.get_by_role("button", name="EAT", exact=True).click()
    expect(page.locator("#turns li").first).to_contain_text("on the theme")

    page.get_by_role("button", name="Rearrange a word…").click()
    page.get_by_label("Where it begins").fill("8G")
    page.get_by_label("Its letters in the new order").fill("TEN")
    page.get_by_role("button", name="Rearrange", exact=True).click()
    expect(page.locator("#rearrange-problem")).to_be_visible()
    page.get_by_label("Its letters in the new order").fill("TEA")
    page.get_by_role("button", name="Rearrange", exact=True).click()
    expect(page.locator("#rearranged")).to_contain_text("TEA at 8G")
    entered(page, "8G", "TEAS")
    expect(page.locator("#turns li").first).to_contain_text("TEAS")

    page.get_by_role("button", name="Swap with the board…").click()
    page.get_by_label("Square on the board").fill("G8")
    page.get_by_label("Tile of your own").fill("Q")
    desk.watch.provoke("409")
    page.get_by_role("button", name="Swap", exact=True).click()
    expect(page.locator("#problem")).to_contain_text("V5")
    page.get_by_role("button", name="Swap with the board…").click()
    page.get_by_label("Tile of your own").fill("S")
    page.get_by_role("button", name="Swap", exact=True).click()
    expect(page.locator("#turns li").first).to_contain_text("swaps S at G8")
    expect(page.locator("#problem")).to_be_hidden()


def test_c4_the_list_says_who_challenged_and_what_it_cost(hall):
    page = kept(hall, "real tiles").page
    page.on("dialog", lambda dialog: dialog.accept())
    entered(page, "8G", "EAT")
    other = page.locator("#paper-turn").inner_text()
    page.get_by_role("button", name="Challenge").click()
    line = page.locator("#turns li").first
    expect(line).to_have_text(f"{other} challenges EAT; the challenge fails: {other} loses this turn")
    entered(page, "9G", "XQZ")
    page.get_by_role("button", name="Challenge").click()
    expect(line).to_contain_text(f"{other} challenges XQZ; the challenge succeeds, the word comes off")
    expect(line.locator(".number")).to_have_text(re.compile(r"^(Ann|Bob) −\d+$"))


def test_v7_v9_words_are_looked_up_and_two_bags_drawn_from(hall):
    agreed = ("Open dictionary", "Vowels and consonants in two bags")
    _desk, code = opened(hall, agreed=agreed)
    ann, bob = sat_down(hall, code, "Ann"), sat_down(hall, code, "Bob")
    ann.page.get_by_role("button", name="Start game").click()
    for person, vowels in ((ann, 5), (bob, 2)):
        person.page.get_by_label("Vowels among the new tiles").fill(str(vowels))
        person.page.get_by_role("button", name="Draw the first rack").click()
        expect(person.page.locator("#rack .tile")).to_have_count(7)
        letters = person.page.locator("#rack .tile").evaluate_all("all => all.map(one => one.dataset.tile)")
        assert sum(letter in "AEIOU?" for letter in letters) == vowels
    ann.page.get_by_label("Look a word up").fill("zyzzyva")
    ann.page.get_by_role("button", name="Look up").click()
    expect(ann.page.locator("#looked")).to_have_text("ZYZZYVA is good")


def test_letters_of_several_signs_are_read_back_while_they_are_typed(hall):
    page = kept(hall, "real tiles", tiles="Spanish").page
    word, reading = page.locator("#paper-word"), page.locator("#paper .reading")
    for typed, told in (("CHAL", "Read as CH + A + L; apart: [C][H]"), ("[C][H]AL", ""), ("ARCO", "")):
        word.fill(typed)
        expect(reading).to_have_text(told)
    word.fill("CHAL")
    page.locator("#paper-ref").fill("8G")
    page.get_by_role("button", name="Enter").first.click()
    expect(word).to_have_value("")
    expect(reading).to_have_text("")


def test_the_tablet_hides_a_rack_until_it_is_in_the_right_hands(hall):
    page = kept(hall, "one tablet in the middle").page
    expect(page.locator("#hand-over")).to_be_visible()
    expect(page.locator("#entry")).to_be_hidden()
    page.locator("#show-rack").click()
    expect(page.locator("#rack .tile")).to_have_count(7)
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Pass").click()
    expect(page.locator("#hand-over")).to_be_visible()
    expect(page.locator("#entry")).to_be_hidden()
    # Nothing of it is left on the page.
    assert page.locator("#rack .tile").count() == 0 or not page.locator("#rack").is_visible()


def test_v10_two_phones_take_a_board_apart(hall):
    """The second phone sees at once what the first has taken; what leaves no good words is refused with the rule."""
    _desk, code = opened(hall, name="Un-Scrabble")
    ann, bob = sat_down(hall, code, "Ann"), sat_down(hall, code, "Bob")
    ann.page.get_by_role("button", name="Start game").click()
    expect(bob.page.locator("#game")).to_be_visible()
    lying = bob.page.locator("#board .has-tile").count()
    phones = [ann, bob]
    for turn in range(4):
        phone, other = phones[turn % 2], phones[1 - turn % 2]
        expect(phone.page.locator("#remove")).to_be_visible()
        expect(other.page.locator("#remove")).to_be_hidden()
        shown = phone.page.request.get(f"/api/v1/tables/{code}/").json()["game"]
        board = removals.board_of(shown["board"])
        removal = sorted(max(removals.all_removals(board), key=lambda each: (len(each), sorted(each))))
        if turn == 0:
            refused(
                phone,
                next(
                    square
                    for square in sorted(board)
                    if {square} not in map(set, removals.all_removals(board))
                ),
            )
        for row, column in removal:
            phone.page.locator("#board .square").nth(row * 15 + column).click()
        phone.page.locator("#remove").click()
        lying -= len(removal)
        expect(other.page.locator("#board .has-tile")).to_have_count(lying)
        expect(other.page.locator("#turns li")).to_have_count(turn + 1)
        points = removals.value(board, removal)
        expect(other.page.locator("#turns li").first).to_contain_text(str(points))


def refused(phone, square):
    """Check that removing this one tile is refused: it leaves words that are not good."""
    phone.watch.provoke("409")
    phone.page.locator("#board .square").nth(square[0] * 15 + square[1]).click()
    phone.page.locator("#remove").click()
    expect(phone.page.locator("#problem")).to_contain_text("V10")
    phone.page.locator("#none").click()


def test_a_lost_phone_is_replaced_and_an_undo_that_is_refused_is_told(hall):
    desk, code = opened(hall)
    people = [sat_down(hall, code, name) for name in ("Ann", "Bob", "Cy", "Dee")]
    late = hall.phone()
    late.page.goto(f"/tables/{code}/")
    expect(late.page.locator("#needs")).to_contain_text("All 4 seats of this table are taken")
    people[0].page.get_by_role("button", name="Start game").click()
    expect(late.page.locator("#state-detail")).to_have_text("You are watching")

    turn, others = whose_turn(people)
    name = turn.page.locator("#who").inner_text().removeprefix("You are ")
    turn.page.once("dialog", lambda dialog: dialog.accept())
    turn.page.get_by_role("button", name="Pass").click()
    turn.page.get_by_role("button", name="Undo the last action").click()
    other = others[0]
    other.page.get_by_role("button", name="No, keep it").click()
    expect(turn.page.locator("#undo-words")).to_have_text("Not all agreed: the last action stands.")
    expect(other.page.locator("#undo-asked")).to_be_hidden()

    desk.page.reload()
    desk.page.get_by_text("A player has a new phone").click()
    desk.page.get_by_role("listitem").filter(has_text=name).get_by_role("button", name="New link").click()
    turn.watch.provoke("401")
    # The address is that of the hall's network, on which the server of a test does not answer.
    link = desk.page.locator(".phone-link a").get_attribute("href")
    late.page.goto("about:blank")
    late.page.goto(f"/tables/{code}/#{link.partition('#')[2]}")
    expect(late.page.locator("#who")).to_have_text(f"You are {name}")
    expect(late.page.locator("#rack .tile")).to_have_count(7)
    turn.reload()
    expect(turn.page.locator("#who")).to_have_text("You are watching")
