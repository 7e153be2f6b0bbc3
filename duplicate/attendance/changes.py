"""Changes of a player's presence: stored in the log as plain values, and reversed from there.

Terms. *Presence* is when a player was entered, arrived and dropped out. `attendance` tells from these moments
and from slips who took part in which round.
"""

from datetime import datetime

from duplicate.attendance.absences import is_shown
from tournaments.models import Entry

Presence = dict[str, str | None]
# Maps each moment that an act changed to its value before and after.
PresenceChange = dict[str, list[str | None]]
COMING = ("joined_at", "arrived_at", "expected_since", "left_out_at")
MOMENTS = (*COMING, "withdrawn_at")


def presence_of(entry: Entry) -> Presence:
    moments: dict[str, datetime | None] = {name: getattr(entry, name) for name in MOMENTS}
    return {name: moment.isoformat() if moment else None for name, moment in moments.items()}


def presence_change(before: Presence, entry: Entry) -> PresenceChange:
    """Return the change of an entry's presence since it was `before`."""
    after = presence_of(entry)
    return {name: [before[name], after[name]] for name in MOMENTS if before[name] != after[name]}


def reverse_presence(entry: Entry, change: PresenceChange) -> PresenceChange | None:
    """Restore an entry's presence to what it was before a change; return what that changed.

    Return None if the presence is no longer as the change left it. The arrival stays if a slip or a phone
    shows that the player is there.
    """
    came = change.get("arrived_at", [""])[0] is None
    stays = COMING if came and is_shown(entry) else ()
    back = {name: [after, before] for name, (before, after) in change.items() if name not in stays}
    now = presence_of(entry)
    if any(now[name] != after for name, (after, _before) in back.items()):
        return None
    for name, (_after, before) in back.items():
        setattr(entry, name, before and datetime.fromisoformat(before))
    entry.save(update_fields=list(back))
    return back
