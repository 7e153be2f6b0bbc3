"""Standings, pairings, ratings and prizes as tables, for spreadsheets."""

from collections.abc import Iterable, Mapping
from typing import Any

import tablib
from django.utils.translation import gettext, pgettext

from tournaments.classic.columns.standings import match_cell_text, round_heading
from tournaments.classic.models.clocks import MatchClock
from tournaments.classic.printing.values import (
    ChartLine,
    CrossTable,
    WallChart,
)
from tournaments.classic.rounds.selectors import MatchLine
from tournaments.classic.rules.match_clock import Phase, time_text
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


def matches_table(lines: Iterable[MatchLine]) -> tablib.Dataset:
    """Return the matches of one player, a row each."""
    headings = [pgettext("match", "Round"), gettext("Table"), gettext("Goes first"), gettext("Result")]
    table = tablib.Dataset(headers=[*headings, gettext("Second")], title=gettext("Matches"))
    for line in lines:
        match = line.match
        second = match.second.entry.name if match.second else gettext("bye")
        table.append([match.round.number, match.table, match.first.entry.name, line.figures, second])
    return table


def wall_table(clocks: Iterable[Mapping[str, Any]], now: int) -> tablib.Dataset:
    """Return the clocks that a wall shows (`clocks.frames.clocks_on_wall`), with the times left now."""
    headings = [gettext("Division"), pgettext("match", "Round"), gettext("Table"), gettext("State")]
    headings += [
        gettext("Goes first"),
        gettext("Left on the clock"),
        gettext("Second"),
        gettext("Left on the clock"),
    ]
    table = tablib.Dataset(headers=headings, title=gettext("Clocks"))
    for each in clocks:
        left = list(each["left"])
        if each["state"] == Phase.RUNNING and not each["paused"]:
            left[each["turn"]] -= max(0, now - each["at"])
        state = gettext("paused") if each["paused"] else MatchClock.State(each["state"]).label
        first, second = each["names"]
        where = [each["division"], each["round"], each["table"], str(state)]
        table.append([*where, first, time_text(left[0]), second, time_text(left[1])])
    return table
