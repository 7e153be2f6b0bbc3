"""How each announced round was for the players: who was there, how many found the top, and what they had of it. Pure.

Who was not there in a round, or arbitrated it, is not counted in it. What a move is worth counts, whatever a warning or
penalty took off it: that says nothing of how hard the round was.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from duplicate.standings import NO_AVERAGES, Average, PlayerScores, without_arbitrated


@dataclass(frozen=True, slots=True)
class RoundFacts:
    """`number` counts from 1. `found` of the `players` who were there had the top, and all of them together `percent`
    of it, None where there was nothing to have; `scores` are the points that they kept.
    """

    number: int
    top: int
    players: int
    found: int
    percent: float | None
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RoundShown:
    """An announced round, and in words who was alone with the best."""

    facts: RoundFacts
    solo: str


def facts_of_rounds(
    players: Sequence[PlayerScores], tops: Sequence[int], averages: Mapping[int, Mapping[int, Average]]
) -> Iterator[RoundFacts]:
    """Round by round; averages are by player and round."""
    counted = [without_arbitrated(player, averages.get(player.entry_id, NO_AVERAGES)) for player in players]
    for place, top in enumerate(tops):
        there = [player for player in counted if place not in player.absent]
        worths = [(player.worths or player.scores)[place] for player in there]
        yield RoundFacts(
            number=place + 1,
            top=top,
            players=len(there),
            found=worths.count(top) if top else 0,
            percent=100 * sum(worths) / (top * len(there)) if top and there else None,
            scores=tuple(player.scores[place] for player in there),
        )
