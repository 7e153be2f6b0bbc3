"""The API of a club table: what players are told, and what it refuses."""

import json
import uuid

import pytest
from django.urls import reverse

from tests.tournaments.club_tables.play import begin_with, state_of
from tournaments.accounts import rate_limit
from tournaments.accounts.rate_limit import GuessKind
from tournaments.club_tables import tables
from tournaments.club_tables.games import state
from tournaments.club_tables.models import ClubTable, TableAct

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clear_guesses")]


def test_a_table_over_http(ask_api, table):
    tokens = []
    for name in ("Ann", "Bob"):
        answer = ask_api("table-seats", body={"name": name})
        assert answer.status_code == 201
        tokens.append(answer.json()["token"])
    assert ask_api("begin-table", tokens[0]).status_code == 200
    own = [ask_api("own-table", token, method="get").json() for token in tokens]
    assert [each["seat"] for each in own] == [0, 1]
    racks = [[tile["tile"] for tile in each["game"]["rack"]] for each in own]
    assert [len(rack) for rack in racks] == [7, 7]
    mover = own[0]["game"]["to_move"]
    said = {"id": str(uuid.uuid4()), "act": {"act": "exchange", "tiles": "".join(racks[mover][:2])}}
    answer = ask_api("table-acts", tokens[mover], said)
    assert answer.status_code == 201
    assert answer.json()["game"]["to_move"] == 1 - mover
    refused = ask_api("table-acts", tokens[mover], {"id": str(uuid.uuid4()), "act": {"act": "pass"}})
    assert (refused.status_code, refused.json()["code"], refused.json()["rule"]) == (
        409,
        "not_your_turn",
        "C2",
    )


def test_nobody_is_told_the_rack_of_another(ask_api, table):
    tokens = [ask_api("table-seats", body={"name": name}).json()["token"] for name in ("Ann", "Bob")]
    ask_api("begin-table", tokens[0])
    public = ask_api("table", method="get").json()
    assert public["game"]["rack"] is None
    for looking in ("", "0", "1", "7", "x"):
        own = ask_api("own-table", tokens[1], {"looking": looking}, method="get").json()
        known = state_of(table).state.seats[1].known
        assert [tile["tile"] for tile in own["game"]["rack"]] == [
            state_of(table).setup.tiles.decode_rack([tile]) for tile in known
        ]
    # Nor by the seeds, from which racks could be worked out.
    for text in (json.dumps(public), json.dumps(own)):
        assert table.seed not in text
        assert "seed" not in text


@pytest.mark.parametrize(
    "route", ["own-table", "begin-table", "table-acts", "table-undo", "undo-answer", "leave-table"]
)
@pytest.mark.parametrize(("token", "status"), [("", 401), ("x" * 32, 401), ("other", 403)])
def test_who_does_not_sit_there_does_nothing(ask_api, table, open_table, route, token, status):
    if token == "other":
        token = tables.sit_down(table=open_table().table, name="Zoe", phone=True).token
    answer = ask_api(route, token, method="get" if route == "own-table" else "post")
    assert answer.status_code == status


def test_at_a_tablet_only_the_keeper_writes_names(ask_api, open_table):
    opened = open_table(way="tablet")
    code = opened.table.code
    assert ask_api("table-seats", body={"name": "Ann"}, code=code).status_code == 403
    answer = ask_api("table-seats", opened.token, {"name": "Ann"}, code=code)
    assert (answer.status_code, answer.json()["token"]) == (201, "")


def test_the_tablet_shows_the_rack_of_whom_it_was_handed_to(ask_api, open_table):
    opened = open_table(way="tablet")
    code = opened.table.code
    for name in ("Ann", "Bob"):
        ask_api("table-seats", opened.token, {"name": name}, code=code)
    ask_api("begin-table", opened.token, code=code)
    assert ask_api("own-table", opened.token, method="get", code=code).json()["game"]["rack"] is None
    assert (
        len(
            ask_api("own-table", opened.token, {"looking": 1}, method="get", code=code).json()["game"]["rack"]
        )
        == 7
    )


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"id": "x", "act": {}},
        {"id": str(uuid.uuid4()), "act": "pass"},
        {"id": str(uuid.uuid4()), "act": {"act": "pass", "note": "x" * 5000}},
    ],
)
def test_what_cannot_be_read_is_named(ask_api, table, body):
    tokens = [ask_api("table-seats", body={"name": name}).json()["token"] for name in ("Ann", "Bob")]
    ask_api("begin-table", tokens[0])
    answer = ask_api("table-acts", tokens[0], body)
    assert answer.status_code == 400
    assert answer.json()


