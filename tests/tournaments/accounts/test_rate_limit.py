"""Guessing of codes, links or tokens is stopped; a hall that shares the address plays on."""

import asyncio
import pickle
import time
from contextvars import Context
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.core.cache import cache, caches
from django.test import override_settings
from django.urls import reverse

from duplicate.games import services as game_services
from duplicate.games.players import phone_links
from duplicate.views import live
from engine.modes import mode_of
from engine.rules import (
    RuleSet,
)
from tests.services import QUICK_REDIS, empty_redis
from tournaments.accounts import rate_limit
from tournaments.accounts.rate_limit import GuessKind
from tournaments.club_tables.forms import TableForm
from tournaments.installation import resting_redis
from tournaments.installation.resting_redis import RestingRedisCache

pytestmark = pytest.mark.django_db

MOST = GuessKind.CODE.value
HALL, ELSEWHERE = "192.0.2.1", "192.0.2.2"
# Two addresses that one device may have, and one of another network.
ONE, OTHER, NEXT_DOOR = "2001:db8:1:2::1", "2001:db8:1:2:aaaa::2", "2001:db8:1:3::1"


@pytest.fixture(autouse=True)
def nothing_tried():
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def another_game(arbitrator, built_in):
    return game_services.create_game(
        name="Other", by=arbitrator, lexicon="english", notation="duplicate", rules=RuleSet()
    )


def ask(client, code, address=HALL, **more):
    return client.get(f"/api/v1/games/{code}/", REMOTE_ADDR=address, **more)


def guess_codes(client, count, address=HALL):
    """Send so many wrong codes; return the last answer."""
    for number in range(count - 1):
        rate_limit.note(GuessKind.CODE, address, f"0000{number}", right=False)
    return ask(client, f"0000{count}", address)


def test_who_tries_codes_out_is_stopped_and_finds_nothing_more(client, game, hands):
    assert guess_codes(client, MOST - 1).status_code == 404
    answer = ask(client, "11111")
    assert (answer.status_code, answer.json()["code"]) == (429, "throttled")
    assert answer["Retry-After"] == "600"
    assert ask(client, game.code).status_code == 429, "right or wrong: nothing is told"
    hands.move(rate_limit.SECONDS + 1)
    assert ask(client, game.code).status_code == 200


def test_a_hall_gets_in_once_its_desk_was_open_there(client, game, arbitrator):
    """Somebody on the hall's address has tried codes out before anybody else used the right one."""
    guess_codes(client, MOST)
    assert ask(client, game.code).status_code == 429
    client.force_login(arbitrator)
    assert client.get(reverse("dashboard", args=[game.code]), REMOTE_ADDR=HALL).status_code == 200
    client.logout()
    assert ask(client, game.code).status_code == 200
    assert ask(client, "11111").status_code == 429


def shared_in(redis):
    """Return the caches of a server whose processes share what they know in that Redis."""
    backend = f"{RestingRedisCache.__module__}.{RestingRedisCache.__name__}"
    return settings.CACHES | {"shared": {"BACKEND": backend, "LOCATION": redis}}


def test_all_processes_know_what_a_desk_has_opened(client, game, arbitrator):
    with empty_redis(QUICK_REDIS) as redis, override_settings(CACHES=shared_in(redis)):
        client.force_login(arbitrator)
        client.get(reverse("dashboard", args=[game.code]), REMOTE_ADDR=HALL)
        client.logout()
        cache.clear()  # another process, which has never seen that desk
        guess_codes(client, MOST)
        assert ask(client, game.code).status_code == 200
        assert ask(client, "11111").status_code == 429
        assert ask(client, game.code, ELSEWHERE).status_code == 200
        assert not rate_limit.may_be_stopped(GuessKind.CODE, HALL, game.code), "this process knows it now"


def test_a_desk_that_is_loaded_again_tells_what_redis_has_missed(client, game, arbitrator, monkeypatch):
    monkeypatch.setattr(resting_redis, "_rests_until", time.monotonic() + 60)
    client.force_login(arbitrator)
    desk = reverse("dashboard", args=[game.code])
    with empty_redis(QUICK_REDIS) as redis, override_settings(CACHES=shared_in(redis)):
        client.get(desk, REMOTE_ADDR=HALL)
        monkeypatch.setattr(resting_redis, "_rests_until", 0.0)
        client.get(desk, REMOTE_ADDR=HALL)
        cache.clear()  # another process
        guess_codes(client, MOST)
        assert ask(client, game.code).status_code == 200


def test_a_code_in_use_stays_right_for_longer_than_a_day(client, game, monkeypatch):
    began = time.time()
    for hours in (0, 23):
        monkeypatch.setattr(time, "time", lambda hours=hours: began + hours * 3600)
        assert ask(client, game.code).status_code == 200
    monkeypatch.setattr(time, "time", lambda: began + 25 * 3600)
    guess_codes(client, MOST)
    assert ask(client, game.code).status_code == 200


