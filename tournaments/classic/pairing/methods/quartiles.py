"""Quartiles, for early rounds when the standings say little: quarters of the list meet each other. Pure.

The list, the strongest first, is cut into four quarters. The settings say which meet in which round: by
default 1 and 3, 2 and 4; then 1 and 2, 3 and 4; then 1 and 4, 2 and 3; then again. The first of a quarter
meets the first of the other. Avoiding rematches comes first; a contestant without an opponent in the planned
quarter meets the nearest of another.
"""

from tournaments.classic.pairing.common import bye_beforehand, match_near, met_before, pair_two
from tournaments.classic.pairing.history import PairingInput
from tournaments.classic.pairing.matching import Cost
from tournaments.classic.pairing.values import Pairing, Reason


def pair_quartiles(pairing_input: PairingInput) -> list[Pairing]:
    """Pair in the order of the list, the bye last."""
    keys, byes = bye_beforehand(pairing_input, [one.key for one in pairing_input.by_number()])
    quarters = [
        [place for place in range(len(keys)) if 4 * place // len(keys) == number] for number in range(4)
    ]
    meant = pairing_input.settings.quarters[
        (pairing_input.stage_round - 1) % len(pairing_input.settings.quarters)
    ]
    partner = {one - 1: other - 1 for pair in meant for one, other in (pair, pair[::-1])}
    quarter_of = {place: number for number, quarter in enumerate(quarters) for place in quarter}

    def wanted(place: int) -> int:
        """Return the planned opponent: as far down the other quarter as this one in its own."""
        own = quarter_of[place]
        other = quarters[partner[own]]
        return (other[0] if other else 0) + place - quarters[own][0]

    def cost(upper: int, lower: int) -> Cost:
        met = met_before(pairing_input, keys[upper], keys[lower])
        off = partner[quarter_of[upper]] != quarter_of[lower]
        return bool(met), met, off, abs(wanted(upper) - lower)

    def near(place: int) -> list[int]:
        return sorted(
            (other for other in range(len(keys)) if other != place),
            key=lambda other: (quarter_of[other] != partner[quarter_of[place]], abs(wanted(place) - other)),
        )

    pairings = []
    for upper, lower in match_near(len(keys), cost, near):
        one, other = keys[upper], keys[lower]
        values = {"place": quarter_of[upper] + 1, "other_place": quarter_of[lower] + 1}
        pairings.append(pair_two(pairing_input, one, other, Reason("quarters", values), "rematch_fewest"))
    return pairings + byes
