"""The tables of an organiser's archive beside its events, as the apps added them, and what is left out of it."""

from collections.abc import Mapping
from typing import Any, Final

from django.contrib.auth.models import User
from django.db import models
from django.utils.translation import gettext_lazy as _

from duplicate.website.archive.container import ArchiveLayout
from duplicate.website.archive.tables import SHARED, SharedTable, names_of
from tournaments.archived_tables import OF_ORGANISERS, objects_of
from tournaments.models import Lexicon, Organiser

KIND: Final = "isotop organiser"
VERSION: Final = 2
# Older formats that are read as well.
OLDER: Final = (1,)
TABLES: Final = OF_ORGANISERS.in_order()
EXCLUDED: Final = OF_ORGANISERS.left_out
SHARED_TABLES: Final[Mapping[str, SharedTable]] = {
    "users": (User, ("username",)),
    "lexicons": (Lexicon, SHARED["lexicons"][1]),
}
TABLE_OF: Final = names_of(TABLES, SHARED_TABLES)
# Read into the new organiser by `duplicate.website.archive.people`, as those of an event are.
OF_PEOPLE: Final = frozenset({"clubs", "players", "club_rules"})


def names_in(version: int) -> tuple[str, ...]:
    """Return the tables of an archive of this format."""
    since = {table.name: table.since for table in TABLES}
    return tuple(name for name in TABLE_OF.values() if since.get(name, 1) <= version)


LAYOUT: Final = ArchiveLayout(
    KIND,
    (VERSION, *OLDER),
    names_in,
    {table.name: table.most for table in TABLES} | {"users": 20_000, "lexicons": 500},
    _("This file is not an organiser archive."),
    most_about=5_000_000,
    most_events=5_000,
)


def all_rows(model: type[models.Model], way: str, organiser: Organiser) -> "models.QuerySet[Any, Any]":
    """Return all rows of a table of the organiser, also those that its archive leaves out."""
    return objects_of(model).filter(**{way: organiser.pk}).order_by("pk")
