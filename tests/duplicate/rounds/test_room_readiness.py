"""A game in two rooms: who is ready, and a room whose line was cut."""

import uuid

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from duplicate.arbitration import undo
from duplicate.desk.room_progress import rooms_of_game
from duplicate.rounds import room_readiness
from duplicate.rounds import services as round_services
from duplicate.rounds.confirmations import EVERYTHING, ROOMS_NOT_READY, ConfirmationNeeded
from duplicate.slips import services as slip_services
from duplicate.standings.rows.game_standings import standings_for_game
from tournaments.errors import RuleViolation
from tournaments.events import staff
from tournaments.events.rooms import RoomPlan, set_rooms
from tournaments.models import Arbitrator
from tournaments.time import clock

pytestmark = [pytest.mark.django_db, pytest.mark.one_game("players")]


@pytest.fixture
def rooms(game, players, arbitrator):
    """Make two rooms: Lyon has Mona's table; Bern has Noah's and Olga's, and an arbitrator."""
    plans = [RoomPlan("Lyon", range(1, 2)), RoomPlan("Bern", range(2, 11)), RoomPlan("Empty", range(50, 60))]
    return set_rooms(event=game.event, plans=plans, by=arbitrator)


@pytest.fixture
def bern(game, rooms, arbitrator):
    """Return the arbitrator of Bern."""
    user = User.objects.create_user("bea")
    post = game.event.posts.create(user=user, role=Arbitrator.Role.ARBITRATOR)
    staff.post_to_room(post=post, room=rooms[1], by=arbitrator)
    return user


@pytest.fixture
def send(game):
    """Return a function that hands in a phone's slip for round 1, now."""

    def send(player, word="TRAINER", reference="H4", score=66):
        return slip_services.submit_slip(
            game=game,
            entry=player[0],
            client_id=uuid.uuid4(),
            number=1,
            word=word,
            reference=reference,
            score=score,
            received_at=clock.now(),
        ).slip

    return send


def totals(game):
    game.refresh_from_db()
    return {row.name: row.total for row in standings_for_game(game).rows}


def test_a_round_waits_for_its_rooms_unless_that_is_confirmed(
    game, players, rooms, bern, arbitrator, open_round, close_round, announce_top
):
    open_round("TRAINER")
    with pytest.raises(RuleViolation, match="No closed round"):
        room_readiness.say_ready(game=game, room=rooms[0], by=arbitrator)
    close_round()
    for _twice in range(2):
        room_readiness.say_ready(game=game, room=rooms[1], by=bern)
    with pytest.raises(RuleViolation, match="Only the arbitrators of Lyon"):
        room_readiness.say_ready(game=game, room=rooms[0], by=bern)
    but_rooms = [code for code in EVERYTHING if code != ROOMS_NOT_READY]
    announcing = {"game": game, "number": 1, "reference": "H4", "word": "TRAINER", "by": arbitrator}
    with pytest.raises(ConfirmationNeeded) as refused:
        round_services.announce(**announcing, confirmed=but_rooms)
    # A room without players is not waited for.
    assert refused.value.params["rooms"] == "Lyon"
    room_readiness.say_ready(game=game, room=rooms[0], by=arbitrator)
    room_readiness.take_ready_back(game=game, room=rooms[1], by=bern)
    with pytest.raises(ConfirmationNeeded):
        round_services.announce(**announcing, confirmed=but_rooms)
    room_readiness.say_ready(game=game, room=rooms[1], by=bern)
    round_services.announce(**announcing, confirmed=but_rooms)
    told = list(game.log.filter(act__contains="ready").order_by("pk").values_list("act", "params__room"))
    assert told == [
        ("room_ready", "Bern"),
        ("room_ready", "Lyon"),
        ("room_not_ready", "Bern"),
        ("room_ready", "Bern"),
    ]


