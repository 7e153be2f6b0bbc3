"""The last round of COP pairings for prizes of classes: those who can still win one meet as neighbours. Pure.

They are the members of the class who play for no place with a prize. The *last winner* is the one who would have the
last prize of the class now. From the best on, two neighbours meet where the lower can still come before the upper;
whoever cannot be caught any more is left out. Below the last winner only those count who can still catch that one.

Members who play for a place take a prize of the class as well, unless they are certain of a place and nobody gets two.

The rule is that of `pkg/pair/cop` in Woogles' liwords (https://github.com/woogles-io/liwords), where everybody is in
one class.
"""

from collections.abc import Callable, Iterator, Sequence

from tournaments.classic.pairing.gibson import can_catch
from tournaments.classic.pairing.history import PairingInput
from tournaments.classic.pairing.matching import Edge
from tournaments.classic.pairing.values import ClassPrizes


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
