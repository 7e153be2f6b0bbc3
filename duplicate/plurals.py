"""Plural forms for scripts, which choose among them by the rules of the language that a browser knows."""

from collections.abc import Callable
from functools import cache

from babel import Locale
from django.utils.translation import get_language, to_locale

# In every language, counts as they come up on a sheet take all the forms that they can below this.
ENOUGH = 200


def plural_forms(said: Callable[[int], str]) -> dict[str, str]:
    """What is said of a number, by the names that Unicode gives to the plural forms of the language in force:
    {"one": "{score} point", "other": "{score} points"}. `said` is an `ngettext` of the number, its braces unfilled.
    """
    return {form: said(number) for form, number in _examples(get_language() or "en").items()}


@cache
def _examples(language: str) -> dict[str, int]:
    """The least number of each plural form."""
    form_of = Locale.parse(to_locale(language)).plural_form
    return {form_of(number): number for number in reversed(range(ENOUGH))}
