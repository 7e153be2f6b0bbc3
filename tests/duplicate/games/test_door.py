"""Closing the door, saying that the hall is on one address, and what the desk is told of joins that were refused."""

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from duplicate.arbitration import undo
from duplicate.games import door, refused_joins
from duplicate.games import services as game_services
from duplicate.games.players import phone_links
from duplicate.games.players import services as player_services
from duplicate.models import Game
from duplicate.views.desk.actions import ACTS
from engine.rules import (
    RuleSet,
)
from tests.factories.divisions import make_division
from tournaments.api import joining_limits
from tournaments.classic.divisions.phones import join_code
from tournaments.errors import RuleViolation
from tournaments.events.actions import DOOR, act_text
from tournaments.events.door import SETS
from tournaments.http.addresses import hash_address
from tournaments.models import Arbitrator, Event

pytestmark = [pytest.mark.django_db, pytest.mark.database]

HALL, ELSEWHERE = "192.0.2.1", "192.0.2.2"


@pytest.fixture(autouse=True)
def nothing_counted():
    cache.clear()
    yield
    cache.clear()


def join(client, game, name, address=HALL):
    return client.post(
        f"/api/v1/games/{game.code}/entries/",
        {"name": name},
        content_type="application/json",
        REMOTE_ADDR=address,
    )


def event_of(game):
    return Event.objects.get(pk=game.event_id)


def test_behind_a_closed_door_nobody_joins_and_who_is_in_plays(client, game, players, arbitrator):
    door.set_at_door(game=game, act="door_closed", by=arbitrator)
    refused = join(client, game, "Zoe")
    assert (refused.status_code, refused.json()["code"]) == (409, "door_closed")
    assert "ask the arbitrator" in refused.json()["detail"]
    with pytest.raises(RuleViolation):
        player_services.join_game(game=Game.objects.get(pk=game.pk), name="Zoe")
    assert game.event.entries.count() == len(players)
    entered = player_services.add_player(game=game, name="Zoe", by=arbitrator, phone=True)
    for token in (
        players[0][1],
        entered.token,
        phone_links.give_phone(game=game, entry=players[1][0], by=arbitrator),
    ):
        me = client.get(f"/api/v1/games/{game.code}/me/", headers={"Authorization": f"Bearer {token}"})
        assert me.status_code == 200
    door.set_at_door(game=game, act="door_opened", by=arbitrator)
    assert join(client, game, "Yves").status_code == 201


def test_the_page_for_joining_says_that_the_door_is_closed(client, game, arbitrator):
    door.set_at_door(game=game, act="door_closed", by=arbitrator)
    page = client.get(f"/join/{game.code}/").content.decode()
    assert "Joining with the code is closed" in page


def test_the_door_is_that_of_all_games_of_the_event(client, game, arbitrator):
    other = game_services.create_game(
        name="Next", by=arbitrator, lexicon="english", notation="duplicate", rules=RuleSet(), event=game.event
    )
    door.set_at_door(game=game, act="door_closed", by=arbitrator)
    assert join(client, other, "Zoe").status_code == 409


def test_nobody_joins_a_classic_tournament_of_the_event_either(client, game, arbitrator):
    event = make_division(arbitrator, ["Mona", "Noah"], event=game.event).event
    door.set_at_door(game=game, act="door_closed", by=arbitrator)
    answer = client.post(
        f"/api/v1/matches/{event.pk}/entries/",
        {"name": "Zoe", "code": join_code(event)},
        content_type="application/json",
    )
    assert answer.status_code == 409


def test_a_flood_at_a_closed_door_of_a_classic_tournament_waits_for_no_lock(client, game, arbitrator):
    event = make_division(arbitrator, ["Mona", "Noah"], event=game.event).event
    door.set_at_door(game=game, act="door_closed", by=arbitrator)
    with CaptureQueriesContext(connection) as queries:
        answer = client.post(
            f"/api/v1/matches/{event.pk}/entries/",
            {"name": "Zoe", "code": join_code(event)},
            content_type="application/json",
        )
    assert answer.status_code == 409
    assert not [query["sql"] for query in queries if query["sql"].startswith("SAVEPOINT")]


