"""The exported pages of an event with hostile names, as files: nothing runs, and nothing outside is asked for."""

import subprocess
import sys

import pytest

from tests.server import ROOT, environment_for, prepare_data, prepare_database

pytestmark = pytest.mark.browser

HOSTILE = (
    "<script>alert(1)</script>",
    "<img src=http://evil.invalid/x onerror=alert(1)>",
    '"><svg onload=alert(1)>',
    "' autofocus onfocus='alert(1)",
    "<style>@import 'http://evil.invalid/'</style>",
    "</title><base href=http://evil.invalid/>",
    "javascript:alert(1)",
    "--><iframe srcdoc='<script>alert(1)</script>'>",
    "<meta http-equiv=refresh content='0;url=http://evil.invalid/'>",
    "http://evil.invalid/",
)
# A finished game, a division and an annotated game; then every text that people type becomes a hostile one.
MAKE = """
import itertools, django; django.setup()
from django.apps import apps
from django.db.models import CharField, TextField
from duplicate.games import services as game_services
from duplicate.games.event_changes import show_to_everybody
from tests.factories.annotated_games import make_annotated_game
from tests.factories.divisions import make_director, make_division, play_round
from tests.factories.documents import play_evening
from tournaments.events.services import release_standings
from tournaments.lexicons.services import register_built_in
from tournaments.models import FIRST_ORGANISER
from tournaments.organisers.scope import scope_to_organiser
scope = scope_to_organiser(FIRST_ORGANISER)
scope.__enter__()
register_built_in()
director = make_director()
division = make_division(director, ("Ann Lee", "Bob Roux", "Cleo Ito", "Dan Petit"), rounds_planned=1)
play_round(division, 1, director, score=lambda table: (433, 377))
make_annotated_game(division, director, names=HOSTILE[:2])
game = play_evening(director, event=division.event)
game_services.end_game(game=game, by=director)
show_to_everybody(event=division.event, by=director)
release_standings(event=division.event, released="final", by=director)
TYPED = {"name", "given", "family", "particle", "club", "town", "text", "title", "note", "notes", "remark",
    "description", "first_name", "last_name", "given_name", "family_name", "player_name", "annotator", "place", "venue",
    "answer", "reason", "partner", "licence", "country", "word"}
hostile = itertools.cycle(HOSTILE)
for model in apps.get_models():
    if model._meta.label in {"tournaments.Lexicon", "duplicate.Round", "classic.AnnotatedGame"}:
        continue
    names = [f.name for f in model._meta.concrete_fields
        if isinstance(f, CharField | TextField) and not f.choices and f.name in TYPED and not f.unique]
    for row in model._base_manager.all() if names else ():
        values = {name: next(hostile)[: model._meta.get_field(name).max_length] for name in names if getattr(row, name)}
        if values:
            model._base_manager.filter(pk=row.pk).update(**values)
print(division.event_id)
"""


@pytest.fixture(scope="module")
def site(chromium, tmp_path_factory):
    """Return the folder of the pages."""
    folder = tmp_path_factory.mktemp("static")
    data = prepare_data(folder / "data")
    prepare_database(data)
    environment = environment_for(data) | {"DJANGO_SETTINGS_MODULE": "deploy.settings"}
    event = _run(environment, "-c", f"HOSTILE = {HOSTILE!r}\n{MAKE}").split()[-1]
    _run(environment, "manage.py", "export_site", event, folder / "site")
    return folder / "site"


def _run(environment, *arguments):
    done = subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_nothing_of_a_page_runs_or_leaves_its_folder(browser, site):
    page = browser.new_page()
    asked, ran = [], []
    page.on("request", lambda request: asked.append(request.url))
    page.on("dialog", lambda dialog: (ran.append(dialog.message), dialog.dismiss()))
    page.on("console", lambda message: ran.append(message.text))
    pages = sorted(site.glob("*.html"))
    assert len(pages) > 10
    seen = ""
    for file in pages:
        page.goto(file.as_uri())
        assert page.url == file.as_uri()
        page.keyboard.press("Tab")
        for found in page.locator("a, form, img, script, iframe, base, link, meta[http-equiv]").evaluate_all(
            "all => all.map(one => one.href || one.src || one.action || one.content || one.outerHTML)"
        ):
            assert found.startswith(site.as_uri()), f"{file.name} has {found}"
        seen += page.locator("body").inner_text()
    assert {one for one in asked if not one.startswith(site.as_uri())} == set()
    assert ran == []
    assert sum(text in seen for text in HOSTILE) >= len(HOSTILE) / 2, "the names are not shown"
    page.close()
