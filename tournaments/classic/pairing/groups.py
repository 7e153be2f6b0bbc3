"""The groups of a round robin in groups. Pure.

Groups are made when the first round of a stage is paired, and keep their members for the whole stage: each
match knows its group. A latecomer comes into a group with an odd number, or else into the smallest.

Invariants: groups are as near as can be to the size wanted. For an even size at most one group is odd, so
that nobody has a bye if the number of players is even.
"""

from collections.abc import Sequence
from dataclasses import replace

from tournaments.classic.pairing.history import PairingInput

Groups = list[list[int]]


def group_sizes(count: int, size: int) -> list[int]:
    """Return the sizes of the groups of so many players, the smaller groups first."""
    number = max(1, -((size - 2 * count) // (2 * size)))
    step = 1 if size % 2 else 2
    units = -(-count // step)
    each, larger = divmod(units, number)
    sizes = [step * (each + (place >= number - larger)) for place in range(number)]
    sizes[-1] -= step * units - count
    return sizes


def groups_of(pairing_input: PairingInput) -> Groups:
    """Return the members of each group by key, in the order of their numbers, also those who have left."""
    known = _known_groups(pairing_input)
    if not known:
        return _cut(pairing_input)
    groups: Groups = [[] for _number in range(max(known.values()))]
    for one in sorted(
        pairing_input.field.contestants, key=lambda contestant: (contestant.number, contestant.key)
    ):
        if one.key in known:
            groups[known[one.key] - 1].append(one.key)
    present = set(pairing_input.keys)
    for latecomer in pairing_input.by_number():
        if latecomer.key not in known:
            sizes = [len(present.intersection(group)) for group in groups]
            place = min(range(len(groups)), key=lambda at: (sizes[at] % 2 == 0, sizes[at]))
            groups[place].append(latecomer.key)
    return groups


def input_of_group(pairing_input: PairingInput, group: Sequence[int]) -> PairingInput:
    """Return the input that has only the members of a group, and the matches among them."""
    field = pairing_input.field
    contestants = tuple(contestant for contestant in field.contestants if contestant.key in group)
    matches = tuple(
        match
        for match in field.matches
        if match.first in group and (match.second is None or match.second in group)
    )
    lines = tuple(line for line in pairing_input.lines if line.contestant.key in group)
    return replace(pairing_input, lines=lines, field=replace(field, contestants=contestants, matches=matches))


def _known_groups(pairing_input: PairingInput) -> dict[int, int]:
    """Return the group of everybody who has had a match in one since the stage began."""
    known: dict[int, int] = {}
    for match in pairing_input.stage_matches():
        for key in (match.first, match.second):
            if key is not None and match.group is not None:
                known.setdefault(key, match.group)
    return known


def _cut(pairing_input: PairingInput) -> Groups:
    """Cut those who are present into groups, in the order that the settings say."""
    settings = pairing_input.settings
    by_number = [one.key for one in pairing_input.by_number()]
    sizes = group_sizes(len(by_number), settings.group_size)
    groups: Groups = [[] for _size in sizes]
    if settings.groups_by == "mixed":
        place = 0
        for key in by_number:
            while len(groups[place]) == sizes[place]:
                place = (place + 1) % len(sizes)
            groups[place].append(key)
            place = (place + 1) % len(sizes)
        return groups
    order = iter(pairing_input.keys if settings.groups_by == "rank" else by_number)
    return [[next(order) for _place in range(size)] for size in sizes]
