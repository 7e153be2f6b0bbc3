"""People as a table for export, with headings that `imports.columns` reads again."""

from collections.abc import Iterable
from operator import attrgetter

from django.utils.translation import gettext

from tournaments.models import Player
from tournaments.people.services import Person, person_of
from tournaments.reports.tables import DataTable, Registry, TableColumn, build_table, registry_of

Exported = tuple[Player, Person]


def _of_person(name: str, heading: str) -> TableColumn[Exported, None]:
    return TableColumn.of(name, heading, lambda exported: attrgetter(name)(exported[1]))


COLUMNS: Registry[Exported, None] = registry_of(
    _of_person("family_name", "Last name"),
    _of_person("given_name", "First name"),
    _of_person("name", "Name"),
    _of_person("licence", "Licence"),
    _of_person("club", "Club"),
    TableColumn.of(
        "club_code", "Club code", lambda exported: exported[0].club.number if exported[0].club else ""
    ),
    _of_person("committee", "Committee"),
    _of_person("country", "Country"),
    _of_person("series", "Series"),
    _of_person("age_category", "Age category"),
    _of_person("birth_year", "Year of birth"),
    _of_person("sex", "Sex"),
    _of_person("rating", "Rating"),
    _of_person("rated_games", "Rated games"),
    TableColumn.of(
        "names_checked", "Names checked", lambda exported: "yes" if exported[0].names_checked else "no"
    ),
)


def people_table(players: Iterable[Player]) -> DataTable:
    """Return the table, one row a player; select the club."""
    exported = ((player, person_of(player)) for player in players)
    return build_table(gettext("People"), COLUMNS.values(), exported, None)
