"""The content that the desk puts on the big screens, and its language."""

import json

import pytest
from django.urls import reverse
from django.utils import translation

from duplicate.games import services as game_services
from duplicate.live import subscriptions
from duplicate.log.log_view import log_line, log_of
from duplicate.models.screens import OnScreens
from duplicate.rounds import screens
from duplicate.rounds import services as round_services
from duplicate.website.events.forms import EventSettingsForm
from tests.factories.staff import log_in
from tournaments.errors import RuleViolation
from tournaments.events import services as event_services
from tournaments.events.rooms import RoomPlan, set_rooms
from tournaments.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.one_game("game")]

Mode = OnScreens.Mode


def on_screens(game):
    return json.loads(subscriptions.current_frame(game.code).body)["screens"]


@pytest.fixture
def room(game, arbitrator):
    set_rooms(event=game.event, plans=[RoomPlan("Lyon", range(1, 11))], by=arbitrator)
    return game.event.rooms.get()


def test_what_is_put_on_the_screens_is_told_in_the_frame(game, arbitrator, hands):
    assert on_screens(game) == []
    before = subscriptions.current_frame(game.code).version
    screens.show_on_screens(game=game, mode=Mode.BREAK, minutes=10, by=arbitrator)
    [shown] = on_screens(game)
    assert (shown["room"], shown["mode"]) == (None, "break")
    assert shown["until"] == int(hands.now.timestamp() * 1000) + 600_000
    assert subscriptions.current_frame(game.code).version == before + 1
    screens.show_on_screens(game=game, mode=Mode.WELCOME, by=arbitrator)
    assert on_screens(game) == [{"room": None, "mode": "welcome", "until": None}]
    screens.show_on_screens(game=game, mode=Mode.AUTOMATIC, by=arbitrator)
    assert on_screens(game) == []


def test_a_room_may_have_its_own_until_all_have_the_same(game, arbitrator, room):
    screens.show_on_screens(game=game, mode=Mode.STANDINGS, by=arbitrator)
    screens.show_on_screens(game=game, mode=Mode.AUTOMATIC, room=room, by=arbitrator)
    assert {one["room"]: one["mode"] for one in on_screens(game)} == {None: "standings", room.pk: "automatic"}
    screens.show_on_screens(game=game, mode=Mode.BOARD, by=arbitrator)
    assert [one["mode"] for one in on_screens(game)] == ["board"]


def test_what_all_rooms_show_is_named_first_at_the_desk(desk, game, arbitrator, room):
    """The order does not depend on how the database sorts NULL."""
    screens.show_on_screens(game=game, mode=Mode.WELCOME, room=room, by=arbitrator)
    assert "Screens of Lyon: the way in" in desk.get(reverse("panel", args=[game.code])).content.decode()
    screens.show_on_screens(game=game, mode=Mode.STANDINGS, by=arbitrator)
    screens.show_on_screens(game=game, mode=Mode.WELCOME, room=room, by=arbitrator)
    assert [one.room for one in screens.on_screens(game)] == [None, room]
    assert "Screens: the standings" in desk.get(reverse("panel", args=[game.code])).content.decode()


@pytest.mark.parametrize(
    ("address", "forwarded", "shown"),
    [
        ("127.0.0.1", None, True),
        ("::1", None, True),
        ("127.0.0.1", "127.0.0.1", True),
        ("127.0.0.1", "203.0.113.7", False),  # a proxy that is not trusted
        ("203.0.113.7", None, False),
        ("203.0.113.7", "127.0.0.1", False),
        ("", None, False),
    ],
)
def test_the_short_address_tells_strangers_no_code(client, game, arbitrator, address, forwarded, shown):
    headers = {"X-Forwarded-For": forwarded} if forwarded else {}
    answer = client.get(reverse("screens"), REMOTE_ADDR=address, headers=headers)
    assert (answer.status_code == 302) == shown
    assert (game.code in answer.headers.get("Location", "") + answer.content.decode()) == shown
    client.force_login(arbitrator)
    answer = client.get(reverse("screens"), REMOTE_ADDR=address, headers=headers)
    assert answer.headers["Location"] == reverse("screen", args=[game.code])


