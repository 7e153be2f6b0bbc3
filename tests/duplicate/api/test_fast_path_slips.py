"""The fast path for slips answers as the view does, to the byte, and stores the same."""

import asyncio
import json
import time
import uuid

import pytest
from django.core.cache import cache
from django.db import DatabaseError
from django.test import Client
from django.test.client import FakePayload

from duplicate.api import views
from duplicate.api.fast_path import bodies
from duplicate.api.fast_path import slips as fast_path_slips
from duplicate.games import services as game_services
from duplicate.games.players import services as player_services
from duplicate.models import Slip
from duplicate.rounds import closing
from tests.factories.asgi import Answer, ask_together, end_thread
from tournaments.events import tokens
from tournaments.time import clock

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]

SLIP = {"id": "c0ffee00-0000-4000-8000-000000000007", "round": 1, "word": "TRAIN", "ref": "H4", "score": 12}


@pytest.fixture(autouse=True)
def fresh_counts():
    cache.clear()


@pytest.fixture
def ask_fast_path(game):
    """Return a function that sends requests to the fast path, all at once: (body, headers) each."""

    def send(*requests):
        path = f"/api/v1/games/{game.code}/slips/"
        return ask_together(
            fast_path_slips.take_in,
            fast_path_slips._takers,
            [("POST", path, body, headers) for body, headers in requests],
        )

    return send


@pytest.fixture
def by_view(game):
    def send(body, headers):
        kind = headers.get("Content-Type", "application/octet-stream")
        others = {name: text for name, text in headers.items() if name != "Content-Type"}
        path = f"/api/v1/games/{game.code}/slips/"
        answer = Client().post(path, body, content_type=kind, headers=others)
        return Answer(answer.status_code, answer.items(), answer.content)

    return send


def request(token, values=(), **headers):
    body = json.dumps(SLIP | dict(values)).encode() if not isinstance(values, bytes) else values
    headers = {name.replace("_", "-"): text for name, text in headers.items()}
    return body, {"Authorization": f"Bearer {token}", "Content-Type": "application/json"} | headers


@pytest.fixture
def both(ask_fast_path, by_view):
    """Return a function that sends a request both ways, on the same rows, and returns the answer if they
    agree.
    """

    def ask(asked):
        viewed = by_view(*asked)
        Slip.objects.all().delete()
        cache.clear()
        [answer] = ask_fast_path(asked)
        assert answer.all == viewed.all
        return answer

    return ask


@pytest.mark.repeats
@pytest.mark.parametrize(
    "values",
    [
        {},
        {"word": "tRAIN", "ref": "4h", "score": None},
        {"word": "ÉTÉ"},
        {"word": "TR@IN"},
        {"ref": "H44"},
        {"round": 2},
        {"round_id": 2**40},
    ],
)
def test_slips_as_phones_write_them_take_the_fast_path(both, players, open_round, hands, values):
    open_round("TRAINER")
    answer = both(request(players[0][1], values))
    assert answer.took_fast_path
    assert (answer.status == 201) == Slip.objects.exists()


@pytest.mark.repeats
@pytest.mark.parametrize("language", ["fr-CA,en;q=0.5", "de"])
def test_refusals_are_in_the_language_of_the_phone(both, players, hands, language):
    answer = both(request(players[0][1], Accept_Language=language))
    assert (answer.took_fast_path, answer.status) == (True, 409)


WRITTEN_OTHERWISE = [
    b"",
    b"{",
    b"[]",
    b"nan",
    b'"\xff"',
    b"[" * 1500,
    {"id": "not one"},
    {"id": SLIP["id"].upper()},
    {"id": SLIP["id"].replace("-", "")},
    {"id": None},
    {"round": "1"},
    {"round": True},
    {"round": 0},
    {"round": 1.0},
    {"round_id": None},
    {"round_id": 2**70},
    {"word": " TRAIN "},
    {"word": ""},
    {"word": 7},
    {"word": "TRA\0IN"},
    {"word": "\ud800"},
    {"word": "A" * 41},
    {"ref": None},
    {"score": -1},
    {"score": "12"},
    {"score": 5001},
]


@pytest.mark.django_db(transaction=False)
def test_what_is_written_otherwise_is_not_read_here():
    wrong = []
    for values in WRITTEN_OTHERWISE:
        body, headers = request("a-token", values)
        pairs = [(name.lower().encode(), text.encode()) for name, text in headers.items()]
        scope = {"path": "/api/v1/games/CODE/slips/", "headers": pairs, fast_path_slips.STAMP: clock.now()}
        if fast_path_slips._parse_slip(scope, body) is not None:
            wrong.append(repr(values))
        assert fast_path_slips._parse_slip(scope, request("a-token")[0])
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("values", [b"{", {"word": " TRAIN "}, {"score": -1}], ids=repr)
def test_the_view_says_what_is_wrong_with_it(both, players, open_round, hands, values):
    open_round("TRAINER")
    assert not both(request(players[0][1], values)).took_fast_path


