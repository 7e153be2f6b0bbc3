"""Catalogues of translations: where they lie, and what is in them."""

from pathlib import Path

from babel.messages.pofile import read_po
from django.conf import settings

ROOT = Path(__file__).parent.parent
LANGUAGES = [code for code in settings.COMPLETE_LANGUAGES if code != "en"]


def catalogue_path(folder, language):
    return folder / "deploy/locale" / language / "LC_MESSAGES/django.po"


def read_catalogue(folder, language):
    with catalogue_path(folder, language).open("rb") as file:
        return read_po(file, locale=language)
