"""Arbitrators' rulings at the desk. One function an act, each one transaction with its row in the log.

An act is about one table in one round: the one in progress, or any other by its `number`. A mark (warning,
penalty, zero, solo) is a further ruling on the counting slip. The same mark given again is taken back, by a
ruling equal to the one before the mark. A warning is for conduct: it counts beside what the slip deserves.
`seen` and `reason` are those of `paper.lock_slips`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypedDict, Unpack

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from duplicate.acts.round_shown import RoundShown
from duplicate.arbitration.bulk_top import check_top
from duplicate.judging import after_penalty
from duplicate.models import Game, Round, Ruling, Slip
from duplicate.rounds import top_search
from duplicate.slips.changes import ASIDE, CARRIED, COUNTS, Changes
from duplicate.slips.conflicts import hand_of, may_be_several
from duplicate.slips.decisions import check_one_solo
from duplicate.slips.paper import LockedSlips, file_paper_slip, lock_slips, paper_slip, record, version_tag
from duplicate.slips.rulings import judge_and_store
from tournaments.errors import RuleViolation
from tournaments.models import Arbitrator, Entry

Sanction = Ruling.Sanction
# For each mark: the code with which it is taken back.
GIVEN = {
    "warning_given": "warning_taken_back",
    "penalty_given": "penalty_taken_back",
    "zero_given": "zero_taken_back",
}


class Where(TypedDict, total=False):
    """The target of an act: its table (the number, or the entry there) and round, the user, and the version
    that the user saw.
    """

    game: Game
    entry: Entry | int
    by: User
    number: int | None
    seen: str | None
    reason: str
    shown: RoundShown | None


@dataclass(frozen=True, slots=True)
class SanctionMark:
    """A sanction by one key: the code and sanction of its ruling, and the score that it leaves of a move's
    worth.
    """

    code: str
    sanction: Sanction
    left: Callable[[int, Game], int]


PENALTY = SanctionMark(
    "penalty_given", Sanction.PENALTY, lambda worth, game: after_penalty(worth, game.rule_set.sanctions)
)
ZERO = SanctionMark("zero_given", Sanction.ZERO, lambda _worth, _game: 0)
MARKS = {mark.code: mark for mark in (PENALTY, ZERO)}
# The code of a ruling that lifts a sanction of the program itself.
LIFTED = frozenset(GIVEN.values())


@top_search.top_first
@transaction.atomic
def give_top(**where: Unpack[Where]) -> Slip:
    """Record that the paper slip of that table has the top; this key does not say which isotop it is."""
    locked_slips = _lock_slips(where, compares=True)
    check_top(locked_slips.round)
    return file_paper_slip(locked_slips, paper_slip(locked_slips, "", "", None, says_top=True), "top_given")


@transaction.atomic
def give_zero(**where: Unpack[Where]) -> Slip:
    """Give the slip of that table zero.

    If there is none, its absence is recorded, or confirmed by the second arbitrator. If several slips
    contradict each other and the rules make zero of that, the conflict is settled.
    """
    locked_slips = _lock_slips(where, compares=True)
    if may_be_several(locked_slips.slips, locked_slips.game):
        return _give_zero_for_several(locked_slips)
    saw_none = where.get("seen") == version_tag(None)
    if (
        locked_slips.counting is None
        or saw_none
        or _is_others_record_of_none(locked_slips, locked_slips.counting)
    ):
        return file_paper_slip(locked_slips, paper_slip(locked_slips, "", "", None), "no_slip_keyed")
    return _mark(locked_slips, ZERO)


def _give_zero_for_several(held: LockedSlips) -> Slip:
    """Settle a conflict between several slips of one player: one counts, with a score of 0."""
    _check_may_settle(held)
    slip, last = _slip_with_ruling(held)
    changes = Changes()
    for one in held.slips:
        if one.in_conflict:
            changes.move(one, ASIDE)
    nothing = {"score": 0, "worth": 0, "sanction": Sanction.ZERO, "further_warnings": 0}
    changes.rule(last, held.by, reason=held.reason, code="several_on_paper", params={}, **nothing)
    record(held, "several_slips_given", changes)
    return slip


def _is_others_record_of_none(held: LockedSlips, counting: Slip) -> bool:
    """Tell whether another arbitrator recorded that there is no slip, and nothing else was decided since."""
    if counting.shows_presence or hand_of(counting) == held.by.pk:
        return False
    last = counting.rulings.order_by("pk").last()
    return last is not None and last.code == "no_slip"


@transaction.atomic
def mark_warning(**where: Unpack[Where]) -> Slip:
    """Give a warning for conduct, or take it back."""
    locked_slips = _lock_slips(where)
    slip, last = _slip_with_ruling(locked_slips)
    changes = Changes()
    changes.rule(last, locked_slips.by, reason=locked_slips.reason or last.reason, conduct=not last.conduct)
    record(locked_slips, "warning_taken_back" if last.conduct else "warning_given", changes)
    return slip


@transaction.atomic
def mark_penalty(**where: Unpack[Where]) -> Slip:
    """Give a penalty, or take back an existing one."""
    return _mark(_lock_slips(where), PENALTY)


@transaction.atomic
def mark_solo(**where: Unpack[Where]) -> Slip:
    """Give the solo of the round to that table; a given solo is withheld, a withheld one is left to the rules
    again.
    """
    locked_slips = _lock_slips(where)
    slip, last = _slip_with_ruling(locked_slips)
    solo = {None: True, True: False, False: None}[last.solo]
    act = {True: "solo_given", False: "solo_withheld", None: "solo_left_to_rules"}[solo]
    changes = Changes()
    changes.rule(last, locked_slips.by, reason=locked_slips.reason or last.reason, solo=solo)
    check_one_solo(locked_slips.round, locked_slips.entry.pk)
    record(locked_slips, act, changes)
    return slip


@top_search.top_first
@transaction.atomic
def overrule(
    *, score: int, worth: int | None = None, sanction: str = Sanction.NONE, **where: Unpack[Where]
) -> Slip:
    """Give a slip another score, for a reason; `worth` is the move's score before a penalty, if
    that differs.
    """
    locked_slips = _lock_slips(where)
    if not locked_slips.reason.strip():
        raise RuleViolation("reason_missing", _("Give a reason: it goes into the log."))
    slip, last = _slip_with_ruling(locked_slips)
    worth = score if worth is None else worth
    top_search.read_top(locked_slips.round)
    top = locked_slips.round.top_score or 0
    if not 0 <= score <= worth <= top:
        raise RuleViolation("above_top", _("The score is a number from 0 to {top}, the top."), top=top)
    if sanction == Sanction.ZERO and worth:
        raise RuleViolation("zero_is_nothing", _("A zero is worth nothing: the score is 0."))
    changes = Changes()
    values = {"score": score, "worth": worth, "sanction": sanction, "further_warnings": 0}
    changes.rule(last, locked_slips.by, reason=locked_slips.reason, code="overruled", params={}, **values)
    record(locked_slips, "slip_overruled", changes, score=score)
    return slip


@transaction.atomic
def settle_conflict(*, slip: Slip, **where: Unpack[Where]) -> Slip:
    """Store which of the slips that contradict each other counts. Only the chief settles a conflict between
    two arbitrators under double arbitration.
    """
    locked_slips = _lock_slips(where)
    chosen = next((one for one in locked_slips.slips if one.pk == slip.pk), None)
    if chosen is None or not any(one.in_conflict for one in locked_slips.slips):
        raise RuleViolation("no_conflict", _("This conflict is already settled."))
    keyed = _check_may_settle(locked_slips)
    changes = Changes()
    for one in locked_slips.slips:
        if one.pk != chosen.pk:
            changes.move(one, ASIDE)
    # The chosen slip counts as checked: the work of both arbitrators was seen.
    others = (keyed | {locked_slips.by.pk}) - {hand_of(chosen)}
    # A phone alone cannot replace what an arbitrator chose.
    checked_by = max(others, default=chosen.checked_by_id) if hand_of(chosen) else locked_slips.by.pk
    changes.move(chosen, COUNTS, checked_by)
    check_one_solo(locked_slips.round, locked_slips.entry.pk)
    if not chosen.rulings.exists() and locked_slips.round.state != Round.State.OPEN:
        judge_and_store(locked_slips.round, [chosen], reason=locked_slips.reason)
    top = {"says_top": True} if chosen.says_top else {}
    record(locked_slips, "conflict_settled", changes, word=chosen.word, reference=chosen.reference, **top)
    return chosen


def _check_may_settle(held: LockedSlips) -> set[int]:
    """Return the arbitrators who keyed the slips in conflict.

    Raises:
        RuleViolation: two of them disagree, and only the chief may settle that.
    """
    keyed = {hand for slip in held.slips if (hand := hand_of(slip))}
    if held.game.double_arbitration and len(keyed) > 1 and held.role != Arbitrator.Role.CHIEF:
        raise RuleViolation(
            "chief_settles", _("Only the chief arbitrator can settle a disagreement between two arbitrators.")
        )
    return keyed


def _lock_slips(where: Where, *, compares: bool = False) -> LockedSlips:
    return lock_slips(
        game=where["game"],
        entry=where["entry"],
        by=where["by"],
        number=where.get("number"),
        seen=where.get("seen"),
        reason=where.get("reason", ""),
        shown=where.get("shown"),
        compares=compares,
    )


def _slip_with_ruling(held: LockedSlips) -> tuple[Slip, Ruling]:
    """Return the counting slip and its last ruling. A phone's slip that has no ruling yet is judged first."""
    slip = held.counting
    if slip is None:
        raise RuleViolation("table_without_slip", _("Table {table} has no slip."), table=held.entry.table)
    last = slip.rulings.order_by("pk").last()
    return slip, last or judge_and_store(held.round, [slip])[0]


