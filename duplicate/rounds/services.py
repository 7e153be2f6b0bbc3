"""The flow of a round: draw, open, start, announce. One function an act, each one transaction.

Terms. A rack is *drawn* (seen at the desk only), then the round is *open* (the rack is out, slips come in),
*closed* (time is up; slips are judged, see `closing`) and *announced* (the top is on every board). The clock
is part of an open round: it runs towards `closes_at`, or is stopped with `remaining_ms` on it.

Invariant: acts on a game queue on the lock of its row. Two arbitrators who press at once make one act and one
clear refusal, and a page that shows an earlier round (`shown`) changes none that came after it.
"""

from collections.abc import Collection
from datetime import timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from duplicate.acts.locks import lock_game, lock_round
from duplicate.acts.publish import publish
from duplicate.acts.round_shown import RoundShown, check_shown
from duplicate.attendance.round_arbitrators import note_arbitrator
from duplicate.games import services as game_services
from duplicate.log import audit_log
from duplicate.models import AuditLogEntry, Game, Round
from duplicate.positions import prepared_path as prepared_progress
from duplicate.positions.board_state import progress_of, rack_as_read
from duplicate.rounds import top_search
from duplicate.rounds.closing import judge_round
from duplicate.rounds.confirmations import (
    require_prepared_move,
    require_prepared_rack,
    require_rooms,
    require_slips,
)
from duplicate.rounds.interruptions import stop_if_interrupted
from duplicate.rounds.locked_rounds import (
    change_round,
    lock_between_rounds,
    lock_current_round,
    lock_open_round,
)
from duplicate.rounds.placement import move_to_place
from duplicate.rounds.room_readiness import rooms_not_ready
from duplicate.rounds.screens import back_to_the_game
from duplicate.slips import conflicts
from duplicate.slips.changes import make_overtaken_error
from duplicate.slips.services import file_late_slips
from engine.notation import RackRecord
from engine.racks import draw
from tournaments.errors import RuleViolation
from tournaments.events.staff import check_may_judge
from tournaments.processes.background import run_after_commit
from tournaments.time import clock

MOST_EXTENSION = 3600


@transaction.atomic
def draw_rack(*, game: Game, by: User, shown: RoundShown | None = None) -> Round:
    """Draw the next rack (RULES D2, D3): the prepared one, or from the game's seed. Only the desk
    sees it yet.
    """
    game = lock_between_rounds(game, by)
    progress = progress_of(game)
    number = progress.next_number
    check_shown(shown, number, None)
    prepared = prepared_progress.prepared_rack(game)
    if prepared:
        return _add_round(game, number, prepared, by=by, attempt=None, act="rack_prepared")
    if game.prepared and not game.log.filter(act="prepared_path_left").exists():
        audit_log.write(game, "prepared_path_left", by=by, number=number)
    attempt = game.log.filter(act__in=("rack_put_back", "round_cancelled"), number=number).count()
    drawn = draw.draw_rack(
        board=progress.board,
        kept=progress.kept,
        tiles=game.tiles,
        rules=game.rule_set,
        round_number=number,
        seed=game.seed,
        attempt=attempt,
    )
    redrawn = drawn.record.redrawn or progress.nobody_could_play
    record = RackRecord(drawn.kept, drawn.drawn, redrawn=redrawn)
    if drawn.rejected:
        racks = ", ".join(game.tiles.decode_rack(rack) for rack in drawn.rejected)
        audit_log.write(game, "racks_thrown_back", by=by, number=number, racks=racks)
    return _add_round(game, number, record, by=by, attempt=attempt, act="rack_drawn")


@transaction.atomic
def type_rack(
    *, game: Game, rack: str, by: User, confirmed: Collection[str] = (), shown: RoundShown | None = None
) -> Round:
    """Store the rack that was drawn from a real bag.

    Raises:
        EngineError: the rack could not have been drawn, or is not valid.
        ConfirmationNeeded: it leaves the prepared game.
    """
    game = lock_between_rounds(game, by)
    progress = progress_of(game)
    check_shown(shown, progress.next_number, None)
    record = rack_as_read(game, progress, rack)
    require_prepared_rack(game, record, confirmed)
    return _add_round(game, progress.next_number, record, by=by, attempt=None, act="rack_typed")


@transaction.atomic
def put_back_rack(
    *, game: Game, by: User, undoes: AuditLogEntry | None = None, shown: RoundShown | None = None
) -> None:
    """Put back a rack that only the desk has seen."""
    game, round_ = lock_current_round(game, by, shown)
    if round_.state != Round.State.DRAWN:
        raise RuleViolation("rack_is_out", _("The players have seen this rack: it cannot be changed."))
    audit_log.write(
        game,
        "rack_put_back",
        by=by,
        number=round_.number,
        undoes=undoes,
        rack=round_.rack,
        attempt=round_.attempt,
    )
    round_.delete()


