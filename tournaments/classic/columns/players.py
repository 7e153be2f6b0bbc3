"""The players of a division."""

from collections.abc import Iterable
from operator import attrgetter

from django.utils.translation import gettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.classic.models import DivisionEntry
from tournaments.names import name_visibility
from tournaments.reports.tables import DataTable, Registry, TableColumn, build_table, registry_of

ROUNDS = ("first_round", "last_round")
NOT_ON_PAGE = ("licence", "team", "class", "rounds", *ROUNDS, "limit")
NOT_ON_PAPER = ("licence", *ROUNDS, "limit", "phone")
NOT_IN_FILES = ("rounds", "phone")


def _licence(one: DivisionEntry) -> str:
    return "" if name_visibility.are_hidden() else one.entry.player.licence


def _rounds(one: DivisionEntry) -> str:
    """Return from and up to which round a player plays, if it is not all."""
    since = (
        pgettext("match", "from round %(number)s") % {"number": one.first_round}
        if one.first_round > 1
        else ""
    )
    until = "" if one.last_round is None else gettext("up to round %(number)s") % {"number": one.last_round}
    return ", ".join(filter(None, (since, until)))


COLUMNS: Registry[DivisionEntry, None] = registry_of(
    TableColumn.of("number", _("No."), attrgetter("number"), is_strong=True),
    TableColumn.of_text("name", _("Name"), attrgetter("entry.name"), is_drawn=True),
    TableColumn.of_text("licence", _("Licence"), _licence),
    TableColumn.of("rating", _("Rating"), attrgetter("rating"), is_optional=True),
    TableColumn.of_text(
        "club",
        _("Club"),
        lambda one: one.entry.player.club.name if one.entry.player.club else "",
        is_optional=True,
        is_wide=True,
    ),
    TableColumn.of_text(
        "team", _("Team"), lambda one: one.entry.team.name if one.entry.team else "", is_optional=True
    ),
    TableColumn.of_text(
        "class",
        _("Class"),
        lambda one: ", ".join(filter(None, (one.entry.group, one.entry.player.series))),
        is_optional=True,
    ),
    TableColumn.of_text("rounds", pgettext_lazy("match", "Rounds"), _rounds, is_optional=True),
    TableColumn.of("first_round", _("First round"), attrgetter("first_round")),
    TableColumn.of("last_round", _("Last round"), attrgetter("last_round")),
    TableColumn.of("limit", _("Limit per turn"), attrgetter("turn_seconds")),
    TableColumn.of_text(
        "phone",
        _("Phone"),
        lambda one: gettext("phone") if one.entry.token_hash else "",
        is_drawn=True,
        is_wide=True,
    ),
)


def players_table(players: Iterable[DivisionEntry]) -> DataTable:
    """Return one row a player; a player who dropped out has a last round. Select the names, club and team."""
    return build_table(
        gettext("Players"),
        COLUMNS.values(),
        players,
        None,
        key=attrgetter("pk"),
        is_away=lambda one: one.last_round is not None,
    )
