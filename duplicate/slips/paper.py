"""Paper at the desk: locking a table for an arbitrator's act, and filing what was keyed.

Invariants: an arbitrator changes only what they saw; after the announcement every change needs a reason;
every change is in the log with the data to undo it.
"""

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from duplicate.acts.locks import lock_entry, lock_game, lock_round, lock_round_in_progress
from duplicate.acts.publish import publish
from duplicate.acts.round_shown import RoundShown, check_shown
from duplicate.attendance.changes import PresenceChange, presence_change, presence_of
from duplicate.attendance.round_arbitrators import note_arbitrator
from duplicate.log import audit_log
from duplicate.models import AuditLogEntry, Game, Round, Slip
from duplicate.slips.changes import ASIDE, Changes
from duplicate.slips.conflicts import counting_among, hand_of, say_the_same, standing_slips
from duplicate.slips.decisions import find_decided
from duplicate.slips.filing import confirm, desk_slip, file_slip, may_give_way, store_slips
from tournaments.errors import RuleViolation
from tournaments.events.check_in import arrive
from tournaments.events.registration.services import check_plays
from tournaments.events.staff import check_may_judge
from tournaments.models import Entry


@dataclass(frozen=True, slots=True)
class LockedSlips:
    """One player's standing slips of a round, locked until the end of the transaction; `role` is the
    arbitrator's.
    """

    game: Game
    round: Round
    entry: Entry
    by: User
    role: str
    reason: str
    slips: list[Slip]

    @property
    def counting(self) -> Slip | None:
        return counting_among(self.slips)

    @property
    def is_announced(self) -> bool:
        return self.round.state == Round.State.ANNOUNCED


def lock_slips(
    *,
    game: Game,
    entry: Entry | int,
    number: int | None,
    by: User,
    seen: str | None = None,
    reason: str = "",
    shown: RoundShown | None = None,
    compares: bool = False,
) -> LockedSlips:
    """Lock a table for an arbitrator's act in round `number` (or the last one), which must be the one
    `shown`. The `entry` may be given by its table.

    `seen` is the result of `version_tag` when the arbitrator looked. An act that `compares` is the arbitrator's
    own entry: under double arbitration it does not collide with the entry that another arbitrator has made
    meanwhile.

    Raises:
        RuleViolation: the round is not out yet, or is announced and there is no reason, or is not the one
            shown; a helper may not judge; the table has changed since the arbitrator looked.
    """
    game = lock_game(game)
    role = check_may_judge(game.event, by)
    round_ = round_to_rule_in(game, number, reason, shown)
    entry = lock_entry(game, entry)
    slips = standing_slips(entry, round_)
    for slip in slips:
        slip.round = round_
    locked_slips = LockedSlips(game, round_, entry, by, role, reason, slips)
    own_entry = compares and seen == version_tag(None) and _is_others_first_entry(locked_slips)
    if seen is not None and seen != version_tag(locked_slips.counting) and not own_entry:
        raise RuleViolation(
            "slip_changed",
            _("Table {table} has changed in the meantime and now has: {now}. Nothing was overwritten."),
            table=entry.table,
            now=_ruling_text(locked_slips.counting),
        )
    return locked_slips


def _is_others_first_entry(held: LockedSlips) -> bool:
    """Tell whether another arbitrator has keyed the table under double arbitration, and it still needs the
    second entry.
    """
    counting = held.counting
    first = counting and held.game.double_arbitration and counting.checked_by_id is None
    return bool(counting and first and hand_of(counting) not in {None, held.by.pk})


def round_to_rule_in(game: Game, number: int | None, reason: str, shown: RoundShown | None = None) -> Round:
    """Lock a round of a locked game for an act on its slips, and return it."""
    if shown:
        return _lock_shown_round(game, shown)
    if number is None:
        number = max(game.rounds.standing().values_list("number", flat=True), default=1)
    round_ = lock_round(game, number)
    if round_ is None or round_.state == Round.State.DRAWN:
        raise RuleViolation("round_not_open", _("Round {number} is not open."), number=number)
    if round_.state == Round.State.ANNOUNCED and not reason.strip():
        raise RuleViolation(
            "round_announced", _("Round {number} has been announced: a change needs a reason."), number=number
        )
    return round_


