"""Pages, scripts and refusals in the language of the reader, by the catalogues as they are."""

import re

import pytest
from babel.messages.mofile import write_mo
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from duplicate.games import services as game_services
from engine.rules import (
    RuleSet,
)
from tests.catalogues import LANGUAGES, ROOT, read_catalogue
from tournaments.lexicons.services import register_built_in


@pytest.fixture(scope="module")
def compiled_folder(tmp_path_factory):
    """Compile the translations like `manage.py setup`, even if those in the checkout are old."""
    folder = tmp_path_factory.mktemp("locale")
    for language in LANGUAGES:
        target = folder / language / "LC_MESSAGES/django.mo"
        target.parent.mkdir(parents=True)
        with target.open("wb") as file:
            write_mo(file, read_catalogue(ROOT, language))
    return folder


@pytest.fixture
def compiled(compiled_folder, settings):
    settings.LOCALE_PATHS = [compiled_folder]


@pytest.fixture
def game(db, english, django_user_model):
    register_built_in()
    ann = django_user_model.objects.create_user("ann", password="a good long one")
    return game_services.create_game(
        name="Mardi", by=ann, lexicon="english", notation="duplicate", rules=RuleSet()
    )


def french(client, address):
    answer = client.get(address, headers={"accept-language": "fr"})
    assert answer.status_code == 200
    page = answer.content.decode()
    assert '<html lang="fr"' in page
    return page


def test_the_home_page_speaks_french(compiled, client, db):
    page = french(client, reverse("home"))
    assert "Rejoindre une partie" in page
    assert "Code de la partie" in page


@pytest.mark.repeats
@pytest.mark.parametrize(
    ("language", "points"),
    [
        ("en", {"one": "{score} point", "other": "{score} points"}),
        ("fr", {"one": "{score} point", "other": "{score} points"}),
        ("es", {"one": "{score} punto", "other": "{score} puntos"}),
    ],
)
def test_scripts_get_what_is_said_of_a_number_in_each_form(compiled, client, game, language, points):
    page = client.get(reverse("play", args=[game.code]), headers={"accept-language": language})
    words = page.context["strings"]["phone"]
    assert {form: text.replace("\N{NO-BREAK SPACE}", " ") for form, text in words["points"].items()} == points
    assert words["standing"]["one"] != words["standing"]["other"]


def test_the_login_page_speaks_french(compiled, client, db):
    page = french(client, reverse("login"))
    assert "Se connecter" in page
    assert "Mot de passe oublié" in page


def test_the_join_page_speaks_french(compiled, client, game):
    page = french(client, reverse("join", args=[game.code]))
    assert f"Partie {game.code}" in page
    assert "Votre nom" in page


def test_the_words_of_the_scripts_are_french(compiled, client, game):
    page = french(client, reverse("play", args=[game.code]))
    assert "Modifiable jusqu" in page
    # Big screens speak the language of the event. Plural forms come with the header of the catalogue.
    game.event.language = "fr"
    game.event.save()
    assert "Joueurs inscrits" in french(client, reverse("screen", args=[game.code]))


def test_looking_words_up_speaks_french(compiled, client, game):
    client.force_login(game.event.arbitrators.get())
    page = french(client, reverse("words", args=[game.code]) + "?q=TRAIN")
    for text in ("Vérifier un mot", "valable", "5 points", "Rajouts devant", "Rallonges"):
        assert text in page


def test_an_act_stands_alone_and_inside_what_undo_says(compiled):
    from django.utils.translation import override

    from duplicate.log.messages import act_text

    zero = {"number": 2, "name": "Ann"}
    entered = {"name": "Ann", "table": 14}
    with override("fr"):
        said = [
            act_text("zero_given", zero),
            act_text("undone", {"of": {"act": "zero_given", "params": zero}}),
            act_text("player_added", entered),
            act_text("undone", {"of": {"act": "player_added", "params": entered}}),
        ]
    assert [text.replace("\N{NO-BREAK SPACE}", " ") for text in said] == [
        "Coup 2 : zéro de Ann",
        "Annulé : zéro de Ann au coup 2",
        "Inscription de Ann (table 14)",
        "Annulé : inscription de Ann (table 14)",
    ]


def test_counts_have_their_plural(compiled):
    from django.utils.translation import ngettext, override

    with override("fr"):
        counted = [ngettext("%(count)s player", "%(count)s players", n) % {"count": n} for n in (0, 1, 2)]
    assert counted == ["0 joueur", "1 joueur", "2 joueurs"]


def test_what_is_wrong_with_a_lexicon_is_french(compiled, admin_client, tmp_path, monkeypatch):
    monkeypatch.setenv("ISOTOP_DATA", str(tmp_path))
    data = {
        "name": "club",
        "tile_set": "italian",
        "words": SimpleUploadedFile("mots.txt", b"BOA serpent\nKIWI\n"),
    }
    page = reverse("admin:tournaments_lexicon_add")
    answer = admin_client.post(page, data, headers={"accept-language": "fr"}).content.decode()
    assert "Le jeu de lettres «\u00a0italian\u00a0» n’a pas de K W." in answer
    assert "Des lignes disent plus que le mot" in answer
    data |= {"tile_set": "english", "words": SimpleUploadedFile("mots.kwg", b"BOA\nKIR\nOIE\n")}
    answer = admin_client.post(page, data, headers={"accept-language": "fr"}).content.decode()
    assert "Ce fichier KWG est inutilisable\u00a0: il ne commence pas comme un fichier KWG." in answer


PAGES = ("home", "login", "screens", "public-events")
MAIN = re.compile(r"<main.*?</main>", re.DOTALL)


@pytest.mark.parametrize("page", PAGES)
def test_every_language_has_pages_of_its_own(compiled, client, db, page):
    """In none of them a page says what it says in another."""
    said = {}
    for code in settings.COMPLETE_LANGUAGES:
        answer = client.get(reverse(page), headers={"accept-language": code})
        text = answer.content.decode()
        assert f'<html lang="{code}"' in text
        said[code] = MAIN.search(text)[0]
    assert len(set(said.values())) == len(settings.COMPLETE_LANGUAGES)


def test_a_player_chooses_spanish(compiled, client, game):
    """The choice in the menu is permanent; the scripts of the phone have the words of that language too."""
    there = reverse("join", args=[game.code])
    assert client.post(reverse("set_language"), {"language": "es", "next": there}).url == there
    page = client.get(there).content.decode()
    assert '<html lang="es"' in page
    assert "Su nombre" in page
    assert "Nadie pudo jugar" in client.get(reverse("play", args=[game.code])).content.decode()


def test_dates_and_plural_forms_are_those_of_the_language(compiled):
    from datetime import date

    from django.utils.formats import date_format
    from django.utils.translation import ngettext, override

    with override("es"):
        assert date_format(date(2026, 3, 3), "DATE_FORMAT") == "3 de marzo de 2026"
        counted = [ngettext("%(count)s player", "%(count)s players", n) % {"count": n} for n in (0, 1, 2)]
    assert counted == ["0 jugadores", "1 jugador", "2 jugadores"]