def test_a_stranger_with_the_code_opens_the_screen(client, game):
    answer = client.get(reverse("screens"), {"code": game.code}, REMOTE_ADDR="203.0.113.7")
    assert answer.headers["Location"] == reverse("screen", args=[game.code])


def test_a_sample_does_not_take_the_short_address(client, game, arbitrator):
    other = game_services.create_game(
        name="Tried", by=arbitrator, lexicon="english", notation="duplicate", rules=game.rule_set
    )
    address = reverse("screens")
    assert client.get(address).status_code == 200
    Event.objects.filter(pk=other.event_id).update(made_up=True)
    assert client.get(address).headers["Location"] == reverse("screen", args=[game.code])


def test_a_rack_that_goes_out_brings_the_game_back(game, arbitrator, room):
    screens.show_on_screens(game=game, mode=Mode.BREAK, by=arbitrator)
    screens.show_on_screens(game=game, mode=Mode.STANDINGS, room=room, by=arbitrator)
    round_services.type_rack(game=game, rack="TRAINER", by=arbitrator)
    assert len(on_screens(game)) == 2
    round_services.open_round(game=game, by=arbitrator)
    assert on_screens(game) == []


def test_it_is_on_record_and_no_act_to_undo(game, arbitrator, room):
    screens.show_on_screens(game=game, mode=Mode.BREAK, minutes=5, by=arbitrator)
    screens.show_on_screens(game=game, mode=Mode.STANDINGS, room=room, by=arbitrator)
    lines = [log_line(entry) for entry in log_of(game)[:2]]
    assert [line.sentence for line in lines] == [
        "On the big screens of Lyon: the standings",
        "On the big screens: a break",
    ]
    assert lines[0].by == "ann"


def test_the_desk_turns_the_voice_of_the_screens_on_and_off(desk, game, arbitrator):
    def speaks():
        return json.loads(subscriptions.current_frame(game.code).body)["speaks"]

    assert speaks() is False
    for act, expected in (("speak", True), ("speak", True), ("be-silent", False)):
        assert desk.post(reverse("act", args=[game.code, act])).status_code == 302
        assert speaks() is expected
    assert [entry.act for entry in log_of(game)[:2]] == ["screens_silent", "screens_speak"]


def test_a_rack_that_goes_out_leaves_the_large_board(game, arbitrator, room):
    screens.show_on_screens(game=game, mode=Mode.BOARD, by=arbitrator)
    screens.show_on_screens(game=game, mode=Mode.STANDINGS, room=room, by=arbitrator)
    round_services.type_rack(game=game, rack="TRAINER", by=arbitrator)
    round_services.open_round(game=game, by=arbitrator)
    assert [(one["room"], one["mode"]) for one in on_screens(game)] == [(None, "board")]


def test_ranks_by_round_are_told_only_while_the_desk_shows_the_race(
    client, game, players, arbitrator, hands, open_round, close_round, announce_top
):
    open_round("TRAINER")
    close_round()
    announce_top(1)
    address = reverse("screen-race", args=[game.code])
    assert client.get(address).status_code == 404
    screens.show_on_screens(game=game, mode=Mode.RACE, by=arbitrator)
    race = client.get(address).json()
    [first] = race["rounds"]
    assert sorted(line["name"] for line in first) == ["Mona", "Noah", "Olga"]
    assert race["tops"] == [game.rounds.get().top_score]
    type(game).objects.update(names_hidden=True)
    [first] = client.get(address).json()["rounds"]
    assert {line["name"] for line in first} == {""}


def test_who_has_come_is_told_until_the_first_rack_is_out(client, game, players, arbitrator, open_round):
    address = reverse("screen-names", args=[game.code])
    assert [one["name"] for one in client.get(address).json()["names"]] == ["Mona", "Noah", "Olga"]
    open_round("TRAINER")
    assert client.get(address).status_code == 404
    screens.show_on_screens(game=game, mode=Mode.WELCOME, by=arbitrator)
    assert client.get(address).status_code == 200


