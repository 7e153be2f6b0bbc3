"""The director walks about with a phone: what matters of a round and of the standings is on a screen of 360 px, and the
page of a round follows the players' phones while a line is being typed.
"""

import json
import re
import uuid

import pytest
from playwright.sync_api import expect

from tests.browser.classic.test_classic_phones import FIELDS
from tests.factories.division_form import make_division_by_form
from tests.http_client import Session

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PHONE = {"width": 360, "height": 740}
NAMES = (
    "Bartholomew Featherstone",
    "Chloé Beaumont",
    "Maximiliane-Charlotte Featherstonehaugh-Wolfeschlegelsteinhausen",
    "Dan",
)


@pytest.fixture
def path(desk):
    """Return the path of a division: one round is played, and the second has begun."""
    path = make_division_by_form(desk, FIELDS)
    desk.post_form(f"{path}players/enter/", {"names": "\n".join(NAMES)})
    desk.post_form(f"{path}rounds/1/by-hand/", {"pairs": "1 2\n3 4"})
    desk.post_form(f"{path}rounds/1/begin/", {})
    for line in ("1 420 380", "2 450 400"):
        desk.post_form(f"{path}rounds/1/line/", {"line": line})
    desk.post_form(f"{path}rounds/2/by-hand/", {"pairs": "1 4\n2 3", "confirmed": "on"})
    desk.post_form(f"{path}rounds/2/begin/", {})
    return path


@pytest.fixture
def director(browser, server, arbitrator):
    context = browser.new_context(viewport=PHONE, locale="en-GB", is_mobile=True, storage_state=arbitrator)
    page = context.new_page()
    yield lambda path: (page.goto(server.site + path), page)[1]
    context.close()


def wholly_within(cell):
    box = cell.bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE["width"], cell.inner_text()


def words_are_whole(page, name):
    """Check that each word of the name is on one line."""
    lines = page.get_by_text(name, exact=False).first.evaluate(
        """element => {
          const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
          return [...text.data.matchAll(/\\S+/g)].map(word => {
            const range = document.createRange();
            range.setStart(text, word.index);
            range.setEnd(text, word.index + word[0].length);
            return range.getClientRects().length;
          });
        }"""
    )
    assert set(lines) == {1}, f"{name}: {lines}"


def test_what_matters_is_on_a_phone(director, path):
    page = director(f"{path}standings/")
    row = page.locator(".classic-standings tbody tr").first
    for cell in row.locator("td, th").all()[:4]:
        wholly_within(cell)
    assert page.locator(".site-header").bounding_box()["height"] <= 140
    page = director(f"{path}players/")
    for name in NAMES[:2]:
        words_are_whole(page.locator("table"), name)
    page = director(f"{path}rounds/1/")
    row = page.locator(".pairings tbody tr").first
    for cell in (".at", ".one", ".other", ".figures-cell"):
        wholly_within(row.locator(cell))
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_the_page_of_a_round_follows_the_phones(director, desk, server, path):
    event = path.split("/")[2]
    page = director(f"{path}rounds/2/")
    expect(page.get_by_text("2 results missing:")).to_be_visible()
    page.locator("#line").fill("2 41")
    players = desk.get(f"{path}players/").text
    for name, own, other in (("Bartholomew", 433, 390), ("Maximiliane", 391, 433)):
        entrant = re.search(rf'players/(\d+)/">{name}', players)[1]
        link = desk.post_form(f"{path}players/{entrant}/phone/", {}).text
        token = re.search(r"#t=([\w-]+)", link)[1]
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        phone = Session(server.site)
        match = phone.get(f"/api/v1/matches/{event}/me/", **headers).json()["match"]["id"]
        body = {"match": match, "own": own, "other": other, "id": str(uuid.uuid4())}
        reports = f"/api/v1/matches/{event}/reports/"
        assert phone.request("POST", reports, body=json.dumps(body).encode(), headers=headers).status < 300
    expect(page.get_by_role("heading", name="To be settled by the desk")).to_be_visible()
    expect(page.locator("#line")).to_have_value("2 41")
    expect(page.locator("#line")).to_be_focused()
    page.get_by_role("button", name="433–390 says Bartholomew").click()
    expect(page.get_by_text("1 result missing:")).to_be_visible()
