"""Rules for who goes first. Pure.

The *balance* of a contestant is the number of first moves less that of second moves, in matches that were
played or are open. It should stay between −1 and 1. When two meet, the one with the lower balance goes first.
Equals are decided by who has gone first less often against the other, then by who went second when their
moves last differed, then by lot.

Invariants: the order is never the one that leaves the balances further outside −1 to 1. A table that plans
first moves (round robin, teams) decides unless it would do so.
"""

from itertools import zip_longest

from tournaments.classic.pairing.history import History, PairingInput
from tournaments.classic.pairing.values import Pairing, Reason


def beyond_one(balance: int) -> int:
    return max(0, abs(balance) - 1)


def imbalance(first: int, second: int) -> int:
    """Return how far two balances are outside −1 to 1 after `first` has gone first."""
    return beyond_one(first + 1) + beyond_one(second - 1)


def least_imbalance(one: int, other: int) -> int:
    """Return the imbalance of the better of the two orders."""
    return imbalance(min(one, other), max(one, other))


def pairing_of(
    pairing_input: PairingInput,
    one: int,
    other: int,
    reasons: tuple[Reason, ...] = (),
    planned: int | None = None,
) -> Pairing:
    """Return the two as a pairing, the one who goes first in front, with the given reasons and then that of
    the order.
    """
    if planned is not None:
        first, why = _as_planned(pairing_input.history, one, other, planned)
    else:
        first, why = _by_history(pairing_input, one, other)
    second = other if first == one else one
    balance = pairing_input.history.balance
    if imbalance(balance(first), balance(second)) > beyond_one(balance(first)) + beyond_one(balance(second)):
        why = (*why, Reason("balance_lost", {"player": first, "opponent": second}))
    return Pairing(first, second, (*reasons, *why))


def _as_planned(history: History, one: int, other: int, planned: int) -> tuple[int, tuple[Reason, ...]]:
    second = other if planned == one else one
    balances = history.balance(planned), history.balance(second)
    if imbalance(*balances) <= imbalance(*reversed(balances)):
        return planned, (Reason("first_by_table", {"player": planned}),)
    return second, (_fewer(history, second, planned),)


def _by_history(pairing_input: PairingInput, one: int, other: int) -> tuple[int, tuple[Reason, ...]]:
    history = pairing_input.history
    balances = history.balance(one), history.balance(other)
    if balances[0] != balances[1]:
        first, second = (one, other) if balances[0] < balances[1] else (other, one)
        return first, (_fewer(history, first, second),)
    against = history.first_against[one, other], history.first_against[other, one]
    if against[0] != against[1]:
        first, second = (one, other) if against[0] < against[1] else (other, one)
        return first, (Reason("first_fewer_against", {"player": first, "opponent": second}),)
    moves = history.moves.get(one, []), history.moves.get(other, [])
    for mine, theirs in zip_longest(reversed(moves[0]), reversed(moves[1])):
        if mine is not None and theirs is not None and mine != theirs:
            first, second = (other, one) if mine else (one, other)
            return first, (Reason("first_alternates", {"player": first, "opponent": second}),)
    low, high = sorted((one, other))
    first = (low, high)[pairing_input.lot(low, high) % 2]
    return first, (Reason("first_by_lot", {"player": first}),)


def _fewer(history: History, first: int, second: int) -> Reason:
    def told(key: int) -> tuple[int, int]:
        moves = history.moves.get(key, [])
        return sum(moves), len(moves)

    mine, theirs = told(first), told(second)
    return Reason(
        "first_fewer",
        {
            "player": first,
            "opponent": second,
            "firsts": mine[0],
            "matches": mine[1],
            "other_firsts": theirs[0],
            "other_matches": theirs[1],
        },
    )
