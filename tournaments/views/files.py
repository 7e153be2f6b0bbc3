"""Tables as files to be saved."""

import tablib
from django.http import Http404, HttpResponse

from tournaments.documents import TABLE_KINDS
from tournaments.printing import TYPES
from tournaments.spreadsheets import table_bytes


def table_file(table: tablib.Dataset, kind: str, name: str) -> HttpResponse:
    """The table as one of `TABLE_KINDS`, to be saved under the name; any other kind is not found."""
    if kind not in TABLE_KINDS:
        raise Http404
    disposition = f'attachment; filename="{name}.{kind}"'
    return HttpResponse(
        table_bytes(table, kind), content_type=TYPES[kind], headers={"Content-Disposition": disposition}
    )
