"""Questioning a ruling: a player asks by phone, the desk answers.

Terms. A question is about what became of the player's slip in one announced round. It is *open* until the desk
answers it or the player takes it back; a player has one open question a round at most. A round can be questioned
until the next one closes: from then on its result is taken as accepted.

What always holds: the same question sent again is stored once; the answer may go with an overruling
(`arbitration`), which is an act of its own, or without.
"""

import uuid
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from duplicate import log
from duplicate.holding import hold_entry, share_round
from duplicate.models import Game, Question, Round
from tournaments import clock
from tournaments.alike import tidied
from tournaments.errors import RuleViolation
from tournaments.models import Entry
from tournaments.posts import check_may_judge

LONGEST = 300


@dataclass(frozen=True, slots=True)
class Asked:
    """A question on record; `created` is false when it had been received before."""

    question: Question
    created: bool


@transaction.atomic
def ask_question(
    *, game: Game, entry: Entry, client_id: uuid.UUID, number: int, text: str, asked_at: datetime
) -> Asked:
    """Question what became of one's slip in round `number`.

    Raises:
        RuleViolation: nothing or too much written, the round is not announced or the next one has closed, or a
            question about it is open already.
    """
    about = questionable_round(game, asked_at)
    round_ = share_round(about.pk) if about else None
    # Two sends of the same question wait for each other: the second finds the first.
    entry = hold_entry(game, entry)
    known = entry.questions.select_related("round").filter(client_id=client_id).first()
    if known:
        return Asked(known, created=False)
    text = _checked(text)
    if round_ is None or round_.number != number or round_.state != Round.State.ANNOUNCED:
        raise _not_questionable(game, number)
    if entry.questions.open().filter(round=round_).exists():
        raise RuleViolation(
            "question_open", _("Your question about round {number} is at the desk already."), number=number
        )
    question = Question(round=round_, entry=entry, client_id=client_id, text=text, asked_at=asked_at)
    question.full_clean()
    question.save()
    log.write(game, "question_asked", by=None, number=number, entry=entry, text=text)
    return Asked(question, created=True)


@transaction.atomic
def take_question_back(*, game: Game, entry: Entry, client_id: uuid.UUID) -> Question:
    """The player no longer wants an answer; doing it again does nothing.

    Raises:
        RuleViolation: there is no such question, or it has been answered.
    """
    question = _locked(game).filter(entry=entry, client_id=client_id).first()
    if question is None:
        raise RuleViolation("question_unknown", _("There is no such question."))
    if question.taken_back_at is not None:
        return question
    _check_not_answered(question)
    question.taken_back_at = clock.now()
    question.save(update_fields=["taken_back_at"])
    number = question.round.number
    log.write(game, "question_taken_back", by=None, number=number, entry=entry, text=question.text)
    return question


@transaction.atomic
def answer_question(*, game: Game, question_id: int, answer: str, by: User) -> Question:
    """Answer a player's question; the player's phone shows it.

    Raises:
        RuleViolation: nothing or too much written, the question is not open any more, or a helper answers.
    """
    check_may_judge(game.event, by)
    answer = _checked(answer)
    question = _locked(game).filter(pk=question_id).first()
    if question is None:
        raise RuleViolation("question_unknown", _("There is no such question."))
    if question.taken_back_at is not None:
        raise RuleViolation("question_taken_back", _("The player has taken this question back."))
    _check_not_answered(question)
    question.answer, question.answered_by, question.answered_at = answer, by, clock.now()
    question.full_clean()
    question.save()
    number = question.round.number
    log.write(game, "question_answered", by=by, number=number, entry=question.entry, text=answer)
    return question


def questionable_round(game: Game, now: datetime) -> Round | None:
    """The last announced round, as long as the one after it takes slips; all before it are settled."""
    following = game.rounds.in_progress().first()
    if following and following.state != Round.State.DRAWN:
        deadline = following.deadline(game.rule_set)
        if following.state == Round.State.CLOSED or (deadline and now > deadline):
            return None
    return game.rounds.announced().last()


def _not_questionable(game: Game, number: int) -> RuleViolation:
    if not game.rounds.announced().filter(number=number).exists():
        return RuleViolation("round_not_announced", _("Round {number} is not announced yet."), number=number)
    return RuleViolation(
        "question_too_late",
        _("Round {number} could be questioned until round {following} closed."),
        number=number,
        following=number + 1,
    )


def _locked(game: Game) -> QuerySet[Question]:
    questions = Question.objects.filter(round__game=game)
    return questions.select_for_update(no_key=True, of=("self",)).select_related(
        "round", "entry__player", "entry__partner"
    )


def _checked(text: str) -> str:
    text = tidied(text)
    if not text:
        raise RuleViolation("text_missing", _("Write something first."))
    if len(text) > LONGEST:
        raise RuleViolation("text_too_long", _("At most {most} characters, please."), most=LONGEST)
    return text


def _check_not_answered(question: Question) -> None:
    if question.answered_at is not None:
        raise RuleViolation("question_answered", _("This question has been answered already."))
