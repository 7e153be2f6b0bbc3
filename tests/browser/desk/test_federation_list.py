"""A federation's list as it is: the file, the review with what is wrong, the report, and the names that a rule
split; on a wide screen and a narrow one in the dark.
"""

import pytest
from playwright.sync_api import expect

from tests.browser.hall import DESK_SIZE, PHONE_SIZE, Desk
from tests.browser.test_pages import fits_sideways

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]

CLUB = "Scrabble Club de la Maison des Associations de Saint-Étienne-du-Rouvray"
HEADINGS = "N° licence;Nom;Prénom;Sexe;Date de naissance;Code club;Club;Comité;Fédération;Série;Catégorie"


def lines(first):
    """Return a list's lines, with licences from `first` on."""
    told = (
        f"LEFÈVRE;Élise;F;12/05/1961;A05;{CLUB};Normandie;FFSc;4B;Vermeil",
        "DE LA TOUR;Marie Anne;F;31/02/1990;A05;;Normandie;FFSc;5A;Senior",
        "DIALLO;Ousmane;H;12/04/1890;B07;;Lyonnais;FBS;6;Espoir",
        "12;;F;;B07;;Lyonnais;FISF;6;Espoir",
    )
    return [f"{first + number};{line}" for number, line in enumerate(told)]


@pytest.mark.parametrize(
    ("size", "scheme", "first"),
    [(DESK_SIZE, "light", 7000), (PHONE_SIZE, "dark", 8000)],
    ids=["wide", "narrow"],
)
def test_a_list_is_reviewed_and_taken_in(hall, size, scheme, first):
    person = hall.open(Desk, size, storage_state=hall.arbitrator, color_scheme=scheme, locale="fr-FR")
    page = person.page
    page.goto("/people/import/")
    content = "\r\n".join([HEADINGS, *lines(first)]).encode("windows-1252")
    file = {"name": f"licenciés {scheme}.csv", "mimeType": "text/csv", "buffer": content}
    page.get_by_label("Fichier").set_input_files(file)
    page.get_by_role("button", name="Examiner").click()
    expect(page.get_by_text("Code club = Code club")).to_be_visible()
    expect(page.get_by_text("Non lues")).to_have_count(0)
    expect(page.get_by_role("row").filter(has_text="31/02/1990")).to_contain_text("3")
    expect(page.get_by_role("row").filter(has_text="12/04/1890")).to_contain_text("entre 1907 et")
    fits_sideways(person)
    page.locator("button[name=left_out]").click()
    expect(page.get_by_role("heading", name=file["name"])).to_be_visible()
    expect(page.get_by_role("link", name="Marie Anne DE LA TOUR")).to_be_visible()
    fits_sideways(person)
    page.goto("/people/?text=LEFÈVRE")
    expect(page.get_by_role("row").filter(has_text=str(first))).to_contain_text(CLUB)
    fits_sideways(person)
    page.get_by_role("link", name="Élise LEFÈVRE").first.click()
    expect(page.get_by_label("Nom de famille")).to_have_value("LEFÈVRE")
    fits_sideways(person)


@pytest.mark.parametrize(
    ("size", "scheme", "family"),
    [(DESK_SIZE, "light", "Márquez"), (PHONE_SIZE, "dark", "Ibáñez")],
    ids=["wide", "narrow"],
)
def test_names_in_one_column_are_split_shown_and_mended(hall, size, scheme, family):
    person = hall.open(Desk, size, storage_state=hall.arbitrator, color_scheme=scheme, locale="fr-FR")
    page = person.page
    page.goto("/people/import/")
    names = (f"Juan García {family}", f"Marie de la {family}", f"Anne {family}")
    content = "\n".join(
        ["Joueur;Licence", *(f"{name};{family}{at}" for at, name in enumerate(names))]
    ).encode()
    file = {"name": f"club {scheme}.csv", "mimeType": "text/csv", "buffer": content}
    page.get_by_label("Fichier").set_input_files(file)
    page.get_by_role("button", name="Examiner").click()
    page.locator("form .button.primary.big").click()
    expect(page.get_by_role("link", name=f"Anne {family}")).to_be_visible()
    page.goto("/people/")
    page.locator("details.more summary").first.click()
    page.get_by_role("link", name="Prénoms et noms").click()
    rows = page.locator("table.names tbody tr")
    expect(rows.first).to_contain_text("une particule")
    fits_sideways(person)
    name = f"Juan García {family}"
    page.get_by_label(f"Prénom de {name}", exact=True).fill("Juan")
    page.get_by_label(f"Nom de famille de {name}", exact=True).fill(f"García {family}")
    page.get_by_role("button", name="noms sont justes").click()
    expect(page.get_by_text("noms sont justes.")).to_be_visible()
    expect(page.get_by_text(name)).to_have_count(0)
    page.get_by_role("button", name="Annuler").click()
    expect(page.get_by_label(f"Nom de famille de {name}", exact=True)).to_have_value(family)
    page.get_by_label(f"Prénom de {name}", exact=True).fill("Juan")
    page.get_by_label(f"Nom de famille de {name}", exact=True).fill("Somebody")
    person.watch.provoke("422")
    page.get_by_role("button", name="sont justes").last.click()
    wrong = page.get_by_label(f"Nom de famille de {name}", exact=True)
    expect(wrong).to_have_value("Somebody")
    expect(wrong).to_have_attribute("aria-invalid", "true")
    fits_sideways(person)
    wrong.fill(f"García {family}")
    page.get_by_role("button", name="juste").last.click()
    expect(page.get_by_text(name)).to_have_count(0)
    page.goto(f"/people/?text={family}")
    page.get_by_role("link", name=name).click()
    expect(page.get_by_label("Nom de famille", exact=True)).to_have_value(f"García {family}")
