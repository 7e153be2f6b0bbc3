"""The groups of an event's competitors: its series, age categories, clubs and groups that occur."""

from collections.abc import Callable, Iterable, Mapping

from tournaments.events.services import categories_of
from tournaments.models import Event
from tournaments.names.folding import series_key, sort_key
from tournaments.standings.filters import Selection, with_given
from tournaments.standings.ranking import Competitor

IsIn = Callable[[Competitor], bool]


def event_groups(event: Event, competitors: Iterable[Competitor]) -> Mapping[str, Mapping[str, IsIn]]:
    """Return the tests for the members of each group, by its kind and its name, in their order."""
    competitors = list(competitors)
    persons = [person for competitor in competitors for person in competitor.persons]
    categories = {
        one.name: Selection(category=one).has
        for one in with_given(categories_of(event), persons)
        if any(map(one.includes, persons))
    }
    return {
        "series": {
            name: Selection(series=name).has
            for name in sorted({person.series for person in persons} - {""}, key=series_key)
        },
        "category": categories,
        "club": {name: Selection(club=name).has for name in _sorted(person.club for person in persons)},
        "group": {
            name: Selection(group=name).has
            for name in _sorted(competitor.group for competitor in competitors)
        },
    }


def _sorted(names: Iterable[str]) -> list[str]:
    return sorted({*names} - {""}, key=sort_key)
