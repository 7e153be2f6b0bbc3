"""King of the hill: first meets second, third meets fourth …, by the standings. Pure.

Rematches are allowed, unless the settings rule them out: then there are as few as possible, and the nearest
meet. If the number is odd, the last of those with the fewest byes has the bye.
"""

from tournaments.classic.pairing.common import bye_beforehand, match_near, met_before, pair_two
from tournaments.classic.pairing.history import PairingInput
from tournaments.classic.pairing.matching import Cost, Edge
from tournaments.classic.pairing.values import Pairing, Reason


def pair_king_of_the_hill(pairing_input: PairingInput) -> list[Pairing]:
    """Pair from the top of the standings down, the bye last."""
    keys, byes = bye_beforehand(pairing_input, pairing_input.keys)
    chosen = _neighbours(len(keys)) if pairing_input.settings.rematches else _nearest(pairing_input, keys)
    rank = {line.contestant.key: place for place, line in enumerate(pairing_input.standings, start=1)}
    rematch = "rematch_allowed" if pairing_input.settings.rematches else "rematch_fewest"
    pairings = []
    for upper, lower in chosen:
        one, other = keys[upper], keys[lower]
        why = Reason("hill", {"place": rank[one], "other_place": rank[other]})
        pairings.append(pair_two(pairing_input, one, other, why, rematch))
    return pairings + byes


def _neighbours(size: int) -> list[Edge]:
    return [(place, place + 1) for place in range(0, size, 2)]


def _nearest(pairing_input: PairingInput, keys: list[int]) -> list[Edge]:
    def cost(upper: int, lower: int) -> Cost:
        met = met_before(pairing_input, keys[upper], keys[lower])
        return bool(met), met, (lower - upper - 1) ** 2

    def near(place: int) -> list[int]:
        return sorted((other for other in range(len(keys)) if other != place), key=lambda at: abs(at - place))

    return match_near(len(keys), cost, near)
