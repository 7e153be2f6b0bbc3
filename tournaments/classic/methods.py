"""Ways of pairing as directors choose them (`tournaments.pairings`)."""

from django.utils.translation import gettext

from tournaments.pairings import METHODS

# By hand has a page of its own.
MANUAL = "manual"


def method_choices() -> list[tuple[str, str]]:
    """Code and title of what a round can be paired by at the press of a button."""
    return [(code, str(method.title)) for code, method in METHODS.items() if code != MANUAL]


def is_method(code: str) -> bool:
    return code in METHODS and code != MANUAL


def method_label(code: str) -> str:
    if code == MANUAL:
        return gettext("by hand")
    return str(METHODS[code].title) if code in METHODS else code
