"""Undo and redo of one's own acts at the desk, act by act.

An undo is a further row of the log that names the row it undoes; a redo undoes the undo. So an act is in
force if an even number of rows lies on it. Each arbitrator undoes their own acts, the last one first, and
only while the data is still as the act left it (`inverses`, `changes`).

`duplicate.log.actions` has the way of undo of each act, `INVERSES` the functions for each way.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from duplicate.acts.locks import lock_game, lock_round
from duplicate.acts.publish import publish
from duplicate.arbitration import inverses
from duplicate.attendance.absences import is_shown
from duplicate.attendance.changes import PresenceChange, reverse_presence
from duplicate.attendance.round_arbitrators import review_arbitrator
from duplicate.log import audit_log
from duplicate.log.actions import ACTIONS, Undo, codes_undone
from duplicate.models import AuditLogEntry, Game, Round, Slip
from duplicate.slips.changes import put_back, read_changes
from duplicate.slips.decisions import check_decisions_stand, check_one_solo
from duplicate.slips.filing import let_received_count
from duplicate.slips.rulings import judge_and_store
from tournaments.errors import RuleViolation
from tournaments.events.staff import check_may_judge
from tournaments.locks import lock_entries
from tournaments.models import Entry

# Undo needs the newest act, which one row tells after each keyed line.
FIRST_CHUNK, CHUNK = 3, 50

# Restores the state before the log row (the `AuditLogEntry`), and writes the row of the undo.
Inverse = Callable[[Game, AuditLogEntry, User], object]


@dataclass(frozen=True, slots=True)
class UndoStep:
    """An act that can be undone or redone. `last` is the log row to undo for that, with `lying` rows on the
    act up to it.
    """

    act: AuditLogEntry
    last: AuditLogEntry
    lying: int

    @property
    def in_force(self) -> bool:
        return self.lying % 2 == 0


def is_undoable(row: AuditLogEntry) -> bool:
    """Tell whether the desk can undo acts of this kind."""
    return ACTIONS[row.act].undo in INVERSES


def next_steps(game: Game, by: User) -> tuple[UndoStep | None, UndoStep | None]:
    """Return the act that undo would take back, and the one that redo would bring back."""
    again = newest = None
    for step in _own_acts(game, by):
        newest = newest or step.act
        if step.in_force:
            return step, again
        # A new act after an undo clears the redo.
        if step.last.pk > newest.pk:
            again = step
    return None, again


@transaction.atomic
def undo(*, game: Game, by: User, shown: int | None = None) -> AuditLogEntry:
    """Undo the arbitrator's own last act; return the log row of that act.

    `shown` is the key of the act that the page showed, if it has to be that one.
    """
    game = _lock_game_to_judge(game, by)
    step, _again = next_steps(game, by)
    if step is None:
        raise RuleViolation("nothing_to_undo", _("There is nothing to undo."))
    if ACTIONS[step.act.act].undo is Undo.SEEN:
        raise RuleViolation("undo_seen", _("This cannot be undone: the players have seen it."))
    return _reverse(game, step, by, shown)


@transaction.atomic
def redo(*, game: Game, by: User, shown: int | None = None) -> AuditLogEntry:
    """Redo the act that was undone last; return the log row of that act. `shown` is as for `undo`."""
    game = _lock_game_to_judge(game, by)
    _step, again = next_steps(game, by)
    if again is None:
        raise RuleViolation("nothing_to_redo", _("There is nothing to redo."))
    return _reverse(game, again, by, shown)


def _lock_game_to_judge(game: Game, by: User) -> Game:
    game = lock_game(game)
    check_may_judge(game.event, by)
    return game


def _check_shown(step: UndoStep, shown: int | None) -> None:
    """Check that the page showed this act: the same arbitrator may have two desks open."""
    if shown is not None and shown != step.act.pk:
        raise RuleViolation(
            "undo_stale",
            _(
                "Something else has been done since. Nothing was changed: look at the button, then press again."
            ),
        )


def _reverse(game: Game, step: UndoStep, by: User, shown: int | None) -> AuditLogEntry:
    """Undo the last row that lies on an act."""
    if not is_undoable(step.act):
        raise inverses.unknown_undo_violation()
    _check_shown(step, shown)
    _check_not_cancelled_since(game, step.act)
    _check_not_announced_since(game, step.act)
    undo_act, redo_act = INVERSES[ACTIONS[step.act.act].undo]
    (undo_act if step.in_force else redo_act)(game, step.last, by)
    return step.act


def _own_acts(game: Game, by: User) -> Iterator[UndoStep]:
    """Yield the arbitrator's acts, newest first."""
    lying: dict[int, tuple[int, AuditLogEntry]] = {}
    for row in _read_in_chunks(
        game.log.filter(by=by).exclude(act__in=codes_undone(Undo.SKIPPED)).order_by("-pk")
    ):
        count, last = lying.pop(row.pk, (0, row))
        if row.undoes_id:
            lying[row.undoes_id] = count + 1, last
        else:
            yield UndoStep(row, last, count)


def _read_in_chunks(rows: QuerySet[AuditLogEntry]) -> Iterator[AuditLogEntry]:
    """Yield rows in chunks: the first few of thousands are usually enough."""
    start, end = 0, FIRST_CHUNK
    while chunk := list(rows[start:end]):
        yield from chunk
        start, end = end, end + CHUNK


