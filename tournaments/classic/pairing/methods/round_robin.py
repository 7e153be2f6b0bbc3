"""Round robin: everybody meets everybody, by Berger's table (`berger.py`), once or in several cycles; or all of
a group (`tournaments.classic.pairing.groups`). Pure.

Seats are those of the first round, by the numbers of the contestants. A latecomer takes the empty seat of an
odd number and changes nothing for the others. A contestant who drops out keeps the seat: the planned
opponents have byes. The table plans first moves; after byes and forfeits balance takes precedence.

The table holds as long as everybody has a seat in it, and no two have met whom it has still to pair.
Otherwise, and once all its rounds are played, those meet who have met too seldom: as many matches as possible
in every round, first those with the most left to meet. In the end all have met, and no two once more than the
others. A forfeited match is not repeated. A group that is at the end before others begins another cycle.
"""

from collections import Counter
from dataclasses import replace

from django.utils.translation import gettext_lazy as _

from tournaments.classic.pairing.common import match_near, rematch_reasons
from tournaments.classic.pairing.first_move import pairing_of
from tournaments.classic.pairing.groups import groups_of, input_of_group
from tournaments.classic.pairing.history import PairingInput
from tournaments.classic.pairing.matching import Cost
from tournaments.classic.pairing.methods import berger
from tournaments.classic.pairing.values import Pairing, Reason
from tournaments.errors import RuleViolation

# As many as a division can have.
MOST_CYCLES = 20

# How often two were to meet, by the two keys.
Meetings = Counter[frozenset[int]]


def rounds_needed(contestants: int, cycles: int = 1) -> int:
    """Return how many rounds so many contestants play, if all are there from the first."""
    return berger.rounds_of(contestants) * cycles


def pair_round_robin(pairing_input: PairingInput) -> list[Pairing]:
    """Pair the round by the table, in its order, byes last; without the table, those who have still to meet.

    Groups come one after the other.
    """
    if not pairing_input.settings.group_size:
        pairings = _pair_group(pairing_input)
        if pairings is None:
            raise _over()
        return pairings
    parts = [input_of_group(pairing_input, group) for group in groups_of(pairing_input)]
    made = [_pair_group(part) for part in parts]
    if all(pairings is None for pairings in made):
        raise _over()
    return [
        _in_group(pairing, number)
        for number, (part, pairings) in enumerate(zip(parts, made, strict=True), start=1)
        for pairing in (_pair_anew(part) if pairings is None else pairings)
    ]


def _pair_group(pairing_input: PairingInput) -> list[Pairing] | None:
    """Pair the round of one group, or of all; None if all have met."""
    cycles, met, seats = pairing_input.settings.cycles, _count_meetings(pairing_input), _seats(pairing_input)
    within = pairing_input.stage_round <= rounds_needed(len(seats), cycles)
    if within and _table_holds(pairing_input, seats, met):
        return _pair_by_table(pairing_input, seats)
    keys = [one.key for one in pairing_input.by_number()]
    left = {key: sum(met[frozenset((key, other))] < cycles for other in keys if other != key) for key in keys}
    return _pair_who_met_too_seldom(pairing_input, keys, met, left) if any(left.values()) else None


def _pair_anew(pairing_input: PairingInput) -> list[Pairing]:
    """Pair a group in which all have met, in the first further cycle that has a match; one alone has a bye."""
    if len(pairing_input.keys) < 2:
        return [Pairing(key, None, (Reason("bye_all_met", {"player": key}),)) for key in pairing_input.keys]
    pairings, settings = None, pairing_input.settings
    while pairings is None:
        settings = replace(settings, cycles=settings.cycles + 1)
        pairings = _pair_group(replace(pairing_input, settings=settings))
    return pairings


def _in_group(pairing: Pairing, number: int) -> Pairing:
    why = () if pairing.second is None else (Reason("in_group", {"group": number}),)
    return replace(pairing, group=number, reasons=(*why, *pairing.reasons))