def _mark(held: LockedSlips, mark: SanctionMark) -> Slip:
    slip, last = _slip_with_ruling(held)
    changes = Changes()
    if last.sanction == mark.sanction and (last.code == mark.code or mark is not ZERO):
        act = GIVEN[mark.code]
        changes.rule(last, held.by, reason=held.reason, **_ruling_before_mark(last, mark))
    else:
        act = mark.code
        worth = 0 if mark is ZERO else last.worth
        values = {
            "score": mark.left(worth, held.game),
            "worth": worth,
            "sanction": mark.sanction,
            "further_warnings": warnings_of_faults(last),
            "code": mark.code,
            "params": {"was": last.pk},
        }
        changes.rule(last, held.by, reason=held.reason, **values)
    record(held, act, changes)
    return slip


def _ruling_before_mark(last: Ruling, mark: SanctionMark) -> dict[str, object]:
    """Return the values of the ruling before the mark; a sanction of the program itself is lifted instead."""
    if last.code == mark.code:
        before = Ruling.objects.get(pk=last.params["was"])
        return {name: getattr(before, name) for name in CARRIED if name not in {"solo", "conduct"}}
    return lift_sanction(last.further_warnings) | {
        "score": last.worth,
        "params": {},
        "code": GIVEN[mark.code],
    }


def warnings_of_faults(ruling: Ruling) -> int:
    """Return the number of warnings for faults of the slip, without that for conduct."""
    return ruling.warnings - ruling.conduct


def lift_sanction(warnings: int) -> dict[str, object]:
    """Return the values of a ruling of which a heavier sanction than its warnings is lifted."""
    return {
        "sanction": Sanction.WARNING if warnings else Sanction.NONE,
        "further_warnings": max(0, warnings - 1),
    }
