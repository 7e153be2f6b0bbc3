"""Plural forms as the scripts get them."""

import pytest
from django.conf import settings
from django.utils import translation

from duplicate.plurals import plural_forms


def points(number):
    return "{score} point" if number == 1 else "{score} points"


@pytest.mark.parametrize(
    ("language", "least"),
    [
        ("en", {"one": 1, "other": 0}),
        ("fr", {"one": 0, "other": 2}),
        ("es", {"one": 1, "other": 0}),
        ("pl", {"one": 1, "few": 2, "many": 0}),
        ("pt-br", {"one": 0, "other": 2}),
        ("ja", {"other": 0}),
    ],
)
def test_each_form_of_a_language_has_its_text_by_the_name_that_browsers_know(language, least):
    with translation.override(language):
        assert plural_forms(str) == {form: str(number) for form, number in least.items()}


def test_without_a_language_they_are_english():
    with translation.override(None):
        assert plural_forms(points) == {"one": "{score} point", "other": "{score} points"}


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_what_the_scripts_say_of_numbers_is_there_in_each_form(language, client, game):
    page = client.get(f"/play/{game.code}/", headers={"Accept-Language": language})
    words = page.context["strings"]
    counted = [words["clock"]["call"], *(words["phone"][key] for key in ("standing", "against", "points"))]
    assert all(forms.keys() == {"one", "other"} for forms in counted)
    assert all(forms["one"] != forms["other"] for forms in counted)
