"""Statistics of each announced round: who was there, how many found the top, and their share of it. Pure.

Players who were not there in a round, or arbitrated it, are not counted in it. A move counts at its worth
before a warning or penalty: sanctions say nothing about how hard the round was.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from duplicate.standings.rules.ranking import NO_AVERAGES, Average, PlayerScores, drop_arbitrated


@dataclass(frozen=True, slots=True)
class RoundFacts:
    """The facts of a round; `number` counts from 1.

    `found` of the `players` who were there had the top. `percent` is their common share of it, None if there
    was nothing to score. `scores` are the points that they kept, or had as an average.
    """

    number: int
    top: int
    players: int
    found: int
    percent: float | None
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RoundWithSolo:
    """An announced round, and its solo in words."""

    facts: RoundFacts
    solo: str


def facts_of_rounds(
    players: Sequence[PlayerScores], tops: Sequence[int], averages: Mapping[int, Mapping[int, Average]]
) -> Iterator[RoundFacts]:
    """Yield the facts round by round; averages are by player and round."""
    counted = [drop_arbitrated(player, averages.get(player.entry_id, NO_AVERAGES)) for player in players]
    for place, top in enumerate(tops):
        there = [player for player in counted if place not in player.absent]
        worths = [(player.worths or player.scores)[place] for player in there]
        kept = [_points_of(player, place, averages) for player in there]
        yield RoundFacts(
            number=place + 1,
            top=top,
            players=len(there),
            found=worths.count(top) if top else 0,
            percent=100 * sum(worths) / (top * len(there)) if top and there else None,
            scores=tuple(kept),
        )


def _points_of(player: PlayerScores, place: int, averages: Mapping[int, Mapping[int, Average]]) -> int:
    average = averages.get(player.entry_id, NO_AVERAGES).get(place)
    return average.points if average else player.scores[place]
