"""A player questions a ruling by phone, the desk answers, the phone shows it; pairs; dropping out and coming back."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]


@pytest.fixture
def announced(hall, desk):
    """Announce round 1 with a zero for Ann; return the code, her phone, and Bob's."""
    code = desk.new_game("Questions", rule_set="fisf")
    ann, bob = hall.phone(code, "Ann"), hall.phone(code, "Bob")
    desk.do(code, "type-rack", rack="TRAINER")
    desk.do(code, "open", "start")
    ann.shows("write")
    ann.type("rainter", "h4", "66")
    ann.send()
    ann.shows("sent")
    desk.do(code, "end-round")
    desk.announce_preferred(code, 1)
    ann.shows("announced")
    return code, ann, bob


def write(phone, text):
    phone.page.get_by_role("button", name=re.compile("Question this ruling|Edit your question")).tap()
    phone.page.get_by_label("What is wrong?").fill(text)


def send(phone):
    phone.page.get_by_role("dialog").get_by_role("button", name="Send").tap()


def test_a_player_questions_and_the_desk_answers(hall, announced):
    code, ann, bob = announced
    note = ann.page.locator("#sheet li")
    expect(note).to_contain_text("Not in the lexicon: RAINTER.")
    write(ann, "")
    send(ann)
    expect(ann.page.locator("#question-error")).to_have_text("Write your question first.")
    # The draft stays, over a closed dialog and a reload.
    ann.page.get_by_label("What is wrong?").fill("RAINTER is in my book,")
    ann.page.get_by_role("button", name="Cancel").tap()
    ann.reload()
    ann.page.get_by_role("button", name="Edit your question").tap()
    field = ann.page.get_by_label("What is wrong?")
    expect(field).to_have_value("RAINTER is in my book,")
    field.fill("RAINTER is in my book, page 7.")
    send(ann)
    expect(note).to_contain_text("Sent to the desk")
    expect(ann.page.get_by_role("button", name="Question this ruling")).to_have_count(0)

    desk = hall.desk(code)
    expect(desk.page.locator("#open-questions")).to_contain_text("1 question of a player is open.")
    desk.press("q")
    asked = desk.page.locator("#questions .question")
    for shown in ("1 Ann", "RAINTER H4", "Not in the lexicon", "RAINTER is in my book, page 7.", "Round 1"):
        expect(asked).to_contain_text(shown)
    desk.type("Not in ours: ")
    # Another question comes while the answer is being typed.
    write(bob, "I was there, too.")
    send(bob)
    expect(asked).to_have_count(2)
    desk.type("see the book at the desk.")
    expect(asked.first.get_by_role("textbox")).to_have_value("Not in ours: see the book at the desk.")
    desk.page.keyboard.press("Control+Enter")
    expect(asked).to_have_count(1)
    expect(desk.page.locator("#question-count")).to_have_text("1")

    expect(note).to_contain_text("Answer: Not in ours: see the book at the desk.", timeout=20_000)
    expect(bob.page.locator("#sheet")).not_to_contain_text("Not in ours")
    # Answered, it may be asked again; until the next round closes.
    expect(ann.page.get_by_role("button", name="Question this ruling")).to_be_visible()


def test_a_phone_is_told_that_its_slip_has_been_judged_again(desk, announced):
    code, ann, bob = announced
    again = ann.page.locator("#judged-again")
    expect(again).to_be_hidden()
    typed = {"line": "1 =66", "reason": "it is in the book"}
    assert desk.post_form(f"/desk/{code}/rounds/1/slip/", typed).status == 302
    expect(again).to_contain_text("Round 1: your slip has been judged again. It scores 66.")
    expect(again).to_contain_text("it is in the book")
    expect(bob.page.locator("#judged-again")).to_be_hidden()


def test_an_unsent_question_waits_for_the_network(hall, announced, desk):
    code, ann, _bob = announced
    note = ann.page.locator("#sheet li")
    expect(note).to_be_visible()
    with ann.offline():
        write(ann, "Why?")
        send(ann)
        expect(note).to_contain_text("Not sent yet")
    expect(note).to_contain_text("Sent to the desk", timeout=20_000)
    assert "Why?" in desk.panel(code)
    ann.page.get_by_role("button", name="Withdraw").tap()
    expect(ann.page.get_by_role("button", name="Question this ruling")).to_be_visible()
    assert "Why?" not in desk.panel(code)


def test_a_question_that_comes_too_late_is_not_lost(announced, desk):
    code, ann, _bob = announced
    write(ann, "Too late?")
    desk.do(code, "draw", "open", "start", "end-round")
    desk.wait_for_step(code, "announce")
    ann.watch.provoke("409")
    send(ann)
    note = ann.page.locator("#sheet li")
    expect(note).to_contain_text("Too late?")
    expect(note).to_contain_text("Round 1 could only be questioned until round 2 closed.")
    ann.reload()
    expect(note).to_contain_text("Too late?")


def test_a_pair_joins_drops_out_and_comes_back(hall, desk):
    code = desk.new_game("Pairs")
    phone = hall.phone()
    phone.page.goto(f"/join/{code}/")
    phone.page.get_by_text("We play as a pair").tap()
    phone.page.get_by_label("Your partner’s name").fill("Bob Ek")
    phone.join("Ann Marsh")
    expect(phone.page.locator("#who")).to_have_text("Ann Marsh & Bob Ek, table 1")
    desk.do(code, "type-rack", rack="TRAINER")
    desk.do(code, "open", "start")
    phone.shows("write")
    phone.type("train", "h4")

    page = hall.desk(code).page
    page.get_by_role("link", name="Players").click()
    page.get_by_role("link", name="Ann Marsh & Bob Ek").click()
    page.get_by_role("button", name="Drop out").click()
    expect(page.get_by_text("Ann Marsh & Bob Ek dropped out.")).to_be_visible()
    phone.shows("withdrawn")
    phone.says("Ask the arbitrator")
    expect(phone.word).to_be_hidden()

    page.get_by_role("button", name="Bring Ann Marsh & Bob Ek back").click()
    expect(page.get_by_text("Ann Marsh & Bob Ek is back.")).to_be_visible()
    phone.shows("write")
    phone.has_written("TRAIN", "H4")
    phone.send()
    phone.shows("sent")
