"""The files of a static site: its pages and the one style that they share."""

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile

from django.contrib.staticfiles import finders
from django.utils.translation import get_language, override
from django.utils.translation import gettext_lazy as _

from duplicate.website.public.visibility import visible_events
from duplicate.website.static_site.pages import PageAddress, Scope, fetch_pages
from duplicate.website.static_site.rewriting import STYLE, rewrite
from tournaments.errors import RuleViolation
from tournaments.models import Event
from tournaments.names.folding import slug
from tournaments.time.time_zones import in_zone

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
