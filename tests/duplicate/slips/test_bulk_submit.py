"""Slips of many players in one transaction: each stands where it would have stood alone."""

import uuid

import pytest
from django.db import IntegrityError

from duplicate.games.players import services as player_services
from duplicate.models import Game, Slip
from duplicate.rounds import closing
from duplicate.slips import services as slip_services
from duplicate.slips.services import HandedIn, SentSlip, TryAgain
from engine.errors import EngineError
from tournaments.errors import RuleViolation
from tournaments.time import clock

pytestmark = [pytest.mark.django_db, pytest.mark.one_game("players"), pytest.mark.database]


@pytest.fixture
def send(game):
    """Return a function that hands in slips together: (entry, word) each, or with more."""

    def send(*sent):
        return slip_services.submit_slips(game=game, sent=[slip_of(*each) for each in sent])

    return send


def slip_of(entry, word="TRAIN", client_id=None, reference="H4", number=1, after=0.0, round_id=None):
    from datetime import timedelta

    return SentSlip(
        entry=entry,
        client_id=client_id or uuid.uuid4(),
        number=number,
        word=word,
        reference=reference,
        score=12,
        received_at=clock.now() + timedelta(seconds=after),
        round_id=round_id,
    )


@pytest.fixture
def entries(players):
    return [entry for entry, _token in players]


def standing():
    return list(Slip.objects.order_by("entry__table", "pk").values_list("entry__table", "word", "effective"))


def test_all_are_stored(open_round, send, entries):
    open_round("TRAINER")
    answers = send(*((entry, "TRAIN") for entry in entries))
    assert all(isinstance(answer, HandedIn) and answer.created and answer.slip.pk for answer in answers)
    assert standing() == [(1, "TRAIN", True), (2, "TRAIN", True), (3, "TRAIN", True)]


def test_one_that_cannot_be_read_keeps_no_other_out(open_round, send, entries):
    open_round("TRAINER")
    one, two, three = send((entries[0], "TRAIN"), (entries[1], "TR@IN"), (entries[2], "RAIN"))
    assert isinstance(two, EngineError)
    assert (one.slip.word, three.slip.word) == ("TRAIN", "RAIN")
    assert standing() == [(1, "TRAIN", True), (3, "RAIN", True)]


def test_one_of_another_round_or_a_player_who_has_gone_keeps_no_other_out(
    open_round, send, entries, game, arbitrator
):
    open_round("TRAINER")
    sent = [
        (entries[0], "TRAIN", None, "H4", 2),
        (entries[1], "TRAIN"),
        (entries[2], "TRAIN"),
    ]
    player_services.withdraw_player(game=game, entry=entries[1], by=arbitrator)
    other_round, gone, kept = send(*sent)
    assert (other_round.code, gone.code) == ("round_not_open", "player_withdrawn")
    assert standing() == [(3, "TRAIN", True)]
    assert kept.created


def test_two_of_one_player_in_one_go(open_round, send, entries):
    """The later stamp counts, in whichever order they were stored."""
    open_round("TRAINER")
    send((entries[0], "TRAIN"), (entries[0], "TRAINER", None, "H2", 1, 1.0))
    send((entries[1], "TRAINER", None, "H2", 1, 1.0), (entries[1], "TRAIN"))
    assert standing() == [
        (1, "TRAIN", False),
        (1, "TRAINER", True),
        (2, "TRAINER", True),
        (2, "TRAIN", False),
    ]


@pytest.mark.parametrize(
    ("second_slip", "counts"), [("replaces", "TRAINER"), ("ignored", "TRAIN"), ("zero", "TRAINER")]
)
def test_in_one_go_or_one_after_the_other_makes_no_difference(
    open_round, send, entries, game, second_slip, counts
):
    text = game.rules.replace('second_slip = "replaces"', f'second_slip = "{second_slip}"')
    Game.objects.filter(pk=game.pk).update(rules=text)
    game.refresh_from_db()
    open_round("TRAINER")
    send((entries[0], "TRAIN"), (entries[0], "TRAINER", None, "H2", 1, 1.0))
    send((entries[1], "TRAIN"))
    send((entries[1], "TRAINER", None, "H2", 1, 1.0))
    effective = Slip.objects.filter(effective=True).order_by("entry__table").values_list("word", flat=True)
    assert list(effective) == [counts, counts]


