"""Functions that reverse (undo or redo) acts on racks, clocks and players, each by the act that its name says.

An act that another arbitrator has undone meanwhile only gets its log row. An act that another arbitrator
followed by another decision stays (`undo_overtaken`).
"""

from typing import Any

from django.contrib.auth.models import User
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from duplicate.acts.publish import publish
from duplicate.arbitration.game_words import new_word, set_word
from duplicate.attendance.changes import presence_change, presence_of
from duplicate.attendance.seating import in_game
from duplicate.games import door
from duplicate.games.players import joined
from duplicate.games.players import services as player_services
from duplicate.games.players.changes import find_entered_again
from duplicate.log import audit_log
from duplicate.models import AuditLogEntry, Game, GameWord, Round
from duplicate.rounds import services as round_services
from duplicate.slips.changes import make_overtaken_error
from tournaments.errors import RuleViolation
from tournaments.events.door import SETS
from tournaments.locks import lock_events
from tournaments.models import Entry


def write_reversal(
    game: Game, row: AuditLogEntry, by: User, *, entry: Entry | None = None, **params: Any
) -> None:
    """Log that an act is undone or redone, in words that name the act.

    If somebody else has undone the act, this row is all that happens; `params` and `entry` hold the data for
    a redo.
    """
    original = row.params.get("of") or {"act": row.act, "params": audit_log.public_params(row.params)}
    audit_log.write(
        game,
        "done_again" if row.act == "undone" else "undone",
        by=by,
        number=row.number,
        entry=entry or row.entry,
        undoes=row,
        of=original,
        **params,
    )


def unknown_undo_violation() -> RuleViolation:
    return RuleViolation("undo_unknown", _("This cannot be undone."))


def reverse_by_putting_rack_back(game: Game, row: AuditLogEntry, by: User) -> None:
    drawn = {name: row.params[name] for name in ("rack", "attempt")}
    round_ = game.rounds.standing().filter(number=row.number or 0).first()
    if round_ is None:
        write_reversal(game, row, by, **drawn)
        return
    if (round_.rack, round_.attempt) != (drawn["rack"], drawn["attempt"]):
        raise make_overtaken_error()
    round_services.put_back_rack(game=game, by=by, undoes=row)


def reverse_by_taking_rack_again(game: Game, row: AuditLogEntry, by: User) -> None:
    round_services.take_rack_again(
        game=game,
        number=row.number or 0,
        rack=row.params["rack"],
        attempt=row.params["attempt"],
        by=by,
        undoes=row,
    )


def reverse_by_starting_clock(game: Game, row: AuditLogEntry, by: User) -> None:
    if _others_changed_clock(game, row):
        _leave_clock(game, row, by, running=True)
    else:
        round_services.start_clock(game=game, by=by, undoes=row)


def reverse_by_pausing_clock(game: Game, row: AuditLogEntry, by: User) -> None:
    if _others_changed_clock(game, row):
        _leave_clock(game, row, by, running=False)
    else:
        round_services.pause_clock(game=game, by=by, undoes=row)


def _others_changed_clock(game: Game, row: AuditLogEntry) -> bool:
    """Tell whether other arbitrators have paused or resumed the clock since that act, and have not
    undone it.
    """
    acts = game.log.filter(act__in=("clock_paused", "clock_resumed"), number=row.number, pk__gt=row.pk)
    others = acts.exclude(by=row.by).order_by("pk").values_list("pk", "undoes_id")
    return bool(audit_log.acts_in_force(others))


def _leave_clock(game: Game, row: AuditLogEntry, by: User, *, running: bool) -> None:
    open_ = game.rounds.standing().filter(number=row.number or 0, state=Round.State.OPEN)
    if not open_.filter(closes_at__isnull=not running).exists():
        raise make_overtaken_error()
    write_reversal(game, row, by)


def reverse_by_shortening_clock(game: Game, row: AuditLogEntry, by: User) -> None:
    round_services.shorten_clock(game=game, seconds=row.params["seconds"], by=by, undoes=row)


def reverse_by_extending_clock(game: Game, row: AuditLogEntry, by: User) -> None:
    round_services.extend_clock(game=game, seconds=row.params["seconds"], by=by, undoes=row)


def reverse_by_removing_player(game: Game, row: AuditLogEntry, by: User) -> None:
    if row.entry is None:
        write_reversal(game, row, by)
        return
    entry = in_game(game, row.entry)
    if (entry.table, entry.full_name) != (row.params["table"], row.params["name"]):
        raise make_overtaken_error()
    player_services.remove_player(game=game, entry=entry, by=by, undoes=row)


