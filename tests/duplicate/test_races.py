"""Acts at the same moment: whichever comes first, both are answered, and what is on record is whole."""

import uuid

import pytest

from duplicate import play, slips
from duplicate.confirming import EVERYTHING
from duplicate.models import Round, Slip
from tests.duplicate.race_hall import during, nobody_in_background
from tournaments import clock

__all__ = ["nobody_in_background"]
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("nobody_in_background")]


@pytest.fixture
def send(game, players):
    """A function that sends a slip of the first player, or another."""

    def send_it(word="TRAIN", *, place=0, number=1, at="H4"):
        return slips.submit_slip(
            game=game,
            entry=players[place][0],
            client_id=uuid.uuid4(),
            number=number,
            word=word,
            reference=at,
            score=None,
            received_at=clock.now(),
        )

    return send_it


@pytest.fixture
def announce(game, arbitrator):
    def announce_it(number=1):
        play.announce(
            game=game, number=number, reference="H4", word="TRAINER", by=arbitrator, confirmed=EVERYTHING
        )

    return announce_it


def check_record(game):
    """Whatever came first: what an announced round has of slips that count is judged, once."""
    counting = Slip.objects.filter(round__game=game, effective=True, round__state=Round.State.ANNOUNCED)
    for slip in counting:
        assert slip.rulings.filter(by=None).count() == 1


def test_a_slip_and_the_announcement(game, open_round, close_round, send, announce, hands):
    open_round("TRAINER")
    stamped = hands.now
    close_round()
    hands.now = stamped
    slip, announced = during(send, announce)
    assert (slip.slip.effective, announced) == (True, None)
    check_record(game)


def test_the_announcement_and_a_slip(game, open_round, close_round, send, announce, hands):
    open_round("TRAINER")
    stamped = hands.now
    close_round()
    hands.now = stamped
    assert during(announce, send) == (None, "round_announced")
    assert not Slip.objects.exists()
