"""Tables as files for download."""

import tablib
from django.http import Http404, HttpResponse

from tournaments.core.reports.spreadsheets import table_bytes
from tournaments.printing.registry import TABLE_KINDS
from tournaments.printing.render import TYPES


def table_file(table: tablib.Dataset, kind: str, name: str) -> HttpResponse:
    """Return the table as one of `TABLE_KINDS`, for download under the name; any other kind is a 404."""
    if kind not in TABLE_KINDS:
        raise Http404
    disposition = f'attachment; filename="{name}.{kind}"'
    return HttpResponse(
        table_bytes(table, kind), content_type=TYPES[kind], headers={"Content-Disposition": disposition}
    )
