"""What undoing at the desk leaves of a player's slips, and of rounds that were cancelled meanwhile."""

import uuid

import pytest
from django.contrib.auth.models import User

from duplicate import corrections, play, slips, undo
from engine.errors import EngineError
from tournaments import clock
from tournaments.errors import RuleViolation
from tournaments.models import Arbitrator

pytestmark = pytest.mark.django_db


@pytest.fixture
def second(game):
    user = User.objects.create_user("ben", password="a good long one")
    Arbitrator.objects.create(event=game.event, user=user, role="chief")
    return user


def by_phone(game, entry, word="TRAIN", reference="H4", score=12):
    handed_in = slips.submit_slip(
        game=game,
        entry=entry,
        client_id=uuid.uuid4(),
        number=1,
        word=word,
        reference=reference,
        score=score,
        received_at=clock.now(),
    )
    return handed_in.slip


def key(game, entry, by, word="TRAIN", reference="H4", score=12):
    return slips.key_slip(game=game, entry=entry, word=word, reference=reference, stated_score=score, by=by)


@pytest.mark.parametrize("word", ["TRAIN", "TRAIL"])
def test_undoing_a_keyed_slip_leaves_the_phones(game, players, arbitrator, open_round, word):
    open_round("AEINRTL")
    entry = players[0][0]
    key(game, entry, arbitrator)
    phones = by_phone(game, entry, word)
    undo.undo(game=game, by=arbitrator)
    phones.refresh_from_db()
    assert (phones.effective, phones.in_conflict) == (True, False)
    undo.redo(game=game, by=arbitrator)
    phones.refresh_from_db()
    assert (phones.effective, phones.in_conflict) == (False, word != "TRAIN")


def test_keying_again_is_compared_with_the_phone(game, players, arbitrator, open_round):
    open_round("AEINRTL")
    entry = players[0][0]
    key(game, entry, arbitrator)
    phones = by_phone(game, entry)
    key(game, entry, arbitrator, "TRAIL")
    phones.refresh_from_db()
    assert phones.in_conflict


def test_undoing_in_a_cancelled_round(game, players, arbitrator, second, open_round):
    open_round("AEINRTL")
    play.extend_clock(game=game, seconds=60, by=arbitrator)
    corrections.cancel_round(game=game, number=1, reason="wrong rack", by=second)
    play.draw_rack(game=game, by=second)
    play.open_round(game=game, by=second)
    before = game.rounds.standing().get().remaining_ms
    with pytest.raises(RuleViolation) as error:
        undo.undo(game=game, by=arbitrator)
    assert error.value.code == "undo_cancelled"
    assert game.rounds.standing().get().remaining_ms == before


def test_a_rack_that_can_no_longer_be_drawn_is_not_taken_again(
    game, arbitrator, second, open_round, close_round, announce_top
):
    open_round("AEINRTL")
    close_round()
    announce_top(1)
    # TRAIN leaves E and L, which this rack has not; one drawn might have them.
    play.type_rack(game=game, rack="OOUUBCD", by=arbitrator)
    undo.undo(game=game, by=arbitrator)
    values = {"number": 1, "word": "TRAIN", "reference": "H4", "reason": "misread", "by": second}
    corrections.change_placed_move(game=game, **values)
    with pytest.raises((RuleViolation, EngineError)):
        undo.redo(game=game, by=arbitrator)
    assert not game.rounds.in_progress().exists()
