"""Slips of one player that contradict each other: phone and paper, two arbitrators, double arbitration."""

import json
import uuid

import pytest
from django.urls import reverse

from duplicate.arbitration import services as arbitration_services
from duplicate.arbitration import undo
from duplicate.models import Game, Slip
from duplicate.rounds import closing
from duplicate.slips import services as slip_services
from tournaments.errors import RuleViolation
from tournaments.time import clock

pytestmark = [pytest.mark.django_db, pytest.mark.one_game("players")]

TRAIN, RETAIN = ("TRAIN", "H4", 12), ("RETAIN", "H4", 14)


@pytest.fixture
def hand_in(game, players, hands, arbitrator, second_arbitrator):
    """Return a function that hands in a slip: P by phone, A or B keyed by the first or second arbitrator."""

    def hand_it_in(by, slip):
        word, reference, score = slip
        hands.move(1)
        values = {"game": game, "entry": players[0][0], "number": 1, "word": word, "reference": reference}
        if by == "P":
            more = {"client_id": uuid.uuid4(), "score": score, "received_at": clock.now()}
            return slip_services.submit_slip(**values, **more).slip
        return slip_services.key_slip(
            **values, stated_score=score, by=arbitrator if by == "A" else second_arbitrator
        )

    return hand_it_in


def standing():
    """Return each slip with its state: "+" counts, "!" in conflict, "-" aside."""
    return [
        slip.word + ("+" if slip.effective else "!" if slip.in_conflict else "-")
        for slip in Slip.objects.order_by("pk")
    ]


@pytest.mark.parametrize(
    ("handed_in", "expected"),
    {
        "one": (["P TRAIN"], ["TRAIN+"]),
        "phone after phone": (["P TRAIN", "P RETAIN"], ["TRAIN-", "RETAIN+"]),
        "the same arbitrator again": (["A TRAIN", "A RETAIN"], ["TRAIN+", "RETAIN!"]),
        "paper after phone": (["P TRAIN", "A RETAIN"], ["TRAIN+", "RETAIN!"]),
        "phone after paper": (["A TRAIN", "P RETAIN"], ["TRAIN+", "RETAIN!"]),
        "two arbitrators": (["A TRAIN", "B RETAIN"], ["TRAIN+", "RETAIN!"]),
        "the same on phone and paper": (["P TRAIN", "A TRAIN"], ["TRAIN+"]),
        "the same on paper and phone": (["A TRAIN", "P TRAIN"], ["TRAIN-", "TRAIN+"]),
        "the same by two arbitrators": (["A TRAIN", "B TRAIN"], ["TRAIN+"]),
        "phone goes back on its paper": (["P TRAIN", "A TRAIN", "P RETAIN"], ["TRAIN+", "RETAIN!"]),
        "all three": (["P TRAIN", "A RETAIN", "B RETAIN"], ["TRAIN+", "RETAIN!", "RETAIN!"]),
        "phone mends it": (["A TRAIN", "P RETAIN", "P TRAIN"], ["TRAIN-", "RETAIN-", "TRAIN+"]),
        "paper mends it": (["P TRAIN", "A RETAIN", "A TRAIN"], ["TRAIN+", "RETAIN-"]),
        "the first one mends it": (["A TRAIN", "B RETAIN", "A RETAIN"], ["TRAIN-", "RETAIN-", "RETAIN+"]),
        "the second one mends it": (["A TRAIN", "B RETAIN", "B TRAIN"], ["TRAIN+", "RETAIN-"]),
        "phone changes again": (["A TRAIN", "P RETAIN", "P RETAIN"], ["TRAIN+", "RETAIN-", "RETAIN!"]),
        "phone changes beside paper": (["P TRAIN", "A RETAIN", "P RETAIN"], ["TRAIN-", "RETAIN-", "RETAIN+"]),
    }.values(),
)
def test_which_slip_counts(open_round, hand_in, handed_in, expected):
    open_round("TRAINER")
    for written in handed_in:
        by, word = written.split()
        hand_in(by, TRAIN if word == "TRAIN" else RETAIN)
    assert standing() == expected


def test_where_the_first_slip_counts_the_phones_second_is_no_conflict(game, open_round, hand_in):
    text = game.rules.replace('second_slip = "replaces"', 'second_slip = "ignored"')
    Game.objects.update(rules=text)
    game.refresh_from_db()
    open_round("TRAINER")
    hand_in("A", TRAIN)
    hand_in("P", RETAIN)
    hand_in("P", ("RAIN", "H5", 10))
    assert standing() == ["TRAIN+", "RETAIN!", "RAIN-"]


def test_the_phone_is_told_nothing_of_paper(open_round, hand_in, client, game, players):
    open_round("TRAINER")
    hand_in("A", TRAIN)
    slip = hand_in("P", RETAIN)
    assert slip.in_conflict
    headers = {"Authorization": f"Bearer {players[0][1]}"}
    body = {"id": str(uuid.uuid4()), "round": 1, "word": "TRAINER", "ref": "H2", "score": 66}
    path = reverse("api-slips", args=[game.code])
    receipt = client.post(path, json.dumps(body), content_type="application/json", headers=headers).json()
    assert receipt["word"] == "TRAINER"
    assert not set(receipt) & {"in_conflict", "effective", "source", "conflict"}
    mine = client.get(reverse("api-me", args=[game.code]), headers=headers).json()["slip"]
    assert (mine["word"], mine["ref"]) == ("TRAINER", "H2")


