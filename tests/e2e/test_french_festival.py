"""A festival of 400 by the FISF's rules, run by a French secretary in a real browser: three games, two doors, prizes,
all papers. Clicks and keys are counted.

Players hand in by phone, and on paper that helpers key; both are requests without a browser. All totals are counted a
second time from the exported words alone (`tests.oracles.festival`).
"""

# ruff: noqa: F811 - the arguments of a test have the names of its fixtures

import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from tests import http_client
from tests.browser.conftest import (  # noqa: F401 - fixtures of this file
    ARBITRATOR,
    arbitrator,
    browser,
    chromium,
    hall,
    server,
)
from tests.browser.hall import DESK_SIZE, PHONE_SIZE, Desk, Hall
from tests.e2e import festival_people as people
from tests.e2e import french_hall as french
from tests.e2e import slips as write
from tests.e2e.festival_papers import check_paper, print_everything, print_papers
from tests.e2e.festival_secretary import Secretary
from tests.e2e.french_people import FRENCH, Evening, FarPhone
from tests.oracles import festival as counted

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]

NAME = "Festival de Vichy"
ROUNDS = (3, 2, 2)
HELPERS = 3
BY_CHIEF = range(301, 307)
SHOWN = (
    *(("Série", "1A"), ("Série", "toutes"), ("Catégorie d’âge", "Vermeil"), ("Catégorie d’âge", "toutes")),
    *(
        ("Club", "Scrabble-club de Vichy"),
        ("Club", "tous"),
        ("Classement de", "paires"),
        ("Classement de", "équipes"),
    ),
    ("Classement de", "clubs"),
)
PRIZES = (("Vainqueur", ""), ("Meilleur de sa série", "série"), ("Meilleur de son club", "club"))
# Clicks and keys of each stage at most.
MOST = {
    "the event and its three games": (7, 25),
    "404 entries from a file": (5, 0),
    "the door": (5, 16),
    "game 1: 3 rounds": (4, 340),
    "game 2: 2 rounds": (4, 220),
    "game 3: 2 rounds": (4, 220),
    "the standings, and released": (31, 0),
    "prizes, receipts, certificates": (13, 52),
    "the papers of the wall": (14, 0),
    "all files": (5, 0),
}
ERRANDS = (write.miscounted, write.without_score, write.wrong_reference, write.no_word)


@dataclass
class Festival:
    hall: Hall
    server: object
    chief: Secretary
    event: str = ""
    codes: list = field(default_factory=list)
    names: dict = field(default_factory=dict)
    phones: dict = field(default_factory=dict)
    helpers: list = field(default_factory=list)

    def stage(self, name):
        return self.chief.stage(name, self.server)

    @property
    def page(self):
        return self.chief.page

    def json(self, path):
        return self.chief.fetch(self.event + path).json()


# Four minutes alone; more than eight were seen on a busy machine.
@pytest.mark.timeout(1500)
def test_a_festival_of_four_hundred(hall, server):
    chief = hall.open(Secretary, DESK_SIZE, storage_state=hall.arbitrator, **FRENCH)
    festival = Festival(hall, server, chief)
    chief.page.goto("/desk/")
    with festival.stage("the event and its three games"):
        make_event(festival)
    with festival.stage("404 entries from a file"):
        enter_the_file(festival)
    with festival.stage("the door"):
        check_in(festival)
    for number in range(len(ROUNDS)):
        with festival.stage(f"game {number + 1}: {ROUNDS[number]} rounds"):
            play(festival, number)
    with festival.stage("the standings, and released"):
        look_at_the_standings(festival)
    with festival.stage("prizes, receipts, certificates"):
        give_prizes(festival)
    with festival.stage("the papers of the wall"):
        print_papers(festival)
    with festival.stage("all files"):
        archive = save_files(festival)
    assert archive.startswith(b"PK")
    recount(festival)
    print_everything(festival)
    print("\n" + chief.table_of_stages())
    for stage in chief.stages:
        clicks, keys = MOST[stage.name]
        assert stage.clicks <= clicks, stage
        assert stage.keys <= keys, stage


def make_event(festival):
    chief, page = festival.chief, festival.page
    chief.go("Événements")
    chief.go("Nouvel événement")
    chief.write(page.get_by_label("Nom de l’événement"), NAME)
    chief.enter()
    for _game in range(2):
        chief.go("Ajouter une partie")
        chief.enter()
    expect(page.locator(".event-games tbody tr")).to_have_count(3)
    festival.event = page.url
    festival.codes = page.locator(".event-games th .number").all_inner_texts()
    chief.go("Réglages")
    chief.click(page.get_by_label("Toute la salle sur une seule adresse IP"))
    chief.press_button("Enregistrer")


