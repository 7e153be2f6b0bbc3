"""Filters of an event's competitors: by series, age category, club, country, group, room, alone or in pairs.
Pure.

A pair matches if both of its players do.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from django.utils.translation import gettext_lazy as _

from tournaments.errors import LinesRefused, RuleViolation
from tournaments.names.folding import fold, sort_key
from tournaments.standings.ranking import Competitor, PersonFacts

Kind = Literal["", "single", "pair"]
OLDEST = 120
MOST_CATEGORIES = 20


@dataclass(frozen=True, slots=True)
class AgeCategory:
    """A category of ages in the year of the event, both ends included; None is an open end.

    People of unknown age are in the one that their federation gave. One that is not `by_age` has only people whom
    their federation put there and whom none of `before` has by age.
    """

    name: str
    least: int | None = None
    most: int | None = None
    by_age: bool = field(default=True, kw_only=True)
    before: "tuple[AgeCategory, ...]" = field(default=(), kw_only=True)

    def has(self, age: int | None) -> bool:
        if age is None or not self.by_age:
            return False
        return (self.least is None or age >= self.least) and (self.most is None or age <= self.most)

    def includes(self, person: PersonFacts) -> bool:
        """Tell whether a person is in it: by age, or else by the category that the federation gave."""
        if person.age is not None and self.by_age:
            return self.has(person.age)
        return fold(person.category) == fold(self.name) and not any(
            one.has(person.age) for one in self.before
        )


# The ages of young players differ by federation and year: they have no category until an event defines
# its own.
OF_AGE = 18
USUAL_CATEGORIES = (
    AgeCategory("Senior", OF_AGE, 61),
    AgeCategory("Vermeil", 62, 71),
    AgeCategory("Diamant", 72, None),
)


@dataclass(frozen=True, slots=True)
class Selection:
    """The filter values of a request; an empty value selects everything."""

    series: str = ""
    category: AgeCategory | None = None
    club: str = ""
    country: str = ""
    committee: str = ""
    group: str = ""
    kind: Kind = ""
    room: str = ""

    @property
    def is_all(self) -> bool:
        return self == Selection()

    def has(self, one: Competitor) -> bool:
        if self.group and one.group != self.group:
            return False
        if self.room and one.room != self.room:
            return False
        if self.kind and (len(one.persons) > 1) != (self.kind == "pair"):
            return False
        return all(
            (not self.series or person.series == self.series)
            and (not self.club or person.club == self.club)
            and (not self.country or person.country == self.country)
            and (not self.committee or person.committee == self.committee)
            and (self.category is None or self.category.includes(person))
            for person in one.persons
        )


def category_of(person: PersonFacts, categories: Iterable[AgeCategory]) -> str:
    """Return the name of the first category that includes the person, those that federations gave being the last."""
    categories = tuple(categories)
    first = next((category.name for category in categories if category.includes(person)), "")
    if first or not person.category:
        return first
    return next((one.name for one in with_given(categories, [person]) if one.includes(person)), "")


def with_given(categories: Sequence[AgeCategory], persons: Iterable[PersonFacts]) -> tuple[AgeCategory, ...]:
    """Return the categories, and beside them those that federations gave to people whom none of them has by age."""
    known = {fold(category.name) for category in categories}
    given: dict[str, str] = {}
    for person in persons:
        if person.category and not any(category.has(person.age) for category in categories):
            given.setdefault(fold(person.category), person.category)
    added = sorted((name for key, name in given.items() if key not in known), key=sort_key)
    return (*categories, *(AgeCategory(name, by_age=False, before=tuple(categories)) for name in added))


def check_categories(categories: Sequence[AgeCategory]) -> None:
    """Check an event's own categories.

    Raises:
        LinesRefused: some have no name or a name that is there twice, or impossible ages.
        RuleViolation: there are too many.
    """
    if len(categories) > MOST_CATEGORIES:
        raise RuleViolation("many_categories", _("At most {most} age categories."), most=MOST_CATEGORIES)
    seen = set()
    wrong: list[tuple[str, RuleViolation]] = []
    for category in categories:
        if not category.name or category.name in seen:
            said = _("Two age categories are named “{name}”.")
            wrong.append((category.name, RuleViolation("category_twice", said, name=category.name)))
        seen.add(category.name)
        least, most = category.least or 0, OLDEST if category.most is None else category.most
        if not 0 <= least <= most <= OLDEST:
            said = _("{name}: the minimum age must be below the maximum.")
            wrong.append((category.name, RuleViolation("category_ages", said, name=category.name)))
    if wrong:
        raise LinesRefused(wrong)
