"""Pairing methods as directors choose them (`tournaments.classic.pairing`)."""

from django.utils.translation import gettext

from tournaments.classic.pairing import METHODS

# Manual pairing has a page of its own.
MANUAL = "manual"


def method_choices() -> list[tuple[str, str]]:
    """Return code and title of the methods that pair a round automatically."""
    return [(code, str(method.title)) for code, method in METHODS.items() if code != MANUAL]


def is_method(code: str) -> bool:
    return code in METHODS and code != MANUAL


def method_label(code: str) -> str:
    if code == MANUAL:
        return gettext("by hand")
    return str(METHODS[code].title) if code in METHODS else code
