"""Statistics of a trainee against the tops: sums over rounds, over time, and by difficulty (pure).

A rack is the harder, the more the best move below the top loses: if that scores nearly as much, little can go
wrong.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Literal

Difficulty = Literal["easy", "medium", "hard"]
# The least per cent of the top that the next best move loses.
MEDIUM, HARD = 10, 25


@dataclass(frozen=True, slots=True)
class AnsweredRound:
    """A round that is over."""

    score: int
    top: int
    next_best: int
    hints: int

    @property
    def found(self) -> bool:
        return self.score >= self.top

    @property
    def difficulty(self) -> Difficulty:
        lost = 100 * (self.top - self.next_best)
        return "hard" if lost >= HARD * self.top else "medium" if lost >= MEDIUM * self.top else "easy"


@dataclass(frozen=True, slots=True)
class AnsweredGame:
    """A training with its answered rounds."""

    name: str
    started_at: datetime
    rounds: tuple[AnsweredRound, ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """Sums over rounds. `alone` are tops found without a hint."""

    rounds: int
    score: int
    top: int
    found: int
    alone: int
    hints: int

    @property
    def percent(self) -> float | None:
        """The part of the tops in per cent, None without any top."""
        return 100 * self.score / self.top if self.top else None

    @property
    def lost(self) -> int:
        return self.top - self.score


@dataclass(frozen=True, slots=True)
class GameLine:
    """A training in the list of trainings."""

    name: str
    started_at: datetime
    sums: Summary


@dataclass(frozen=True, slots=True)
class TrainingStatistics:
    """The data of the statistics page: trainings with at least one round, the oldest first.

    `weeks` are the Mondays of the weeks with a training, and the sums over each.
    """

    games: tuple[GameLine, ...]
    weeks: tuple[tuple[date, Summary], ...]
    all: Summary
    by_difficulty: dict[Difficulty, Summary]


def summary_of(rounds: Iterable[AnsweredRound]) -> Summary:
    known = list(rounds)
    return Summary(
        rounds=len(known),
        score=sum(one.score for one in known),
        top=sum(one.top for one in known),
        found=sum(one.found for one in known),
        alone=sum(one.found and not one.hints for one in known),
        hints=sum(one.hints for one in known),
    )


def statistics_of(games: Sequence[AnsweredGame]) -> TrainingStatistics:
    """Compute the statistics of a device from its games, in the order in which they were begun."""
    played = [game for game in games if game.rounds]
    rounds = [one for game in played for one in game.rounds]
    levels: tuple[Difficulty, ...] = ("easy", "medium", "hard")
    return TrainingStatistics(
        games=tuple(GameLine(game.name, game.started_at, summary_of(game.rounds)) for game in played),
        weeks=_sum_weeks(played),
        all=summary_of(rounds),
        by_difficulty={
            level: summary_of(round_ for round_ in rounds if round_.difficulty == level) for level in levels
        },
    )


def _sum_weeks(games: Iterable[AnsweredGame]) -> tuple[tuple[date, Summary], ...]:
    """Return the Monday of each week with a training, and the sums over its rounds, the oldest first."""
    rounds: dict[date, list[AnsweredRound]] = {}
    for game in games:
        day = game.started_at.date()
        rounds.setdefault(day - timedelta(days=day.weekday()), []).extend(game.rounds)
    return tuple((monday, summary_of(rounds[monday])) for monday in sorted(rounds))
