"""When players send: in the last ten seconds, a third of them in the last two; some twice, some late, some with a
network that fails them. All of it follows from a number, so that a run can be had again.
"""

import random
from dataclasses import dataclass

SPREAD, RUSH = 10.0, 2.0
# So long before time the last ones send: what is sent at zero arrives within the grace, or late.
LAST = 0.05


@dataclass(frozen=True, slots=True)
class Plan:
    """A player's acts in a round; times are seconds before time is up, less than zero after it and
    its grace.
    """

    sends: tuple[float, ...]
    cut: bool = False  # the connection breaks when the first slip has been sent, before its receipt
    drops: float | None = None  # the live stream is lost


def plan_round(players, seed):
    """Return a plan for each of so many players."""
    chance = random.Random(seed)
    plans = [_plan(chance) for _ in range(players)]
    # Exactly a third, not a third or so, in the last two seconds.
    rushed = chance.sample(range(players), players // 3)
    for number in rushed:
        plans[number] = Plan((chance.uniform(LAST, RUSH),), plans[number].cut, plans[number].drops)
    return plans


def _plan(chance):
    first = chance.uniform(RUSH, SPREAD)
    cut, drops = chance.random() < 0.02, chance.uniform(0, SPREAD) if chance.random() < 0.03 else None
    kind = chance.random()
    if kind < 0.10:
        return Plan((first, chance.uniform(LAST, first)), cut, drops)
    if kind < 0.12:
        return Plan((-chance.uniform(0.2, 1.0),), cut, drops)
    return Plan((first,), cut, drops)


def write_slip(chance, rack):
    """Return a slip like a move: letters of the rack somewhere on the board."""
    letters = [tile if tile != "?" else chance.choice("aeinrst") for tile in rack]
    word = "".join(chance.sample(letters, chance.randint(min(2, len(letters)), len(letters))))
    return word, chance.choice("ABCDEFGHIJKLMNO") + str(chance.randint(1, 15)), chance.randint(2, 120)
