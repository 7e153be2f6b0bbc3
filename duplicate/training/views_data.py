"""The data of the training pages.

Invariants: while a round waits for its answer, nothing of a top is in here except the hints that were taken.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils import formats, timezone
from django.utils.translation import gettext, ngettext

from duplicate.judging.words import verdict_text
from duplicate.models.training import Trainee, Training, TrainingRound
from duplicate.training import rounds
from duplicate.training.rounds import HINTS
from duplicate.training.statistics import (
    AnsweredGame,
    AnsweredRound,
    Summary,
    TrainingStatistics,
    statistics_of,
    summary_of,
)
from engine.notation import Reference
from engine.squares import Direction
from tournaments.reports.charts import LineChart
from tournaments.reports.tables import number
from tournaments.time import clock
from tournaments.wording.clauses import label_clause

MOST_IN_CHART = 60
MOST_LISTED = 50
# A rack can have a hundred tops of equal worth: more than these are folded away.
ISOTOPS_IN_SIGHT = 3


@dataclass(frozen=True, slots=True)
class Answered:
    """The facts of an answered round: the trainee's move and the top, the other tops, the points lost."""

    round: TrainingRound
    top: tuple[str, str]
    isotops: list[tuple[str, str]]
    reason: str

    @property
    def lost(self) -> int:
        return self.round.top_score - (self.round.score or 0)

    @property
    def found(self) -> bool:
        return self.lost <= 0

    @property
    def first_isotops(self) -> list[tuple[str, str]]:
        return self.isotops[:ISOTOPS_IN_SIGHT]

    @property
    def more_isotops(self) -> list[tuple[str, str]]:
        return self.isotops[ISOTOPS_IN_SIGHT:]


def view_answered(round_: TrainingRound) -> Answered:
    """Return the facts of an answered round: before that its top is not shown."""
    assert round_.is_answered
    reference, word = round_.tops[0]
    others = [(other, at) for at, other in round_.tops[1:]]
    return Answered(round_, (word, reference), others, _reason(round_))


def ended_page(training: Training) -> dict[str, Any]:
    """Return the data of the page of an ended training: the rounds whose top was missed, and the numbers of all."""
    answered = [view_answered(row) for row in training.rounds.order_by("number") if row.is_answered]
    return {
        "missed": [one for one in answered if not one.found],
        "numbers": [one.round.number for one in answered],
    }


def neighbours(round_: TrainingRound) -> dict[str, int | None]:
    """Return the numbers of the answered rounds before and after this one, None where there is none."""
    answered = round_.training.rounds.exclude(answered_at=None).order_by("number")
    numbers = answered.values_list("number", flat=True)
    return {
        "before": numbers.filter(number__lt=round_.number).last(),
        "after": numbers.filter(number__gt=round_.number).first(),
    }


def _reason(round_: TrainingRound) -> str:
    """Return why the trainee's move got its score; empty if it was good as written."""
    if round_.code == "no_slip":
        return gettext("You have written nothing.")
    return verdict_text(round_.code, round_.params)


def hints_told(round_: TrainingRound) -> list[str]:
    """Return the sentences of the hints that were taken, and no more."""
    steps = (_count_hint, _length_hint, _place_hint, _word_hint)
    return [say(round_) for say in steps[: round_.hints]]


def next_hint(round_: TrainingRound) -> str:
    """Return the label of the next hint; empty when all are taken."""
    labels = {
        "tops": gettext("How many tops?"),
        "length": gettext("How long?"),
        "square": gettext("Which square?"),
        "word": gettext("Which word?"),
    }
    return labels[HINTS[round_.hints]] if round_.hints < len(HINTS) else ""


def _count_hint(round_: TrainingRound) -> str:
    count = len(round_.tops)
    text = ngettext("There is one top.", "There are {count} tops of the same score.", count)
    return text.format(count=count)


def _length_hint(round_: TrainingRound) -> str:
    """Return the hint about the length of the top that the next hints are about."""
    length = len(round_.training.tiles.encode(round_.tops[0][1]))
    text = ngettext("Its word has {length} letter.", "Its word has {length} letters.", length)
    if len(round_.tops) > 1:
        text = ngettext(
            "The word of one has {length} letter.", "The word of one has {length} letters.", length
        )
    return text.format(length=length)


def _place_hint(round_: TrainingRound) -> str:
    written = round_.tops[0][0]
    direction = Reference.parse(written, round_.training.convention).direction
    if direction is Direction.ACROSS:
        return gettext("It starts at {reference}, across.").format(reference=written)
    return gettext("It starts at {reference}, down.").format(reference=written)


