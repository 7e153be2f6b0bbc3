"""The standings of an event: with selections on a page, as files and on paper."""

from typing import cast

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_GET

from duplicate.printing.data.event_standings import on_paper, read_standings, state_of, table_of
from tournaments.models import Event
from tournaments.names.folding import slug
from tournaments.printing.letterhead import paper_for
from tournaments.printing.registry import TABLE_KINDS
from tournaments.printing.render import TYPES
from tournaments.reports.spreadsheets import TableKind, table_bytes
from tournaments.views.downloads import file_response
from tournaments.views.pagination import take_part
from tournaments.views.permissions import for_event_desk

LINES = 100


@require_GET
@for_event_desk
def standings(request: HttpRequest, event: Event) -> HttpResponse:
    """Show the standings over the duplicate games.

    Classic divisions have standings of their own: an event with one division and no duplicate game redirects
    there.
    """
    divisions = list(event.divisions.all())
    duplicate = event.games.exists() or not divisions
    if not duplicate and len(divisions) == 1:
        return redirect("division-standings", event.pk, divisions[0].pk)
    context = {"event": event, "divisions": divisions, "duplicate": duplicate}
    context |= standings_context(request, event, licences=True) if duplicate else {}
    return render(request, "website/events/standings.html", context)


@require_GET
@for_event_desk
def export(request: HttpRequest, event: Event, kind: str) -> HttpResponse:
    """Send all lines of the page's selection as a file."""
    if kind not in {*TABLE_KINDS, "pdf"}:
        raise Http404
    shown = read_standings(request.GET, event)
    name = f"{slug(gettext('standings'))}-{slug(event.name) or event.pk}-{event.date.isoformat()}.{kind}"
    if kind == "pdf":
        from duplicate.printing.pdf.standings import event_standings_pdf  # noqa: PLC0415 - ReportLab takes long to load, and few processes print

        return file_response(
            event_standings_pdf(on_paper(shown), paper_for(event)), "application/pdf", name, shown=True
        )
    data = table_bytes(table_of(shown), cast("TableKind", kind))
    return file_response(data, TYPES[cast("TableKind", kind)], name)


def standings_context(request: HttpRequest, event: Event, *, licences: bool = False) -> dict[str, object]:
    """Return one page of the standings that are asked for, and the query for links to the other pages."""
    shown = read_standings(request.GET, event)
    asked = request.GET.copy()
    asked.pop("page", None)
    table = table_of(shown, licences=licences)
    return {
        "event": event,
        "form": shown.form,
        "standings": table,
        "part": take_part(request.GET, table.lines, per_page=LINES),
        "state": state_of(shown),
        "asked": asked.urlencode(),
    }
