"""Standings of a duplicate game (RULES D9): pure, from the scores of the slips of the announced rounds.

*Total* is the sum of the points kept, of averages and of solos, minus the cost of warnings; *negative* the
points below the top total (zero or less, except with solos), *percent* the share of the top total. A *solo*
is the best score of a round if only one player has it. Equal totals share their rank, unless the rule set
tells them apart.

Standings are never stored: they are computed from the rows, so that a change in round 3 changes everything
after it.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from types import MappingProxyType
from typing import Any, Literal

from engine.rules import (
    RuleSet,
)
from engine.rules.rule_settings import Sanctions, SoloRules, TieBreak
from tournaments.names.folding import sort_key
from tournaments.standings.ranking import MEASURES, GameScore, ScoredGame


@dataclass(frozen=True, slots=True)
class Average:
    """The points of a player in a round in place of a score: see `duplicate.standings.rules.averages`."""

    points: int
    why: Literal["arbitrated", "second_zero"]


NO_AVERAGES: Mapping[int, Average] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class PlayerScores:
    """The scores that one player kept in each announced round, in order; a missed round counts 0.

    `worths` are the moves' scores before penalties (None: equal to `scores`). `warned`, `penalised` and
    `zeroed` are the rounds, counted from 0, that brought a sanction; one with two warnings is twice in
    `warned`. `absent` are those that were closed before the player came or after they dropped out.
    `solos_given` are the rounds in which an arbitrator gave the player the solo, `solos_withheld` those in
    which the player can have none. A player who has `withdrawn` is ranked with the points they had.
    """

    entry_id: int
    table: int
    name: str
    scores: tuple[int, ...]
    worths: tuple[int, ...] | None = None
    warned: tuple[int, ...] = ()
    penalised: tuple[int, ...] = ()
    zeroed: tuple[int, ...] = ()
    solos_given: tuple[int, ...] = ()
    solos_withheld: tuple[int, ...] = ()
    absent: tuple[int, ...] = ()
    withdrawn: bool = False


@dataclass(frozen=True, slots=True)
class Solo:
    """The only player with the best score of a round, and the points for that, which may be 0."""

    entry_id: int
    table: int
    name: str
    points: int


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the standings.

    `tops` is the number of rounds in which the player had the top. `averages` and the `cost` of warnings are
    by round. `kept` is the result of each round with everything included. A player who is `absent` was there
    in no round. `top_run` is the longest run of rounds with the top; rounds in which nobody could play do not
    end it. `last_find` is the worth of the player's own move of the last round.
    """

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
    withdrawn: bool = False
    averages: Mapping[int, Average] = field(default_factory=dict)
    cost: Mapping[int, int] = field(default_factory=dict)
    kept: tuple[int, ...] = ()
    best_move: int = 0
    absent: bool = False
    top_run: int = 0
    missed_rounds: bool = False
    last_find: int = 0


