"""Arbitrators' decisions about slips of a round: whether one stands, and the solo given by hand.

A decision *stands* while the last ruling on a slip differs from the program's own last one. So a mark that was taken
back or undone is no decision any more. A decision stands until an arbitrator changes it: no further slip
replaces it.
"""

from collections.abc import Iterable
from datetime import datetime

from django.utils.translation import gettext_lazy as _

from duplicate.attendance.seating import entries_of
from duplicate.models import Round, Ruling, Slip
from duplicate.slips.changes import CARRIED, COUNTS, Changes, make_overtaken_error
from tournaments.errors import RuleViolation


def is_decided(rulings: Iterable[Ruling]) -> bool:
    """Return whether an arbitrator's decision stands among all rulings on one slip, in any order."""
    in_order = sorted(rulings, key=lambda ruling: ruling.pk)
    if not any(ruling.by_id for ruling in in_order):
        return False
    own = next((ruling for ruling in reversed(in_order) if ruling.by_id is None), None)
    return own is None or not _say_the_same(own, in_order[-1])


def find_decided(slips: Iterable[Slip]) -> frozenset[int]:
    """Return the keys of the stored slips on which a decision stands; usually one query, and none without
    slips.
    """
    stored = [slip.pk for slip in slips if slip.pk]
    by_hand = Ruling.objects.filter(slip__in=stored, by__isnull=False) if stored else Ruling.objects.none()
    touched = set(by_hand.order_by().values_list("slip_id", flat=True))
    if not touched:
        return frozenset()
    rulings: dict[int, list[Ruling]] = {}
    for ruling in Ruling.objects.filter(slip__in=touched):
        rulings.setdefault(ruling.slip_id, []).append(ruling)
    return frozenset(pk for pk, theirs in rulings.items() if is_decided(theirs))


def check_decisions_stand(changes: Changes, since: datetime) -> None:
    """Refuse to undo an act if that would move a slip aside on which an arbitrator has decided since.

    Raises:
        RuleViolation: a decision stands on such a slip that did not stand before the act, or stood with other
            values.
    """
    gone = [moved.slip for moved in changes.moved if moved.before[0] == COUNTS and moved.after[0] != COUNTS]
    decided = find_decided(Slip.objects.filter(pk__in=gone)) if gone else frozenset()
    now: dict[int, Ruling] = {}
    then: dict[int, Ruling] = {}
    for ruling in Ruling.objects.filter(slip__in=decided).order_by("pk") if decided else ():
        now[ruling.slip_id] = ruling
        if ruling.made_at < since:
            then[ruling.slip_id] = ruling
    if any(slip not in then or not _say_the_same(then[slip], now[slip]) for slip in decided):
        raise make_overtaken_error()


def _say_the_same(one: Ruling, other: Ruling) -> bool:
    return all(getattr(one, name) == getattr(other, name) for name in CARRIED)


def check_one_solo(round_: Round, entry_id: int | None = None) -> None:
    """Refuse an act after which two players have the solo of a round by an arbitrator's decision.

    `entry_id` is the player whom the act was about.

    Raises:
        RuleViolation: another player was given the solo; that must be taken back first.
    """
    counting = round_.slips.counting().filter(rulings__solo=True)
    rulings = Ruling.objects.filter(slip__in=counting.order_by().values("pk")).order_by("pk")
    last = dict(rulings.values_list("slip__entry_id", "solo"))
    holders = [holder for holder, solo in last.items() if solo]
    others = [holder for holder in holders if holder != entry_id]
    if len(holders) > 1 and (entry_id is None or entry_id in holders):
        other = entries_of(round_.game).get(pk=others[0])
        raise RuleViolation(
            "solo_taken", _("Table {table} already has the solo of this round."), table=other.table
        )
