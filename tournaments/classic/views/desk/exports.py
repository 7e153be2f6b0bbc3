"""An event as files for other programs: a folder of tsh, all results, the standings."""

import io
from zipfile import ZIP_DEFLATED, ZipFile

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from tournaments.classic.exchange.export import file_event
from tournaments.classic.exchange.tables import results_table, standings_table
from tournaments.classic.exchange.tsh.writer import left_out, write_tsh
from tournaments.classic.rounds.plan import PlannedLine
from tournaments.models import Event
from tournaments.names.folding import slug
from tournaments.printing.render import TYPES
from tournaments.reports.csv_format import FOR_PROGRAMS
from tournaments.reports.spreadsheets import table_bytes
from tournaments.views.downloads import file_response
from tournaments.views.permissions import for_event_registrars


@require_GET
@for_event_registrars
def tsh_page(request: HttpRequest, event: Event) -> HttpResponse:
    """Render what of the event tsh cannot have, and the link to the folder."""
    rounds, prizes = left_out(file_event(event))
    planned = [
        (division.name, PlannedLine(each, has_begun=False, is_over=False, cycles=division.cycles))
        for division, each in rounds
    ]
    lost = [(division.name, prize) for division, prize in prizes]
    return render(request, "classic/exchange/tsh.html", {"event": event, "planned": planned, "prizes": lost})


@require_GET
@for_event_registrars
def tsh_folder(_request: HttpRequest, event: Event) -> HttpResponse:
    """Return a ZIP file with the folder that tsh reads."""
    folder, data = slug(event.name) or "event", io.BytesIO()
    with ZipFile(data, "w", ZIP_DEFLATED) as archive:
        for name, content in write_tsh(file_event(event)).items():
            archive.writestr(f"{folder}/{name}", content)
    return file_response(data.getvalue(), "application/zip", f"{event_file_name(event, 'tsh')}.zip")


@require_GET
@for_event_registrars
def results_file(_request: HttpRequest, event: Event) -> HttpResponse:
    """Return all results as CSV."""
    data = table_bytes(results_table(file_event(event)), "csv", FOR_PROGRAMS)
    return file_response(data, TYPES["csv"], f"{event_file_name(event, 'results')}.csv")


@require_GET
@for_event_registrars
def standings_file(_request: HttpRequest, event: Event) -> HttpResponse:
    """Return the standings of all divisions as CSV."""
    data = table_bytes(standings_table(event), "csv", FOR_PROGRAMS)
    return file_response(data, TYPES["csv"], f"{event_file_name(event, 'standings')}.csv")


def event_file_name(event: Event, what: str) -> str:
    return f"{slug(event.name) or 'event'}-{what}-{event.date.isoformat()}"
