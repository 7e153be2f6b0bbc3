"""The player's sheet: a card for each round, with all that decided it, on the narrowest phone."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_pages import fits_sideways
from tests.http_client import Phone

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR", "es-ES"])
def test_a_card_shows_score_top_difference_rank_and_why(hall, desk, locale):
    code = desk.new_game("Cards")
    mona = Phone(desk.site, code, "Mona").join()
    phone = hall.phone(code, size={"width": 320, "height": 568}, locale=locale)
    phone.page.goto(f"/join/{code}/")
    phone.page.locator("#name").fill("Rosa")
    phone.page.locator("#join-form button").tap()
    for number, (rack, word, square) in enumerate(
        [("TRAINER", "TRAIN", "H4"), ("SATIRES", "QXZ", "A1")], start=1
    ):
        desk.do(code, "type-rack", rack=rack)
        desk.do(code, "open-and-start")
        phone.shows("write")
        phone.page.locator("#word").fill(word)
        phone.page.locator("#reference").fill(square)
        phone.send()
        phone.shows("sent")
        if number == 2:
            assert mona.send(number, "SATIRES", "A1", 0).status == 201
        desk.do(code, "end-round")
        desk.announce_preferred(code, number)
        phone.shows("announced")
        expect(phone.page.locator("#sheet li")).to_have_count(number)
    newest, first = phone.page.locator("#sheet li").all()
    top = first.locator("dd.number").nth(1).inner_text()
    expect(first.locator("dd.number")).to_have_text(["12", top, f"−{int(top) - 12}"])
    expect(first.locator(".sheet-word").first).to_have_text("TRAIN")
    expect(first).to_contain_text(
        {"en-GB": "Rank 1 of 2", "fr-FR": "Rang 1 sur 2", "es-ES": "Puesto 1 de 2"}[locale]
    )
    expect(newest.locator(".chip.bad")).to_be_visible()
    expect(newest.get_by_role("link")).to_be_visible()
    fits_sideways(phone)
    fits = "cards => cards.every(one => one.scrollWidth <= one.clientWidth)"
    assert phone.page.locator("#sheet li").evaluate_all(fits)


def test_the_sheet_comes_with_the_stream_and_is_asked_for_after_a_correction(hall, desk):
    code = desk.new_game("Own sheets")
    phone = hall.phone(code, "Rosa")
    expect(phone.page.locator("#who")).to_contain_text("Rosa")
    asked = []
    phone.page.on("request", lambda request: "/me/" in request.url and asked.append(request.url))

    def play(number, rack):
        desk.do(code, "type-rack", rack=rack)
        desk.do(code, "open-and-start")
        phone.shows("write")
        desk.do(code, "end-round")
        desk.announce_preferred(code, number)
        phone.shows("announced")
        expect(phone.page.locator("#sheet li")).to_have_count(number)

    play(1, "TRAINER")
    play(2, "SATIRES")
    assert asked == []
    told = desk.post_form(
        f"/desk/{code}/rounds/1/slip/", {"line": "1 RAIN H5 8", "reason": "found under a table"}
    )
    assert told.status == 302, told.text
    play(3, "OUTLINE")
    assert asked
    expect(phone.page.locator("#sheet li").last.locator(".sheet-word").first).to_have_text("RAIN")
