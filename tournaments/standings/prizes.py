"""Awards of prizes: pure, from those who are eligible for each prize, best first.

Each kind of play has its own prizes. A prize has a place among those who are eligible; `series` has what prizes share
that differ in their place only. Prizes are given in the order of the list, so the list says which is the greater.

Invariants: equals share. Two who share the first rank share the prizes of places 1 and 2; nobody has the
third for it. If `one_each` is set, nobody gets two: a second prize passes on to the next in its order, and
equals share as many prizes as there are of them who have no other.
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter
from typing import Generic, Protocol, TypeVar


class AnyPrize(Protocol):
    @property
    def place(self) -> int: ...

    @property
    def out_of_the_money(self) -> bool:
        """Tell whether the prize is only for those who have none of another series."""

    @property
    def series(self) -> Hashable: ...


P = TypeVar("P", bound=AnyPrize)
# Competitors who are equal for a prize, with the figure that they share.
Equals = tuple[int, list[int]]


@dataclass(frozen=True, slots=True)
class Award(Generic[P]):
    """A prize and its winners: none, one, or several who share it.

    `figure` is the rank, score or spread that won it. `passed_over` are those who come first for it and have another
    prize.
    """

    prize: P
    winners: tuple[int, ...]
    figure: int | None = None
    passed_over: tuple[int, ...] = field(default=(), compare=False)


def give_prizes(
    prizes: Sequence[P],
    contest: Callable[[P, Collection[int]], Sequence[Equals]],
    *,
    one_each: bool = False,
) -> tuple[Award[P], ...]:
    """Award every prize, in the order of the list.

    `contest(prize, taken)` returns those who are eligible, best first, without the keys in `taken`.
    """
    held: dict[int, list[P]] = {}
    awards = []
    for prize in prizes:
        elsewhere = {key for key, own in held.items() if any(one.series != prize.series for one in own)}
        among = contest(prize, elsewhere if prize.out_of_the_money else ())
        award = _award(prize, among, held if one_each else {})
        awards.append(award)
        for key in award.winners:
            held.setdefault(key, []).append(prize)
    return tuple(awards)


def _award(prize: P, among: Sequence[Equals], held: dict[int, list[P]]) -> Award[P]:
    """Award a prize to the equals at its place, or to the next ones who may still have it."""
    before, passed_over = 0, []
    for figure, equals in among:
        before += len(equals)
        if before < prize.place:
            continue
        free = [key for key in equals if all(one.series == prize.series for one in held.get(key, ()))]
        # Each of them holds a share of every prize that the group has had.
        had = max((len(held.get(key, ())) for key in free), default=0)
        passed_over += [key for key in equals if key not in free]
        if had < len(free):
            return Award(prize, tuple(free), figure, tuple(passed_over))
    return Award(prize, (), None, tuple(passed_over))


def rank_anew(ranks: Iterable[tuple[int, int]]) -> list[Equals]:
    """Return the keys of pairs of rank and key as groups of equals, with the rank among themselves."""
    anew: list[Equals] = []
    rank = 1
    for _rank, same in groupby(sorted(ranks, key=itemgetter(0)), key=itemgetter(0)):
        keys = [key for _rank, key in same]
        anew.append((rank, keys))
        rank += len(keys)
    return anew


def highest_first(figures: dict[int, int]) -> list[Equals]:
    """Return the keys of the figures as groups of equals, the highest figure first."""
    order = sorted(figures, key=lambda key: -figures[key])
    return [(figure, list(same)) for figure, same in groupby(order, key=figures.__getitem__)]
