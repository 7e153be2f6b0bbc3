"""The fast path to joining answers as the view does, and enters many in one transaction."""

import json
from copy import copy

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from duplicate.api.fast_path import joins
from duplicate.games import door
from duplicate.games import services as game_services
from duplicate.games.players import joining as joining_services
from duplicate.games.players.joining import Joining
from duplicate.models import AuditLogEntry, Game
from tests.factories.asgi import Answer, ask_together
from tournaments.accounts.rate_limit import GuessKind
from tournaments.api import joining_limits
from tournaments.errors import RuleViolation
from tournaments.events.registration.entry_lists import NewEntry, enter_list
from tournaments.events.tokens import entry_for_token
from tournaments.models import Entry, Player

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


@pytest.fixture(autouse=True)
def fresh_counts():
    cache.clear()


@pytest.fixture
def path(game):
    return f"/api/v1/games/{game.code}/entries/"


@pytest.fixture
def join(path):
    """Return a function that has several join at once, each with its values."""

    def ask(*values, path=path, **headers):
        told = {"Accept": "*/*", "Content-Type": "application/json"} | headers
        requests = [("POST", path, json.dumps(each).encode(), told) for each in values]
        return ask_together(joins.take_in, joins._joiners, requests)

    return ask


@pytest.fixture
def refused_by_both(join, path):
    """Return a function that sends a request that is refused both ways, and returns the answer if they agree."""

    def ask(values, path=path, **headers):
        told = {"Accept": "*/*"} | headers
        viewed = Client().post(path, json.dumps(values), content_type="application/json", headers=told)
        cache.clear()
        [answer] = join(values, path=path, **headers)
        expected = Answer(viewed.status_code, viewed.items(), viewed.content)
        assert (answer.status, answer.body) == (expected.status, expected.body)
        assert answer.headers.keys() == expected.headers.keys()
        return answer

    return ask


def test_nobody_joins_from_where_codes_are_tried_out(refused_by_both, game, monkeypatch):
    monkeypatch.setattr(GuessKind.CODE, "_value_", 0)
    assert refused_by_both({"name": "Zoe"}).status == 429
    assert not game.event.entries.exists()


def test_all_who_come_together_have_a_place_of_their_own(join, game):
    version = Game.objects.get(pk=game.pk).version
    answers = join(*({"name": f"Player {number}x"} for number in range(30)))
    assert {(answer.status, answer.took_fast_path) for answer in answers} == {(201, True)}
    told = [answer.json() for answer in answers]
    assert [one["name"] for one in told] == [f"Player {number}x" for number in range(30)]
    assert {one["table"] for one in told} == set(range(1, 31))
    for one in told:
        entry = entry_for_token(one["token"])
        assert (entry.table, entry.name, entry.phone_number) == (one["table"], one["name"], 1)
        assert entry.arrived_at
    acts = AuditLogEntry.objects.filter(game=game, act="player_joined")
    assert {(act.entry.table, act.params["name"], act.by) for act in acts} == {
        (one["table"], one["name"], None) for one in told
    }
    assert Player.history.filter(name="Player 7x").count() == 1
    assert Game.objects.get(pk=game.pk).version <= version + 2, "two batches at most"


def test_the_answer_is_the_views(join, path):
    viewed = Client().post(
        path, json.dumps({"name": "Ann", "partner": "Bob"}), content_type="application/json"
    )
    [answer] = join({"name": "Cleo", "partner": "Dan"})
    assert answer.headers.keys() == {name.lower() for name in viewed.headers} & set(answer.headers)
    assert viewed.json().keys() == answer.json().keys()
    assert (answer.json()["name"], answer.json()["table"]) == ("Cleo & Dan", 2)


REFUSED_FAST = (
    {"name": "Mona"},
    {"name": "Zoe", "partner": "Mona"},
    {"name": "Zoe", "partner": "zoe"},
    {"name": "Zoe & Yan & Xi"},
    {"name": "123"},
)
REFUSED_BY_THE_VIEW = ({"name": ""}, {"name": "x" * 200}, {"name": 7}, {}, [])


@pytest.mark.repeats
@pytest.mark.parametrize(
    ("values", "language", "fast"),
    [
        *((values, "en", True) for values in REFUSED_FAST),
        *((values, "en", False) for values in REFUSED_BY_THE_VIEW),
        (REFUSED_FAST[0], "fr", True),
        (REFUSED_BY_THE_VIEW[0], "fr", False),
    ],
    ids=repr,
)
def test_a_refusal_is_the_views_and_stores_nothing(refused_by_both, players, values, language, fast):
    people = set(Player.objects.values_list("pk", flat=True))
    answer = refused_by_both(values, **{"Accept-Language": language})
    assert (answer.status, answer.took_fast_path) == (400, fast)
    assert Entry.objects.count() == 3
    assert set(Player.objects.values_list("pk", flat=True)) == people


