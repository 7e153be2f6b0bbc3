"""Pagination of long lists: pages, a search field and filters, which the address keeps.

The templates `tournaments/list_search.html` and `tournaments/pagination.html` show them. The parameters are
`q`, the search text; `of`, the filter; and `page`. A second list on a page has a parameter of its own in place
of `page`, and neither search nor filter.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import QueryDict
from django.utils.functional import Promise

from tournaments.names.folding import tidy

PER_PAGE = 50
LONGEST_TEXT = 80
M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class Filter:
    """One filter of a list; `query` is the query of its link."""

    value: str
    label: str | Promise
    query: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class PageOfList(Generic[M]):
    """One page of a list. `kept` are the parameters that lead back to it, `asked` those of its other pages."""

    page: Page[M]
    looked_for: str
    kept: str
    asked: str
    parameter: str = "page"
    filters: tuple[Filter, ...] = ()
    of: str = ""

    @property
    def is_all(self) -> bool:
        return self.page.paginator.num_pages == 1 and not self.looked_for

    @property
    def is_long(self) -> bool:
        """True if a search field helps."""
        return bool(self.looked_for) or self.page.paginator.count > 9

    @property
    def without_text(self) -> str:
        """The query of all rows, searched for no text."""
        return query_of(of=self.of)


def search_text(asked: QueryDict) -> str:
    return tidy(asked.get("q", ""))[:LONGEST_TEXT]


def find_part(
    asked: QueryDict,
    find: Callable[[str], QuerySet[Any] | Sequence[M]],
    *,
    per_page: int = PER_PAGE,
    filters: Sequence[tuple[str, str | Promise]] = (),
    of: str = "",
) -> PageOfList[M]:
    """Return the page that a query asks for, of the rows that `find` returns for its search text.

    `filters` are the values and labels of the filters, `of` is the chosen one.
    """
    text = search_text(asked)
    page: Page[M] = Paginator(find(text), per_page).get_page(asked.get("page"))
    offered = tuple(Filter(value, label, query_of(of=value, q=text), value == of) for value, label in filters)
    number = page.number if page.number > 1 else ""
    return PageOfList(
        page, text, query_of(of=of, q=text, page=number), query_of(of=of, q=text), "page", offered, of
    )


def take_part(
    asked: QueryDict,
    rows: QuerySet[Any] | Sequence[M],
    *,
    per_page: int = PER_PAGE,
    parameter: str = "page",
) -> PageOfList[M]:
    """Return the page of a list without a search field of its own; all other parameters stay as they are."""
    page: Page[M] = Paginator(rows, per_page).get_page(asked.get(parameter))
    others = asked.copy()
    others.pop(parameter, None)
    query = others.urlencode()
    return PageOfList(page, "", query, query, parameter)


def chosen_filter(asked: QueryDict, filters: Sequence[tuple[str, str | Promise]], usual: str) -> str:
    """Return the filter that a query asks for, or else the usual one."""
    of = asked.get("of", "")
    return of if any(of == value for value, _label in filters) else usual


def query_of(**parameters: object) -> str:
    """Return a query with the parameters that are not empty."""
    query = QueryDict(mutable=True)
    query.update({name: str(value) for name, value in parameters.items() if value != ""})
    return query.urlencode()
