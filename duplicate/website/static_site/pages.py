"""The pages of a static site: the public pages of an event, fetched by following their links.

A page is the answer of the view that everybody gets without a login, so nothing is in the site that is not public.
Only pages of the event are followed; their address is stored by its view, its arguments and its query.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qsl, urljoin, urlsplit

from django.http import Http404, HttpRequest, QueryDict
from django.urls import Resolver404, resolve, reverse

from duplicate.website.static_site.rewriting import find_links
from tournaments.classic.models import AnnotatedGame, Division
from tournaments.models import Event

# The views whose pages are in a site, with the parts of their query that make a page of its own.
_FOLLOWED: Final[dict[str, frozenset[str]]] = {
    "public-standings": frozenset({"page"}),
    "public-game": frozenset({"page"}),
    "public-round": frozenset(),
    "public-sheet": frozenset(),
    "public-division": frozenset({"round", "view"}),
    "public-entrant": frozenset(),
    "public-annotated-game": frozenset(),
}
_NAMES: Final = {
    "public-standings": "index",
    "public-game": "game-{number}",
    "public-round": "game-{number}-round-{round_number}",
    "public-sheet": "game-{number}-player-{entry_id}",
    "public-division": "division-{division_id}",
    "public-entrant": "division-{division_id}-player-{entrant_id}",
    "public-annotated-game": "annotated-game-{game_code}",
}


class PageAddress(NamedTuple):
    """A page: its view by name, its arguments, its query; all in order, so that equal pages are equal."""

    view: str
    arguments: tuple[tuple[str, int | str], ...]
    query: tuple[tuple[str, str], ...]

    @property
    def path(self) -> str:
        return reverse(self.view, kwargs=dict(self.arguments))

    @property
    def file(self) -> str:
        """The name of the page's file, of plain letters."""
        stem = _NAMES[self.view].format(**dict(self.arguments))
        return "-".join([stem, *(f"{name}-{text}" for name, text in self.query)]) + ".html"


@dataclass(frozen=True, slots=True)
class Fetched:
    address: PageAddress
    html: str


class _Request(HttpRequest):
    """The request of nobody for a page."""

    def __init__(self, address: PageAddress) -> None:
        super().__init__()
        self.method, self.path = "GET", address.path
        asked = QueryDict(mutable=True)
        asked.update(dict(address.query))
        self.GET = asked  # type: ignore[assignment]  # Django's own requests have one that cannot be changed

    def get_host(self) -> str:
        """Return a host that does not exist: no page of a site may name where it was made."""
        return "site.invalid"


def fetch_pages(event: Event, scope: "Scope") -> Iterator[Fetched]:
    """Yield all pages of the event that everybody may see, its own page first."""
    waiting = [PageAddress("public-standings", (("event_id", event.pk),), ())]
    known = set(waiting)
    while waiting:
        address = waiting.pop(0)
        html = _fetch(address)
        if html is None:
            continue
        yield Fetched(address, html)
        found = (scope.find(link, address) for link in find_links(html))
        new = [one for one in dict.fromkeys(found) if one is not None and one not in known]
        known.update(new)
        waiting += new


def _fetch(address: PageAddress) -> str | None:
    """Return the page; None if everybody is told that there is none."""
    match = resolve(address.path)
    try:
        answer = match.func(_Request(address), *match.args, **match.kwargs)
    except Http404:
        return None
    return str(answer.content.decode()) if answer.status_code == 200 else None


class Scope:
    """The addresses that belong to the site of an event."""

    def __init__(self, event: Event) -> None:
        self._event = event.pk
        self._divisions = set(Division.objects.filter(event=event).values_list("pk", flat=True))
        games = AnnotatedGame.objects.filter(division__event=event)
        self._games = set(games.values_list("code", flat=True))

    def find(self, link: str, base: PageAddress) -> PageAddress | None:
        """Return the page of a link on the page `base`; None if it leads out of the site."""
        parts = urlsplit(urljoin(base.path, link))
        if parts.scheme or parts.netloc:
            return None
        try:
            match = resolve(parts.path)
        except Resolver404:
            return None
        query = tuple(sorted(parse_qsl(parts.query)))
        allowed = _FOLLOWED.get(match.url_name or "")
        if allowed is None or not {name for name, _text in query} <= allowed or not _is_plain(query):
            return None
        return (
            PageAddress(match.url_name or "", _in_order(match.kwargs), query)
            if self._has(match.kwargs)
            else None
        )

    def _has(self, arguments: dict[str, Any]) -> bool:
        division, game = arguments.get("division_id"), arguments.get("game_code")
        return (
            arguments.get("event_id", self._event) == self._event
            and (division is None or division in self._divisions)
            and (game is None or game in self._games)
        )


def _is_plain(query: tuple[tuple[str, str], ...]) -> bool:
    """Tell whether the query can be part of the name of a file."""
    return all(text.isascii() and text.isalnum() for _name, text in query)


def _in_order(arguments: dict[str, Any]) -> tuple[tuple[str, int | str], ...]:
    return tuple(sorted(arguments.items()))
