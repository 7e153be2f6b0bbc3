"""The wall chart and the cross-table as tables, for spreadsheets."""

from collections.abc import Callable, Iterator
from functools import partial
from operator import attrgetter
from typing import Any

from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.classic.columns.standings import COLUMNS, match_cell_text, round_heading
from tournaments.classic.printing.values import ChartLine, CrossTable, CumulativeScore, WallChart
from tournaments.classic.standings.rows import Cell, StandingsRow
from tournaments.reports.tables import DataTable, Figure, TableColumn, build_table, halves, signed_figure

ChartColumn = TableColumn[ChartLine, None]
_CHART: tuple[ChartColumn, ...] = (
    TableColumn.of("number", _("No."), attrgetter("row.line.contestant.number")),
    TableColumn.of_text("name", _("Name"), attrgetter("row.line.contestant.name")),
    TableColumn.of("rank", _("Rank"), lambda line: line.row.line.rank if line.row.line.rounds else None),
)
_NAME: TableColumn[StandingsRow, Any] = TableColumn.of_text(
    "name", _("Name"), attrgetter("line.contestant.name")
)


def wall_chart_table(chart: WallChart) -> DataTable:
    """Return one row a player; for each round the result, and wins, losses and spread after it."""
    rounds = [column for index in range(chart.rounds) for column in _chart_columns(index)]
    return build_table(gettext("Wall chart"), (*_CHART, *rounds), chart.lines, None)


def _chart_columns(index: int) -> Iterator[ChartColumn]:
    def result(line: ChartLine) -> str:
        return match_cell_text(line.row.cells[index] if index < len(line.row.cells) else None)

    def after(figure: Callable[[CumulativeScore], Figure]) -> Callable[[ChartLine], Figure | None]:
        def value(line: ChartLine) -> Figure | None:
            running = line.running[index] if index < len(line.running) else None
            return figure(running) if running else None

        return value

    yield TableColumn.of_text(f"round{index}", round_heading(index + 1), result)
    yield TableColumn.of(f"wins{index}", _("Wins"), after(lambda total: halves(total.half_wins)))
    yield TableColumn.of(f"losses{index}", _("Losses"), after(lambda total: halves(total.half_losses)))
    spread = pgettext_lazy("match", "Spread")
    yield TableColumn.of(f"spread{index}", spread, after(lambda total: signed_figure(total.spread)))


def cross_table(shown: CrossTable) -> DataTable:
    """Return everybody against everybody: each cell is from the side of its row."""
    columns: list[TableColumn[StandingsRow, Any]] = [COLUMNS["rank"], COLUMNS["number"], _NAME]
    columns += [COLUMNS["wins"], COLUMNS["losses"], COLUMNS["spread"]]
    for row in shown.rows:
        number = row.line.contestant.number
        columns.append(TableColumn.of_text(f"against{number}", str(number), partial(_met_text, number)))
    return build_table(gettext("Cross-table"), columns, shown.rows, None)


def _met_text(number: int, row: StandingsRow) -> str:
    return ", ".join(_cell_text(cell) for cell in row.cells if cell is not None and cell.opponent == number)


def _cell_text(cell: Cell) -> str:
    """Return a match as text, such as `412–398`; a forfeit with its mark, ? without a result."""
    if cell.forfeit:
        return f"{gettext('forfeit')} {cell.mark}"
    return "?" if cell.own is None else f"{cell.own}–{cell.other}"
