"""Complete languages have every message of the sources; every language keeps placeholders and plural forms."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils.translation import to_language, to_locale

from duplicate.games import services as game_services
from engine.rules import RuleSet
from tournaments.lexicons.services import register_built_in

ROOT = Path(__file__).parent.parent
LANGUAGES = [code for code in settings.COMPLETE_LANGUAGES if code != "en"]
SOURCES = ("Makefile", "deploy", "duplicate", "engine", "tournaments", "templates", "manage.py")
# {name}, %(name)s, and the markup round them.
PLACEHOLDER = re.compile(r"\{\w*\}|%\(\w+\)[a-z]|%%|</?\w[^>]*>")


def catalogue_path(folder, language):
    return folder / "deploy/locale" / language / "LC_MESSAGES/django.po"


def read_catalogue(folder, language):
    with catalogue_path(folder, language).open("rb") as file:
        return read_po(file, locale=language)


def messages_in(catalogue):
    return [message for message in catalogue if message.id]


def forms(texts):
    """Return the text of a message, or its plural forms."""
    return texts if isinstance(texts, (tuple, list)) else (texts,)


def placeholders(text):
    return sorted(PLACEHOLDER.findall(text))


def keys(catalogue):
    return {(message.context, message.id) for message in messages_in(catalogue)}


@pytest.fixture(params=LANGUAGES)
def catalogue(request):
    return read_catalogue(ROOT, request.param)


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


@pytest.fixture(params=[code for code, _name in settings.LANGUAGES if code != "en"])
def any_catalogue(request):
    """Return the catalogue of each language, also of those that may be partial."""
    return read_catalogue(ROOT, to_locale(request.param))


def test_everything_is_translated(catalogue):
    untranslated = [message.id for message in messages_in(catalogue) if not all(forms(message.string))]
    assert untranslated == []


def test_nothing_is_doubtful(catalogue):
    doubtful = [message.id for message in messages_in(catalogue) if message.fuzzy]
    assert doubtful == [], "correct these, and delete `#, fuzzy` and `#| …`"
    assert not catalogue.fuzzy, "a fuzzy header is not compiled, and with it go the plural forms"


def test_messages_name_files_that_are_there(catalogue):
    """After a move, `make messages` names the new ones."""
    named = {path for message in messages_in(catalogue) for path, _line in message.locations}
    assert [path for path in sorted(named) if not (ROOT / path).exists()] == []


def test_nothing_is_obsolete(catalogue):
    assert list(catalogue.obsolete) == []


def test_every_plural_form_is_there(any_catalogue):
    counts = {len(message.string) for message in messages_in(any_catalogue) if message.pluralizable}
    assert counts == {any_catalogue.num_plurals}


def test_placeholders_are_kept(any_catalogue):
    for message in messages_in(any_catalogue):
        if not all(forms(message.string)):
            continue  # not translated: the message is shown in English
        singular, *plural = [placeholders(text) for text in forms(message.id)]
        *others, last = [placeholders(text) for text in forms(message.string)]
        # The form for many, or the only one, has all; those for fewer may say "one" in words, as in English.
        assert last == (plural[0] if plural else singular), message.id
        assert all(form in (singular, last) for form in others), message.id


MARKUP = re.compile(r"<[^>]*>")
FRENCH_SLIPS = re.compile(
    r"""\w'\w        # an apostrophe of the typewriter
    |\w[:;!?](?!\w)  # no space before
    |[ ](?=[:;!?»])    # a space at which the line may break
    |«[^\N{NO-BREAK SPACE}]
    |[^\N{NO-BREAK SPACE}]»""",
    re.VERBOSE,
)
# A text in which ? stands for a blank of a typed rack.
TYPED = re.compile(r"S\?\?")


def test_french_is_set_as_french_is():
    """Apostrophes and spaces: a line must not begin with a colon or a question mark."""
    slips = {
        found[0]: text
        for message in messages_in(read_catalogue(ROOT, "fr"))
        for text in forms(message.string)
        if (found := FRENCH_SLIPS.search(TYPED.sub("", MARKUP.sub("", text))))
    }
    assert slips == {}


SPANISH_QUESTION = re.compile(r"[\w)”»}…]\?(?!\w)")


def test_spanish_is_set_as_spanish_is():
    """Questions and exclamations have both their marks, and quotation marks are the Spanish ones."""
    slips = [
        text
        for message in messages_in(read_catalogue(ROOT, "es"))
        for text in forms(message.string)
        if ("¿" in text) != bool(SPANISH_QUESTION.search(TYPED.sub("", text)))
        or text.count("!") != text.count("¡")
        or set("“”") & set(text)
    ]
    assert slips == []


# Quotation marks of other languages, and a space before a mark; a question mark may stand for a blank.
FOREIGN_MARKS = {
    "de": r"[”«»‘]|\s[:;!]",
    "nl": r"[„“”«»]|\s[:;!]",
    "it": r"[„“”‘']|\s[:;!]|[«]\s|\s[»]",
    "ro": r"[“‘’şţŞŢ]|\s[:;!]",
}
CLOSING_MARK = {"de": "“", "ro": "”"}


@pytest.mark.parametrize("language", FOREIGN_MARKS)
def test_a_language_has_the_marks_of_its_own(language):
    slips = [
        text
        for message in messages_in(read_catalogue(ROOT, language))
        for text in (MARKUP.sub("", form) for form in forms(message.string))
        if re.search(FOREIGN_MARKS[language], text)
        or text.count("„") != text.count(CLOSING_MARK.get(language, "„"))
    ]
    assert slips == []


def test_a_language_is_its_folder():
    """Every language with a catalogue is offered, English first, each under its own name for itself."""
    folders = sorted(path.parts[-3] for path in ROOT.glob("deploy/locale/*/LC_MESSAGES/django.po"))
    assert [code for code, _name in settings.LANGUAGES] == ["en", *map(to_language, folders)]
    assert dict(settings.LANGUAGES)["es"] == "español"


@pytest.fixture
def sources(tmp_path):
    """Return a folder with a copy of the sources, where xgettext may write."""
    if shutil.which("xgettext") is None:
        if "CI" in os.environ:
            pytest.fail("gettext is to be installed where every test must run")
        pytest.skip("gettext is not installed")
    for name in SOURCES:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__", "*.mo"))
        else:
            shutil.copy(source, tmp_path / name)
    return tmp_path


def run_in(folder, *command):
    """Run a command in a copy of the sources and return all that it prints."""
    return subprocess.run(
        command,
        cwd=folder,
        env=os.environ | {"ISOTOP_DATA": str(folder / "data"), "LC_ALL": "C.UTF-8"},
        check=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def make_language(folder, code):
    # Everything that `make develop` installs is there already.
    return run_in(
        folder, "make", "-o", "develop", f"BIN={Path(sys.executable).parent}", "language", f"CODE={code}"
    )


def test_no_message_of_the_sources_is_missing(sources):
    """A run of `make messages` would not change the catalogues."""
    made = run_in(sources, sys.executable, "manage.py", "makemessages", "--all", "--no-obsolete")
    assert made.returncode == 0, made.stdout
    for language in LANGUAGES:
        there, collected = keys(read_catalogue(ROOT, language)), keys(read_catalogue(sources, language))
        assert collected - there == set(), "run `make messages`, then translate these"
        assert there - collected == set(), "run `make messages`: these are used no more"


@pytest.mark.parametrize(("code", "own_name", "plurals"), [("sv", "svenska", 2), ("pl", "polski", 3)])
def test_a_language_begins_with_one_command(sources, code, own_name, plurals):
    """Its catalogue has every message; the program offers what is translated, and English for the rest."""
    made = make_language(sources, code)
    assert made.returncode == 0, made.stdout
    begun = read_catalogue(sources, code)
    assert keys(begun) == keys(read_catalogue(ROOT, "fr"))
    assert begun.num_plurals == plurals
    assert {len(message.string) for message in messages_in(begun) if message.pluralizable} == {plurals}
    assert not begun.fuzzy
    begun.get("Language").string = "Lingua"
    with catalogue_path(sources, code).open("wb") as file:
        write_po(file, begun)
    with catalogue_path(sources, code).with_suffix(".mo").open("wb") as file:
        write_mo(file, begun)
    said = run_in(
        sources,
        *(sys.executable, "manage.py", "shell", "--no-imports", "--command"),
        f"from django.utils.translation import *; activate('{code}'); print(gettext('Language'), gettext('Colours'));"
        f"from django.conf import settings; print(dict(settings.LANGUAGES)['{code}'])",
    )
    assert said.stdout.splitlines() == ["Lingua Colours", f"{own_name} (in part)"]


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("", "Which language?"),
        ("qqx", "qqx is no code of a language"),
        ("fr", "is there: `make messages` adds what is new to it"),
    ],
)
def test_no_language_is_begun_without_a_good_code(sources, code, said):
    before = catalogue_path(sources, "fr").read_bytes(), sorted((sources / "deploy/locale").iterdir())
    made = make_language(sources, code)
    assert made.returncode != 0
    assert said in made.stdout
    after = catalogue_path(sources, "fr").read_bytes(), sorted((sources / "deploy/locale").iterdir())
    assert after == before


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
