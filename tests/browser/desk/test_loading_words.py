"""A word list as clubs have it, loaded at the desk: the file, the review, the progress and the lexicon; on a wide
screen and a narrow one in the dark.
"""

import os

import pytest
from playwright.sync_api import expect

from engine.lexicon import build_lexicon, load_lexicon
from engine.lexicon.kwg import write_kwg
from engine.tiles import load_tile_set
from tests.browser.hall import DESK_SIZE, PHONE_SIZE, Desk
from tests.browser.test_pages import fits_sideways
from tournaments.lexicons.imports.services import MOST_BYTES

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]

WORDS = ["avec", "vous", "nous", "toujours", "plus", "leur", "chez", "été", "être", "œuf", "garçon", "maïs"]
AFFIXES = "SET UTF-8\nSFX S Y 1\nSFX S 0 s .\n"
BAD = ["Paris", "aujourd'hui", "abat-jour", "R2D2", "abasourdissaient", "à"]


@pytest.mark.parametrize(
    ("size", "scheme"), [(DESK_SIZE, "light"), (PHONE_SIZE, "dark")], ids=["wide", "narrow"]
)
def test_a_list_is_reviewed_and_loaded(hall, size, scheme):
    person = hall.open(Desk, size, storage_state=hall.arbitrator, color_scheme=scheme, locale="fr-FR")
    page = person.page
    page.goto("/lexicons/")
    fits_sideways(person)
    page.get_by_role("link", name="Charger votre propre liste de mots").click()
    content = "\r\n".join([*WORDS, *BAD]).encode("windows-1252")
    file = {"name": f"Mots du club {scheme}.txt", "mimeType": "text/plain", "buffer": content}
    page.get_by_label("Fichier").set_input_files(file)
    fits_sideways(person)
    page.get_by_role("button", name="Examiner").click()
    expect(page.get_by_label("Lettres", exact=True)).to_have_value("french")
    expect(page.get_by_label("Codage")).to_have_value("windows-1252")
    expect(page.get_by_text("garçon → GARCON")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="trait d’union")).to_contain_text("abat-jour")
    fits_sideways(person)
    # Names are words after all: one line less is left out.
    page.get_by_label("Ignorer les noms propres").uncheck()
    page.get_by_role("button", name="Lire ainsi").click()
    expect(page.get_by_role("listitem").filter(has_text="majuscule")).to_have_count(0)
    expect(page.get_by_label("Nom", exact=True)).to_have_value(f"mots-du-club-{scheme}")
    page.get_by_role("button", name="Charger sans ces 5 lignes").click()
    expect(page.get_by_role("link", name="Nouvelle partie")).to_be_visible()
    expect(page.get_by_text("13 mots chargés")).to_be_visible()
    fits_sideways(person)
    page.goto("/lexicons/")
    expect(page.get_by_role("row", name=f"mots-du-club-{scheme}")).to_contain_text("13")


def test_a_file_that_is_too_large_is_told_before_it_is_sent(hall, tmp_path):
    person = hall.open(Desk, PHONE_SIZE, storage_state=hall.arbitrator, locale="fr-FR")
    page = person.page
    page.goto("/lexicons/load/")
    field = page.get_by_label("Fichier")
    for size, told in (
        (MOST_BYTES + 1, "Le fichier est trop gros\N{NO-BREAK SPACE}: 64 Mo au plus."),
        (9, ""),
    ):
        with (tmp_path / f"words-{size}.txt").open("wb") as file:
            file.truncate(size)
        field.set_input_files(tmp_path / f"words-{size}.txt")
        assert field.evaluate("field => field.validationMessage") == told
        if told:
            page.get_by_role("button", name="Examiner").click()
            expect(field).to_be_focused()


def test_a_hunspell_dictionary_is_two_files(hall):
    person = hall.open(Desk, DESK_SIZE, storage_state=hall.arbitrator, locale="fr-FR")
    page = person.page
    page.goto("/lexicons/")
    page.get_by_role("link", name="Charger votre propre liste de mots").click()
    parts = {"fr.aff": AFFIXES, "fr.dic": "\n".join([str(len(WORDS)), *(f"{word}/S" for word in WORDS)])}
    files = [
        {"name": name, "mimeType": "application/octet-stream", "buffer": part.encode()}
        for name, part in parts.items()
    ]
    person.watch.provoke("422")
    page.get_by_label("Fichier").set_input_files(files[1])
    page.get_by_role("button", name="Examiner").click()
    expect(page.get_by_text("a deux fichiers")).to_be_visible()
    page.get_by_label("Fichier").set_input_files(files)
    page.get_by_role("button", name="Examiner").click()
    expect(page.get_by_label("Nom", exact=True)).to_have_value("fr")
    page.get_by_role("button", name="Charger").click()
    expect(page.get_by_text("24 mots chargés")).to_be_visible()


@pytest.mark.parametrize(
    ("size", "scheme"), [(DESK_SIZE, "light"), (PHONE_SIZE, "dark")], ids=["wide", "narrow"]
)
def test_letters_that_do_not_fit_are_asked_about(hall, size, scheme):
    """An English KWG file read with Spanish tiles: the sample, the letters, and a tick before it loads."""
    tiles = load_tile_set("english")
    words = list(load_lexicon("english").words())[::80]
    person = hall.open(Desk, size, storage_state=hall.arbitrator, color_scheme=scheme, locale="fr-FR")
    page = person.page
    page.goto("/lexicons/")
    page.get_by_role("link", name="Charger votre propre liste de mots").click()
    content = write_kwg(build_lexicon(words, tiles, "any"), tiles, gaddag=False)
    file = {"name": f"odd {scheme}.kwg", "mimeType": "application/octet-stream", "buffer": content}
    page.get_by_label("Fichier").set_input_files(file)
    page.get_by_role("button", name="Examiner").click()
    page.get_by_label("Lettres", exact=True).select_option("spanish")
    page.get_by_role("button", name="Lire ainsi").click()
    expect(page.get_by_role("heading", name="Ces mots sont-ils les bons")).to_be_visible()
    expect(page.get_by_role("row")).to_have_count(6)
    fits_sideways(person)
    shoot(page, f"letters-{scheme}")
    load = page.get_by_role("button", name="Charger")
    load.click()
    expect(page.get_by_label("Ce sont bien les mots")).to_be_focused()
    page.get_by_label("Ce sont bien les mots").check()
    load.click()
    expect(page.get_by_text("mots chargés")).to_be_visible()


def shoot(page, name):
    """Save a picture, where somebody wants to look at it."""
    if folder := os.environ.get("ISOTOP_TEST_PICTURES"):
        page.screenshot(path=f"{folder}/{name}.png", full_page=True)
