"""A whole French evening at two desks in real browsers: 40 players, 12 of them on phones, by the FISF's rules.

Racks come from a real bag and are typed. Tops, and all points, totals, negatives, percentages and ranks are counted a
second time from the slips as they were handed in (`french_hall`).
"""

# ruff: noqa: F811 - the arguments of a test have the names of its fixtures

import re
from dataclasses import replace
from io import BytesIO
from itertools import pairwise
from statistics import quantiles

import pytest
from playwright.sync_api import expect
from pypdf import PdfReader

from tests.browser.conftest import arbitrator, browser, chromium, hall, server  # noqa: F401 - fixtures of this file
from tests.e2e import french_hall as french
from tests.e2e import slips as write
from tests.e2e.french_people import FRENCH, enter, let_in, open_game, seat, set_double_arbitration
from tests.e2e.slips import PaperSlip

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]


def without_a_blank(errand):
    """Return the errand for racks without a blank, which phones mark where the word needs it."""
    return lambda spot: None if "?" in spot.rack else errand(spot)


# Each is done in the first round from the third on in which rack and board allow it.
ERRANDS = [
    *((21, write.miscounted), (21, write.without_score), (21, write.hard_to_read), (21, write.miscounted)),
    *((22, write.miscounted), (22, write.hard_to_read), (22, write.without_score)),
    *(
        (2, write.miscounted),
        (3, write.without_score),
        (7, write.without_score),
        (1, without_a_blank(write.wrong_reference)),
    ),
    *((23, write.blank_not_marked), (24, write.blank_wrong_letter), (25, write.wrong_reference)),
    *((26, write.without_reference), (27, write.last_letter_altered), (28, write.small_without_reference)),
    *((29, write.not_in_rack), (30, write.no_word), (31, write.not_in_full)),
    (32, french.extension_without_reference),
]
# The only table with the top, by round: on paper, and on a phone.
ALONE = {4: 14, 7: 2}
BLANKS = {3: "?", 8: "?"}
DOUBLE = {5, 6}
LATE_FROM = 16
UNLISTED = 13
# Signs of the arbitration sheet.
SIGNS = {"": "", "Avertissement": "!", "Pénalité": "†", "Zéro": "‡"}
ROUNDS = 20


def test_a_french_evening(hall):
    evening = open_game(hall, "Mardi soir", seed="mardi")
    seat(evening, french.PHONES, french.ON_PAPER, browsers=3)
    errands = list(ERRANDS)
    for number in range(1, ROUNDS + 1):
        if number == 11:
            play_round(evening, number, [])
            cancel_the_round(evening)
        play_round(evening, number, errands)
    assert not errands
    finish(evening)
    tell_keys(evening.spent, evening.chief.answers)


def tell_keys(spent, answers):
    """Print what `pytest -s` shows: keys of each round, and how long answers took."""
    keys = [after - before for before, after in pairwise([0, *spent])]
    middle, slow = quantiles(answers, n=20)[9::9]
    print(f"\nkeys by round: {keys}\n{len(answers)} lines: median {middle:.0f} ms, 95 % within {slow:.0f} ms")


def play_round(evening, number, errands):
    BEFORE.get(number, leave)(evening)
    least = 1 if number >= LATE_FROM else 2
    valid = french.has_one_of_a_kind if number == LATE_FROM else french.has_each(least)
    spot = evening.deal(valid=valid, wanted=BLANKS.get(number, ""))
    slips = french.usual_slips(spot, evening.names, number, alone=ALONE.get(number))
    slips |= plan(number, spot, errands)
    if number == UNLISTED:
        slips[33] = french.in_no_list(spot)
    desks = [evening.chief, evening.second] if number in DOUBLE else [evening.chief]
    evening.hand_in(
        number,
        spot,
        {table: slips[table] for table in slips if table not in LEFT_OUT.get(number, ())},
        desks=desks,
    )
    DURING.get(number, leave)(evening, spot, slips)
    evening.end_round(missing=evening.slips.keys() != evening.names.keys())
    CLOSED.get(number, leave)(evening, spot, slips)
    evening.announce(number, spot)
    evening.check_slips(number)
    AFTER.get(number, leave)(evening, spot)
    evening.spent.append(evening.chief.keys)


def leave(*_):
    """Do nothing."""


def plan(number, spot, errands):
    """Return the errands of this round, one for each table."""
    if number == 1:
        return {20: french.first_word_without_reference(spot)}
    return {} if number == 2 or number in ALONE else write.take_errands(errands, spot, {})


