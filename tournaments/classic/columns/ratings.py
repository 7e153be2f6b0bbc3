"""The ratings of a division. Files have the headings of imported lists of people, so that they can be imported
elsewhere.
"""

from collections.abc import Iterable
from operator import attrgetter

from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.classic.standings.ratings import RatedLine
from tournaments.names import name_visibility
from tournaments.reports.tables import (
    NOTHING,
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
    TableColumn.of("number", _("No."), attrgetter("entrant.number")),
    TableColumn.of_text("name", _("Name"), attrgetter("entrant.entry.name"), is_drawn=True, in_files="Name"),
    TableColumn.of_text("licence", _("Licence"), _licence, in_files="Licence"),
    TableColumn.of("before", _("Before"), attrgetter("change.before")),
    TableColumn.of("after", _("After"), attrgetter("change.after"), is_strong=True, in_files="Rating"),
    TableColumn.of("change", pgettext_lazy("rating", "Change"), _change),
    TableColumn.of("performance", _("Performance"), attrgetter("change.performance")),
    TableColumn.of("result", _("Score"), _result),
    TableColumn.of("games", _("Games here"), attrgetter("change.games")),
    TableColumn.of("score", _("Score"), lambda line: fixed_figure(line.change.score, 1)),
    TableColumn.of(
        "expected",
        pgettext_lazy("rating", "Expected"),
        lambda line: None if line.difference is None else fixed_figure(line.change.expected),
    ),
    TableColumn.of("opponents", _("Opponents"), lambda line: round(line.change.opponents)),
    TableColumn.of("k", "K", _k),
    TableColumn.of("rated_games", _("Rated games"), attrgetter("change.games_after"), in_files="Rated games"),
    TableColumn.of_text(
        "provisional",
        _("Provisional"),
        lambda line: gettext("provisional") if line.is_provisional else "",
        beside="name",
    ),
)


def ratings_table(lines: Iterable[RatedLine]) -> DataTable:
    return build_table(gettext("Ratings"), COLUMNS.values(), lines, None, key=attrgetter("entrant.pk"))
