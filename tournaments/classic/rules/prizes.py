"""Awards of the prizes of a classic division: pure, from its standings and matches.

A prize is data: its `kind`, who is eligible, and its place among these. `rank`: the place in the standings.
`high_game`: the highest score of one match, `high_loss` the highest of one that was lost, `high_win_spread`
the largest win. Any of them may be restricted to one class (`class_name`), and to those *out of the money*,
who have no other prize yet. Prizes are given in the order of the list, so the list says which is the greater.

Invariants: equals share. Two who share the first rank share the prizes of places 1 and 2; nobody has the
third for it. If `one_each` is set, nobody gets two: a second prize passes on to the next in its order, and
equals share as many prizes as there are of them who have no other. Byes and forfeits have no scores, so they
win no prize for a single match.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from tournaments.classic.rules.standings import ClassicLine
from tournaments.classic.rules.values import MatchFacts

PrizeKind = Literal["rank", "high_game", "high_loss", "high_win_spread"]


@dataclass(frozen=True, slots=True)
class Prize:
    """One prize: `name` is what the director calls it, and may say what it is worth."""

    name: str
    kind: PrizeKind = "rank"
    place: int = 1
    class_name: str = ""
    out_of_the_money: bool = False

    @property
    def series(self) -> tuple[str, str, bool]:
        """The properties shared by prizes that differ in their place only."""
        return self.kind, self.class_name, self.out_of_the_money


@dataclass(frozen=True, slots=True)
class Award:
    """A prize and its winners: none, one, or several who share it. `figure` is the rank, score or spread that
    won it.
    """

    prize: Prize
    winners: tuple[int, ...]
    figure: int | None = None


# Contestants who are equal for a prize, with the figure that they share.
Equals = tuple[int, list[int]]


def award_prizes(
    lines: Sequence[ClassicLine],
    matches: Iterable[MatchFacts],
    prizes: Sequence[Prize],
    *,
    one_each: bool = False,
) -> tuple[Award, ...]:
    """Award every prize, in the order of the list."""
    played = [match for match in matches if match.outcome == "played" and match.second is not None]
    held: dict[int, list[Prize]] = {}
    awards = []
    for prize in prizes:
        elsewhere = {key for key, own in held.items() if any(one.series != prize.series for one in own)}
        among = [
            line
            for line in lines
            if not (prize.class_name and prize.class_name not in line.contestant.classes)
            and not (prize.out_of_the_money and line.contestant.key in elsewhere)
        ]
        figure, winners = _winners(_contest(prize, among, played), prize, held if one_each else {})
        awards.append(Award(prize, winners, figure))
        for key in winners:
            held.setdefault(key, []).append(prize)
    return tuple(awards)


def _winners(
    contest: list[Equals], prize: Prize, held: dict[int, list[Prize]]
) -> tuple[int | None, tuple[int, ...]]:
    """Return the equals at the prize's place, or the next ones who may still have it, and the figure that
    they share.
    """
    passed = 0
    for figure, equals in contest:
        passed += len(equals)
        if passed < prize.place:
            continue
        free = [key for key in equals if all(one.series == prize.series for one in held.get(key, ()))]
        # Each of them holds a share of every prize that the group has had.
        had = max((len(held.get(key, ())) for key in free), default=0)
        if had < len(free):
            return figure, tuple(free)
    return None, ()


def _contest(prize: Prize, among: Sequence[ClassicLine], played: Sequence[MatchFacts]) -> list[Equals]:
    """Return the eligible contestants, best first, as groups of equals."""
    if prize.kind == "rank":
        ranks = [(rank, [line.contestant.key for line in same]) for rank, same in _group_by_rank(among)]
        return _rank_anew(ranks)
    best: dict[int, int] = {}
    keys = {line.contestant.key for line in among}
    for match in played:
        for key, figure in _figures(prize.kind, match):
            if key in keys:
                best[key] = max(figure, best.get(key, figure))
    order = sorted(best, key=lambda key: -best[key])
    return [(figure, list(same)) for figure, same in groupby(order, key=best.__getitem__)]


def _group_by_rank(lines: Sequence[ClassicLine]) -> Iterable[tuple[int, Iterable[ClassicLine]]]:
    return groupby(sorted(lines, key=lambda line: line.rank), key=lambda line: line.rank)


def _rank_anew(groups: list[Equals]) -> list[Equals]:
    """Return the same groups with the rank among themselves as their figure."""
    anew, rank = [], 1
    for _rank, keys in groups:
        anew.append((rank, keys))
        rank += len(keys)
    return anew


def _figures(kind: PrizeKind, match: MatchFacts) -> Iterable[tuple[int, int]]:
    """Return the figures of a match for such a prize, each with its contestant."""
    assert match.second is not None
    scores = ((match.first, match.first_score), (match.second, match.second_score))
    (loser, low), (winner, high) = sorted(scores, key=lambda pair: pair[1])
    if kind == "high_game":
        return scores
    if low == high:
        return ()
    return ((loser, low),) if kind == "high_loss" else ((winner, high - low),)
