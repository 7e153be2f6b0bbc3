"""Clauses joined by the punctuation of the active language: French has a no-break space before `:` and `;`."""

from collections.abc import Iterable
from functools import reduce

from django.utils.translation import gettext


def join_clauses(clauses: Iterable[str]) -> str:
    """Join clauses with semicolons."""
    parts = list(clauses)
    return reduce(_join, parts) if parts else ""


def label_clause(label: str, clause: str) -> str:
    """Write a label and a colon before a clause."""
    return gettext("{label}: {clause}").format(label=label, clause=clause)


def _join(first: str, second: str) -> str:
    return gettext("{first}; {second}").format(first=first, second=second)
