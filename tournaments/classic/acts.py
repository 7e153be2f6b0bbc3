"""What is done with a division, on record among the acts of its event; and which of it is seen on which papers."""

from django.contrib.auth.models import User
from django.db.models import Q

from tournaments.events import write_act
from tournaments.models import Division, EventAct

# By this acts know their division, whatever it is called and whatever others are called so.
KEY = "division_key"

# What is done with the event and seen on the papers of its divisions.
OF_EVENT = frozenset({"event_renamed", "entries_placed"})
# Every paper is headed by the names of event and division, and goes by its settings.
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
RECORDS = frozenset({"record_opened", "record_brought_in"})


def write_division_act(division: Division, act: str, *, by: User | None, **params: object) -> EventAct:
    """Put one act on a division on record, with its name of now."""
    told = {"division": division.name, KEY: division.pk}
    return write_act(division.event, act, by=by, **told, **params)


def acts_of(division: Division) -> Q:
    """Those of a division among the acts of its event. On record before acts knew their divisions are names."""
    by_name = Q(params__division=division.name, at__gte=division.made_at) & ~Q(params__has_key=KEY)
    return Q(**{f"params__{KEY}": division.pk}) | by_name
