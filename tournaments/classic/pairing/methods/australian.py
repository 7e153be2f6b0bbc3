"""The Australian draw: from the top down everybody meets the highest who is left and whom they have not met.

Pure. The first round, before any result, is the upper half of the list against the lower. Later, the first of
the standings meets the highest opponent with whom the round can still be completed without a rematch, then
the first of those left, and so on. If there is no such round, the matches of the earliest round are forgiven,
then of the two earliest, until there is one. If the number is odd, the last of those with the fewest byes has
the bye.

Source: the description at the head of `pkg/pair/australian.go` in Woogles' liwords
(https://github.com/woogles-io/liwords), which directors can follow by hand.
"""

from collections.abc import Sequence

from tournaments.classic.pairing.common import bye_beforehand, pair_two
from tournaments.classic.pairing.history import PairingInput
from tournaments.classic.pairing.matching import Edge, least_cost
from tournaments.classic.pairing.values import Pairing, Reason


def pair_australian(pairing_input: PairingInput) -> list[Pairing]:
    """Pair from the top of the standings down, the bye last."""
    keys, byes = bye_beforehand(pairing_input, pairing_input.keys)
    begun = any(pairing_input.history.met.values())
    half = len(keys) // 2
    chosen = (
        _pair_from_the_top(pairing_input, keys) if begun else [(upper, upper + half) for upper in range(half)]
    )
    code = "top_down" if begun else "none_played"
    number = {
        line.contestant.key: place if begun else line.contestant.number
        for place, line in enumerate(pairing_input.standings, start=1)
    }
    pairings = []
    for upper, lower in chosen:
        one, other = keys[upper], keys[lower]
        why = Reason(code, {"place": number[one], "other_place": number[other]})
        pairings.append(pair_two(pairing_input, one, other, why, "rematch_earliest"))
    return pairings + byes


def _pair_from_the_top(pairing_input: PairingInput, keys: Sequence[int]) -> list[Edge]:
    """Return the first round, from the top, that repeats only matches of as few of the earliest rounds as can be."""
    places, forgiven = list(range(len(keys))), 0
    while (chosen := _pair_first(places, _met_since(pairing_input, keys, forgiven))) is None:
        forgiven += 1
    return chosen


def _met_since(pairing_input: PairingInput, keys: Sequence[int], forgiven: int) -> list[set[int]]:
    """Return whom each has met in a round after the forgiven ones."""
    rounds_met = pairing_input.history.rounds_met
    return [
        {
            place
            for place, other in enumerate(keys)
            if any(number > forgiven for number in rounds_met(key, other))
        }
        for key in keys
    ]


def _pair_first(places: list[int], met: Sequence[set[int]]) -> list[Edge] | None:
    """Return the first complete round in the order of the standings, or None if there is none.

    Take the highest opponent again and again. If somebody is left without one, go back from the end until the
    rest can be paired at all; from there on try every choice on the rest.
    """
    left, chosen = places, list[Edge]()
    while left:
        upper = left[0]
        lower = next((other for other in left[1:] if other not in met[upper]), None)
        if lower is None:
            break
        chosen.append((upper, lower))
        left = [place for place in left if place not in {upper, lower}]
    if not left:
        return chosen
    while not _can_be_paired(left, met):
        if not chosen:
            return None
        left = sorted((*left, *chosen.pop()))
    while left:
        upper = left[0]
        for lower in left[1:]:
            rest = [place for place in left if place not in {upper, lower}]
            if lower not in met[upper] and _can_be_paired(rest, met):
                chosen.append((upper, lower))
                left = rest
                break
    return chosen


def _can_be_paired(places: Sequence[int], met: Sequence[set[int]]) -> bool:
    """Tell whether all of these can meet somebody they have not met."""
    free = {
        (upper, lower): (0,)
        for upper in places
        for lower in places
        if upper < lower and lower not in met[upper]
    }
    return 2 * len(least_cost(free)) == len(places)
