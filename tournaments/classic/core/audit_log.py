"""Acts on divisions in the audit log of their event, and which acts change which documents."""

from django.contrib.auth.models import User
from django.db.models import Q

from tournaments.classic.models import Division
from tournaments.events.services import write_act
from tournaments.models import EventAct

# Parameter with the division's key: names may change, and other divisions may share one.
KEY = "division_key"

# Acts on the event that change the documents of its divisions.
OF_EVENT = frozenset({"event_renamed", "entries_placed"})
# Every document prints the names of event and division, and depends on the division's settings.
HEADED = frozenset({"event_renamed", "division_changed"})
PLAYERS = HEADED | {
    "entries_placed",
    "division_entered",
    "division_left",
    "joined_by_phone",
    "entrant_dropped_out",
    "entrant_came_back",
    "entrants_numbered",
    "handicap_set",
}
PAIRINGS = HEADED | {
    "round_paired",
    "round_paired_again",
    "round_paired_by_hand",
    "round_unpaired",
    "round_begun",
    "players_swapped",
    "sides_swapped",
    "table_moved",
}
RESULTS = frozenset({"match_result", "match_agreed", "match_forfeit", "match_corrected", "match_taken_back"})
STANDINGS = PLAYERS | RESULTS | {"round_begun"}
RATINGS = frozenset({"division_rated", "division_rating_taken_back"})
RECORDS = frozenset({"record_opened", "record_imported"})


def write_division_act(division: Division, act: str, *, by: User | None, **params: object) -> EventAct:
    """Add one act on a division to the audit log, with the division's current name."""
    told = {"division": division.name, KEY: division.pk}
    return write_act(division.event, act, by=by, **told, **params)


def acts_of(division: Division) -> Q:
    """Return the filter for a division's acts among those of its event; older acts carry its name and no key."""
    by_name = Q(params__division=division.name, at__gte=division.made_at) & ~Q(params__has_key=KEY)
    return Q(**{f"params__{KEY}": division.pk}) | by_name
