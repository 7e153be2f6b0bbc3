"""Slips, rulings and undo at the same moment: whichever comes first, both are answered, and the record is whole."""

from functools import partial

import pytest

from duplicate.arbitration import corrections, undo
from duplicate.arbitration import services as arbitration_services
from duplicate.models import Slip
from duplicate.rounds import closing
from duplicate.rounds import services as round_services
from duplicate.slips import services as slip_services
from tests.concurrency.acts import check_record, key_slip
from tests.concurrency.hall import during, together

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("nobody_in_background")]


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


def test_slips_come_in_while_an_arbitrator_keys_paper(game, arbitrator, players, open_round, send):
    """Neither waits for the other for ever, whoever begins."""
    open_round("TRAINER")
    for first, then in (
        (key_slip(game, arbitrator, players, 1), send),
        (send, key_slip(game, arbitrator, players, 2)),
    ):
        keyed, sent = during(first, then)
        assert isinstance(keyed, Slip | slip_services.HandedIn)
        assert isinstance(sent, Slip | slip_services.HandedIn)
    held, other = during(key_slip(game, arbitrator, players, 0), send, at='FROM "duplicate_round"')
    assert (held.in_conflict or other.slip.in_conflict, Slip.objects.filter(effective=True).count()) == (
        True,
        3,
    )


def test_two_arbitrators_key_one_table(game, arbitrator, second, players, open_round):
    open_round("TRAINER")
    one, other = together(
        key_slip(game, arbitrator, players, 0, seen="0"),
        key_slip(game, second, players, 0, "TRAIN", seen="0"),
    )
    kept = one if isinstance(one, Slip) else other
    assert {one, other} == {kept, "slip_changed"}
    assert list(Slip.objects.filter(effective=True)) == [kept]


def test_a_conflict_is_settled_once(game, arbitrator, second, players, open_round):
    open_round("TRAINER")
    mine, theirs = key_slip(game, arbitrator, players, 0)(), key_slip(game, second, players, 0, "TRAIN")()
    outcomes = together(
        *(
            partial(
                arbitration_services.settle_conflict,
                slip=slip,
                game=game,
                entry=players[0][0],
                by=by,
                number=1,
            )
            for slip, by in ((mine, arbitrator), (theirs, second))
        )
    )
    assert outcomes.count("no_conflict") == 1
    assert Slip.objects.get(effective=True) in outcomes
    assert not Slip.objects.filter(in_conflict=True).exists()


@pytest.mark.parametrize(("first", "waits"), [("zero", 1), ("slip", 0)])
def test_a_phone_sends_again_while_an_arbitrator_gives_zero(
    game, arbitrator, players, open_round, send, first, waits
):
    """Whichever comes first, the slip that counts has zero; one that comes after the zero asks."""
    open_round("TRAINER")
    send("TRAIN")
    zero = partial(arbitration_services.give_zero, game=game, entry=players[0][0], by=arbitrator, number=1)
    again = partial(send, "TRAINER")
    outcomes = during(zero, again) if first == "zero" else during(again, zero)
    assert not [one for one in outcomes if isinstance(one, str)]
    counting = Slip.objects.get(effective=True)
    assert counting.rulings.order_by("pk").last().sanction == "zero"
    assert Slip.objects.filter(in_conflict=True).count() == waits


def test_judging_in_the_background_while_an_act_is_undone(
    game, arbitrator, players, open_round, close_round, send
):
    """The slip that comes back has never been judged: two find that out at the same moment."""
    round_ = open_round("TRAINER")
    send("TRAIN")
    keyed = key_slip(game, arbitrator, players, 0)()
    arbitration_services.settle_conflict(slip=keyed, game=game, entry=players[0][0], by=arbitrator, number=1)
    close_round()
    judge = partial(closing.judge_round, round_.pk)
    undone, _judged = during(partial(undo.undo, game=game, by=arbitrator), judge)
    assert undone.act == "conflict_settled"
    slip = Slip.objects.get(effective=True)
    assert (slip.word, slip.rulings.filter(by=None).count()) == ("TRAIN", 1)


def test_a_ruling_while_the_round_is_judged(game, arbitrator, players, open_round, close_round, send):
    round_ = open_round("TRAINER")
    send("TRAIN")
    close_round()
    overrule = partial(
        arbitration_services.overrule,
        score=3,
        game=game,
        entry=players[0][0],
        by=arbitrator,
        number=1,
        reason="R",
    )
    during(overrule, partial(closing.judge_round, round_.pk))
    slip = Slip.objects.get()
    assert list(slip.rulings.values_list("score", "by")) == [(12, None), (3, arbitrator.pk)]


def test_an_overruling_and_the_announcement(
    game, arbitrator, players, open_round, close_round, send, announce
):
    """After the announcement a reason is public; here there was one in any case."""
    open_round("TRAINER")
    send("TRAIN")
    close_round()
    where = {"game": game, "entry": players[0][0], "by": arbitrator, "number": 1}
    mark, announced = during(partial(arbitration_services.mark_penalty, **where), announce)
    assert (type(mark), announced) == (Slip, None)
    assert (
        during(partial(arbitration_services.mark_penalty, **where, reason="R"), announce)[1]
        == "round_announced"
    )
    check_record(game)


def test_two_undo_at_the_same_moment(game, arbitrator, players, open_round):
    """The same arbitrator undoes from two windows: two acts are taken back, or one and a refusal."""
    open_round("TRAINER")
    key_slip(game, arbitrator, players, 0)()
    outcomes = together(*[partial(undo.undo, game=game, by=arbitrator)] * 2)
    assert sorted(getattr(outcome, "act", outcome) for outcome in outcomes) == ["slip_keyed", "undo_seen"]
    assert game.log.filter(act="undone").count() == 1


def test_an_undo_and_a_new_act(game, arbitrator, players, open_round):
    open_round("TRAINER")
    key_slip(game, arbitrator, players, 0)()
    undone, keyed = during(
        partial(undo.undo, game=game, by=arbitrator), key_slip(game, arbitrator, players, 1)
    )
    assert (undone.entry, keyed.effective) == (players[0][0], True)
    keyed, undone = during(
        key_slip(game, arbitrator, players, 2), partial(undo.undo, game=game, by=arbitrator)
    )
    assert undone.entry == players[2][0]


@pytest.mark.parametrize("first", ["slip", "extension"])
def test_a_slip_after_time_while_the_time_is_extended(game, arbitrator, open_round, send, hands, first):
    """Whichever is stored first, the slip came before the new end."""
    open_round("TRAINER")
    hands.move(182.3)
    extend = partial(round_services.extend_clock, game=game, seconds=60, by=arbitrator)
    outcomes = during(send, extend) if first == "slip" else during(extend, send)
    assert not {"round_not_open", "time_is_up"} & {one for one in outcomes if isinstance(one, str)}
    slip = Slip.objects.get()
    assert (slip.late, slip.effective) == (False, True)


def test_a_slip_while_its_round_is_cancelled(game, arbitrator, open_round, send):
    open_round("TRAINER")
    cancel = partial(corrections.cancel_round, game=game, number=1, reason="R", by=arbitrator)
    slip, cancelled = during(send, cancel)
    assert (slip.created, cancelled) == (True, None)
    shown = open_round("TRAINER")
    assert during(cancel, partial(send, round_id=shown.pk)) == (None, "round_cancelled")