# --- The evening, round by round -------------------------------------------------------------------------------


def other_than(slip, spot):
    """Return a good slip that differs."""
    return next(write.good(move) for move in spot.moves if write.good(move).worth < slip.worth)


def without_a_slip_and_late(evening, _spot, slips):
    """Put on record that table 36 handed in nothing, and that the paper of table 35 came after time."""
    evening.chief.line("36 ", key="0")
    evening.slips[36] = PaperSlip("", "", None, "no_slip")
    evening.chief.line("35 =0 remis après le temps")
    evening.slips[35] = replace(slips[35], code="overruled", worth=0)


def keyed_twice(evening, spot, slips):
    """Key tables 33 and 34 again: several slips, and a correction; table 5 hands in on paper as well."""
    desk = evening.chief
    desk.line(f"33 {other_than(slips[33], spot).line}", said="Échap")
    desk.line("", key="0")
    expect(desk.row(33)).to_contain_text("Plusieurs bulletins différents")
    evening.slips[33] = replace(slips[33], code="several_on_paper", worth=0)
    corrected = other_than(slips[34], spot)
    desk.line(f"34 {corrected.line}", said="Entrée")
    desk.line("")
    evening.slips[34] = corrected
    on_paper = other_than(slips[5], spot)
    desk.line(f"5 {on_paper.line}")
    settle(desk, 5, on_paper)
    evening.slips[5] = on_paper


def settle(desk, table, slip, **more):
    """Choose the slip that counts by its digit."""
    rivals = desk.row(table).locator(".rival[data-slip]")
    expect(rivals).to_have_count(2)
    wanted = [slip.reference in text and slip.word in text for text in rivals.all_inner_texts()].index(True)
    desk.line(f"{table} ", key=str(wanted + 1), **more)
    if not more:
        expect(desk.row(table).locator(".rival")).to_have_count(0)


def late_phone(evening, spot, _slips):
    answer = evening.phones[9].send(4, *spot.moves[0])
    assert answer.status == 201
    expect(evening.chief.row(9)).to_contain_text("en retard")


def disagree(evening, spot, slips):
    """Key table 34 in two ways: the second arbitrator may not settle it, the chief does."""
    right, wrong = slips[34], other_than(slips[34], spot)
    evening.chief.line(f"34 {right.line}")
    expect(evening.second.row(34)).to_have_attribute("data-state", "unchecked")
    evening.second.line(f"34 {wrong.line}")
    evening.second.watch.provoke("422")
    settle(evening.second, 34, right, status=422, said="juge-arbitre")
    evening.second.press("Escape")
    settle(evening.chief, 34, right)
    evening.slips[34] = right


def give_marks(evening, _spot, slips):
    """Give a warning, undone and redone; a penalty; and one that the same key takes back."""
    desk = evening.chief
    desk.line("37w")
    desk.undo()
    expect(desk.row(37)).not_to_contain_text("Avertissement")
    desk.redo()
    expect(desk.row(37)).to_contain_text("Avertissement")
    desk.line("38p")
    desk.line("39p")
    desk.line("39p")
    evening.slips[37] = replace(slips[37], code="warning_given")
    evening.slips[38] = replace(slips[38], code="penalty_given")


def the_rest_have_the_top(evening, spot, _slips):
    evening.chief.type("*")
    evening.chief.press("Enter")
    expect(evening.chief.page.locator("#line-said")).to_contain_text("(4)")
    evening.chief.line("")
    evening.slips |= dict.fromkeys(LEFT_OUT[8], write.good(spot.moves[0]))


def correct(evening, number, opened, fields, button):
    """Go back to a round: open the part of its page, fill it in with a reason."""
    page = evening.chief.page
    page.goto(f"/desk/{evening.code}/rounds/{number}/")
    part = page.locator(".correction", has_text=opened) if opened else page.locator("#change")
    if opened:
        part.locator("summary").click()
    for label, text in fields.items():
        part.get_by_label(label, exact=True).fill(text)
    part.get_by_role("button", name=button).click()


def place_another_move(evening, spot):
    """Change the move on the board to the best one below the top; points are compared with the top as before."""
    word, reference, _score = next(move for move in spot.moves if move[2] < spot.top)
    evening.table.take_off()
    place(evening, 9, word, reference)


def place(evening, number, word, reference):
    fields = {"Mot": word, "Référence": reference, "Motif": "les joueurs ont déjà noté celui-là"}
    correct(evening, number, "Changer le coup posé", fields, "Changer le coup posé")
    expect(evening.chief.page.locator(".past-facts")).to_contain_text(f"{word} {reference}")
    evening.table.put(word, reference)
    evening.chief.page.goto(f"/desk/{evening.code}/")
    evening.chief.is_at("draw")


