"""Addresses of the program, with those of packages that are included."""

from collections.abc import Iterable, Iterator

from django.urls import URLPattern, URLResolver


def patterns_in(patterns: Iterable[URLPattern | URLResolver]) -> Iterator[URLPattern]:
    """Yield all patterns; what is included has no address of its own here."""
    for pattern in patterns:
        if isinstance(pattern, URLPattern):
            yield pattern
        else:
            yield from patterns_in(pattern.url_patterns)
