"""Going back: every correction has its reason in the log, deletes nothing, and everything after it follows."""

import json
import uuid
from dataclasses import replace

import pytest
from django.urls import reverse

from duplicate.arbitration import corrections
from duplicate.games import services as game_services
from duplicate.live.frame import make_frame
from duplicate.models import Game, Round
from duplicate.positions.board_state import progress_of
from duplicate.rounds import closing, top_search
from duplicate.rounds import services as round_services
from duplicate.slips.services import key_slip, submit_slip
from engine.errors import EngineError
from engine.rules import (
    RuleSet,
)
from engine.rules.rule_settings import EndRules
from tests.factories.games import totals_of
from tournaments.errors import RuleViolation
from tournaments.events import staff
from tournaments.models import Arbitrator, GameResult
from tournaments.time import clock

pytestmark = [pytest.mark.django_db, pytest.mark.one_game("players")]


@pytest.fixture
def announced(game, players, arbitrator, open_round, close_round, announce_top):
    """Announce round 1, in which Mona had the top and Noah something less."""
    open_round("TRAINER")
    for (entry, _token), word in zip(players, ("RETRAIN", "TRAIN"), strict=False):
        key_slip(game=game, entry=entry, word=word, reference="H4", stated_score=None, by=arbitrator)
    close_round()
    return announce_top(1)


def refused(code):
    return pytest.raises(RuleViolation, check=lambda error: error.code == code)


def test_a_cancelled_round_stays_on_record_and_counts_for_nothing(game, announced, arbitrator):
    assert totals_of(game)["Mona"] > 0
    corrections.cancel_round(game=game, number=1, reason="a tile was missing", by=arbitrator)
    announced.refresh_from_db()
    assert (announced.state, announced.slips.count()) == (Round.State.CANCELLED, 2)
    assert set(totals_of(game).values()) == {0}
    assert progress_of(game).board.is_empty
    entry = game.log.get(act="round_cancelled")
    assert (entry.by, entry.number, entry.params["why"]) == (arbitrator, 1, "a tile was missing")


def test_the_round_is_drawn_again_with_its_number_and_other_tiles(game, arbitrator):
    first = round_services.draw_rack(game=game, by=arbitrator)
    round_services.open_round(game=game, by=arbitrator)
    corrections.cancel_round(game=game, number=1, reason="disturbance", by=arbitrator)
    again = round_services.draw_rack(game=game, by=arbitrator)
    assert again.number == 1
    assert (again.pk, again.rack) != (first.pk, first.rack)


def test_a_rack_drawn_after_the_round_is_put_back_first(game, announced, arbitrator):
    round_services.draw_rack(game=game, by=arbitrator)
    corrections.cancel_round(game=game, number=1, reason="a tile was missing", by=arbitrator)
    assert list(game.rounds.values_list("state", flat=True)) == [Round.State.CANCELLED]


def test_only_the_last_round_can_be_cancelled(game, announced, arbitrator):
    round_services.draw_rack(game=game, by=arbitrator)
    round_services.open_round(game=game, by=arbitrator)
    with refused("not_the_last_round"):
        corrections.cancel_round(game=game, number=1, reason="too late", by=arbitrator)
    with refused("not_the_last_round"):
        corrections.cancel_round(game=game, number=7, reason="no such round", by=arbitrator)


def test_a_game_that_ended_with_the_round_goes_on(game, announced, arbitrator):
    game_services.end_game(game=game, by=arbitrator)
    corrections.cancel_round(game=game, number=1, reason="played on", by=arbitrator)
    game.refresh_from_db()
    assert (game.state, game.end_reason) == (Game.State.PLAYING, "")


def test_a_game_ended_by_mistake_is_resumed(game, announced, arbitrator):
    with refused("game_not_finished"):
        corrections.resume_game(game=game, reason="too early", by=arbitrator)
    game_services.end_game(game=game, by=arbitrator)
    game.refresh_from_db()
    corrections.resume_game(game=game, reason="too early", by=arbitrator)
    assert round_services.draw_rack(game=game, by=arbitrator).number == 2