def test_one_who_is_refused_holds_up_nobody(join, players):
    answers = join({"name": "Zoe"}, {"name": "Mona"}, {"name": "Yan"}, {"name": "Yan"})
    assert [answer.status for answer in answers] == [201, 400, 201, 400]
    assert Entry.objects.count() == 5
    assert Player.objects.filter(entries=None, partner_entries=None).count() == 0


def test_another_game_that_fails_takes_nobodys_token(game, monkeypatch):
    """Those who are entered hear so, though the work of another game in the batch broke off."""
    other = copy(game)
    other.code = "OTHER"
    enter = joins.join_together

    def join_one(*, game, joining, door):
        if game.code == "OTHER":
            raise RuntimeError
        return enter(game=game, joining=joining, door=door)

    monkeypatch.setattr(joins, "join_together", join_one)
    monkeypatch.setattr(joins, "_games", lambda _codes: [game, other])
    wanted = [joins.ParsedJoin(code, Joining("Zoe", "", "192.0.2.9")) for code in ("OTHER", game.code)]
    failed, joined = joins._join(wanted)
    assert (failed, joined.entry.name) == (None, "Zoe")


def test_people_who_are_expected_arrive_at_their_own_table(join, game, arbitrator):
    people = [Player.objects.create(**vars_of(name)) for name in ("Ann Marsh", "Bob Stone")]
    enter_list(
        event=game.event,
        entries=[NewEntry(people[0].pk, table=7), NewEntry(people[1].pk, table=9)],
        by=arbitrator,
        file="x",
    )
    answers = join({"name": "marsh ann"}, {"name": "Zoe"}, {"name": "Ann Marsh"})
    assert [answer.status for answer in answers] == [201, 201, 400]
    told = answers[0].json()
    assert (told["name"], told["table"], answers[1].json()["table"]) == ("Ann Marsh", 7, 10)
    assert entry_for_token(told["token"]).arrived_at
    [act] = AuditLogEntry.objects.filter(act="player_joined", entry__table=7)
    assert act.params["expected"] is True


def vars_of(name):
    new = Player.named(name)
    return {field: getattr(new, field) for field in ("name", "key", "alike", "given_name", "family_name")}


def test_a_licence_number_of_somebody_else_is_no_name(refused_by_both, game):
    Player.objects.create(**vars_of("Ann Marsh"), licence="AB123")
    answer = refused_by_both({"name": "123"})
    assert answer.json()["errors"][0]["field"] == "name"


def test_by_licence_nobody_is_entered_who_is_not_expected(join, game):
    Player.objects.create(**vars_of("Ann Marsh"), licence="AB123")
    [answer] = join({"name": "AB123"})
    assert answer.json()["name"] == "AB123"


def test_a_closed_door_is_noticed_before_any_lock(refused_by_both, join, game, arbitrator, monkeypatch):
    door.set_at_door(game=game, act="door_closed", by=arbitrator)
    assert refused_by_both({"name": "Zoe"}).json()["code"] == "door_closed"

    def lock(_game):
        raise AssertionError

    monkeypatch.setattr(joining_services, "lock_playing_game", lock)
    [answer] = join({"name": "Zoe"})
    assert (answer.status, answer.took_fast_path) == (409, True)


def test_nobody_joins_a_game_that_is_over(refused_by_both, game, arbitrator):
    game_services.end_game(game=game, by=arbitrator)
    assert refused_by_both({"name": "Zoe"}).json()["code"] == "game_finished"


def test_a_code_of_no_game_is_left_to_the_view(refused_by_both):
    assert refused_by_both({"name": "Zoe"}, path="/api/v1/games/NOSUCH/entries/").status == 404


def test_the_limit_of_an_address_is_exact_for_a_batch(join, game, monkeypatch):
    monkeypatch.setattr(joining_limits, "MOST_OF_ADDRESS", 10)
    answers = join(*({"name": f"Player {number}x"} for number in range(25)))
    statuses = [answer.status for answer in answers]
    assert (statuses.count(201), statuses.count(429)) == (10, 15)
    assert Entry.objects.count() == 10
    assert (
        Client()
        .post(f"/api/v1/games/{game.code}/entries/", {"name": "Zoe"}, content_type="application/json")
        .status_code
        == 429
    ), "the same count"


def test_names_that_are_refused_do_not_count_for_others(join, players):
    join(*({"name": "Mona"} for _ in range(20)))
    assert len(joining_limits.Count(f"join-game-{players[0][0].event.games.get().code}")) == 0


def test_many_cost_as_many_queries_as_one(game):
    class Open:
        def lets_in(self, _joining):
            return True

        def note(self, _joining, *, joined):
            assert joined

    def count(names):
        with CaptureQueriesContext(connection) as queries:
            asked = [joining_services.Joining(name, "", "10.0.0.1") for name in names]
            outcomes = joining_services.join_together(game=game, joining=asked, door=Open())
            assert not any(isinstance(outcome, RuleViolation) for outcome in outcomes)
        return len(queries)

    count(["First"])
    assert count(["Second"]) == count([f"Player {number}x" for number in range(20)])