def enter_the_file(festival):
    chief, page = festival.chief, festival.page
    chief.go("Inscrire depuis un fichier")
    chief.choose_file(
        page.get_by_label("Fichier", exact=True), "inscriptions.csv", people.file_of_federation()
    )
    chief.press_button("Examiner")
    expect(page.get_by_text("404 à inscrire")).to_be_visible()
    expect(page.get_by_text("20 paires")).to_be_visible()
    expect(page.get_by_text("40 équipes")).to_be_visible()
    chief.press_button("Les inscrire")
    expect(page.get_by_text("404 inscriptions faites.")).to_be_visible(timeout=60_000)


# --- The door ----------------------------------------------------------------------------------------------------


def check_in(festival):
    """Check in phones by their licences, two people at each of two doors, and the others by helpers."""
    with ThreadPoolExecutor(HELPERS) as pool:
        phones = pool.map(lambda table: join(festival, table), people.ON_PHONES)
        festival.phones = dict(zip(people.ON_PHONES, phones, strict=True))
    chief, page = festival.chief, festival.page
    chief.go("Pointage")
    expect(page.get_by_text("300 sont là")).to_be_visible()
    door = festival.hall.open(
        Desk, PHONE_SIZE, storage_state=festival.hall.arbitrator, has_touch=True, is_mobile=True, **FRENCH
    ).page
    door.goto(page.url)
    expected = [table for table in range(301, people.LINES + 1) if table not in people.ABSENT]
    for count, table in enumerate(expected[:2], start=301):
        chief.write(page.get_by_label("Nom, table ou licence"), people.licence_of(table))
        expect(page.locator(".door-rows li")).to_have_count(1)
        chief.click(page.locator(".door-rows button.primary"))
        expect(door.get_by_text(f"{count} sont là")).to_be_visible()
    for count, table in enumerate(expected[2:4], start=303):
        door.get_by_label("Nom, table ou licence").fill(str(table))
        door.locator(".door-rows li", has_text=people.licence_of(table)).locator("button.primary").tap()
        expect(page.get_by_text(f"{count} sont là")).to_be_visible()
    festival.helpers = [
        http_client.Desk(festival.server.site).log_in(ARBITRATOR) for _helper in range(HELPERS)
    ]
    with ThreadPoolExecutor(HELPERS) as pool:
        list(pool.map(lambda table: tap(festival, table), expected[4:]))
    expect(page.get_by_text("400 sont là")).to_be_visible()
    chief.press_button("Retirer les absents")
    expect(page.get_by_text("4 joueurs retirés.")).to_be_visible()
    entries = festival.json("entries.json")
    partner = entries["columns"].index("Partenaire")
    festival.names = {
        row[0]: " & ".join(filter(None, (row[1], row[partner])))
        for row in entries["rows"]
        if row[0] not in people.ABSENT
    }
    assert len(festival.names) == 400


def join(festival, table):
    phone = FarPhone(festival.server.site, festival.codes[0], people.licence_of(table)).join()
    assert phone.table == table
    return phone


def tap(festival, table):
    """Check in on the page of the door, as a helper does who looks for the licence."""
    helper = festival.helpers[table % HELPERS]
    door = f"{festival.event}door/"
    page = helper.get(f"{door}?q={people.licence_of(table)}").text
    entry = re.search(r'name="entry" value="(\d+)"', page)[1]
    assert helper.post_form(door, {"entry": entry}).status == 302


# --- A game ------------------------------------------------------------------------------------------------------


def play(festival, number):
    chief, page, code = festival.chief, festival.page, festival.codes[number]
    chief.go("Événement" if number else NAME)
    chief.go(f"Partie {number + 1}")
    evening = Evening(
        festival.hall,
        code,
        chief,
        french.Table(french.Bag(f"{NAME} {number}")),
        french.Sums([*festival.names]),
    )
    evening.names = festival.names
    for phone in festival.phones.values():
        phone.api = f"/api/v1/games/{code}/"
    for round_number in range(1, ROUNDS[number] + 1):
        play_round(festival, evening, number, round_number)
    chief.click(page.get_by_role("button", name="Arrêter…"))
    chief.click(page.get_by_role("dialog").get_by_role("button", name="Arrêter la partie"))
    chief.is_at("finished")


def play_round(festival, evening, number, round_number):
    spot = evening.deal(valid=french.has_each(2))
    # One round has a solo.
    alone = 17 if (number, round_number) == (1, 2) else None
    slips = french.usual_slips(spot, festival.names, 10 * number + round_number, alone=alone)
    if round_number > 1:
        slips |= dict(enumerate(filter(None, (errand(spot) for errand in ERRANDS)), start=380))
    evening.slips = slips
    hand_in(festival, evening.code, round_number, spot, slips)
    evening.end_round()
    evening.announce(round_number, spot)
    evening.check_slips(round_number)


