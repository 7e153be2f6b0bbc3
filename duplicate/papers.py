"""Paper at the desk: holding a table while an arbitrator acts on it, and filing what was keyed.

What always holds: an arbitrator changes only what they saw; after the announcement nothing changes without a reason;
every change is in the log with what undoing it needs.
"""

import uuid
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from duplicate import log
from duplicate.changes import ASIDE, Changes
from duplicate.conflicts import check, counting_among, hand_of, place_slip, say_the_same, standing_slips
from duplicate.holding import hold_entry, hold_game, hold_round
from duplicate.models import Game, LogEntry, Round, Slip
from duplicate.presence import shows_presence
from duplicate.publishing import publish
from duplicate.rulings import judge_and_store
from tournaments import clock
from tournaments.arrivals import arrive
from tournaments.errors import RuleViolation
from tournaments.models import Entry
from tournaments.posts import check_may_judge
from tournaments.registration import check_plays


@dataclass(frozen=True, slots=True)
class Held:
    """One player's standing slips of a round, held until the end of the transaction; `role` is the arbitrator's."""

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


def hold(
    *,
    game: Game,
    entry: Entry,
    number: int | None,
    by: User,
    seen: str | None = None,
    reason: str = "",
    compares: bool = False,
) -> Held:
    """Lock a table for an arbitrator's act in round `number` (or the last one); `seen` is what `seen_mark` said when
    the arbitrator looked. An act that `compares` is an entry of one's own: under double arbitration it is not in the
    way of the one that another arbitrator has made meanwhile.

    Raises:
        RuleViolation: the round is not out yet, or is announced and there is no reason; a helper may not judge;
            the table has changed since the arbitrator looked.
    """
    game = hold_game(game)
    role = check_may_judge(game.event, by)
    round_ = round_to_rule_in(game, number, reason)
    entry = hold_entry(game, entry)
    held = Held(game, round_, entry, by, role, reason, standing_slips(entry, round_))
    own_entry = compares and seen == seen_mark(None) and _is_others_first_entry(held)
    if seen is not None and seen != seen_mark(held.counting) and not own_entry:
        raise RuleViolation(
            "slip_changed",
            _("Table {table} has changed in the meantime and now has: {now}. Nothing was overwritten."),
            table=entry.table,
            now=_as_text(held.counting),
        )
    return held


def _is_others_first_entry(held: Held) -> bool:
    """Whether another arbitrator has keyed the table under double arbitration, and it waits for the second one."""
    counting = held.counting
    first = counting and held.game.double_arbitration and counting.checked_by_id is None
    return bool(counting and first and hand_of(counting) not in {None, held.by.pk})


def round_to_rule_in(game: Game, number: int | None, reason: str) -> Round:
    """A round of a game that is held, held for an act on its slips."""
    if number is None:
        number = max(game.rounds.standing().values_list("number", flat=True), default=1)
    round_ = hold_round(game, number)
    if round_ is None or round_.state == Round.State.DRAWN:
        raise RuleViolation("round_not_open", _("Round {number} is not open."), number=number)
    if round_.state == Round.State.ANNOUNCED and not reason.strip():
        raise RuleViolation(
            "round_announced", _("Round {number} has been announced: a change needs a reason."), number=number
        )
    return round_


def seen_mark(counting: Slip | None) -> str:
    """What an arbitrator sees of a table, as a text that changes when another one changes it: the slip that counts,
    and the last ruling made by hand. (The program's own ruling takes nobody by surprise.)
    """
    if counting is None:
        return "0"
    last = max((ruling.pk for ruling in counting.rulings.all() if ruling.by_id), default=0)
    return f"{counting.pk}-{last}"


def paper_slip(
    held: Held, word: str, reference: str, stated_score: int | None, *, illegible: bool = False
) -> Slip:
    """A slip as the arbitrator keys it; not stored yet. None is taken any more from who has dropped out, but for a
    correction of a round that has been announced.
    """
    if not held.is_announced:
        check_plays(held.entry)
    slip = Slip(
        round=held.round,
        entry=held.entry,
        client_id=uuid.uuid4(),
        word=word,
        reference=reference,
        stated_score=stated_score if held.game.rule_set.slips.score_stated else None,
        received_at=clock.now(),
        source=Slip.Source.DESK,
        keyed_by=held.by,
        illegible=illegible,
    )
    # No word at all is what is kept of a player who handed in nothing.
    slip.clean_fields(exclude=["word"])
    return slip


def file_slip(held: Held, slip: Slip, act: str) -> Slip:
    """File a keyed slip and judge it; where it says what is on record already, that one is the answer. An
    arbitrator's correction after the announcement is the last word.
    """
    changes, counting = Changes(), held.counting
    if counting and say_the_same(counting, slip, held.game):
        if hand_of(counting) != hand_of(slip):
            _confirm(held, counting, changes)
        return counting
    place_slip(slip, held.slips, held.game, changes, last_word=held.is_announced)
    judge_and_store(held.round, [slip], reason=held.reason)
    came = _comes(held.entry, slip)
    record(held, act, changes, word=slip.word, reference=slip.reference, **({"came": True} if came else {}))
    if came and not held.is_announced:
        publish(held.game)
    return slip


def _comes(entry: Entry, slip: Slip) -> bool:
    """Whoever hands in a slip is there; whether they were expected until then."""
    if entry.arrived_at is not None or not shows_presence(slip):
        return False
    arrive(entry)
    return True


def _confirm(held: Held, counting: Slip, changes: Changes) -> None:
    """Another hand said the same; if it said something else before, that is forgotten."""
    for one in held.slips:
        if one.in_conflict and hand_of(one) == held.by.pk:
            changes.move(one, ASIDE)
    check(counting, held.by.pk, changes)
    if changes:
        record(held, "slip_confirmed", changes)


def record(held: Held, act: str, changes: Changes, **params: Any) -> LogEntry:
    """Put an act at a table on record; after the announcement it changes what every screen shows."""
    if held.reason:
        params["why"] = held.reason
    number = held.round.number
    row = log.write(held.game, act, by=held.by, number=number, entry=held.entry, **params, **changes.params())
    if held.is_announced:
        publish(held.game)
    return row


def _as_text(counting: Slip | None) -> str:
    if counting is None or not counting.word:
        return gettext("no slip")
    text = f"{counting.word} {counting.reference}".strip()
    ruling = counting.rulings.order_by("pk").last()
    return f"{text}, {ruling.score}" if ruling else text