def _lock_shown_round(game: Game, shown: RoundShown) -> Round:
    """Lock the round in progress and return it, if it is the one that the desk showed."""
    now = lock_round_in_progress(game)
    if now is None or now.state == Round.State.DRAWN:
        raise RuleViolation("no_round_shown", _("No round is in progress. Nothing was changed."))
    if shown.number is None:
        raise RuleViolation(
            "round_not_said", _("State the round: round {now} is in progress."), now=now.number
        )
    if shown.number != now.number:
        raise RuleViolation(
            "another_round",
            _("This was typed for round {number}. Round {now} is in progress. Nothing was changed."),
            number=shown.number,
            now=now.number,
        )
    check_shown(shown, now.number, now.pk)
    return now


def version_tag(counting: Slip | None) -> str:
    """Return a version tag of a table for optimistic locking: the counting slip, and the last ruling made by
    hand.

    The program's own ruling does not change the tag, since it surprises nobody.
    """
    if counting is None:
        return "0"
    last = max((ruling.pk for ruling in counting.rulings.all() if ruling.by_id), default=0)
    return f"{counting.pk}-{last}"


def paper_slip(
    held: LockedSlips,
    word: str,
    reference: str,
    stated_score: int | None,
    *,
    illegible: bool = False,
    says_top: bool = False,
) -> Slip:
    """Return a slip as the arbitrator keys it, not stored yet.

    It is refused for a player who has dropped out, unless it corrects a round that has been announced.
    """
    if not held.is_announced:
        check_plays(held.entry)
    slip = desk_slip(
        held.round,
        held.by,
        entry=held.entry,
        word=word,
        reference=reference,
        stated_score=stated_score if held.game.rule_set.slips.score_stated else None,
        illegible=illegible,
        says_top=says_top,
    )
    # The round and the entry are locked. The word is empty for a player who handed in nothing, or has the top.
    slip.clean_fields(exclude=["round", "entry", "keyed_by", "word"])
    return slip


def file_paper_slip(held: LockedSlips, slip: Slip, act: str) -> Slip:
    """File a keyed slip and judge it; return the slip on record, which may be an older one that says the
    same.

    An arbitrator's correction after the announcement has the last word.
    """
    changes, counting = Changes(), held.counting
    decided = find_decided([counting] if counting else [])
    gives_way = counting and counting.pk not in decided and may_give_way(counting, slip, held.game)
    if counting and say_the_same(counting, slip, held.game) and not gives_way:
        _confirm(held, counting, changes, act)
        return counting
    for one in file_slip(slip, held.slips, held.game, decided=decided, last_word=held.is_announced):
        changes.move(one, ASIDE)
    store_slips(held.round, [slip], changes, held.reason)
    came = _comes(held.entry, slip)
    record(held, act, changes, word=slip.word, reference=slip.reference, **({"came": came} if came else {}))
    if came and not held.is_announced:
        publish(held.game)
    return slip


def _comes(entry: Entry, slip: Slip) -> PresenceChange:
    """Check in a player who hands in a slip; return what that changes."""
    if entry.arrived_at is not None or not slip.shows_presence:
        return {}
    before = presence_of(entry)
    arrive(entry)
    return presence_change(before, entry)


def _confirm(held: LockedSlips, counting: Slip, changes: Changes, act: str) -> None:
    """Note that the arbitrator keyed the same as the counting slip; their own conflicting slips are moved
    aside.
    """
    for slip in held.slips:
        if slip.in_conflict and hand_of(slip) == held.by.pk:
            changes.move(slip, ASIDE)
    confirm(counting, held.by.pk, changes)
    if changes and hand_of(counting) == held.by.pk:
        record(held, act, changes, word=counting.word, reference=counting.reference)
    elif changes:
        record(held, "slip_confirmed", changes)


def record(held: LockedSlips, act: str, changes: Changes, **params: Any) -> AuditLogEntry:
    """Log an act at a table."""
    return record_in_round(
        held.round, act, changes, by=held.by, reason=held.reason, entry=held.entry, **params
    )


def record_in_round(
    round_: Round, act: str, changes: Changes, *, by: User, reason: str, **params: Any
) -> AuditLogEntry:
    """Log an act on slips of a round; after the announcement publish the game too, since every screen shows
    it.
    """
    note_arbitrator(round_, by)
    if reason:
        params["why"] = reason
    row = audit_log.write(round_.game, act, by=by, number=round_.number, **params, **changes.params())
    if round_.state == Round.State.ANNOUNCED:
        publish(round_.game)
    return row


def _ruling_text(counting: Slip | None) -> str:
    if counting is None or not counting.shows_presence:
        return gettext("no slip")
    text = str(counting)
    ruling = counting.rulings.order_by("pk").last()
    return f"{text}, {ruling.score}" if ruling else text
