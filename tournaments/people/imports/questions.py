"""Questions about the people of a list whom its plan does not settle, and the answers of a user. Pure.

These are another name beside a known licence, several of one name, and a new name that is like a known one.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from django.utils.translation import gettext_lazy as _

from tournaments.names.folding import fold, key, licence_key
from tournaments.names.likeness import LikeNames
from tournaments.names.name_parts import Order
from tournaments.people.imports.plan import Known, PlanKind, PlannedPerson, find_player
from tournaments.people.imports.rows import Problem, Surroundings, read_line
from tournaments.people.services import Person

# Answers to a question: a new person, nobody, whoever is written by hand, or the player after the mark.
NEW, OUT, BY_HAND, IS = "new", "out", "hand", "="
_MOST_CANDIDATES: Final = 4


@dataclass(frozen=True, slots=True)
class PersonQuestion:
    """A person of a line, and who it may be: one of the `candidates`, or a new person if `may_be_new`.

    `answer` is that of the user, or else the usual one; empty if there is none. `hand` is what they wrote.
    """

    name: str
    number: int
    person: Person
    reasons: tuple[Problem, ...]
    candidates: tuple[tuple[int, Person], ...]
    may_be_new: bool
    answer: str = ""
    hand: str = ""


@dataclass(frozen=True, slots=True)
class Asker:
    """The known people and the answers of a user; `order` and `clubs` are those of `plan_import`."""

    known: Known
    answers: Mapping[str, str]
    order: Order = ""
    clubs: Mapping[str, str] = field(default_factory=dict)
    like_names: LikeNames = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "like_names", LikeNames(self.known.by_alike))

    def question(self, line: PlannedPerson, name: str, values: Mapping[str, str]) -> PersonQuestion | None:
        """Return the question of that name about a planned line with these values; None if it is settled."""
        person = line.person
        player = find_player(person, self.known)
        if line.kind is PlanKind.RENAMED and line.before and line.pk:
            said = _("Licence {licence} belongs to {name}.")
            reason = Problem(said, {"licence": person.licence, "name": line.before.name})
            candidates, reasons = [(line.pk, line.before)], (reason, *line.notes)
            usual = "" if line.notes else f"{IS}{line.pk}"
            # The plan joins the line with whoever has the licence: a new person has neither.
            written = read_line(values, self.order, Surroundings(self.clubs)).person
            person = replace(written, licence="")
        elif line.kind is PlanKind.WRONG and isinstance(player, Problem) and person.name:
            candidates, reasons, usual = self.known.by_alike[fold(person.name)], line.problems, ""
        elif line.kind is PlanKind.NEW:
            candidates, reasons, usual = self._like(person), line.notes, NEW
            if not candidates and not reasons:
                return None
            reasons = reasons or (Problem(_("The name is similar to a known one.")),)
        else:
            return None
        namesakes = self.known.by_alike.get(fold(person.name), [])
        taken = any(key(one.name) == key(person.name) and not one.licence for _pk, one in namesakes)
        may_be_new = bool(person.licence) or not taken
        answer = self.answers.get(name, usual if usual != NEW or may_be_new else "")
        hand = self.answers.get(f"{name}-hand", "")
        return PersonQuestion(
            name, line.number, person, tuple(reasons), tuple(candidates), may_be_new, answer, hand
        )

    def settle(self, line: PlannedPerson, question: PersonQuestion) -> PlannedPerson | None:
        """Return the line as the answer settles it; None if the answer names nobody."""
        if question.answer == NEW and question.may_be_new:
            return replace(line, kind=PlanKind.NEW, pk=None, before=None, person=question.person)
        if question.answer == BY_HAND:
            found = self._find(question.hand)
        else:
            found = next(
                (candidate for candidate in question.candidates if f"{IS}{candidate[0]}" == question.answer),
                None,
            )
        if found is None:
            return None
        return replace(line, kind=PlanKind.SAME, pk=found[0], before=found[1], person=found[1])

    def _find(self, text: str) -> tuple[int, Person] | None:
        """Return the one person with this licence or name."""
        if licence_key(text) in self.known.by_licence:
            return self.known.by_licence[licence_key(text)]
        found = self.known.by_alike.get(fold(text), []) if fold(text) else []
        return found[0] if len(found) == 1 else None

    def _like(self, person: Person) -> list[tuple[int, Person]]:
        """Return known people whose names are written almost as this one, the most alike first."""
        found = [one for name in self.like_names.find(fold(person.name)) for one in self.known.by_alike[name]]
        # Licences tell two people apart.
        return [one for one in found if not (person.licence and one[1].licence)][:_MOST_CANDIDATES]
