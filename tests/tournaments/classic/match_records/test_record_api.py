"""The API of matches kept move by move: who may enter, and who is told what."""

import json
import re
import uuid

import pytest
from django.urls import reverse

from duplicate.games import services as game_services
from engine.formats.gcg import GcgGame
from engine.referee import state_of
from engine.referee.gcg.reader import from_gcg
from engine.rules import (
    load_rule_set,
)
from engine.tiles import load_tile_set
from tests.factories.matches import clocks_of
from tournaments.classic.clocks.frames import wall_frame
from tournaments.classic.match_records import frames
from tournaments.classic.match_records import selectors as record_selectors
from tournaments.classic.match_records import services as record_services
from tournaments.classic.models import MatchRecord
from tournaments.events.registration.services import register_player
from tournaments.events.tokens import issue_token
from tournaments.models import Entry
from tournaments.names import name_visibility

pytestmark = pytest.mark.django_db


@pytest.fixture
def annotator(record, chief):
    return record_services.link_annotator(record=record, by=chief)


def shown(token):
    return {"Authorization": f"Bearer {token}"} if token else {}


@pytest.fixture
def post(client, record):
    """Return a function that enters a turn, or without a line takes the latest back."""

    def posted(token, line=None, rack="", **more):
        name = "api-take-back" if line is None else "api-record-turns"
        body = {"id": str(uuid.uuid4())} | ({} if line is None else {"line": line, "rack": rack}) | more
        return client.post(
            reverse(name, args=[record.code]), body, content_type="application/json", headers=shown(token)
        )

    return posted


def board(client, record, **headers):
    return client.get(reverse("api-board", args=[record.code]), headers=headers)


def best(client, record, token=None):
    return client.get(reverse("api-best-plays", args=[record.code]), headers=shown(token)).json()


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
    [error] = post(annotator, "-", id="no uuid").json()["errors"]
    assert error["field"] == "id"
    assert board(client, record).content == before


