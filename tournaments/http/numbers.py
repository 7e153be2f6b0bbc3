"""Numbers that come as texts in forms and addresses."""

from django.utils.translation import gettext_lazy as _

from tournaments.errors import RuleViolation


def read_number(text: str | None, *, digits: int = 9) -> int | None:
    """Return the whole number of so many digits at most; None for any other text."""
    text = (text or "").strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None


def read_optional_number(text: str | None, *, digits: int = 9) -> int | None:
    """Return the whole number of so many digits at most; None for an empty text.

    Raises:
        RuleViolation: the text is neither.
    """
    text = (text or "").strip()
    number = read_number(text, digits=digits)
    if text and number is None:
        raise RuleViolation(
            "no_number",
            _("“{text}” cannot be read as a number: write digits only, such as 1500."),
            text=text[:40],
        )
    return number


def read_shown_key(text: str | None) -> int:
    """Return the number of the act or version that a page showed when it asked to undo it.

    Raises:
        RuleViolation: it names none, as pages of earlier releases do: another one might be undone.
    """
    number = read_number(text, digits=18)
    if number is None:
        raise RuleViolation("page_outdated", _("This page is out of date: reload it."))
    return number
