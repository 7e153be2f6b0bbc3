"""Messages of the acts on an event."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.classic.divisions import messages as classic
from tournaments.events import door
from tournaments.models import EventAct

ACTS: dict[str, Promise] = {
    "event_changed": _("Settings changed: {name}"),
    "event_renamed": _("Name or day changed: {name}"),
    "standings_hidden": _("Standings hidden"),
    "standings_provisional": _("Standings released as provisional"),
    "standings_final": _("Standings released as final"),
    "standings_changed": _("{game} has changed: the standings are provisional again"),
    "tables_drawn": _("Tables drawn, seed {seed}"),
    "rooms_set": _("Rooms: {rooms}"),
    "tables_by_rank": _("Tables by rank"),
    "entries_placed": _("Tables, teams and groups written ({moved} moved)"),
    "people_entered": _("Entered from the list of people: {count}"),
    "checked_in": _("Checked in at the desk: {count}"),
    "archive_read": _("Imported from an archive of {saved}"),
    **door.TEXTS,
    "absent_left_out": _("Left out, not come: {count}"),
}


def act_text(act: EventAct) -> str:
    """Return the act as a sentence."""
    if act.act in classic.ACTS:
        return str(classic.ACTS[act.act]).format(**classic.act_params(act.params))
    return str(ACTS[act.act]).format(**act.params)