@pytest.mark.parametrize("act", SETS)
def test_an_act_at_the_door_is_undone_and_done_again(game, arbitrator, act):
    door.set_at_door(game=game, act=door.opposite_of(act), by=arbitrator)
    field, value = SETS[act]
    before = event_of(game)
    changed = door.set_at_door(game=game, act=act, by=arbitrator)
    assert changed == (getattr(before, field) != value)
    if not changed:
        # It was so from the beginning.
        door.set_at_door(game=game, act=door.opposite_of(act), by=arbitrator)
        door.set_at_door(game=game, act=act, by=arbitrator)
    assert getattr(event_of(game), field) is value
    undo.undo(game=game, by=arbitrator)
    assert getattr(event_of(game), field) is not value
    undo.redo(game=game, by=arbitrator)
    assert getattr(event_of(game), field) is value
    undo.undo(game=game, by=arbitrator)
    assert getattr(event_of(game), field) is not value


def test_what_somebody_else_set_back_is_undone_by_a_row_alone(game, arbitrator, second_arbitrator):
    door.set_at_door(game=game, act="door_closed", by=arbitrator)
    door.set_at_door(game=game, act="door_opened", by=second_arbitrator)
    undo.undo(game=game, by=arbitrator)
    assert not event_of(game).door_closed
    assert game.log.last().act == "undone"
    with pytest.raises(RuleViolation) as error:
        undo.undo(game=game, by=second_arbitrator)
    assert error.value.code == "undo_overtaken"


def test_what_somebody_else_decided_since_stays(game, arbitrator, second_arbitrator):
    door.set_at_door(game=game, act="door_closed", by=arbitrator)
    for act in ("door_opened", "door_closed"):
        door.set_at_door(game=game, act=act, by=second_arbitrator)
    with pytest.raises(RuleViolation) as error:
        undo.undo(game=game, by=arbitrator)
    assert error.value.code == "undo_overtaken"
    assert event_of(game).door_closed


def test_helpers_do_not_set_the_door(client, game, helper):
    with pytest.raises(RuleViolation):
        door.set_at_door(game=game, act="door_closed", by=helper)
    client.force_login(helper)
    for act in ("close-door", "open-door", "one-address", "many-addresses"):
        assert act in ACTS
        assert client.post(f"/desk/{game.code}/{act}/").status_code == 403


# --- An event with divisions alone ---------------------------------------------------------------------------------


@pytest.fixture
def division(arbitrator):
    return make_division(arbitrator, ["Mona", "Noah"])


def set_at_division(client, division, act, address=HALL):
    page = f"/events/{division.event_id}/divisions/{division.pk}/players/"
    answer = client.post(f"{page}door/", {"act": act}, REMOTE_ADDR=address)
    return answer.status_code, client.get(page, REMOTE_ADDR=address).content.decode()


def test_the_page_of_a_division_closes_the_door_and_opens_it(client, desk, division):
    status, page = set_at_division(desk, division, "door_closed")
    assert status == 302
    assert "Joining is closed" in page
    assert 'value="door_opened"' in page
    answer = client.post(
        f"/api/v1/matches/{division.event_id}/entries/",
        {"name": "Zoe", "code": join_code(division.event)},
        content_type="application/json",
    )
    assert answer.status_code == 409
    _status, page = set_at_division(desk, division, "door_opened")
    assert 'value="door_closed"' in page
    acts = division.event.acts.filter(act__in=SETS).order_by("pk")
    texts = {action.code: str(action.text) for action in DOOR}
    assert [act_text(act) for act in acts] == [texts["door_closed"], texts["door_opened"]]


