"""Filing slips: which slip of a player counts in a round, if several came by phone, on paper, or from two
arbitrators.

A phone's slip replaces an earlier one of the phone. Any other slip that says the same as the counting one
changes nothing, except that a keyed slip gives way to a phone's, and a key for the top to any that says the move: so
their order never matters. One that says something else is *in conflict* with it until an arbitrator settles which
counts; rounds are not announced before. So an arbitrator who keys a second slip for a table is asked if it
corrects the first or the player handed in both.

No slip replaces one on which an arbitrator's decision stands (`decisions`): a further slip from any hand is
in conflict with it. A correction after the announcement is no exception.

`file_slip` is the one way to a slip's place. It works on rows in memory, so that the slips of many players
can be filed one after the other and then be stored together.
"""

import uuid
from collections.abc import Collection, Sequence
from typing import Any

from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy as _

from duplicate.models import Game, Round, Slip
from duplicate.slips.changes import ASIDE, COUNTS, IN_CONFLICT, Changes, set_place
from duplicate.slips.conflicts import counting_among, hand_of, say_the_same
from duplicate.slips.rulings import judge_and_store
from tournaments.errors import RuleViolation
from tournaments.time import clock


def check_takes_slips(round_: Round | None, number: int) -> Round:
    """Return the round, if it takes slips.

    Raises:
        RuleViolation: it is not open yet, cancelled, or announced.
    """
    if round_ is None or round_.state == Round.State.DRAWN:
        raise RuleViolation("round_not_open", _("Round {number} is not open."), number=number)
    if round_.state == Round.State.CANCELLED:
        raise RuleViolation(
            "round_cancelled", _("Round {number} was cancelled; its slips do not count."), number=number
        )
    if round_.state == Round.State.ANNOUNCED:
        raise RuleViolation(
            "round_announced", _("Round {number} has been announced: the slip is too late."), number=number
        )
    return round_


def file_slip(
    slip: Slip, there: Sequence[Slip], game: Game, *, decided: Collection[int], last_word: bool = False
) -> tuple[Slip, ...]:
    """Set the place of a new slip among all slips of its player and round that are `there`; return those that
    the caller is to move aside.

    Late slips score 0 and replace nothing. No slip replaces one that is among the `decided`; one that has the
    `last_word` replaces all others.
    """
    set_place(slip, (ASIDE, None))
    if slip.source == Slip.Source.PHONE:
        deadline = slip.round.deadline(game.rule_set)
        slip.late = deadline is not None and slip.received_at > deadline
        if slip.late or _is_outdone(slip, there, game):
            return ()
    beside = [one for one in there if one.effective or one.in_conflict]
    counting = counting_among(beside)
    mends = any(
        one.in_conflict and hand_of(one) != hand_of(slip) and say_the_same(one, slip, game) for one in beside
    )
    replaced = tuple(
        one
        for one in beside
        if one.pk not in decided
        and (
            last_word
            or (
                hand_of(one) == hand_of(slip)
                and not _is_confirmed_by_desk(one)
                and (mends or not _may_be_another(one, slip, game))
            )
        )
    )
    if counting is not None and counting not in replaced:
        gives_way = may_give_way(counting, slip, game)
        if counting.pk in decided or not gives_way:
            # What was decided of a key for the top, or of a slip hard to read, was decided without this one.
            judged_alike = not (gives_way and (counting.says_top or counting.illegible))
            same = say_the_same(slip, counting, game) and judged_alike
            set_place(slip, (ASIDE if same else IN_CONFLICT, None))
            return replaced
    agreeing = tuple(one for one in beside if one not in replaced and say_the_same(one, slip, game))
    # Note the last one who keyed the same, as in `confirm`.
    hands = [hand for one in agreeing for hand in (hand_of(one), one.checked_by_id)]
    checkers = [hand for hand in hands if hand not in {None, hand_of(slip)}]
    set_place(slip, (COUNTS, checkers[-1] if checkers else None))
    return replaced + agreeing


def may_give_way(counting: Slip, slip: Slip, game: Game) -> bool:
    """Return whether a keyed slip gives way to another one, unless it is decided: to a phone's that says the same, and
    a key for the top to any that says the move. So that one is judged as if it had come first.
    """
    if counting.source == Slip.Source.PHONE or slip.says_top:
        return False
    says_more = slip.source == Slip.Source.PHONE or counting.says_top
    return says_more and say_the_same(slip, counting, game)