def test_a_conflict_keeps_the_round_from_being_announced_until_it_is_settled(
    open_round, hand_in, close_round, announce_top, game, players, arbitrator
):
    round_ = open_round("TRAINER")
    hand_in("P", TRAIN)
    paper = hand_in("A", RETAIN)
    close_round()
    closing.judge_round(round_.pk)
    with pytest.raises(RuleViolation) as error:
        announce_top(1)
    assert (error.value.code, "1" in str(error.value)) == ("slips_in_conflict", True)
    arbitration_services.settle_conflict(game=game, entry=players[0][0], slip=paper, by=arbitrator)
    assert standing() == ["TRAIN-", "RETAIN+"]
    with pytest.raises(RuleViolation) as error:
        arbitration_services.settle_conflict(game=game, entry=players[0][0], slip=paper, by=arbitrator)
    assert error.value.code == "no_conflict"
    announce_top(1)
    assert game.log.filter(act="conflict_settled").count() == 1


def test_a_phones_slip_that_wins_is_judged(open_round, hand_in, close_round, game, players, arbitrator):
    open_round("TRAINER")
    hand_in("A", TRAIN)
    phone = hand_in("P", RETAIN)
    close_round()
    arbitration_services.settle_conflict(game=game, entry=players[0][0], slip=phone, by=arbitrator)
    assert phone.rulings.get().score == 14


# --- Double arbitration ----------------------------------------------------------------------------------------------


def test_every_paper_slip_is_keyed_by_two(
    double_arbitration, open_round, hand_in, close_round, announce_top, second_arbitrator
):
    open_round("TRAINER")
    slip = hand_in("A", TRAIN)
    hand_in("A", TRAIN)
    close_round()
    with pytest.raises(RuleViolation) as error:
        announce_top(1)
    assert error.value.code == "slips_unchecked"
    hand_in("B", TRAIN)
    slip.refresh_from_db()
    assert slip.checked_by == second_arbitrator
    announce_top(1)


def test_that_there_is_no_slip_is_put_on_record_by_two(
    double_arbitration, open_round, game, players, arbitrator, second_arbitrator, close_round, announce_top
):
    """The second arbitrator's key confirms, and is no further decision."""
    open_round("TRAINER")
    where = {"game": game, "entry": players[0][0]}
    slip = arbitration_services.give_zero(**where, by=arbitrator)
    assert arbitration_services.give_zero(**where, by=second_arbitrator) == slip
    slip.refresh_from_db()
    assert (slip.checked_by, [ruling.code for ruling in slip.rulings.all()]) == (
        second_arbitrator,
        ["no_slip"],
    )
    assert game.log.last().act == "slip_confirmed"
    close_round()
    announce_top(1)


def test_phones_need_no_second_arbitrator(double_arbitration, open_round, hand_in, close_round, announce_top):
    open_round("TRAINER")
    hand_in("P", TRAIN)
    close_round()
    announce_top(1)


def test_what_two_arbitrators_disagree_on_the_chief_settles(
    double_arbitration,
    open_round,
    hand_in,
    game,
    players,
    arbitrator,
    second_arbitrator,
    close_round,
    announce_top,
):
    open_round("TRAINER")
    hand_in("A", TRAIN)
    other = hand_in("B", RETAIN)
    where = {"game": game, "entry": players[0][0], "slip": other}
    with pytest.raises(RuleViolation) as error:
        arbitration_services.settle_conflict(**where, by=second_arbitrator)
    assert error.value.code == "chief_settles"
    arbitration_services.settle_conflict(**where, by=arbitrator)
    other.refresh_from_db()
    assert (other.effective, other.checked_by) == (True, arbitrator)
    close_round()
    announce_top(1)


def test_without_double_arbitration_anybody_settles(open_round, hand_in, game, players, second_arbitrator):
    open_round("TRAINER")
    hand_in("A", TRAIN)
    other = hand_in("B", RETAIN)
    arbitration_services.settle_conflict(game=game, entry=players[0][0], slip=other, by=second_arbitrator)
    assert standing() == ["TRAIN-", "RETAIN+"]


def test_mending_ones_own_slip_checks_it(double_arbitration, open_round, hand_in, second_arbitrator):
    open_round("TRAINER")
    hand_in("A", TRAIN)
    hand_in("B", RETAIN)
    hand_in("A", RETAIN)
    assert Slip.objects.get(effective=True).checked_by == second_arbitrator


def test_a_slip_keyed_anew_is_unchecked_again(
    double_arbitration, open_round, hand_in, game, players, arbitrator
):
    open_round("TRAINER")
    hand_in("A", TRAIN)
    hand_in("B", TRAIN)
    correction = hand_in("A", RETAIN)
    arbitration_services.settle_conflict(game=game, entry=players[0][0], slip=correction, by=arbitrator)
    assert Slip.objects.get(effective=True).checked_by is None


def test_the_phones_last_slip_counts_after_everything_at_the_desk_is_undone(
    open_round, game, hand_in, players, arbitrator
):
    """An older slip of the phone was in conflict, and the last one lay aside, as it said the same as the paper."""
    open_round("TRAINER")
    hand_in("A", TRAIN)
    hand_in("P", RETAIN)
    paper = Slip.objects.get(source="desk")
    arbitration_services.settle_conflict(game=game, entry=players[0][0], slip=paper, by=arbitrator)
    hand_in("P", TRAIN)
    for _act in range(2):
        undo.undo(game=game, by=arbitrator)
        assert standing() == ["TRAIN-", "RETAIN-", "TRAIN+"]
