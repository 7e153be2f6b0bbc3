"""Players' questions at the same moment as answers, rulings and cancelled rounds."""

import uuid
from functools import partial

import pytest

from duplicate.arbitration import corrections, questions
from duplicate.arbitration import services as arbitration_services
from duplicate.models import Question
from tests.concurrency.acts import ask_question
from tests.concurrency.hall import during, together

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("nobody_in_background")]


def test_a_question_while_an_arbitrator_rules_on_its_slip(
    game, arbitrator, players, open_round, close_round, send, announce
):
    open_round("TRAINER")
    send("TRAIN")
    close_round()
    announce()
    entry = players[0][0]
    overrule = partial(
        arbitration_services.overrule, score=3, game=game, entry=entry, by=arbitrator, number=1, reason="R"
    )
    asked, ruled = during(ask_question(game, entry), overrule)
    assert (asked.created, ruled.entry) == (True, entry)
    questions.answer_question(game=game, question_id=asked.question.pk, answer="Yes.", by=arbitrator)
    ruled, asked = during(overrule, ask_question(game, entry), at='FROM "tournaments_entry"')
    assert (asked.created, ruled.entry) == (True, entry)


def test_a_question_is_stored_once_and_answered_or_taken_back(
    game, arbitrator, second, players, open_round, close_round, announce
):
    open_round("TRAINER")
    close_round()
    announce()
    entry, client_id = players[0][0], uuid.uuid4()
    asked = together(*[ask_question(game, entry, client_id=client_id)] * 2)
    assert sorted(one.created for one in asked) == [False, True]
    question = Question.objects.get()
    answer = partial(questions.answer_question, game=game, question_id=question.pk, answer="Yes.")
    back = partial(questions.take_question_back, game=game, entry=entry, client_id=client_id)
    outcomes = together(partial(answer, by=arbitrator), partial(answer, by=second), back)
    refusals = [outcome for outcome in outcomes if not isinstance(outcome, Question)]
    assert len(refusals) == 2
    assert set(refusals) <= {"question_answered", "question_taken_back"}


def test_a_question_and_its_round_being_cancelled(
    game, arbitrator, players, open_round, close_round, announce
):
    open_round("TRAINER")
    close_round()
    announce()
    cancel = partial(corrections.cancel_round, game=game, number=1, reason="R", by=arbitrator)
    assert during(cancel, ask_question(game, players[0][0])) == (None, "round_not_announced")
    assert not Question.objects.exists()


def test_answering_a_question_while_its_round_is_cancelled(
    game, arbitrator, second, players, open_round, close_round, announce
):
    open_round("TRAINER")
    close_round()
    announce()
    asked = ask_question(game, players[0][0])().question
    cancel = partial(corrections.cancel_round, game=game, number=1, reason="R", by=arbitrator)
    answer = partial(questions.answer_question, game=game, question_id=asked.pk, answer="Yes.", by=second)
    answered, cancelled = during(answer, cancel)
    assert (answered.answer, cancelled) == ("Yes.", None)
    asked.refresh_from_db()
    assert asked.answer == "Yes."
