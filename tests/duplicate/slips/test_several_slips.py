"""Several different slips of one player, where the rules make zero of them."""

import json
import uuid
from dataclasses import replace

import pytest

from duplicate.arbitration import services as arbitration_services
from duplicate.live import subscriptions
from duplicate.models import Ruling, Slip
from duplicate.rounds import closing
from duplicate.slips import services as slip_services
from duplicate.standings.rows.game_standings import standings_for_game
from engine.rules import (
    RuleSet,
)
from tournaments.time import clock

RULES = replace(RuleSet(), slips=replace(RuleSet().slips, second_slip="zero"))
pytestmark = [pytest.mark.django_db, pytest.mark.one_game("players", rules=RULES)]


@pytest.fixture
def hand_in(game, players):
    """Return a function that hands in a slip of the first player for round 1, from a phone."""

    def hand_in(word, reference="H4", score=12):
        return slip_services.submit_slip(
            game=game,
            entry=players[0][0],
            client_id=uuid.uuid4(),
            number=1,
            word=word,
            reference=reference,
            score=score,
            received_at=clock.now(),
        ).slip

    return hand_in


@pytest.fixture
def key(game, players, arbitrator):
    """Return a function that keys a paper slip of the first player."""

    def key(word, reference="H4", score=12):
        return slip_services.key_slip(
            game=game,
            entry=players[0][0],
            word=word,
            reference=reference,
            stated_score=score,
            by=arbitrator,
        )

    return key


@pytest.fixture
def outcome(game, close_round, announce_top):
    """Return a function that ends the round, and returns score and reason of the slip in force."""

    def outcome(*, closed=False):
        if not closed:
            close_round()
        announce_top(1)
        ruling = Ruling.objects.filter(slip__effective=True).latest("pk")
        assert standings_for_game(game).rows[0].total == ruling.score
        return ruling.score, ruling.code

    return outcome


ANOTHER = [("TRAINER", "H2", 66), ("TRAIN", "H5", 12), ("TRAIN", "H4", 13), ("TRAIN", "H4", None)]


@pytest.mark.parametrize("another", ANOTHER)
def test_different_ones_are_worth_nothing(open_round, hand_in, outcome, hands, another):
    open_round("TRAINER")
    hand_in("TRAIN")
    hands.move(5)
    hand_in(*another)
    assert outcome() == (0, "several_slips")
    assert Slip.objects.filter(effective=True).count() == 1


def test_equal_ones_count_as_one(open_round, hand_in, outcome, hands):
    open_round("TRAINER")
    for _ in range(3):
        hand_in("TRAIN")
        hands.move(5)
    assert outcome() == (12, "good")


def test_one_is_judged_as_ever(open_round, hand_in, outcome):
    open_round("TRAINER")
    hand_in("TRAINER", "H2", 66)
    assert outcome() == (66, "good")


def test_a_late_one_is_not_one_of_them(open_round, hand_in, outcome, hands):
    open_round("TRAINER")
    hand_in("TRAIN")
    hands.move(200)
    assert hand_in("TRAINER", "H2", 66).late
    assert outcome() == (12, "good")


@pytest.mark.parametrize("seconds", [5, -5])
def test_one_that_is_stored_after_the_judging_still_counts_as_another(
    open_round, hand_in, outcome, hands, close_round, seconds
):
    """It was stamped in time, and waited for the database; before or after the one that is judged already."""
    round_ = open_round("TRAINER")
    hands.move(10)
    stamped = hands.now
    hand_in("TRAIN")
    close_round()
    closing.judge_round(round_.pk)
    assert Ruling.objects.get().code == "good"
    hands.now = stamped
    hands.move(seconds)
    hand_in("TRAINER", "H2", 66)
    assert outcome(closed=True) == (0, "several_slips")


@pytest.fixture
def settle(game, players, arbitrator):
    """Return a function that lets the paper slip count, where phone and paper contradict each other."""

    def settle_it():
        paper = Slip.objects.filter(source=Slip.Source.DESK, in_conflict=True).latest("pk")
        arbitration_services.settle_conflict(game=game, entry=players[0][0], slip=paper, by=arbitrator)

    return settle_it


def test_what_the_arbitrator_settles_on_counts(open_round, hand_in, key, outcome, hands, settle):
    open_round("TRAINER")
    hand_in("TRAIN")
    hands.move(5)
    hand_in("TRAINER", "H2", 66)
    key("RAIN", "H5", 10)
    key("RETRAIN", "H2", 66)  # the one before was a slip of the finger
    hands.move(-5)
    hand_in("TRAIN", "H8", 12)  # overtaken on its way
    settle()
    assert outcome() == (66, "good")


def test_phones_take_one_slip(game, open_round):
    open_round("TRAINER")
    assert json.loads(subscriptions.current_frame(game.code).body)["round"]["one_slip"]
