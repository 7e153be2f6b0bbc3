"""The ratings of a division. Files have the headings of imported lists of people, so that they can be imported
elsewhere.
"""

from collections.abc import Iterable
from operator import attrgetter

from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.classic.standings.ratings import RatedLine
from tournaments.core import name_visibility
from tournaments.core.reports.tables import (
    NOTHING,
    DataColumn,
    DataTable,
    Figure,
    Registry,
    TableColumn,
    build_table,
    fixed_figure,
    number,
    registry_of,
    signed_figure,
)

IN_FILES = ("licence", "games", "score")
NOT_ON_PAGE = ("number", *IN_FILES, "provisional")
NOT_ON_PAPER = (*IN_FILES, "opponents", "k", "rated_games")
NOT_IN_FILES = ("result",)


def _licence(line: RatedLine) -> str:
    return "" if name_visibility.are_hidden() else line.entrant.entry.player.licence


def _change(line: RatedLine) -> Figure:
    return Figure(None, gettext("new"), "0") if line.difference is None else signed_figure(line.difference)


def _k(line: RatedLine) -> Figure:
    k = line.change.k
    return Figure(k, number(k) if k else NOTHING, "0")


def _result(line: RatedLine) -> str:
    score = line.change.score
    return f"{number(score, 0 if score == int(score) else 1)} / {number(line.change.games)}"


COLUMNS: Registry[RatedLine, None] = registry_of(
    TableColumn(DataColumn("number", _("No.")), attrgetter("entrant.number")),
    TableColumn(
        DataColumn("name", _("Name"), is_text=True, is_drawn=True, in_files="Name"),
        attrgetter("entrant.entry.name"),
    ),
    TableColumn(DataColumn("licence", _("Licence"), is_text=True, in_files="Licence"), _licence),
    TableColumn(DataColumn("before", _("Before")), attrgetter("change.before")),
    TableColumn(
        DataColumn("after", _("After"), is_strong=True, in_files="Rating"), attrgetter("change.after")
    ),
    TableColumn(DataColumn("change", pgettext_lazy("rating", "Change")), _change),
    TableColumn(DataColumn("performance", _("Performance")), attrgetter("change.performance")),
    TableColumn(DataColumn("result", _("Score")), _result),
    TableColumn(DataColumn("games", _("Games here")), attrgetter("change.games")),
    TableColumn(DataColumn("score", _("Score")), lambda line: fixed_figure(line.change.score, 1)),
    TableColumn(
        DataColumn("expected", pgettext_lazy("rating", "Expected")),
        lambda line: None if line.difference is None else fixed_figure(line.change.expected),
    ),
    TableColumn(DataColumn("opponents", _("Opponents")), lambda line: round(line.change.opponents)),
    TableColumn(
        DataColumn("k", "K"),
        _k,
    ),
    TableColumn(
        DataColumn("rated_games", _("Rated games"), in_files="Rated games"), attrgetter("change.games_after")
    ),
    TableColumn(
        DataColumn("provisional", _("Provisional"), is_text=True, beside="name"),
        lambda line: gettext("provisional") if line.is_provisional else "",
    ),
)


def ratings_table(lines: Iterable[RatedLine]) -> DataTable:
    return build_table(gettext("Ratings"), COLUMNS.values(), lines, None, key=attrgetter("entrant.pk"))
