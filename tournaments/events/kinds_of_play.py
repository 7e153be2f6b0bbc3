"""The registry of kinds of play that pair the entries of an event anew for each round.

An app registers its kind when it is loaded (`add_kind`); other kinds of play ask here where an entry plays.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from tournaments.models import Event


@dataclass(frozen=True, slots=True)
class PlaceOfPlay:
    """Where an entry plays: its division, and the path that its player's phone opens."""

    division: str
    phone_path: str


@dataclass(frozen=True, slots=True)
class RoundSeat:
    """Where an entry sits in a round of its division; a bye has no table."""

    division: str
    round: int
    table: int | None


@dataclass(frozen=True, slots=True)
class KindOfPlay:
    """A kind of play: whether an event has it; of entries (keys), the places of those that play it, and those
    whose results show that they are there. `read_seats` returns the seats of an event's entries in the next
    round, or else in the last one, `seat_acts` are the acts that change them.
    """

    name: str
    is_in: Callable[[Event], bool]
    read_places: Callable[[Collection[int]], Mapping[int, PlaceOfPlay]]
    find_present: Callable[[Collection[int]], set[int]]
    read_seats: Callable[[Event], Mapping[int, RoundSeat]]
    seat_acts: frozenset[str]


_KINDS: dict[str, KindOfPlay] = {}


def add_kind(kind: KindOfPlay) -> None:
    _KINDS[kind.name] = kind


def has_divisions(event: Event) -> bool:
    """Tell whether entries of the event play in divisions, where each round gives them a table."""
    return any(kind.is_in(event) for kind in _KINDS.values())


def places_of(entries: Collection[int]) -> dict[int, PlaceOfPlay]:
    """Return the places of those of the entries (keys) that play in a division, by their keys."""
    return {entry: place for kind in _KINDS.values() for entry, place in kind.read_places(entries).items()}


def present_among(entries: Collection[int]) -> set[int]:
    """Return those of the entries (keys) whose results show that they are there."""
    return {entry for kind in _KINDS.values() for entry in kind.find_present(entries)}


def round_seats(event: Event) -> dict[int, RoundSeat]:
    """Return the seats of the entries (keys) that are in a match of the next round of their division, or else of
    the last one.
    """
    return {entry: seat for kind in _KINDS.values() for entry, seat in kind.read_seats(event).items()}


def seat_acts() -> frozenset[str]:
    """Return the acts that change the seats of rounds, of all kinds that are loaded."""
    return frozenset().union(*(kind.seat_acts for kind in _KINDS.values()))
