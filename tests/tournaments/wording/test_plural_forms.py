"""Plural forms as the scripts get them."""

import pytest
from django.utils import translation

from tournaments.wording.plural_forms import plural_forms


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
