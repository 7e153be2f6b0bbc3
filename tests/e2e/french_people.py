"""The people of a French evening: arbitrators who key in a browser, and players' phones."""

import re
import time
from dataclasses import dataclass, field
from random import Random

from playwright.sync_api import expect

from tests import http_client
from tests.browser.hall import DESK_SIZE, PHONE_SIZE, Desk, Hall, Phone
from tests.e2e import french_hall as french

FRENCH = {"locale": "fr-FR"}


class FrenchPhone(Phone):
    """A player whose phone is in French."""

    @property
    def word(self):
        return self.page.get_by_label("Mot", exact=True)

    @property
    def reference(self):
        return self.page.get_by_label("Référence", exact=True)

    def join(self, name):
        self.page.get_by_label("Votre nom").fill(name)
        self.page.get_by_role("button", name="Rejoindre").tap()
        self.page.wait_for_url("**/play/*/")

    def hand_in(self, _number, slip):
        self.shows("write")
        self.type(slip.word, slip.reference, "" if slip.stated is None else str(slip.stated))
        self.send()
        if slip.stated is None:
            self.page.get_by_role("dialog").get_by_role("button", name="Envoyer sans").tap()
        self.shows("sent")


class FarPhone(http_client.Phone):
    """A player's phone, as the server knows it: requests without a browser."""

    def hand_in(self, number, slip):
        answer = self.send(number, slip.word, slip.reference, slip.stated)
        assert answer.status == 201, answer.text


class FrenchDesk(Desk):
    """An arbitrator who keys; `answers` are milliseconds from the last key of a line to its answer."""

    def __init__(self, page, watch):
        super().__init__(page, watch)
        self.keys, self.answers = 0, []

    def press(self, *keys):
        self.keys += len(keys)
        super().press(*keys)

    def type(self, text):
        self.keys += len(text)
        super().type(text)

    def line(self, text, key="Enter", *, said=None, status=200):
        """Type a line and its last key; wait for the answer."""
        self.type(text)
        started = time.perf_counter()
        with self.page.expect_response(lambda answer: answer.request.method == "POST") as answer:
            self.press(key)
        assert answer.value.status == status, f"{text}: {answer.value.text()}"
        self.answers.append(1000 * (time.perf_counter() - started))
        if said:
            expect(self.page.locator("#line-said")).to_contain_text(said)

    def undo(self):
        with self.page.expect_response(lambda answer: answer.url.endswith("/undo/")):
            self.press("Control+z")

    def redo(self):
        with self.page.expect_response(lambda answer: answer.url.endswith("/redo/")):
            self.press("Control+y")

    def row(self, table):
        return self.page.locator(f"#table-{table}")

    def confirm(self):
        """Say yes to the question of the desk, which refused before it asked."""
        self.watch.provoke("422")
        expect(self.page.locator("#confirm-dialog .primary")).to_be_focused()
        self.press("Enter")


@dataclass
class Evening:
    """A game at its desks, and what its people do in it.

    `slips` are those of the round in progress that count, by table, as they were handed in. `spent` are the keys
    that the chief had pressed after each round.
    """

    hall: Hall
    code: str
    chief: FrenchDesk
    table: french.Table
    sums: french.Sums
    names: dict = field(default_factory=dict)
    phones: dict = field(default_factory=dict)
    second: FrenchDesk | None = None
    slips: dict = field(default_factory=dict)
    spent: list = field(default_factory=list)

    # --- A round ---------------------------------------------------------------------------------------------------

    def deal(self, *, valid, wanted=""):
        """Type the rack drawn from the bag, and start the clock; return all moves."""
        self.chief.type_rack(self.table.deal(valid=valid, wanted=wanted))
        self.chief.press("s")
        self.chief.is_at("running")
        return self.table.spot()

    def hand_in(self, number, spot, slips, *, desks):
        """Phones send; each arbitrator keys the paper, as it comes by runner, with one letter for the top."""
        self.slips |= slips
        for table in slips.keys() & self.phones.keys():
            self.phones[table].hand_in(number, slips[table])
        on_paper = sorted(slips.keys() - self.phones.keys())
        Random(number).shuffle(on_paper)
        for desk in desks:
            if desk is self.second:  # who keys what the first one has keyed
                expect(desk.page.locator("#slips tr[data-state=unchecked]")).to_have_count(len(on_paper))
            desk.press("k")
            for table in on_paper:
                slip = slips[table]
                is_top = slip.code == "good" and slip.worth == spot.top
                desk.line(f"{table}t" if is_top else f"{table} {slip.line}".rstrip())

    def end_round(self, *, missing=False):
        self.chief.press("Escape", "e")
        if missing:
            self.chief.confirm()
        self.chief.is_at("announce")

    def announce(self, number, spot):
        """Announce the suggested top; compare all of them with those of the oracles."""
        tops = {(reference, word) for word, reference, score in spot.moves if score == spot.top}
        stage = self.chief.page.locator("#stage input[name=move]")
        expect(stage).to_have_count(len(tops))
        assert {tuple(one.get_attribute("value").split()) for one in stage.all()} == tops, f"round {number}"
        assert {spot.worth(word, reference) for reference, word in tops} == {spot.top}
        self.chief.press("s")
        chosen = self.chief.page.locator("#stage input[name=move]:checked").get_attribute("value")
        self.chief.press("a")
        self.chief.is_at(re.compile("draw|finished"))
        reference, word = chosen.split()
        self.table.put(word, reference)
        self.sums.rounds[number] = spot.top, self.slips, len(self.names)
        self.slips = {}

    # --- What the desk has -----------------------------------------------------------------------------------------

    def papers(self):
        """Return the beginning of the addresses of the game's documents."""
        menu = self.chief.page.locator(".nav-menu a[href*='/print/']").first
        text = self.fetch(menu.get_attribute("href")).text()
        return re.search(r"/events/\d+/print/game/\d+/", text)[0]

    def get(self, path):
        return self.fetch(f"/desk/{self.code}/{path}")

    def fetch(self, address, **params):
        """Return what the desk has at an address, in French."""
        answer = self.chief.page.request.get(address, params=params, headers={"Accept-Language": "fr"})
        assert answer.status == 200, address
        return answer

    def check_slips(self, number):
        """Compare points and sanction of each slip with what follows from how it was written."""
        _top, slips, _present = self.sums.rounds[number]
        rows = {row[0]: row for row in self.get(f"rounds/{number}/slips.json").json()["rows"]}
        other = {
            table: (rows[table][1], name) for table, name in self.names.items() if rows[table][1] != name
        }
        assert not other, other
        for table, slip in slips.items():
            had = tuple(rows[table][5:7])
            assert had == (french.kept_by(slip)[0], french.sanction_of(slip)), (
                f"round {number}: {slip} {rows[table]}"
            )


