"""The evening that the handbook's pictures show: 24 tables by the FISF's rules, phones and paper mixed."""

import re

from playwright.sync_api import expect

from tests import http_client
from tests.browser.hall import DESK_SIZE, Desk

NAMES = (
    "Agnès", "Bertrand", "Céline", "David", "Élise", "Florian", "Gwenaëlle", "Hugo", "Inès", "Joseph",
    "Katarzyna", "Łukasz", "Maud", "Nadia", "Olivier", "Paul & Rose", "Quentin", "Romane", "Solène", "Thibault",
    "Ursule", "Victor", "Wassila", "Yann",
)  # fmt: skip
PHONES = 3
RACK = "TRAINER"
# One line a table, as typed: the top, a listed move, a slip with a wrong score, no slip, sanctions, a decision.
KEYED = (
    "4 retrain h4 66", "5 train h4 11", "6 0", "7t", "8 retina h4 14", "8p", "9 rain h6 8?", "10t", "10s",
    "11 trainer h4 60", "11w", "12 tain h5 8", "13t", "13 =14 misread", "3 train h4 12",
)  # fmt: skip


class Evening:
    """A game on a running program, with an arbitrator in a browser and players who hand in over HTTP."""

    def __init__(self, site, welcome):
        self.keeper = http_client.Desk(site).enter(welcome, "Ann")
        self.site = site
        self.code = self.keeper.new_game(
            "Festival",
            rule_set="fisf",
            round_time="",
            calls="",
            grace_seconds="",
            minimum_early="",
            minimum_late="",
            late_from_round="",
        )
        self.phones = [http_client.Phone(site, self.code, name).join() for name in NAMES[:PHONES]]
        self.keeper.get(f"/desk/{self.code}/players/")
        names = "\n".join(NAMES[PHONES:])
        assert self.keeper.post_form(f"/desk/{self.code}/players/", {"names": names}).status == 302

    def desk(self, browser, **options):
        options = {"viewport": DESK_SIZE, "locale": "en-GB"} | options
        context = browser.new_context(base_url=self.site, **options)
        page = context.new_page()
        page.goto("/login/")
        page.locator("[name=username]").fill("Ann")
        page.locator("[name=password]").fill(http_client.PASSWORD)
        page.locator("[name=password]").press("Enter")
        page.wait_for_url(re.compile("/desk/$"))
        page.goto(f"/desk/{self.code}/")
        return Desk(page, None)

    def hand_in(self, number, *slips):
        for phone, (word, reference, score) in zip(self.phones, slips, strict=False):
            assert phone.send(number, word, reference, score).status in {200, 201}


def key_in(desk, lines):
    """Type them at the line, each answered before the next."""
    said = desk.page.locator("#line-said")
    desk.press("k")
    for line in lines:
        table = re.match(r"\d+", line)[0]
        desk.type(line)
        if desk.page.locator("#line-input").input_value():
            desk.press("Enter")
        # The message about the previous line disappears only with the answer to this one.
        expect(said).to_contain_text(re.compile(rf"^{table} "))
        expect(said).not_to_have_class(re.compile("bad"))


def play_a_round(evening, desk):
    """Play up to the moment of the picture: most slips are keyed, one is in conflict with a phone's."""
    desk.type_rack(RACK)
    desk.press("s")
    desk.is_at("running")
    evening.hand_in(1, ("RETRAIN", "H4", 66), ("TRAINER", "H4", 65), ("RETAIN", "H4", 14))
    desk.has_slips(f"{PHONES}/{len(NAMES)}")
    key_in(desk, KEYED)
    expect(desk.page.locator("#table-3")).to_contain_text("conflict")
