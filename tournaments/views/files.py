"""Tables of divisions as files."""

import tablib
from django.http import HttpResponse

TYPES = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


def table_file(table: tablib.Dataset, kind: str, name: str) -> HttpResponse:
    """The table to be saved under the name, as one of `TYPES`; CSV begins as Excel expects of UTF-8."""
    data = table.export(kind)
    body = ("\ufeff" + data).encode() if isinstance(data, str) else data
    disposition = f'attachment; filename="{name}.{kind}"'
    return HttpResponse(body, content_type=TYPES[kind], headers={"Content-Disposition": disposition})
