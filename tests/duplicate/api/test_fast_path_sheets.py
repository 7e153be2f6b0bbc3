"""The fast path to the own sheet answers as the view does, to the byte, and reads many together."""

import pytest
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from duplicate.api.fast_path import sheets as fast_path_sheets
from duplicate.arbitration import questions
from duplicate.arbitration import services as arbitration_services
from duplicate.games import services as game_services
from duplicate.games.players import services as player_services
from duplicate.live.player_sheet import Sheets
from engine.rules import (
    RuleSet,
)
from tests.factories.asgi import Answer, ask_together
from tests.factories.games import (
    announce_preferred,
    begin_evening,
    let_time_pass,
    own_clock,
    start_round,
    with_own_seed,
)
from tests.worlds.images import enter, image_of
from tournaments.events import tokens

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def fresh_counts():
    cache.clear()


@pytest.fixture
def path(game):
    return f"/api/v1/games/{game.code}/me/"


def headers_for(token, **more):
    return {"Authorization": f"Bearer {token}", "Accept": "*/*"} | {
        name.replace("_", "-"): text for name, text in more.items()
    }


@pytest.fixture
def ask_fast_path(path):
    """Return a function that asks the fast path for several at once, each with its headers."""

    def ask(*headers, path=path):
        requests = [("GET", path, b"", each) for each in headers]
        return ask_together(fast_path_sheets.show_own_sheet, fast_path_sheets._readers, requests)

    return ask


@pytest.fixture
def both(ask_fast_path, path):
    """Return a function that sends a request both ways, and returns the answer if they agree."""

    def ask(headers, path=path):
        viewed = Client().get(path, headers=headers)
        cache.clear()
        [answer] = ask_fast_path(headers, path=path)
        assert answer.all == Answer(viewed.status_code, viewed.items(), viewed.content).all
        return answer

    return ask


def play_two_rounds():
    """Play two rounds: one player has the tops, the others nothing; a third round is open."""
    rows = begin_evening("players")
    game, by, top = rows.game, rows.arbitrator, rows.players[0][0]
    with own_clock() as hands:
        for number, rack in enumerate(("TRAINER", "SATIRES"), start=1):
            start_round(game, by, rack)
            arbitration_services.give_top(game=game, entry=top, by=by)
            let_time_pass(hands)
            announce_preferred(game, by, number)
        start_round(game, by, "OUTLINE")
        rows.now = hands.now
    return rows


@pytest.fixture(autouse=True)
def own_rows(request, transactional_db, english):
    played = "played" in request.fixturenames
    return with_own_seed(enter(image_of(play_two_rounds) if played else image_of(begin_evening, "players")))


@pytest.fixture
def played(game, hands):
    return game


@pytest.mark.repeats
@pytest.mark.parametrize("language", ["en", "fr-CA,en;q=0.5", "de"])
def test_a_sheet_is_the_views_sheet_in_the_language_of_the_phone(both, played, players, hands, language):
    for _entry, token in players:
        answer = both(headers_for(token, Accept_Language=language))
        assert (answer.took_fast_path, answer.status) == (True, 200)
    assert answer.json()["name"] == players[-1][0].name
    assert len(answer.json()["rounds"]) == 2


def test_a_question_and_its_answer_are_on_it(both, played, players, hands):
    entry, token = players[1]
    asked_at = hands.now
    questions.ask_question(
        game=played,
        entry=entry,
        client_id="c0ffee00-0000-4000-8000-000000000001",
        number=2,
        text="Why?",
        asked_at=asked_at,
    )
    sheet = both(headers_for(token)).json()
    assert [question["text"] for question in sheet["rounds"][0]["questions"]] == ["Why?"]
    assert [line["may_question"] for line in sheet["rounds"]] == [False, False]


def test_each_gets_its_own_and_all_cost_as_much_as_one(ask_fast_path, played, players):
    answers = ask_fast_path(*(headers_for(token) for _entry, token in players))
    assert [answer.json()["name"] for answer in answers] == [entry.name for entry, _token in players]
    entries, asked = [entry for entry, _token in players], []
    for some in (entries[:1], entries):
        with CaptureQueriesContext(connection) as queries:
            sheets = Sheets(played, some)
            for entry in some:
                sheets.sheet(entry)
        asked.append(len(queries))
    assert asked[0] == asked[1]


@pytest.mark.parametrize(
    "headers",
    [
        {"Authorization": ""},
        {"Authorization": "Basic abc"},
        {"Authorization": "Bearer nobody's"},
        {"Authorization": "Bearer é"},
        {"Accept": "text/html"},
    ],
    ids=repr,
)
def test_who_asks_otherwise_is_answered_by_the_view(both, played, players, hands, headers):
    assert not both(headers_for(players[0][1]) | headers).took_fast_path


def test_a_token_of_another_game_and_one_replaced_are_refused(
    both, ask_fast_path, played, players, arbitrator, hands
):
    other = game_services.create_game(
        name="Other", by=arbitrator, lexicon="english", notation="duplicate", rules=RuleSet()
    )
    joined = player_services.join_game(game=other, name="Pia")
    assert both(headers_for(joined.token)).status == 403
    assert both(headers_for(joined.token), path="/api/v1/games/NOSUCH/me/").status == 404
    entry, token = players[0]
    fresh = tokens.issue_token(entry)
    old, new = ask_fast_path(headers_for(token), headers_for(fresh))
    assert (old.status, new.status) == (401, 200)


def test_a_player_who_asks_too_often_is_told_so(ask_fast_path, played, players, path):
    token = players[0][1]
    answers = ask_fast_path(*[headers_for(token)] * 62, headers_for(players[1][1]))
    assert [answer.status for answer in answers] == [200] * 60 + [429] * 2 + [200]
    assert Client().get(path, headers=headers_for(token)).status_code == 429, "the same count"


def test_when_too_many_wait_they_are_told_to_come_again(ask_fast_path, played, players, monkeypatch):
    with monkeypatch.context() as small:
        small.setattr(fast_path_sheets._readers, "most_waiting", 2)
        answers = ask_fast_path(*(headers_for(token) for _entry, token in players * 3))
    busy = {(answer.status, answer.headers.get("retry-after")) for answer in answers if answer.status != 200}
    assert busy == {(503, "1")}


def test_a_database_that_is_away_is_no_end(ask_fast_path, played, players, monkeypatch, caplog):
    def gone(_tokens):
        raise DatabaseError("away")

    with monkeypatch.context() as broken:
        broken.setattr(fast_path_sheets, "entries_for_tokens", gone)
        [answer] = ask_fast_path(headers_for(players[0][1]))
    assert answer.status == 503
    assert "could not be done" in caplog.text
    assert ask_fast_path(headers_for(players[0][1]))[0].status == 200


def test_made_up_tokens_cost_one_question_to_the_database(played, django_assert_num_queries):
    asked = [fast_path_sheets.SheetRequest(played.code, f"made up {number}", "en") for number in range(3)]
    with django_assert_num_queries(2):  # whose they are, and the game
        assert fast_path_sheets._sheets(asked) == [None] * 3


def test_a_sheet_that_cannot_be_made_is_the_trouble_of_its_player_alone(
    ask_fast_path, played, players, monkeypatch, caplog
):
    sheet = Sheets.sheet

    def broken(self, entry):
        if entry == players[1][0]:
            raise ZeroDivisionError
        return sheet(self, entry)

    monkeypatch.setattr(Sheets, "sheet", broken)
    answers = ask_fast_path(*(headers_for(token) for _entry, token in players))
    assert [answer.status for answer in answers] == [200, 503, 200]
    assert "ZeroDivisionError" in caplog.text