@pytest.mark.repeats
@pytest.mark.parametrize(
    "headers",
    [
        {"Authorization": ""},
        {"Authorization": "Bearer"},
        {"Authorization": "Basic abc"},
        {"Authorization": "Bearer nobody's"},
        {"Authorization": "Bearer é"},
        {"Content-Type": "text/plain"},
        {"Content-Type": "application/json; charset=latin-1"},
        {"Accept": "text/html"},
    ],
    ids=repr,
)
def test_who_asks_otherwise_is_answered_by_the_view(both, players, open_round, hands, headers):
    open_round("TRAINER")
    body, usual = request(players[0][1])
    assert not both((body, usual | headers)).took_fast_path
    assert Slip.objects.exists() == ("charset" in str(headers))


def test_a_large_body_is_for_the_view(both, players, open_round, hands):
    open_round("TRAINER")
    assert both(request(players[0][1], {"more": "x" * 70_000})).status == 413


def test_a_token_of_another_game_is_refused(both, arbitrator, built_in, open_round, hands):
    from engine.rules import (
        RuleSet,
    )

    open_round("TRAINER")
    other = game_services.create_game(
        name="Other", by=arbitrator, lexicon="english", notation="duplicate", rules=RuleSet()
    )
    token = player_services.join_game(game=other, name="Pia").token
    assert both(request(token)).status == 403
    assert not Slip.objects.exists()


def test_a_token_that_was_replaced_is_refused(both, ask_fast_path, players, open_round, hands):
    open_round("TRAINER")
    entry, token = players[0]
    assert ask_fast_path(request(token))[0].status == 201
    fresh = tokens.issue_token(entry)
    assert both(request(token)).status == 401
    assert ask_fast_path(request(fresh))[0].status == 201


def test_an_id_used_again_with_other_content_is_answered_with_what_is_on_record(
    ask_fast_path, by_view, players, open_round, hands
):
    open_round("TRAINER")
    token = players[0][1]
    [first] = ask_fast_path(request(token))
    other = request(token, {"word": "TRAINER"})
    viewed, [answer] = by_view(*other), ask_fast_path(other)
    assert answer.took_fast_path
    assert (answer.status, answer.json()["code"]) == (409, "slip_id_used")
    assert answer.json()["on_record"] == first.json()
    assert answer.all == viewed.all


def test_each_gets_its_own_answer(ask_fast_path, players, open_round, hands):
    """A hall sends at once: slips, one that cannot be read, one of a stranger, one sent twice."""
    open_round("TRAINER")
    one, two, three = (token for _entry, token in players)
    bad = {"id": str(uuid.uuid4()), "word": "TR@IN"}
    answers = ask_fast_path(
        request(one), request(two, bad), request("a stranger's"), request(three), request(one), request(two)
    )
    assert [answer.status for answer in answers] == [201, 400, 401, 201, 200, 201]
    assert answers[4].body == answers[0].body
    assert Slip.objects.filter(effective=True).count() == Slip.objects.count() == 3


def test_the_stamp_is_the_same_whichever_way_it_goes(ask_fast_path, players, open_round, hands):
    open_round("TRAINER")
    sent = ask_fast_path(request(players[0][1]), request(players[1][1], {"word": " TRAIN "}))
    assert [answer.took_fast_path for answer in sent] == [True, False]
    assert {answer.json()["received_at"] for answer in sent} == {int(hands.now.timestamp() * 1000)}


def test_a_player_who_sends_too_often_is_told_so(ask_fast_path, by_view, players, open_round, hands):
    open_round("TRAINER")
    token = players[0][1]
    slips = [request(token, {"id": str(uuid.uuid4())}) for _ in range(62)]
    answers = ask_fast_path(*slips, request(players[1][1]))
    assert [answer.status for answer in answers] == [201] * 60 + [429] * 2 + [201]
    assert answers[60].headers["retry-after"]
    assert by_view(*request(token)).status == 429, "the same count"


def test_when_too_many_wait_they_are_told_to_come_again(
    ask_fast_path, players, open_round, hands, monkeypatch
):
    open_round("TRAINER")
    with monkeypatch.context() as small:
        small.setattr(fast_path_slips._takers, "most_waiting", 2)
        answers = ask_fast_path(*(request(token) for _entry, token in players * 3))
    full = [answer for answer in answers if answer.status == 503]
    assert full
    assert {answer.headers["retry-after"] for answer in full} == {"1"}
    assert {answer.json()["code"] for answer in full} == {"busy"}
    assert {answer.status for answer in ask_fast_path(*(request(token) for _entry, token in players))} <= {
        200,
        201,
    }


