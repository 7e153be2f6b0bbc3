"""The papers of a festival: those of the wall as the secretary prints them, and each document of the event once."""

import re
from io import BytesIO

from playwright.sync_api import expect
from pypdf import PdfReader

# The pages of each document.
PAGES = {
    ("event", "standings"): 6,
    ("event", "certificates"): 3,
    ("event", "seating-by-name"): 17,
    ("event", "seating-by-table"): 7,
    ("event", "check-in-list"): 9,
    ("event", "prizes"): 2,
    ("event", "prize-receipts"): 5,
    ("event", "prize-certificates"): 38,
    ("event", "boards"): 1,
    ("event", "badges"): 53,
    ("game", "standings"): 6,
    ("game", "certificates"): 8,
    ("game", "sheet"): 1,
    ("game", "tops"): 1,
    ("game", "statistics"): 1,
    ("game", "board"): 1,
    ("game", "arbitration"): 6,
    ("game", "player-sheets"): 400,
    ("game", "slips"): 1000,
    ("game", "table-cards"): 100,
}


def print_papers(festival):
    """Print what hangs on the wall: each list of the standings in one job, and the seating."""
    chief, page = festival.chief, festival.page
    chief.click(page.get_by_role("navigation").get_by_role("link", name="Imprimer", exact=True))
    for name in ("seating-by-name", "seating-by-table", "check-in-list"):
        paper = check_paper(
            chief.save(page.locator(f"main a.button[href*='event/'][href*='/{name}.pdf']")), least=7
        )
        assert not [
            who for names in festival.names.values() for who in names.split(" & ") if who not in paper
        ], name
    chief.click(page.locator("main").get_by_role("link", name="Classement", exact=True).first)
    for lists, count in (("une par série", 14), ("une par catégorie d’âge", 7), ("une par club", 23)):
        chief.choose(page.get_by_label("Listes"), lists)
        link = page.get_by_role("link", name="Imprimer (PDF)")
        expect(link).to_have_attribute(
            "href", re.compile("apart=" + {14: "series", 7: "category", 23: "club"}[count])
        )
        check_paper(chief.save(link), least=count)


def check_paper(pdf, *, least):
    """Check that a PDF has pages with text; return the text."""
    pages = [page.extract_text() for page in PdfReader(BytesIO(pdf)).pages]
    assert len(pages) >= least
    assert all(map(str.strip, pages))
    return " ".join(" ".join(pages).split())


def print_everything(festival):
    """Make each document of the event and of its first game, and check the number of pages and what is on them."""
    page = festival.page
    page.goto(f"{festival.event}print/")
    links = page.locator("main a").evaluate_all("links => links.map(link => link.getAttribute('href'))")
    documents = dict.fromkeys(
        link for link in links if re.fullmatch(r"/events/\d+/print/(event|game)/\d+/[\w-]+/", link or "")
    )
    first_game = min(int(link.split("/")[5]) for link in documents if "/game/" in link)
    made = {}
    for link in documents:
        kind, subject, name = link.strip("/").split("/")[3:]
        if kind == "event" or int(subject) == first_game:
            pdf = make_paper(festival.chief, link)
            if pdf:
                made[kind, name] = len(PdfReader(BytesIO(pdf)).pages)
    print(" · ".join(f"{kind} {name}: {pages}" for (kind, name), pages in made.items()))
    assert made == PAGES


def make_paper(chief, link):
    """Return a document as PDF, made in the background if the page says so; None if it is a text."""
    page = chief.page
    page.goto(link)
    short = page.locator("#as-chosen a[href*='.pdf']")
    long = page.get_by_role("button", name="Créer")
    if not short.count() and not long.count():
        return None
    if long.count():
        long.click()
        short = page.locator("a[href$='document.pdf']")
        expect(short.first).to_be_visible(timeout=120_000)
    return chief.fetch(short.first.get_attribute("href")).body()
