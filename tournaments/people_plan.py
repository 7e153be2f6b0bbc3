"""What a list of people means for those who are there: who is new, who is known with something new, who moves club, who
is missing from it, what is wrong.

`plan_import` is pure; the same plan is shown before and carried out afterwards, as a whole or not at all. An empty cell
says nothing: it never takes away what is known. A name that differs in order, capitals or lacking accents is no other
name; another name beside a licence that we know is a *new name*, which somebody has to confirm: people marry, and
licences are typed wrongly.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.alike import club_key, folded, key, licence_key, respelled
from tournaments.countries import same_country
from tournaments.people import Person
from tournaments.people_columns import COLUMNS
from tournaments.people_files import Line
from tournaments.people_reading import Problem, is_nobody, read_person


class Kind(StrEnum):
    NEW = "new"
    RENAMED = "renamed"
    CHANGED = "changed"
    SAME = "same"
    WRONG = "wrong"
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class PlannedLine:
    """What becomes of a line: `pk` is the player it means, None for a new one; `before` what is known of them. The
    `problems` are what is wrong with it, the `notes` what somebody should look at although it can be so.
    """

    number: int
    person: Person
    kind: Kind
    pk: int | None = None
    before: Person | None = None
    problems: tuple[Problem, ...] = ()
    notes: tuple[Problem, ...] = ()

    @property
    def changes(self) -> list[tuple[str, object, object]]:
        """Field, what it was, what it will be."""
        if self.before is None:
            return []
        before, after = asdict(self.before), asdict(self.person)
        return [(name, before[name], after[name]) for name in after if before[name] != after[name]]

    @property
    def new_series(self) -> tuple[object, object] | None:
        """From which series to which."""
        return next(((was, now) for name, was, now in self.changes if name == "series"), None)

    @property
    def other_changes(self) -> list[tuple[str | Promise, object, object]]:
        """What changes beside name, club and series, by what it is called; also a club for who had none."""
        shown = {"name", "series"} | ({"club"} if self.move else set())
        return [(COLUMNS[name], was, now) for name, was, now in self.changes if name not in shown]

    @property
    def move(self) -> tuple[str, str] | None:
        """From which club to which; None for who stays, and for who had none."""
        if self.before is None or not self.before.club or self.before.club == self.person.club:
            return None
        return self.before.club, self.person.club


@dataclass(frozen=True, slots=True)
class Known:
    """The people that are there, by what they are found by."""

    by_licence: dict[str, tuple[int, Person]]
    by_alike: dict[str, list[tuple[int, Person]]]
    by_bare: dict[str, Person]

    @classmethod
    def of(cls, people: Iterable[tuple[int, Person]]) -> "Known":
        by_licence, by_alike, by_bare = {}, defaultdict(list), {}
        for pk, person in people:
            if person.licence:
                by_licence[licence_key(person.licence)] = pk, person
                by_bare[_bare(person.licence)] = person
            by_alike[folded(person.name)].append((pk, person))
        return cls(by_licence, dict(by_alike), by_bare)


def plan_import(lines: Sequence[Line], known: Known) -> list[PlannedLine]:
    """What becomes of each line, in their order."""
    planned = [_planned(line, known) for line in lines]
    first: dict[object, int] = {}
    return [_once(line, first) for line in planned]


def missing_people(planned: Iterable[PlannedLine], known: Known) -> list[tuple[int, Person]]:
    """Who has a licence and is in no line, by club and name: the federation's list would have them if they had renewed
    it. Who has none is the club's guest and not expected there; whom a line that is wrong may mean is not missing.
    """
    planned = list(planned)
    wrong = [line.person for line in planned if line.kind is Kind.WRONG]
    there = {line.pk for line in planned}
    licences, names = {licence_key(one.licence) for one in wrong}, {folded(one.name) for one in wrong}
    lacking = [
        (pk, one)
        for pk, one in known.by_licence.values()
        if pk not in there and licence_key(one.licence) not in licences and folded(one.name) not in names
    ]
    return sorted(lacking, key=lambda found: (folded(found[1].club), folded(found[1].name), found[0]))


def _planned(line: Line, known: Known) -> PlannedLine:
    if is_nobody(line):
        return PlannedLine(line.number, Person(" ".join(line.values.values())), Kind.NOBODY)
    person, problems = read_person(line.values)
    if problems:
        return PlannedLine(line.number, person, Kind.WRONG, problems=tuple(problems))
    match _whom(person, known):
        case Problem() as problem:
            return PlannedLine(line.number, person, Kind.WRONG, problems=(problem,))
        case None:
            return PlannedLine(line.number, person, Kind.NEW, notes=tuple(_notes_of_new(person, known)))
        case pk, before if folded(before.name) != folded(person.name):
            notes = (
                () if _share_a_word(before.name, person.name) else (Problem(_("No word of it is the same.")),)
            )
            after = replace(_joined(before, person), name=person.name)
            return PlannedLine(line.number, after, Kind.RENAMED, pk, before, notes=notes)
        case pk, before:
            after = _joined(before, person)
            return PlannedLine(line.number, after, Kind.SAME if after == before else Kind.CHANGED, pk, before)


def _whom(person: Person, known: Known) -> tuple[int, Person] | Problem | None:
    """The player that a line means, by the licence first; None for a new one."""
    if person.licence and licence_key(person.licence) in known.by_licence:
        return known.by_licence[licence_key(person.licence)]
    namesakes = known.by_alike.get(folded(person.name), [])
    without = [found for found in namesakes if not found[1].licence]
    if person.licence:
        # Somebody who was entered by name until now; whoever has another licence is another person.
        namesakes = without
    if len(namesakes) > 1:
        # Without a licence there is one of exactly that name at most.
        namesakes = [found for found in without if key(found[1].name) == key(person.name)] or namesakes
    if len(namesakes) > 1:
        return Problem(
            _("There are {count} players of that name: write the licence number."), {"count": len(namesakes)}
        )
    return namesakes[0] if namesakes else None


def _notes_of_new(person: Person, known: Known) -> Iterator[Problem]:
    """What lets a new person look like one that is there."""
    looks_like = known.by_bare.get(_bare(person.licence)) if person.licence else None
    if looks_like:
        yield Problem(
            _("Licence {licence} looks like {other}, that of {name}."),
            {"licence": person.licence, "other": looks_like.licence, "name": looks_like.name},
        )
    for _pk, namesake in known.by_alike.get(folded(person.name), []):
        if namesake is not looks_like:
            yield Problem(
                _("There is one of that name: {name}, {licence}."),
                {"name": namesake.name, "licence": namesake.licence or "–"},
            )


def _joined(before: Person, written: Person) -> Person:
    """What is known afterwards: the name stays as it is, but for accents that it lacked."""
    said = {name: value for name, value in asdict(written).items() if value not in {"", None}}
    said["name"] = respelled(before.name, written.name)
    if licence_key(written.licence) == licence_key(before.licence):
        said.pop("licence", None)
    if club_key(said.get("club", "")) == club_key(before.club):
        said.pop("club", None)
    if before.country and same_country(said.get("country", ""), before.country):
        del said["country"]
    return replace(before, **said)


def _bare(licence: str) -> str:
    """A licence without what people add to it or leave out: signs, and zeros in front."""
    return "".join(filter(str.isalnum, licence)).casefold().lstrip("0")


def _share_a_word(one: str, other: str) -> bool:
    return bool(set(folded(one).split()) & set(folded(other).split()))


def _once(line: PlannedLine, first: dict[object, int]) -> PlannedLine:
    """The line, or the problem that the same player stands further up; `first` remembers the lines before."""
    if line.kind in {Kind.WRONG, Kind.NOBODY}:
        return line
    name, licence = folded(line.person.name), licence_key(line.person.licence)
    # Namesakes are told apart by their licences: a line without one may mean any of them.
    own: list[object] = [("licence", licence), ("with", name)] if licence else [("without", name)]
    against: list[object] = [("without", name), own[0]] if licence else [("without", name), ("with", name)]
    if line.pk is not None:
        own = against = [line.pk]
    earlier = next((first[mark] for mark in against if mark in first), None)
    namesake = first.get(("with", name)) if line.pk is None else None
    for mark in own:
        first.setdefault(mark, line.number)
    if earlier is not None:
        problem = Problem(_("The same player is in line {line}."), {"line": earlier})
        return replace(line, kind=Kind.WRONG, problems=(problem,))
    if namesake is not None:
        note = Problem(_("The same name is in line {line}."), {"line": namesake})
        return replace(line, notes=(*line.notes, note))
    return line
