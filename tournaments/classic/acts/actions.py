"""The acts on divisions, rounds and matches in the audit log of their event. One value an act: its sentence and
the fact on paper that it changes.

A new act is one more line here. `audit_log.write_division_act` refuses a code that is not here.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, Final

from django.utils.translation import gettext, ngettext_lazy, npgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.acts import Action
from tournaments.classic.models import Division
from tournaments.classic.pairing import method_label
from tournaments.described_settings.setting_columns import tell_changes
from tournaments.events.actions import add_actions
from tournaments.names import name_visibility
from tournaments.wording import units

# Parameters that a reader who may not know names sees as dots.
NAMES: Final = ("name", "names", "first", "second")
# Numbers that the sentence of an import has with their units.
_COUNTED: Final = {
    "players": units.PLAYERS,
    "rounds": npgettext_lazy("match", "%(count)s round", "%(count)s rounds", "count"),
    "results": ngettext_lazy("%(count)s result", "%(count)s results", "count"),
}


class DivisionFact(Enum):
    """A fact that the documents of a division show. An act that changes it makes them outdated."""

    HEADING = auto()
    PLAYERS = auto()
    HANDICAPS = auto()
    PAIRINGS = auto()
    # A round has begun: its pairings stay, and its matches count.
    BEGUN = auto()
    RESULTS = auto()
    RATINGS = auto()
    PRIZES = auto()
    RECORDS = auto()


@dataclass(frozen=True, slots=True)
class DivisionAction(Action):
    """An act on a division. There is no undo: an act that takes it back is a further act.

    `changes` of settings follow the sentence.
    """

    visible_on: DivisionFact | None = None

    def sentence(self, params: Mapping[str, object]) -> str:
        """Return the act as its reader may see it, with the pairing method in words."""
        shown = dict(params)
        if "method" in shown:
            shown["method"] = method_label(str(shown["method"]))
        for name in _COUNTED.keys() & shown.keys():
            shown[name] = _COUNTED[name] % {"count": int(str(shown[name]))}
        if "stages" in shown:
            shown["stages"] = _stages_in_words(shown["stages"])
        if name_visibility.are_hidden():
            shown |= dict.fromkeys((name for name in NAMES if name in shown), gettext("…"))
        return tell_changes(str(self.text).format(**shown), Division, params)


def _stages_in_words(stages: Any) -> str:
    """Return pairs of a round and a method as a list."""
    if not stages:
        return gettext("no plan")
    told = gettext("from round {number} {method}")
    return ", ".join(told.format(number=number, method=method_label(method)) for number, method in stages)


_ALL: Final = (
    DivisionAction("division_made", _("Division created: {division}")),
    DivisionAction(
        "division_imported",
        _("{division}: imported from {file}, with {players}, {rounds} and {results}"),
        DivisionFact.PLAYERS,
    ),
    DivisionAction("division_changed", _("Settings of {division} changed"), DivisionFact.HEADING),
    DivisionAction(
        "handicap_set", _("{division}: {name} has {seconds} seconds a turn"), DivisionFact.HANDICAPS
    ),
    DivisionAction("division_removed", _("Division deleted: {division}")),
    DivisionAction("division_entered", _("{division}: entered {names} ({count})"), DivisionFact.PLAYERS),
    DivisionAction("division_left", _("{division}: {name} removed"), DivisionFact.PLAYERS),
    DivisionAction(
        "entrant_dropped_out", _("{division}: {name} drops out from round {number}"), DivisionFact.PLAYERS
    ),
    DivisionAction(
        "first_round_set", _("{division}: {name} plays from round {number}"), DivisionFact.PLAYERS
    ),
    DivisionAction("entrant_came_back", _("{division}: {name} is back"), DivisionFact.PLAYERS),
    DivisionAction("phone_given", _("{name} has a phone from the desk")),
    DivisionAction("joined_by_phone", _("{name} joined by phone"), DivisionFact.PLAYERS),
    DivisionAction("entrants_numbered", _("{division}: numbered by rating"), DivisionFact.PLAYERS),
    DivisionAction("round_paired", _("{division}: round {number} paired ({method})"), DivisionFact.PAIRINGS),
    DivisionAction(
        "round_paired_again", _("{division}: round {number} paired again ({method})"), DivisionFact.PAIRINGS
    ),
    DivisionAction(
        "round_paired_by_hand", _("{division}: round {number} paired by hand"), DivisionFact.PAIRINGS
    ),
    DivisionAction(
        "round_unpaired", _("{division}: pairings of round {number} removed"), DivisionFact.PAIRINGS
    ),
    DivisionAction("round_begun", _("{division}: round {number} begun"), DivisionFact.BEGUN),
    DivisionAction("plan_set", _("{division}: rounds planned: {stages}")),
    DivisionAction("plan_removed", _("{division}: plan of rounds removed")),
    DivisionAction("plan_undone", _("{division}: last change of the plan undone: {stages}")),
    DivisionAction(
        "tables_numbered", _("{division}: round {number}, tables from {table} on"), DivisionFact.PAIRINGS
    ),
    DivisionAction("table_fixed", _("{division}: {name} stays at table {table}"), DivisionFact.PAIRINGS),
    DivisionAction("table_freed", _("{division}: {name} no longer has a fixed table"), DivisionFact.PAIRINGS),
    DivisionAction(
        "players_swapped", _("{division}: round {number}, {names} changed places"), DivisionFact.PAIRINGS
    ),
    DivisionAction(
        "sides_swapped",
        _("{division}: round {number}, table {table}: first move swapped"),
        DivisionFact.PAIRINGS,
    ),
    DivisionAction(
        "table_moved", _("{division}: round {number}, table {table} moved to {to}"), DivisionFact.PAIRINGS
    ),
    DivisionAction(
        "match_result",
        _("{division}: round {number}, table {table}: {first} {figures} {second}"),
        DivisionFact.RESULTS,
    ),
    DivisionAction(
        "match_agreed",
        _("{division}: round {number}, table {table}: {first} {figures} {second} (both phones)"),
        DivisionFact.RESULTS,
    ),
    DivisionAction(
        "match_forfeit",
        _("{division}: round {number}, table {table}: {first} {figures} {second} (forfeit)"),
        DivisionFact.RESULTS,
    ),
    DivisionAction(
        "match_corrected",
        _(
            "{division}: round {number}, table {table}: {first} – {second}: {before} corrected to "
            "{figures}: {reason}"
        ),
        DivisionFact.RESULTS,
    ),
    DivisionAction(
        "record_imported",
        _("{division}: round {number}, table {table}: a record imported from GCG"),
        DivisionFact.RECORDS,
    ),
    DivisionAction(
        "record_imported_by_file",
        _(
            "{division}: round {number}, table {table}: a record imported from GCG, by the rules of the file "
            "and not the division’s"
        ),
        DivisionFact.RECORDS,
    ),
    DivisionAction("annotated_game_kept", _("{division}: an annotated game is imported")),
    DivisionAction("annotated_game_removed", _("{division}: an annotated game is removed")),
    DivisionAction(
        "record_opened",
        _("{division}: round {number}, table {table}: {first} – {second} is kept move by move"),
        DivisionFact.RECORDS,
    ),
    DivisionAction(
        "position_asked",
        _(
            "{division}: round {number}, table {table}: {user} tried to search this position elsewhere "
            "on this server"
        ),
    ),
    DivisionAction(
        "rated_games_set", _("{division}: rated games before set ({count})"), DivisionFact.RATINGS
    ),
    DivisionAction("division_rated", _("{division}: rated ({count})"), DivisionFact.RATINGS),
    DivisionAction("division_rating_taken_back", _("{division}: rating undone"), DivisionFact.RATINGS),
    DivisionAction("prizes_set", _("{division}: prizes set ({count})"), DivisionFact.PRIZES),
    DivisionAction(
        "match_taken_back",
        _("{division}: round {number}, table {table}: {first} – {second}: {before} undone"),
        DivisionFact.RESULTS,
    ),
)
ACTIONS: Final = {action.code: action for action in _ALL}
add_actions(_ALL)