def test_the_page_of_a_division_says_where_the_hall_is(desk, division):
    _status, page = set_at_division(desk, division, "one_address_on")
    event = Event.objects.get(pk=division.event_id)
    assert (event.one_address, event.hall_address) == (True, hash_address(HALL))
    assert "200 of them are reserved" in page
    set_at_division(desk, division, "one_address_on")
    set_at_division(desk, division, "no such act")
    assert event.acts.filter(act__in=SETS).count() == 1
    set_at_division(desk, division, "one_address_off")
    assert not Event.objects.get(pk=division.event_id).one_address


def test_helpers_do_not_set_the_door_of_a_division(client, division):
    user = User.objects.create_user("helga", password="a good long one")
    Arbitrator.objects.create(event=division.event, user=user, role="helper")
    client.force_login(user)
    status, page = set_at_division(client, division, "door_closed")
    assert status == 403
    assert "players/door/" not in page


def test_a_game_does_not_undo_what_a_division_decided_since(
    desk, game, arbitrator, second_arbitrator, client
):
    division = make_division(arbitrator, ["Pia", "Quentin"], event=game.event)
    door.set_at_door(game=game, act="door_closed", by=arbitrator)
    client.force_login(second_arbitrator)
    for act in ("door_opened", "door_closed"):
        set_at_division(client, division, act)
    with pytest.raises(RuleViolation) as error:
        undo.undo(game=game, by=arbitrator)
    assert error.value.code == "undo_overtaken"


# --- The part of the hall ------------------------------------------------------------------------------------------


def test_the_desk_in_the_hall_says_where_the_hall_is(desk, game):
    desk.post(f"/desk/{game.code}/one-address/", REMOTE_ADDR=HALL)
    assert event_of(game).hall_address == hash_address(HALL)
    assert HALL not in event_of(game).hall_address
    page = desk.get(f"/desk/{game.code}/joining/", REMOTE_ADDR=HALL).content.decode()
    assert "200 of them are reserved" in page
    page = desk.get(f"/desk/{game.code}/joining/", REMOTE_ADDR=ELSEWHERE).content.decode()
    assert "The hall shares this desk’s IP address" in page
    desk.post(f"/desk/{game.code}/one-address/", REMOTE_ADDR=ELSEWHERE)
    assert event_of(game).hall_address == hash_address(ELSEWHERE), "the desk was at home before"
    assert game.log.filter(act="one_address_on").count() == 1


def test_the_laptop_that_serves_the_hall_is_not_the_hall(desk, game):
    desk.post(f"/desk/{game.code}/one-address/", REMOTE_ADDR="127.0.0.1")
    assert event_of(game).one_address
    assert event_of(game).hall_address == ""
    page = desk.get(f"/desk/{game.code}/joining/", REMOTE_ADDR="127.0.0.1").content.decode()
    assert "The hall shares this desk’s IP address" not in page


# --- Notices at the desk ------------------------------------------------------------------------------------


@pytest.fixture
def few(monkeypatch):
    monkeypatch.setattr(joining_limits, "MOST_OF_ADDRESS", 2)
    monkeypatch.setattr(joining_limits, "OF_HALL", 4)


def flood(client, game, address=HALL, times=8, name="Flood"):
    return [join(client, game, f"{name}{number} {address}", address).status_code for number in range(times)]


def panel(desk, game, address=ELSEWHERE):
    return desk.get(f"/desk/{game.code}/panel/", REMOTE_ADDR=address).content.decode()


def test_the_desk_is_told_once_and_one_click_lets_its_hall_in(client, desk, game, few):
    assert flood(client, game) == [201] * 2 + [429] * 6
    (row,) = game.log.filter(act="joins_of_address_refused")
    assert HALL not in str(row.params)
    assert "Our hall shares one IP address" in panel(desk, game)
    desk.post(f"/desk/{game.code}/one-address/")
    assert "Our hall shares one IP address" not in panel(desk, game)
    assert flood(client, game, times=3) == [400, 400, 201], (
        "the names are taken, and the limit is another one"
    )
    cache.clear()
    cache_key = [join(client, game, f"Late {number}").status_code for number in range(5)]
    assert cache_key == [201] * 4 + [429]
    told = panel(desk, game)
    assert "more than 4 a minute" in told
    assert "act-one-address" not in told