def desk_slip(round_: Round, by: User, **values: Any) -> Slip:
    """Return a slip as the desk keys it, not stored yet."""
    return Slip(
        round=round_,
        client_id=uuid.uuid4(),
        received_at=clock.now(),
        source=Slip.Source.DESK,
        keyed_by=by,
        **values,
    )


def store_slips(round_: Round, slips: Sequence[Slip], changes: Changes, reason: str) -> None:
    """Store slips of the desk, which were filed, and judge them."""
    Slip.objects.bulk_create(slips)
    changes.add(slips)
    judge_and_store(round_, slips, reason=reason)


def _is_outdone(slip: Slip, there: Sequence[Slip], game: Game) -> bool:
    """Return whether a phone's slip loses to another one by the server's stamps, in whatever order they are
    stored.

    A slip that was overtaken on its way replaces nothing; if the first slip counts, a second one does not. If
    different slips make zero, their order does not matter: the one stored last counts, and has no ruling yet
    that knew fewer slips.
    """
    stamps = [one.received_at for one in there if one.source == Slip.Source.PHONE and not one.late]
    second_slip = game.rule_set.slips.second_slip
    if second_slip == "ignored":
        return any(stamp <= slip.received_at for stamp in stamps)
    return second_slip == "replaces" and any(stamp > slip.received_at for stamp in stamps)


def _may_be_another(keyed: Slip, slip: Slip, game: Game) -> bool:
    """Return whether a keyed slip and a later keyed one may be two that the player handed in."""
    return keyed.source == Slip.Source.DESK and keyed.shows_presence and not say_the_same(keyed, slip, game)


def _is_confirmed_by_desk(slip: Slip) -> bool:
    """Return whether a phone's slip was also handed in on paper, or an arbitrator settled that it counts."""
    return slip.source == Slip.Source.PHONE and slip.checked_by_id is not None


def let_received_count(round_: Round, changes: Changes) -> None:
    """Let a waiting slip count for each player whom an undo has left without a counting slip.

    Waiting slips came from another hand meanwhile: they were in conflict, or lay aside because they said the same. Of
    a phone's slips only the one that the rules choose waits. A slip with a receipt is never lost.
    """
    touched = Slip.objects.filter(pk__in=[moved.slip for moved in changes.moved]).values("entry")
    by_entry: dict[int, list[Slip]] = {}
    for slip in round_.slips.in_time().filter(entry__in=touched).order_by("received_at", "pk"):
        slip.round = round_
        by_entry.setdefault(slip.entry_id, []).append(slip)
    for slips in by_entry.values():
        _let_waiting_count(slips, round_.game, changes)


def _let_waiting_count(slips: Sequence[Slip], game: Game, changes: Changes) -> None:
    """Do so for one player, whose slips in time are in the order of the server's stamps."""
    first_counts = game.rule_set.slips.second_slip == "ignored"
    sent = [slip for slip in slips if slip.source == Slip.Source.PHONE]
    of_phone = (sent[0] if first_counts else sent[-1]) if sent else None
    outdated = [slip for slip in sent if slip is not of_phone and slip.in_conflict]
    for slip in outdated:
        changes.move(slip, ASIDE)
    counting = counting_among(slips)
    if counting is not None:
        if of_phone and outdated and not of_phone.effective and not say_the_same(of_phone, counting, game):
            changes.move(of_phone, IN_CONFLICT)
        return
    waiting = [slip for slip in slips if slip.in_conflict] or ([of_phone] if of_phone else [])
    if not waiting:
        return
    chosen = waiting[0 if first_counts else -1]
    changes.move(chosen, COUNTS)
    for slip in waiting:
        if slip.in_conflict and say_the_same(slip, chosen, game):
            changes.move(slip, ASIDE)
            confirm(chosen, hand_of(slip), changes)


def confirm(slip: Slip, by: int | None, changes: Changes) -> None:
    """Note who keyed the same last as the counting slip. An earlier arbitrator cannot undo their entry any
    more, and a phone alone cannot replace what paper agrees with.
    """
    if by and hand_of(slip) != by:
        changes.move(slip, COUNTS, by)