def _over() -> RuleViolation:
    return RuleViolation("table_at_end", _("The round robin is over: all have met."))


def _count_meetings(pairing_input: PairingInput) -> Meetings:
    """Count the planned meetings before this round, forfeited or not."""
    return Counter(
        frozenset((match.first, match.second))
        for match in pairing_input.stage_matches()
        if match.second is not None
    )


def _seats(pairing_input: PairingInput) -> tuple[int, ...]:
    """Return the keys by seat: those of the first round, and the first latecomer if a seat is empty."""
    came_in: dict[int, int] = {}
    for match in pairing_input.stage_matches():
        for key in (match.first, match.second):
            if key is not None:
                came_in[key] = min(match.round, came_in.get(key, match.round))
    begin = min(came_in.values(), default=pairing_input.number)
    # A contestant who left before the first round has no seat.
    listed = [
        contestant
        for contestant in pairing_input.field.contestants
        if contestant.present or contestant.key in came_in
    ]
    listed.sort(key=lambda one: (came_in.get(one.key, pairing_input.number), one.number, one.key))
    count = sum(came_in.get(one.key, pairing_input.number) == begin for one in listed)
    return tuple(one.key for one in listed[: count + count % 2])


def _table_holds(pairing_input: PairingInput, seats: tuple[int, ...], met: Meetings) -> bool:
    """Tell whether all have a seat, and no two have met more often than the table has paired them."""
    brought = Counter(
        frozenset((seats[one], seats[other]))
        for number in range(1, pairing_input.stage_round)
        for one, other in berger.table(len(seats), number)
    )
    return set(pairing_input.keys) <= set(seats) and all(
        times <= brought[two] for two, times in met.items() if two <= set(seats)
    )


def _pair_by_table(pairing_input: PairingInput, seats: tuple[int, ...]) -> list[Pairing]:
    present = set(pairing_input.keys)
    pairings, byes = [], []
    free = present.copy()
    for one, other in berger.table(len(seats), pairing_input.stage_round):
        first, second = seats[one], seats[other]
        free -= {first, second}
        if {first, second} <= present:
            why = (
                Reason("by_table", {"round": pairing_input.stage_round}),
                *rematch_reasons(pairing_input, first, second, "rematch_by_table"),
            )
            pairings.append(pairing_of(pairing_input, first, second, why, planned=first))
        for player, opponent in ((first, second), (second, first)):
            if player in present and opponent not in present:
                values = {"player": player, "opponent": opponent}
                byes.append(Pairing(player, None, (Reason("bye_opponent_absent", values),)))
    byes += [Pairing(key, None, (Reason("bye_by_table", {"player": key}),)) for key in sorted(free)]
    return pairings + byes


def _pair_who_met_too_seldom(
    pairing_input: PairingInput, keys: list[int], met: Meetings, left: dict[int, int]
) -> list[Pairing]:
    """Pair those who have met too seldom; `left` is how many each has still to meet."""
    most = max(left.values())

    def cost(upper: int, lower: int) -> Cost | None:
        one, other = keys[upper], keys[lower]
        times = met[frozenset((one, other))]
        return None if times >= pairing_input.settings.cycles else (times, 2 * most - left[one] - left[other])

    def near(place: int) -> list[int]:
        others = (other for other in range(len(keys)) if other != place and cost(place, other) is not None)
        return sorted(others, key=lambda other: -left[keys[other]])

    pairings = []
    for upper, lower in match_near(len(keys), cost, near):
        one, other = keys[upper], keys[lower]
        why = (Reason("left_to_meet"), *rematch_reasons(pairing_input, one, other, "rematch_to_meet"))
        pairings.append(pairing_of(pairing_input, one, other, why))
    paired = {key for pairing in pairings for key in (pairing.first, pairing.second)}
    byes = [
        Pairing(key, None, (Reason("bye_all_met", {"player": key}),)) for key in keys if key not in paired
    ]
    return pairings + byes
