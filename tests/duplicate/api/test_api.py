"""The phones' API over HTTP: what it answers, to whom, and what it refuses."""

import json
import uuid
from itertools import product
from types import SimpleNamespace

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.urls import reverse

from duplicate.games import services as game_services
from duplicate.games.players import phone_links
from duplicate.games.players import services as player_services
from duplicate.models import Slip
from duplicate.rounds import closing
from engine.rules import (
    RuleSet,
)
from tournaments.api.authentication import PerEntryThrottle
from tournaments.models import Entry

pytestmark = [pytest.mark.django_db, pytest.mark.one_game("game")]


@pytest.fixture(autouse=True)
def no_throttle_memory():
    cache.clear()


@pytest.fixture
def phone(client, game, players):
    """Return a function that posts a slip with the first player's token."""

    def post(token=players[0][1], body=None, code=game.code, **fields):
        slip = {"id": str(uuid.uuid4()), "round": 1, "word": "TRAIN", "ref": "H4", "score": 12} | fields
        return client.post(
            reverse("api-slips", args=[code]),
            body if body is not None else json.dumps(slip),
            content_type="application/json",
            headers={"Authorization": f"Bearer {token}"} if token else {},
        )

    return post


def test_joining_gives_a_token_once(client, game):
    answer = client.post(reverse("api-entries", args=[game.code.lower()]), {"name": "  Pia   Poe "})
    assert answer.status_code == 415
    answer = client.post(
        reverse("api-entries", args=[game.code.lower()]),
        {"name": "  Pia   Poe "},
        content_type="application/json",
    )
    assert answer.status_code == 201
    assert (answer.json()["name"], answer.json()["table"]) == ("Pia Poe", 1)
    assert answer.json()["token"] not in Entry.objects.get().token_hash


@pytest.mark.parametrize("name", ["", "   ", "x" * 81, "mona"])
def test_a_name_that_cannot_be_taken(client, game, players, name):
    answer = client.post(
        reverse("api-entries", args=[game.code]), {"name": name}, content_type="application/json"
    )
    assert answer.status_code == 400
    [wrong] = answer.json()["errors"]
    assert wrong["field"] == "name"
    assert wrong["detail"] == answer.json()["detail"]
    assert Entry.objects.count() == 3


def test_what_is_no_json_string_is_no_name(client, game):
    wrong = []
    for name in ("1e999", "-1e999", "12", "1.5", "NaN", "Infinity", "true", "null", "[]", "{}"):
        said = client.post(
            reverse("api-entries", args=[game.code]), f'{{"name": {name}}}', content_type="application/json"
        )
        if said.status_code != 400:
            wrong.append(f"{name}: {said.status_code}")
    assert not wrong, "\n".join(wrong)
    assert not Entry.objects.exists()


def test_what_is_no_number_is_in_no_slip(phone, open_round):
    open_round("TRAINER")
    wrong = []
    for field, number in product(["word", "ref", "score", "round", "round_id", "id"], ["1e999", "NaN"]):
        slip = {"id": str(uuid.uuid4()), "round": 1, "word": "TRAIN", "ref": "H4", "score": 12, field: "#"}
        answer = phone(body=json.dumps(slip).replace('"#"', number))
        if answer.status_code != 400:
            wrong.append(f"{field} {number}: {answer.status_code}")
    assert not wrong, "\n".join(wrong)
    assert not Slip.objects.exists()


def test_joining_a_game_that_is_over(client, game, arbitrator):
    game_services.end_game(game=game, by=arbitrator)
    answer = client.post(
        reverse("api-entries", args=[game.code]), {"name": "Pia"}, content_type="application/json"
    )
    assert (answer.status_code, answer.json()["code"]) == (409, "game_finished")


def test_a_receipt(phone, open_round, hands):
    round_ = open_round("TRAINER")
    slip_id = str(uuid.uuid4())
    first = phone(id=slip_id)
    assert first.status_code == 201
    assert first.json() == {
        "id": slip_id,
        "round": 1,
        "round_id": round_.pk,
        "word": "TRAIN",
        "ref": "H4",
        "score": 12,
        "received_at": int(hands.now.timestamp() * 1000),
        "late": False,
    }
    again = phone(id=slip_id)
    assert (again.status_code, again.json()) == (200, first.json())


