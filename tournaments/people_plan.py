"""What a list of people means for those who are there: who is new, who is known with something new, who moves club, who
is missing from it, what is wrong.

`plan_import` is pure; the same plan is shown before and carried out afterwards, as a whole or not at all. An empty cell
says nothing: it never takes away what is known.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.alike import folded, key, licence_key
from tournaments.models import NAME_LENGTH, NUMBER_LENGTH
from tournaments.people import Person
from tournaments.people_files import Line, year_of

FIRST_YEAR, LAST_YEAR = 1880, 2100
MOST_RATING = 100_000


class Kind(StrEnum):
    NEW = "new"
    CHANGED = "changed"
    SAME = "same"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with a line; `str()` is the sentence, in the language in force."""

    message: str | Promise
    params: dict[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return str(self.message).format(**self.params)


@dataclass(frozen=True, slots=True)
class PlannedLine:
    """What becomes of a line: `pk` is the player it means, None for a new one; `before` what is known of them."""

    number: int
    person: Person
    kind: Kind
    pk: int | None = None
    before: Person | None = None
    problems: tuple[Problem, ...] = ()

    @property
    def changes(self) -> list[tuple[str, object, object]]:
        """Field, what it was, what it will be."""
        if self.before is None:
            return []
        before, after = asdict(self.before), asdict(self.person)
        return [(name, before[name], after[name]) for name in after if before[name] != after[name]]

    @property
    def move(self) -> tuple[str, str] | None:
        """From which club to which; None for who stays, and for who had none."""
        if self.before is None or not self.before.club or self.before.club == self.person.club:
            return None
        return self.before.club, self.person.club

    @property
    def changes_beside_move(self) -> list[tuple[str, object, object]]:
        return [change for change in self.changes if change[0] != "club" or self.move is None]


@dataclass(frozen=True, slots=True)
class Known:
    """The people that are there, by what they are found by."""

    by_licence: dict[str, tuple[int, Person]]
    by_alike: dict[str, list[tuple[int, Person]]]

    @classmethod
    def of(cls, people: Iterable[tuple[int, Person]]) -> "Known":
        by_licence, by_alike = {}, defaultdict(list)
        for pk, person in people:
            if person.licence:
                by_licence[licence_key(person.licence)] = pk, person
            by_alike[folded(person.name)].append((pk, person))
        return cls(by_licence, dict(by_alike))


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
    person, problems = read_person(line.values)
    if problems:
        return PlannedLine(line.number, person, Kind.WRONG, problems=tuple(problems))
    match _whom(person, known):
        case Problem() as problem:
            return PlannedLine(line.number, person, Kind.WRONG, problems=(problem,))
        case None:
            return PlannedLine(line.number, person, Kind.NEW)
        case pk, before:
            after = _joined(before, person)
            return PlannedLine(line.number, after, Kind.SAME if after == before else Kind.CHANGED, pk, before)


def _whom(person: Person, known: Known) -> tuple[int, Person] | Problem | None:
    """The player that a line means, by the licence first; None for a new one."""
    namesakes = known.by_alike.get(folded(person.name), [])
    if licence_key(person.licence) in known.by_licence:
        pk, holder = known.by_licence[licence_key(person.licence)]
        if folded(holder.name) == folded(person.name):
            return pk, holder
        return Problem(
            _("Licence {licence} is that of {name}."), {"licence": person.licence, "name": holder.name}
        )
    if person.licence:
        # Somebody who was entered by name until now; whoever has another licence is another person.
        namesakes = [found for found in namesakes if not found[1].licence]
    if len(namesakes) > 1:
        return Problem(
            _("There are {count} players of that name: write the licence number."), {"count": len(namesakes)}
        )
    return namesakes[0] if namesakes else None


def _joined(before: Person, written: Person) -> Person:
    """What is known afterwards: the name stays as it is, unless it comes with its licence or accents that lacked."""
    said = {name: value for name, value in asdict(written).items() if value not in {"", None}}
    if not written.licence and not _says_more(written.name, before.name):
        del said["name"]
    if licence_key(written.licence) == licence_key(before.licence):
        said.pop("licence", None)
    if key(said.get("club", "")) == key(before.club):
        said.pop("club", None)
    return replace(before, **said)


def _says_more(written: str, known: str) -> bool:
    """Whether a name has accents that the known one lacks."""
    return sum(not letter.isascii() for letter in written) > sum(not letter.isascii() for letter in known)


def _once(line: PlannedLine, first: dict[object, int]) -> PlannedLine:
    """The line, or the problem that the same player stands further up; `first` remembers the lines before."""
    if line.kind is Kind.WRONG:
        return line
    name, licence = folded(line.person.name), licence_key(line.person.licence)
    # Namesakes are told apart by their licences: a line without one may mean any of them.
    own: list[object] = [("licence", licence), ("with", name)] if licence else [("without", name)]
    against: list[object] = [("without", name), own[0]] if licence else [("without", name), ("with", name)]
    if line.pk is not None:
        own.append(line.pk)
        against.append(line.pk)
    earlier = next((first[mark] for mark in against if mark in first), None)
    for mark in own:
        first.setdefault(mark, line.number)
    if earlier is None:
        return line
    problem = Problem(_("The same player is in line {line}."), {"line": earlier})
    return replace(line, kind=Kind.WRONG, problems=(problem,))


def read_person(values: dict[str, str]) -> tuple[Person, list[Problem]]:
    """What a line says of a player, and what of it cannot be read."""
    problems: list[Problem] = []
    whole = values.get("name") or " ".join(filter(None, (values.get("first_name"), values.get("last_name"))))
    if not whole:
        problems.append(Problem(_("There is no name.")))
    person = Person(
        name=_text(whole, NAME_LENGTH, _("Name"), problems),
        licence=_text(values.get("licence", ""), NUMBER_LENGTH, _("Licence"), problems),
        club=_text(values.get("club", ""), NAME_LENGTH, _("Club"), problems),
        country=_text(values.get("country", "").upper(), 3, _("Country"), problems),
        series=_text(values.get("series", ""), 10, _("Series"), problems),
        birth_year=_number(
            values.get("birth_year", ""), year_of, (FIRST_YEAR, LAST_YEAR), _("Year of birth"), problems
        ),
        rating=_number(values.get("rating", ""), int, (0, MOST_RATING), _("Rating"), problems),
    )
    return person, problems


def _text(text: str, most: int, label: str | Promise, problems: list[Problem]) -> str:
    if len(text) > most:
        problems.append(
            Problem(
                _("{label}: “{text}” is longer than {most} characters."),
                {"label": label, "text": text, "most": most},
            )
        )
    return text


def _number(
    text: str,
    read: Callable[[str], int],
    bounds: tuple[int, int],
    label: str | Promise,
    problems: list[Problem],
) -> int | None:
    if not text:
        return None
    try:
        number = read(text)
    except (ValueError, OverflowError):
        number = None
    if number is None or not bounds[0] <= number <= bounds[1]:
        problems.append(Problem(_("{label}: “{text}” cannot be right."), {"label": label, "text": text}))
        return None
    return number
