"""Taking in slips: from phones, and from paper at the desk.

What always holds: a slip is stamped with the server's time before anything else, stored, committed, and only
then acknowledged; the same slip sent again is acknowledged again and stored once. Nothing is judged here.
"""

import uuid
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from duplicate import log
from duplicate.judging import reference_required
from duplicate.models import Game, Round, Slip
from duplicate.positions import convention_of
from engine.notation import Move
from tournaments import clock
from tournaments.background import run_after_commit
from tournaments.errors import RuleViolation
from tournaments.models import Entry

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
) -> HandedIn:
    """Take in a slip from a phone for round `number`, stamped `received_at` before anything was done with it.
    One in time takes the place of the one before, if the rules say so; a late one is kept, marked and worth nothing.

    Raises:
        EngineError: a word or a reference that cannot be read.
        RuleViolation: the round is not open yet, or announced.
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
        stated_score=score,
        received_at=received_at,
        source=Slip.Source.PHONE,
    )
    for _attempt in range(ATTEMPTS):
        try:
            with transaction.atomic():
                return HandedIn(_store(slip, game, number), created=True)
        except (IntegrityError, _RoundMovedOnError):
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
) -> Slip:
    """Key a paper slip at the desk, of round `number` or else of the one in progress; paper is never late.

    Raises:
        EngineError: a word or a reference that cannot be read; only some rules let the reference be left out.
        RuleViolation: that round is not open yet, or has been announced while the slip was being typed.
    """
    reference, word = _written_out(game, reference, word)
    game = Game.objects.select_for_update().get(pk=game.pk)
    _queue(entry)
    if number is None:
        number = max(game.rounds.values_list("number", flat=True), default=1)
    round_ = game.rounds.select_for_update().filter(number=number).first()
    _check_takes_slips(round_, number)
    assert round_ is not None
    entry.slips.filter(round=round_, effective=True).update(effective=False)
    slip = Slip(
        round=round_,
        entry=entry,
        client_id=uuid.uuid4(),
        word=word,
        reference=reference,
        stated_score=stated_score,
        received_at=clock.now(),
        source=Slip.Source.DESK,
        keyed_by=by,
    )
    slip.full_clean()
    slip.save()
    name = entry.player.name
    log.write(game, "slip_keyed", by=by, number=round_.number, name=name, word=word, reference=reference)
    if round_.state == Round.State.CLOSED:
        run_after_commit("duplicate.play.judge_round", round_.pk)
    return slip


def _written_out(game: Game, reference: str, word: str) -> tuple[str, str]:
    """Reference and word as slips are stored."""
    tiles, convention = game.tiles, convention_of(game)
    if word.strip() and not reference.strip() and not reference_required(game.rule_set):
        return "", tiles.decode(tiles.encode(word.strip()))
    return Move.parse(reference, word, tiles, convention).text(tiles, convention)


class _RoundMovedOnError(Exception):
    """The round changed while the slip was on its way in: decide again."""


def _store(slip: Slip, game: Game, number: int) -> Slip:
    """Insert the slip, then look at the round again: the insert holds it, so what is read then stays true."""
    _queue(slip.entry)
    round_ = game.rounds.filter(number=number).first()
    _check_takes_slips(round_, number)
    assert round_ is not None
    slip.pk = None
    slip.round = round_
    slip.late = _is_late(round_, game, slip.received_at)
    in_force = slip.entry.slips.filter(round=round_, effective=True)
    if not slip.late:
        _replaced_by(slip, in_force, game).update(effective=False)
    # One that was overtaken on its way replaces nothing; where the first slip counts, neither does a second one.
    slip.effective = not slip.late and not in_force.exists()
    slip.save(force_insert=True)
    seen = Round.objects.values_list("state", "closes_at").get(pk=round_.pk)
    if seen != (round_.state, round_.closes_at):
        raise _RoundMovedOnError
    return slip


def _replaced_by(slip: Slip, in_force: QuerySet[Slip], game: Game) -> QuerySet[Slip]:
    """By the server's stamps, in whatever order the slips came to be stored."""
    if game.rule_set.slips.second_slip == "ignored":
        return in_force.filter(received_at__gt=slip.received_at)
    return in_force.filter(received_at__lte=slip.received_at)


def _queue(entry: Entry) -> None:
    """Let the slips of one player wait for each other, so that there is always one that counts. Locks are taken
    in the order game, entry, round; whoever turns it round makes two of them wait for ever.
    """
    Entry.objects.select_for_update(no_key=True).filter(pk=entry.pk).first()


def _check_takes_slips(round_: Round | None, number: int) -> None:
    if round_ is None or round_.state == Round.State.DRAWN:
        raise RuleViolation("round_not_open", _("Round {number} is not open."), number=number)
    if round_.state == Round.State.ANNOUNCED:
        raise RuleViolation(
            "round_announced", _("Round {number} has been announced; the slip is too late."), number=number
        )


def _is_late(round_: Round, game: Game, received_at: datetime) -> bool:
    deadline = round_.deadline(game.rule_set)
    return deadline is not None and received_at > deadline