def test_the_desk_hears_whether_it_is_its_own_address(client, desk, game, few):
    flood(client, game)
    assert "the same address as this desk" in panel(desk, game, HALL)
    assert "the same address as this desk" not in panel(desk, game, ELSEWHERE)


def test_a_flood_does_not_fill_the_log(client, game, few, hands):
    for _each in range(3):
        flood(client, game)
        cache.clear()
    assert game.log.filter(act="joins_of_address_refused").count() == 1
    hands.move(refused_joins.TOLD.total_seconds() + 1)
    flood(client, game, name="Next")
    assert game.log.filter(act="joins_of_address_refused").count() == 2


def strangers_are_refused(client, game, addresses):
    """Join too often from each of these addresses."""
    for number in range(addresses):
        flood(client, game, f"198.51.100.{number}", times=3)


def test_a_stranger_who_was_refused_before_does_not_hide_the_hall(client, desk, game, few):
    strangers_are_refused(client, game, 1)
    assert "the same address as this desk" not in panel(desk, game, HALL)
    flood(client, game, HALL)
    assert "the same address as this desk" in panel(desk, game, HALL)
    assert "the same address as this desk" not in panel(desk, game, ELSEWHERE)


def test_the_limit_of_the_game_does_not_hide_the_hall(client, desk, game, few, monkeypatch):
    flood(client, game, HALL)
    monkeypatch.setattr(joining_limits, "MOST_IN_ALL", 3)
    strangers_are_refused(client, game, 3)
    assert game.log.last().act == "joins_refused"
    told = panel(desk, game, HALL)
    assert "the same address as this desk" in told
    assert "act-one-address" in told
    assert "act-one-address" in panel(desk, game, ELSEWHERE), "a part of the turns is then the hall's"


@pytest.mark.slow
def test_many_addresses_write_a_handful_of_rows(client, desk, game, few, monkeypatch):
    monkeypatch.setattr(joining_limits, "MOST_IN_ALL", 1000)
    strangers_are_refused(client, game, refused_joins.MOST_TOLD + 1)
    assert game.log.filter(act="joins_of_address_refused").count() == refused_joins.MOST_TOLD
    desk.post(f"/desk/{game.code}/one-address/", REMOTE_ADDR=HALL)
    monkeypatch.setattr(joining_limits, "OF_HALL", 3)
    cache.clear()
    for number in range(refused_joins.MOST_TOLD + 1):
        flood(client, game, f"198.51.100.{number}", times=5, name="Again")
    assert game.log.filter(act="joins_of_address_refused").count() == 2 * refused_joins.MOST_TOLD, "told anew"
    flood(client, game, HALL, name="Hall")
    assert game.log.filter(act="joins_of_address_refused").count() == 2 * refused_joins.MOST_TOLD + 1
    assert "the same address as this desk" in panel(desk, game, HALL)


def test_after_a_while_the_desk_is_not_told_any_more(client, desk, game, few, hands):
    flood(client, game)
    assert "joins-refused" in panel(desk, game)
    hands.move(refused_joins.TOLD.total_seconds() + 1)
    assert "Close joining" not in panel(desk, game).partition('id="facts"')[0]


def test_the_limit_of_the_game_is_told_too(client, desk, game, monkeypatch):
    monkeypatch.setattr(joining_limits, "MOST_IN_ALL", 3)
    for number in range(5):
        join(client, game, f"Player {number}", f"192.0.2.{number}")
    told = panel(desk, game)
    assert "more than 3 a minute" in told
    assert "act-close-door" in told
    desk.post(f"/desk/{game.code}/close-door/")
    assert "more than 3 a minute" not in panel(desk, game)