@transaction.atomic
def take_rack_again(
    *, game: Game, number: int, rack: str, attempt: int | None, by: User, undoes: AuditLogEntry
) -> Round:
    """Restore the rack of round `number` that was put back by mistake, if it could still be drawn."""
    game = lock_between_rounds(game, by)
    progress = progress_of(game)
    if progress.next_number != number:
        raise RuleViolation("rack_of_the_past", _("Round {number} has been played since."), number=number)
    record = RackRecord.parse(rack, game.tiles)
    # Another move on the board may have changed the kept tiles of the round before.
    if sorted(rack_as_read(game, progress, rack).kept) != sorted(record.kept):
        raise make_overtaken_error()
    act = "rack_drawn" if attempt is not None else "rack_typed"
    prepared = prepared_progress.prepared_rack(game)
    if prepared and prepared.text(game.tiles) == rack:
        act = "rack_prepared"
    return _add_round(game, number, record, by=by, attempt=attempt, act=act, undoes=undoes)


def open_round(*, game: Game, by: User, shown: RoundShown | None = None) -> None:
    """Send the rack to every screen and start the search for the top; the clock does not run yet.

    Raises:
        RuleViolation: there is no rack, or it is out already; or this position is being played in another
            game.
    """
    check_may_judge(game.event, by)
    _open_round(game, by, shown)


@transaction.atomic
def _open_round(game: Game, by: User, shown: RoundShown | None) -> None:
    game, round_ = lock_current_round(game, by, shown)
    if round_.state != Round.State.DRAWN:
        raise RuleViolation("round_is_open", _("Round {number} is open already."), number=round_.number)
    change_round(round_, state=Round.State.OPEN, remaining_ms=game.rule_set.time.round_seconds * 1000)
    audit_log.write(game, "round_opened", by=by, number=round_.number)
    back_to_the_game(game)
    run_after_commit("duplicate.rounds.top_search.find_top", round_.pk)
    publish(game)


@transaction.atomic
def start_clock(
    *, game: Game, by: User, undoes: AuditLogEntry | None = None, shown: RoundShown | None = None
) -> None:
    """Start the clock of the open round, or let it go on after a pause (RULES D4)."""
    game, round_ = lock_open_round(game, by, shown)
    if round_.remaining_ms is None:
        raise RuleViolation("clock_runs", _("The clock is running already."))
    now = clock.now()
    act = "clock_resumed" if round_.started_at else "clock_started"
    change_round(
        round_,
        started_at=round_.started_at or now,
        closes_at=now + timedelta(milliseconds=round_.remaining_ms),
        remaining_ms=None,
        interrupted_at=None,
    )
    audit_log.write(game, act, by=by, number=round_.number, undoes=undoes)
    publish(game)


def open_and_start(*, game: Game, by: User, shown: RoundShown | None = None) -> None:
    """Open the round and start its clock, both or neither: the rack goes out and the clock starts."""
    # Check before the transaction, which would roll back the log of a refusal.
    with transaction.atomic():
        open_round(game=game, by=by, shown=shown)
        start_clock(game=game, by=by)