def test_the_same_one_twice_in_one_go_is_stored_once(open_round, send, entries):
    open_round("TRAINER")
    client_id = uuid.uuid4()
    first, second = send((entries[0], "TRAIN", client_id), (entries[0], "TRAIN", client_id))
    assert (first.created, second.created) == (True, False)
    assert first.slip == second.slip
    [again, other] = send((entries[0], "TRAIN", client_id), (entries[1], "TRAIN", client_id))
    assert (again.created, again.slip, other.created) == (False, first.slip, True)


def test_a_late_one_among_them_takes_nothing_away(open_round, send, entries):
    open_round("TRAINER")
    send((entries[0], "TRAIN"), (entries[0], "TRAINER", None, "H2", 1, 200.0), (entries[1], "RAIN"))
    assert Slip.objects.get(late=True).word == "TRAINER"
    assert standing() == [(1, "TRAIN", True), (1, "TRAINER", False), (2, "RAIN", True)]


def test_paper_that_says_the_same_is_noted(open_round, send, entries, game, arbitrator):
    open_round("TRAINER")
    for entry, word in zip(entries, ("TRAIN", "RAIN"), strict=False):
        slip_services.key_slip(
            game=game, entry=entry, word=word, reference="H4", stated_score=12, by=arbitrator
        )
    send((entries[0], "TRAIN"), (entries[1], "TRAIN"))
    sent = list(Slip.objects.filter(source="phone").order_by("entry__table"))
    assert [(slip.effective, slip.in_conflict) for slip in sent] == [(True, False), (False, True)]
    assert sent[0].checked_by == arbitrator


def test_many_cost_no_more_queries_than_one(open_round, send, entries, django_assert_max_num_queries, game):
    open_round("TRAINER")
    more = [player_services.join_game(game=game, name=f"Player {number}").entry for number in range(20)]
    with django_assert_max_num_queries(12):
        send(*((entry, "TRAIN") for entry in [*entries, *more]))
    assert Slip.objects.count() == 23


def test_where_the_database_says_no_each_is_tried_by_itself(open_round, send, entries, monkeypatch):
    """Such as when another process has stored the same slip in between."""
    open_round("TRAINER")
    store = Slip.objects.bulk_create

    def refuse(new):
        if any(slip.word == "RAIN" for slip in new):
            raise IntegrityError
        return store(new)

    monkeypatch.setattr(Slip.objects, "bulk_create", refuse)
    one, two, three = send((entries[0], "TRAIN"), (entries[1], "RAIN"), (entries[2], "TRAIN"))
    assert one.created
    assert isinstance(two, TryAgain)
    assert three.created
    assert standing() == [(1, "TRAIN", True), (3, "TRAIN", True)]


def test_after_the_announcement_all_are_refused(open_round, send, entries, close_round, announce_top):
    open_round("TRAINER")
    close_round()
    announce_top(1)
    answers = send(*((entry, "TRAIN") for entry in entries))
    assert {answer.code for answer in answers if isinstance(answer, RuleViolation)} == {"round_announced"}
    assert not Slip.objects.exists()


def test_a_round_that_closes_meanwhile_takes_what_was_in_time(open_round, entries, hands, game):
    open_round("TRAINER")
    waiting = [slip_of(entry) for entry in entries]
    hands.move(10_000)
    assert closing.close_overdue_rounds() == 1
    assert all(answer.slip.effective for answer in slip_services.submit_slips(game=game, sent=waiting))