def test_a_game_that_the_rules_have_ended_is_not(game, announced, arbitrator):
    game_services.finish(game, reason="all_tiles_played", by=None)
    with refused("ended_by_the_rules"):
        corrections.resume_game(game=game, reason="more", by=arbitrator)


def test_a_rack_is_changed_before_it_is_out(game, arbitrator):
    round_services.type_rack(game=game, rack="TRAINER", by=arbitrator)
    changed = corrections.change_rack(game=game, rack="TRAINED", reason="R for D", by=arbitrator)
    assert (changed.number, changed.rack) == (1, "TRAINED")
    assert game.log.get(act="rack_changed").params["why"] == "R for D"


def test_a_rack_that_is_not_taken_leaves_the_one_before(game, arbitrator):
    round_services.type_rack(game=game, rack="TRAINER", by=arbitrator)
    with pytest.raises(EngineError):
        corrections.change_rack(game=game, rack="XXXXXXX", reason="typo", by=arbitrator)
    assert game.rounds.get().rack == "TRAINER"
    round_services.open_round(game=game, by=arbitrator)
    with refused("rack_is_out"):
        corrections.change_rack(game=game, rack="TRAINED", reason="R for D", by=arbitrator)


@pytest.mark.parametrize("reason", ["", "   "])
def test_nothing_is_taken_back_without_a_reason(game, announced, arbitrator, reason):
    entries = game.log.count()
    with refused("reason_missing"):
        corrections.cancel_round(game=game, number=1, reason=reason, by=arbitrator)
    with refused("reason_missing"):
        corrections.change_rack(game=game, rack="TRAINER", reason=reason, by=arbitrator)
    with refused("reason_missing"):
        corrections.resume_game(game=game, reason=reason, by=arbitrator)
    assert game.log.count() == entries


def submit(game, entry, **fields):
    return submit_slip(
        game=game,
        entry=entry,
        client_id=uuid.uuid4(),
        number=1,
        word="TRAIN",
        reference="H4",
        score=12,
        received_at=clock.now(),
        **fields,
    )


def test_a_slip_for_a_cancelled_round_never_lands_in_the_next(game, players, arbitrator, open_round):
    (mona, _token), *_others = players
    cancelled = open_round("TRAINER")
    corrections.cancel_round(game=game, number=1, reason="disturbance", by=arbitrator)
    open_round("TRAINED")
    with refused("round_cancelled"):
        submit(game, mona, round_id=cancelled.pk)
    assert submit(game, mona).slip.round.rack == "TRAINED"


def test_screens_are_told_of_the_cancelled_round_until_its_rack_is_out(game, arbitrator):
    def shown():
        frame = json.loads(make_frame(Game.objects.get(pk=game.pk)).body)
        return frame["round"] and frame["round"]["number"], frame["cancelled"]

    round_services.draw_rack(game=game, by=arbitrator)
    round_services.open_round(game=game, by=arbitrator)
    assert shown() == (1, None)
    corrections.cancel_round(game=game, number=1, reason="disturbance", by=arbitrator)
    assert shown() == (None, 1)
    round_services.draw_rack(game=game, by=arbitrator)
    assert shown() == (None, 1)
    round_services.open_round(game=game, by=arbitrator)
    assert shown() == (1, None)


def test_searching_and_judging_a_cancelled_round_do_nothing(game, arbitrator, open_round, close_round):
    round_ = open_round("TRAINER")
    close_round()
    corrections.cancel_round(game=game, number=1, reason="disturbance", by=arbitrator)
    top_search.find_top(round_.pk)
    closing.judge_round(round_.pk)
    closing.make_up_for_background()
    round_.refresh_from_db()
    assert round_.state == Round.State.CANCELLED


