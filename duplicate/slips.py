"""Taking in slips: from phones, and from paper at the desk.

What always holds: a slip is stamped with the server's time before anything else, stored, committed, and only
then acknowledged; the same slip sent again is acknowledged again and stored once. Nothing is judged here.
"""

import uuid
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from duplicate.changes import Changes
from duplicate.conflicts import place_slip, standing_slips, written_out
from duplicate.holding import hold_entry, share_round
from duplicate.models import Game, Round, Slip
from duplicate.papers import file_slip, hold, paper_slip
from duplicate.positions import convention_of
from engine.notation import Move
from tournaments.errors import RuleViolation
from tournaments.models import Entry
from tournaments.registration import check_plays

# Two sends of one player at the same moment: the second tries again and then sees the first.
ATTEMPTS = 5


class TryAgain(Exception):
    """The slip is not stored, and nothing is wrong with it."""


@dataclass(frozen=True, slots=True)
class HandedIn:
    """A slip on record; `created` is false when it had been received before."""

    slip: Slip
    created: bool


def submit_slip(
    *,
    game: Game,
    entry: Entry,
    client_id: uuid.UUID,
    number: int,
    word: str,
    reference: str,
    score: int | None,
    received_at: datetime,
    round_id: int | None = None,
) -> HandedIn:
    """Take in a slip from a phone for round `number`, stamped `received_at` before anything was done with it.
    One in time takes the place of the one before, if the rules say so; a late one is kept, marked and worth nothing.
    A score is not kept where slips do not state it.

    Raises:
        EngineError: a word or a reference that cannot be read.
        RuleViolation: the round is not open yet, or announced; or `round_id` is one that has been cancelled.
        TryAgain: so much at once that the slip could not be stored.
    """
    known = entry.slips.select_related("round").filter(client_id=client_id).first()
    if known:
        return HandedIn(known, created=False)
    Move.parse(reference, word, game.tiles, convention_of(game))
    slip = Slip(
        entry=entry,
        client_id=client_id,
        word=word.strip(),
        reference=reference.strip().upper(),
        stated_score=score if game.rule_set.slips.score_stated else None,
        received_at=received_at,
        source=Slip.Source.PHONE,
    )
    for _attempt in range(ATTEMPTS):
        try:
            with transaction.atomic():
                return HandedIn(_store(slip, game, number, round_id), created=True)
        except IntegrityError:
            known = entry.slips.select_related("round").filter(client_id=client_id).first()
            if known:
                return HandedIn(known, created=False)
    raise TryAgain


@transaction.atomic
def key_slip(
    *,
    game: Game,
    entry: Entry,
    word: str,
    reference: str,
    stated_score: int | None,
    by: User,
    number: int | None = None,
    illegible: bool = False,
    seen: str | None = None,
    reason: str = "",
) -> Slip:
    """Key a paper slip at the desk, of round `number` or else of the last one; paper is never late, and judged at
    once. The slip that is on record for it, which may be one that says the same.

    Raises:
        EngineError: a word or a reference that cannot be read; only some rules let the reference be left out.
        RuleViolation: see `papers.hold`.
    """
    reference, word = written_out(game, reference, word)
    held = hold(game=game, entry=entry, number=number, by=by, seen=seen, reason=reason, compares=True)
    slip = paper_slip(held, word, reference, stated_score, illegible=illegible)
    return file_slip(held, slip, "slip_keyed")


def _store(slip: Slip, game: Game, number: int, round_id: int | None) -> Slip:
    """Store the slip, with a share of its round: what the round is now it stays until the slip is stored."""
    # The very round that the phone was shown, or else the one of that number now.
    rounds = game.rounds.filter(pk=round_id) if round_id else game.rounds.standing()
    asked_for = rounds.filter(number=number).values_list("pk", flat=True).first()
    round_ = share_round(asked_for) if asked_for else None
    _check_takes_slips(round_, number)
    assert round_ is not None
    # The slips of one player wait for each other, so that there is always one that counts.
    check_plays(hold_entry(slip.entry))
    slip.pk = None
    slip.round = round_
    slip.late = _is_late(round_, game, slip.received_at)
    if slip.late or _is_outdone(slip, game):
        slip.effective = slip.in_conflict = False
        slip.save(force_insert=True)
    else:
        place_slip(slip, standing_slips(slip.entry, round_), game, Changes())
    return slip


def _is_outdone(slip: Slip, game: Game) -> bool:
    """By the server's stamps, in whatever order the slips of a phone come to be stored: one that was overtaken on
    its way replaces nothing, and where the first slip counts a second one does not. Where different ones make zero it
    does not matter which is in force: the one stored last, which has no ruling yet that knew of fewer.
    """
    others = slip.entry.slips.filter(round=slip.round, source=Slip.Source.PHONE, late=False)
    second_slip = game.rule_set.slips.second_slip
    if second_slip == "ignored":
        return others.filter(received_at__lte=slip.received_at).exists()
    return second_slip == "replaces" and others.filter(received_at__gt=slip.received_at).exists()


def _check_takes_slips(round_: Round | None, number: int) -> None:
    if round_ is None or round_.state == Round.State.DRAWN:
        raise RuleViolation("round_not_open", _("Round {number} is not open."), number=number)
    if round_.state == Round.State.CANCELLED:
        raise RuleViolation(
            "round_cancelled", _("Round {number} was cancelled; its slips do not count."), number=number
        )
    if round_.state == Round.State.ANNOUNCED:
        raise RuleViolation(
            "round_announced", _("Round {number} has been announced; the slip is too late."), number=number
        )


def _is_late(round_: Round, game: Game, received_at: datetime) -> bool:
    deadline = round_.deadline(game.rule_set)
    return deadline is not None and received_at > deadline
