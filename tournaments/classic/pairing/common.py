"""Helpers for methods with an order of their own: a matching by nearness, and a bye given before pairing. Pure."""

from collections.abc import Callable, Sequence

from tournaments.classic.pairing.first_move import pairing_of
from tournaments.classic.pairing.history import PairingInput
from tournaments.classic.pairing.matching import Cost, Edge, least_cost, total_cost
from tournaments.classic.pairing.values import Pairing, Reason

# Opponents tried first for each contestant in a large field.
COMPLETE, NEAREST = 48, 10


def match_near(
    size: int,
    cost: Callable[[int, int], Cost | None],
    near: Callable[[int], Sequence[int]],
    *,
    widen: bool = True,
) -> list[Edge]:
    """Return the matching of least cost of places 0 to `size`; `cost` takes the lower and the higher place,
    None forbids.

    In a large field only the first of those `near` each place are tried. If these cannot pair all, or with
    `widen` not at a first priority (rematches) of 0, the number is doubled, in the end to everybody.
    """
    if not size:
        return []
    count = NEAREST if size > COMPLETE else size
    while True:
        edges: dict[Edge, Cost] = {}
        for place in range(size):
            for other in list(near(place))[:count] if count < size else range(place + 1, size):
                edge = (min(place, other), max(place, other))
                if edge not in edges and (price := cost(*edge)) is not None:
                    edges[edge] = price
        chosen = least_cost(edges)
        complete = 2 * len(chosen) == size and not (widen and total_cost(chosen, edges)[0])
        if count >= size or complete:
            return chosen
        count *= 2


def bye_beforehand(pairing_input: PairingInput, keys: Sequence[int]) -> tuple[list[int], list[Pairing]]:
    """Return the contestants left to pair, and with an odd number the bye: for the last of those with the
    fewest byes.
    """
    if len(keys) % 2 == 0:
        return list(keys), []
    byes = pairing_input.history.byes
    fewest = min(byes[key] for key in keys)
    lowest = [key for key in keys if byes[key] == fewest][-1]
    reason = Reason("bye_lowest", {"player": lowest, "byes": fewest})
    return [key for key in keys if key != lowest], [Pairing(lowest, None, (reason,))]


def met_before(pairing_input: PairingInput, one: int, other: int) -> int:
    """Return how often the two have met."""
    return len(pairing_input.history.rounds_met(one, other))


def pair_two(pairing_input: PairingInput, one: int, other: int, why: Reason, rematch: str) -> Pairing:
    """Return the two as a pairing for this reason, with that of a rematch (a code) and of who goes first."""
    return pairing_of(pairing_input, one, other, (why, *rematch_reasons(pairing_input, one, other, rematch)))


def rematch_reasons(pairing_input: PairingInput, one: int, other: int, code: str) -> tuple[Reason, ...]:
    """Return the reason of a rematch with this code, if the two have met; each method has its own."""
    rounds = pairing_input.history.rounds_met(one, other)
    return (Reason(code, {"rounds": ", ".join(map(str, rounds))}),) if rounds else ()
