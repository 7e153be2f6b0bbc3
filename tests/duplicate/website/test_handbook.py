"""The handbook in the program: in the language of who asks, with its pictures, for everybody."""

import re
from pathlib import Path

import pytest
from django.urls import get_resolver, reverse

from duplicate.website.handbook import CHAPTER_OF, CHAPTERS, PAGES_OF, find_outdated
from duplicate.website.views.handbook import FOLDER, PAGES
from duplicate.website.views.handbook import _render_html as handbook_as_html


@pytest.mark.parametrize(
    ("asked", "expected"), [(code, code) for code in PAGES] + [("es-AR", "es"), ("pt", "en")]
)
def test_it_opens_in_ones_own_language(client, asked, expected):
    answer = client.get("/handbook/", headers={"Accept-Language": asked})
    assert answer.url == f"/handbook/{expected}/"


@pytest.mark.parametrize(
    ("language", "title"),
    [
        ("de", "Das Handbuch der Spielleitung"),
        ("en", "The arbitrator’s handbook"),
        ("es", "La guía del árbitro"),
        ("fr", "Le guide de l’arbitre"),
        ("it", "Il manuale dell’arbitro"),
        ("nl", "Het handboek van de wedstrijdleider"),
        ("ro", "Manualul arbitrului"),
    ],
)
def test_its_text_tables_and_pictures_are_there(client, language, title):
    address = reverse("handbook", args=[language])
    answer = client.get(address)
    page = answer.content.decode()
    assert title.replace("’", "") in page.replace("’", "").replace("'", "")
    assert "<table>" in page
    assert "Content-Security-Policy" in answer.headers
    assert " style=" not in page
    pictures = re.findall(r'<img src="(pictures/[^"]+)"', page)
    assert pictures
    for picture in pictures:
        assert client.get(address + picture).headers["Content-Type"] == "image/png"
    others = re.findall(r'href="(\.\./\w+/)"', page)
    assert others == [f"../{code}/" for code in PAGES if code != language]


@pytest.mark.parametrize("language", sorted(PAGES))
def test_a_chapter_has_one_key_whatever_it_is_called(client, language):
    page = client.get(reverse("handbook", args=[language])).content.decode()
    assert re.findall(r"<h2[^>]*>", page) == [f'<h2 id="{key}">' for key in CHAPTERS]


@pytest.mark.parametrize("chapters", [CHAPTERS[:-1], (*CHAPTERS, "one-more")])
def test_a_chapter_without_a_key_or_the_other_way_round_is_told(client, monkeypatch, chapters):
    monkeypatch.setattr("duplicate.website.views.handbook.CHAPTERS", chapters)
    handbook_as_html.cache_clear()
    with pytest.raises(ValueError, match=f"chapters, and CHAPTERS {len(chapters)}"):
        client.get(reverse("handbook", args=["en"]))


def test_a_chapter_that_is_behind_its_english_says_so(client, monkeypatch, tmp_path):
    """In the language of the handbook, whoever reads it; not where only lines break elsewhere."""
    english = (
        PAGES["en"].read_text().replace("\n## A round, by keys\n", "\n## A round, by keys\n\nF12 draws.\n")
    )
    changed = tmp_path / "handbook.md"
    changed.write_text(english.replace("New game**: choose", "New game**:\nchoose"))
    assert len({PAGES["en"].read_text(), english, changed.read_text()}) == 3

    def read():
        handbook_as_html.cache_clear()
        page = client.get(
            reverse("handbook", args=["de"]), headers={"Accept-Language": "fr"}
        ).content.decode()
        handbook_as_html.cache_clear()
        notes = r'<h2 id="([\w-]+)">[^<]*</h2><p class="message"><a href="\.\./en/#([\w-]+)">'
        return page, set(re.findall(notes, page))

    _page, behind = read()
    monkeypatch.setitem(PAGES, "en", changed)
    page, notes = read()
    assert notes == behind | {("round", "round")}
    assert "<!--" not in page.partition("<article")[2].partition("</article>")[0]


def test_a_mark_is_that_of_its_english(monkeypatch):
    monkeypatch.setattr("duplicate.website.handbook.CHAPTERS", ("first", "second"))
    english, german = "# Book\n\n## One\n\nDo it.\n\n## Two\n\nWait.\n", "# Buch\n\n## Eins\n\n## Zwei\n"
    for key, old in (("first", "## Eins"), ("second", "## Zwei")):
        german = german.replace(old, find_outdated(german, english)[key])
    assert find_outdated(german, english) == {}
    assert list(find_outdated(german, english.replace("Wait.", "Go."))) == ["second"]


@pytest.mark.parametrize(
    "address",
    ["pt/", "README/", "en/pictures/none.png", "en/pictures/..%2Fdesign.md", "pt/pictures/keying.png"],
)
def test_nothing_else_is_served(client, address):
    assert client.get(f"/handbook/{address}").status_code == 404


def test_the_desk_leads_to_it(desk, game):
    assert 'href="/handbook/"' in desk.get(reverse("dashboard", args=[game.code])).content.decode()


def test_every_language_of_the_handbook_is_served():
    assert {path.name for path in Path(FOLDER).glob("handbook*.md")} == {page.name for page in PAGES.values()}


def test_every_page_that_leads_to_a_chapter_is_one():
    assert set(PAGES_OF) <= set(CHAPTERS)
    assert set(CHAPTER_OF) <= {name for name in get_resolver().reverse_dict if isinstance(name, str)}


@pytest.mark.parametrize(
    ("name", "chapter"),
    [("dashboard", "round"), ("players", "before"), ("log", "afterwards"), ("game-rooms", "rooms")],
)
def test_help_opens_the_chapter_of_the_page(desk, game, name, chapter):
    page = desk.get(reverse(name, args=[game.code])).content.decode()
    assert f'href="/handbook/#{chapter}"' in page


def test_help_is_on_pages_of_events_and_of_nobody_without_a_login(desk, game, client):
    assert 'href="/handbook/#festival"' in desk.get(reverse("event", args=[game.event_id])).content.decode()
    assert 'href="/handbook/#first-evening"' in desk.get(reverse("desk")).content.decode()
    desk.logout()
    assert "/handbook/" not in client.get(reverse("home")).content.decode()
