"""The fast path to the state of a game answers as the view does, to the byte, and reads once for all that wait."""

import gzip

import pytest
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from duplicate.api.fast_path import frames
from duplicate.models import Game
from tests.factories.asgi import Answer, ask_together
from tournaments.accounts.rate_limit import GuessKind

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def fresh_counts():
    cache.clear()
    frames._kept.clear()


@pytest.fixture
def path(game):
    return f"/api/v1/games/{game.code}/"


@pytest.fixture
def ask_fast_path(path):
    """Return a function that asks the fast path for several at once, each with its headers."""

    def ask(*headers, path=path):
        requests = [("GET", path, b"", {"Accept": "*/*"} | each) for each in headers]
        return ask_together(frames.show_frame, frames._readers, requests)

    return ask


@pytest.fixture
def both(ask_fast_path, path, hands):
    """Return a function that sends a request both ways, and returns the answer if they agree."""

    def ask(headers=(), path=path):
        viewed = Client().get(path, headers=dict(headers))
        cache.clear()
        [answer] = ask_fast_path(dict(headers), path=path)
        expected = Answer(viewed.status_code, viewed.items(), viewed.content)
        if expected.status == 304:
            # Django names the type of an empty body.
            expected.headers["content-type"] = answer.headers["content-type"]
        assert answer.all == expected.all
        return answer

    return ask


@pytest.mark.slow
def test_a_game_is_told_as_by_the_view_at_each_moment(
    both, game, players, open_round, close_round, announce_top, hands
):
    phases = []
    for step in (
        lambda: None,
        lambda: open_round("TRAINER"),
        lambda: hands.move(5),
        close_round,
        lambda: announce_top(1),
    ):
        step()
        answer = both()
        assert answer.took_fast_path
        phases.append((answer.json()["round"] or {}).get("phase"))
    assert phases == [None, "running", "running", "closed", "announced"]


def test_the_end_of_the_time_shows_without_a_new_version(both, game, open_round, hands):
    open_round("TRAINER")
    game.refresh_from_db()
    assert both().json()["round"]["phase"] == "running"
    hands.now = game.rounds.get().closes_at
    answer = both()
    assert (answer.json()["round"]["phase"], answer.json()["version"]) == ("time", game.version)


def test_a_version_that_is_known_is_not_sent_again(both, ask_fast_path, game):
    game.refresh_from_db()
    for tag in (f'"{game.version}"', f'W/"{game.version}"'):
        assert both({"If-None-Match": tag}).status == 304
    assert both({"If-None-Match": '"0"'}).status == 200
    Game.objects.filter(pk=game.pk).update(version=game.version + 1)
    assert both({"If-None-Match": f'"{game.version}"'}).json()["version"] == game.version + 1


def test_it_is_compressed_for_browsers(ask_fast_path, game):
    plain, packed = ask_fast_path({}, {"Accept-Encoding": "gzip, br"})
    assert gzip.decompress(packed.body) == plain.body


def test_many_cost_as_much_as_one(ask_fast_path, game, players):
    ask_fast_path({})
    asked = []
    for count in (1, 30):
        with CaptureQueriesContext(connection) as queries:
            assert frames._frames([game.code] * count) == [frames._kept[game.code]] * count
        asked.append(len(queries))
    assert asked[0] == asked[1] == 3, "overdue rounds, those left in judging, and the game with its version"


@pytest.mark.parametrize("headers", [{"Accept": "text/html"}, {"Origin": "https://other.example"}], ids=repr)
def test_other_requests_are_answered_by_the_view(both, game, headers):
    assert not both(headers).took_fast_path


def test_a_game_that_is_gone_is_not_found(both, ask_fast_path, game, path):
    assert both().status == 200
    Game.objects.filter(pk=game.pk).update(code="OTHER")
    assert both().status == 404


def test_guesses_count_and_stop_as_in_the_view(ask_fast_path, game, monkeypatch):
    monkeypatch.setattr(GuessKind.CODE, "_value_", 3)
    for number in range(3):
        [answer] = ask_fast_path({}, path=f"/api/v1/games/NONE{number}/")
        assert answer.status in {404, 429}
    [answer] = ask_fast_path({})
    assert (answer.status, answer.took_fast_path) == (429, False)


def test_an_address_that_knew_the_code_goes_on(ask_fast_path, game, monkeypatch):
    monkeypatch.setattr(GuessKind.CODE, "_value_", 3)
    ask_fast_path({})
    for number in range(3):
        ask_fast_path({}, path=f"/api/v1/games/NONE{number}/")
    assert ask_fast_path({})[0].status == 200


def test_the_view_answers_while_the_database_fails(ask_fast_path, game, monkeypatch, caplog):
    def gone(_game):
        raise DatabaseError("away")

    with monkeypatch.context() as broken:
        broken.setattr(frames, "make_frame", gone)
        [answer] = ask_fast_path({})
    assert not answer.took_fast_path
    assert "could not be done" in caplog.text
    assert ask_fast_path({})[0].took_fast_path
