"""The public data of a frame, and above all the absence of secrets."""

import json
import uuid
from functools import partial

import pytest
from django.urls import reverse

from duplicate.games import services as game_services
from duplicate.live import subscriptions
from duplicate.rounds import closing
from duplicate.rounds import services as round_services
from duplicate.rounds.confirmations import EVERYTHING
from duplicate.slips import services as slip_services
from tournaments.time import clock

pytestmark = pytest.mark.django_db


def frame(game):
    current = subscriptions.current_frame(game.code)
    return json.loads(current.body)


def test_a_rack_is_secret_until_the_round_is_open(game, arbitrator):
    round_services.type_rack(game=game, rack="TRAINER", by=arbitrator)
    assert frame(game)["round"] is None
    round_services.open_round(game=game, by=arbitrator)
    shown = frame(game)["round"]
    assert (shown["phase"], "".join(shown["rack"]), shown["remaining"]) == ("ready", "TRAINER", 180_000)


def test_d1_everybody_has_the_same_rack_and_board(client, game, open_round):
    """There is one frame, and nobody is asked who they are for it."""
    open_round("TRAINER")
    address = reverse("api-game", args=[game.code])
    answers = {client.get(address, headers={"Authorization": f"Bearer {who}"}).content for who in "ab"}
    assert answers == {subscriptions.current_frame(game.code).body}


def test_the_phases_of_a_round(game, arbitrator, hands, open_round, announce_top):
    open_round("TRAINER")
    assert frame(game)["round"]["phase"] == "running"
    round_services.pause_clock(game=game, by=arbitrator)
    assert frame(game)["round"]["phase"] == "paused"
    round_services.start_clock(game=game, by=arbitrator)
    hands.move(181)
    assert frame(game)["round"]["phase"] == "time"
    hands.move(2)
    assert frame(game)["round"]["phase"] == "closed"
    announce_top(1)
    assert frame(game)["round"]["phase"] == "announced"


def test_nothing_of_a_slip_or_the_top_is_public_before_the_announcement(
    game, players, arbitrator, open_round, close_round, announce_top
):
    """The frame with slips in and the top known is, but for nothing, the frame without."""
    from duplicate.rounds import top_search

    round_ = open_round("TRAINER")
    before = subscriptions.current_frame(game.code)
    for (entry, _token), word in zip(players, ("TRAINER", "TRAIN", "RAIN"), strict=True):
        slip_services.submit_slip(
            received_at=clock.now(),
            game=game,
            entry=entry,
            client_id=uuid.uuid4(),
            number=1,
            word=word,
            reference="H4",
            score=None,
        )
    top_search.find_top(round_.pk)
    assert subscriptions.current_frame(game.code) == before
    close_round()
    closing.judge_round(round_.pk)
    closed = frame(game)
    assert closed["last"] is None
    assert {leader["total"] for leader in closed["leaders"]} == {0}
    assert all(cell == "" for row in closed["board"] for cell in row)
    announce_top(1)
    after = frame(game)
    assert after["last"]["score"] >= 66
    best = after["last"]["best_find"]
    assert (best["score"], best["count"], [one["table"] for one in best["by"]]) == (66, 1, [1])
    assert {leader["climbed"] for leader in after["leaders"]} == {0}
    assert after["leaders"][0]["total"] >= after["leaders"][-1]["total"]
    assert any(cell for row in after["board"] for cell in row)


def test_every_public_change_has_a_new_version(game, arbitrator, players, open_round, close_round):
    seen = [subscriptions.current_frame(game.code).version]
    round_services.type_rack(game=game, rack="TRAINER", by=arbitrator)
    end_round = partial(round_services.end_round, confirmed=EVERYTHING)
    for act in (
        round_services.open_round,
        round_services.start_clock,
        round_services.pause_clock,
        round_services.start_clock,
        end_round,
    ):
        act(game=game, by=arbitrator)
        seen.append(subscriptions.current_frame(game.code).version)
    close_round()
    seen.append(subscriptions.current_frame(game.code).version)
    assert seen == sorted(set(seen))


def test_an_unchanged_version_is_not_read_again(game):
    version = subscriptions.current_frame(game.code).version
    assert subscriptions.current_frame(game.code, known=version) is None


def test_there_is_no_frame_of_no_game(db):
    assert subscriptions.current_frame("NOONE") is None


def test_any_reader_closes_an_overdue_round(game, hands, open_round):
    open_round("TRAINER")
    hands.move(200)
    assert frame(game)["round"]["phase"] == "closed"


def test_a_game_that_is_over_leads_to_the_next_of_its_event(game, arbitrator):
    def further(name):
        return game_services.create_game(
            name=name,
            by=arbitrator,
            lexicon="english",
            notation="duplicate",
            rules=game.rule_set,
            event=game.event,
        )

    game_services.end_game(game=game, by=arbitrator)
    alone = subscriptions.current_frame(game.code)
    assert json.loads(alone.body)["next_game"] is None
    noon, evening = further("Noon"), further("Evening")
    assert subscriptions.current_frame(game.code).version > alone.version
    assert frame(game)["next_game"] == {"code": noon.code, "name": "Noon"}
    # Players of a game in progress go to the other only when theirs is over.
    assert (frame(noon)["next_game"], frame(evening)["next_game"]) == (None, None)


def test_phones_are_told_how_many_still_write_and_nothing_else_of_slips(
    game, players, arbitrator, open_round, hands
):
    """The number is the same whatever a slip says, and a slip on paper counts as one from a phone."""

    def tally():
        return json.loads(subscriptions.count_writing(game.code))

    assert tally() == {"round_id": None, "writing": 0}
    round_ = open_round("TRAINER")
    assert tally() == {"round_id": round_.pk, "writing": 3}
    version = frame(game)["version"]
    for (entry, _token), word in zip(players[:2], ("TRAINER", "QXZ"), strict=True):
        for client_id in (uuid.uuid4(), uuid.uuid4()):
            slip_services.submit_slip(
                received_at=clock.now(),
                game=game,
                entry=entry,
                client_id=client_id,
                number=1,
                word=word,
                reference="H4",
                score=None,
            )
    assert tally() == {"round_id": round_.pk, "writing": 1}
    assert frame(game)["version"] == version, "slips make no frames"
    slip_services.key_slip(
        game=game, entry=players[2][0], word="RAIN", reference="H8", stated_score=None, by=arbitrator
    )
    assert tally()["writing"] == 0
    hands.move(200)
    subscriptions.current_frame(game.code)
    assert tally() == {"round_id": None, "writing": 0}
