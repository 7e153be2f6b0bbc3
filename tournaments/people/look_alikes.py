"""Names of an event that look alike (`folding.looks`), for its desk to decide; nobody is refused for it.

Marks are computed when a page of the desk shows them, in linear time, and never while somebody joins.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain, islice
from typing import NamedTuple

from tournaments.models import Event
from tournaments.names import folding, name_visibility

# The most look-alikes shown beside a person.
MOST_SHOWN = 3


class NamedPerson(NamedTuple):
    """A person by key, with the key of the entry and its table."""

    player: int
    entry: int
    table: int
    name: str
    licence: str


@dataclass(frozen=True, slots=True)
class LookAlikeMark:
    """A note to the desk on a person: the look-alikes, and if a word of the name mixes two alphabets."""

    person: NamedPerson
    others: tuple[NamedPerson, ...]
    of_two_alphabets: bool


def newest_marks(marks: dict[int, list[LookAlikeMark]], most: int) -> list[LookAlikeMark]:
    """Return the marks of the entries that came last."""
    return list(islice(chain.from_iterable(marks.values()), most))


def marks_of(event: Event) -> dict[int, list[LookAlikeMark]]:
    """Return the marks by the key of the entry, the last one first; none for users who may not know names."""
    if name_visibility.are_hidden():
        return {}
    people = list(_people_of(event))
    by_look: dict[str, list[NamedPerson]] = {}
    suspects: set[NamedPerson] = set()
    for person in people:
        for look in folding.looks(person.name):
            by_look.setdefault(look, []).append(person)
        if folding.is_of_two_alphabets(person.name):
            suspects.add(person)
    groups = {look: _Group(group) for look, group in by_look.items() if len(group) > 1}
    suspects.update(chain.from_iterable(by_look[look] for look in groups))
    marks: dict[int, list[LookAlikeMark]] = {}
    for person in sorted(suspects, key=lambda person: (person.entry, person.player), reverse=True):
        mark = LookAlikeMark(person, _others(person, groups), folding.is_of_two_alphabets(person.name))
        if mark.others or mark.of_two_alphabets:
            marks.setdefault(person.entry, []).append(mark)
    return marks


class _Group:
    """People who look alike: the first ones, and the first of those whom no licence tells apart."""

    def __init__(self, people: list[NamedPerson]) -> None:
        self.any = people[: MOST_SHOWN + 1]
        self.unlicensed = [person for person in people if not person.licence][: MOST_SHOWN + 1]

    def beside(self, person: NamedPerson) -> list[NamedPerson]:
        """Return some who look like the person; two people with licences are known to be different."""
        return [other for other in (self.unlicensed if person.licence else self.any) if other != person]


def _others(person: NamedPerson, groups: dict[str, _Group]) -> tuple[NamedPerson, ...]:
    beside = chain.from_iterable(
        groups[look].beside(person) for look in sorted(folding.looks(person.name)) if look in groups
    )
    return tuple(dict.fromkeys(beside))[:MOST_SHOWN]


def _people_of(event: Event) -> Iterable[NamedPerson]:
    """Return everybody who is entered, by the key of the entry."""
    of_player = ("player", "player__name", "player__licence")
    of_partner = ("partner", "partner__name", "partner__licence")
    rows = event.entries.order_by("pk").values_list("pk", "table", *of_player, *of_partner)
    for entry, table, player, name, licence, partner, partner_name, partner_licence in rows:
        yield NamedPerson(player, entry, table, name, licence)
        if partner is not None:
            yield NamedPerson(partner, entry, table, partner_name, partner_licence)
