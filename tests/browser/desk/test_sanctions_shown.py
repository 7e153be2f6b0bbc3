"""A round by the FISF's rules in real browsers: what phones, projector and desk say of sanctions and solos."""

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]


def test_sanctions_and_a_solo_are_told_with_the_announcement(hall, desk):
    code = desk.new_game("By the federation's rule", rule_set="fisf")
    ann, bob = hall.phone(code, "Ann"), hall.phone(code, "Bob")
    projector = hall.projector(code)
    desk.do(code, "type-rack", rack="TRAINER")
    desk.do(code, "open", "start")
    ann.shows("write")
    ann.type("trainer", "h5")
    ann.send()
    # The phone asks first: a missing score costs a warning.
    ann.page.get_by_role("dialog").get_by_role("button", name="Send without").tap()
    ann.shows("sent")
    bob.shows("write")
    bob.type("rainter", "h4", "66")
    bob.send()
    bob.shows("sent")
    desk.do(code, "end-round")
    desk.wait_for_step(code, "announce")
    page = hall.desk(code).page
    slips = page.locator("#slips tbody tr")
    expect(slips.filter(has_text="Ann")).to_contain_text("No score was stated; the true one is 66.")
    expect(slips.filter(has_text="Ann").locator(".chip.warn")).to_have_text("Warning")
    expect(slips.filter(has_text="Bob")).to_contain_text("(Rule: word not in the lexicon)")
    for phone in (ann, bob):
        expect(phone.page.locator("#account")).to_be_hidden()
    desk.announce_preferred(code, 1)

    expect(ann.page.locator("#my-move")).to_contain_text(
        "Solo, no points. Warning. No score was stated; the true one is 66."
    )
    note = ann.page.locator("#sheet li")
    expect(note.locator(".chip")).to_have_text(["Solo, no points", "Warning"])
    expect(note).to_contain_text("(Rule: Stated score missing)")
    expect(note.get_by_role("link")).to_have_attribute("href", "/cases/fisf/#why-score_missing")
    with ann.page.context.expect_page() as opened:
        note.get_by_role("link").tap()
    expect(opened.value.locator(".worked-case:has(:target) h3")).to_have_text("No score")
    opened.value.close()
    expect(ann.page.locator("#account")).to_have_text("Warnings: 1 (the first 3 are free)")
    expect(bob.page.locator("#sheet li")).to_contain_text(
        "Zero Not in the lexicon: RAINTER. (Rule: word not in the lexicon)"
    )
    expect(bob.page.locator("#account")).to_be_hidden()
    expect(projector.page.locator("#announcement .solo")).to_have_text("Solo, no points: Ann, table 1")
    page.keyboard.press("2")
    expect(page.locator("#standings thead th[scope=col]")).to_have_text(
        ["Rank", "Table", "Name", "Total", "Negative", "%", "Tops", "Solos", "Warnings", "Penalties"]
    )
