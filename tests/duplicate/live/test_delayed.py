"""The broadcast: viewers get the frame of as long ago as the delay, and nothing newer by any address of theirs."""

import json
from datetime import timedelta

import pytest
from django.urls import reverse

from duplicate import (
    housekeeping,
)
from duplicate.live.delayed import TOLD, forget_frames, key_of, record_frames
from duplicate.models import DelayedFrame, Game
from duplicate.rounds import closing
from duplicate.views.broadcast import PARTS
from tests.factories.simultaneous_clubs import sent_by
from tournaments.models import Event
from tournaments.time import clock

pytestmark = [pytest.mark.django_db, pytest.mark.database]

DELAY = 60


@pytest.fixture
def viewer(client, game):
    """Return a way to ask for the state of a broadcast game."""
    Event.objects.filter(pk=game.event_id).update(broadcast=True, broadcast_delay=DELAY, public=True)
    address = reverse("broadcast-state", args=[key_of(game)])

    def ask(**headers):
        return client.get(address, headers=headers)

    return ask


def seen(viewer):
    answer = viewer()
    return None if answer.status_code == 204 else json.loads(answer.content)


def what(frame):
    return frame and (frame["round"] and frame["round"]["phase"], bool(frame["last"]), frame["rounds"])


def test_each_state_of_a_round_comes_after_the_delay_and_not_before(
    viewer, game, hands, open_round, announce_top
):
    """Second by second viewers have exactly what was recorded a delay ago."""
    record_frames()
    then = []
    acts = {10: lambda: open_round("TRAINER"), 250: lambda: announce_top(1)}
    for second in range(0, 400, 5):
        if second in acts:
            acts[second]()
        closing.catch_up_on_rounds()
        round_ = game.rounds.last()
        if second == 240 and round_:
            closing.judge_round(round_.pk)
        record_frames()
        newest = DelayedFrame.objects.last()
        then.append((second, newest and json.loads(newest.body)))
        late = [frame for at, frame in then if at <= second - DELAY]
        assert what(seen(viewer)) == what(late[-1] if late else None), second
        hands.move(5)
    assert what(seen(viewer)) == ("announced", True, 1)


def test_before_the_announcement_is_as_old_as_the_delay_nothing_tells_the_top(
    client, viewer, game, hands, open_round, close_round, announce_top
):
    open_round("TRAINER")
    record_frames()
    close_round()
    announce_top(1)
    record_frames()
    word = game.rounds.get(number=1).word
    key = key_of(game)
    addresses = [reverse(name, args=[key]) for name in ("broadcast", "broadcast-state")]
    addresses += [reverse("broadcast-part", args=[key, part]) for part in PARTS]
    hands.move(DELAY - 1)
    for address in addresses:
        page = client.get(address, {"delay": 0, "version": 10_000})
        assert page.status_code in {200, 204}
        assert word not in page.content.decode(), address
        assert game.code not in page.content.decode(), "the code leads past the delay"
    hands.move(1)
    assert seen(viewer)["last"]["word"] == word
    assert set(seen(viewer)) == set(TOLD)


def test_the_clock_of_viewers_is_as_late(viewer, game, hands, open_round):
    round_ = open_round("TRAINER")
    record_frames()
    hands.move(DELAY)
    answer = viewer()
    told = int(answer["Server-Time"])
    assert told == clock.milliseconds(clock.now() - timedelta(seconds=DELAY))
    left = json.loads(answer.content)["round"]["closes_at"] - told
    assert left == round_.game.rule_set.time.round_seconds * 1000
    assert viewer(**{"If-None-Match": answer["ETag"]}).status_code == 304


def test_without_consent_or_by_another_key_there_is_nothing(client, viewer, game):
    record_frames()
    assert viewer().status_code == 204
    for key in (game.code, str(game.pk), f"{game.pk}-{'0' * 20}", f"{game.pk + 1}{key_of(game)[1:]}", "x"):
        assert client.get(reverse("broadcast", args=[key])).status_code == 404
    assert client.get(reverse("broadcast-part", args=[key_of(game), "slips"])).status_code == 404
    Event.objects.update(broadcast=False)
    assert viewer().status_code == 404
    assert client.get(reverse("broadcast", args=[key_of(game)])).status_code == 404
    forget_frames()
    assert not DelayedFrame.objects.exists()


def test_only_what_somebody_may_still_see_is_kept(viewer, game, hands, open_round, close_round, announce_top):
    record_frames()
    open_round("TRAINER")
    record_frames()
    record_frames()
    assert DelayedFrame.objects.count() == 2
    hands.move(DELAY + 1)
    close_round()
    announce_top(1)
    record_frames()
    assert [row.version for row in DelayedFrame.objects.all()][-1] == Game.objects.get(pk=game.pk).version
    assert DelayedFrame.objects.count() <= 3
    Game.objects.update(state=Game.State.FINISHED)
    forget_frames()
    assert DelayedFrame.objects.exists()
    hands.move(3601)
    forget_frames()
    assert not DelayedFrame.objects.exists()
    record_frames()
    assert not DelayedFrame.objects.exists(), "a game that is over is not recorded anew"


def test_the_clock_loop_records(viewer, game, django_assert_num_queries):
    assert record_frames is housekeeping.record_frames
    record_frames()
    with django_assert_num_queries(1):
        record_frames()


def test_the_desk_finds_the_addresses_and_everybody_the_page(client, desk, viewer, game):
    page = desk.get(reverse("event-broadcast", args=[game.event_id])).content.decode()
    for part in PARTS:
        assert reverse("broadcast-part", args=[key_of(game), part]) in page
    public = client.get(reverse("public-standings", args=[game.event_id])).content.decode()
    assert reverse("broadcast", args=[key_of(game)]) in public
    assert game.code not in public
    Event.objects.update(broadcast=False)
    assert "not broadcast" in desk.get(reverse("event-broadcast", args=[game.event_id])).content.decode()
    public = client.get(reverse("public-standings", args=[game.event_id])).content.decode()
    assert game.code in public


def test_a_game_that_other_clubs_still_play_is_not_broadcast(viewer, desk, game, arbitrator):
    """Its racks would tell them theirs."""
    sent, _code = sent_by(arbitrator)
    Game.objects.filter(pk=game.pk).update(prepared=sent.prepared)
    record_frames()
    assert not DelayedFrame.objects.exists()
    assert viewer().status_code == 404
    page = desk.get(reverse("event-broadcast", args=[game.event_id])).content.decode()
    assert key_of(game) not in page


def test_a_broadcast_that_fails_keeps_no_hall_waiting(viewer, game, monkeypatch, caplog):
    monkeypatch.setattr("duplicate.live.delayed.make_frame", lambda _game: 1 / 0)
    record_frames()
    assert "cannot be recorded" in caplog.text
