"""The facts of a person by which standings are selected, from plain columns of a player."""

from collections.abc import Sequence
from typing import Any

from tournaments.standings.ranking import PersonFacts

# Columns of a player, in the order of `facts_of`.
PERSON_FACTS = (
    "licence",
    "club__name",
    "country",
    "series",
    "birth_year",
    "age_category",
    "committee",
)


def facts_of(columns: Sequence[Any], year: int, player: int) -> PersonFacts:
    """Return the facts in the columns `PERSON_FACTS` of a player, with the age in that year."""
    licence, club, country, series, born, category, committee = columns
    age = None if born is None else year - born
    return PersonFacts(licence, club or "", country, series, age, player, category, committee)
