"""Standings of a duplicate game (RULES D9): pure, from the scores of the announced rounds.

*Total* is the sum of the points kept, *negative* the points below the top total (zero or less), *percent* the
share of the top total. Equal totals share their rank. Standings are never stored: they follow from the rows.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PlayerScores:
    """What one player kept in each announced round, in order; a missed round counts 0."""

    entry_id: int
    table: int
    name: str
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the standings; `tops` is the number of rounds in which the player had the top."""

    rank: int
    entry_id: int
    table: int
    name: str
    total: int
    negative: int
    percent: float | None
    tops: int


@dataclass(frozen=True, slots=True)
class Standings:
    """The lines by rank, then name; `top_total` points over `rounds` announced rounds."""

    rows: tuple[Standing, ...]
    top_total: int
    rounds: int


def rank_players(players: Iterable[PlayerScores], top_scores: Sequence[int]) -> Standings:
    """Rank by total, highest first; ties share the rank (RULES D9, ties shared under the classic rule)."""
    top_total = sum(top_scores)
    ordered = sorted(players, key=lambda player: (-sum(player.scores), player.name.casefold(), player.table))
    rows: list[Standing] = []
    for place, player in enumerate(ordered, start=1):
        total = sum(player.scores)
        rows.append(
            Standing(
                rank=rows[-1].rank if rows and rows[-1].total == total else place,
                entry_id=player.entry_id,
                table=player.table,
                name=player.name,
                total=total,
                negative=total - top_total,
                percent=100 * total / top_total if top_total else None,
                tops=sum(score == top > 0 for score, top in zip(player.scores, top_scores, strict=True)),
            )
        )
    return Standings(rows=tuple(rows), top_total=top_total, rounds=len(top_scores))
