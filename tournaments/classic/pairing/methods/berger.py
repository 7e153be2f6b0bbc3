"""Berger's tables for a round robin: who meets whom in which round, and who goes first. Pure.

Seats are counted from 0. If the number is odd, the seat after the last is empty: its opponent has a bye.

Invariants: in every cycle all seats meet once. Over any number of rounds, from the first on, a contestant who
has played every match of the table has gone first at most one time more or less than second.
"""

from collections.abc import Iterator
from functools import cache

Seats = tuple[int, int]


def rounds_of(seats: int) -> int:
    """Return how many rounds a cycle has."""
    return seats - 1 + seats % 2


@cache
def meetings(seats: int, number: int) -> tuple[Seats, ...]:
    """Return who meets in round `number` of a cycle, from 1: the last stays, the others move on by half a
    turn each round.

    The first of each pair goes first in the table as it is printed for chess.
    """
    even = seats + seats % 2
    last, turn = even - 1, (number - 1) * (even // 2) % (even - 1)
    found = [(turn, last) if number % 2 else (last, turn)]
    found += [((turn + step) % (even - 1), (turn - step) % (even - 1)) for step in range(1, even // 2)]
    return tuple(found)


@cache
def table(seats: int, number: int) -> tuple[Seats, ...]:
    """Return the matches of round `number`, counted on over the cycles, without the empty seat; the first
    goes first.

    For an odd number of seats the printed table is balanced in every round, and the sides are swapped from
    cycle to cycle. For an even number, two rounds at a time, 1 and 2, 3 and 4 …, together form rings of
    seats, in which each seat meets the next: going round every ring, each goes first once.
    """
    cycle, within = divmod(number - 1, rounds_of(seats))
    if seats % 2:
        played = [pair for pair in meetings(seats, within + 1) if seats not in pair]
        return tuple(played if cycle % 2 == 0 else [(second, first) for first, second in played])
    start = number - (number - 1) % 2
    rounds = [meetings(seats, (start + step - 1) % rounds_of(seats) + 1) for step in (0, 1)]
    return tuple(_ring_rounds(seats, *rounds)[number - start])


def _ring_rounds(
    seats: int, odd: tuple[Seats, ...], even: tuple[Seats, ...]
) -> tuple[list[Seats], list[Seats]]:
    """Return two rounds in which the first moves go round each ring."""
    partners = [dict(_both_ways(odd)), dict(_both_ways(even))]
    told: tuple[list[Seats], list[Seats]] = ([], [])
    seen: set[int] = set()
    for start in range(seats):
        seat = start
        while seat not in seen:
            following = partners[0][seat]
            after = partners[1][following]
            told[0].append((seat, following))
            told[1].append((following, after))
            seen |= {seat, following}
            seat = after
    return told


def _both_ways(pairs: tuple[Seats, ...]) -> Iterator[Seats]:
    for one, other in pairs:
        yield one, other
        yield other, one
