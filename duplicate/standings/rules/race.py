"""The ranks round by round, for the race and the standings on the big screens: pure, from the standings of the game."""

from collections.abc import Iterable
from dataclasses import dataclass

from duplicate.standings.rules.ranking import Standing, Standings


@dataclass(frozen=True, slots=True)
class RaceLine:
    """One player after a round; `climbed` is the number of ranks gained in it."""

    rank: int
    table: int
    name: str
    total: int
    climbed: int = 0


def race_of(standings: Standings, most: int) -> tuple[tuple[RaceLine, ...], ...]:
    """Return the first lines after each round. Equal totals share their rank; tie-breaks order the last round
    alone, since they are those of the whole game.
    """
    rounds: list[tuple[RaceLine, ...]] = []
    before: dict[int, int] = {}
    totals = dict.fromkeys((row.entry_id for row in standings.rows), 0)
    for number in range(standings.rounds):
        for row in standings.rows:
            totals[row.entry_id] += row.kept[number]
        ranked = _rank(standings.rows, totals)
        if number == standings.rounds - 1:
            ranked = [(row.rank, row) for row in standings.rows]
        rounds.append(
            tuple(
                RaceLine(
                    rank, row.table, row.name, totals[row.entry_id], before.get(row.entry_id, rank) - rank
                )
                for rank, row in ranked[:most]
            )
        )
        before = {row.entry_id: rank for rank, row in ranked}
    return tuple(rounds)


def climbs_of(standings: Standings) -> dict[int, int]:
    """Return how many ranks each player has gained in the last round, by entry; below 0 if they lost some."""
    ranks = standings.ranks_by_round({row.entry_id for row in standings.rows}, max(0, standings.rounds - 2))
    return {entry: of_entry[0] - of_entry[-1] for entry, of_entry in ranks.items() if of_entry}


def _rank(rows: Iterable[Standing], totals: dict[int, int]) -> list[tuple[int, Standing]]:
    ranked: list[tuple[int, Standing]] = []
    for place, row in enumerate(sorted(rows, key=lambda row: -totals[row.entry_id]), start=1):
        ties = ranked and totals[ranked[-1][1].entry_id] == totals[row.entry_id]
        ranked.append((ranked[-1][0] if ties else place, row))
    return ranked
