"""The organiser that each installation begins with; a club that is alone never meets another one."""

from typing import Any

from django.core.management.color import no_style
from django.db import connections

from tournaments.models import FIRST_ORGANISER, Organiser


def create_first_organiser(using: str = "default", **_signal: Any) -> None:
    """Create the first organiser in an empty database, after its migrations."""
    rows = Organiser.objects.using(using)
    if rows.exists():
        return
    rows.create(pk=FIRST_ORGANISER, holds_everybody=True)
    # PostgreSQL gives the next key by a sequence, which knows nothing of a key that was chosen.
    with connections[using].cursor() as cursor:
        for statement in connections[using].ops.sequence_reset_sql(no_style(), [Organiser]):
            cursor.execute(statement)
