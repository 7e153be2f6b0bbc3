"""An arbitrator's decision about a player's round stands until an arbitrator changes it."""

import json
import uuid

import pytest
from django.urls import reverse

from duplicate.arbitration import corrections, undo
from duplicate.models import Game
from duplicate.rounds import services as round_services
from tests.factories.decisions import DECISIONS, RETAIN, TRAIN, TRAINER, says, standing
from tournaments.errors import RuleViolation

pytestmark = [pytest.mark.django_db, pytest.mark.one_game("players")]


@pytest.mark.repeats
@pytest.mark.parametrize("hand", ["P", "A"])
@pytest.mark.parametrize("name", DECISIONS)
def test_the_same_slip_again_changes_nothing(
    open_round, hand_in, decide, close_round, announce_top, hand, name, mona
):
    open_round("TRAINER")
    first = hand_in(hand, TRAIN)
    decide(name)
    decided = says(first)
    hand_in(hand, TRAIN)
    close_round()
    announce_top(1)
    assert (standing()[0], says(first)) == ("TRAIN+", decided)
    assert mona().total == decided[0]


@pytest.mark.repeats
@pytest.mark.parametrize("hand", ["P", "A"])
@pytest.mark.parametrize("name", DECISIONS)
def test_another_slip_after_a_decision_asks(
    open_round, hand_in, decide, close_round, announce_top, settle, hand, name, mona
):
    open_round("TRAINER")
    first = hand_in(hand, TRAIN)
    decide(name)
    decided = says(first)
    hand_in(hand, TRAINER)
    assert standing() == ["TRAIN+", "TRAINER!"]
    close_round()
    with pytest.raises(RuleViolation) as error:
        announce_top(1)
    assert error.value.code == "slips_in_conflict"
    settle(first)
    announce_top(1)
    assert (standing(), says(first)) == (["TRAIN+", "TRAINER-"], decided)
    assert mona().total == decided[0]


@pytest.mark.parametrize("hand", ["P", "A"])
def test_an_arbitrator_may_take_the_further_slip(
    open_round, hand_in, decide, close_round, announce_top, settle, hand, mona
):
    open_round("TRAINER")
    hand_in(hand, TRAIN)
    decide("zero")
    further = hand_in(hand, TRAINER)
    close_round()
    settle(further)
    announce_top(1)
    assert (standing(), mona().total, mona().zeros) == (["TRAIN-", "TRAINER+"], 66, 0)


def test_a_phone_that_goes_on_sending_asks_once(open_round, hand_in, decide):
    open_round("TRAINER")
    hand_in("P", TRAIN)
    decide("zero")
    hand_in("P", TRAINER)
    hand_in("P", RETAIN)
    assert standing() == ["TRAIN+", "TRAINER-", "RETAIN!"]
    hand_in("P", TRAIN)
    assert standing() == ["TRAIN+", "TRAINER-", "RETAIN-", "TRAIN-"]


def test_an_arbitrator_who_keys_the_decided_slip_again_withdraws_the_further_one(
    game, open_round, hand_in, decide, arbitrator
):
    open_round("TRAINER")
    hand_in("A", TRAIN)
    decide("penalty")
    hand_in("A", TRAINER)
    hand_in("A", TRAIN)
    assert standing() == ["TRAIN+", "TRAINER-"]
    undo.undo(game=game, by=arbitrator)
    assert standing() == ["TRAIN+", "TRAINER!"]
    undo.undo(game=game, by=arbitrator)
    assert standing() == ["TRAIN+", "TRAINER-"]


@pytest.mark.parametrize("chosen", [0, 1])
def test_which_slip_counts_is_a_decision_as_well(open_round, hand_in, settle, chosen):
    """The phone cannot replace what an arbitrator chose."""
    open_round("TRAINER")
    there = [hand_in("P", TRAIN), hand_in("A", RETAIN)]
    settle(there[chosen])
    hand_in("P", TRAINER)
    assert standing()[chosen] == f"{there[chosen].word}+"
    assert standing()[2] == "TRAINER!"


def test_a_decision_that_was_taken_back_stands_in_nobodys_way(game, open_round, hand_in, decide, arbitrator):
    open_round("TRAINER")
    hand_in("P", TRAIN)
    decide("warning")
    decide("warning")
    decide("penalty")
    undo.undo(game=game, by=arbitrator)
    hand_in("P", TRAINER)
    assert standing() == ["TRAIN-", "TRAINER+"]


def test_a_decision_to_lift_the_programs_sanction_stands(
    game, open_round, hand_in, decide, close_round, arbitrator
):
    """The program gave zero for a word that is none; the arbitrator lifted the zero."""
    Game.objects.filter(pk=game.pk).update(
        rules=game.rules.replace('score_missing = "none"', 'score_missing = "warning"')
    )
    game.refresh_from_db()
    open_round("TRAINER")
    hand_in("A", ("TRAIN", "H4", None))
    decide("warning")
    hand_in("A", TRAINER)
    assert standing() == ["TRAIN+", "TRAINER!"]


def test_where_the_first_slip_counts_a_further_one_asks_nothing(game, open_round, hand_in, decide):
    Game.objects.update(rules=game.rules.replace('second_slip = "replaces"', 'second_slip = "ignored"'))
    game.refresh_from_db()
    open_round("TRAINER")
    hand_in("P", TRAIN)
    decide("penalty")
    hand_in("P", TRAINER)
    assert standing() == ["TRAIN+", "TRAINER-"]


