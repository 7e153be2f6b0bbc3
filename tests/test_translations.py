"""Complete languages have every message of the sources; every language keeps placeholders and plural forms."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import write_po
from django.conf import settings
from django.utils.translation import to_language, to_locale

from tests.catalogues import LANGUAGES, ROOT, catalogue_path, read_catalogue

SOURCES = ("Makefile", "deploy", "duplicate", "engine", "tournaments", "templates", "manage.py")
# {name}, %(name)s, and the markup round them.
PLACEHOLDER = re.compile(r"\{\w*\}|%\(\w+\)[a-z]|%%|</?\w[^>]*>")


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


@pytest.fixture(params=[code for code, _name in settings.LANGUAGES if code != "en"])
def any_catalogue(request):
    """Return the catalogue of each language, also of those that may be partial."""
    return read_catalogue(ROOT, to_locale(request.param))


@pytest.mark.slow
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


@pytest.mark.slow
def test_no_message_of_the_sources_is_missing(sources):
    """A run of `make messages` would not change the catalogues."""
    made = run_in(sources, sys.executable, "manage.py", "makemessages", "--locale", "fr", "--no-obsolete")
    assert made.returncode == 0, made.stdout
    collected = keys(read_catalogue(sources, "fr"))
    for language in LANGUAGES:
        there = keys(read_catalogue(ROOT, language))
        assert collected - there == set(), "run `make messages`, then translate these"
        assert there - collected == set(), "run `make messages`: these are used no more"


@pytest.mark.slow
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


@pytest.mark.slow
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