def hand_in(festival, code, round_number, spot, slips):
    """Let phones send and helpers key, while the chief keys some lines in the browser."""

    def give(table):
        slip = slips[table]
        if table in festival.phones:
            festival.phones[table].hand_in(round_number, slip)
        else:
            festival.helpers[table % HELPERS].key(code, f"{table} {slip.line}".rstrip(), number=round_number)

    chief = festival.chief
    chief.press("k")
    for table in BY_CHIEF:
        chief.line(f"{table} {slips[table].line}")
    with ThreadPoolExecutor(HELPERS) as pool:
        list(pool.map(give, slips.keys() - {*BY_CHIEF}))


# --- After the games ---------------------------------------------------------------------------------------------


def look_at_the_standings(festival):
    chief, page = festival.chief, festival.page
    chief.go("Événement")
    chief.go("Voir le classement")
    expect(page.locator(".chip", has_text="provisoire")).to_be_visible()
    for label, value in SHOWN:
        page.get_by_label(label, exact=True).scroll_into_view_if_needed()
        chief.choose(page.get_by_label(label, exact=True), value)
        chief.press_button("Afficher")
        expect(page.locator("table tbody tr").first).to_be_visible()
    chief.go(NAME)
    chief.press_button("Publier comme définitif")
    expect(
        page.get_by_role("region", name="Classement").get_by_text("publié comme définitif")
    ).to_be_visible()


def give_prizes(festival):
    chief, page = festival.chief, festival.page
    chief.go("Prix")
    chief.go("Modifier les prix")
    for number, (name, among) in enumerate(PRIZES):
        line = page.locator("[data-form-line]").nth(number)
        chief.write(line.get_by_label("Prix", exact=True), name)
        if among:
            chief.choose(line.get_by_label("Parmi"), among)
    chief.press_button("Enregistrer")
    winners = page.locator("table tbody tr")
    expect(winners.first).to_contain_text("Vainqueur")
    assert winners.count() >= 1 + len({people.facts_of(table)[0] for table in festival.names})
    check_paper(chief.save(page.locator("main").get_by_role("link", name="Imprimer", exact=True)), least=1)
    for name in ("Reçus", "Diplômes"):
        # A long one is prepared in the background, on the page that this click leads to.
        assert chief.save(page.locator("main").get_by_role("link", name=name, exact=True))


def save_files(festival):
    """Save the standings as CSV and Excel, and the whole event."""
    chief, page = festival.chief, festival.page
    chief.go(NAME)
    archive = chief.save(page.get_by_role("link", name="Enregistrer tout l’événement"))
    chief.go("Voir le classement")
    lines = chief.save(page.get_by_role("link", name="CSV")).decode("utf-8-sig").splitlines()
    assert len(lines) == 1 + 1 + len(festival.names)
    assert lines[0].startswith("Rang;Table;")
    assert chief.save(page.get_by_role("link", name="Excel")).startswith(b"PK")
    return archive


# --- The recount -------------------------------------------------------------------------------------------------


def recount(festival):
    """Count all games from what was written; compare all lines of the standings, and of each series, category and
    club.
    """
    games = [count_again(festival, code) for code in festival.codes]
    expected = counted.rank(games)
    assert expected.keys() == festival.names.keys()
    top, *lines = festival.json("standings.json")["rows"]
    assert top[4:] == [sum(map(sum, tops := [game.tops for game in games])), 0, 100, *map(sum, tops)]
    found = {table: (rank, *points) for rank, table, _name, _team, *points in lines}
    assert found == {
        table: (rank, total, negative, percent, *points)
        for table, (rank, total, negative, percent, points) in expected.items()
    }
    for place, kind in enumerate(("series", "category", "club")):
        groups = {}
        # A pair is in a list of both its people alone, and the file says nothing of partners.
        for table in filter(lambda table: not people.is_pair(table), festival.names):
            groups.setdefault(people.facts_of(table)[place], []).append(table)
        for name, tables in groups.items():
            _top, *lines = festival.json(f"standings.json?{urlencode({kind: name})}")["rows"]
            ranks = {line[2]: (line[0], line[5]) for line in lines}
            totals = {table: expected[table][:2] for table in tables}
            assert ranks == {
                table: (1 + sum(other < rank for other, _total in totals.values()), total)
                for table, (rank, total) in totals.items()
            }, name
    print(
        f"\n{len(found)} of {len(festival.names)} lines of the standings counted again, in {len(games)} games"
    )


def count_again(festival, code):
    """Count a game from its record and the words of its slips, as they are exported."""
    fetch = festival.chief.fetch
    rounds = []
    for number, round_ in enumerate(fetch(f"/desk/{code}/record.json").json()["rounds"], start=1):
        rows = fetch(f"/desk/{code}/rounds/{number}/slips.json").json()["rows"]
        slips = {
            table: counted.RawSlip(word, reference, stated)
            for table, _name, word, reference, stated, *_points in rows
            if table in festival.names
        }
        rounds.append((round_["rack"], round_["word"], round_["ref"], slips))
    return counted.count_game(rounds)
