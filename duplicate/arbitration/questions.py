"""Questions about rulings: a player asks by phone, the desk answers.

Terms. A question is about the result of the player's slip in one announced round. It is *open* until the desk
answers it or the player takes it back; a player has at most one open question a round. A round can be
questioned until the next one closes: from then on its result counts as accepted.

Invariants: the same question sent again is stored once; an answer may go with an overruling (`arbitration`),
which is an act of its own.
"""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, TypedDict

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from duplicate.acts.locks import lock_entry, share_round
from duplicate.log import audit_log
from duplicate.models import Game, Question, Round
from tournaments.errors import RuleViolation
from tournaments.events.staff import check_may_judge
from tournaments.models import Entry
from tournaments.names.folding import tidy
from tournaments.repeats import check_repeat
from tournaments.time import clock

LONGEST = 300


@dataclass(frozen=True, slots=True)
class StoredQuestion:
    """A question on record; `created` is false if it had been received before."""

    question: Question
    created: bool


@transaction.atomic
def ask_question(
    *, game: Game, entry: Entry, client_id: uuid.UUID, number: int, text: str, asked_at: datetime
) -> StoredQuestion:
    """Store a player's question about their slip in round `number`.

    Raises:
        IdUsed: the player has asked another question with this id.
        RuleViolation: the text is empty or too long, the round is not announced or the next one has closed,
            or a question about it is open already.
    """
    about = questionable_round(game, asked_at)
    round_ = share_round(about.pk) if about else None
    # Lock the entry: the second of two sends of the same question waits, and finds the first.
    entry = lock_entry(game, entry)
    known = entry.questions.select_related("round").filter(client_id=client_id).first()
    if known:
        on_record: Mapping[str, object]
        on_record = receipt_for_question(known) if known.round.game_id == game.pk else {}
        check_repeat({"round": number, "text": tidy(text)}, on_record)
        return StoredQuestion(known, created=False)
    text = _check_text(text)
    if round_ is None or round_.number != number or round_.state != Round.State.ANNOUNCED:
        raise _question_violation(game, number)
    if entry.questions.open().filter(round=round_).exists():
        raise RuleViolation(
            "question_open", _("Your question about round {number} is at the desk already."), number=number
        )
    question = Question(round=round_, entry=entry, client_id=client_id, text=text, asked_at=asked_at)
    question.full_clean()
    question.save()
    audit_log.write(game, "question_asked", by=None, number=number, entry=entry, text=text)
    return StoredQuestion(question, created=True)


@transaction.atomic
def take_question_back(*, game: Game, entry: Entry, client_id: uuid.UUID) -> Question:
    """Take back a player's question, which then needs no answer; a second call changes nothing.

    Raises:
        RuleViolation: there is no such question, or it has been answered.
    """
    question = _lock_questions(game).filter(entry=entry, client_id=client_id).first()
    if question is None:
        raise RuleViolation("question_unknown", _("Question not found."))
    if question.taken_back_at is not None:
        return question
    _check_not_answered(question)
    question.taken_back_at = clock.now()
    question.save(update_fields=["taken_back_at"])
    number = question.round.number
    audit_log.write(game, "question_taken_back", by=None, number=number, entry=entry, text=question.text)
    return question


@transaction.atomic
def answer_question(*, game: Game, question_id: int, answer: str, by: User) -> Question:
    """Answer a player's question; the player's phone shows the answer.

    Raises:
        RuleViolation: the text is empty or too long, the question is not open any more, or a helper answers.
    """
    check_may_judge(game.event, by)
    answer = _check_text(answer)
    question = _lock_questions(game).filter(pk=question_id).first()
    if question is None:
        raise RuleViolation("question_unknown", _("Question not found."))
    if question.taken_back_at is not None:
        raise RuleViolation("question_taken_back", _("The player has withdrawn this question."))
    _check_not_answered(question)
    _store_answer(game, question, answer, by)
    return question


class QuestionReceipt(TypedDict):
    """Proof that a question is at the desk, with its answer once there is one."""

    id: Annotated[str, uuid.UUID, "The id that the phone gave the question."]
    round: Annotated[int, "Number of the round whose ruling is questioned."]
    text: Annotated[str, "The question in the player's words."]
    asked_at: Annotated[int, "Milliseconds since 1970, the server's clock."]
    answer: Annotated[str, "Empty until it is answered."]
    answered_at: Annotated[
        int | None, "Milliseconds since 1970, the server's clock; null until it is answered."
    ]


def receipt_for_question(question: Question) -> QuestionReceipt:
    """Return a question as its player sees it, with the answer once there is one."""
    return {
        "id": str(question.client_id),
        "round": question.round.number,
        "text": question.text,
        "asked_at": clock.milliseconds(question.asked_at),
        "answer": question.answer,
        "answered_at": clock.milliseconds(question.answered_at) if question.answered_at else None,
    }


def answer_open_questions(round_: Round, *, answer: str, by: User) -> None:
    """Answer all open questions about a fully locked round of a locked game, inside the transaction
    of an act.
    """
    for question in _lock_questions(round_.game).filter(round=round_, answered_at=None, taken_back_at=None):
        _store_answer(round_.game, question, answer[:LONGEST], by)


def _store_answer(game: Game, question: Question, answer: str, by: User) -> None:
    question.answer, question.answered_by, question.answered_at = answer, by, clock.now()
    question.full_clean()
    question.save()
    number = question.round.number
    audit_log.write(game, "question_answered", by=by, number=number, entry=question.entry, text=answer)


def questionable_round(game: Game, now: datetime) -> Round | None:
    """Return the last announced round, as long as the one after it takes slips; all earlier rounds are
    settled.
    """
    following = game.rounds.in_progress().first()
    if following and following.state != Round.State.DRAWN:
        deadline = following.deadline(game.rule_set)
        if following.state == Round.State.CLOSED or (deadline and now > deadline):
            return None
    return game.rounds.announced().last()


def _question_violation(game: Game, number: int) -> RuleViolation:
    if not game.rounds.announced().filter(number=number).exists():
        return RuleViolation("round_not_announced", _("Round {number} is not announced yet."), number=number)
    return RuleViolation(
        "question_too_late",
        _("Round {number} could only be questioned until round {following} closed."),
        number=number,
        following=number + 1,
    )


def _lock_questions(game: Game) -> QuerySet[Question]:
    questions = Question.objects.filter(round__game=game)
    return questions.select_for_update(no_key=True, of=("self",)).select_related(
        "round", "entry__player", "entry__partner"
    )


def _check_text(text: str) -> str:
    text = tidy(text)
    if not text:
        raise RuleViolation("text_missing", _("Write your answer or question first."))
    if len(text) > LONGEST:
        raise RuleViolation("text_too_long", _("At most {most} characters, please."), most=LONGEST)
    return text


def _check_not_answered(question: Question) -> None:
    if question.answered_at is not None:
        raise RuleViolation("question_answered", _("This question has been answered already."))