def test_slips_of_a_room_whose_line_was_cut_count_and_no_others(
    game, players, rooms, bern, open_round, close_round, announce_top, send
):
    open_round("TRAINER")
    close_round()
    for player in players:
        assert send(player).late
    lines = {line.room.name: line for line in rooms_of_game(game, bern).lines}
    assert (lines["Bern"].late, lines["Lyon"].late) == ((2, 3), (1,))
    assert (lines["Bern"].is_own, lines["Lyon"].is_own) == (True, False)
    with pytest.raises(RuleViolation, match="Give a reason"):
        room_readiness.take_late_slips(game=game, room=rooms[1], by=bern, reason=" ")
    with pytest.raises(RuleViolation, match="Only the arbitrators of"):
        room_readiness.take_late_slips(game=game, room=rooms[0], by=bern, reason="cut")
    assert room_readiness.take_late_slips(game=game, room=rooms[1], by=bern, reason="cut") == 2
    with pytest.raises(RuleViolation, match="no late slips"):
        room_readiness.take_late_slips(game=game, room=rooms[1], by=bern, reason="cut")
    # Undone and done again, as any act at the desk.
    undo.undo(game=game, by=bern)
    assert {line.room.name: line.late for line in rooms_of_game(game, bern).lines}["Bern"] == (2, 3)
    undo.redo(game=game, by=bern)
    announce_top(1)
    assert totals(game) == {"Mona": 0, "Noah": 66, "Olga": 66}


def test_after_the_announcement_it_is_a_correction(
    game, players, rooms, bern, open_round, close_round, announce_top, send
):
    open_round("TRAINER")
    close_round()
    send(players[1])
    send(players[2])
    announce_top(1)
    version = game.version
    taken = room_readiness.take_late_slips(game=game, room=rooms[1], by=bern, reason="cut", number=1, table=3)
    assert taken == 1
    assert totals(game) == {"Mona": 0, "Noah": 0, "Olga": 66}
    assert game.version > version, "the screens learn of it"


def test_which_of_several_late_slips_counts_is_as_the_rules_have_it(
    game, players, rooms, bern, open_round, close_round, send
):
    open_round("TRAINER")
    close_round()
    send(players[1], "TRAIN", "H4", 12)
    send(players[1])
    room_readiness.take_late_slips(game=game, room=rooms[1], by=bern, reason="cut")
    assert players[1][0].slips.get(effective=True).word == "TRAINER"


def test_what_was_in_time_stays(game, players, rooms, bern, open_round, close_round, send):
    open_round("TRAINER")
    send(players[1], "TRAIN", "H4", 12)
    close_round()
    send(players[1])
    with pytest.raises(RuleViolation, match="no late slips"):
        room_readiness.take_late_slips(game=game, room=rooms[1], by=bern, reason="cut")


def test_the_page_of_the_rooms(client, desk, game, players, rooms, bern, open_round, close_round, send):
    where = reverse("game-rooms", args=[game.code])
    assert "Bern" in desk.get(where).content.decode()
    open_round("TRAINER")
    close_round()
    send(players[1])
    client.force_login(bern)
    page = client.get(where).content.decode()
    assert "late only: 2" in page
    assert "not ready yet" in page

    def do(act, room, **fields):
        return client.post(
            reverse("room-act", args=[game.code, room.pk, act]),
            {f"room-{room.pk}-{name}": value for name, value in fields.items()},
        )

    refused = do("line-cut", rooms[1])
    assert refused.status_code == 422
    assert "Give a reason" in refused.content.decode()
    assert "Only the arbitrators of" in do("ready", rooms[0]).content.decode()
    assert do("line-cut", rooms[1], reason="cut", number=1).status_code == 302
    assert do("ready", rooms[1]).status_code == 302
    assert "ready: bea" in client.get(where).content.decode()
    assert do("not-ready", rooms[1]).status_code == 302
    assert "not ready yet" in client.get(where).content.decode()
    assert do("dance", rooms[1]).status_code == 404


@pytest.mark.parametrize(("field", "typed"), [("table", "12a"), ("table", "0"), ("number", "x")])
def test_a_mistyped_field_makes_no_late_slip_count(
    client, game, players, rooms, bern, open_round, close_round, send, field, typed
):
    round_ = open_round("TRAINER")
    close_round()
    send(players[1])
    client.force_login(bern)
    name = f"room-{rooms[1].pk}"
    sent = {f"{name}-reason": "cut", f"{name}-number": 1, f"{name}-{field}": typed}
    refused = client.post(reverse("room-act", args=[game.code, rooms[1].pk, "line-cut"]), sent)
    assert refused.status_code == 422
    assert "errorlist" in refused.content.decode()
    assert not round_.slips.filter(effective=True).exists()
