"""Two tabs of one device at the same moment: a round is opened once, answered once, and hints are counted each."""

import pytest

from duplicate.models.training import TrainingRound
from duplicate.training import devices, rounds, sessions
from engine.rules import RuleSet
from tests.concurrency.hall import during, together

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
