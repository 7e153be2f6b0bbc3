"""Time in which no process could take slips is given back to the players."""

import json
import uuid

import pytest
from django.db import connection

from duplicate.games.players import services as player_services
from duplicate.live import subscriptions
from duplicate.models import Slip
from duplicate.models.heartbeat import Heartbeat
from duplicate.rounds import closing, interruptions
from duplicate.rounds import services as round_services
from duplicate.rounds.confirmations import EVERYTHING
from duplicate.slips import services as slip_services
from tournaments.time import clock

pytestmark = [pytest.mark.django_db, pytest.mark.one_game("game")]

ONE, OTHER = uuid.UUID(int=1), uuid.UUID(int=2)
ROUND = 180


@pytest.fixture
def running(game, open_round, hands):
    """Return a round of three minutes whose clock has run for 100 s, with a beat every 4 s."""
    open_round("TRAINER")
    beat_for(hands, 100)
    return game.rounds.get()


def beat_for(hands, seconds, process=ONE, step=4):
    for _ in range(0, seconds, step):
        hands.move(step)
        interruptions.beat(process)


def phone_slip(game, entry):
    sent = slip_services.submit_slip(
        game=game,
        entry=entry,
        client_id=uuid.uuid4(),
        number=1,
        word="TRAINER",
        reference="H2",
        score=66,
        received_at=clock.now(),
    )
    return sent.slip


@pytest.mark.repeats
@pytest.mark.parametrize("silence", [6, 70, 10_000])
def test_the_clock_stands_at_the_last_sign_of_life(running, game, hands, arbitrator, silence):
    hands.move(silence)
    interruptions.beat(OTHER)
    running.refresh_from_db()
    assert (running.state, running.closes_at, running.remaining_ms) == ("open", None, (ROUND - 100) * 1000)
    row = game.log.get(act="clock_interrupted")
    assert (row.by, row.params["seconds"], row.params["left"]) == (None, silence, ROUND - 100)
    shown = json.loads(subscriptions.current_frame(game.code).body)["round"]
    assert (shown["phase"], shown["interrupted"]) == ("paused", True)
    round_services.start_clock(game=game, by=arbitrator)
    running.refresh_from_db()
    assert (running.closes_at - hands.now).total_seconds() == ROUND - 100
    assert running.interrupted_at is None
    assert json.loads(subscriptions.current_frame(game.code).body)["round"]["interrupted"] is False


def test_nobody_closes_a_round_while_no_slip_can_be_taken(running, hands):
    """The clock process lives on where all that takes slips is gone."""
    hands.move(1000)
    assert closing.close_overdue_rounds() == 0
    running.refresh_from_db()
    assert running.state == "open"


def test_a_short_silence_changes_nothing(running, game, hands):
    hands.move(5)
    interruptions.beat(OTHER)
    running.refresh_from_db()
    assert running.closes_at
    assert not game.log.filter(act="clock_interrupted").exists()


def test_a_restart_of_one_of_several_changes_nothing(running, game, hands):
    interruptions.beat(OTHER)
    beat_for(hands, 60, OTHER)
    interruptions.beat(ONE)
    assert not game.log.filter(act="clock_interrupted").exists()


def test_a_round_whose_time_was_up_before_stays_closed(running, game, hands):
    beat_for(hands, ROUND - 100)
    hands.move(600)
    interruptions.beat(OTHER)
    assert closing.close_overdue_rounds() == 1
    assert not game.log.filter(act="clock_interrupted").exists()


def test_an_act_at_the_desk_is_a_sign_of_life(running, game, hands, arbitrator):
    round_services.pause_clock(game=game, by=arbitrator)
    hands.move(3600)
    round_services.start_clock(game=game, by=arbitrator)
    hands.move(1)
    interruptions.beat(ONE)
    assert not game.log.filter(act="clock_interrupted").exists()


def test_a_slip_that_came_before_the_first_beat_is_in_time(running, game, hands, players):
    hands.move(600)
    slip = phone_slip(game, players[0][0])
    assert slip.late
    interruptions.beat(OTHER)
    slip.refresh_from_db()
    assert (slip.late, slip.effective) == (False, True)
    assert Slip.objects.count() == 1


def test_without_any_heartbeat_rounds_close_as_usual(game, open_round, close_round):
    open_round("TRAINER")
    close_round()
    assert game.rounds.get().state == "closed"


def test_two_processes_that_come_back_interrupt_once(running, game, hands):
    hands.move(60)
    there = game.rounds.get()
    interruptions.stop_interrupted_clock(there)
    interruptions.stop_interrupted_clock(there)
    interruptions.beat(OTHER)
    assert game.log.filter(act="clock_interrupted").count() == 1


def test_nothing_is_written_while_no_clock_runs(game, open_round, hands, arbitrator):
    interruptions.beat(ONE)
    open_round("TRAINER")
    round_services.pause_clock(game=game, by=arbitrator)
    interruptions.beat(ONE)
    assert not Heartbeat.objects.exists()
    round_services.start_clock(game=game, by=arbitrator)
    interruptions.beat(ONE)
    hands.move(7200)
    interruptions.beat(OTHER)
    assert not Heartbeat.objects.filter(process=ONE).exists()


def test_a_row_of_the_log_after_the_silence_does_not_hide_it(running, game, hands, arbitrator):
    """A laptop wakes up: a player's request that waited meanwhile comes before the first beat."""
    hands.move(600)
    player_services.add_player(game=game, name="Zoe", by=arbitrator)
    assert closing.close_overdue_rounds() == 0
    interruptions.beat(ONE)
    running.refresh_from_db()
    assert (running.closes_at, running.remaining_ms) == (None, (ROUND - 100) * 1000)


@pytest.mark.parametrize("silence", [20, 600])
def test_time_added_before_the_first_beat_is_added_to_what_was_left(
    running, game, hands, arbitrator, silence
):
    hands.move(silence)
    round_services.extend_clock(game=game, seconds=30, by=arbitrator)
    interruptions.beat(ONE)
    running.refresh_from_db()
    assert (running.closes_at, running.remaining_ms) == (None, (ROUND - 100 + 30) * 1000)
    acts = list(game.log.order_by("pk").values_list("act", flat=True))[-2:]
    assert acts == ["clock_interrupted", "clock_extended"]


@pytest.mark.parametrize("silence", [20, 600])
def test_a_pause_before_the_first_beat_takes_no_time(running, game, hands, arbitrator, silence):
    hands.move(silence)
    round_services.pause_clock(game=game, by=arbitrator)
    running.refresh_from_db()
    assert (running.closes_at, running.remaining_ms) == (None, (ROUND - 100) * 1000)


def test_a_round_that_is_ended_while_its_clock_stands_is_not_interrupted(running, game, hands, arbitrator):
    round_services.pause_clock(game=game, by=arbitrator)
    hands.move(3600)
    round_services.end_round(game=game, by=arbitrator, confirmed=EVERYTHING)
    hands.move(1)
    interruptions.beat(ONE)
    hands.move(60)
    assert closing.close_overdue_rounds() == 1
    assert not game.log.filter(act="clock_interrupted").exists()


def test_a_beat_in_the_middle_of_which_the_laptop_falls_asleep(running, game, hands):
    def sleep(execute, sql, *statement):
        done = execute(sql, *statement)
        if 'MAX("duplicate_heartbeat"' in sql:
            hands.move(600)
        return done

    with connection.execute_wrapper(sleep):
        interruptions.beat(ONE)
    interruptions.beat(ONE)
    running.refresh_from_db()
    assert (running.closes_at, running.remaining_ms) == (None, (ROUND - 100) * 1000)
