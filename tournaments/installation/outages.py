"""Outages of the database: which one an error tells of, and the words about it.

The desk is told what to do, a phone and a program what is the matter. Nothing is read for it.
"""

import errno
from dataclasses import dataclass
from typing import Final

from django.db import InterfaceError, OperationalError
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.installation import degradation

# Trying again is worth it after so long.
RETRY_SECONDS: Final = 5


@dataclass(frozen=True, slots=True)
class Outage:
    """An outage: its `code` in the API, and its `state` in the answer to `/readyz`."""

    code: str
    state: str
    detail: Promise
    for_desk: Promise


DISK_FULL: Final = Outage(
    "disk_full",
    "disk full",
    _("The server's disk is full: nothing can be stored. Please tell the arbitrator."),
    _(
        "The server's disk is full: nothing can be stored. Make room on it: phones keep their slips and send "
        "them again."
    ),
)
READ_ONLY: Final = Outage(
    "read_only",
    "takes no writes",
    _("The server's database takes no changes. Please tell the arbitrator."),
    _(
        "The server's database takes no changes: it is read-only, or a standby. Phones keep their slips and "
        "send them again."
    ),
)
BUSY: Final = Outage(
    "busy",
    "takes no writes",
    _("The server is busy. Try again in a moment."),
    _("The server is busy. Try again in a moment."),
)
UNREACHABLE: Final = Outage(
    "unavailable",
    "missing",
    _("The server cannot reach its database at the moment: try again."),
    _("The server cannot reach its database. Phones keep their slips and send them again."),
)
# What drivers say: the names of SQLite's errors without their extension, and PostgreSQL's states.
_SAID: Final = {
    "SQLITE_FULL": DISK_FULL,
    "53100": DISK_FULL,
    "SQLITE_READONLY": READ_ONLY,
    "25006": READ_ONLY,
    "SQLITE_BUSY": BUSY,
    "SQLITE_LOCKED": BUSY,
    "40001": BUSY,
    "40P01": BUSY,
    "55P03": BUSY,
}


def recognize(error: BaseException | None) -> Outage | None:
    """Return the outage that an error tells of, which the desk is told for a minute; None for any other error."""
    outage = _find(error)
    if outage in {DISK_FULL, READ_ONLY}:
        degradation.note(outage.code, outage.for_desk)
    return outage


def _find(error: BaseException | None) -> Outage | None:
    if error is None:
        return None
    if isinstance(error, OSError) and error.errno == errno.ENOSPC:
        return DISK_FULL
    name = "_".join(getattr(error, "sqlite_errorname", "").split("_")[:2])
    said = _SAID.get(name or getattr(error, "sqlstate", None) or "") or _find(error.__cause__)
    return said or (UNREACHABLE if isinstance(error, OperationalError | InterfaceError) else None)