def cancel_the_round(evening):
    """Cancel round 11 and play it again with another rack."""
    correct(evening, 11, "Annuler ce coup", {"Motif": "une lettre manquait au tirage"}, "Annuler le coup")
    evening.chief.is_at("draw")
    evening.table.take_off()
    evening.table.put_rack_back()
    del evening.sums.rounds[11]


def place_an_unlisted_word(evening, spot):
    """Accept the word of table 33 for this game after the announcement, and place it instead of the top."""
    desk, page = evening.chief, evening.chief.page
    _top, slips, present = evening.sums.rounds[UNLISTED]
    slip = slips[33]
    desk.press("l")
    desk.type(slip.word.lower())
    act = page.locator("#word-answer .word-act")
    act.locator("summary").click()
    act.get_by_label("Motif").fill("admis par la nouvelle édition")
    desk.press("Enter")
    expect(page.locator("#word-problems")).to_contain_text(f"{slip.word} accepté pour cette partie")
    desk.press("Escape")
    evening.table.accepted |= {slip.word}
    slips[33] = replace(slip, code="good", worth=slip.stated)
    evening.table.take_off()
    top = evening.table.spot().top
    evening.sums.rounds[UNLISTED] = top, slips, present
    place(evening, UNLISTED, slip.word, slip.reference)
    evening.check_slips(UNLISTED)


def correct_round_4(evening, _spot):
    """Give table 30 the top of round 4, which takes the solo from table 14."""
    fields = {"Table et décision": "30t", "Motif": "deux bulletins intervertis"}
    correct(evening, 4, None, fields, "Modifier ce bulletin")
    expect(evening.chief.page.locator(".messages")).to_contain_text("30")
    top, slips, _present = evening.sums.rounds[4]
    assert french.solo_of(slips) == 14
    slips[30] = replace(slips[14], code="good", worth=top)
    assert french.solo_of(slips) is None
    evening.chief.page.goto(f"/desk/{evening.code}/")
    evening.check_slips(4)


def with_a_second_arbitrator(evening):
    let_in(evening, f"bruno-{evening.code}")
    set_double_arbitration(evening, on=True)


def without_a_second_arbitrator(evening):
    set_double_arbitration(evening, on=False)
    evening.second.page.close()


def refuse_a_lean_rack(evening):
    """Type a rack with one vowel or one consonant, one round before it is valid."""
    table, desk = evening.table, evening.chief
    lean = table.bag.draw(table.left_over, valid=french.has_one_of_a_kind)
    desk.watch.provoke("422")
    desk.press("t")
    desk.type(f"+{lean}" if table.left_over else lean)
    desk.press("Enter")
    expect(desk.page.locator("#type-rack-problems")).to_contain_text("au moins 2")
    desk.press("Control+a", "Delete", "Escape")


BEFORE = {
    5: with_a_second_arbitrator,
    7: without_a_second_arbitrator,
    15: refuse_a_lean_rack,
}
LEFT_OUT = {2: (36,), 4: (9,), 6: (34,), 8: (37, 38, 39, 40)}
DURING = {
    2: without_a_slip_and_late,
    3: keyed_twice,
    6: disagree,
    7: give_marks,
    8: the_rest_have_the_top,
}
CLOSED = {4: late_phone}
AFTER = {9: place_another_move, 12: correct_round_4, UNLISTED: place_an_unlisted_word}


# --- The sums --------------------------------------------------------------------------------------------------


def finish(evening):
    """Compare the papers with what follows from the slips: by rank, by name, and slip by slip."""
    page = evening.chief.page
    page.get_by_role("button", name="Arrêter…").click()
    page.get_by_role("dialog").get_by_role("button", name="Arrêter la partie").click()
    evening.chief.is_at("finished")
    check_standings(evening)
    lines = [" ".join(line) for line in expected_lines(evening)]
    check_order(text_of(evening.get("standings.pdf")), lines)
    papers = evening.papers()
    names = sorted(evening.names.values(), key=french.sort_key)
    check_order(text_of(evening.fetch(f"{papers}standings.pdf", sort="name")), names)
    check_arbitration_sheet(evening, evening.fetch(f"{papers}arbitration.json").json()["rows"])