@pytest.mark.parametrize("minutes", [0, 241, -1])
def test_a_break_has_a_sensible_length(desk, game, minutes):
    answer = desk.post(reverse("act", args=[game.code, "show"]), {"mode": "break", "minutes": minutes})
    assert answer.status_code == 422
    assert on_screens(game) == []
    with pytest.raises(RuleViolation, match="break"):
        screens.show_on_screens(game=game, mode=Mode.BREAK, minutes=minutes, by=game.event.arbitrators.get())


def test_the_room_of_another_event_is_none(desk, game, arbitrator, room):
    other = game_services.create_game(
        name="Other", by=arbitrator, lexicon="english", notation="duplicate", rules=game.rule_set
    )
    address = reverse("act", args=[other.code, "show"])
    assert desk.post(address, {"mode": "board", "room": room.pk}).status_code == 422
    with pytest.raises(RuleViolation, match="Lyon"):
        screens.show_on_screens(game=other, mode=Mode.BOARD, room=room, by=arbitrator)


@pytest.mark.parametrize(
    ("person", "status"),
    [("chief", 302), ("arbitrator", 302), ("helper", 403), ("stranger", 404), ("anonymous", 302)],
)
def test_who_may(client, game, person, status):
    answer = log_in(client, game, person).post(
        reverse("act", args=[game.code, "show"]), {"mode": "standings"}
    )
    assert answer.status_code == status
    assert bool(on_screens(game)) == (person in {"chief", "arbitrator"})


def test_all_standings_are_told_only_while_the_desk_shows_them(
    client, game, players, arbitrator, hands, open_round, close_round, announce_top
):
    open_round("TRAINER")
    close_round()
    announce_top(1)
    address = reverse("screen-standings", args=[game.code])
    assert client.get(address).status_code == 404
    screens.show_on_screens(game=game, mode=Mode.STANDINGS, by=arbitrator)
    answer = client.get(address)
    assert sorted(row["name"] for row in answer.json()["rows"]) == ["Mona", "Noah", "Olga"]
    assert answer.headers["Cache-Control"] == "no-store"
    screens.show_on_screens(game=game, mode=Mode.BREAK, by=arbitrator)
    assert client.get(address).status_code == 404


def test_hidden_names_stay_hidden_there(
    client, game, players, arbitrator, hands, open_round, close_round, announce_top
):
    type(game).objects.update(names_hidden=True)
    open_round("TRAINER")
    close_round()
    announce_top(1)
    screens.show_on_screens(game=game, mode=Mode.STANDINGS, by=arbitrator)
    rows = client.get(reverse("screen-standings", args=[game.code])).json()["rows"]
    assert {row["name"] for row in rows} == {""}


def test_the_screen_speaks_the_language_of_the_event(client, game, desk):
    address = reverse("screen", args=[game.code])
    Event.objects.update(language="fr")
    page = client.get(address, headers={"Accept-Language": "en"})
    assert '<html lang="fr">' in page.content.decode()
    assert page.headers["Content-Language"] == "fr"
    Event.objects.update(language="")
    assert '<html lang="en">' in client.get(address, headers={"Accept-Language": "en"}).content.decode()
    assert '<html lang="fr">' in client.get(address, headers={"Accept-Language": "fr"}).content.decode()


def test_an_event_has_the_language_of_who_made_it_until_the_chief_says_otherwise(desk, built_in, arbitrator):
    with translation.override("fr"):
        event = event_services.create_event(name="Soirée", by=arbitrator)
    assert event.language == "fr"
    form = EventSettingsForm.of(event)
    values = {name: form[name].value() or "" for name in form.fields} | {"language": "en"}
    assert desk.post(reverse("event-settings", args=[event.pk]), values).status_code == 302
    event.refresh_from_db()
    assert event.language == "en"