def open_game(hall, name, *, rules="", seed="", **table):
    """Make a game by its form in French; return it with its chief's desk."""
    chief = hall.open(FrenchDesk, DESK_SIZE, storage_state=hall.arbitrator, **FRENCH)
    page = chief.page
    page.goto("/desk/new/")
    page.get_by_label("Nom", exact=True).fill(name)
    expect(page.get_by_label("Lexique", exact=True)).to_have_value("french")
    expect(page.get_by_label("Règlement", exact=True)).to_have_value("fisf")
    if rules:
        page.get_by_label("Règlement", exact=True).select_option(label=rules)
    page.get_by_role("button", name="Créer la partie").click()
    expect(page.get_by_role("heading", name=name)).to_be_visible()
    code = page.locator(".under-board .code").inner_text()
    return Evening(hall, code, chief, french.Table(french.Bag(seed or name), **table), french.Sums([]))


def seat(evening, phones, on_paper, *, browsers=0):
    """Let phones join by the code, the first ones in browsers, and enter the others at the desk."""
    for table, name in enumerate(phones, start=1):
        if table <= browsers:
            options = FRENCH | {"has_touch": True, "is_mobile": True}
            phone = evening.hall.open(FrenchPhone, PHONE_SIZE, **options)
            phone.page.goto(f"/join/{evening.code}/")
            phone.join(name)
        else:
            phone = FarPhone(evening.hall.site, evening.code, name).join()
            assert phone.table == table
        evening.phones[table], evening.names[table] = phone, name
    enter(evening, {len(phones) + place: name for place, name in enumerate(on_paper, start=1)})


def enter(evening, names):
    """Enter players on paper by their tables."""
    page = evening.chief.page
    page.goto(f"/desk/{evening.code}/players/")
    page.get_by_label("Noms, un par ligne").fill(
        "\n".join(f"{table} {name}" for table, name in names.items())
    )
    page.get_by_role("button", name="Inscrire ces joueurs").click()
    expect(page.get_by_role("rowheader", name=list(names.values())[-1])).to_be_visible()
    evening.names |= names
    evening.sums.tables = list(evening.names)
    page.goto(f"/desk/{evening.code}/")
    evening.chief.is_at("draw")


def let_in(evening, name):
    """Make an account for a second arbitrator, who opens it by its link and comes to the desk."""
    page = evening.chief.page
    page.goto(f"/desk/{evening.code}/arbitrators/")
    page.get_by_label("Nom d’utilisateur").fill(name)
    page.get_by_role("button", name="Créer un compte").click()
    link = page.locator(".phone-link").inner_text()
    evening.second = evening.hall.open(FrenchDesk, DESK_SIZE, **FRENCH)
    second = evening.second.page
    second.goto(link[link.index("/welcome/") :])
    second.get_by_label("Mot de passe", exact=True).fill(http_client.PASSWORD)
    second.get_by_label("Le même mot de passe encore une fois").fill(http_client.PASSWORD)
    second.get_by_role("button", name="Commencer").click()
    second.wait_for_url("**/desk/")
    second.goto(f"/desk/{evening.code}/")
    page.goto(f"/desk/{evening.code}/")


def set_double_arbitration(evening, *, on):
    page = evening.chief.page
    page.goto(f"/desk/{evening.code}/arbitrators/")
    page.get_by_label("Double arbitrage").set_checked(on)
    page.get_by_role("button", name="Enregistrer").click()
    expect(page.get_by_text("Enregistré.")).to_be_visible()
    page.goto(f"/desk/{evening.code}/")
    evening.chief.is_at("draw")
    evening.second.reload()
    evening.second.is_at("draw")