@transaction.atomic
def pause_clock(
    *, game: Game, by: User, undoes: AuditLogEntry | None = None, shown: RoundShown | None = None
) -> None:
    """Stop the clock and store the time that is left."""
    game, round_ = lock_open_round(game, by, shown, fully=True)
    if stop_if_interrupted(round_):
        audit_log.write(game, "clock_paused", by=by, number=round_.number, undoes=undoes)
        return
    if round_.closes_at is None:
        raise RuleViolation("clock_stands", _("The clock is not running."))
    left = round_.closes_at - clock.now()
    if left <= timedelta():
        raise RuleViolation("time_is_up", _("Time is up."))
    change_round(round_, closes_at=None, remaining_ms=left // timedelta(milliseconds=1))
    audit_log.write(game, "clock_paused", by=by, number=round_.number, undoes=undoes)
    publish(game)


@transaction.atomic
def extend_clock(
    *,
    game: Game,
    seconds: int,
    by: User,
    undoes: AuditLogEntry | None = None,
    shown: RoundShown | None = None,
) -> None:
    """Add time to the open round, whether its clock runs or not. Late slips that came before the new end are
    in time.
    """
    if not 1 <= seconds <= MOST_EXTENSION:
        raise RuleViolation("extension", _("Add 1 to {most} seconds."), most=MOST_EXTENSION)
    # Slips that are being stored come first; those that follow see the new end.
    game, round_ = lock_open_round(game, by, shown, fully=True)
    stop_if_interrupted(round_)
    if round_.closes_at:
        # Time that is added after the end counts from now.
        start = max(round_.closes_at, clock.now())
        change_round(round_, closes_at=start + timedelta(seconds=seconds))
    else:
        change_round(round_, remaining_ms=(round_.remaining_ms or 0) + seconds * 1000)
    changes = file_late_slips(round_)
    moved = changes.params() if changes else {}
    audit_log.write(
        game, "clock_extended", by=by, number=round_.number, undoes=undoes, seconds=seconds, **moved
    )
    publish(game)


@transaction.atomic
def shorten_clock(*, game: Game, seconds: int, by: User, undoes: AuditLogEntry) -> None:
    """Take back added time, as long as that much is left."""
    game, round_ = lock_open_round(game, by, fully=True)
    stop_if_interrupted(round_)
    added = timedelta(seconds=seconds)
    if round_.closes_at and round_.closes_at - added > clock.now():
        change_round(round_, closes_at=round_.closes_at - added)
    elif round_.remaining_ms and round_.remaining_ms > seconds * 1000:
        change_round(round_, remaining_ms=round_.remaining_ms - seconds * 1000)
    else:
        raise RuleViolation("time_is_used", _("The added time has already been used."))
    audit_log.write(game, "clock_shortened", by=by, number=round_.number, undoes=undoes, seconds=seconds)
    publish(game)


@transaction.atomic
def end_round(
    *, game: Game, by: User, confirmed: Collection[str] = (), shown: RoundShown | None = None
) -> None:
    """Set the end of the round to now; the round closes after the usual grace.

    Raises:
        ConfirmationNeeded: slips are missing.
    """
    game, round_ = lock_open_round(game, by, shown)
    now = clock.now()
    if round_.closes_at and round_.closes_at <= now:
        raise RuleViolation("time_is_up", _("Time is up."))
    require_slips(round_, confirmed)
    change_round(
        round_, started_at=round_.started_at or now, closes_at=now, remaining_ms=None, interrupted_at=None
    )
    audit_log.write(game, "round_ended", by=by, number=round_.number)
    publish(game)


@top_search.top_first
@transaction.atomic
def announce(
    *,
    game: Game,
    number: int,
    reference: str,
    word: str,
    by: User,
    confirmed: Collection[str] = (),
    key: int | None = None,
) -> None:
    """Put a move of round `number` on every board, or nothing if no move is possible (RULES D6).

    The move is a top, or another one that the arbitrator insists on. All slips in time are judged first. The
    game ends here if RULES D8 says so. The `key` is that of the round that the page showed.

    Raises:
        EngineError: the move cannot be played.
        ConfirmationNeeded: it loses points or a blank, or leaves the prepared game; slips are missing, or rooms
            are not ready.
    """
    game = lock_game(game)
    check_may_judge(game.event, by)
    # Slips that are being stored come first; those that follow see the round announced.
    round_ = lock_round(game, number, fully=True)
    if round_ is None or round_.state in {Round.State.DRAWN, Round.State.OPEN}:
        raise RuleViolation("round_not_closed", _("Round {number} is not closed yet."), number=number)
    check_shown(RoundShown(number, key), number, round_.pk)
    if round_.state == Round.State.ANNOUNCED:
        raise RuleViolation("round_announced", _("Round {number} has been announced."), number=number)
    conflicts.check_settled(game, round_)
    top_search.find_top(round_.pk)
    judge_round(round_.pk)
    round_.refresh_from_db()
    placed = move_to_place(round_, reference=reference, word=word, confirmed=confirmed)
    require_prepared_move(round_, placed.reference, placed.word, confirmed)
    require_slips(round_, confirmed)
    require_rooms(rooms_not_ready(round_), confirmed)
    note_arbitrator(round_, by)
    change_round(
        round_,
        state=Round.State.ANNOUNCED,
        announced_at=clock.now(),
        word=placed.word,
        reference=placed.reference,
        score=placed.score,
    )
    _log_announced(round_, by)
    finish_if_over(game)
    publish(game)


def _log_announced(round_: Round, by: User) -> None:
    act = "move_announced" if round_.word else "no_move_announced"
    if round_.score != round_.top_score:
        act = "worse_move_announced"
    audit_log.write(
        round_.game,
        act,
        by=by,
        number=round_.number,
        word=round_.word,
        reference=round_.reference,
        score=round_.score,
        top=round_.top_score,
    )


def finish_if_over(game: Game) -> None:
    """End the game if RULES D8 or the end of the prepared game says so, inside the transaction of an act."""
    progress = progress_of(game)
    reason = draw.end_reason(
        board=progress.board,
        tiles=game.tiles,
        rules=game.rule_set,
        round_number=progress.next_number,
        nobody_could_play=progress.nobody_could_play,
    )
    if not reason and prepared_progress.is_played_out(game):
        game_services.finish(game, reason="prepared_played", by=None)
    elif reason:
        game_services.finish(game, reason=reason, by=None)


def _add_round(
    game: Game,
    number: int,
    rack: RackRecord,
    *,
    by: User,
    attempt: int | None,
    act: str,
    undoes: AuditLogEntry | None = None,
) -> Round:
    text = rack.text(game.tiles)
    round_ = Round(game=game, number=number, rack=text, attempt=attempt)
    round_.check_fields()
    round_.save()
    audit_log.write(game, act, by=by, number=number, undoes=undoes, rack=text, attempt=attempt)
    return round_
