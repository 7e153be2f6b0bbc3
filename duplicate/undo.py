"""Taking back what one did at the desk, act by act, and doing it again.

Undoing is a further row of the log that names the one it undoes; doing again undoes the undoing. So an act is in
force if an even number of rows lies on it. Each arbitrator takes back their own acts, the last one first, and only
while things are still as the act left them.

Terms. `INVERSES` has, for every act that can be undone, what does it; `SEEN` the acts that stay because the players
have seen them; `PASSED_OVER` those that undoing looks past.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from duplicate import games, log, play
from duplicate.changes import overtaken, put_back, read_changes
from duplicate.conflicts import let_received_count
from duplicate.holding import hold_entries, hold_game, hold_round
from duplicate.models import Game, LogEntry, Round, Slip
from duplicate.presence import slips_shown
from duplicate.publishing import publish
from duplicate.rulings import judge_and_store
from duplicate.seats import at_table
from tournaments.arrivals import arrive, expect_again
from tournaments.errors import RuleViolation
from tournaments.models import Entry
from tournaments.posts import check_may_judge

CHUNK = 50

# Puts things back as they were before the row, and writes the row of the undoing; `LogEntry` is what it undoes.
Inverse = Callable[[Game, LogEntry, User], object]


@dataclass(frozen=True, slots=True)
class Step:
    """An act that can be undone or done again. `last` is the row of the log to undo for that, with `lying` rows on
    the act up to it.
    """

    act: LogEntry
    last: LogEntry
    lying: int

    @property
    def in_force(self) -> bool:
        return self.lying % 2 == 0


def next_steps(game: Game, by: User) -> tuple[Step | None, Step | None]:
    """The act that undoing would take back, and the one that doing again would bring back."""
    again = newest = None
    for step in _own_acts(game, by):
        newest = newest or step.act
        if step.in_force:
            return step, again
        # A new act after the undoing lets go of what was undone.
        if step.last.pk > newest.pk:
            again = step
    return None, again


@transaction.atomic
def undo(*, game: Game, by: User) -> LogEntry:
    """Take back the arbitrator's own last act; the row of the act that was taken back."""
    game = _locked(game, by)
    step, _again = next_steps(game, by)
    if step is None:
        raise RuleViolation("nothing_to_undo", _("There is nothing to undo."))
    if step.act.act in SEEN:
        raise RuleViolation("undo_seen", _("This cannot be undone: the players have seen it."))
    return _reverse(game, step, by)


@transaction.atomic
def redo(*, game: Game, by: User) -> LogEntry:
    """Do again what was undone last."""
    game = _locked(game, by)
    _step, again = next_steps(game, by)
    if again is None:
        raise RuleViolation("nothing_to_redo", _("There is nothing to do again."))
    return _reverse(game, again, by)


def _locked(game: Game, by: User) -> Game:
    game = hold_game(game)
    check_may_judge(game.event, by)
    return game


def _reverse(game: Game, step: Step, by: User) -> LogEntry:
    """Undo the last row that lies on an act."""
    inverses = INVERSES.get(step.act.act)
    if inverses is None:
        raise RuleViolation("undo_unknown", _("This cannot be undone here."))
    _check_not_cancelled_since(game, step.act)
    _check_not_announced_since(game, step.act)
    inverses[0 if step.in_force else 1](game, step.last, by)
    return step.act


def _own_acts(game: Game, by: User) -> Iterator[Step]:
    """The arbitrator's acts, the newest first."""
    lying: dict[int, tuple[int, LogEntry]] = {}
    for row in _in_chunks(game.log.filter(by=by).exclude(act__in=PASSED_OVER).order_by("-pk")):
        count, last = lying.pop(row.pk, (0, row))
        if row.undoes_id:
            lying[row.undoes_id] = count + 1, last
        else:
            yield Step(row, last, count)


def _in_chunks(rows: QuerySet[LogEntry]) -> Iterator[LogEntry]:
    """Mostly the first rows are enough, of thousands."""
    start = 0
    while chunk := list(rows[start : start + CHUNK]):
        yield from chunk
        start += CHUNK


def _check_not_cancelled_since(game: Game, act: LogEntry) -> None:
    """Another round has the number of one that was cancelled: what was done in that one must not touch this."""
    if act.number and game.log.filter(act="round_cancelled", number=act.number, pk__gt=act.pk).exists():
        raise RuleViolation(
            "undo_cancelled", _("Round {number} has been cancelled since."), number=act.number
        )


def _check_not_announced_since(game: Game, act: LogEntry) -> None:
    """What the players have been told is changed by acts of its own, with a reason; those can be undone again."""
    since = game.log.filter(act__in=log.ANNOUNCED, number=act.number, pk__gt=act.pk)
    if act.number is not None and since.exists():
        raise RuleViolation(
            "undo_announced",
            _("Round {number} has been announced since: change it there, with a reason."),
            number=act.number,
        )


# --- What undoes what ---------------------------------------------------------------------------------------------


def _put_slips_back(game: Game, row: LogEntry, by: User) -> None:
    """Slips and rulings as they were before; doing it again is the same on the row of the undoing."""
    round_ = hold_round(game, row.number or 0)
    _hold_players(row)
    changes = put_back(row, by)
    if round_:
        let_received_count(round_, changes)
    if round_ and round_.state in {Round.State.CLOSED, Round.State.ANNOUNCED}:
        back = [moved.slip for moved in changes.moved]
        unjudged = list(Slip.objects.filter(pk__in=back, effective=True, rulings=None))
        if unjudged:
            judge_and_store(round_, unjudged)
    original = row.params.get("of") or {"act": row.act, "params": _told(row)}
    act = "done_again" if row.act == "undone" else "undone"
    log.write(
        game, act, by=by, number=row.number, entry=row.entry, undoes=row, of=original, **changes.params()
    )
    came_or_went = bool(original["params"].get("came") and row.entry and _arrival_follows(row.entry))
    if came_or_went or (round_ and round_.state == Round.State.ANNOUNCED):
        publish(game)


