"""Letters of several signs: the line of the desk, its racks, its corrections and a phone show how they are read."""

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]

READ = "Read as CH + A + L; apart: [C][H]"


@pytest.fixture
def code(desk):
    """Return the code of a Spanish game whose first round runs, with a CH on its rack."""
    code = desk.new_game("Martes", lexicon="spanish")
    desk.do(code, "type-rack", rack="CHALEROS")
    desk.do(code, "open-and-start")
    return code


def test_a_phone_tells_while_a_word_is_typed(hall, code):
    phone = hall.phone(code, "Ana")
    phone.shows("write")
    hint = phone.page.locator("#hint")
    phone.word.fill("CHAL")
    expect(hint).to_contain_text(READ)
    phone.word.fill("[C][H]AL")
    expect(hint).not_to_contain_text("Read as")
    phone.word.fill("")
    phone.tap_square("H8")
    phone.tap_tiles(["CH"])
    expect(hint).not_to_contain_text("Read as")


def test_the_desk_tells_in_its_line(hall, code):
    hall.phone(code, "Ana")
    arbitrator = hall.desk(code)
    shown = arbitrator.page.locator("#line-completion")
    arbitrator.press("k")
    for typed, told in (("1 chal h8 30", READ), ("1 [C][H]AL h8", ""), ("1 =18 chal", ""), ("1 SAL h8", "")):
        arbitrator.page.locator("#line-input").fill(typed)
        expect(shown).to_have_text(told)


def test_the_signs_of_a_called_rack_are_no_tiles(hall, desk):
    code = desk.new_game("Jueves", lexicon="spanish")
    desk.do(code, "type-rack", rack="CHALEROS")
    change = hall.desk(code).page.locator("#change-rack")
    for typed in ("CHAL+", "-CHAL", "CHAL"):
        change.locator("[name=rack]").fill(typed)
        expect(change.locator(".reading")).to_have_text(READ)
