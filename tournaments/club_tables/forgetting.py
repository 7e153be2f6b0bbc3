"""Names at club tables: gone with whoever is forgotten, and with the table once nobody has used it for so long.

Nobody at a table is known but by the name that was typed there, so that names are all that can be compared.
"""

from collections.abc import Collection
from datetime import timedelta

from django.db import transaction
from django.db.models.functions import Coalesce

from tournaments import alike, clock
from tournaments.club_table_models import ClubTable, TableAct, TableSeat, TableUndo, TableUndoAnswer

NOBODY = "–"


def forget_names(known: Collection[str]) -> None:
    """Whoever sat at a table by one of these names is nobody there any more."""
    wanted = {alike.folded(name) for name in known}
    for seat in TableSeat.objects.only("name"):
        if alike.folded(seat.name) in wanted:
            seat.name = NOBODY
            seat.save(update_fields=["name"])


@transaction.atomic
def forget_tables(days: int) -> int:
    """Take away the tables that were closed, or if nobody closed them opened, so many days ago; how many."""
    limit = clock.now() - timedelta(days=days)
    old = ClubTable.objects.annotate(last=Coalesce("ended_at", "begun_at", "opened_at")).filter(
        last__lt=limit
    )
    keys = list(old.values_list("pk", flat=True))
    # One after the other: what people did is protected from going with a seat alone.
    TableUndoAnswer.objects.filter(undo__table__in=keys).delete()
    TableUndo.objects.filter(table__in=keys).delete()
    TableAct.objects.filter(table__in=keys).delete()
    TableSeat.objects.filter(table__in=keys).delete()
    ClubTable.objects.filter(pk__in=keys).delete()
    return len(keys)
