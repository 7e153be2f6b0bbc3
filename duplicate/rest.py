"""All the rest have the top: one key for the tables of which an arbitrator has keyed nothing.

The rest are the tables of whom nobody has a slip; under double arbitration also those that another arbitrator alone
has keyed. So the key is each arbitrator's own entry, compared with the other's like one that is keyed table by table.
"""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from duplicate import log, search
from duplicate.changes import COUNTS, Changes
from duplicate.conflicts import say_the_same, unchecked_slips
from duplicate.holding import hold_entries, hold_game
from duplicate.models import Game, Round, Slip
from duplicate.papers import round_to_rule_in
from duplicate.progress import written, written_ranges
from duplicate.publishing import publish
from duplicate.rulings import judge_and_store
from duplicate.seats import entries_of
from tournaments import clock
from tournaments.errors import RuleViolation
from tournaments.models import Entry
from tournaments.posts import check_may_judge, tables_of


@dataclass(frozen=True, slots=True)
class Tops:
    """The top that would be placed, and word and reference of every isotop."""

    word: str
    reference: str
    score: int
    isotops: frozenset[tuple[str, str]]

    def written_like(self, slip: Slip | None) -> tuple[str, str, int | None]:
        """The top as an arbitrator says it who doesn't say which isotop: the one that is there fits. What a phone
        states stands; on paper the top is stated right.
        """
        if slip is None or (slip.word, slip.reference) not in self.isotops:
            return self.word, self.reference, self.score
        return (
            slip.word,
            slip.reference,
            slip.stated_score if slip.source == Slip.Source.PHONE else self.score,
        )


def tops_of(round_: Round) -> Tops:
    """Worked out now if nobody has yet.

    Raises:
        RuleViolation: no move is possible.
    """
    search.find_top(round_.pk)
    round_.refresh_from_db(fields=["tops", "top_score"])
    tops = round_.tops or []
    for top in tops:
        if top["preferred"]:
            isotops = frozenset((one["word"], one["reference"]) for one in tops)
            return Tops(top["word"], top["reference"], round_.top_score or 0, isotops)
    raise RuleViolation("no_top", _("No move is possible with this rack: nobody has the top."))


@search.top_first
@transaction.atomic
def rest_have_top(*, game: Game, by: User, number: int | None = None, reason: str = "") -> int:
    """All the rest have the top, among the tables that are the arbitrator's and of players who are there. How many
    these were.
    """
    game = hold_game(game)
    check_may_judge(game.event, by)
    round_ = round_to_rule_in(game, number, reason)
    # Slips on their way in wait, and are then in conflict with the top or say the same.
    there = entries_of(game).filter(withdrawn_at=None, arrived_at__isnull=False)
    present = hold_entries(there)
    own = tables_of(game.event, by)
    entries = [entry for entry in present if own is None or entry.table in own]
    tops, changes = tops_of(round_), Changes()
    slips = _top_slips(round_, entries, tops, by)
    checked, contradicted = _compared(round_, entries, tops, by)
    if not slips and not checked and not contradicted:
        raise _nobody_left(round_, present, own)
    Slip.objects.bulk_create(slips + contradicted)
    judge_and_store(round_, slips + contradicted, reason=reason)
    changes.add(slips + contradicted)
    changes.move_all(checked, COUNTS, by.pk)
    why: dict[str, Any] = {"why": reason} if reason else {}
    count = len(slips) + len(checked) + len(contradicted)
    log.write(game, "rest_have_top", by=by, number=round_.number, count=count, **why, **changes.params())
    if round_.state == Round.State.ANNOUNCED:
        publish(game)
    return count


def _nobody_left(round_: Round, present: Sequence[Entry], own: range | None) -> RuleViolation:
    """Why there are no rest: everybody has a slip, or everybody at the arbitrator's own tables."""
    have_slips = set(round_.slips.filter(effective=True).values_list("entry_id", flat=True))
    without = sorted(entry.table for entry in present if entry.pk not in have_slips)
    if not without or own is None:
        return RuleViolation("no_rest", _("Everybody has a slip."))
    return RuleViolation(
        "no_rest",
        _("Everybody at your tables ({own}) has a slip. Without one are tables of others: {tables}."),
        own=written(own),
        tables=written_ranges(without),
    )


def _top_slips(round_: Round, entries: Sequence[Entry], tops: Tops, by: User) -> list[Slip]:
    """For every table without a slip that counts; not stored yet."""
    have_slips = set(round_.slips.filter(effective=True).values_list("entry_id", flat=True))
    return [_top_slip(round_, entry.pk, tops, by) for entry in entries if entry.pk not in have_slips]


def _compared(round_: Round, entries: Sequence[Entry], tops: Tops, by: User) -> tuple[list[Slip], list[Slip]]:
    """Under double arbitration, of what another arbitrator alone has keyed: the slips that have the top, and slips of
    one's own that contradict the others; these are not stored yet.
    """
    if not round_.game.double_arbitration:
        return [], []
    keyed = unchecked_slips(round_).filter(entry__in=entries).exclude(keyed_by=by)
    # Where two contradict each other already, the chief is waited for.
    in_conflict = round_.slips.filter(in_conflict=True).values("entry")
    same, contradicted = [], []
    for slip in keyed.exclude(entry__in=in_conflict).order_by("pk"):
        mine = _top_slip(round_, slip.entry_id, tops, by, like=slip)
        if say_the_same(slip, mine, round_.game):
            same.append(slip)
        else:
            mine.effective, mine.in_conflict = False, True
            contradicted.append(mine)
    return same, contradicted


def _top_slip(round_: Round, entry_id: int, tops: Tops, by: User, like: Slip | None = None) -> Slip:
    word, reference, score = tops.written_like(like)
    return Slip(
        round=round_,
        entry_id=entry_id,
        client_id=uuid.uuid4(),
        word=word,
        reference=reference,
        stated_score=score if round_.game.rule_set.slips.score_stated else None,
        received_at=clock.now(),
        source=Slip.Source.DESK,
        keyed_by=by,
    )
