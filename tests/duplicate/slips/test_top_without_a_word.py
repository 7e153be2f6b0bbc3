"""The keys T and *: a slip says top without a word, and every list, sheet and file prints "top"."""

import json
import uuid

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from duplicate.arbitration import bulk_top
from duplicate.arbitration import services as arbitration_services
from duplicate.desk.exports import slips_table
from duplicate.desk.table_rows import list_moves, rows_for_round
from duplicate.live.player_sheet import sheet_for_entry
from duplicate.log.messages import act_text
from duplicate.models import Slip
from duplicate.printing.data.players import player_sheets
from duplicate.rounds import closing
from duplicate.slips import services as slip_services
from duplicate.standings.rows.game_standings import standings_for_game
from duplicate.website.public.game_review import find_played_moves
from tournaments.people.privacy import data_of
from tournaments.time import clock

pytestmark = [pytest.mark.django_db, pytest.mark.one_game("players")]
JSON = {"Accept": "application/json", "Accept-Language": "en"}


@pytest.fixture
def keyed(game, players, open_round, arbitrator):
    """Key Mona's top by T, Noah's and Olga's by *."""
    round_ = open_round("TRAINER")
    arbitration_services.give_top(game=game, entry=players[0][0], by=arbitrator)
    assert bulk_top.rest_have_top(game=game, by=arbitrator) == 2
    round_.refresh_from_db()
    return round_


def test_no_word_is_put_into_the_players_mouth(keyed):
    found = Slip.objects.values_list("says_top", "word", "reference", "stated_score", "rulings__score")
    assert list(found) == [(True, "", "", None, 66)] * 3
    assert {slip.rulings.get().code for slip in Slip.objects.all()} == {"good"}
    assert [str(slip) for slip in Slip.objects.all()] == ["top"] * 3


def test_the_database_refuses_a_word_beside_it(keyed):
    for wrong in ({"word": "TRAINER"}, {"reference": "H4"}, {"stated_score": 66}, {"source": "phone"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Slip.objects.update(**wrong)


def test_the_desk_says_top(keyed, arbitrator, game, desk):
    rows = rows_for_round(keyed, arbitrator)
    assert [(row.text, row.is_top, row.is_plain) for row in rows] == [("top", True, True)] * 3
    assert [move.word for move in list_moves(keyed) if not move.is_top] == []
    assert slips_table(rows).rows[0].cells[:6] == (1, "Mona", "top", "", None, 66)
    html = desk.get(reverse("tables", args=[game.code]), headers=JSON).json()["html"]
    assert "no slip" not in html
    assert "top" in html
    assert [act_text(row.act, row.params) for row in game.log.all()][-2:] == [
        "Round 1: Mona has the top",
        "Round 1: all the rest have the top (2)",
    ]


def test_a_ruling_on_it_says_why(keyed, key_line):
    answer = key_line("1P").json()
    assert answer["said"] == "1 Mona: top, 66, Penalty, Given by the arbitrator"
    assert "Given by the arbitrator." in answer["html"]
    assert key_line("1W").json()["said"] == (
        "1 Mona: top, 66, Penalty, Warning, Given by the arbitrator. Warning for conduct"
    )


def test_what_it_is_compared_with(game, players, open_round, arbitrator):
    """Any isotop is the top: with its score stated right on paper, however stated by a phone."""
    round_ = open_round("TRAINER")
    bulk_top.check_top(round_)
    isotop = round_.tops[-1]
    written = {"word": isotop["word"], "reference": isotop["reference"]}
    for place, said in enumerate(({"score": 65}, {"score": 66}, {"score": 12, "word": "TRAIN"})):
        values = {"game": game, "entry": players[place][0], "number": 1, "received_at": clock.now()}
        slip_services.submit_slip(**values, client_id=uuid.uuid4(), **written | said)
        arbitration_services.give_top(game=game, entry=players[place][0], by=arbitrator)
    assert [slip.in_conflict for slip in Slip.objects.order_by("pk")] == [False, False, False, True]
    paper = Slip.objects.latest("pk")
    arbitration_services.settle_conflict(game=game, entry=players[2][0], slip=paper, by=arbitrator)
    row = game.log.latest("pk")
    assert act_text(row.act, row.params) == "Round 1: top counts for Olga"


def test_a_phone_after_it_agrees_or_contradicts(game, players, keyed):
    isotop = keyed.tops[0]
    for place, word, reference in ((0, isotop["word"], isotop["reference"]), (1, "TRAIN", "H4")):
        slip_services.submit_slip(
            game=game,
            entry=players[place][0],
            client_id=uuid.uuid4(),
            number=1,
            word=word,
            reference=reference,
            score=66,
            received_at=clock.now(),
        )
    sent = Slip.objects.filter(source="phone").order_by("pk")
    assert [(slip.effective, slip.in_conflict) for slip in sent] == [(True, False), (False, True)]


def test_the_phone_is_not_told_before_the_announcement(game, players, keyed, close_round):
    assert sheet_for_entry(game, players[0][0])["slip"] is None
    close_round()
    closing.judge_round(keyed.pk)
    assert "TRAIN" not in json.dumps(sheet_for_entry(game, players[0][0]))


def test_after_it_every_sheet_says_top(game, players, keyed, close_round, announce_top, client, desk):
    close_round()
    announce_top(1)
    game.refresh_from_db()
    line = sheet_for_entry(game, players[0][0])["rounds"][0]
    assert (line["says_top"], line["word"], line["score"], line["has_top"]) == (True, "", 66, True)
    [sheet] = player_sheets(game, {}, [players[0][0].pk])
    assert (sheet.rounds[0].own.word, sheet.rounds[0].own.reference, sheet.rounds[0].lost) == ("top", "", 0)
    assert [row.total for row in standings_for_game(game).rows] == [66] * 3
    headers = {"Authorization": f"Bearer {players[0][1]}"}
    mine = client.get(reverse("api-me", args=[game.code]), headers=headers).json()
    assert mine["rounds"][0]["says_top"]
    [played], _more = find_played_moves(game.rounds.get(number=1), game.version)
    assert (played.word, played.reference, played.count, played.has_top) == ("top", "", 3, True)
    kept = data_of(players[0][0].player)
    assert kept["slips"][0]["says_top"]
    assert [told["warnings"] for told in kept["slips"][0]["rulings"]] == [0]
    page = desk.get(reverse("round", args=[game.code, 1])).content.decode()
    assert page.count('<td class="move">top</td>') == 3
