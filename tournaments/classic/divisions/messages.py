"""Texts for acts on divisions, rounds and matches, and for the reasons of pairings."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.classic.divisions.pairing_methods import method_label
from tournaments.classic.models import Match
from tournaments.classic.pairing import Reason, sentence
from tournaments.core import name_visibility

ACTS: dict[str, Promise] = {
    "division_made": _("Division made: {division}"),
    "division_changed": _("Settings of {division} changed"),
    "handicap_set": _("{division}: {name} has {seconds} seconds a turn"),
    "division_removed": _("Division taken away: {division}"),
    "division_entered": _("{division}: entered {names} ({count})"),
    "division_left": _("{division}: {name} taken out"),
    "entrant_dropped_out": _("{division}: {name} drops out from round {number}"),
    "entrant_came_back": _("{division}: {name} is back"),
    "phone_given": _("{name} has a phone from the desk"),
    "joined_by_phone": _("{name} joined by phone"),
    "entrants_numbered": _("{division}: numbered by rating"),
    "round_paired": _("{division}: round {number} paired ({method})"),
    "round_paired_again": _("{division}: round {number} paired again ({method})"),
    "round_paired_by_hand": _("{division}: round {number} paired by hand"),
    "round_unpaired": _("{division}: pairings of round {number} taken back"),
    "round_begun": _("{division}: round {number} begun"),
    "players_swapped": _("{division}: round {number}, {names} changed places"),
    "sides_swapped": _("{division}: round {number}, table {table}: the other one goes first"),
    "table_moved": _("{division}: round {number}, table {table} moved to {to}"),
    "match_result": _("{division}: round {number}, table {table}: {first} {figures} {second}"),
    "match_agreed": _("{division}: round {number}, table {table}: {first} {figures} {second} (both phones)"),
    "match_forfeit": _("{division}: round {number}, table {table}: {first} {figures} {second} (forfeit)"),
    "match_corrected": _(
        "{division}: round {number}, table {table}: {first} – {second}: {before} becomes {figures}, because {reason}"
    ),
    "record_imported": _("{division}: round {number}, table {table}: a record imported from GCG"),
    "record_opened": _("{division}: round {number}, table {table}: {first} – {second} is kept move by move"),
    "position_asked": _(
        "{division}: round {number}, table {table}: {user} wanted this position searched elsewhere on this server"
    ),
    "division_rated": _("{division}: rated ({count})"),
    "division_rating_taken_back": _("{division}: the rating is taken back"),
    "prizes_set": _("{division}: prizes set ({count})"),
    "match_taken_back": _(
        "{division}: round {number}, table {table}: {first} – {second}: {before} taken back"
    ),
}
REASONS: dict[str, Promise] = {
    "by_hand": _("The director paired these two by hand."),
}
# Parameters that a reader who may not know names sees as dots.
NAMES = ("name", "names", "first", "second")


def act_params(params: Mapping[str, object]) -> dict[str, object]:
    """Return the values of an act of a division as its reader may see them."""
    shown = dict(params)
    if "method" in shown:
        shown["method"] = method_label(str(shown["method"]))
    if name_visibility.are_hidden():
        shown |= dict.fromkeys((name for name in NAMES if name in shown), gettext("…"))
    return shown


def reasons_in_words(match: Match) -> list[str]:
    """Return why two meet, or why somebody has the bye; the caller selects the entries and their players."""
    shown = {one.pk: one.entry.name for one in (match.first, match.second) if one is not None}
    return [
        str(REASONS[code]) if code in REASONS else sentence(Reason(code, values), shown)
        for code, values in match.reasons
    ]
