"""An event as pages for a web site: whole, without an address outside of it, and with nothing that is not public."""

import io
import re
from html.parser import HTMLParser
from urllib.parse import urlsplit
from zipfile import ZipFile

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from duplicate.games import services as game_services
from duplicate.games.event_changes import show_to_everybody
from duplicate.models import Game
from duplicate.website.static_site.jobs import make_site
from duplicate.website.static_site.site import site_zip
from tests.factories.annotated_games import make_annotated_game
from tests.factories.divisions import make_director, make_division, play_round
from tests.factories.documents import play_evening
from tests.factories.games import ENGLISH
from tests.tournaments.classic.rounds.play import check_refused
from tests.worlds.images import enter, image_of
from tournaments.classic.models import Division, DivisionPrize
from tournaments.classic.rounds import pairing
from tournaments.classic.standings.prizes import set_prizes
from tournaments.events.services import release_standings
from tournaments.models import Event, PrintJob

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

VOID = {"meta", "link", "img", "br", "hr", "input", "col"}
NAMES = ("Ann Lee", "Bob Roux", "Cleo Ito", "Dan Petit")


@pytest.fixture(autouse=True)
def plain_static_files(settings):
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    }


def begin_with_a_division():
    """Pair a second round of a division; return its director and the division."""
    director = make_director()
    division = make_division(director, NAMES)
    play_round(division, 1, director, score=lambda table: (433, 377))
    pairing.pair_next_round(division=division, number=2, by=director)
    return director, division


def show_a_finished_game():
    """Show everybody an event: the division, and a game that is over."""
    director, division = begin_with_a_division()
    game = play_evening(director, event=division.event)
    game_services.end_game(game=game, by=director)
    show_to_everybody(event=division.event, by=director)
    return director, division


@pytest.fixture
def world(request, db, english):
    is_shown = "shown" in request.fixturenames
    return enter(image_of(show_a_finished_game if is_shown else begin_with_a_division))


@pytest.fixture
def director(world):
    return world[0]


@pytest.fixture
def division(world):
    return Division.objects.select_related("event").get(pk=world[1].pk)


@pytest.fixture
def shown(world):
    """An event that everybody sees."""
    return Event.objects.get(pk=world[1].event_id)


class Page(HTMLParser):
    """The links and the ids of a page; its elements are closed in order."""

    def __init__(self, html):
        super().__init__()
        self.links, self.ids, self.tags, self._open = [], [], set(), []
        self.feed(html)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.tags.add(tag)
        self.links += [given[name] for name in ("href", "src", "action") if name in given]
        self.ids += [given["id"]] if "id" in given else []
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.add(tag)

    def handle_endtag(self, tag):
        assert self._open.pop() == tag


def read(data):
    """Return the files of a site by name, without its folder."""
    with ZipFile(io.BytesIO(data)) as archive:
        return {name.partition("/")[2]: archive.read(name).decode() for name in archive.namelist()}


def test_every_link_leads_to_a_page_of_the_site(shown):
    files = read(site_zip(shown))
    style = files.pop("site.css")
    assert "prefers-color-scheme: dark" in style
    assert not re.search(r"url\(|@import|http", style)
    for name, html in files.items():
        page = Page(html)
        assert page.tags.isdisjoint({"script", "form", "iframe"}), name
        assert len(page.ids) == len(set(page.ids)), name
        for link in page.links:
            parts = urlsplit(link)
            assert (parts.scheme, parts.netloc, parts.query) == ("", "", ""), link
            target = files.get(parts.path, html) if parts.path != "site.css" else ""
            assert not parts.path or parts.path in {*files, "site.css"}, (name, link)
            assert not parts.fragment or f'id="{parts.fragment}"' in target, (name, link)
        assert "site.invalid" not in html
        assert "localhost" not in html


def test_a_site_has_the_whole_event(shown, division):
    files = read(site_zip(shown))
    stem = f"division-{division.pk}"
    ann = division.entries.get(entry__player__name="Ann Lee")
    assert {
        *("index.html", "site.css", "game-1.html", "game-1-round-3.html"),
        *(f"{stem}.html", f"{stem}-view-rounds.html", f"{stem}-player-{ann.pk}.html"),
    } <= set(files)
    assert "<h2>Ann Lee</h2>" in files[f"game-1-player-{ann.entry_id}.html"]
    assert sum("-player-" in name and name.startswith(stem) for name in files) == 4
    assert "433–377" in files[f"{stem}.html"]
    assert "433–377" in files[f"{stem}-player-{ann.pk}.html"]
    assert f'href="{stem}-player-{ann.pk}.html"' in files[f"{stem}.html"]
    assert "board-grid" in files["game-1-round-3.html"]


def test_the_standings_come_first_once_they_are_final(shown, division, director):
    def order(html):
        marks = ("Standings", "Games of the event", "Pairings by table")
        return sorted(filter(html.__contains__, marks), key=html.index)

    pages = ("index.html", f"division-{division.pk}.html", f"division-{division.pk}-round-1.html")
    files = read(site_zip(shown))
    assert [order(files[name]) for name in pages[:2]] == [
        ["Games of the event", "Standings"],
        ["Pairings by table", "Standings"],
    ]
    pairing.begin_round(division=division, number=2, by=director)
    Event.objects.filter(pk=shown.pk).update(released=Event.Released.FINAL)
    shown.refresh_from_db()
    files = read(site_zip(shown))
    assert [order(files[name]) for name in pages] == [
        ["Standings", "Games of the event"],
        ["Standings", "Pairings by table"],
        ["Pairings by table", "Standings"],
    ]


