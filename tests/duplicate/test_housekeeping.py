"""Work of the clock loop besides closing rounds: it makes up for background work that got lost, as requests do."""

import threading
import uuid
from datetime import timedelta

import pytest

from duplicate import (
    housekeeping,
)
from duplicate.live import subscriptions
from duplicate.models import Ruling
from duplicate.rounds import closing
from duplicate.rounds import services as round_services
from duplicate.rounds.confirmations import EVERYTHING
from duplicate.slips import services as slip_services
from tournaments.models import PrintJob, PrintPart
from tournaments.printing.jobs import KEPT
from tournaments.time import clock

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def hand_in(game, players):
    def submit():
        return slip_services.submit_slip(
            received_at=clock.now(),
            game=game,
            entry=players[0][0],
            client_id=uuid.uuid4(),
            number=1,
            word="TRAINER",
            reference="H2",
            score=66,
        )

    return submit


def test_a_closed_round_is_searched_and_judged_in_the_end(game, open_round, hand_in, hands, close_round):
    """In tests nothing is committed, so nothing is done in the background: as if the process had gone down."""
    open_round("TRAINER")
    hand_in()
    close_round()
    closing.make_up_for_background()
    assert game.rounds.get().top_score == 66
    assert Ruling.objects.get().score == 66


def test_the_background_has_its_time_first(game, open_round, hand_in, hands, arbitrator):
    open_round("TRAINER")
    hand_in()
    round_services.end_round(game=game, by=arbitrator, confirmed=EVERYTHING)
    hands.move(game.rule_set.time.grace_seconds + 0.1)
    assert closing.close_overdue_rounds() == 1
    closing.make_up_for_background()
    assert not Ruling.objects.exists()


def test_a_slip_in_time_that_was_stored_after_the_judging_is_judged(open_round, hand_in, hands, close_round):
    open_round("TRAINER")
    stamped = hands.now
    close_round()
    closing.make_up_for_background()
    hands.now = stamped
    hand_in()
    hands.move(10_000)
    closing.make_up_for_background()
    assert Ruling.objects.get().score == 66


@pytest.fixture
def rested(monkeypatch):
    """Let this process stand in at once."""
    monkeypatch.setattr(closing, "_rested_at", float("-inf"))


def test_whoever_reads_the_game_judges_it_without_clock_and_workers(
    game, open_round, hand_in, hands, rested, django_assert_num_queries
):
    """Not before the clock would have done it; and where nothing is left to do it costs two queries."""
    open_round("TRAINER")
    hand_in()
    hands.now = game.rounds.get().closes_at
    hands.move(closing.STAND_IN_SECONDS - 0.1)
    subscriptions.current_frame(game.code)
    assert (game.rounds.get().state, Ruling.objects.count()) == ("closed", 0)
    hands.move(0.2)
    subscriptions.current_frame(game.code)
    assert (game.rounds.get().top_score, Ruling.objects.get().score) == (66, 66)
    closing._rested_at = float("-inf")
    with django_assert_num_queries(2):
        closing.catch_up_on_rounds()


def test_a_round_that_cannot_be_judged_keeps_no_request_waiting_again(
    open_round, hand_in, hands, close_round, rested, monkeypatch, django_assert_num_queries, caplog
):
    def fail(_round_id):
        raise ValueError("no lexicon")

    open_round("TRAINER")
    hand_in()
    close_round()
    hands.move(closing.STAND_IN_SECONDS)
    monkeypatch.setattr(closing, "judge_round", fail)
    monkeypatch.setattr(closing, "REST_SECONDS", float("inf"))
    closing.catch_up_on_rounds()
    closing.catch_up_on_rounds()
    assert caplog.text.count("failed") == 1
    with closing._standing_in, django_assert_num_queries(2):
        closing.catch_up_on_rounds()


def test_an_announced_round_is_left_alone(open_round, close_round, announce_top, django_assert_num_queries):
    open_round("TRAINER")
    close_round()
    announce_top(1)
    with django_assert_num_queries(1):
        closing.make_up_for_background()


def test_the_clock_wakes_when_a_round_is_overdue(game, hands, open_round, django_assert_num_queries):
    assert closing.seconds_to_deadline(0.5) == 0.5
    open_round("TRAINER")
    round_ = game.rounds.get()
    deadline = round_.deadline(game.rule_set)
    for before, wait in ((10, 0.5), (0.5, 0.5), (0.2, 0.2), (0, 0.5)):
        hands.now = deadline - timedelta(seconds=before)
        with django_assert_num_queries(1):
            assert closing.seconds_to_deadline(0.5) == pytest.approx(wait)


def test_nothing_ends_the_clock(monkeypatch, caplog):
    stop, looks = threading.Event(), []

    def fail():
        looks.append(1)
        if len(looks) == 2:
            stop.set()
        raise ValueError("a bug")

    monkeypatch.setattr(housekeeping, "LOOK_SECONDS", 0)
    monkeypatch.setattr(housekeeping, "close_overdue_rounds", fail)
    housekeeping.run(stop)
    assert len(looks) == 2
    assert caplog.text.count("The clock could not do its work") == 2


def test_a_cleaner_that_fails_keeps_no_other_from_its_work(monkeypatch, caplog):
    stop = threading.Event()

    def fail():
        raise ValueError("a bug")

    monkeypatch.setattr(housekeeping, "LOOK_SECONDS", 0)
    monkeypatch.setattr(housekeeping, "close_old_connections", lambda: None)
    monkeypatch.setattr(housekeeping, "_CLEANERS", [fail, stop.set])
    housekeeping.run(stop)
    assert "fail failed" in caplog.text


def test_it_throws_away_what_was_printed_long_ago(monkeypatch, hands, game, arbitrator):
    old = PrintJob.objects.create(
        event=game.event, kind="game", subject=game.pk, document="slips", by=arbitrator
    )
    old.parts.create(number=0, file=b"part")
    hands.move(KEPT.total_seconds() + 1)
    made = clock.now()
    PrintJob.objects.create(
        event=game.event, kind="game", subject=game.pk, document="badges", by=arbitrator, moved_at=made
    )
    stop = threading.Event()
    monkeypatch.setattr(housekeeping, "LOOK_SECONDS", 0)
    # The connection is that of the test; and the look after the first one ends the loop.
    monkeypatch.setattr(housekeeping, "close_old_connections", stop.set)
    housekeeping.run(stop)
    assert [job.document for job in PrintJob.objects.all()] == ["badges"]
    assert not PrintPart.objects.exists()