@dataclass(frozen=True, slots=True)
class Standings:
    """The lines by rank, then name; `top_total` points over `rounds` announced rounds, and their solos.

    `has_solos` and `has_sanctions` say if there is anything to show of them: a solo, a warning or a penalty.
    """

    rows: tuple[Standing, ...]
    top_total: int
    rounds: int
    solos: tuple[Solo | None, ...]
    has_solos: bool
    has_sanctions: bool

    @property
    def ranked(self) -> int:
        """The number of players who were there, also those who dropped out later: “rank 3 of 19”."""
        return sum(not row.absent for row in self.rows)

    def scores(
        self, *, final: bool, tie_breaks: tuple[TieBreak, ...], number: int = 1, name: str = ""
    ) -> ScoredGame:
        """Return the scores of the game for standings over games."""
        halfway = self._ranks_halfway() if final else {}
        scores = {
            row.entry_id: GameScore(
                total=row.total,
                negative=row.negative,
                solo_points=row.solo_points,
                warnings=row.warnings,
                penalties=row.penalties,
                zeros=row.zeros,
                tops=row.tops,
                best_move=row.best_move,
                absent=row.absent,
                solos=row.solos,
                top_run=row.top_run,
                climb=max(0, halfway.get(row.entry_id, row.rank) - row.rank),
                rounds=row.kept,
            )
            for row in self.rows
        }
        return ScoredGame(number, name, self.top_total, final, scores, tie_breaks, self.rounds)

    def _ranks_halfway(self) -> dict[int, int]:
        """Return the ranks after half of the rounds, by points, of players who were there throughout."""
        there = [row for row in self.rows if not row.absent]
        totals = {row.entry_id: sum(row.kept[: self.rounds // 2]) for row in there}
        ordered = sorted([-total for total in totals.values()])
        return {
            row.entry_id: bisect_left(ordered, -totals[row.entry_id]) + 1
            for row in there
            if not row.missed_rounds
        }

    def ranks_by_round(self, entries: Collection[int], skipped: int = 0) -> dict[int, list[int]]:
        """Return the ranks of some entries after each round, by points alone, but for the first ones that are
        `skipped`; the last is that of these standings.
        """
        places = range(skipped, self.rounds - 1)
        totals = {row.entry_id: list(accumulate(row.kept)) for row in self.rows} if places else {}
        columns = {place: sorted([-total[place] for total in totals.values()]) for place in places}
        return {
            row.entry_id: [
                *(bisect_left(column, -totals[row.entry_id][place]) + 1 for place, column in columns.items()),
                *[row.rank][: self.rounds],
            ]
            for row in self.rows
            if row.entry_id in entries
        }


CLASSIC = RuleSet()


def rank_players(
    players: Iterable[PlayerScores],
    top_scores: Sequence[int],
    rules: RuleSet = CLASSIC,
    averages: Mapping[int, Mapping[int, Average]] = MappingProxyType({}),
) -> Standings:
    """Rank players by total, highest first, then by the tie-breaks of the rules; equal ones share their rank.
    `averages` are by player and round.
    """
    players = [drop_arbitrated(player, averages.get(player.entry_id, NO_AVERAGES)) for player in players]
    solos = find_solos(players, top_scores, rules.solo)
    results = [
        _Result(player, top_scores, rules, averages.get(player.entry_id, NO_AVERAGES)) for player in players
    ]
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
    """Return the solo of each round with its points, which depend on the number of players there and on the
    most in a game.

    An arbitrator may decide who has a solo; the rules say what it is worth, and if there are solos at all.
    """
    if not rules.points and not rules.points_below_top:
        return (None,) * len(top_scores)
    brought: dict[int, int] = {}
    solos: list[Solo | None] = []
    compared = [(rules.before_penalties and player.worths) or player.scores for player in players]
    by_hand = _solos_by_hand(players)
    absent = Counter(number for player in players for number in player.absent)
    for number, top in enumerate(top_scores):
        scores = [scored[number] for scored in compared]
        index = by_hand[number] if number in by_hand else _alone_with_the_best(scores)
        if index is None or number in players[index].solos_withheld:
            solos.append(None)
            continue
        player = players[index]
        points = rules.points if scores[index] == top else rules.points_below_top
        if not points and number not in by_hand:
            solos.append(None)
            continue
        so_far = brought.get(player.entry_id, 0)
        if len(players) - absent[number] < rules.from_players:
            points = 0
        elif rules.most_in_game is not None:
            points = min(points, rules.most_in_game - so_far)
        brought[player.entry_id] = so_far + points
        solos.append(Solo(player.entry_id, player.table, player.name, points))
    return tuple(solos)


def _solos_by_hand(players: Sequence[PlayerScores]) -> dict[int, int]:
    """Return the index of the player whom an arbitrator gave the solo, by round; of several, the lowest table
    has it.
    """
    given = [index for index, player in enumerate(players) if player.solos_given]
    given.sort(key=lambda index: players[index].table, reverse=True)
    return {number: index for index in given for number in players[index].solos_given}


def _alone_with_the_best(scores: Sequence[int]) -> int | None:
    best = max(scores, default=0)
    return scores.index(best) if best and scores.count(best) == 1 else None


def warning_cost(warned: Sequence[int], sanctions: Sanctions) -> dict[int, int]:
    """Return the cost of the warnings of a game, by round: the first ones are free."""
    costly = Counter(sorted(warned)[sanctions.free_warnings :])
    return {number: count * sanctions.warning_points for number, count in costly.items()}


def drop_arbitrated(player: PlayerScores, averages: Mapping[int, Average]) -> PlayerScores:
    """Return the player without the rounds that they arbitrated: no slip that they handed in there counts,
    and no solo that was given or withheld by hand.
    """
    rounds = (
        {number for number, average in averages.items() if average.why == "arbitrated"} if averages else None
    )
    if not rounds:
        return player

    def empty_rounds(scores: Sequence[int]) -> tuple[int, ...]:
        return tuple(0 if number in rounds else score for number, score in enumerate(scores))

    def others(numbers: Sequence[int]) -> tuple[int, ...]:
        return tuple(number for number in numbers if number not in rounds)

    return replace(
        player,
        scores=empty_rounds(player.scores),
        worths=None if player.worths is None else empty_rounds(player.worths),
        warned=others(player.warned),
        penalised=others(player.penalised),
        zeroed=others(player.zeroed),
        solos_given=others(player.solos_given),
        solos_withheld=others(player.solos_withheld),
        absent=tuple(sorted({*player.absent, *rounds})),
    )


def _count_tops(worths: Sequence[int], top_scores: Sequence[int]) -> tuple[int, int]:
    """Return the number of rounds with the top, and the length of the longest run of these."""
    count = run = longest = 0
    for worth, top in zip(worths, top_scores, strict=True):
        if worth == top > 0:
            count += 1
            run += 1
            longest = max(longest, run)
        elif top > 0:
            run = 0
    return count, longest


class _Result:
    """The sums of one player's game."""

    __slots__ = ("averages", "cost", "last_find", "player", "solos", "top_run", "tops", "total")

    def __init__(
        self,
        player: PlayerScores,
        top_scores: Sequence[int],
        rules: RuleSet,
        averages: Mapping[int, Average],
    ) -> None:
        self.player = player
        self.averages = averages
        self.cost = warning_cost(player.warned, rules.sanctions) if player.warned else {}
        self.solos: dict[int, int] = {}
        self.total = sum(player.scores) - sum(self.cost.values())
        self.total += sum([average.points for average in averages.values()])
        worths = player.scores if player.worths is None else player.worths
        self.tops, self.top_run = _count_tops(worths, top_scores)
        self.last_find = worths[-1] if worths else 0

    def add_solo(self, number: int, points: int) -> None:
        self.solos[number] = points
        self.total += points

    @property
    def by_name(self) -> tuple[tuple[tuple[int, str], ...], int]:
        return sort_key(self.player.name), self.player.table

    def strength(self, breaks: Sequence[TieBreak]) -> tuple[Any, ...]:
        """Return the sort key of a player; the best player has the smallest."""
        return (-self.total, *(MEASURES[name](self) for name in breaks))

    @property
    def last_total(self) -> int:
        """The total of the last game, a tie-break of events; in a single game it equals the total."""
        return self.total

    @property
    def best_move(self) -> int:
        return max(self.player.scores, default=0)

    def rounds_backwards(self) -> tuple[int, ...]:
        scores, cost, solos, averages = self.player.scores, self.cost, self.solos, self.averages
        if not cost and not solos and not averages:
            return tuple([-score for score in reversed(scores)])
        kept = [
            averages[number].points if number in averages else score for number, score in enumerate(scores)
        ]
        return tuple(
            cost.get(number, 0) - solos.get(number, 0) - kept[number] for number in reversed(range(len(kept)))
        )

    def line(self, rank: int, top_total: int) -> Standing:
        player, top_count = self.player, len(self.player.scores)
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
            withdrawn=player.withdrawn,
            averages=self.averages,
            cost=self.cost,
            kept=tuple([-points for points in reversed(self.rounds_backwards())]),
            best_move=self.best_move,
            absent=not self.averages and len(player.absent) == top_count > 0,
            top_run=self.top_run,
            missed_rounds=bool(player.absent),
            last_find=self.last_find,
        )
