"""The API of matches kept move by move: who may enter, and who is told what."""

import json
import uuid

import pytest
from django.urls import reverse

from tests.tournaments.test_match_records import chief, match, record
from tournaments import board_frames, match_records
from tournaments.models import Entry, MatchRecord
from tournaments.registration import issue_token, register_player

__all__ = ["chief", "match", "record"]
pytestmark = pytest.mark.django_db


@pytest.fixture
def annotator(record, chief):
    return match_records.link_annotator(record=record, by=chief)


def shown(token):
    return {"Authorization": f"Bearer {token}"} if token else {}


@pytest.fixture
def post(client, record):
    """A function that enters a turn, or with no line takes the latest back."""

    def posted(token, line=None, rack="", **more):
        name = "api-take-back" if line is None else "api-record-turns"
        body = {"id": str(uuid.uuid4())} | ({} if line is None else {"line": line, "rack": rack}) | more
        return client.post(
            reverse(name, args=[record.pk]), body, content_type="application/json", headers=shown(token)
        )

    return posted


def board(client, record, **headers):
    return client.get(reverse("api-board", args=[record.pk]), headers=headers)


def best(client, record, token=None):
    return client.get(reverse("api-best-plays", args=[record.pk]), headers=shown(token)).json()


def test_the_annotator_enters_and_everybody_sees(client, record, annotator, post):
    answer = post(annotator, "8D TRAINER", "AEINRRT")
    assert answer.status_code == 201
    seen = board(client, record).json()
    assert seen == answer.json() | {"version": seen["version"]}
    assert (seen["scores"], seen["bag"], seen["to_move"]) == ([66, 0], 79, 1)
    assert seen["turns"][0] | {"totals": None} == {
        "kind": "place",
        "player": 0,
        "totals": None,
        "points": 66,
        "ref": "8D",
        "word": "TRAINER",
        "count": 0,
        "withdrawn": False,
    }
    version = board(client, record).headers["ETag"]
    assert board(client, record, **{"If-None-Match": version}).status_code == 304
    assert post(annotator).status_code == 200
    assert board(client, record, **{"If-None-Match": version}).json()["turns"] == []


def test_what_the_rules_forbid_is_refused_with_the_reason(client, record, annotator, post):
    post(annotator, "8D TRAINER")
    before = board(client, record).content
    refused = post(annotator, "A1 TRAINER")
    assert (refused.status_code, refused.json()["code"]) == (409, "not_connected")
    assert post(annotator, "nonsense").status_code == 409
    assert set(post(annotator, "-", id="no uuid").json()) == {"id"}
    assert board(client, record).content == before


def test_nobody_without_the_right_token_enters_anything(client, record, annotator, match, chief, post):
    other = match_records.link_annotator(
        record=MatchRecord.objects.create(
            match=other_match(match), settings=record.settings, lexicon="english", tile_set="english"
        ),
        by=chief,
    )
    stranger = register_player(event=match.round.division.event, name="Eve", phone=True).token
    player = issue_token(match.first.entry)
    statuses = [post(token, "8D TRAINER").status_code for token in (None, "worthless", other, stranger)]
    assert statuses == [401, 401, 403, 403]
    assert post(player, "8D TRAINER").status_code == 409  # the annotator keeps it
    assert not record.entries.exists()


def other_match(match):
    """The same two in a further round."""
    round_ = match.round
    round_.pk, round_.number = None, 2
    round_.save()
    match.pk, match.round = None, round_
    match.save()
    return match


def test_each_player_keeps_their_own_turn(record, match, chief, post):
    match_records.open_record(match=match, keeper=MatchRecord.Keeper.PLAYERS, by=chief)
    ann, bob = (issue_token(one.entry) for one in (match.first, match.second))
    refused = post(bob, "8D TRAINER")
    assert (refused.status_code, refused.json()["code"]) == (409, "not_your_turn")
    assert post(ann, "8D TRAINER").status_code == 201
    assert post(bob, "-").status_code == 201


def test_the_engines_plays_come_after_the_move_and_not_to_who_plays(client, record, annotator, match, post):
    """Neither the frame nor anything else tells tiles on a rack before the turn is over."""
    player = issue_token(match.second.entry)
    post(annotator, "=AEINRST")
    assert best(client, record) == {"best": []}
    assert "RST" not in board(client, record).content.decode()
    assert post(annotator, "8E RAIN").status_code == 201
    told = best(client, record)["best"]
    assert "RAIN" not in {play["word"] for play in told[0]}
    assert told[0][0]["points"] == 66
    assert best(client, record, player) == {"best": []}
    frame = board_frames.board_frame(record.pk).body.decode()
    assert not any(play["word"] in frame for play in told[0])

    # When the match is over they may know what they missed.
    for line in ("-", "-", "-", "-", "=AAAEEEE", "==ESTIIII", "."):
        assert post(annotator, line).status_code == 201
    assert best(client, record, player)["best"][0] == told[0]


def test_without_advice_nobody_is_told_and_what_is_not_live_is_not_there(client, record, match, chief):
    keeper = MatchRecord.Keeper.ANNOTATOR
    match_records.open_record(match=match, keeper=keeper, by=chief, advice=False)
    assert best(client, record) == {"best": []}
    match_records.open_record(match=match, keeper=keeper, by=chief, live=False)
    for name in ("api-board", "api-best-plays"):
        assert client.get(reverse(name, args=[record.pk])).status_code == 404


def test_a_challenged_play_is_shown_as_withdrawn(client, record, annotator, post):
    post(annotator, "8D TRAINZX")
    post(annotator, "?")
    placed, upheld = json.loads(board(client, record).content)["turns"]
    assert (placed["withdrawn"], placed["totals"], upheld["kind"]) == (True, [0, 0], "upheld")


def test_the_board_asks_the_database_as_often_however_long_the_match(
    client, record, annotator, post, django_assert_num_queries
):
    for lines in (["8D TRAINER"], ["-"] * 3):
        for line in lines:
            post(annotator, line)
        with django_assert_num_queries(2):
            board(client, record)
    assert Entry.objects.count() == 2


def test_the_public_page_leads_to_the_live_boards(client, record, match, chief):
    event, round_ = match.round.division.event, match.round
    event.public, round_.begun_at = True, round_.paired_at
    event.save()
    round_.save()
    page = reverse("public-division", args=[match.round.division_id])
    board = reverse("live-board", args=[record.pk])
    assert board in client.get(page).content.decode()
    match_records.open_record(match=match, keeper=record.keeper, by=chief, live=False)
    assert board not in client.get(page).content.decode()
    assert client.get(board).status_code == 404
