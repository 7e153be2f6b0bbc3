"""The charts of a recap, as plain values. The table beside them has the same figures."""

from django.utils.translation import gettext, ngettext

from duplicate.recaps.rules import RaceStep
from tournaments.reports.charts import LineChart
from tournaments.standings.columns import figure_text


def course_chart(steps: tuple[RaceStep, ...]) -> LineChart:
    """Chart the points below the tops after each round: the player's, the field's, and the best player's."""
    last = steps[-1]
    about = gettext("After {rounds} rounds: {own} for this player, {field} on average, {best} for the best.")
    return LineChart(
        gettext("Points below the tops, round by round"),
        _labels(steps),
        [step.total - step.top for step in steps],
        about=about.format(
            rounds=len(steps),
            own=figure_text("negative", last.total - last.top),
            field=figure_text("negative", round(last.field) - last.top),
            best=figure_text("negative", last.best - last.top),
        ),
        said=[
            gettext("Round {number}: {total} points, {negative} to the tops").format(
                number=step.number,
                total=step.total,
                negative=figure_text("negative", step.total - step.top),
            )
            for step in steps
        ],
        others=([step.field - step.top for step in steps], [step.best - step.top for step in steps]),
        key="course",
    )


def rank_chart(steps: tuple[RaceStep, ...], players: int) -> LineChart:
    """Chart the rank after each round, the first rank on top."""
    ranks = [step.rank for step in steps]
    about = ngettext(
        "Between rank {least} and {most} of {players} player, {last} in the end.",
        "Between rank {least} and {most} of {players} players, {last} in the end.",
        players,
    )
    return LineChart(
        gettext("Rank, round by round"),
        _labels(steps),
        ranks,
        about=about.format(least=min(ranks), most=max(ranks), players=players, last=ranks[-1]),
        said=[
            gettext("Round {number}: rank {rank}").format(number=step.number, rank=step.rank)
            for step in steps
        ],
        key="ranks",
        falls=True,
    )


def _labels(steps: tuple[RaceStep, ...]) -> list[str]:
    return [gettext("Round {number}").format(number=step.number) for step in steps]
