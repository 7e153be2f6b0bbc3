"""The handbook has the same parts in all languages, and calls pages and buttons what the interface calls them."""

import re
from functools import cache

import pytest
from babel.messages.pofile import read_po
from django.conf import settings

from duplicate.website.views.handbook import PAGES

LOCALES = settings.BASE_DIR / "deploy/locale"
CODE = re.compile(r"`[^`]+`")
IN_ITALICS = re.compile(r"(?<![*\w])\*(?!\*)([^*|]+)(?<!\*)\*(?!\*)")
# The explanation of a method, after its name.
IN_BRACKETS = re.compile(r"\(.+\)$")
# Parts that a page fills in, and the signs round it.
LEFT_OUT = re.compile(r"%\(\w+\)[a-z]|\{\w*\}|<[^>]+>|\d+|[…“”«»,]")


def bare(text):
    """Return a text in small letters, without what a page fills in, and without its last sign."""
    plain = LEFT_OUT.sub(" ", text.replace("’", "'"))
    return " ".join(re.sub(r"\s+(?=[:;?!.])", "", plain).split()).strip(" .:").casefold()


def forms(texts):
    return texts if isinstance(texts, (tuple, list)) else (texts,)


@cache
def texts_of_interface(language):
    """Return all texts of the interface in a language; those in English are the keys of any catalogue."""
    with (LOCALES / ("fr" if language == "en" else language) / "LC_MESSAGES/django.po").open("rb") as file:
        catalogue = read_po(file)
    found = [message.id if language == "en" else message.string for message in catalogue if message.id]
    whole = {text for texts in found for text in forms(texts)}
    return {bare(text) for text in whole} | {bare(IN_BRACKETS.sub("", text)) for text in whole}


def is_in_interface(name, texts):
    """Return whether it is a text; several words may begin or end one, as a button may name a number."""
    if name in texts or " " not in name:
        return name in texts
    return any(text.startswith(f"{name} ") or text.endswith(f" {name}") for text in texts)


def unknown_names(page, texts):
    """Return the names in italics that the interface does not have; “Columns: all” may be two."""
    names = set(IN_ITALICS.findall(CODE.sub("", page)))
    return sorted(
        name
        for name in names
        if not is_in_interface(bare(name), texts)
        and not all(is_in_interface(bare(part), texts) for part in name.split(":"))
    )


@pytest.mark.parametrize("language", sorted(PAGES))
def test_names_in_italics_are_those_of_the_interface(language):
    page = PAGES[language].read_text()
    assert len(IN_ITALICS.findall(page)) > 150
    assert unknown_names(page, texts_of_interface(language)) == []


@pytest.mark.parametrize(
    ("language", "page", "unknown"),
    [
        ("en", "Press *Deal*, *Print*, *Accept … for this game* or *Columns: all*.", ["Deal"]),
        (
            "fr",
            "*Imprimer*, *Apparier la ronde 1*, `*AGE`, *Colonnes\N{NO-BREAK SPACE}: tous*, *Imprimez*",
            ["Imprimez"],
        ),
        ("de", "*Drucken*, *Runde 1 paaren*, *Spalten: alle* und *Paart*", ["Paart"]),
        ("es", "**Guardar todo**, *Guardar todo el\nevento* y *Guarde*", ["Guarde"]),
    ],
)
def test_another_name_is_told(language, page, unknown):
    assert unknown_names(page, texts_of_interface(language)) == unknown


def shape(page):
    """Return the kinds of its headings, tables with their rows, pictures, and numbered steps, in order."""
    kinds = re.findall(r"^(#+|\||!\[|\d\.) .*?(?:\((pictures/\S+)\))?$", page, re.MULTILINE)
    return [kind + picture for kind, picture in kinds]


@pytest.mark.parametrize("language", sorted(PAGES))
def test_a_translation_has_the_parts_of_the_original(language):
    assert shape(PAGES[language].read_text()) == shape(PAGES["en"].read_text())
