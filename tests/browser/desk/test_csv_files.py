"""The choice of how CSV files are written: remembered by the browser, and used by the next file."""

import pytest
from playwright.sync_api import expect

from tests.browser.hall import DESK_SIZE, Desk

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]


def first_line(page):
    with page.expect_download() as download:
        page.get_by_role("link", name="CSV", exact=True).click()
    return download.value.path().read_text(encoding="utf-8-sig").splitlines()[0]


def test_the_language_decides_until_the_user_chooses(hall, desk):
    code = desk.new_game("Evening")
    desk.post_form(f"/desk/{code}/players/", {"names": "Ann\nBob"})
    person = hall.open(Desk, DESK_SIZE, storage_state=hall.arbitrator, locale="fr-FR")
    page = person.page
    page.goto(f"/desk/{code}/players/")
    assert ";" in first_line(page)
    page.locator("#display-menu summary").click()
    formats = page.get_by_role("group", name="Fichiers CSV")
    expect(formats.get_by_role("button", name="selon la langue")).to_have_attribute("aria-pressed", "true")
    formats.get_by_role("button", name="virgules et 1.5", exact=True).click()
    assert "," in first_line(page)
    page.reload()
    assert ";" not in first_line(page)
    page.locator("#display-menu summary").click()
    expect(formats.get_by_role("button", name="virgules et 1.5", exact=True)).to_have_attribute(
        "aria-pressed", "true"
    )
    formats.get_by_role("button", name="selon la langue").click()
    assert ";" in first_line(page)
