"""Standings of a duplicate game (RULES D9): pure, from what the slips of the announced rounds were worth.

*Total* is the sum of the points kept and of the solos, less what warnings cost; *negative* the points below the
top total (zero or less, but for solos), *percent* the share of the top total. A *solo* is the best score of a
round where one player alone has it. Totals that are equal share their rank, unless the rule set tells them apart.

Standings are never stored: they follow from the rows, so that a change in round 3 changes everything after it.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from engine.rule_groups import Sanctions, SoloRules, TieBreak
from engine.rules import RuleSet


@dataclass(frozen=True, slots=True)
class PlayerScores:
    """What one player kept in each announced round, in order; a missed round counts 0.

    `worths` is what the moves brought before penalties (the scores, if nothing else is said); `warned`, `penalised`
    and `zeroed` are the rounds, from 0 on, that brought a sanction.
    """

    entry_id: int
    table: int
    name: str
    scores: tuple[int, ...]
    worths: tuple[int, ...] | None = None
    warned: tuple[int, ...] = ()
    penalised: tuple[int, ...] = ()
    zeroed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Solo:
    """The one player with the best score of a round, and what that brings, which may be nothing."""

    entry_id: int
    table: int
    name: str
    points: int


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
    solos: int = 0
    solo_points: int = 0
    warnings: int = 0
    warning_points: int = 0
    penalties: int = 0
    zeros: int = 0


@dataclass(frozen=True, slots=True)
class Standings:
    """The lines by rank, then name; `top_total` points over `rounds` announced rounds, and their solos.

    `has_solos` and `has_sanctions` say whether there is anything to show of them: a solo, a warning or a penalty.
    """

    rows: tuple[Standing, ...]
    top_total: int
    rounds: int
    solos: tuple[Solo | None, ...]
    has_solos: bool
    has_sanctions: bool


CLASSIC = RuleSet()


def rank_players(
    players: Iterable[PlayerScores], top_scores: Sequence[int], rules: RuleSet = CLASSIC
) -> Standings:
    """Rank by total, highest first, then by the tie-breaks of the rules; what is still equal shares its rank."""
    players = list(players)
    solos = find_solos(players, top_scores, rules.solo)
    results = [_Result(player, top_scores, rules) for player in players]
    by_entry = {result.player.entry_id: result for result in results}
    for number, solo in enumerate(solos):
        if solo:
            by_entry[solo.entry_id].add_solo(number, solo.points)
    breaks = rules.standings.tie_breaks
    keys = {result.player.entry_id: result.strength(breaks) for result in results}
    results.sort(key=lambda result: (keys[result.player.entry_id], *result.by_name))
    rows: list[Standing] = []
    before = None
    for place, result in enumerate(results, start=1):
        strength = keys[result.player.entry_id]
        rank = rows[-1].rank if strength == before else place
        rows.append(result.line(rank, sum(top_scores)))
        before = strength
    return Standings(
        rows=tuple(rows),
        top_total=sum(top_scores),
        rounds=len(top_scores),
        solos=solos,
        has_solos=any(solos),
        has_sanctions=any(row.warnings or row.penalties for row in rows),
    )


def find_solos(
    players: Sequence[PlayerScores], top_scores: Sequence[int], rules: SoloRules
) -> tuple[Solo | None, ...]:
    """The solo of each round, with what it brings: from so many players on, and so much in a game."""
    if not rules.points and not rules.points_below_top:
        return (None,) * len(top_scores)
    brought: dict[int, int] = {}
    solos: list[Solo | None] = []
    compared = [_compared(player, rules) for player in players]
    for number, top in enumerate(top_scores):
        scores = [scored[number] for scored in compared]
        best = max(scores, default=0)
        points = rules.points if best == top else rules.points_below_top
        if not best or not points or scores.count(best) != 1:
            solos.append(None)
            continue
        player = players[scores.index(best)]
        so_far = brought.get(player.entry_id, 0)
        if len(players) < rules.from_players:
            points = 0
        elif rules.most_in_game is not None:
            points = min(points, rules.most_in_game - so_far)
        brought[player.entry_id] = so_far + points
        solos.append(Solo(player.entry_id, player.table, player.name, points))
    return tuple(solos)


def warning_cost(warned: Sequence[int], sanctions: Sanctions) -> dict[int, int]:
    """What the warnings of a game cost, by round: the first ones are free."""
    return dict.fromkeys(sorted(warned)[sanctions.free_warnings :], sanctions.warning_points)


def _compared(player: PlayerScores, rules: SoloRules) -> tuple[int, ...]:
    return player.scores if player.worths is None or not rules.before_penalties else player.worths


class _Result:
    """One player's game as it is added up."""

    __slots__ = ("cost", "player", "solos", "tops", "total")

    def __init__(self, player: PlayerScores, top_scores: Sequence[int], rules: RuleSet) -> None:
        self.player = player
        self.cost = warning_cost(player.warned, rules.sanctions) if player.warned else {}
        self.solos: dict[int, int] = {}
        self.total = sum(player.scores) - sum(self.cost.values())
        worths = player.scores if player.worths is None else player.worths
        self.tops = sum([worth == top > 0 for worth, top in zip(worths, top_scores, strict=True)])

    def add_solo(self, number: int, points: int) -> None:
        self.solos[number] = points
        self.total += points

    @property
    def by_name(self) -> tuple[str, int]:
        return self.player.name.casefold(), self.player.table

    def strength(self, breaks: Sequence[TieBreak]) -> tuple[Any, ...]:
        """What ranks a player, the best one least."""
        return (-self.total, *(_MEASURES[name](self) for name in breaks))

    def rounds_backwards(self) -> tuple[int, ...]:
        scores, cost, solos = self.player.scores, self.cost, self.solos
        if not cost and not solos:
            return tuple([-score for score in reversed(scores)])
        return tuple(
            cost.get(number, 0) - solos.get(number, 0) - scores[number]
            for number in reversed(range(len(scores)))
        )

    def line(self, rank: int, top_total: int) -> Standing:
        player = self.player
        return Standing(
            rank=rank,
            entry_id=player.entry_id,
            table=player.table,
            name=player.name,
            total=self.total,
            negative=self.total - top_total,
            percent=100 * self.total / top_total if top_total else None,
            tops=self.tops,
            solos=len(self.solos),
            solo_points=sum(self.solos.values()),
            warnings=len(player.warned),
            warning_points=sum(self.cost.values()),
            penalties=len(player.penalised),
            zeros=len(player.zeroed),
        )


# An event of several games goes by its last one; in a single game that is the total, which is equal already.
_MEASURES: dict[TieBreak, Callable[[_Result], Any]] = {
    "last_game": lambda result: -result.total,
    "last_rounds": _Result.rounds_backwards,
    "most_tops": lambda result: -result.tops,
    "best_move": lambda result: -max(result.player.scores, default=0),
}
