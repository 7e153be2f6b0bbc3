"""Which tables of club tables go into an organiser's archive."""

from django.db.models import Model

from tournaments.archived_tables import OF_ORGANISERS, OWNED, ArchiveTable
from tournaments.club_tables.models import ClubTable, TableAct, TableSeat, TableUndo, TableUndoAnswer


def _of_closed(name: str, model: type[Model], way: str, most: int, **left_out: None) -> ArchiveTable:
    """Return the table of rows of closed club tables: an open one goes on with the phones that sit at it."""
    return ArchiveTable(
        name, model, f"{way}organiser", most, left_out, only={f"{way}ended_at__isnull": False}
    )


# Devices are known by secrets. Keys of acts only tell whether a device sent one twice.
OF_ORGANISERS.add(
    _of_closed("club_tables", ClubTable, "", 50_000, **OWNED, token_hash=None),
    _of_closed("table_seats", TableSeat, "table__", 500_000, token_hash=None),
    _of_closed("table_acts", TableAct, "table__", 2_000_000, key=None),
    _of_closed("table_undos", TableUndo, "table__", 200_000, key=None),
    _of_closed("table_undo_answers", TableUndoAnswer, "undo__table__", 1_000_000),
)
