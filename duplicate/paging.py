"""Long lists in parts: a hall has 1,500 players, and no page shows more than a hundred of them.

What is looked for (`q`) is the number of a table, or a part of a name; where names are hidden only the number.
"""

from dataclasses import dataclass
from typing import Generic, TypeVar

from django.core.paginator import Page, Paginator
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest
from django.utils.http import urlencode

from tournaments import names
from tournaments.alike import tidied

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


def part_of(request: HttpRequest, rows: QuerySet[M], entry: str = "") -> Part[M]:
    """What a request asks for; `entry` is how the rows lead to the table and its players, such as `entry__`."""
    looked_for = tidied(request.GET.get("q", ""))[:80]
    if looked_for:
        rows = rows.filter(_matching(looked_for, entry))
    page = Paginator(rows, PER_PAGE).get_page(request.GET.get("page"))
    kept = {"q": looked_for} if looked_for else {}
    return Part(page, looked_for, urlencode(kept | ({"page": page.number} if page.number > 1 else {})))


def _matching(looked_for: str, entry: str) -> Q:
    if looked_for.isascii() and looked_for.isdigit():
        return Q(**{f"{entry}table": int(looked_for[:6])})
    if names.are_hidden():
        return Q(pk__in=())
    people = Q()
    for word in looked_for.split():
        key = word.casefold()
        people &= Q(**{f"{entry}player__key__contains": key}) | Q(**{f"{entry}partner__key__contains": key})
    return people