UNREADABLE = (
    ("id", "no uuid"),
    ("round", 0),
    ("round", "x"),
    ("word", ""),
    ("word", "TR@IN"),
    ("word", "X" * 41),
    ("ref", "H"),
    ("ref", "Z99"),
    ("score", -1),
    ("score", "many"),
    ("word", None),
    ("word", ["A"]),
    ("word", "TRAIN\x00"),
)


def test_what_cannot_be_read_is_said_by_field(phone, open_round):
    open_round("TRAINER")
    wrong = []
    for field, value in UNREADABLE:
        answer = phone(**{field: value})
        if answer.status_code != 400 or [each["field"] for each in answer.json()["errors"]] != [field]:
            wrong.append(f"{field} {value!r}: {answer.status_code} {answer.content}")
    assert not wrong, "\n".join(wrong)
    assert not Slip.objects.exists()


def test_malformed_bodies(phone, open_round):
    open_round("TRAINER")
    wrong = []
    for body in ("{", "[" * 30_000, "[]", "null", '"slip"', "\x00", "{}"):
        answer = phone(body=body)
        if answer.status_code != 400:
            wrong.append(f"{body[:9]!r}: {answer.status_code}")
    assert not wrong, "\n".join(wrong)
    assert not Slip.objects.exists()


def test_a_huge_body(phone, open_round):
    open_round("TRAINER")
    answer = phone(word="A" * 100_000)
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


def test_a_slip_that_makes_no_sense_on_the_board_is_taken_and_worth_nothing(
    phone, client, game, players, open_round, close_round, announce_top
):
    open_round("TRAINER")
    assert phone(word="ZZZZ", ref="A1").status_code == 201
    close_round()
    announce_top(1)
    me = client.get(
        reverse("api-me", args=[game.code]), headers={"Authorization": f"Bearer {players[0][1]}"}
    ).json()
    assert (me["total"], me["rounds"][0]["code"]) == (0, "not_on_centre")
    assert me["rounds"][0]["verdict"]


def test_a_round_that_is_not_open_yet(phone):
    answer = phone()
    assert (answer.status_code, answer.json()["code"]) == (409, "round_not_open")
    assert answer.json()["detail"] == "Round 1 is not open."


def test_late_is_said_in_the_receipt(phone, hands, open_round):
    open_round("TRAINER")
    hands.move(200)
    answer = phone()
    assert (answer.status_code, answer.json()["late"]) == (201, True)


@pytest.mark.parametrize("token", ["", "nonsense", "é", "a" * 5000])
def test_a_strangers_token(phone, client, game, open_round, token):
    open_round("TRAINER")
    assert phone(token=token).status_code == 401
    answer = client.get(reverse("api-me", args=[game.code]), headers={"Authorization": f"Bearer {token}"})
    assert answer.status_code == 401
    assert not Slip.objects.exists()


def test_a_token_of_another_game(phone, arbitrator, players, open_round):
    open_round("TRAINER")
    other = game_services.create_game(
        name="Other", by=arbitrator, lexicon="english", notation="duplicate", rules=RuleSet()
    )
    token = player_services.join_game(game=other, name="Pia").token
    assert phone(token=token).status_code == 403
    assert phone(code="NOONE").status_code == 404


def test_a_new_link_makes_the_old_token_worthless(phone, game, players, arbitrator, open_round):
    open_round("TRAINER")
    token = phone_links.give_phone(game=game, entry=players[0][0], by=arbitrator)
    assert phone().status_code == 401
    assert phone(token=token).status_code == 201


def test_my_sheet_has_my_slip_and_nothing_of_the_top(client, game, players, phone, open_round, close_round):
    from duplicate.rounds import top_search

    round_ = open_round("TRAINER")
    phone()
    top_search.find_top(round_.pk)
    close_round()
    closing.judge_round(round_.pk)
    me = client.get(
        reverse("api-me", args=[game.code]), headers={"Authorization": f"Bearer {players[0][1]}"}
    ).json()
    assert me["slip"]["word"] == "TRAIN"
    assert (me["rounds"], me["total"], me["rank"]) == ([], 0, None)


def test_my_sheet_after_the_announcement(client, game, players, phone, open_round, close_round, announce_top):
    open_round("TRAINER")
    phone(score=99)
    close_round()
    placed = announce_top(1)
    me = client.get(
        reverse("api-me", args=[game.code]),
        headers={"Authorization": f"Bearer {players[0][1]}", "Accept-Language": "en"},
    ).json()
    line = me["rounds"][0]
    assert (line["score"], line["stated"], line["code"]) == (12, 99, "score_corrected")
    assert line["top"] == {"word": placed.word, "ref": placed.reference, "score": placed.score}
    assert me["negative"] == 12 - placed.score
    assert (me["rank"], me["slip"]) == (1, None)


