"""What arbitrators rule at the desk. One function an act, each one transaction with its row in the log.

An act is about one table in one round: the one in progress, or any other by its `number`. A mark (warning, penalty,
zero, solo) is a further ruling on the slip that counts; given again it is taken back, by a ruling that is as the one
before the mark. `seen` and `reason` are those of `papers.hold`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypedDict, Unpack

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from duplicate import search
from duplicate.changes import ASIDE, CARRIED, COUNTS, Changes
from duplicate.conflicts import hand_of
from duplicate.judging import after_penalty
from duplicate.models import Game, Round, Ruling, Slip
from duplicate.papers import Held, file_slip, hold, paper_slip, record, seen_mark
from duplicate.rest import tops_of
from duplicate.rulings import judge_and_store
from duplicate.seats import entries_of
from tournaments.errors import RuleViolation
from tournaments.models import Arbitrator, Entry

Sanction = Ruling.Sanction
# What a mark says beside the values that it changes: enough to take it back.
GIVEN = {
    "warning_given": "warning_taken_back",
    "penalty_given": "penalty_taken_back",
    "zero_given": "zero_taken_back",
}


class Where(TypedDict, total=False):
    """At which table, in which round, by whom, and what they saw."""

    game: Game
    entry: Entry
    by: User
    number: int | None
    seen: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class Mark:
    """A sanction by one key: the code and sanction of its ruling, and what it leaves of a move's worth."""

    code: str
    sanction: Sanction
    left: Callable[[int, Game], int]


WARNING = Mark("warning_given", Sanction.WARNING, lambda worth, _game: worth)
PENALTY = Mark(
    "penalty_given", Sanction.PENALTY, lambda worth, game: after_penalty(worth, game.rule_set.sanctions)
)
ZERO = Mark("zero_given", Sanction.ZERO, lambda _worth, _game: 0)


@search.top_first
@transaction.atomic
def give_top(**where: Unpack[Where]) -> Slip:
    """The paper slip of that table has the top: which isotop, this key does not say, so one that is there fits."""
    held = _hold(where, compares=True)
    written = tops_of(held.round).written_like(held.counting)
    return file_slip(held, paper_slip(held, *written), "top_given")


@transaction.atomic
def give_zero(**where: Unpack[Where]) -> Slip:
    """The slip of that table is worth nothing; where there is none, that there is none is put on record, or confirmed
    by the second arbitrator.
    """
    held = _hold(where, compares=True)
    saw_none = where.get("seen") == seen_mark(None)
    if held.counting is None or saw_none or _is_others_record_of_none(held, held.counting):
        return file_slip(held, paper_slip(held, "", "", None), "no_slip_keyed")
    return _mark(held, ZERO)


def _is_others_record_of_none(held: Held, counting: Slip) -> bool:
    """Whether another arbitrator put on record that there is no slip, and nothing else was decided since."""
    if counting.word or hand_of(counting) == held.by.pk:
        return False
    last = counting.rulings.order_by("pk").last()
    return last is not None and last.code == "no_slip"


@transaction.atomic
def mark_warning(**where: Unpack[Where]) -> Slip:
    """Give a warning, or take back the one that there is."""
    return _mark(_hold(where), WARNING)


@transaction.atomic
def mark_penalty(**where: Unpack[Where]) -> Slip:
    """Give a penalty, or take back the one that there is."""
    return _mark(_hold(where), PENALTY)


@transaction.atomic
def mark_solo(**where: Unpack[Where]) -> Slip:
    """Give the solo of the round to that table; given already, withhold it; withheld, leave it to the rules again."""
    held = _hold(where)
    slip, last = _ruled(held)
    solo = {None: True, True: False, False: None}[last.solo]
    if solo:
        _check_no_other_solo(held)
    act = {True: "solo_given", False: "solo_withheld", None: "solo_left_to_rules"}[solo]
    changes = Changes()
    changes.rule(last, held.by, reason=held.reason, solo=solo)
    record(held, act, changes)
    return slip


