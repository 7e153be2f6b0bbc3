"""People as a table for export, with headings that `imports.columns` reads again."""

from collections.abc import Iterable

import tablib
from django.utils.translation import gettext

from tournaments.models import Player
from tournaments.people.services import person_of

HEADINGS = (
    *("Last name", "First name", "Name", "Licence", "Club", "Club code", "Committee", "Country", "Series"),
    *("Age category", "Year of birth", "Sex", "Rating", "Rated games", "Names checked"),
)


def people_table(players: Iterable[Player]) -> tablib.Dataset:
    """Return the table, one row a player; select the club."""
    table = tablib.Dataset(headers=list(HEADINGS), title=gettext("People"))
    for player in players:
        person = person_of(player)
        table.append(
            [
                *(person.family_name, person.given_name, person.name, person.licence, person.club),
                *(player.club.number if player.club else "", person.committee, person.country, person.series),
                *(person.age_category, person.birth_year, person.sex, person.rating, person.rated_games),
                "yes" if player.names_checked else "no",
            ]
        )
    return table