def test_the_frame_is_not_sent_twice(client, game):
    first = client.get(reverse("api-game", args=[game.code]))
    assert int(first["Server-Time"]) > 0
    again = client.get(reverse("api-game", args=[game.code]), headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert client.get(reverse("api-game", args=["NOONE"])).status_code == 404


def test_a_phone_gone_wild_is_slowed_down(phone, players, open_round):
    open_round("TRAINER")
    sender = SimpleNamespace(auth=players[0][0])
    assert all(PerEntryThrottle().allow_request(sender, None) for _ in range(59))
    answers = [phone(), phone()]
    assert [answer.status_code for answer in answers] == [201, 429]
    assert int(answers[1]["Retry-After"]) > 0


def test_a_number_too_long_for_one_is_no_version(client, game):
    answer = client.get(reverse("api-game", args=[game.code]), headers={"If-None-Match": f'"{"9" * 5000}"'})
    assert answer.status_code == 200


@pytest.mark.parametrize("code", ["A%00B", "TOOLONGACODE", "A-B"])
def test_what_is_no_code_is_no_game(client, code):
    assert client.get(f"/api/v1/games/{code}/").status_code == 404


def test_the_schema_is_valid_and_knows_the_token(capsys):
    call_command("spectacular", "--validate", "--fail-on-warn", "--api-version", "1")
    assert "playerToken" in capsys.readouterr().out


def test_the_schema_is_whole(client):
    answer = client.get(reverse("schema"), headers={"Accept": "application/json"})
    paths = answer.json()["paths"]
    assert set(paths) == {
        "/api/v1/annotated-games/{game_code}.gcg",
        "/api/v1/annotated-games/{game_code}/",
        "/api/v1/boards/{record_code}/",
        "/api/v1/boards/{record_code}/best/",
        "/api/v1/clocks/{clock_id}/",
        "/api/v1/clocks/{clock_id}/acts/",
        "/api/v1/divisions/{division_id}/",
        "/api/v1/divisions/{division_id}/ratings.csv",
        "/api/v1/divisions/{division_id}/ratings/",
        "/api/v1/divisions/{division_id}/rounds/{number}/",
        "/api/v1/divisions/{division_id}/standings.csv",
        "/api/v1/divisions/{division_id}/standings/",
        "/api/v1/events/",
        "/api/v1/events/{event_id}/",
        "/api/v1/events/{event_id}/clocks/",
        "/api/v1/events/{event_id}/standings.csv",
        "/api/v1/events/{event_id}/standings/",
        "/api/v1/games/{code}/",
        "/api/v1/games/{code}/entries/",
        "/api/v1/games/{code}/me/",
        "/api/v1/games/{code}/me/device/",
        "/api/v1/games/{code}/questions/",
        "/api/v1/games/{code}/questions/{question_id}/",
        "/api/v1/games/{code}/slips/",
        "/api/v1/match-records/{record_code}.gcg",
        "/api/v1/match-records/{record_code}/",
        "/api/v1/matches/{event_id}/entries/",
        "/api/v1/matches/{event_id}/me/",
        "/api/v1/matches/{event_id}/reports/",
        "/api/v1/players/{player_id}/",
        "/api/v1/records/{record_code}/",
        "/api/v1/records/{record_code}/take-back/",
        "/api/v1/records/{record_code}/turns/",
        "/api/v1/seasons/",
        "/api/v1/seasons/{season_id}/index.csv",
        "/api/v1/seasons/{season_id}/index/",
        "/api/v1/simultaneous/{digest}/results/",
        "/api/v1/tables/{table_code}/",
        "/api/v1/tables/{table_code}/acts/",
        "/api/v1/tables/{table_code}/again/",
        "/api/v1/tables/{table_code}/begin/",
        "/api/v1/tables/{table_code}/best/",
        "/api/v1/tables/{table_code}/leave/",
        "/api/v1/tables/{table_code}/mine/",
        "/api/v1/tables/{table_code}/seats/",
        "/api/v1/tables/{table_code}/undo/",
        "/api/v1/tables/{table_code}/undo/answer/",
        "/api/v1/tables/{table_code}/words/",
    }
