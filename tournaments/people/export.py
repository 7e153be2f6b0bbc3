"""People as a table for export, with headings that `imports.columns` reads again."""

from collections.abc import Iterable

import tablib
from django.utils.translation import gettext

from tournaments.models import Player
from tournaments.people.services import person_of

HEADINGS = ("Name", "Licence", "Club", "Country", "Series", "Year of birth", "Rating", "Rated games")


def people_table(players: Iterable[Player]) -> tablib.Dataset:
    """Return the table, one row a player; select the club."""
    table = tablib.Dataset(headers=list(HEADINGS), title=gettext("People"))
    for person in map(person_of, players):
        words = (person.name, person.licence, person.club, person.country, person.series)
        table.append([*words, person.birth_year, person.rating, person.rated_games])
    return table