@search.top_first
@transaction.atomic
def overrule(
    *, score: int, worth: int | None = None, sanction: str = Sanction.NONE, **where: Unpack[Where]
) -> Slip:
    """Give a slip another score, for a reason; `worth` is what the move brings before a penalty, if that differs."""
    held = _hold(where)
    if not held.reason.strip():
        raise RuleViolation("reason_missing", _("Say why the score is changed."))
    slip, last = _ruled(held)
    worth = score if worth is None else worth
    search.find_top(held.round.pk)
    top = Round.objects.values_list("top_score", flat=True).get(pk=held.round.pk) or 0
    if not 0 <= score <= worth <= top:
        raise RuleViolation("above_top", _("The score is a number from 0 to {top}, the top."), top=top)
    if sanction == Sanction.ZERO and worth:
        raise RuleViolation("zero_is_nothing", _("A zero is worth nothing: the score is 0."))
    changes = Changes()
    values = {"score": score, "worth": worth, "sanction": sanction, "code": "overruled", "params": {}}
    changes.rule(last, held.by, reason=held.reason, **values)
    record(held, "slip_overruled", changes, score=score)
    return slip


@transaction.atomic
def settle_conflict(*, slip: Slip, **where: Unpack[Where]) -> Slip:
    """Decide which of the slips that contradict each other counts; under double arbitration, between two
    arbitrators, the chief does.
    """
    held = _hold(where)
    chosen = next((one for one in held.slips if one.pk == slip.pk), None)
    if chosen is None or not any(one.in_conflict for one in held.slips):
        raise RuleViolation("no_conflict", _("This conflict has been settled."))
    keyed = {hand for one in held.slips if (hand := hand_of(one))}
    if held.game.double_arbitration and len(keyed) > 1 and held.role != Arbitrator.Role.CHIEF:
        raise RuleViolation(
            "chief_settles", _("What two arbitrators disagree on, the chief arbitrator settles.")
        )
    changes = Changes()
    for one in held.slips:
        if one.pk != chosen.pk:
            changes.move(one, ASIDE)
    # Both arbitrators' work has been looked at: the slip that counts is a checked one.
    others = (keyed | {held.by.pk}) - {hand_of(chosen)}
    checked_by = max(others, default=None) if hand_of(chosen) else None
    changes.move(chosen, COUNTS, checked_by)
    if not chosen.rulings.exists() and held.round.state != Round.State.OPEN:
        judge_and_store(held.round, [chosen], reason=held.reason)
    record(held, "conflict_settled", changes, word=chosen.word, reference=chosen.reference)
    return chosen


def _hold(where: Where, *, compares: bool = False) -> Held:
    return hold(
        game=where["game"],
        entry=where["entry"],
        by=where["by"],
        number=where.get("number"),
        seen=where.get("seen"),
        reason=where.get("reason", ""),
        compares=compares,
    )


def _ruled(held: Held) -> tuple[Slip, Ruling]:
    """The slip that counts, with its last ruling; a slip from a phone may not have been judged yet."""
    slip = held.counting
    if slip is None:
        raise RuleViolation("table_without_slip", _("Table {table} has no slip."), table=held.entry.table)
    last = slip.rulings.order_by("pk").last()
    return slip, last or judge_and_store(held.round, [slip])[0]


def _mark(held: Held, mark: Mark) -> Slip:
    slip, last = _ruled(held)
    changes = Changes()
    if last.sanction == mark.sanction and (last.code == mark.code or mark is not ZERO):
        act = GIVEN[mark.code]
        changes.rule(last, held.by, reason=held.reason, **_without(last, mark))
    else:
        act = mark.code
        worth = 0 if mark is ZERO else last.worth
        values = {
            "score": mark.left(worth, held.game),
            "worth": worth,
            "sanction": mark.sanction,
            "code": mark.code,
            "params": {"was": last.pk},
        }
        changes.rule(last, held.by, reason=held.reason, **values)
    record(held, act, changes)
    return slip


def _without(last: Ruling, mark: Mark) -> dict[str, object]:
    """The ruling before the mark was given; the program's own sanction is lifted instead."""
    if last.code == mark.code:
        before = Ruling.objects.get(pk=last.params["was"])
        return {name: getattr(before, name) for name in CARRIED if name != "solo"}
    lifted: dict[str, object] = {"sanction": Sanction.NONE, "score": last.worth, "params": {}}
    return lifted | {"code": GIVEN[mark.code]}


def _check_no_other_solo(held: Held) -> None:
    """One player alone can have the solo: what another one was given by hand is taken back first."""
    rulings = Ruling.objects.filter(slip__round=held.round, slip__effective=True).order_by("pk")
    given = dict(rulings.values_list("slip__entry_id", "solo"))
    others = [entry for entry, solo in given.items() if solo and entry != held.entry.pk]
    if others:
        other = entries_of(held.game).get(pk=others[0])
        raise RuleViolation(
            "solo_taken", _("Table {table} was given the solo of this round."), table=other.table
        )
