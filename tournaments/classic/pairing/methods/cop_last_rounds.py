"""The last two rounds of COP pairings: classes in the last one, the first six before it. Pure.

In the last round the members of a class who can still win one of its prizes, and play for no place with a prize, meet
as neighbours. The *last winner* is the one who would have the last prize of the class now. From the best on, two
neighbours meet where the lower can still come before the upper; whoever cannot be caught any more is left out. Below
the last winner only those count who can still catch that one. Members who play for a place take a prize of the class
as well, unless they are certain of a place and nobody gets two.

The last round but one is played out with 1–4, 2–5, 3–6, the others upper half against lower, and neighbours in the
last round. The six meet so if the fourth then has a hope of the first place, the fifth of the second, and the sixth of
the third. But if the second or the third would lose control, as `cop` has it, by not meeting the first, that one meets
the first.

The rule is that of `pkg/pair/cop` in Woogles' liwords (https://github.com/woogles-io/liwords), where everybody is in
one class.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from engine.arrays import np
from tournaments.classic.pairing.gibson import can_catch
from tournaments.classic.pairing.history import PairingInput
from tournaments.classic.pairing.matching import Edge
from tournaments.classic.pairing.values import ClassPrizes
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


def pair_classes(left: PairingInput, free: Sequence[int]) -> dict[Edge, ClassPrizes]:
    """Return the matches of those in contention for prizes of classes, as places in the standings.

    `free` are the places that are not paired yet, the best first; the prizes of the first class come first.
    """
    matches: dict[Edge, ClassPrizes] = {}
    for prizes in left.settings.class_prizes:
        members = [
            place for place, line in enumerate(left.standings) if prizes.class_name in line.contestant.classes
        ]
        taken = {place for edge in matches for place in edge}
        waiting = [place for place in members if place in free and place not in taken]
        above = [place for place in members if place not in waiting]
        count = prizes.count - sum(place in taken or _takes(left, place, prizes) for place in above)
        matches |= dict.fromkeys(_neighbours(waiting, count, _catches(left)), prizes)
    return matches


def _takes(left: PairingInput, place: int, prizes: ClassPrizes) -> bool:
    """Tell whether a member who plays for a place may take a prize of the class."""
    lines, places = left.standings, left.settings.prize_places
    if prizes.beside_places or place >= places:
        return True
    return places < len(lines) and _catches(left)(place, places)


def _catches(left: PairingInput) -> Callable[[int, int], bool]:
    def catches(upper: int, lower: int) -> bool:
        last = range(left.number, left.number + 1)
        return can_catch(left.standings[upper], left.standings[lower], last, left.field.rules)

    return catches


def _neighbours(members: Sequence[int], count: int, catches: Callable[[int, int], bool]) -> Iterator[Edge]:
    """Yield the neighbours who meet for so many prizes."""
    at = 0
    while count > 0 and at + 1 < len(members):
        upper, lower = members[at : at + 2]
        if at >= count and not catches(members[count - 1], lower):
            return
        if catches(upper, lower):
            yield upper, lower
            at += 2
        else:
            at += 1