def check_arbitration_sheet(evening, rows):
    """Compare points with the sign of a sanction in each round, and totals. A cost of warnings is in its round, and a
    "no slip" on record has no sign, as none has that is not.
    """
    rounds = [slips for _top, slips, _present in evening.sums.in_order()]
    for table, *cells in rows[1:]:
        points = [int(re.match(r"−?\d+", str(cell))[0].replace("−", "-")) for cell in cells[1:-1]]
        assert points == evening.sums.of_table(table), cells
        assert cells[-1] == sum(points)
        signs = [next((sign for sign in "!†‡" if sign in str(cell)), "") for cell in cells[1:-1]]
        there = [slips.get(table) for slips in rounds]
        sanctions = [french.sanction_of(slip) if slip and slip.code != "no_slip" else "" for slip in there]
        assert signs == [SIGNS[sanction] for sanction in sanctions], cells


def check_standings(evening):
    """Compare the standings at the desk with what follows from the slips; equal ranks are by name."""
    evening.chief.press("2")
    rows = evening.chief.page.locator("#standings tbody tr").all_inner_texts()
    assert [row.split("\t")[:6] for row in rows] == expected_lines(evening)


def expected_lines(evening):
    """Return rank, table, name, total, negative and percentage of each table, the best first."""
    rows = evening.sums.rows()
    return [
        [str(rank), str(table), evening.names[table], str(total), signed(negative), percentage(percent)]
        for table, (rank, total, negative, percent) in sorted(
            rows.items(), key=lambda row: (row[1][0], french.sort_key(evening.names[row[0]]))
        )
    ]


def signed(number):
    return f"−{-number}" if number < 0 else str(number)


def percentage(percent):
    return f"{percent:.2f}".replace(".", ",")


def text_of(answer):
    pages = PdfReader(BytesIO(answer.body())).pages
    return " ".join(" ".join(page.extract_text() for page in pages).split())


def check_order(text, lines):
    """Check that a paper has all these lines, in this order."""
    assert [line for line in lines if line not in text] == []
    assert lines == sorted(lines, key=text.index)


# --- Short games -----------------------------------------------------------------------------------------------


def play(evening, number, *, alone=None, valid=None, wanted=""):
    """Play a round in which all slips are good, but for what the caller changes afterwards."""
    spot = evening.deal(valid=valid or french.has_each(2), wanted=wanted)
    slips = french.usual_slips(spot, evening.names, number, alone=alone)
    evening.hand_in(number, spot, slips, desks=[evening.chief])
    evening.end_round()
    evening.announce(number, spot)
    evening.check_slips(number)


def test_a_solo_counts_from_sixteen_players(hall):
    evening = open_game(hall, "Solo", seed="solo")
    seat(evening, french.PHONES[3:5], french.ON_PAPER[:13])
    play(evening, 1, alone=3)
    assert len(evening.names) == 15
    enter(evening, {16: "Élodie Tard"})
    play(evening, 2, alone=4)
    check_standings(evening)
    points = {table: evening.sums.of_table(table) for table in (3, 4)}
    tops = [top for top, _slips, _present in evening.sums.in_order()]
    assert points[3][0] == tops[0]
    assert points[4][1] == tops[1] + french.SOLO_POINTS


def copy_rules(hall, name, change):
    """Copy the FISF's rules in the browser, under another name and with a change."""
    page = hall.desk(**FRENCH).page
    page.goto("/desk/rules/")
    page.get_by_role("button", name="Copier FISF, normal").click()
    page.get_by_label("Nom", exact=True).fill(name)
    change(page)
    page.get_by_role("button", name="Enregistrer").click()
    expect(page.locator(".messages")).to_contain_text(name)


def test_seven_of_eight(hall):
    def change(page):
        page.get_by_label("Lettres par tirage").fill("8")
        page.get_by_label("Lettres jouées au plus").fill("7")

    copy_rules(hall, "7 sur 8", change)
    evening = open_game(hall, "7 sur 8", rules="7 sur 8", size=8, most_played=7)
    seat(evening, french.PHONES[3:5], french.ON_PAPER[:3])
    for number in (1, 2, 3):
        play(evening, number)
    check_standings(evening)


def test_joker(hall):
    copy_rules(hall, "Joker", lambda page: page.get_by_label("partie joker").check())
    evening = open_game(hall, "Joker", rules="Joker", joker=True)
    seat(evening, french.PHONES[3:5], french.ON_PAPER[:3])
    for number in (1, 2, 3):
        play(
            evening,
            number,
            valid=lambda rack: rack.count("?") == 1 and french.has_each(2)(rack),
            wanted="" if "?" in evening.table.left_over else "?",
        )
    check_standings(evening)
