"""Vowels and consonants in two bags (RULES V9).

A letter that the tile set counts as both lies with the vowels, and all blanks lie where the setting says.
Players say how many tiles come from the vowels' bag; if one bag has too few, the rest come from the other.
Exchanged tiles go back to their own bag.
"""

from collections.abc import Callable, Iterable

from engine.errors import TurnError
from engine.referee.settings import VOWELS
from engine.referee.state import State, pool
from engine.tiles import BLANK

Heaps = tuple[list[int], list[int]]


def is_in_vowel_bag(state: State, tile: int) -> bool:
    if tile == BLANK:
        return state.settings.blank_bag == VOWELS
    return tile in state.tiles.vowels


def bag_counts(state: State) -> tuple[int, int] | None:
    """Return the number of tiles in the vowels' bag and in the other; None while a rack is not known."""
    if not all(seat.is_known for seat in state.seats):
        return None
    vowels, consonants = heaps_of(state, pool(state).elements())
    return len(vowels), len(consonants)


def heaps_of(state: State, tiles: Iterable[int]) -> Heaps:
    """Sort these tiles into the two bags, each in order."""
    ordered = sorted(tiles)
    inside = [tile for tile in ordered if is_in_vowel_bag(state, tile)]
    return inside, [tile for tile in ordered if not is_in_vowel_bag(state, tile)]


def check_vowels(state: State, vowels: int | None) -> None:
    """Refuse a number with one bag; with two bags, refuse a missing number or one that fits no rack."""
    if not state.settings.double_bag:
        if vowels is not None:
            raise TurnError("vowels_one_bag")
        return
    if vowels is None:
        raise TurnError("vowels_not_said")
    if not 0 <= vowels <= state.settings.rack_size:
        raise TurnError("vowels_number", given=vowels, most=state.settings.rack_size)


def draw_from(heaps: Heaps, missing: int, vowels: int, random: Callable[[], float]) -> list[int]:
    """Draw tiles: from the vowels' bag as many as wanted and available, or more if the other runs out."""
    inside, outside = heaps
    first = max(min(vowels, missing, len(inside)), missing - len(outside))
    wanted = [inside] * first + [outside] * (missing - first)
    return [heap.pop(int(random() * len(heap))) for heap in wanted]
