"""The last round but one of COP pairings: whether the first six meet as 1–4, 2–5, 3–6. Pure.

That round is played out with these matches, the others upper half against lower, and neighbours in the last one. The
six meet so if the fourth then has a hope of the first place, the fifth of the second, and the sixth of the third. But
if the second or the third would lose control, as `cop` has it, by not meeting the first, that one meets the first.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.arrays import np
from tournaments.classic.rules.simulation import Ends, RoleOfWinner, SimulatedPlayer, chances, play_out

SIX = ((0, 3), (1, 4), (2, 5))


@dataclass(frozen=True, slots=True)
class LastButOne:
    """The matches that must be, as places, and the shares of ends that say so: for the six, how often the fourth, the
    fifth and the sixth come three places up or better; for one who would lose control, how often they win the event
    if they meet the first, and if they do not.
    """

    matches: tuple[tuple[int, int], ...]
    shares: tuple[float, ...]


def pair_first_six(
    players: Sequence[SimulatedPlayer], ends: Ends, *, hope: float, loses_control: float, ends_of_control: int
) -> LastButOne | None:
    """Return the matches of the first six, or of one who would lose control; None if the rule says nothing.

    `ends` plays the last two rounds, with no known pairings.
    """
    if ends.rounds != len(SIX) - 1 or ends.known or len(players) < 2 * len(SIX):
        return None
    played = replace(ends, known=[_round_of_six(len(players), SIX)])
    few = replace(played, count=min(ends.count, ends_of_control))
    for place in (1, 2):
        against_first = replace(few, known=[_round_of_six(len(players), _with_first(place))])
        meeting, avoiding = (_wins(players, each, place) for each in (against_first, few))
        if meeting - avoiding >= loses_control:
            return LastButOne(((0, place),), (meeting, avoiding))
    reach = chances(play_out(players, played)).cumsum(axis=1)
    shares = tuple(float(reach[lower, upper]) for upper, lower in SIX)
    return LastButOne(SIX, shares) if min(shares) >= hope else None


def _round_of_six(size: int, six: Sequence[tuple[int, int]]) -> list[tuple[int, int | None]]:
    """Return a whole round: these six, the others upper half against lower, the bye for an odd last one."""
    taken = 2 * len(six)
    half = (size - taken) // 2
    pairs: list[tuple[int, int | None]] = [*six]
    pairs += [(place, place + half) for place in range(taken, taken + half)]
    return pairs + [(size - 1, None)] * (size % 2)


def _with_first(place: int) -> list[tuple[int, int]]:
    """Return the matches of the six if this place changes places with the fourth, and so meets the first."""
    other = {place: 3, 3: place}
    return [(other.get(one, one), other.get(two, two)) for one, two in SIX]


def _wins(players: Sequence[SimulatedPlayer], ends: Ends, place: int) -> float:
    """Return the share of ends in which a player comes first by winning every match."""
    return float(np.mean(play_out(players, ends, RoleOfWinner(place, meets_first=False))[:, place] == 0))
