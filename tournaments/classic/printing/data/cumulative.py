"""Everybody's totals after each round, added up as in the standings: pure."""

from collections.abc import Iterable

from tournaments.classic.printing.values import CumulativeScore
from tournaments.classic.rules.standings import StandingRules, Tally, tally
from tournaments.classic.rules.values import Contestant, MatchFacts

ByRound = dict[tuple[int, int], CumulativeScore]


def running_totals(
    contestants: Iterable[Contestant], matches: Iterable[MatchFacts], rules: StandingRules
) -> ByRound:
    """Return the totals by contestant and round, for the rounds in which something counted for them."""
    everybody = tuple(contestants)
    by_round: dict[int, list[MatchFacts]] = {}
    for match in matches:
        by_round.setdefault(match.round, []).append(match)
    totals: ByRound = {}
    so_far = {one.key: CumulativeScore() for one in everybody}
    for number in sorted(by_round):
        for key, one in tally(everybody, by_round[number], rules).items():
            if counted := _rounds(one):
                so_far[key] = _add(so_far[key], one, counted)
                totals[key, number] = so_far[key]
    return totals


def _rounds(one: Tally) -> int:
    return len(one.games) + one.byes + one.forfeits + one.given


def _add(before: CumulativeScore, one: Tally, rounds: int) -> CumulativeScore:
    return CumulativeScore(
        before.half_wins + one.half_wins,
        before.half_losses + 2 * rounds - one.half_wins,
        before.spread + one.spread,
    )
