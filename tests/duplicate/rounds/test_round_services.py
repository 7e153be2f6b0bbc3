"""The flow of a round, act by act."""

import pytest

from duplicate.games import services as game_services
from duplicate.games.players import services as player_services
from duplicate.models import Game, Round
from duplicate.rounds import closing, top_search
from duplicate.rounds import services as round_services
from engine.errors import RackError
from engine.rules import (
    RuleSet,
)
from tests.factories.refusals import refusal_code

pytestmark = [pytest.mark.django_db, pytest.mark.one_game("game")]


def test_draws_replay_from_the_seed(game, arbitrator):
    first = round_services.draw_rack(game=game, by=arbitrator).rack
    again = game_services.create_game(
        name="Again", by=arbitrator, lexicon="english", notation="duplicate", rules=RuleSet()
    )
    Game.objects.filter(pk=again.pk).update(seed=game.seed)
    assert round_services.draw_rack(game=again, by=arbitrator).rack == first


def test_a_rack_put_back_is_followed_by_another(game, arbitrator):
    first = round_services.draw_rack(game=game, by=arbitrator).rack
    round_services.put_back_rack(game=game, by=arbitrator)
    second = round_services.draw_rack(game=game, by=arbitrator)
    assert (second.number, second.attempt) == (1, 1)
    assert second.rack != first


def test_a_rack_that_is_out_stays(game, arbitrator, open_round):
    open_round("TRAINER")
    assert refusal_code(round_services.put_back_rack, game=game, by=arbitrator) == "rack_is_out"


@pytest.mark.parametrize(
    ("rack", "code"),
    {
        "D3 no vowels": ("BCDFGHJ", "rack_not_valid"),
        "D3 one vowel": ("BCDFGHA", "rack_not_valid"),
        "impossible": ("ZZAEINR", "rack_not_in_bag"),
        "too long": ("AEINRSTU", "rack_too_long"),
        "too short": ("AEINR", "rack_too_short"),
    }.values(),
)
def test_a_typed_rack_is_refused_with_the_reason(game, arbitrator, rack, code):
    with pytest.raises(RackError) as error:
        round_services.type_rack(game=game, rack=rack, by=arbitrator)
    assert error.value.code == code
    assert not game.rounds.exists()


def test_left_over_tiles_stay_on_the_rack(game, arbitrator, players, open_round, close_round, announce_top):
    open_round("AEINRTX")
    close_round()
    announce_top(1)
    left = round_services.draw_rack(game=game, by=arbitrator).rack
    # Drawn anew as a whole, or left over and drawn: seven tiles.
    assert len(left.removeprefix("-").replace("+", "")) == 7
    round_services.put_back_rack(game=game, by=arbitrator)
    with pytest.raises(RackError) as error:
        round_services.type_rack(game=game, rack="AABCDEG", by=arbitrator)
    assert error.value.code == "rack_keeps_tiles"


def test_one_round_at_a_time(game, arbitrator, open_round):
    open_round("TRAINER")
    assert refusal_code(round_services.draw_rack, game=game, by=arbitrator) == "round_in_progress"


def test_opening_and_starting_are_two_acts(game, arbitrator, hands):
    round_services.type_rack(game=game, rack="TRAINER", by=arbitrator)
    round_services.open_round(game=game, by=arbitrator)
    round_ = game.rounds.get()
    assert (round_.state, round_.closes_at, round_.remaining_ms) == (Round.State.OPEN, None, 180_000)
    round_services.start_clock(game=game, by=arbitrator)
    round_.refresh_from_db()
    assert (round_.closes_at - hands.now).total_seconds() == 180
    assert refusal_code(round_services.start_clock, game=game, by=arbitrator) == "clock_runs"
    assert refusal_code(round_services.open_round, game=game, by=arbitrator) == "round_is_open"


def test_a_pause_keeps_what_is_left(game, arbitrator, hands, open_round):
    open_round("TRAINER")
    hands.move(50)
    round_services.pause_clock(game=game, by=arbitrator)
    hands.move(1000)
    assert closing.close_overdue_rounds() == 0
    assert game.rounds.get().remaining_ms == 130_000
    round_services.start_clock(game=game, by=arbitrator)
    assert (game.rounds.get().closes_at - hands.now).total_seconds() == 130


@pytest.mark.parametrize("paused", [False, True])
def test_time_is_added_to_a_clock_that_runs_or_stands(game, arbitrator, hands, open_round, paused):
    open_round("TRAINER")
    if paused:
        round_services.pause_clock(game=game, by=arbitrator)
    round_services.extend_clock(game=game, seconds=30, by=arbitrator)
    if paused:
        round_services.start_clock(game=game, by=arbitrator)
    assert (game.rounds.get().closes_at - hands.now).total_seconds() == 210