def test_nobody_without_the_right_token_enters_anything(client, record, annotator, match, chief, post):
    other = record_services.link_annotator(
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
    """Pair the same two in a further round."""
    round_ = match.round
    round_.pk, round_.number = None, 2
    round_.save()
    match.pk, match.round = None, round_
    match.save()
    return match


def test_each_player_keeps_their_own_turn(record, match, chief, post):
    record_services.open_record(match=match, keeper=MatchRecord.Keeper.PLAYERS, by=chief)
    ann, bob = (issue_token(one.entry) for one in (match.first, match.second))
    refused = post(bob, "8D TRAINER")
    assert (refused.status_code, refused.json()["code"]) == (409, "not_your_turn")
    assert post(ann, "8D TRAINER").status_code == 201
    assert post(bob, "-").status_code == 201


class TestPlayersWhoCheatInTheirOwnRecord:
    """Both players keep the record, each on a phone, and one of them sends what the page does not offer."""

    @pytest.fixture
    def players(self, record, match, chief):
        record_services.open_record(match=match, keeper=MatchRecord.Keeper.PLAYERS, by=chief)
        return [issue_token(one.entry) for one in (match.first, match.second)]

    def test_no_refusal_tells_tiles_of_the_other_rack(self, record, players, post):
        """Or else: the other one names tiles, and a false rack is refused with those that it left out."""
        ann, bob = players
        for line, rack in (("8D TRAIN", "AINRTQZ"), ("=AINRTQZ", ""), ("==AINRTQZ", ""), ("-Q", "Q")):
            refused = post(ann, line, rack)
            assert (refused.status_code, refused.json()["code"]) == (409, "racks_at_the_end")
        assert post(ann, "8D TRAIN").status_code == 201
        for line in ("==E", "=QZ"):
            refused = post(bob, line)
            assert refused.json()["code"] == "racks_at_the_end"
        assert record.entries.count() == 1

    def test_nobody_says_alone_that_nobody_can_play(self, record, players, post):
        """Or else who is ahead ends the match with an invented rack of the other one."""
        MatchRecord.objects.update(
            settings=record.settings.replace("exchange_minimum = 7", "exchange_minimum = 90")
        )
        ann, _bob = players
        for line, code in (("==QZ", "racks_at_the_end"), (".", "rack_unknown")):
            assert post(ann, line).json()["code"] == code

    def test_racks_are_named_once_no_turn_follows(self, record, players, post):
        ann, bob = players
        for token in (ann, bob, ann, bob):
            assert post(token, "-").status_code == 201
        assert post(ann, "=AAAEEEE").status_code == 201
        assert post(bob, "==ESTIIII").status_code == 201
        assert post(bob, ".").status_code == 201
        assert record_selectors.final_scores(record)

    def test_the_player_of_the_last_word_neither_ends_the_match_nor_challenges_for_the_other(
        self, record, players, post
    ):
        """Or else a last word that is not good stays, or one that is good costs the other a failed challenge."""
        MatchRecord.objects.update(
            settings=record.settings.replace('finish_line = "none"', 'finish_line = "beginner"')
        )
        ann, bob = players
        for token, line in ((ann, "8D TRAINER"), (bob, "-"), (ann, "8D TRAINERS")):
            assert post(token, line).status_code == 201
        for line in (".", "?", "="):
            refused = post(ann, line)
            assert (refused.status_code, refused.json()["code"]) == (409, "not_your_turn")
        assert post(bob, "?").status_code == 201


def test_the_engines_plays_come_after_the_move_and_not_to_who_plays(client, record, annotator, match, post):
    """Neither the frame nor anything else tells tiles on a rack before the turn is over."""
    player = issue_token(match.second.entry)
    post(annotator, "=AEINRST")
    assert best(client, record) == {"best": []}
    assert "RST" not in board(client, record).content.decode()
    assert post(annotator, "8E RAIN").status_code == 201
    assert best(client, record) == {"best": [[]]}, "S, T and E are still on the rack"

    # When the match is over all may know what they missed.
    for line in ("-", "-", "-", "-", "=AAAEEEE", "==ESTIIII", "."):
        for token in (player, annotator):
            assert best(client, record, token) == {"best": []}
        assert post(annotator, line).status_code == 201
    told = best(client, record, player)["best"]
    assert best(client, record)["best"] == best(client, record, annotator)["best"] == told
    assert "RAIN" not in {play["word"] for play in told[0]}
    assert told[0][0]["points"] == 66
    frame = frames.board_frame(record.code).body.decode()
    assert not any(play["word"] in frame for play in told[0])


def test_a_play_of_the_whole_rack_is_told_once_it_stays(client, record, annotator, post):
    post(annotator, "8D TRAINER", "AEINRRT")
    assert best(client, record) == {"best": [[]]}, "it may come off yet"
    post(annotator, "-")
    told, passed = best(client, record)["best"]
    assert told[0]["points"] == 66
    assert passed == []


def test_what_is_told_is_worked_out_once_a_version(
    client, record, annotator, post, django_assert_num_queries
):
    post(annotator, "8D TRAINER", "AEINRRT")
    best(client, record)
    with django_assert_num_queries(1):
        best(client, record)


def test_an_annotators_link_is_worth_nothing_once_the_players_keep_the_match(
    record, annotator, match, chief, post
):
    assert post(annotator, "8D TRAINER").status_code == 201
    record_services.open_record(match=match, keeper=MatchRecord.Keeper.ANNOTATOR, by=chief, advice=False)
    assert post(annotator, "-").status_code == 201, "the same keeper goes on"
    record_services.open_record(match=match, keeper=MatchRecord.Keeper.PLAYERS, by=chief)
    assert post(annotator, "-").status_code == 401


def test_an_id_that_another_record_has_is_refused(client, record, annotator, match, chief, post):
    key = str(uuid.uuid4())
    assert post(annotator, "8D TRAINER", id=key).status_code == 201
    assert post(annotator, "8D TRAINER", id=key).status_code == 201
    assert post(annotator, id=key).json()["code"] == "key_taken", "the id of another act"
    other = record_services.open_record(
        match=other_match(match), keeper=MatchRecord.Keeper.ANNOTATOR, by=chief
    )
    refused = client.post(
        reverse("api-record-turns", args=[other.code]),
        {"id": key, "line": "8D TRAINER"},
        content_type="application/json",
        headers=shown(record_services.link_annotator(record=other, by=chief)),
    )
    assert (refused.status_code, refused.json()["code"]) == (409, "key_taken")


@pytest.mark.repeats
@pytest.mark.parametrize(
    ("line", "rack", "others"),
    [
        (
            " 8d  TRAINER",
            "AEINRRT",
            [("8D TRAINED", "AEINRRT"), ("8D TRAINER", "AEINRR?"), ("-", ""), ("8D", "")],
        ),
        ("-ABC", "", [("-3", ""), ("-ABD", ""), ("-ABC", "ABCDEFG")]),
        ("-", "", [("?", ""), (".", "")]),
    ],
)
def test_another_turn_with_the_same_id_is_refused_with_what_is_on_record(annotator, post, line, rack, others):
    post(annotator, "-5")
    key = str(uuid.uuid4())
    first = post(annotator, line, rack, id=key)
    assert first.status_code == 201
    again = post(annotator, line.strip().upper(), rack, id=key)
    assert (again.status_code, again.json()) == (201, first.json())
    for other in others:
        refused = post(annotator, *other, id=key)
        assert (refused.status_code, refused.json()["code"]) == (409, "key_taken")
        assert refused.json()["on_record"]["acts"][-1]["act"] in {"place", "exchange", "pass"}
    assert post(annotator).status_code == 200
    assert post(annotator, "-").status_code == 201
    assert post(annotator, line, rack, id=key).status_code == 201, "as it was sent, though it was taken back"


class TestPlayersLookNoWordsUp:
    """A challenge asks about words, and so does a play that is only taken if its words are good: players
    cannot take it back.
    """

    def test_a_challenge_is_taken_back_by_the_desk_alone(self, client, record, match, chief, post):
        record_services.open_record(match=match, keeper=MatchRecord.Keeper.PLAYERS, by=chief)
        ann, bob = (issue_token(one.entry) for one in (match.first, match.second))
        post(ann, "8D TRAINER")
        post(bob, "?")
        assert post(bob).json()["code"] == "words_were_told"
        client.force_login(chief)
        where = [match.round.division.event_id, match.round.division_id, 1, 1]
        page = client.get(reverse("division-match", args=where)).content.decode()
        back = reverse("take-entry-back", args=where)
        assert back in page
        seen = re.search(rf'action="{back}".*?name="seen" value="(\d+)"', page, re.DOTALL)[1]
        stale = client.post(back, {"seen": int(seen) - 1}, follow=True).content.decode()
        assert "The record has changed in the meantime." in stale
        assert "This page is out of date" in client.post(back, follow=True).content.decode()
        client.post(back, {"seen": seen})
        assert [turn["kind"] for turn in board(client, record).json()["turns"]] == ["place"]
        assert post(ann).status_code == 200, "a play that was not judged"

    def test_nor_a_play_where_only_good_words_can_be_played(self, match, chief, record, post):
        record_services.open_record(match=match, keeper=MatchRecord.Keeper.PLAYERS, by=chief)
        MatchRecord.objects.update(settings=record.settings.replace('"double"', '"void"'))
        ann = issue_token(match.first.entry)
        assert post(ann, "8D TRAINER").status_code == 201
        assert post(ann).json()["code"] == "words_were_told"


def test_where_names_are_hidden_boards_and_the_wall_of_clocks_tell_tables(
    client, record, annotator, match, chief, post
):
    event = match.round.division.event
    game = game_services.create_game(
        event=event,
        name="A",
        by=chief,
        lexicon="english",
        notation="duplicate",
        rules=load_rule_set("fise"),
        names_hidden=True,
    )
    assert name_visibility.names_are_hidden_in(event)
    clocks_of(match.round)
    tables = [f"Table {one.entry.table}" for one in (match.first, match.second)]
    assert board(client, record).json()["names"] == tables
    assert json.loads(wall_frame(event.pk).body)["clocks"][0]["names"] == tables
    for line in ("-", "-", "-", "-", "=AAAEEEE", "==ESTIIII", "."):
        post(annotator, line)
    text = client.get(reverse("board-gcg", args=[record.code])).content.decode()
    assert tables[0] in text
    assert "Ann" not in text
    type(game).objects.update(names_hidden=False)
    assert board(client, record).json()["names"] == ["Ann", "Bob"]


def test_a_form_that_cannot_be_says_so(client, record, match, chief):
    client.force_login(chief)
    address = reverse("open-record", args=[match.round.division.event_id, match.round.division_id, 1, 1])
    assert "Nothing was changed" in client.post(address, {"keeper": "nobody"}, follow=True).content.decode()


def test_who_keeps_their_own_match_never_learns_what_the_engine_would_have_played(
    client, record, annotator, match, chief, post
):
    """Or else: enter a poor turn, look at the board as a stranger, take it back, enter the top."""
    assert post(annotator, "=AEINRST").status_code == 201
    record_services.open_record(match=match, keeper=MatchRecord.Keeper.PLAYERS, by=chief)
    ann = issue_token(match.first.entry)
    assert post(ann, "8E RAIN").status_code == 201
    assert best(client, record) == {"best": [[]]}
    assert best(client, record, ann) == best(client, record, issue_token(match.second.entry)) == {"best": []}
    assert post(ann).status_code == 200
    assert record.entries.filter(best=[]).count() == 3


def test_the_gcg_is_for_all_when_the_match_is_over_and_for_judges_at_any_time(
    client, record, annotator, match, chief, post
):
    public = reverse("board-gcg", args=[record.code])
    division = match.round.division
    at_desk = reverse("record-gcg", args=[division.event_id, division.pk, 1, 1])
    post(annotator, "8E RAIN", "AEINRST")
    assert client.get(public).status_code == 404
    assert client.get(at_desk).status_code == 302
    for line in ("-", "-", "-", "-", "=AAAEEEE", "==ESTIIII", "."):
        post(annotator, line)
    text = client.get(public).content.decode()
    client.force_login(chief)
    assert client.get(at_desk).content.decode() == text
    english = load_tile_set("english")
    played = from_gcg(GcgGame.parse(text.encode(), english), english)
    assert state_of(played).scores == record_selectors.final_scores(record)
    assert [player.name for player in played.players] == ["Ann", "Bob"]


def test_a_board_is_found_by_its_code_alone(client, record):
    """Codes cannot be counted up: names of an event that is not public are told to nobody by chance."""
    for name in ("live-board", "api-board", "api-best-plays"):
        assert client.get(reverse(name, args=[record.pk])).status_code == 404
        assert client.get(reverse(name, args=[record.code])).status_code == 200


def test_without_advice_nobody_is_told_and_what_is_not_live_is_not_there(client, record, match, chief):
    keeper = MatchRecord.Keeper.ANNOTATOR
    record_services.open_record(match=match, keeper=keeper, by=chief, advice=False)
    assert best(client, record) == {"best": []}
    record_services.open_record(match=match, keeper=keeper, by=chief, live=False)
    for name in ("api-board", "api-best-plays"):
        assert client.get(reverse(name, args=[record.code])).status_code == 404


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
        # The record, its entries, and whether a game of the event hides names.
        with django_assert_num_queries(3):
            board(client, record)
    assert Entry.objects.count() == 2


def test_the_public_page_leads_to_the_live_boards(client, record, match, chief):
    event, round_ = match.round.division.event, match.round
    event.public, round_.begun_at = True, round_.paired_at
    event.save()
    round_.save()
    page = reverse("public-division", args=[match.round.division_id])
    board = reverse("live-board", args=[record.code])
    assert board in client.get(page).content.decode()
    record_services.open_record(match=match, keeper=record.keeper, by=chief, live=False)
    assert board not in client.get(page).content.decode()
    assert client.get(board).status_code == 404
