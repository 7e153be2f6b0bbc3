"""While a player waits the button says how many phones still write: a number, and nothing of their slips."""

import os

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]


def test_who_has_sent_sees_how_many_still_write(hall, desk):
    code = desk.new_game("Waiting")
    mona, noah = (
        hall.phone(code, name, size={"width": 360, "height": 640}, color_scheme=scheme)
        for name, scheme in (("Mona", "light"), ("Noah", "dark"))
    )
    desk.do(code, "type-rack", rack="TRAINER")
    desk.do(code, "open-and-start")
    asked = []
    mona.page.on("request", lambda request: asked.append(request.url))
    for phone, words in ((mona, "Sent · 1 still writing"), (noah, "Sent · nobody else is writing")):
        phone.shows("write")
        phone.type("RAIN", "H8", "8")
        before = phone.page.locator("#board").bounding_box()
        phone.send()
        phone.shows("sent")
        expect(phone.page.locator("#send")).to_have_text(words)
        assert phone.page.locator("#board").bounding_box() == before, "nothing moves"
        if folder := os.environ.get("PICTURES"):
            phone.page.screenshot(path=f"{folder}/writing-{words[7:10]}.png")
    expect(mona.page.locator("#send")).to_have_text("Sent · nobody else is writing")
    assert [address for address in asked if not address.endswith(("/slips/", f"/games/{code}/"))] == []