def _arrival_follows(entry: Entry) -> bool:
    """Whose slip made them arrive is there while there is one; whether that has changed. A phone says so too."""
    entry.refresh_from_db()
    there = slips_shown().filter(entry=entry).exists() or entry.token_hash is not None
    if there == (entry.arrived_at is not None):
        return False
    if there:
        arrive(entry)
    else:
        expect_again(entry)
    return True


def _hold_players(row: LogEntry) -> None:
    """A slip on its way in is stored first, or sees what the undoing left."""
    moved, _ruled = read_changes(row)
    players = Slip.objects.filter(pk__in=[one.slip for one in moved]).values("entry")
    hold_entries(Entry.objects.filter(pk__in=players))


def _told(row: LogEntry) -> dict[str, Any]:
    """What the sentence of a row says."""
    return {name: value for name, value in row.params.items() if name not in {"slips", "rulings"}}


def _put_rack_back(game: Game, row: LogEntry, by: User) -> None:
    play.put_back_rack(game=game, by=by, undoes=row)


def _take_rack_again(game: Game, row: LogEntry, by: User) -> None:
    play.take_rack_again(
        game=game,
        number=row.number or 0,
        rack=row.params["rack"],
        attempt=row.params["attempt"],
        by=by,
        undoes=row,
    )


def _start(game: Game, row: LogEntry, by: User) -> None:
    play.start_clock(game=game, by=by, undoes=row)


def _pause(game: Game, row: LogEntry, by: User) -> None:
    play.pause_clock(game=game, by=by, undoes=row)


def _shorten(game: Game, row: LogEntry, by: User) -> None:
    play.shorten_clock(game=game, seconds=row.params["seconds"], by=by, undoes=row)


def _extend(game: Game, row: LogEntry, by: User) -> None:
    play.extend_clock(game=game, seconds=row.params["seconds"], by=by, undoes=row)


def _remove_player(game: Game, row: LogEntry, by: User) -> None:
    entry = at_table(game, row.params["table"])
    if entry is None or entry.full_name != row.params["name"] or entry.partner_id:
        raise overtaken()
    games.remove_player(game=game, entry=entry, by=by, undoes=row)


def _add_player(game: Game, row: LogEntry, by: User) -> None:
    games.add_player(game=game, by=by, name=row.params["name"], table=row.params["table"], undoes=row)


def _withdraw(game: Game, row: LogEntry, by: User) -> None:
    games.withdraw_player(game=game, entry=_player_of(row), by=by, undoes=row)


def _bring_back(game: Game, row: LogEntry, by: User) -> None:
    games.bring_back_player(game=game, entry=_player_of(row), by=by, undoes=row)


def _player_of(row: LogEntry) -> Entry:
    if row.entry is None:
        raise overtaken()
    return row.entry


SLIPS = (_put_slips_back, _put_slips_back)
RACK = (_put_rack_back, _take_rack_again)
# For each act: what undoes it, and what undoes the undoing.
INVERSES: dict[str, tuple[Inverse, Inverse]] = {
    "slip_keyed": SLIPS,
    "slip_confirmed": SLIPS,
    "no_slip_keyed": SLIPS,
    "top_given": SLIPS,
    "rest_have_top": SLIPS,
    "line_was_cut": SLIPS,
    "warning_given": SLIPS,
    "warning_taken_back": SLIPS,
    "penalty_given": SLIPS,
    "penalty_taken_back": SLIPS,
    "zero_given": SLIPS,
    "zero_taken_back": SLIPS,
    "solo_given": SLIPS,
    "solo_withheld": SLIPS,
    "solo_left_to_rules": SLIPS,
    "slip_overruled": SLIPS,
    "conflict_settled": SLIPS,
    "rack_drawn": RACK,
    "rack_prepared": RACK,
    "rack_typed": RACK,
    "rack_put_back": (_take_rack_again, _put_rack_back),
    "clock_paused": (_start, _pause),
    "clock_resumed": (_pause, _start),
    "clock_extended": (_shorten, _extend),
    "player_added": (_remove_player, _add_player),
    "player_removed": (_add_player, _remove_player),
    log.DROPPED_OUT: (_bring_back, _withdraw),
    log.CAME_BACK: (_withdraw, _bring_back),
}
SEEN = frozenset(
    {
        "round_opened",
        "clock_started",
        "round_ended",
        "round_cancelled",
        "move_announced",
        "worse_move_announced",
        "no_move_announced",
        "placed_move_changed",
        "question_answered",
        "game_ended",
        "game_resumed",
        "game_created",
        "game_prepared",
    }
)
PASSED_OVER = frozenset(
    {
        # what another row of the same act undoes
        "racks_thrown_back",
        "rack_changed",
        "prepared_path_left",
        # what is set on a page of its own, and set back there
        "phone_given",
        "player_arrived",
        "pair_changed",
        "player_arbitrates",
        "player_no_arbitrator",
        "arbitrator_let_in",
        "arbitrator_role",
        "arbitrator_tables",
        "arbitrator_all_tables",
        "arbitrator_room",
        "room_ready",
        "room_not_ready",
        "screens_set",
        "screens_of_room",
        "arbitrator_dismissed",
        "login_link_made",
        "result_sent",
        "double_arbitration_on",
        "double_arbitration_off",
        "names_hidden",
        "names_shown",
    }
)
