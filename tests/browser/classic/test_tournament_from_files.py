"""A tournament of tsh from its files, dropped at once; then a round's results pasted."""

import pytest
from playwright.sync_api import expect

from tests.browser.hall import DESK_SIZE, PHONE_SIZE, Desk
from tests.browser.test_pages import fits_sideways

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]
CONFIG = "division a a.t\nconfig event_name = '{name}'\nautopair a 0 1 rr a\nconfig spread_cap = [200, 300]\n"
FIELD = """Marsh, Ann 1500 2; 400; p12 1; board 1
Li, Bo 1400 1; 380; p12 2; board 1
Day, Cy 1300 4; 390; p12 2; board 2
de la Tour, Marie-Antoinette 0 3; 412; p12 1; board 2
"""


def file_of(name, text):
    return {"name": name, "mimeType": "text/plain", "buffer": text.encode()}


@pytest.mark.parametrize("size", [DESK_SIZE, PHONE_SIZE], ids=["wide", "narrow"])
def test_files_become_a_tournament_and_a_round_is_pasted(hall, size):
    person = hall.open(Desk, size, storage_state=hall.arbitrator)
    person.watch.provoke("422")
    page = person.page
    page.goto("/events/new-tournament/")
    page.get_by_role("link", name="Import a tournament from another program").click()
    fits_sideways(person)
    read = page.get_by_role("button", name="Read the files")
    page.get_by_label("Files").set_input_files([file_of("a.t", FIELD.replace("2; 400", "3; 400"))])
    read.click()
    expect(page.get_by_text("Round 1: number 1 plays 3, who does not play 1.")).to_be_visible()
    fits_sideways(person)
    page.get_by_role("button", name="Cancel").click()
    name = f"Cup of {size['width']}"
    config = file_of("config.tsh", CONFIG.format(name=name))
    page.get_by_label("Files").set_input_files([config, file_of("a.t", FIELD)])
    read.click()
    expect(page.get_by_text("First in the standings: Marie-Antoinette de la Tour (1, +22)")).to_be_visible()
    fits_sideways(person)
    page.get_by_role("button", name="Import").click()
    page.goto(page.get_by_role("link", name="A", exact=True).first.get_attribute("href"))
    fits_sideways(person)
    expect(page.get_by_role("link", name="tsh", exact=True)).to_be_visible()
    page.get_by_role("link", name="Round 1").click()
    page.get_by_role("link", name="Several at once, or from a spreadsheet").click()
    page.get_by_label("Results").fill("1 400 380\nBo Li 300 Nobody 200")
    page.get_by_role("button", name="Enter").click()
    expect(page.get_by_text("There is no player Nobody here.")).to_be_visible()
    fits_sideways(person)
    page.get_by_label("Results").fill("1 400 380\nDay, Cy 390 Marie-Antoinette de la Tour 412")
    page.get_by_role("button", name="Enter").click()
    expect(page.get_by_text("2 results accepted.")).to_be_visible()
