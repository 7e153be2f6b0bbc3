"""The place of somebody who played a finished game later, against the field of the evening (pure).

The field stays as it is: the later game takes no solo from anybody and nobody's rank changes. It has the
points of its slips without what warnings cost, and the rank of its total among those who were there.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from duplicate.standings.rules.ranking import Standing, Standings, warning_cost
from engine.rules.rule_settings import Sanctions


@dataclass(frozen=True, slots=True)
class LaterRound:
    """An answered round: its place in the game, counted from 0, the points, and the warnings for the slip."""

    place: int
    score: int
    has_top: bool = False
    warnings: int = 0


@dataclass(frozen=True, slots=True)
class LaterPlace:
    """The place after some rounds: `players` is the number of those who were there, `top_total` of the whole
    game.
    """

    rank: int
    players: int
    total: int
    tops: int
    top_total: int

    @property
    def percent(self) -> float | None:
        return 100 * self.total / self.top_total if self.top_total else None


@dataclass(frozen=True, slots=True)
class LaterSums:
    """Later games added up."""

    games: int
    total: int
    top_total: int

    @property
    def percent(self) -> float | None:
        return 100 * self.total / self.top_total if self.top_total else None


def add_up(places: Iterable[LaterPlace]) -> LaterSums:
    known = list(places)
    return LaterSums(len(known), sum(one.total for one in known), sum(one.top_total for one in known))


def total_of(rounds: Sequence[LaterRound], sanctions: Sanctions) -> int:
    """Return the points of the rounds without what their warnings cost."""
    warned = [round_.place for round_ in rounds for _warning in range(round_.warnings)]
    return sum(round_.score for round_ in rounds) - sum(warning_cost(warned, sanctions).values())


def place_in_field(
    standings: Standings, rounds: Sequence[LaterRound], sanctions: Sanctions
) -> LaterPlace | None:
    """Return the place after the last of the rounds, among those who were there; None before the first one.

    The others are compared by their points after the same round. Equal totals share a rank.
    """
    if not rounds:
        return None
    played = max(round_.place for round_ in rounds) + 1
    total = total_of(rounds, sanctions)
    field = [row for row in standings.rows if not row.absent]
    return LaterPlace(
        rank=1 + sum(sum(row.kept[:played]) > total for row in field),
        players=len(field),
        total=total,
        tops=sum(round_.has_top for round_ in rounds),
        top_total=standings.top_total,
    )


def rows_with_later(standings: Standings, place: LaterPlace, name: str) -> tuple[Standing, ...]:
    """Return the lines of the field, unchanged, with that of the later game after those with as many points."""
    before = sum(row.total >= place.total for row in standings.rows)
    line = Standing(
        rank=place.rank,
        entry_id=0,
        table=0,
        name=name,
        total=place.total,
        negative=place.total - standings.top_total,
        percent=place.percent,
        tops=place.tops,
    )
    return (*standings.rows[:before], line, *standings.rows[before:])