def test_a_database_that_is_away_loses_nothing(
    ask_fast_path, players, open_round, hands, monkeypatch, caplog
):
    open_round("TRAINER")

    def gone(**_values):
        raise DatabaseError("away")

    with monkeypatch.context() as broken:
        broken.setattr(fast_path_slips, "submit_slips", gone)
        answers = ask_fast_path(*(request(token) for _entry, token in players))
    assert [answer.status for answer in answers] == [503] * 3
    assert "could not be stored" in caplog.text
    assert [answer.status for answer in ask_fast_path(request(players[0][1]))] == [201]


def send_in_pieces(game, token, receive):
    """Return the answer to a phone whose body comes as `receive` gives it."""
    body, headers = request(token)
    sent = []

    async def send(message):
        sent.append(message)

    pairs = [(name.lower().encode(), text.encode()) for name, text in headers.items()]
    path = f"/api/v1/games/{game.code}/slips/"
    scope = {"type": "http", "method": "POST", "path": path, "query_string": b"", "headers": pairs}
    scope["headers"].append((b"content-length", b"%d" % len(body)))

    async def ask():
        await fast_path_slips.take_in(scope, receive(body), send, None)
        await end_thread(fast_path_slips._takers)

    asyncio.run(ask())
    return sent


def test_a_phone_that_leaves_half_way_leaves_nothing(game, players, open_round):
    open_round("TRAINER")

    def leave(body):
        said = [{"type": "http.request", "body": body[:9], "more_body": True}, {"type": "http.disconnect"}]
        said = iter(said)

        async def receive():
            return next(said)

        return receive

    assert send_in_pieces(game, players[0][1], leave) == []
    assert not Slip.objects.exists()


def test_a_slip_is_stamped_when_its_last_byte_has_come(game, players, open_round, hands):
    open_round("TRAINER")

    def dawdle(body):
        said = iter([{"body": body[:9], "more_body": True}, {"body": body[9:], "more_body": False}])

        async def receive():
            message = next(said)
            if not message["more_body"]:
                hands.move(182.5)
            return {"type": "http.request", **message}

        return receive

    start, answer = send_in_pieces(game, players[0][1], dawdle)
    assert start["status"] == 201
    assert json.loads(answer["body"])["late"] is True


def test_a_body_that_does_not_come_is_refused(game, players, open_round, monkeypatch):
    open_round("TRAINER")
    monkeypatch.setattr(bodies, "BODY_SECONDS", 0.05)

    def wait(body):
        said = iter([{"type": "http.request", "body": body[:9], "more_body": True}])

        async def receive():
            return next(said, None) or await asyncio.Future()

        return receive

    start, answer = send_in_pieces(game, players[0][1], wait)
    assert (start["status"], json.loads(answer["body"])["code"]) == (408, "too_slow")
    assert not Slip.objects.exists()


def test_the_view_refuses_a_body_that_comes_too_slowly(game, players, open_round, monkeypatch):
    """As under gunicorn, where a body is read while the view runs."""
    open_round("TRAINER")
    monkeypatch.setattr(views, "BODY_SECONDS", 0.05)

    class SlowBody(FakePayload):
        def read(self, *arguments):
            time.sleep(0.1)
            return super().read(*arguments)

    body, headers = request(players[0][1])
    path = f"/api/v1/games/{game.code}/slips/"
    wsgi = {
        "wsgi.input": SlowBody(body),
        "CONTENT_LENGTH": str(len(body)),
        "CONTENT_TYPE": "application/json",
    }
    answer = Client().generic("POST", path, headers={"Authorization": headers["Authorization"]}, **wsgi)
    assert (answer.status_code, answer.json()["code"]) == (408, "too_slow")
    assert not Slip.objects.exists()


def test_a_receipt_is_told_again_after_the_announcement(
    ask_fast_path, players, open_round, close_round, announce_top, hands
):
    open_round("TRAINER")
    [first] = ask_fast_path(request(players[0][1]))
    close_round()
    announce_top(1)
    [again] = ask_fast_path(request(players[0][1]))
    assert (again.status, again.body) == (200, first.body)
    [late] = ask_fast_path(request(players[1][1]))
    assert (late.status, late.json()["code"]) == (409, "round_announced")


def test_the_stamp_decides_not_the_storing(ask_fast_path, players, open_round, hands):
    open_round("TRAINER")
    stamped = hands.now
    hands.move(10_000)
    assert closing.close_overdue_rounds() == 1
    hands.now = stamped
    [answer] = ask_fast_path(request(players[0][1]))
    assert (answer.status, answer.json()["late"]) == (201, False)
