"""Two tabs of one device at the same moment: a round is opened once, answered once, and hints are counted each."""

import pytest
from django.test import Client
from django.urls import reverse

from duplicate.models.training import Training, TrainingRound
from duplicate.training import devices, rounds, sessions
from engine.rules import (
    RuleSet,
)
from tests.concurrency.hall import Act, Stop, during, together

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def training(built_in):
    return sessions.start_at_random(
        trainee=devices.know_device().trainee,
        lexicon=built_in,
        rules=RuleSet(),
        notation="duplicate",
        seconds=None,
    )


def answering(round_, word):
    def answer():
        rounds.answer(
            round_=TrainingRound.objects.get(pk=round_.pk), word=word, reference="H4", stated_score=None
        )
        return word

    return answer


def test_a_round_is_opened_once(training):
    numbers = together(*[lambda: rounds.open_round(training=training).number] * 4)
    assert numbers == [1] * 4
    assert training.rounds.count() == 1


def test_a_round_is_answered_once(training):
    round_ = rounds.open_round(training=training)
    first, second = during(answering(round_, "CAT"), answering(round_, "DOG"))
    assert {first, second} in ({"CAT", "round_answered"}, {"DOG", "round_answered"})
    round_.refresh_from_db()
    assert round_.word in {first, second}


def test_each_hint_is_counted(training):
    round_ = rounds.open_round(training=training)
    together(*[lambda: rounds.take_hint(round_=TrainingRound.objects.get(pk=round_.pk)).hints] * 3)
    round_.refresh_from_db()
    assert round_.hints == 3


def bringing(token, text):
    """Return an act in which the device with this token brings a game."""
    client = Client()
    client.cookies["isotop_training"] = token
    fields = {"name": "Mine", "text": text, "lexicon": "english", "rule_set": "classic", "seconds": ""}
    return lambda: client.post(reverse("bring-game"), fields | {"notation": "duplicate"}).status_code


def test_a_refused_beginning_takes_nothing_from_another_of_the_same_device(built_in):
    token, line = devices.make_token(), " 1  AEINRST  RETAINS  H4  {}"
    knows_nobody, has_begun = Stop('FROM "duplicate_trainee"'), Stop('FROM "duplicate_game"')
    refused = Act(bringing(token, line.format(65)), knows_nobody.set_up)
    begun = Act(bringing(token, line.format(66)), has_begun.set_up)
    for act, stop in ((refused, knows_nobody), (begun, has_begun)):
        act.start()
        assert stop.reached.wait(10)
    knows_nobody.released.set()
    assert refused.result() == 422
    has_begun.released.set()
    assert begun.result() == 302
    assert Training.objects.get().trainee == devices.trainee_for_token(token)