def test_several_different_slips_are_zero_only_if_the_further_one_is_taken(
    game, open_round, hand_in, decide, close_round, settle
):
    Game.objects.update(rules=game.rules.replace('second_slip = "replaces"', 'second_slip = "zero"'))
    game.refresh_from_db()
    open_round("TRAINER")
    hand_in("P", TRAIN)
    decide("warning")
    further = hand_in("P", TRAINER)
    assert standing() == ["TRAIN+", "TRAINER!"]
    close_round()
    settle(further)
    assert says(further)[:2] == (0, "zero")


def test_a_late_slip_asks_nothing(open_round, hand_in, decide, hands):
    open_round("TRAINER")
    hand_in("P", TRAIN)
    decide("penalty")
    hands.move(500)
    hand_in("P", TRAINER)
    assert standing() == ["TRAIN+", "TRAINER-"]


def test_a_correction_of_an_announced_round_asks_as_well(
    open_round, hand_in, decide, close_round, announce_top, settle, mona
):
    open_round("TRAINER")
    hand_in("A", TRAIN)
    decide("zero")
    close_round()
    announce_top(1)
    further = hand_in("A", TRAINER, reason="misread")
    assert (standing(), mona().total) == (["TRAIN+", "TRAINER!"], 0)
    settle(further, reason="misread")
    assert (standing(), mona().total) == (["TRAIN-", "TRAINER+"], 66)


def test_a_correction_without_a_decision_counts_at_once(open_round, hand_in, close_round, announce_top, mona):
    open_round("TRAINER")
    hand_in("A", TRAIN)
    close_round()
    announce_top(1)
    hand_in("B", TRAINER, reason="misread")
    assert (standing(), mona().total) == (["TRAIN-", "TRAINER+"], 66)


def test_undoing_a_keyed_slip_takes_no_other_arbitrators_decision_with_it(
    game, open_round, hand_in, decide, arbitrator, second_arbitrator
):
    open_round("TRAINER")
    slip = hand_in("A", TRAIN)
    decide("penalty", by=second_arbitrator)
    with pytest.raises(RuleViolation) as error:
        undo.undo(game=game, by=arbitrator)
    assert error.value.code == "undo_overtaken"
    assert (standing(), says(slip)[1]) == (["TRAIN+"], "penalty")
    undo.undo(game=game, by=second_arbitrator)
    undo.undo(game=game, by=arbitrator)
    assert standing() == ["TRAIN-"]


def test_a_check_may_be_undone_though_a_decision_stands(game, open_round, hand_in, decide, second_arbitrator):
    """The slip goes on counting, and the decision with it."""
    Game.objects.update(double_arbitration=True)
    game.refresh_from_db()
    open_round("TRAINER")
    slip = hand_in("A", TRAIN)
    hand_in("B", TRAIN)
    decide("penalty")
    undo.undo(game=game, by=second_arbitrator)
    slip.refresh_from_db()
    assert (standing(), slip.checked_by, says(slip)[1]) == (["TRAIN+"], None, "penalty")


def test_keeping_a_decision_keeps_the_second_arbitrators_check(
    game, open_round, hand_in, decide, settle, second_arbitrator
):
    Game.objects.update(double_arbitration=True)
    game.refresh_from_db()
    open_round("TRAINER")
    first = hand_in("A", TRAIN)
    hand_in("B", TRAIN)
    decide("penalty")
    hand_in("A", RETAIN)
    settle(first)
    first.refresh_from_db()
    assert (standing(), first.checked_by) == (["TRAIN+", "RETAIN-"], second_arbitrator)


def test_a_cancelled_round_asks_no_more(game, open_round, hand_in, decide, close_round, desk, arbitrator):
    open_round("TRAINER")
    hand_in("P", TRAIN)
    decide("zero")
    hand_in("P", TRAINER)
    close_round()
    assert "TRAINER" in desk.get(reverse("panel", args=[game.code])).content.decode()
    corrections.cancel_round(game=game, number=1, reason="wrong rack", by=arbitrator)
    assert 'class="question further' not in desk.get(reverse("panel", args=[game.code])).content.decode()


def test_the_phone_is_told_nothing_of_a_decision(client, game, players, open_round, hand_in, decide):
    """The receipt and the sheet are those of a phone about which nothing was decided."""
    open_round("TRAINER")
    hand_in("P", TRAIN)
    decide("zero")
    headers = {"Authorization": f"Bearer {players[0][1]}"}
    body = {"id": str(uuid.uuid4()), "round": 1, "word": "TRAINER", "ref": "H4", "score": 66}
    path = reverse("api-slips", args=[game.code])
    answer = client.post(path, json.dumps(body), content_type="application/json", headers=headers)
    assert (answer.status_code, answer.json()["word"], answer.json()["late"]) == (201, "TRAINER", False)
    me = client.get(reverse("api-me", args=[game.code]), headers=headers).json()
    assert (me["slip"], me["rounds"]) == (answer.json(), [])


@pytest.mark.parametrize("name", DECISIONS)
def test_a_late_slip_that_is_in_time_again_leaves_a_decision(
    game, arbitrator, open_round, hand_in, decide, hands, name
):
    open_round("TRAINER")
    hand_in("P", TRAIN)
    decide(name)
    hands.move(190)
    hand_in("P", TRAINER)
    assert standing() == ["TRAIN+", "TRAINER-"]
    round_services.extend_clock(game=game, seconds=60, by=arbitrator)
    assert standing() == ["TRAIN+", "TRAINER!"]