def test_another_move_is_put_on_the_board(game, announced, arbitrator):
    round_services.draw_rack(game=game, by=arbitrator)
    before = totals_of(game)
    corrections.change_placed_move(
        game=game, number=1, word="TRAIN", reference="H4", reason="it was laid wrong", by=arbitrator
    )
    announced.refresh_from_db()
    assert (announced.word, announced.reference, announced.score < announced.top_score) == (
        "TRAIN",
        "H4",
        True,
    )
    assert totals_of(game) == before
    assert not game.rounds.filter(state=Round.State.DRAWN).exists()
    assert "".join(game.tiles.decode_rack(progress_of(game).kept)) == "ER"
    assert game.log.get(act="placed_move_changed").params["before_word"] == "RETRAIN"


def test_correcting_the_move_leaves_the_end_to_the_arbitrator_who_decided_it(
    game, announced, arbitrator, stranger
):
    """A plain arbitrator may correct the move, and may not let the game go on."""
    staff.let_in(event=game.event, user_name="bob", role=Arbitrator.Role.ARBITRATOR, by=arbitrator)
    game_services.end_game(game=game, by=arbitrator)
    before = totals_of(game)
    corrections.change_placed_move(
        game=game, number=1, word="TRAIN", reference="H4", reason="it was laid wrong", by=stranger
    )
    game.refresh_from_db()
    assert (game.state, game.end_reason) == (Game.State.FINISHED, "arbitrator")
    assert game.rounds.get().word == "TRAIN"
    assert totals_of(game) == before
    assert game.log.filter(act="game_ended").count() == 1
    assert {result.state for result in game.event.results.all()} == {GameResult.State.FINAL}
    with refused("chief_only"):
        corrections.resume_game(game=game, reason="there is time", by=stranger)
    corrections.resume_game(game=game, reason="there is time", by=arbitrator)
    assert round_services.draw_rack(game=game, by=arbitrator).number == 2


def test_a_resumed_game_ends_if_the_rules_say_so(game, announced, arbitrator):
    """An arbitrator had ended it before the rules could."""
    rules = replace(RuleSet(), end=replace(EndRules(), rounds=1))
    Game.objects.filter(pk=game.pk).update(rules=rules.to_toml())
    game_services.end_game(game=game, by=arbitrator)
    corrections.resume_game(game=game, reason="there is time", by=arbitrator)
    game.refresh_from_db()
    assert (game.state, game.end_reason) == (Game.State.FINISHED, "rounds_played")


@pytest.mark.parametrize(
    ("word", "reference", "code"),
    [("RETRAIN", None, "same_move"), ("TRAINX", "H4", "not_in_rack"), ("TRAIN", "A1", "not_on_centre")],
)
def test_a_move_that_cannot_be_is_not_put_there(game, announced, arbitrator, word, reference, code):
    with pytest.raises((RuleViolation, EngineError)) as caught:
        corrections.change_placed_move(
            game=game,
            number=1,
            word=word,
            reference=reference or announced.reference,
            reason="it was laid wrong",
            by=arbitrator,
        )
    assert caught.value.code == code
    announced.refresh_from_db()
    assert announced.word == "RETRAIN"


def test_the_move_of_a_round_that_is_not_announced_is_chosen_not_changed(game, arbitrator, open_round):
    open_round("TRAINER")
    with refused("round_not_announced"):
        corrections.change_placed_move(
            game=game, number=1, word="TRAIN", reference="H4", reason="early", by=arbitrator
        )


def test_a_game_is_resumed_at_the_desk(client, game, announced, arbitrator):
    client.force_login(arbitrator)
    game_services.end_game(game=game, by=arbitrator)
    assert b"resume-dialog" in client.get(reverse("dashboard", args=[game.code])).content
    assert client.post(reverse("act", args=[game.code, "resume"]), {"reason": ""}).status_code == 422
    assert client.post(reverse("act", args=[game.code, "resume"]), {"reason": "too early"}).status_code == 302
    game.refresh_from_db()
    assert game.state == Game.State.PLAYING
