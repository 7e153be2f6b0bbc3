"""The lock of a table, and what every act under it does: refuse a closed table, and wake the screens."""

from django.db.models import F
from django.utils.translation import gettext_lazy as _

from tournaments.club_tables.models import ClubTable
from tournaments.errors import RuleViolation
from tournaments.live.broadcast import wake_after_commit


def lock_table(table: ClubTable) -> ClubTable:
    """Lock the table until the transaction ends, so that acts are stored one after the other; return its
    current row.
    """
    return ClubTable.objects.select_for_update(no_key=True).get(pk=table.pk)


def mark_changed(table: ClubTable) -> ClubTable:
    """Increase the version and wake the screens after the commit."""
    ClubTable.objects.filter(pk=table.pk).update(version=F("version") + 1)
    table.refresh_from_db(fields=["version"])
    wake_after_commit(channel_of(table.code))
    return table


def channel_of(code: str) -> str:
    """Return the channel that wakes the screens of a table."""
    return f"table-{code}"


def check_open(table: ClubTable) -> None:
    if table.ended_at is not None:
        raise RuleViolation("table_closed", _("This table is closed."))
