"""Plural forms for scripts, which choose among them by the rules of the language that a browser knows."""

from collections.abc import Callable
from functools import cache

from django.utils.translation import get_language, to_locale

# Below this number, every language uses all the forms that its counts on a sheet take.
ENOUGH = 200


def plural_forms(said: Callable[[int], str]) -> dict[str, str]:
    """Return the plural forms of a sentence in the language in force, by their Unicode names: {"one":
    "{score} point", "other": "{score} points"}. `said` is an `ngettext` of the number, its braces unfilled.
    """
    return {form: said(number) for form, number in _examples(get_language() or "en").items()}


@cache
def _examples(language: str) -> dict[str, int]:
    """Return the least number of each plural form."""
    from babel import Locale  # noqa: PLC0415 - only pages with numbers that change need it

    form_of = Locale.parse(to_locale(language)).plural_form
    return {form_of(number): number for number in reversed(range(ENOUGH))}