def test_annotated_games_are_in_a_site_and_readable_without_scripts(shown, division, director):
    game = make_annotated_game(division, director)
    files = read(site_zip(shown))
    name = f"annotated-game-{game.code}.html"
    assert f'href="{name}"' in files[f"division-{division.pk}.html"]
    page = files[name]
    assert page.count('class="who"') > 3
    assert f"<dd>{game.first_score}</dd>" in page
    assert f'href="division-{division.pk}.html"' in page
    assert "GCG" not in page
    assert "JavaScript" not in page


def test_a_site_is_in_the_language_of_the_event(shown):
    shown.language = "fr"
    shown.save()
    index = read(site_zip(shown))["index.html"]
    assert '<html lang="fr">' in index
    assert "Classement" in index


def test_an_event_of_divisions_alone_is_final_with_them(db, english, client):
    director = make_director()
    division = make_division(director, NAMES, rounds_planned=1)
    make_division(director, ("Eve Six", "Fay Ten"), event=division.event, name="Late", rounds_planned=1)
    play_round(division, 1, director)
    release_standings(event=division.event, released=Event.Released.FINAL, by=director)
    show_to_everybody(event=division.event, by=director)
    event = Event.objects.get()

    def chip():
        page = client.get(reverse("public-standings", args=[event.pk]), headers=ENGLISH).content.decode()
        site = read(site_zip(event))["index.html"]
        state = re.search(r'<h1>[^<]*<span class="chip">(\w+)</span>', page)[1]
        assert f'<span class="chip">{state}</span>' in site
        return state

    assert chip() == "provisional"
    play_round(event.divisions.get(name="Late"), 1, director)
    Event.objects.update(released=Event.Released.FINAL)
    assert chip() == "final"


def test_nothing_is_in_a_site_that_is_not_public(shown, division, director):
    set_prizes(
        division=division,
        prizes=[DivisionPrize(name="Golden tile")],
        one_each=False,
        by=director,
    )
    Event.objects.filter(pk=shown.pk).update(released=Event.Released.HIDDEN)
    shown.refresh_from_db()
    files = read(site_zip(shown))
    whole = "".join(files.values())
    assert "433–377" not in whole
    assert "Golden" not in whole
    assert not any("player" in name or name.startswith("game") for name in files)
    Event.objects.filter(pk=shown.pk).update(released=Event.Released.PROVISIONAL)
    shown.refresh_from_db()
    files = read(site_zip(shown))
    whole = "".join(files.values())
    assert "433–377" in whole
    assert "Golden" not in whole, "prizes are told once the standings are final"
    # Round 2 is paired and has not begun.
    assert f"division-{division.pk}-round-2.html" not in files


def test_names_are_hidden_as_on_the_public_pages(shown, director):
    play_evening(director, event=shown, players=2, rounds=1, name="Hidden")
    Game.objects.filter(name="Hidden").update(names_hidden=True)
    whole = "".join(read(site_zip(shown)).values())
    assert "Ann Lee" not in whole
    assert "Bob Roux" not in whole


def test_an_event_that_nobody_may_see_has_no_site(division, client, director, tmp_path):
    check_refused("event_not_public", site_zip, event=division.event)
    with pytest.raises(CommandError, match="there is nothing to show"):
        call_command("export_site", division.event_id, str(tmp_path / "site"))
    client.force_login(director)
    address = reverse("static-site", args=[division.event_id])
    before = client.get(address).content.decode()
    assert "Create the pages" not in before
    released = reverse("event", args=[division.event_id])
    assert f'href="{released}#standings"' in before
    assert 'id="standings"' in client.get(released).content.decode()
    settings = reverse("event-settings", args=[division.event_id])
    assert f'href="{settings}#id_public"' in before
    assert 'id="id_public"' in client.get(settings).content.decode()
    page = client.post(address, follow=True).content.decode()
    assert "there is nothing to show" in page
    assert not division.event.print_jobs.exists()


def test_the_site_is_made_in_the_background_and_saved(shown, client, director):
    client.force_login(director)
    address = reverse("static-site", args=[shown.pk])
    assert client.get(reverse("static-site-file", args=[shown.pk])).url == address
    client.post(address)
    assert "In progress." in client.get(address).content.decode()
    make_site(shown.print_jobs.get().pk)
    assert "Save (ZIP)" in client.get(address).content.decode()
    saved = client.get(reverse("static-site-file", args=[shown.pk]))
    assert saved["Content-Type"] == "application/zip"
    assert "index.html" in read(saved.content)
    client.post(address)
    assert shown.print_jobs.get().state == PrintJob.State.RUNNING
    assert client.get(reverse("print", args=[shown.pk])).status_code == 200


def test_the_command_writes_a_folder(shown, tmp_path, capsys):
    call_command("export_site", shown.pk, str(tmp_path / "site"))
    assert (tmp_path / "site" / "index.html").exists()
    assert "files in" in capsys.readouterr().out
