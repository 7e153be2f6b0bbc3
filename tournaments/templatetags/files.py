"""`{% load files %}`: links to the table of a page as files."""

from django import template
from django.urls import reverse

from tournaments.printing.registry import TABLE_KINDS

register = template.Library()
LABELS = {"csv": "CSV", "xlsx": "Excel", "json": "JSON"}


@register.inclusion_tag("tournaments/table_files.html")
def table_files(route: str, *args: object, query: str = "") -> dict[str, object]:
    """Render links to the route of each kind, the last part of its address; `query` selects the part of the
    table.
    """
    behind = f"?{query}" if query else ""
    links = [
        (reverse(route, args=[*args, kind]) + behind, LABELS[kind])
        for kind in sorted(TABLE_KINDS, key=list(LABELS).index)
    ]
    return {"links": links}
