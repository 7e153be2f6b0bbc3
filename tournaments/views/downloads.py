"""Files for download."""

from django.http import Http404, HttpResponse
from django.utils.http import content_disposition_header

from tournaments.printing.registry import TABLE_KINDS
from tournaments.printing.render import TYPES
from tournaments.reports.spreadsheets import table_bytes
from tournaments.reports.tables import DataTable


def table_file(table: DataTable, kind: str, name: str) -> HttpResponse:
    """Return the table as one of `TABLE_KINDS`, for download under the name; any other kind is a 404."""
    if kind not in TABLE_KINDS:
        raise Http404
    return file_response(table_bytes(table, kind), TYPES[kind], f"{name}.{kind}")


def file_response(data: bytes | str, type_: str, name: str, *, shown: bool = False) -> HttpResponse:
    """Return a file that the browser saves, or shows."""
    disposition = content_disposition_header(not shown, name)
    return HttpResponse(data, content_type=type_, headers={"Content-Disposition": disposition})