def reverse_by_restoring_player(game: Game, row: AuditLogEntry, by: User) -> None:
    if "removed" not in row.params:
        # Archives of events leave out removed entries.
        raise unknown_undo_violation()
    again = find_entered_again(game.event, row)
    if again is not None:
        write_reversal(game, row, by, entry=again)
    else:
        player_services.restore_player(game=game, removal=row, by=by)


def reverse_by_bringing_back_player(game: Game, row: AuditLogEntry, by: User) -> None:
    _reverse_departure(game, row, by, away=False)


def reverse_by_withdrawing_player(game: Game, row: AuditLogEntry, by: User) -> None:
    _reverse_departure(game, row, by, away=True)


def _reverse_departure(game: Game, row: AuditLogEntry, by: User, *, away: bool) -> None:
    if row.entry is None:
        raise make_overtaken_error()
    if player_services.reverse_departure(game=game, row=row, by=by):
        return
    entry = row.entry
    entry.refresh_from_db()
    if (entry.withdrawn_at is not None) != away:
        raise make_overtaken_error()
    act = {name: after for name, (_before, after) in row.params["presence"].items()}
    write_reversal(game, row, by, presence=presence_change(presence_of(entry) | act, entry))


def reverse_at_door(game: Game, row: AuditLogEntry, by: User) -> None:
    """Set the door, or the hall's address, to what it was before the row."""
    act = door.opposite_of(_act_at_door(row))
    field, value = SETS[act]
    (event,) = lock_events([game.event_id])
    if getattr(event, field) == value:
        # Somebody else has set it already.
        write_reversal(game, row, by)
        return
    kinds = [each for each, (set_field, _value) in SETS.items() if set_field == field]
    since = (
        AuditLogEntry.objects.filter(game__event=game.event_id, pk__gt=row.pk)
        .exclude(by=row.by)
        .order_by("pk")
    )
    others = since.filter(Q(act__in=kinds) | Q(params__of__act__in=kinds))
    at_event = event.acts.filter(act__in=kinds, at__gt=row.at).exclude(by=row.by)
    if audit_log.acts_in_force(others.values_list("pk", "undoes_id")) or at_event.exists():
        raise make_overtaken_error()
    door.set_at_door(game=game, act=act, by=by, undoes=row)


def _act_at_door(row: AuditLogEntry) -> str:
    """Return the act of `SETS` that the row did, also where it only says that somebody else had done it."""
    if row.act not in audit_log.REVERSALS:
        return row.act
    original: str = row.params["of"]["act"]
    return door.opposite_of(original) if row.act == "undone" else original


def reverse_by_restoring_joined(game: Game, row: AuditLogEntry, by: User) -> None:
    if "removed" not in row.params:
        # Archives of events leave out removed entries.
        raise unknown_undo_violation()
    write_reversal(game, row, by, restored=joined.restore_joined(game, row))


def reverse_by_removing_joined(game: Game, row: AuditLogEntry, by: User) -> None:
    if "restored" not in row.params:
        raise unknown_undo_violation()
    write_reversal(game, row, by, removed=joined.remove_again(game, row.params["restored"]))


def reverse_by_taking_word_back(game: Game, row: AuditLogEntry, by: User) -> None:
    _reverse_word(game, row, by, in_force=False)


def reverse_by_deciding_word(game: Game, row: AuditLogEntry, by: User) -> None:
    _reverse_word(game, row, by, in_force=True)


def _reverse_word(game: Game, row: AuditLogEntry, by: User, *, in_force: bool) -> None:
    """Put the word of an act in force again, or take it back, and judge the game again."""
    act = row.params.get("of", {}).get("params") or row.params
    now = game.words.in_force().filter(word=act["word"]).first()
    if now is not None and now.accepted != act["accepted"]:
        raise make_overtaken_error()
    if (now is not None) == in_force:
        # Another arbitrator has done it already.
        write_reversal(game, row, by)
        return
    word = now or _word_again(game, act, by)
    rejudged = set_word(game, word, in_force=in_force, by=by)
    write_reversal(game, row, by, **rejudged.params())
    publish(game)


def _word_again(game: Game, act: dict[str, Any], by: User) -> GameWord:
    """Return the word of an act as a new row; one that the event still has is the event's again."""
    word = new_word(game, act["word"], accepted=act["accepted"], reason=act["why"], by=by)
    same = {"word": word.word, "accepted": word.accepted}
    before = game.words.filter(**same).order_by("pk").last()
    of_event = game.event.words.in_force().filter(lexicon=game.lexicon, **same)
    word.from_event = before is not None and before.from_event and of_event.exists()
    return word
