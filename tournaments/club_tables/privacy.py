"""Erasure of names at club tables: with an erased person, and with tables that are out of use for long
enough.

People at a table are known only by the name that was typed there, so only names can be compared.
"""

from collections.abc import Collection
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models.functions import Coalesce
from django.dispatch import receiver

from tournaments.club_tables.locks import lock_table, mark_changed
from tournaments.club_tables.models import ClubTable, TableAct, TableSeat, TableUndo, TableUndoAnswer
from tournaments.models import Player
from tournaments.names import folding
from tournaments.people.privacy import NO_NAME, erasing, expired
from tournaments.time import clock


@receiver(erasing)
def erase_names(player: Player, known: Collection[str], **_kwargs: Any) -> None:
    """Replace these names by a dash at all seats of the organiser; namesakes are replaced too, since nobody can
    tell them apart.
    """
    wanted = {folding.fold(name) for name in known}
    there = TableSeat.objects.filter(table__organiser=player.organiser_id).values_list("table", "name")
    found = {table for table, name in there if folding.fold(name) in wanted}
    # Lock a table before its seats, as every act does: another order could deadlock.
    for table in map(lock_table, ClubTable.objects.filter(pk__in=found).order_by("pk")):
        for seat in table.seats.all():
            if folding.fold(seat.name) in wanted:
                seat.name = NO_NAME
                seat.save(update_fields=["name"])
        # Screens reload, and nothing that was cached has the name.
        mark_changed(table)


@receiver(expired)
def erase_expired_tables(days: int, **_kwargs: Any) -> str:
    count = erase_tables(days)
    return f"{count} club tables taken away" if count else ""


@transaction.atomic
def erase_tables(days: int) -> int:
    """Delete the tables that were closed, or if never closed begun or opened, so many days ago; return how many."""
    limit = clock.now() - timedelta(days=days)
    old = ClubTable.objects.annotate(last=Coalesce("ended_at", "begun_at", "opened_at")).filter(
        last__lt=limit
    )
    keys = list(old.values_list("pk", flat=True))
    # Delete in this order: the rows of acts are protected from being deleted with a seat.
    TableUndoAnswer.objects.filter(undo__table__in=keys).delete()
    TableUndo.objects.filter(table__in=keys).delete()
    TableAct.objects.filter(table__in=keys).delete()
    TableSeat.objects.filter(table__in=keys).delete()
    # The table at which the players went on may have to stay.
    ClubTable.objects.filter(follows__in=keys).update(follows=None)
    ClubTable.objects.filter(pk__in=keys).delete()
    return len(keys)
