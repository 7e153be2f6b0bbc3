"""The key for "all the rest have the top": it files the top for all tables for which an arbitrator has keyed
nothing.

The rest are the tables without a slip, even a late one, whose players were there in the round; under double
arbitration also those that only another arbitrator has keyed. So the key is the arbitrator's own entry, and is
compared with the other's like an entry that is keyed table by table.
"""

from collections.abc import Sequence

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from duplicate.acts.locks import lock_game
from duplicate.acts.round_shown import RoundShown
from duplicate.attendance.absences import find_missed
from duplicate.attendance.seating import entries_of
from duplicate.models import Game, Round, Slip
from duplicate.rounds import top_search
from duplicate.slips.changes import COUNTS, Changes
from duplicate.slips.conflicts import find_unchecked_slips
from duplicate.slips.filing import desk_slip, file_slip, store_slips
from duplicate.slips.paper import record_in_round, round_to_rule_in
from tournaments.errors import RuleViolation
from tournaments.events.staff import check_may_judge, tables_of
from tournaments.locks import lock_entries
from tournaments.models import Entry
from tournaments.wording.number_ranges import range_text, ranges_text


def check_top(round_: Round) -> None:
    """Find the top of a round, if nobody has yet, and check that there is one.

    Raises:
        RuleViolation: no move is possible.
    """
    top_search.read_top(round_)
    if not round_.tops:
        raise RuleViolation("no_top", _("No move is possible with this rack: nobody has the top."))


@top_search.top_first
@transaction.atomic
def rest_have_top(
    *, game: Game, by: User, number: int | None = None, reason: str = "", shown: RoundShown | None = None
) -> int:
    """Give the top to all the rest, among the arbitrator's own tables with players who are there; return how
    many.
    """
    game = lock_game(game)
    check_may_judge(game.event, by)
    round_ = round_to_rule_in(game, number, reason, shown)
    # Slips that arrive now wait for the locks, and are then in conflict with the top or say the same.
    there = entries_of(game).filter(withdrawn_at=None, arrived_at__isnull=False)
    present = lock_entries(there)
    own = tables_of(game.event, by)
    missed = find_missed(round_, present)
    present = [entry for entry in present if entry.pk not in missed]
    entries = [entry for entry in present if own is None or entry.table in own]
    check_top(round_)
    changes = Changes()
    slips = _top_slips(round_, entries, by)
    checked, contradicted = _compare_with_top(round_, entries, by)
    if not slips and not checked and not contradicted:
        raise _nobody_left(round_, present, own)
    store_slips(round_, slips + contradicted, changes, reason)
    changes.move_all(checked, COUNTS, by.pk)
    count = len(slips) + len(checked) + len(contradicted)
    record_in_round(round_, "rest_have_top", changes, by=by, reason=reason, count=count)
    return count


def count_not_checked_in(game: Game, by: User) -> int:
    """Return how many expected players at the arbitrator's own tables "all the rest have the top" skips."""
    own = tables_of(game.event, by)
    expected = entries_of(game).filter(withdrawn_at=None, arrived_at=None)
    return expected.count() if own is None else expected.filter(table__in=own).count()


def _nobody_left(round_: Round, present: Sequence[Entry], own: range | None) -> RuleViolation:
    """Return the error for an empty rest: everybody has a slip, or everybody at the arbitrator's
    own tables.
    """
    have_slips = _with_slips(round_)
    without = sorted(entry.table for entry in present if entry.pk not in have_slips)
    if not without or own is None:
        return RuleViolation("no_rest", _("Everybody has a slip."))
    return RuleViolation(
        "no_rest",
        _("All your tables ({own}) have a slip. Other arbitrators’ tables without one: {tables}."),
        own=range_text(own),
        tables=ranges_text(without),
    )


def _top_slips(round_: Round, entries: Sequence[Entry], by: User) -> list[Slip]:
    """Return a slip with the top for every table without a slip; not stored yet."""
    have_slips = _with_slips(round_)
    return [
        desk_slip(round_, by, entry=entry, says_top=True) for entry in entries if entry.pk not in have_slips
    ]


def _with_slips(round_: Round) -> set[int]:
    """Return the keys of the entries with a slip that counts, or came late."""
    return set(round_.slips.counting_or_late().values_list("entry_id", flat=True))


def _compare_with_top(round_: Round, entries: Sequence[Entry], by: User) -> tuple[list[Slip], list[Slip]]:
    """Compare the slips that only another arbitrator has keyed with the top, under double arbitration.

    Return the slips that have the top, and new slips of `by` that contradict the others; these are not stored
    yet.
    """
    if not round_.game.double_arbitration:
        return [], []
    keyed = (
        find_unchecked_slips(round_).filter(entry__in=entries).exclude(keyed_by=by).select_related("round")
    )
    # A conflict between two arbitrators waits for the chief.
    in_conflict = round_.slips.in_conflict().values("entry")
    same, contradicted = [], []
    for slip in keyed.exclude(entry__in=in_conflict).order_by("pk"):
        mine = desk_slip(round_, by, entry_id=slip.entry_id, says_top=True)
        file_slip(mine, [slip], round_.game, decided=())
        if mine.in_conflict:
            contradicted.append(mine)
        else:
            same.append(slip)
    return same, contradicted
