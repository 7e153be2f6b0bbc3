"""`{% load looks %}`: the names that a name looks like, beside it."""

from collections.abc import Mapping

from django import template

from tournaments.models import Entry
from tournaments.people.look_alikes import LookAlikeMark

register = template.Library()


@register.inclusion_tag("tournaments/looks.html")
def looks_like(marks: Mapping[int, list[LookAlikeMark]], entry: Entry) -> dict[str, list[LookAlikeMark]]:
    """Render the marks of an entry (`look_alikes.marks_of`) as chips."""
    return {"marks": marks.get(entry.pk, [])}
