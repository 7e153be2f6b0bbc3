"""The notice of refused joins at the desk: too many came within a minute, from one address or in all."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.core.cache import cache

from duplicate.log import audit_log
from duplicate.models import AuditLogEntry, Game
from tournaments.events.door import SETS
from tournaments.http.addresses import hash_address
from tournaments.time import clock

OF_ADDRESS, IN_ALL = "joins_of_address_refused", "joins_refused"
# An address writes at most one row in this time, and the desk sees the notice for as long.
TOLD: Final = timedelta(minutes=10)
# At most so many addresses get a row, so that a flood from many does not fill the log.
MOST_TOLD: Final = 6
# A process skips the database look-up for an address for so long.
QUIET_SECONDS: Final = 20


@dataclass(frozen=True, slots=True)
class RefusedJoins:
    """A notice for the desk: more than `most` joins came within a minute, from one address (`of_address`) or
    in all. `from_here`: they came from the address that the desk itself uses.
    """

    since: datetime
    most: int
    of_address: bool
    from_here: bool


def note_refused(game: Game, *, most: int, address: str, of_address: bool) -> None:
    """Write refused joins to the log of a game: one row an address, at most `MOST_TOLD` rows.

    An address gets no second row until somebody has acted on it or `TOLD` has passed. The row of the hall's
    address is always written. An address is stored as a keyed hash.
    """
    act, mark = OF_ADDRESS if of_address else IN_ALL, hash_address(address)
    if not cache.add(f"told-{act}-{game.pk}-{mark}", 1, QUIET_SECONDS):
        return
    told = [row.params["address"] for row in _find_unsettled_refusals(game) if row.act == act]
    if mark not in told and (len(told) < MOST_TOLD or mark == game.event.hall_address):
        audit_log.write(game, act, by=None, most=most, address=mark)


def find_refused_joins(game: Game, address: str) -> RefusedJoins | None:
    """Return the notice of refused joins for the desk at this address, its own address first; None once the
    door is closed.
    """
    if game.event.door_closed:
        return None
    mark = hash_address(address)
    rows = sorted(
        _find_unsettled_refusals(game),
        key=lambda row: (row.params["address"] == mark, row.act == OF_ADDRESS, row.pk),
    )
    if not rows:
        return None
    told = rows[-1]
    return RefusedJoins(told.at, told.params["most"], told.act == OF_ADDRESS, told.params["address"] == mark)


def _find_unsettled_refusals(game: Game) -> list[AuditLogEntry]:
    """Return the log rows about refused joins since somebody last used the door or the limit (an act of
    `SETS`).
    """
    rows = list(game.log.filter(act__in=(OF_ADDRESS, IN_ALL), at__gt=clock.now() - TOLD).order_by("pk"))
    if not rows:
        return rows
    acts = AuditLogEntry.objects.filter(game__event=game.event_id, act__in=SETS, pk__gt=rows[0].pk)
    settled = acts.order_by("pk").values_list("pk", flat=True).last() or 0
    return [row for row in rows if row.pk > settled]