@pytest.mark.parametrize(
    "act", [{}, {"act": 7}, {"act": "fly"}, {"act": "place"}, {"act": "place", "ref": 1, "word": []}]
)
def test_an_act_that_is_none_is_refused(ask_api, table, act):
    tokens = [ask_api("table-seats", body={"name": name}).json()["token"] for name in ("Ann", "Bob")]
    ask_api("begin-table", tokens[0])
    mover = state_of(table).state.to_move
    answer = ask_api("table-acts", tokens[mover], {"id": str(uuid.uuid4()), "act": act})
    assert answer.status_code == 409
    assert not TableAct.objects.exists()


def test_words_are_looked_up_only_where_that_was_agreed(ask_api, table):
    tokens = [ask_api("table-seats", body={"name": name}).json()["token"] for name in ("Ann", "Bob")]
    ask_api("begin-table", tokens[0])
    answer = ask_api("table-words", tokens[0], {"word": "TRAIN"}, method="get")
    assert (answer.status_code, answer.json()["code"]) == (409, "no_look_up")


@pytest.mark.parametrize(
    "odd", [r'"\u0000"', r'["x\u0000"]', r'{"\u0000": 1}', r'"\ud800"', r'["\udfff x"]', "1e400", "-1e999"]
)
def test_an_act_that_no_database_keeps_is_refused(client, table, odd):
    """PostgreSQL has no such characters and numbers, wherever in the act they are."""
    token = begin_with(table, "Ann", "Bob")[1][state_of(table).state.to_move].token
    answer = client.post(
        reverse("api-table-acts", args=[table.code]),
        f'{{"id": "{uuid.uuid4()}", "act": {{"act": "pass", "note": {odd}}}}}',
        content_type="application/json",
        headers={"Authorization": f"Bearer {token}"},
    )
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (400, "act")
    assert not TableAct.objects.exists()


@pytest.mark.parametrize("looking", ["2", "99", "-1", "9" * 5000])
def test_the_tablet_is_handed_to_somebody_who_sits_there(ask_api, open_table, looking):
    opened = open_table(way="tablet")
    code = opened.table.code
    for name in ("Ann", "Bob"):
        ask_api("table-seats", opened.token, {"name": name}, code=code)
    ask_api("begin-table", opened.token, code=code)
    answer = ask_api("own-table", opened.token, {"looking": looking}, method="get", code=code)
    assert (answer.status_code, answer.json()["game"]["rack"]) == (200, None)
    player = state_of(opened.table).state.to_move
    body = {"id": str(uuid.uuid4()), "act": {"act": "pass", "player": player}, "looking": int(looking[:20])}
    answer = ask_api("table-acts", opened.token, body, code=code)
    assert (answer.status_code, answer.json()["game"]["rack"]) == (201, None)


def test_a_table_whose_lexicon_is_gone_says_so(ask_api, client, table):
    token = begin_with(table, "Ann", "Bob")[1][0].token
    state._known.clear()
    ClubTable.objects.filter(pk=table.pk).update(lexicon="gone")
    asking = [
        ask_api("table", method="get"),
        ask_api("own-table", token, method="get"),
        ask_api("table-acts", token, {"id": str(uuid.uuid4()), "act": {"act": "pass"}}),
    ]
    assert [(answer.status_code, answer.json()["code"]) for answer in asking] == [
        (409, "lexicon_unknown")
    ] * 3
    assert client.get(reverse("club-table", args=[table.code])).status_code == 200
    assert client.get(reverse("table-record", args=[table.code, "gcg"])).status_code == 404


def test_a_table_whose_lexicon_has_other_words_now_says_so(ask_api, table):
    """Other words would make another game of its acts: the page says so, and computes nothing."""
    begin_with(table, "Ann", "Bob")
    state._known.clear()
    assert ask_api("table", method="get").status_code == 200
    state._known.clear()
    ClubTable.objects.filter(pk=table.pk).update(lexicon_source="older-1")
    answer = ask_api("table", method="get")
    assert (answer.status_code, answer.json()["code"]) == (409, "lexicon_changed")


def test_who_tries_codes_out_sits_down_nowhere(ask_api, table):
    for number in range(GuessKind.CODE.value):
        rate_limit.note(GuessKind.CODE, "127.0.0.1", f"{number:04}", right=False)
    assert ask_api("table", method="get").status_code == 429
    assert ask_api("table-seats", body={"name": "Ann"}).status_code == 429
    assert not table.seats.exists()


def test_a_wrong_code_counts_where_people_sit_down(ask_api, table):
    for number in range(GuessKind.CODE.value - 1):
        rate_limit.note(GuessKind.CODE, "127.0.0.1", f"{number:04}", right=False)
    assert ask_api("table-seats", body={"name": "Ann"}, code="ZZZZ").status_code == 429
    assert ask_api("table-seats", body={"name": "Ann"}).status_code == 429


def test_best_results_are_no_door_for_codes_that_are_tried_out(ask_api, open_table):
    for number in range(GuessKind.CODE.value):
        rate_limit.note(GuessKind.CODE, "127.0.0.1", f"{number:04}", right=False)
    assert ask_api("best-known", method="get", code=open_table("solitaire").table.code).status_code == 429
