"""The standings of a division: their columns, and a further one for each round."""

from collections.abc import Iterator
from functools import partial
from operator import attrgetter
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.classic.rules.values import Contestant
from tournaments.classic.standings.rows import Cell, Standings, StandingsRow
from tournaments.names import name_visibility
from tournaments.reports.tables import (
    DataColumn,
    DataTable,
    Registry,
    TableColumn,
    build_table,
    halves,
    registry_of,
    signed_figure,
)

# Pages and papers have the number beside the name, if at all.
NOT_SHOWN = ("number", "licence", "team")
ONLY_TOTALS = ("losses", "points", "best", "rating", "club")


def _name(row: StandingsRow) -> str:
    return name_with_note(row.line.contestant)


def name_with_note(contestant: Contestant) -> str:
    """Return the name, with a note if the player dropped out."""
    return (
        contestant.name
        if contestant.present
        else gettext("{name} (dropped out)").format(name=contestant.name)
    )


def _of_person(name: str, heading: str | Promise, **look: Any) -> TableColumn[StandingsRow, Standings]:
    """Return a column with a fact about the person, which would tell who it is where names are hidden."""
    return TableColumn(
        DataColumn(name, heading, **look),
        attrgetter(f"line.contestant.{name}"),
        is_shown=lambda _standings: not name_visibility.are_hidden(),
    )


COLUMNS: Registry[StandingsRow, Standings] = registry_of(
    TableColumn.of("rank", _("Rank"), attrgetter("line.rank"), narrow="#"),
    TableColumn.of("number", _("No."), attrgetter("line.contestant.number")),
    TableColumn.of_text("name", _("Name"), _name, is_drawn=True),
    _of_person("licence", _("Licence"), is_text=True),
    TableColumn.of(
        "wins",
        _("Wins"),
        lambda row: halves(row.line.half_wins),
        is_strong=True,
        narrow=pgettext_lazy("wins", "W"),
    ),
    TableColumn.of(
        "losses", _("Losses"), lambda row: halves(row.line.half_losses), narrow=pgettext_lazy("losses", "L")
    ),
    TableColumn.of("spread", pgettext_lazy("match", "Spread"), lambda row: signed_figure(row.line.spread)),
    TableColumn.of("points", _("Points"), attrgetter("line.points")),
    TableColumn.of("best", _("Best"), attrgetter("line.high_game"), about=_("Best score of a match")),
    _of_person("rating", _("Rating"), is_optional=True),
    _of_person("club", _("Club"), is_text=True, is_optional=True),
    _of_person("team", _("Team"), is_text=True, is_optional=True),
)


def standings_table(standings: Standings, *, with_rounds: bool = False) -> DataTable:
    """Return a row a contestant, and with the rounds a column for each of them."""
    rounds = _round_columns(standings.rounds) if with_rounds else ()
    return build_table(
        gettext("Standings"),
        (*COLUMNS.values(), *rounds),
        standings.rows,
        standings,
        key=attrgetter("line.contestant.key"),
        is_away=lambda row: not row.line.contestant.present,
    )


def _round_columns(rounds: int) -> Iterator[TableColumn[StandingsRow, Standings]]:
    for number in range(1, rounds + 1):
        heading = round_heading(number)
        look = DataColumn(
            f"round{number}", str(number), is_text=True, is_drawn=True, about=heading, in_files=heading
        )
        yield TableColumn(look, partial(_round_text, number))


def _round_text(number: int, row: StandingsRow) -> str:
    return match_cell_text(row.cells[number - 1])


def round_heading(number: int) -> str:
    return pgettext("match", "Round %(number)s") % {"number": number}


def match_cell_text(cell: Cell | None) -> str:
    """Return a round as text, such as `12+ 412–398`: against number 12, won."""
    if cell is None:
        return ""
    if cell.is_bye:
        return cell.unplayed_word
    figures = gettext("forfeit") if cell.forfeit else "" if cell.own is None else f"{cell.own}–{cell.other}"
    return f"{cell.opponent}{cell.mark} {figures}".strip()
