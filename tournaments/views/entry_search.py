"""Pages of an event's entries: a hall has 1,500 players, and no page shows more than a hundred of them.

The search text is the number of a table, a licence, or parts of a name with or without accents; while names
are hidden only the table.
"""

from typing import TypeVar

from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest

from tournaments.names import name_visibility
from tournaments.names.folding import fold
from tournaments.views.pagination import PageOfList, find_part, search_text

PER_PAGE = 100
M = TypeVar("M", bound=Model)


def part_of(request: HttpRequest, rows: QuerySet[M], entry: str = "", table: str = "table") -> PageOfList[M]:
    """Return the page that a request asks for; `entry` is the lookup from the rows to the players
    (`entry__`), `table` to their tables.
    """
    return find_part(
        request.GET,
        lambda text: rows.filter(_matching(text, entry, table)) if text else rows,
        per_page=PER_PAGE,
    )


def rows_shown(request: HttpRequest, rows: QuerySet[M], table: str = "table") -> QuerySet[M]:
    """Return all rows that a request asks for, on any page."""
    text = search_text(request.GET)
    return rows.filter(_matching(text, "", table)) if text else rows


def _matching(looked_for: str, entry: str, table: str) -> Q:
    number = Q()
    if looked_for.isascii() and looked_for.isdigit():
        number = Q(**{table: int(looked_for)}) if len(looked_for) < 7 else Q(pk__in=())
    if name_visibility.are_hidden():
        return number or Q(pk__in=())
    licence = looked_for.upper()
    for who in ("player", "partner"):
        number |= Q(**{f"{entry}{who}__licence": licence})
    people = Q()
    for word in looked_for.split():
        one = Q()
        for who in ("player", "partner"):
            one |= Q(**{f"{entry}{who}__key__contains": word.casefold()})
            if plain := fold(word):
                one |= Q(**{f"{entry}{who}__alike__contains": plain})
        people &= one
    return number | people if people else number
