"""The plan of an import: for each line of a list, which player it means and what changes.

A person is new, known with new facts, moved to another club, missing from the list, or wrong. `plan_import`
is pure; the same plan is shown before and carried out afterwards, as a whole or not at all. An empty cell
never removes known data. A name that differs in order, capitals or lacking accents is no other name. Another
name beside a known licence is a *new name*, which a user has to confirm: people marry, and licences are typed
wrongly.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.names.folding import (
    club_key,
    fold,
    is_of_two_alphabets,
    key,
    licence_key,
    looks,
    respell,
    sort_key,
)
from tournaments.names.name_parts import NameParts, Order, shown_name, split_like, split_name
from tournaments.people.imports.columns import COLUMNS
from tournaments.people.imports.countries import same_country
from tournaments.people.imports.files import FileLine
from tournaments.people.imports.rows import Problem, ReadLine, Surroundings, is_nobody, read_line
from tournaments.people.services import Person

# The most look-alikes of a new name that are listed.
MOST_NOTES = 3
_LABELS = COLUMNS | {"given_name": COLUMNS["first_name"], "family_name": COLUMNS["last_name"]}


class PlanKind(StrEnum):
    NEW = "new"
    RENAMED = "renamed"
    CHANGED = "changed"
    SAME = "same"
    WRONG = "wrong"
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class PlannedPerson:
    """The plan of a line.

    `pk` is the player it means, None for a new one; `before` are the known data of them. `problems` are what
    is wrong with it, `cells` are the cells that are left out, `notes` are possible mistakes that a user should
    check. `apart` says that the list has the parts of the name in two columns.
    """

    number: int
    person: Person
    kind: PlanKind
    pk: int | None = None
    before: Person | None = None
    problems: tuple[Problem, ...] = ()
    notes: tuple[Problem, ...] = ()
    cells: tuple[Problem, ...] = ()
    apart: bool = False

    @property
    def changes(self) -> list[tuple[str, object, object]]:
        """Fields with the value before and after."""
        if self.before is None:
            return []
        before, after = asdict(self.before), asdict(self.person)
        return [(name, before[name], after[name]) for name in after if before[name] != after[name]]

    @property
    def new_series(self) -> tuple[object, object] | None:
        """The series before and after."""
        return next(((was, now) for name, was, now in self.changes if name == "series"), None)

    @property
    def other_changes(self) -> list[tuple[str | Promise, object, object]]:
        """Changes other than of name, club and series, by their labels; also a club for a player who had
        none, and the parts of a name that stays.
        """
        shown = {"name", "series"} | ({"club"} if self.move else set())
        if self.before and self.before.name != self.person.name:
            shown |= {"given_name", "family_name"}
        return [(_LABELS[name], was, now) for name, was, now in self.changes if name not in shown]

    @property
    def move(self) -> tuple[str, str] | None:
        """The club before and after; None for players who stay, or had no club."""
        if self.before is None or not self.before.club or self.before.club == self.person.club:
            return None
        return self.before.club, self.person.club


@dataclass(frozen=True, slots=True)
class Known:
    """The known people, by the keys that find them.

    `copies` are those whose data a federation changes alone; a rule has split the names of the `unsure`.
    """

    by_licence: dict[str, tuple[int, Person]]
    by_alike: dict[str, list[tuple[int, Person]]]
    by_bare: dict[str, Person]
    by_look: dict[str, list[Person]]
    copies: Collection[int] = ()
    unsure: Collection[int] = ()

    @classmethod
    def of(
        cls,
        people: Iterable[tuple[int, Person]],
        copies: Collection[int] = (),
        unsure: Collection[int] = (),
    ) -> "Known":
        by_licence, by_alike, by_bare, by_look = {}, defaultdict(list), {}, defaultdict(list)
        for pk, person in people:
            if person.licence:
                by_licence[licence_key(person.licence)] = pk, person
                by_bare[_bare(person.licence)] = person
            by_alike[fold(person.name)].append((pk, person))
            for look in looks(person.name):
                by_look[look].append(person)
        return cls(by_licence, dict(by_alike), by_bare, dict(by_look), copies, unsure)


def plan_import(
    lines: Sequence[FileLine],
    known: Known,
    order: Order = "",
    clubs: Mapping[str, str] | None = None,
    *,
    any_category: bool = False,
) -> list[PlannedPerson]:
    """Return the plan of each line, in their order.

    `order` is the part of a name that the list writes first, `clubs` are the names of clubs by `code_key`; age
    categories that nobody has yet are left out, unless the caller asks about them (`any_category`).
    """
    first: dict[object, PlannedPerson] = {}
    seen: dict[str, tuple[str, int]] = {}
    sexes = frozenset(fold(line.values["sex"]) for line in lines if "sex" in line.values)
    people = [person for found in known.by_alike.values() for _pk, person in found]
    categories = None if any_category else frozenset(fold(person.age_category) for person in people)
    series = frozenset(map(fold, {person.series for person in people}))
    around = Surroundings(clubs or {}, sexes, categories, series)
    planned = (_plan_line(line, known, read_line(line.values, order, around)) for line in lines)
    return [_note_look(_once(line, first), seen) for line in planned]


def missing_people(planned: Iterable[PlannedPerson], known: Known) -> list[tuple[int, Person]]:
    """Return players with a licence who are in no line, by club and name.

    The federation's list would have them if they had renewed the licence. A player without one is the club's
    guest and not expected there; a player whom a wrong line may mean is not missing.
    """
    planned = list(planned)
    wrong = [line.person for line in planned if line.kind is PlanKind.WRONG]
    there = {line.pk for line in planned}
    licences, names = {licence_key(one.licence) for one in wrong}, {fold(one.name) for one in wrong}
    lacking = [
        (pk, one)
        for pk, one in known.by_licence.values()
        if pk not in there and licence_key(one.licence) not in licences and fold(one.name) not in names
    ]
    return sorted(
        lacking,
        key=lambda found: (sort_key(found[1].club), sort_key(shown_name(*found[1].names)), found[0]),
    )


def _plan_line(line: FileLine, known: Known, read: ReadLine) -> PlannedPerson:
    if is_nobody(line):
        return PlannedPerson(line.number, Person(" ".join(line.values.values())), PlanKind.NOBODY)
    if read.problems:
        return PlannedPerson(line.number, read.person, PlanKind.WRONG, problems=read.problems)
    return replace(_plan_person(line, known, read), cells=read.cells, apart=read.apart)


def _plan_person(line: FileLine, known: Known, read: ReadLine) -> PlannedPerson:
    person = read.person
    match find_player(person, known):
        case Problem() as problem:
            return PlannedPerson(line.number, person, PlanKind.WRONG, problems=(problem,))
        case None:
            return PlannedPerson(line.number, person, PlanKind.NEW, notes=tuple(_notes_of_new(person, known)))
        case pk, before if pk not in known.copies and fold(before.name) != fold(person.name):
            notes = (
                ()
                if _share_a_word(before.name, person.name)
                else (Problem(_("No part of the name is the same.")),)
            )
            parts = person.parts or split_name(person.name)
            after = replace(
                _join(before, person), name=person.name, given_name=parts.given, family_name=parts.family
            )
            return PlannedPerson(line.number, after, PlanKind.RENAMED, pk, before, notes=notes)
        case pk, before:
            if not read.apart and pk not in known.unsure:
                # A guess at the parts of a name is no better than what is known.
                person = replace(person, given_name="", family_name="")
            after = before if pk in known.copies else _join(before, person)
            return PlannedPerson(
                line.number, after, PlanKind.SAME if after == before else PlanKind.CHANGED, pk, before
            )


def find_player(person: Person, known: Known) -> tuple[int, Person] | Problem | None:
    """Return the player that a line means, by the licence first; None for a new one."""
    if person.licence and licence_key(person.licence) in known.by_licence:
        return known.by_licence[licence_key(person.licence)]
    namesakes = known.by_alike.get(fold(person.name), [])
    without = [namesake for namesake in namesakes if not namesake[1].licence]
    if person.licence:
        # The line may mean a player without a licence until now; one with another licence is another person.
        namesakes = without
    if len(namesakes) > 1:
        # At most one player without a licence has exactly that name.
        namesakes = [found for found in without if key(found[1].name) == key(person.name)] or namesakes
    if len(namesakes) > 1:
        return Problem(
            _("{count} players have this name: enter the licence number."), {"count": len(namesakes)}
        )
    return namesakes[0] if namesakes else None


def _notes_of_new(person: Person, known: Known) -> Iterator[Problem]:
    """Yield the reasons why a new person may be one who is known."""
    looks_like = known.by_bare.get(_bare(person.licence)) if person.licence else None
    if looks_like:
        yield Problem(
            _("Licence {licence} looks like {other}, which belongs to {name}."),
            {"licence": person.licence, "other": looks_like.licence, "name": looks_like.name},
        )
    for _pk, namesake in known.by_alike.get(fold(person.name), []):
        if namesake is not looks_like:
            yield Problem(
                _("A player with this name already exists: {name}, {licence}."),
                {"name": namesake.name, "licence": namesake.licence or "–"},
            )
    yield from _notes_of_look(person, known)


def _notes_of_look(person: Person, known: Known) -> Iterator[Problem]:
    """Yield the names that a name looks like, though written with other characters."""
    beside = [
        other for look in sorted(looks(person.name)) for other in known.by_look.get(look, ())[:MOST_NOTES]
    ]
    for other in dict.fromkeys(beside):
        if fold(other.name) != fold(person.name):
            yield Problem(
                _("The name looks like {name}, {licence}."),
                {"name": other.name, "licence": other.licence or "–"},
            )
    if is_of_two_alphabets(person.name):
        yield Problem(_("The name has letters of two alphabets."))


def _join(before: Person, written: Person) -> Person:
    """Return the known data with those of the line: the name stays, except for accents that it lacked."""
    said = {name: value for name, value in asdict(written).items() if value not in {"", None}}
    if written.names != before.names:
        said["name"] = name = respell(before.name, written.name)
        said |= _join_parts(name, before, written)
    if licence_key(written.licence) == licence_key(before.licence):
        said.pop("licence", None)
    if club_key(said.get("club", "")) == club_key(before.club):
        said.pop("club", None)
    if before.country and same_country(said.get("country", ""), before.country):
        del said["country"]
    return replace(before, **said)


def _join_parts(name: str, before: Person, written: Person) -> dict[str, str]:
    """Return the given and the family name of a known name, as the line has them, in the known spelling."""
    parts = split_like(name, written.parts or before.parts or NameParts())
    return {"given_name": parts.given, "family_name": parts.family}


def _bare(licence: str) -> str:
    """Return a licence without the parts that people add or leave out: signs, and zeros in front."""
    return "".join(filter(str.isalnum, licence)).casefold().lstrip("0")


def _share_a_word(one: str, other: str) -> bool:
    return bool(set(fold(one).split()) & set(fold(other).split()))


def _note_look(line: PlannedPerson, seen: dict[str, tuple[str, int]]) -> PlannedPerson:
    """Return the line, with a note on the first earlier one that has a different name of the same look.

    `seen` remembers the looks of earlier lines.
    """
    if line.kind is not PlanKind.NEW:
        return line
    name = fold(line.person.name)
    earlier = [seen.setdefault(look, (name, line.number)) for look in looks(line.person.name)]
    number = min((number for other, number in earlier if other != name), default=None)
    if number is None:
        return line
    note = Problem(_("The name looks like the one in line {line}."), {"line": number})
    return replace(line, notes=(*line.notes, note))


def _once(line: PlannedPerson, first: dict[object, PlannedPerson]) -> PlannedPerson:
    """Return the line, or the problem that the same player or licence is in an earlier one; `first` remembers
    the lines before.
    """
    if line.kind in {PlanKind.WRONG, PlanKind.NOBODY}:
        return line
    name, licence = fold(line.person.name), licence_key(line.person.licence)
    # Licences tell namesakes apart: a line without one may mean any of them.
    own: list[object] = [("licence", licence), ("with", name)] if licence else [("without", name)]
    against: list[object] = [("without", name), own[0]] if licence else [("without", name), ("with", name)]
    if line.pk is not None:
        own = against = [line.pk]
    earlier = next((first[mark] for mark in against if mark in first), None)
    namesake = first.get(("with", name)) if line.pk is None else None
    for mark in own:
        first.setdefault(mark, line)
    if earlier is not None:
        return replace(line, kind=PlanKind.WRONG, problems=(_problem_of_second(line, earlier),))
    if namesake is not None:
        note = Problem(_("The same name is in line {line}."), {"line": namesake.number})
        return replace(line, notes=(*line.notes, note))
    return line


def _problem_of_second(line: PlannedPerson, earlier: PlannedPerson) -> Problem:
    """Return the problem of a line that means the player of an earlier one, or has their licence."""
    licence, name = line.person.licence, earlier.person.name
    if fold(name) == fold(line.person.name) or licence_key(earlier.person.licence) != licence_key(licence):
        return Problem(_("The same player is in line {line}."), {"line": earlier.number})
    said = _("Line {line} has the same licence, {licence}, with another name: {name}.")
    return Problem(said, {"line": earlier.number, "licence": licence, "name": name})
