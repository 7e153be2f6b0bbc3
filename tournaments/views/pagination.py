"""Pagination of long lists: a hall has 1,500 players, and no page shows more than a hundred of them.

The search text (`q`) is the number of a table, a licence, or parts of a name with or without accents; while
names are hidden only the table.
"""

from dataclasses import dataclass
from typing import Generic, TypeVar

from django.core.paginator import Page, Paginator
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest
from django.utils.http import urlencode

from tournaments.core import name_visibility
from tournaments.core.text.folding import fold, tidy

PER_PAGE = 100
M = TypeVar("M", bound=Model)


@dataclass(frozen=True, slots=True)
class Part(Generic[M]):
    """One page of a list; `kept` are the parameters that lead back to it."""

    page: Page[M]
    looked_for: str
    kept: str

    @property
    def is_all(self) -> bool:
        return self.page.paginator.num_pages == 1 and not self.looked_for


def part_of(request: HttpRequest, rows: QuerySet[M], entry: str = "", table: str = "table") -> Part[M]:
    """Return the page that a request asks for; `entry` is the lookup from the rows to the players
    (`entry__`), `table` to their tables.
    """
    looked_for = _search_text(request)
    if looked_for:
        rows = rows.filter(_matching(looked_for, entry, table))
    page = Paginator(rows, PER_PAGE).get_page(request.GET.get("page"))
    kept = {"q": looked_for} if looked_for else {}
    return Part(page, looked_for, urlencode(kept | ({"page": page.number} if page.number > 1 else {})))


def rows_shown(request: HttpRequest, rows: QuerySet[M], table: str = "table") -> QuerySet[M]:
    """Return all rows that a request asks for, on any page."""
    looked_for = _search_text(request)
    return rows.filter(_matching(looked_for, "", table)) if looked_for else rows


def _search_text(request: HttpRequest) -> str:
    return tidy(request.GET.get("q", ""))[:80]


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
