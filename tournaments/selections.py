"""Who of an event is looked at: by series, age category, club, country, group, room, alone or in pairs. Pure.

A pair belongs where both of its players do.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from django.utils.translation import gettext_lazy as _

from tournaments.errors import RuleViolation
from tournaments.standings import Competitor

Kind = Literal["", "single", "pair"]
OLDEST = 120
MOST_CATEGORIES = 20


@dataclass(frozen=True, slots=True)
class AgeCategory:
    """Who has so many years in the year of the event, both ends counted; None is no end."""

    name: str
    least: int | None = None
    most: int | None = None

    def has(self, age: int | None) -> bool:
        if age is None:
            return False
        return (self.least is None or age >= self.least) and (self.most is None or age <= self.most)


# Where the ages of the young begin and end differs by federation and year: they have no category until an event says
# what its own are.
OF_AGE = 18
USUAL_CATEGORIES = (
    AgeCategory("Senior", OF_AGE, 61),
    AgeCategory("Vermeil", 62, 71),
    AgeCategory("Diamant", 72, None),
)


@dataclass(frozen=True, slots=True)
class Selection:
    """What is asked for; empty asks for nothing."""

    series: str = ""
    category: AgeCategory | None = None
    club: str = ""
    country: str = ""
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
            and (self.category is None or self.category.has(person.age))
            for person in one.persons
        )


def category_of(age: int | None, categories: Iterable[AgeCategory]) -> str:
    """The name of the first category that has the age; nothing where it is not known."""
    return next((category.name for category in categories if category.has(age)), "")


def check_categories(categories: Sequence[AgeCategory]) -> None:
    """An event's own categories.

    Raises:
        RuleViolation: one has no name, a name is there twice, or its ages cannot be.
    """
    if len(categories) > MOST_CATEGORIES:
        raise RuleViolation("many_categories", _("At most {most} age categories."), most=MOST_CATEGORIES)
    seen = set()
    for one in categories:
        if not one.name or one.name in seen:
            raise RuleViolation(
                "category_twice", _("Each age category has a name of its own: “{name}”."), name=one.name
            )
        seen.add(one.name)
        least, most = one.least or 0, OLDEST if one.most is None else one.most
        if not 0 <= least <= most <= OLDEST:
            raise RuleViolation(
                "category_ages", _("{name}: the least age comes before the most."), name=one.name
            )