def test_all_requests_of_a_process_share_its_connections_to_redis():
    guesses = [f"1111{number}" for number in range(20)]
    for number in range(MOST):
        rate_limit.note(GuessKind.CODE, HALL, f"0000{number}", right=False)
    with empty_redis(QUICK_REDIS) as redis, override_settings(CACHES=shared_in(redis)):
        # A context of its own: what is made in it is not there for the requests, which have theirs.
        before = Context().run(connections_to, redis)
        assert asyncio.run(statuses_of_streams(guesses, HALL)) == [429] * 20
        assert Context().run(connections_to, redis) <= before


class Opener:
    """What makes a file as soon as it is unpickled."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return open, (str(self.path), "w")


def test_nothing_that_lies_in_redis_is_run(client, game, tmp_path):
    guess_codes(client, MOST)
    with empty_redis(QUICK_REDIS) as redis, override_settings(CACHES=shared_in(redis)):
        rate_limit.note_open_desk(ELSEWHERE, "11111")
        raw = caches["shared"]._cache.get_client()
        [name] = raw.keys()
        key = rate_limit._known_key(GuessKind.CODE, ELSEWHERE, "11111")
        planted = name.decode().replace(key, rate_limit._known_key(GuessKind.CODE, HALL, game.code))
        raw.set(planted, pickle.dumps(Opener(tmp_path / "opened")))
        assert ask(client, game.code).status_code == 429
    assert not (tmp_path / "opened").exists()


def connections_to(redis):
    """Return how many connections that database has, those that other test runs have left open among them."""
    connections = caches["shared"]._cache.get_client().client_list()
    return sum(f"/{each['db']}" == urlsplit(redis).path for each in connections)


async def statuses_of_streams(codes, address):
    """Return what streams are answered that begin one after the other, each in a task of its own, as requests are."""
    return [await asyncio.create_task(status_of_stream(code, address)) for code in codes]


def test_without_redis_nobody_waits_for_it_twice(client, game, monkeypatch, caplog):
    monkeypatch.setattr(resting_redis, "_rests_until", 0.0)
    with override_settings(CACHES=shared_in("redis://127.0.0.1:1/0")):
        guess_codes(client, MOST)
        assert [ask(client, game.code).status_code for _ in range(3)] == [429] * 3
    assert len([record for record in caplog.records if "No Redis" in record.message]) == 1


def test_a_table_is_joined_where_it_was_opened(client, arbitrator, built_in):
    guess_codes(client, MOST)
    client.force_login(arbitrator)
    told = {"REMOTE_ADDR": HALL}
    usual = {field.html_name: field.value() for field in TableForm(mode=mode_of("classic"))}
    table = {name: value for name, value in usual.items() if value not in (None, False)}
    opened = client.post(reverse("new-club-table", args=["classic"]), table, **told)
    assert opened.status_code == 302, opened.content.decode()
    assert client.get(opened.url, **told).status_code == 200
    client.logout()
    code = opened.url.split("/")[2]
    small = client.get(reverse("club-table", args=[code.lower()]), follow=True, **told)
    assert (small.status_code, small.redirect_chain) == (200, [(reverse("club-table", args=[code]), 302)])


def test_every_door_that_takes_a_code_is_shut(client, game, hands):
    guess_codes(client, MOST)
    told = {"REMOTE_ADDR": HALL}
    home = client.get(reverse("home"), {"code": game.code}, **told)
    assert home.status_code == 429
    assert "Too many codes" in home.content.decode()
    assert client.get(reverse("screens"), {"code": game.code}, **told).status_code == 429
    for page in ("join", "play", "screen"):
        answer = client.get(reverse(page, args=[game.code]), **told)
        assert (answer.status_code, answer.url.partition("?")[0]) in {(302, "/"), (302, "/screen/")}
    joining = client.post(
        reverse("api-entries", args=[game.code]), {"name": "Zoe"}, content_type="application/json", **told
    )
    assert joining.status_code == 429
    assert not game.event.entries.exists()
    assert asyncio.run(status_of_stream(game.code, HALL)) == 429


async def status_of_stream(code, address):
    told = []

    async def send(message):
        told.append(message)

    scope = {"path": f"/live/{code}/", "method": "GET", "headers": [], "client": (address, 1)}
    await live.stream(scope, None, send)
    return told[0]["status"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("door", ["page", "api", "stream"])
def test_each_door_counts(client, game, hands, door):
    for number in range(MOST - 1):
        rate_limit.note(GuessKind.CODE, HALL, f"0000{number}", right=False)
    if door == "page":
        client.get(reverse("home"), {"code": "11111"}, REMOTE_ADDR=HALL)
    elif door == "api":
        ask(client, "11111")
    else:
        assert asyncio.run(status_of_stream("11111", HALL)) == 404
    assert ask(client, game.code).status_code == 429


def test_a_hall_plays_on_while_somebody_in_it_tries_codes_out(client, game, another_game, players, hands):
    assert ask(client, game.code).status_code == 200
    guess_codes(client, MOST)
    assert ask(client, another_game.code).status_code == 429
    assert ask(client, game.code).status_code == 200
    joining = client.post(
        reverse("api-entries", args=[game.code]),
        {"name": "Zoe"},
        content_type="application/json",
        REMOTE_ADDR=HALL,
    )
    assert joining.status_code == 201
    assert client.get(reverse("join", args=[game.code]), REMOTE_ADDR=HALL).status_code == 200
    assert ask(client, another_game.code, ELSEWHERE).status_code == 200


@pytest.mark.slow
def test_a_full_hall_that_mistypes_and_asks_for_what_is_gone_never_notices(client, game, hands):
    """1,500 phones behind one address: every tenth mistypes, and an old tab asks more often than codes may be wrong."""
    for _ in range(MOST + 1):
        ask(client, "GONE2")
    for phone in range(0, 1500, 10):
        assert ask(client, f"{phone:05}").status_code == 404
    assert ask(client, game.code).status_code == 200


def test_addresses_of_one_network_count_together(client, game, another_game, hands):
    assert ask(client, game.code, ONE).status_code == 200
    guess_codes(client, MOST, ONE)
    assert ask(client, another_game.code, OTHER).status_code == 429
    assert ask(client, game.code, OTHER).status_code == 200, "what was right in the hall stays right there"
    assert ask(client, another_game.code, NEXT_DOOR).status_code == 200


def test_a_user_who_logged_in_is_let_in_again_at_that_address_alone():
    rate_limit.note(GuessKind.LOGIN, ONE, "ann", right=True)
    for number in range(GuessKind.LOGIN.value):
        rate_limit.note(GuessKind.LOGIN, OTHER, f"{number}", right=False)
    assert not rate_limit.is_stopped(GuessKind.LOGIN, ONE, "ann")
    assert rate_limit.is_stopped(GuessKind.LOGIN, OTHER, "ann")


def test_an_address_counts_the_same_however_it_is_written(client, game, hands):
    guess_codes(client, MOST, f"::ffff:{HALL}")
    assert ask(client, game.code, HALL).status_code == 429
    assert ask(client, game.code, f"::ffff:{ELSEWHERE}").status_code == 200


def test_wrong_links_are_counted_and_a_right_one_always_works(client, hands):
    from django.contrib.auth.models import User

    from tournaments.accounts.login_links import welcome_token

    right = welcome_token(User.objects.create_user("newcomer"))
    answers = [
        client.get(f"/welcome/MTI.{number}-x/", REMOTE_ADDR=HALL).status_code
        for number in range(GuessKind.LINK.value + 1)
    ]
    assert (answers[0], answers[-1]) == (404, 429)
    assert client.get(f"/welcome/{right}/", REMOTE_ADDR=HALL).status_code == 200


def test_wrong_tokens_are_counted_and_a_right_one_always_works(client, game, players, hands):
    for number in range(GuessKind.TOKEN.value - 1):
        rate_limit.note(GuessKind.TOKEN, HALL, f"token-{number}", right=False)
    address = f"/api/v1/games/{game.code}/me/"

    def status(token):
        return client.get(address, REMOTE_ADDR=HALL, headers={"Authorization": f"Bearer {token}"}).status_code

    assert status("token-1") == 401
    assert status("another") == 429
    assert status(players[0][1]) == 200


def test_one_phone_at_a_time_and_the_log_says_which_came_after(client, game, players, arbitrator):
    """A new link takes the place of the phone before; nobody gets a second one by joining again."""
    entry, old = players[0]
    new = phone_links.give_phone(game=game, entry=entry, by=arbitrator)
    address = f"/api/v1/games/{game.code}/me/"
    refused = client.get(address, headers={"Authorization": f"Bearer {old}"})
    assert (refused.status_code, refused.json()["code"]) == (401, "authentication_failed")
    assert "no longer entered" in refused.json()["detail"]
    assert client.get(address, headers={"Authorization": f"Bearer {new}"}).status_code == 200
    given = game.log.get(act="phone_given")
    assert (given.entry, given.by) == (entry, arbitrator)
    again = client.post(
        reverse("api-entries", args=[game.code]), {"name": "mona"}, content_type="application/json"
    )
    assert again.status_code == 400
