"""The wall chart and the cross-table as tables, for spreadsheets."""

import tablib
from django.utils.translation import gettext, pgettext

from tournaments.classic.columns.standings import match_cell_text, round_heading
from tournaments.classic.printing.values import (
    ChartLine,
    CrossTable,
    WallChart,
)
from tournaments.classic.standings.rows import Cell
from tournaments.core.reports.tables import halves, signed_figure


def wall_chart_table(chart: WallChart) -> tablib.Dataset:
    """Return one row a player; for each round the result, and wins, losses and spread after it."""
    headings = [gettext("No."), gettext("Name"), gettext("Rank")]
    for number in range(1, chart.rounds + 1):
        headings += [round_heading(number), gettext("Wins"), gettext("Losses"), pgettext("match", "Spread")]
    table = tablib.Dataset(headers=headings, title=gettext("Wall chart"))
    for line in chart.lines:
        total, one = line.row.line, line.row.line.contestant
        cells: list[object] = [one.number, one.name, total.rank if total.rounds else None]
        for index in range(chart.rounds):
            cells += _chart_cells(line, index)
        table.append(cells)
    return table


def _chart_cells(line: ChartLine, index: int) -> list[object]:
    cell = line.row.cells[index] if index < len(line.row.cells) else None
    running = line.running[index] if index < len(line.running) else None
    if running is None:
        return [match_cell_text(cell), None, None, None]
    won, lost = halves(running.half_wins), halves(running.half_losses)
    return [match_cell_text(cell), won, lost, signed_figure(running.spread)]


def cross_table(shown: CrossTable) -> tablib.Dataset:
    """Return everybody against everybody: each cell is from the side of its row."""
    numbers = [row.line.contestant.number for row in shown.rows]
    headings = [gettext("Rank"), gettext("No."), gettext("Name"), gettext("Wins"), gettext("Losses")]
    headings += [pgettext("match", "Spread"), *map(str, numbers)]
    table = tablib.Dataset(headers=headings, title=gettext("Cross-table"))
    for row in shown.rows:
        line, one = row.line, row.line.contestant
        met: dict[int, list[str]] = {}
        for cell in row.cells:
            if cell is not None and cell.opponent is not None:
                met.setdefault(cell.opponent, []).append(_met_text(cell))
        balance = [halves(line.half_wins), halves(line.half_losses), signed_figure(line.spread)]
        facts = [line.rank, one.number, one.name, *balance]
        table.append([*facts, *(", ".join(met.get(number, ())) for number in numbers)])
    return table


def _met_text(cell: Cell) -> str:
    """Return a match as text, such as `412–398`; a forfeit with its mark, ? without a result."""
    if cell.forfeit:
        return f"{gettext('forfeit')} {cell.mark}"
    return "?" if cell.own is None else f"{cell.own}–{cell.other}"
