"""Slips on their way in: receipts, replacing, lateness, and every refusal."""

import uuid
from dataclasses import replace

import pytest

from duplicate.live.player_sheet import sheet_for_entry
from duplicate.models import Game, Slip
from duplicate.rounds import closing
from duplicate.rounds import services as round_services
from duplicate.slips import services as slip_services
from engine.errors import EngineError
from engine.rules import (
    RuleSet,
)
from tournaments.errors import RuleViolation
from tournaments.repeats import IdUsed
from tournaments.time import clock

pytestmark = [pytest.mark.django_db, pytest.mark.one_game("players"), pytest.mark.database]


@pytest.fixture
def hand_in(game, players):
    """Return a function that hands in a slip of the first player for round 1."""

    def submit(word="TRAIN", reference="H4", number=1, client_id=None, entry=players[0][0], **more):
        return slip_services.submit_slip(
            received_at=clock.now(),
            game=game,
            entry=entry,
            client_id=client_id or uuid.uuid4(),
            number=number,
            word=word,
            reference=reference,
            **{"score": 12} | more,
        )

    return submit


def test_a_slip_is_kept_as_written(open_round, hand_in, hands):
    open_round("TRAINER")
    hand_in(word=" TrAIN ", reference=" h4")
    slip = Slip.objects.get()
    assert (slip.word, slip.reference, slip.stated_score) == ("TrAIN", "H4", 12)
    assert (slip.late, slip.effective, slip.received_at) == (False, True, hands.now)


@pytest.mark.parametrize(
    "other",
    [{"word": "TRAINER"}, {"reference": "H3"}, {"score": 13}, {"score": None}, {"number": 2}],
    ids=repr,
)
def test_an_id_used_again_with_other_content_is_refused(open_round, hand_in, other):
    round_ = open_round("TRAINER")
    client_id = uuid.uuid4()
    kept = hand_in(client_id=client_id, round_id=round_.pk).slip
    with pytest.raises(IdUsed) as refused:
        hand_in(client_id=client_id, **other)
    assert refused.value.on_record == slip_services.receipt_for(kept)
    with pytest.raises(IdUsed):
        hand_in(client_id=client_id, round_id=round_.pk + 1)
    assert list(Slip.objects.values_list("word", "reference")) == [("TRAIN", "H4")]
    assert not hand_in(client_id=client_id, word=" TRAIN ", reference="h4").created


def test_an_id_used_twice_at_once_with_other_content_keeps_the_first(game, players, open_round):
    open_round("TRAINER")
    first = slip_services.SentSlip(players[0][0], uuid.uuid4(), 1, "TRAIN", "H4", 12, clock.now())
    answers = slip_services.submit_slips(game=game, sent=[first, replace(first, word="TRAINER"), first])
    assert [type(answer) for answer in answers] == [
        slip_services.HandedIn,
        IdUsed,
        slip_services.HandedIn,
    ]
    assert Slip.objects.get().word == "TRAIN"


def test_the_last_slip_in_time_counts(open_round, hand_in):
    open_round("TRAINER")
    hand_in(word="TRAIN")
    hand_in(word="TRAINER")
    assert list(Slip.objects.values_list("word", "effective")) == [("TRAIN", False), ("TRAINER", True)]


def test_the_same_slip_twice_is_stored_once(open_round, hand_in):
    open_round("TRAINER")
    client_id = uuid.uuid4()
    first, second = hand_in(client_id=client_id), hand_in(client_id=client_id)
    assert (first.created, second.created) == (True, False)
    assert first.slip == second.slip
    assert Slip.objects.count() == 1


def test_a_slip_sent_again_after_the_announcement_gets_its_receipt(
    open_round, hand_in, close_round, announce_top
):
    open_round("TRAINER")
    client_id = uuid.uuid4()
    hand_in(client_id=client_id)
    close_round()
    announce_top(1)
    assert not hand_in(client_id=client_id).created


def test_another_players_slip_id_is_no_way_in(open_round, hand_in, players):
    open_round("TRAINER")
    client_id = uuid.uuid4()
    hand_in(client_id=client_id)
    assert hand_in(client_id=client_id, entry=players[1][0]).created


@pytest.mark.parametrize(("after", "late"), [(180, False), (182, False), (182.001, True)])
def test_the_servers_clock_and_the_grace_decide(open_round, hand_in, hands, after, late):
    open_round("TRAINER")
    hands.move(after)
    slip = hand_in().slip
    assert (slip.late, slip.effective) == (late, not late)


def test_a_late_slip_takes_nothing_away(open_round, hand_in, hands):
    open_round("TRAINER")
    hand_in(word="TRAIN")
    hands.move(200)
    hand_in(word="TRAINER")
    assert list(Slip.objects.values_list("word", "late", "effective")) == [
        ("TRAIN", False, True),
        ("TRAINER", True, False),
    ]


def test_a_slip_stamped_in_time_counts_though_the_round_has_closed(
    open_round, hand_in, hands, close_round, announce_top, players
):
    """It waited for the database while somebody else closed the round."""
    round_ = open_round("TRAINER")
    stamped = hands.now
    close_round()
    closing.judge_round(round_.pk)
    hands.now = stamped
    hand_in(word="TRAIN")
    announce_top(1)
    assert Slip.objects.get().rulings.get().score == 12


def extend(game, arbitrator):
    round_services.extend_clock(game=game, seconds=60, by=arbitrator)


def places():
    return list(Slip.objects.order_by("pk").values_list("word", "late", "effective", "in_conflict"))