@pytest.mark.parametrize("seconds", [0, -5, 3601])
def test_senseless_extensions_are_refused(game, arbitrator, open_round, seconds):
    open_round("TRAINER")
    assert refusal_code(round_services.extend_clock, game=game, seconds=seconds, by=arbitrator) == "extension"


def test_d4_time_closes_the_round_by_itself_after_the_grace(game, hands, open_round):
    open_round("TRAINER")
    hands.move(181)
    assert closing.close_overdue_rounds() == 0
    hands.move(1.1)
    assert closing.close_overdue_rounds() == 1
    assert game.rounds.get().state == Round.State.CLOSED
    assert closing.close_overdue_rounds() == 0


def test_ending_a_round_early(game, arbitrator, hands, open_round):
    open_round("TRAINER")
    round_services.end_round(game=game, by=arbitrator)
    assert refusal_code(round_services.end_round, game=game, by=arbitrator) == "time_is_up"
    assert refusal_code(round_services.pause_clock, game=game, by=arbitrator) == "time_is_up"
    hands.move(2)
    assert closing.close_overdue_rounds() == 1


def test_an_open_round_cannot_be_announced(game, arbitrator, open_round):
    open_round("TRAINER")
    code = refusal_code(
        round_services.announce, game=game, number=1, reference="H2", word="TRAINER", by=arbitrator
    )
    assert code == "round_not_closed"


def test_announcing_again_is_refused(game, arbitrator, open_round, close_round, announce_top):
    open_round("TRAINER")
    close_round()
    placed = announce_top(1)
    code = refusal_code(
        round_services.announce,
        game=game,
        number=1,
        reference=placed.reference,
        word=placed.word,
        by=arbitrator,
    )
    assert code == "round_announced"


def test_the_top_is_searched_once(game, open_round, close_round, announce_top):
    round_ = open_round("TRAINER")
    top_search.find_top(round_.pk)
    round_.refresh_from_db()
    tops = round_.tops
    top_search.find_top(round_.pk)
    round_.refresh_from_db()
    assert round_.tops == tops
    assert sum(top["preferred"] for top in tops) == 1


def test_ending_a_game_needs_no_round_in_progress(game, arbitrator, open_round):
    open_round("TRAINER")
    assert refusal_code(game_services.end_game, game=game, by=arbitrator) == "round_in_progress"


def test_a_game_that_is_over_takes_no_rack_and_no_player(game, arbitrator):
    game_services.end_game(game=game, by=arbitrator)
    game.refresh_from_db()
    assert (game.state, game.end_reason) == (Game.State.FINISHED, "arbitrator")
    assert refusal_code(round_services.draw_rack, game=game, by=arbitrator) == "game_finished"
    assert refusal_code(player_services.join_game, game=game, name="Late") == "game_finished"
    assert refusal_code(game_services.end_game, game=game, by=arbitrator) == "game_finished"


def test_a_game_that_is_over_changes_no_player(game, arbitrator, players):
    game_services.end_game(game=game, by=arbitrator)
    assert refusal_code(player_services.add_player, game=game, name="Late", by=arbitrator) == "game_finished"
    assert (
        refusal_code(player_services.remove_player, game=game, entry=players[0][0], by=arbitrator)
        == "game_finished"
    )


def test_the_trouble_of_one_game_keeps_no_other_waiting(game, arbitrator, open_round, close_round, hands):
    """A lexicon that is gone, in a game whose round closes with that of a sound one."""
    broken = game_services.create_game(
        name="Broken", by=arbitrator, lexicon="english", notation="duplicate", rules=RuleSet()
    )
    Game.objects.filter(pk=broken.pk).update(lexicon="gone")
    round_services.type_rack(game=broken, rack="TRAINER", by=arbitrator)
    round_services.open_round(game=broken, by=arbitrator)
    round_services.start_clock(game=broken, by=arbitrator)
    sound = open_round("TRAINER")
    hands.move(10_000)
    assert closing.close_overdue_rounds() == 2
    closing.make_up_for_background()
    sound.refresh_from_db()
    assert sound.tops


def test_every_act_is_on_record(game, arbitrator, players, open_round, close_round, announce_top):
    open_round("TRAINER")
    close_round()
    announce_top(1)
    assert list(game.log.values_list("act", flat=True)) == [
        "game_created",
        "player_joined",
        "player_joined",
        "player_joined",
        "rack_typed",
        "round_opened",
        "clock_started",
        "round_closed",
        "move_announced",
    ]
