"""An event that is there already and takes the divisions of files: what must not be in it, and whose entry is used.

People who are entered in the event without a division get the one of the files. Somebody who plays in a division
already, or is entered alone and in the files with a partner or the other way round, is refused by name, and so is a
division whose name is taken.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from tournaments.classic.divisions.numbering import second_division_violation
from tournaments.classic.exchange.values import FileEvent, FilePlayer, FileProblem
from tournaments.errors import RuleViolation
from tournaments.models import Entry, Event, Player
from tournaments.names.folding import key


@dataclass(frozen=True, slots=True)
class Entered:
    """The entries of an event by the people (keys) of each, and the divisions of those who are in one."""

    entries: Mapping[tuple[int, ...], Entry]
    entered: frozenset[int]
    divisions: Mapping[int, str]

    def waiting(self, people: Iterable[Player]) -> Entry | None:
        """Return the entry of these people, which has no division; None if they have none.

        Raises:
            RuleViolation: one of them plays in a division already, or is entered otherwise.
        """
        people = tuple(people)
        for person in people:
            if (division := self.divisions.get(person.pk)) is not None:
                raise second_division_violation(person.name, division)
        entry = self.entries.get(tuple(sorted(person.pk for person in people)))
        others = [person.name for person in people if person.pk in self.entered]
        if entry is None and others:
            raise RuleViolation(
                "entered_otherwise",
                _("{name} is in this event already, alone or in another pair."),
                name=others[0],
            )
        return entry


def entered_in(event: Event) -> Entered:
    """Return who is in the event, as it stands."""
    rows = list(event.entries.select_related("in_division__division").order_by("pk"))
    people = {entry.pk: [one for one in (entry.player_id, entry.partner_id) if one] for entry in rows}
    return Entered(
        entries={tuple(sorted(people[entry.pk])): entry for entry in rows},
        entered=frozenset(one for entry in rows for one in people[entry.pk]),
        divisions={
            one: entry.in_division.division.name
            for entry in rows
            if hasattr(entry, "in_division")
            for one in people[entry.pk]
        },
    )


def faults_of_joining(event: Event, told: FileEvent, known: Mapping[str, Player]) -> Iterator[FileProblem]:
    """Yield what of the files the event has already, as far as their names say who is meant."""
    there = entered_in(event)
    taken = {key(name): name for name in event.divisions.values_list("name", flat=True)}
    for division in told.divisions:
        if (name := taken.get(key(division.name))) is not None:
            taken_name = RuleViolation(
                "division_is_there",
                _("This event already has a division “{name}”: rename it there, or in the files."),
                name=name,
            )
            yield FileProblem(division.name, None, taken_name)
        for player in division.players:
            if error := _fault_of_player(player, there, known):
                yield FileProblem(division.name, None, error)


def _fault_of_player(player: FilePlayer, there: Entered, known: Mapping[str, Player]) -> RuleViolation | None:
    people = [known[name] for name in player.names if name in known]
    try:
        entry = there.waiting(people) if people else None
    except RuleViolation as error:
        return error
    if entry is None or len(people) == len(player.names):
        return None
    return RuleViolation(
        "entered_otherwise",
        _("{name} is in this event already, alone or in another pair."),
        name=people[0].name,
    )