def _check_not_cancelled_since(game: Game, act: AuditLogEntry) -> None:
    """Check that the round of an act has not been cancelled since: another round has its number now, and must
    not change.
    """
    if act.number and game.log.filter(act="round_cancelled", number=act.number, pk__gt=act.pk).exists():
        raise RuleViolation(
            "undo_cancelled", _("Round {number} has been cancelled since."), number=act.number
        )


def _check_not_announced_since(game: Game, act: AuditLogEntry) -> None:
    """Check that the round of an act has not been announced since. Announced results are changed by acts of
    their own, with a reason; those can be undone.
    """
    since = game.log.filter(act__in=audit_log.ANNOUNCED, number=act.number, pk__gt=act.pk)
    if act.number is not None and since.exists():
        raise RuleViolation(
            "undo_announced",
            _("Round {number} has been announced since: change it there, with a reason."),
            number=act.number,
        )


# --- Inverses of acts ---------------------------------------------------------------------------------------


def _put_slips_back(game: Game, row: AuditLogEntry, by: User) -> None:
    """Restore slips and rulings as they were before an act. Redo does the same on the row of the undo."""
    round_ = lock_round(game, row.number or 0)
    _lock_players(row)
    changes = put_back(row, by)
    check_decisions_stand(changes, row.at)
    if round_:
        let_received_count(round_, changes)
        check_one_solo(round_, row.entry_id)
    if round_ and round_.state in {Round.State.CLOSED, Round.State.ANNOUNCED}:
        back = [moved.slip for moved in changes.moved]
        unjudged = list(Slip.objects.unjudged().filter(pk__in=back))
        if unjudged:
            judge_and_store(round_, unjudged)
    inverses.write_reversal(game, row, by, **changes.params())
    if round_:
        review_arbitrator(round_, by)
    came_or_went = row.entry is not None and _arrival_follows(game, row.entry)
    if came_or_went or (round_ and round_.state == Round.State.ANNOUNCED):
        publish(game)


def _arrival_follows(game: Game, entry: Entry) -> bool:
    """Update a player's arrival after an undo; return whether it changed.

    The player is there while a slip or a phone shows it, or while an act that checked them in is in force.
    """
    rows = AuditLogEntry.objects.filter(game__event=game.event_id, entry=entry).order_by("pk")
    arrivals = list(rows.filter(params__has_key="came"))
    if not arrivals:
        return False
    in_force = audit_log.acts_in_force(rows.values_list("pk", "undoes_id"))
    came = [arrival for arrival in arrivals if arrival.pk in in_force]
    entry.refresh_from_db()
    there = bool(came) or is_shown(entry)
    if there == (entry.arrived_at is not None):
        return False
    change: PresenceChange = (came or arrivals)[-1].params["came"]
    again = {name: [after, before] for name, (before, after) in change.items()}
    return bool(reverse_presence(entry, again if there else change))


def _lock_players(row: AuditLogEntry) -> None:
    """Lock the players of an act's slips: a slip that is being stored comes first, a later one sees the
    result of the undo.
    """
    moved, _ruled = read_changes(row)
    players = Slip.objects.filter(pk__in=[one.slip for one in moved]).values("entry")
    lock_entries(Entry.objects.filter(pk__in=players))


SLIPS = (_put_slips_back, _put_slips_back)
RACK = (inverses.reverse_by_putting_rack_back, inverses.reverse_by_taking_rack_again)
# The function that undoes an act, and the one that redoes it.
INVERSES: dict[Undo, tuple[Inverse, Inverse]] = {
    Undo.SLIPS: SLIPS,
    Undo.RACK_DRAWN: RACK,
    Undo.RACK_PUT_BACK: (inverses.reverse_by_taking_rack_again, inverses.reverse_by_putting_rack_back),
    Undo.CLOCK_PAUSED: (inverses.reverse_by_starting_clock, inverses.reverse_by_pausing_clock),
    Undo.CLOCK_RESUMED: (inverses.reverse_by_pausing_clock, inverses.reverse_by_starting_clock),
    Undo.CLOCK_EXTENDED: (inverses.reverse_by_shortening_clock, inverses.reverse_by_extending_clock),
    Undo.PLAYER_ADDED: (inverses.reverse_by_removing_player, inverses.reverse_by_restoring_player),
    Undo.PLAYER_REMOVED: (inverses.reverse_by_restoring_player, inverses.reverse_by_removing_player),
    Undo.DROPPED_OUT: (inverses.reverse_by_bringing_back_player, inverses.reverse_by_withdrawing_player),
    Undo.CAME_BACK: (inverses.reverse_by_withdrawing_player, inverses.reverse_by_bringing_back_player),
    Undo.JOINED_REMOVED: (inverses.reverse_by_restoring_joined, inverses.reverse_by_removing_joined),
    Undo.DOOR: (inverses.reverse_at_door, inverses.reverse_at_door),
    Undo.WORD_DECIDED: (inverses.reverse_by_taking_word_back, inverses.reverse_by_deciding_word),
    Undo.WORD_TAKEN_BACK: (inverses.reverse_by_deciding_word, inverses.reverse_by_taking_word_back),
}
