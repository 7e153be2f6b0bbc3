"""The files of a static site: the public pages of an event, fetched by following their links, and one style.

A page is the answer of the view that everybody gets without a login, so nothing is in the site that is not public.
Only pages of the event are followed; their address is stored by its view, its arguments and its query.
"""

import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qsl, urljoin, urlsplit
from zipfile import ZIP_DEFLATED, ZipFile

from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, QueryDict
from django.urls import Resolver404, resolve, reverse
from django.utils.translation import get_language, override
from django.utils.translation import gettext_lazy as _

from duplicate.website.public.visibility import visible_events
from duplicate.website.static_site.rewriting import STYLE, find_links, rewrite
from tournaments.classic.models import AnnotatedGame, Division
from tournaments.errors import RuleViolation
from tournaments.models import Event
from tournaments.names.folding import slug
from tournaments.time.time_zones import in_zone

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


_STYLES: Final = (
    *(f"tournaments/css/{name}.css" for name in ("base", "desk", "people", "events", "history", "board")),
    "website/game_review.css",
    "classic/classic.css",
)
_MEDIA: Final = {
    "tournaments/css/dark.css": "screen and (prefers-color-scheme: dark)",
    "tournaments/css/contrast.css": "(prefers-contrast: more)",
    "tournaments/css/dark-contrast.css": (
        "screen and (prefers-color-scheme: dark) and (prefers-contrast: more)"
    ),
}


def folder_of(event: Event) -> str:
    """Return the name of the site's folder."""
    return f"{slug(event.name) or 'event'}-{event.date.isoformat()}"


def not_public() -> RuleViolation:
    return RuleViolation(
        "event_not_public",
        _("The event is not public and its standings are not released: there is nothing to show."),
    )


def site_files(event: Event) -> Iterator[tuple[str, bytes]]:
    """Yield the files of the event's site by name, in the language of the event.

    Raises:
        RuleViolation: the event has no public page.
    """
    if not visible_events().filter(pk=event.pk).exists():
        raise not_public()
    with override(event.language or get_language()), in_zone(event.zone):
        scope = Scope(event)
        pages = {page.address: page.html for page in fetch_pages(event, scope)}
        yield STYLE, _style().encode()
        for address, html in pages.items():

            def target(link: str, base: PageAddress = address) -> str | None:
                found = scope.find(link, base)
                return found.file if found in pages else None

            yield address.file, rewrite(html, target).encode()


def site_zip(event: Event) -> bytes:
    """Return the site as a ZIP file with one folder."""
    file, folder = io.BytesIO(), folder_of(event)
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for name, data in site_files(event):
            archive.writestr(f"{folder}/{name}", data)
    return file.getvalue()


def write_site(event: Event, folder: Path) -> int:
    """Write the site into a folder, which is made if needed; return how many files it has."""
    count = 0
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in site_files(event):
        (folder / name).write_bytes(data)
        count += 1
    return count


def _style() -> str:
    """Return all styles as one; those of dark and contrasting screens under their conditions."""
    plain = [_read(name) for name in _STYLES]
    return "\n".join([*plain, *(f"@media {when} {{\n{_read(name)}\n}}" for name, when in _MEDIA.items())])


def _read(name: str) -> str:
    found = finders.find(name)
    assert found, f"{name} is one of ours"
    return Path(found).read_text(encoding="utf-8")
