"""The tables at which the games of an event were played. Later changes of tables leave finished games
unchanged.

A table of a game belongs to one entry. A game in progress uses the present tables, and so does a game that
goes on after its end when tables change.
"""

from collections.abc import Mapping
from typing import Any

from django.db.models import F, Max, OuterRef, PositiveIntegerField, QuerySet, Subquery
from django.db.models.functions import Coalesce

from tournaments.models import Entry, Event, GameResult, GameTable


def entries_in(event: Event, game: str) -> QuerySet[Any]:
    """Return the entries of an event by their tables in the game of that code.

    A query that reads them sets `seat` to that table, and so `table`.
    """
    # Any: the type checker doesn't know that queries set a property of an entry.
    seat: dict[str, Any] = {"seat": seat_of("pk", "table", game)}
    entries: QuerySet[Any] = event.entries.all()
    found: QuerySet[Any] = entries.annotate(**seat).order_by("seat")
    return found


def seat_of(entry: str, table: str, game: str) -> Coalesce:
    """Return the table in a game, for a query in which the `entry` and its `table` have these names."""
    own = GameTable.objects.filter(game=game, entry=OuterRef(entry)).order_by().values("table")
    return Coalesce(Subquery(own), F(table), output_field=PositiveIntegerField())


def seat_in(game: str, entry: Entry) -> Entry:
    """Return the entry with its table in the game."""
    if entry.seated_in == game:
        return entry
    own = GameTable.objects.filter(game=game, entry=entry).first()
    if own is not None:
        entry.seat = own.table
    return entry


def last_table(event: Event) -> int:
    """Return the highest table number in use now or in a finished game, so that new entries get none of
    these.
    """
    now = event.entries.aggregate(last=Max("table"))["last"] or 0
    then = GameTable.objects.filter(entry__event=event).aggregate(last=Max("table"))["last"] or 0
    return max(now, then)


def keep_tables(event: Event, before: Mapping[int, int]) -> None:
    """Store the tables of finished games for the entries that are moved (their tables `before`, by key)."""
    last: dict[str, str] = dict(event.results.order_by("version").values_list("game", "state"))
    over = [game for game, state in last.items() if state == GameResult.State.FINAL]
    GameTable.objects.filter(entry__event=event).exclude(game__in=over).delete()
    kept = GameTable.objects.filter(game__in=over)
    theirs, taken = set(kept.values_list("game", "entry_id")), set(kept.values_list("game", "table"))
    next_free = last_table(event) + 1
    rows = []
    for game in over:
        for entry, table in before.items():
            if (game, entry) in theirs:
                continue
            # An entry that came after the game may have a number that was used in it.
            is_free = (game, table) not in taken
            rows.append(GameTable(entry_id=entry, game=game, table=table if is_free else next_free))
            next_free += not is_free
    GameTable.objects.bulk_create(rows, batch_size=500)