def test_a_late_slip_is_in_time_once_the_time_is_extended_past_it(
    game, arbitrator, open_round, hand_in, hands, close_round, announce_top, players
):
    """It came after the grace, and nobody had closed the round yet."""
    open_round("TRAINER")
    hands.move(182.3)
    late = hand_in().slip
    assert (late.late, late.effective) == (True, False)
    extend(game, arbitrator)
    assert places() == [("TRAIN", False, True, False)]
    assert sheet_for_entry(game, players[0][0])["slip"]["late"] is False
    row = game.log.get(act="clock_extended")
    assert row.params["slips"] == [[late.pk, 0, None, 1, None]]
    close_round()
    announce_top(1)
    assert Slip.objects.get().rulings.get().score == 12


@pytest.mark.parametrize(
    ("second_slip", "counts"), [("replaces", "TRAINER"), ("ignored", "TRAIN"), ("zero", "TRAINER")]
)
def test_extended_past_several_slips(game, arbitrator, open_round, hand_in, hands, second_slip, counts):
    """As the rules choose among slips in time, by their stamps."""
    rules = RuleSet()
    rules = replace(rules, slips=replace(rules.slips, second_slip=second_slip))
    Game.objects.filter(pk=game.pk).update(rules=rules.to_toml())
    game.refresh_from_db()
    open_round("TRAINER")
    hand_in(word="TRAIN")
    for word in ("RAIN", "TRAINER"):
        hands.move(182.3)
        hand_in(word=word)
    extend(game, arbitrator)
    assert [slip[1] for slip in places()] == [False] * 3
    assert [word for word, _late, effective, _conflict in places() if effective] == [counts]


def test_extended_past_a_slip_that_paper_contradicts(game, arbitrator, players, open_round, hand_in, hands):
    open_round("TRAINER")
    hands.move(182.3)
    hand_in(word="TRAIN")
    slip_services.key_slip(
        game=game, entry=players[0][0], word="RAIN", reference="H4", stated_score=None, by=arbitrator
    )
    extend(game, arbitrator)
    assert places() == [("TRAIN", False, False, True), ("RAIN", False, True, False)]


@pytest.mark.parametrize("state", ["none", "drawn", "next"])
def test_a_round_that_is_not_open_takes_no_slip(game, arbitrator, open_round, hand_in, state):
    if state == "drawn":
        round_services.draw_rack(game=game, by=arbitrator)
    if state == "next":
        open_round("TRAINER")
    with pytest.raises(RuleViolation) as error:
        hand_in(number=2 if state == "next" else 1)
    assert error.value.code == "round_not_open"
    assert not Slip.objects.exists()


def test_an_announced_round_takes_no_slip(open_round, hand_in, close_round, announce_top):
    open_round("TRAINER")
    close_round()
    announce_top(1)
    with pytest.raises(RuleViolation) as error:
        hand_in()
    assert error.value.code == "round_announced"


@pytest.mark.parametrize(
    ("word", "reference", "code"),
    [
        ("", "H4", "empty_word"),
        ("TR@IN", "H4", "unknown_letter"),
        ("TRAIN", "", "bad_reference"),
        ("TRAIN", "H44", "reference_off_board"),
        ("TRAIN", "P4", "reference_off_board"),
    ],
)
def test_what_cannot_be_read_is_refused(open_round, hand_in, word, reference, code):
    open_round("TRAINER")
    with pytest.raises(EngineError) as error:
        hand_in(word=word, reference=reference)
    assert error.value.code == code
    assert not Slip.objects.exists()


def test_a_pause_takes_slips(game, arbitrator, open_round, hand_in):
    open_round("TRAINER")
    round_services.pause_clock(game=game, by=arbitrator)
    assert hand_in().slip.effective


def test_paper_keyed_at_the_desk_is_judged_at_once(
    game, arbitrator, players, open_round, close_round, announce_top
):
    open_round("TRAINER")
    keyed = slip_services.key_slip(
        game=game, entry=players[0][0], word="TRAINER", reference="h2", stated_score=66, by=arbitrator
    )
    assert (keyed.reference, keyed.source, keyed.keyed_by) == ("H2", Slip.Source.DESK, arbitrator)
    assert keyed.rulings.get().score == 66
    close_round()
    announce_top(1)
    assert keyed.rulings.count() == 1


def test_paper_begun_in_one_round_does_not_land_in_the_next(
    game, arbitrator, players, open_round, close_round, announce_top
):
    open_round("TRAINER")
    close_round()
    announce_top(1)
    round_services.draw_rack(game=game, by=arbitrator)
    round_services.open_round(game=game, by=arbitrator)
    with pytest.raises(RuleViolation) as error:
        slip_services.key_slip(
            game=game,
            entry=players[0][0],
            number=1,
            word="TRAIN",
            reference="H4",
            stated_score=None,
            by=arbitrator,
        )
    assert error.value.code == "round_announced"
    assert not Slip.objects.exists()


def test_paper_needs_a_round(game, arbitrator, players):
    with pytest.raises(RuleViolation) as error:
        slip_services.key_slip(
            game=game, entry=players[0][0], word="TRAIN", reference="H4", stated_score=None, by=arbitrator
        )
    assert error.value.code == "round_not_open"


def test_a_slip_overtaken_on_its_way_replaces_nothing(open_round, hand_in, hands):
    """Sent first, stored last: it waited for the database."""
    open_round("TRAINER")
    hands.move(10)
    hand_in(word="TRAINER")
    hands.move(-5)
    hand_in(word="TRAIN")
    assert list(Slip.objects.values_list("word", "effective")) == [("TRAIN", False), ("TRAINER", True)]
