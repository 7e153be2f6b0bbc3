"""The chart of a player's results, as plain values."""

from collections.abc import Sequence

from django.utils import formats
from django.utils.translation import gettext

from tournaments.reports.charts import LineChart
from tournaments.seasons.history import HistoryLine
from tournaments.standings.columns import figure_text
from tournaments.wording.clauses import label_clause


def percents_chart(lines: Sequence[HistoryLine]) -> LineChart:
    """Return the chart with the per cent of each game, in the order of play."""
    return LineChart(
        gettext("Per cent of the tops, game by game"),
        [_day(line) for line in lines],
        [line.percent for line in lines],
        about=_about(lines),
        said=[
            label_clause(f"{_day(line)}, {line.game}", f"{figure_text('percent', line.percent)} %")
            for line in lines
        ],
    )


def _about(lines: Sequence[HistoryLine]) -> str:
    percents = [line.percent for line in lines]
    return gettext(
        "{count} games from {first} to {last}: between {least} and {most} per cent, {end} in the last."
    ).format(
        count=len(lines),
        first=formats.date_format(lines[0].day, "DATE_FORMAT"),
        last=formats.date_format(lines[-1].day, "DATE_FORMAT"),
        least=figure_text("percent", min(percents)),
        most=figure_text("percent", max(percents)),
        end=figure_text("percent", percents[-1]),
    )


def _day(line: HistoryLine) -> str:
    return formats.date_format(line.day, "SHORT_DATE_FORMAT")