def _word_hint(round_: TrainingRound) -> str:
    return gettext("It is {word}.").format(word=round_.tops[0][1])


def round_data(round_: TrainingRound) -> dict[str, Any]:
    """Return the data of training.js: board, rack and clock, and the top once the round is answered."""
    position = rounds.position_of(round_)
    tiles = position.tiles
    closes = round_.closes_at()
    reference, word = round_.tops[0] if round_.is_answered else ("", "")
    return {
        "id": round_.pk,
        "training": round_.training_id,
        "number": round_.number,
        "notation": position.convention,
        "values": tiles.values_by_text(),
        "board": position.board.tokens(tiles),
        "rack": [tiles.token(tile) or "?" for tile in position.rack],
        "answered": round_.is_answered,
        "move": {"ref": reference, "word": word},
        "closes_at": None if closes is None else clock.milliseconds(closes),
        "now": clock.milliseconds(clock.now()),
        "calls": list(round_.training.rule_set.time.calls),
    }


def summary_so_far(training: Training) -> Summary:
    """Return sums over the answered rounds of a training."""
    return summary_of(_answered_rounds(list(training.rounds.all())))


def statistics_for(trainee: Trainee) -> TrainingStatistics:
    """Compute the statistics over all trainings of a device."""
    trainings = trainee.trainings.order_by("started_at", "pk").prefetch_related("rounds")
    return statistics_of(
        [
            AnsweredGame(
                name_of(training),
                timezone.localtime(training.started_at),
                _answered_rounds(training.rounds.all()),
            )
            for training in trainings
        ]
    )


def statistics_page(trainee: Trainee) -> dict[str, Any]:
    """Return the data of the statistics page: the latest trainings first; older ones are only counted."""
    statistics = statistics_for(trainee)
    words = {"easy": gettext("Easy"), "medium": gettext("Medium"), "hard": gettext("Hard")}
    return {
        "statistics": statistics,
        "levels": [(words[level], sums) for level, sums in statistics.by_difficulty.items()],
        "games": statistics.games[: -MOST_LISTED - 1 : -1],
        "more": max(0, len(statistics.games) - MOST_LISTED),
        "charts": [
            make(statistics)
            for make, steps in ((percent_chart, statistics.games), (weeks_chart, statistics.weeks))
            if len(steps) > 1
        ],
    }


def percent_chart(statistics: TrainingStatistics) -> LineChart:
    """Return the chart with the per cent of the tops in each of the latest trainings.

    Its description is the one that all charts share.
    """
    games = statistics.games[-MOST_IN_CHART:]
    first = len(statistics.games) - len(games) + 1
    return _chart_percents(
        gettext("Per cent of the tops, training by training"),
        gettext("{count} trainings: between {least} and {most} per cent, {last} in the latest."),
        [(number(first + place), game.name, game.sums) for place, game in enumerate(games)],
    )


def weeks_chart(statistics: TrainingStatistics) -> LineChart:
    """Return the chart with the per cent of the tops in each of the latest weeks with a training."""
    days = [(formats.date_format(day, "SHORT_DATE_FORMAT"), sums) for day, sums in statistics.weeks]
    return _chart_percents(
        gettext("Per cent of the tops, week by week"),
        gettext("{count} weeks: between {least} and {most} per cent, {last} in the latest."),
        [(day, day, sums) for day, sums in days[-MOST_IN_CHART:]],
    )


def _chart_percents(title: str, about: str, steps: Sequence[tuple[str, str, Summary]]) -> LineChart:
    """Return the chart of steps, each a label, a name and the sums; `about` is the description to fill."""
    percents = [round(sums.percent or 0, 1) for _label, _name, sums in steps]
    return LineChart(
        title,
        [label for label, _name, _sums in steps],
        percents,
        about.format(
            count=len(steps),
            least=number(min(percents), 1),
            most=number(max(percents), 1),
            last=number(percents[-1], 1),
        ),
        [
            label_clause(name, f"{number(percent, 1)} %")
            for (_label, name, _sums), percent in zip(steps, percents, strict=True)
        ],
    )


def name_of(training: Training) -> str:
    """Return the name of a training in lists."""
    return training.name or gettext("Racks at random")


def _answered_rounds(rows: Any) -> tuple[AnsweredRound, ...]:
    return tuple(
        AnsweredRound(row.score, row.top_score, row.next_best, row.hints) for row in rows if row.is_answered
    )
