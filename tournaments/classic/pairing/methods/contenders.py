"""Contenders, as Chew pairings have them: those who can still win meet each other, the others as in a Swiss.

Pure. As long as everybody can still win the first place, the round is a Swiss. Later, place by place of those
with a prize that is not decided: the contenders are the highest who is left and those who can still catch
them, evened out by the next. There are at most four times as many as rounds remain after this one, and two in
the last round. Among them rematches are as few as can be; then the first meets the last, so that whoever can
still catch the leader has the chance to; with everybody left among the contenders it is a Swiss. Those who
are left once the places are through are paired as a Swiss. The Gibson rule always holds.

Source: the algorithm of Chew pairings in the manual of tsh (*Pairing Theory and tsh*,
https://tsh.poslfit.com/doc/pairing.html, and https://the-pc.poslfit.com/2007/pairing.html). There, prizes come
in bands; here, each place is a band.
"""

from tournaments.classic.pairing.common import bye_beforehand, match_near, met_before, pair_two
from tournaments.classic.pairing.gibson import can_catch
from tournaments.classic.pairing.history import PairingInput
from tournaments.classic.pairing.matching import Cost
from tournaments.classic.pairing.methods.swiss import pair_swiss
from tournaments.classic.pairing.values import Pairing, Reason


def pair_contenders(pairing_input: PairingInput) -> list[Pairing]:
    """Pair contenders place by place, then the others; the bye last."""
    if _count_contenders(pairing_input) >= len(pairing_input.lines):
        return pair_swiss(pairing_input)
    _keys, byes = bye_beforehand(pairing_input, pairing_input.keys)
    left = pairing_input.without([pairing.first for pairing in byes])
    places = {line.contestant.key: place for place, line in enumerate(pairing_input.standings)}
    pairings: list[Pairing] = []
    while left.lines and places[left.keys[0]] < pairing_input.settings.prize_places:
        count = _count_contenders(left)
        if count == len(left.lines):
            break
        group = left.keys[:count]
        pairings += _pair_group(left, group, places)
        left = left.without(group)
    if left.lines:
        pairings += pair_swiss(left)
    return pairings + byes


def _count_contenders(left: PairingInput) -> int:
    """Return how many of those who are left contend for the first place among them."""
    rounds = left.rounds_left
    if rounds is None:
        return len(left.lines)
    best, rules = left.lines[0], left.field.rules
    count = sum(can_catch(best, line, rounds, rules) for line in left.lines)
    most = 4 * (len(rounds) - 1) if len(rounds) > 1 else 2
    return min(count + count % 2, most)


def _pair_group(left: PairingInput, group: list[int], places: dict[int, int]) -> list[Pairing]:
    """Pair a group of contenders: as few rematches as can be, then the first with the last."""

    def cost(upper: int, lower: int) -> Cost:
        met = met_before(left, group[upper], group[lower])
        return met, abs(upper + lower - len(group) + 1)

    pairings = []
    for upper, lower in match_near(len(group), cost, lambda place: _from_the_end(len(group), place)):
        one, other = group[upper], group[lower]
        values = {"size": len(group), "place": places[one] + 1, "other_place": places[other] + 1}
        why = Reason("contenders", {"wanted": places[group[0]] + 1, **values})
        pairings.append(pair_two(left, one, other, why, "rematch_met_least"))
    return pairings


def _from_the_end(size: int, place: int) -> list[int]:
    """Return the others, those first who are as far from the end as this one from the beginning."""
    others = (other for other in range(size) if other != place)
    return sorted(others, key=lambda other: abs(place + other - size + 1))
