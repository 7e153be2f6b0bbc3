"""A zero that is averaged, and a round that a player arbitrated: one value with one explanation wherever it stands."""

import uuid
from dataclasses import replace
from io import BytesIO

import pytest
from django.urls import reverse
from django.utils.translation import override
from pypdf import PdfReader

from duplicate.arbitration import questions
from duplicate.desk.open_questions import open_questions
from duplicate.games import playing_arbitrators
from duplicate.printing.data.players import arbitration_sheet, arbitration_table, player_sheets
from duplicate.printing.pdf.arbitration_sheet import arbitration_pdf
from duplicate.printing.values.marks import SIGNS
from duplicate.rounds import services as round_services
from duplicate.rounds.confirmations import EVERYTHING
from duplicate.slips import services as slip_services
from duplicate.standings.rows.game_charts import charts_for_game
from duplicate.standings.rows.game_standings import standings_for_game
from duplicate.website.public.game_review import find_played_moves
from engine.rules import (
    load_rule_set,
)
from tests.factories.documents import PAPER
from tests.factories.games import GameRows, create_game, join_players, let_time_pass, own_clock, start_round
from tests.html_tables import tables_of
from tournaments.time import clock

FISF = load_rule_set("fisf")
# A slip without its score is worth nothing, which makes two zeros for the same fault.
RULES = replace(FISF, slips=replace(FISF.slips, missing_score="zero"))
pytestmark = [pytest.mark.django_db, pytest.mark.one_game("players", name="Mardi", rules=RULES)]
WHY = "the average of this arbitrator’s players, 15"


def play_round(rows, hands, number, rack, written, top):
    """Play a round on paper, with a slip of each player."""
    game, by = rows.game, rows.arbitrator
    start_round(game, by, rack)
    for (entry, _token), (word, reference, score) in zip(rows.players, written, strict=True):
        slip_services.key_slip(
            game=game, entry=entry, word=word, reference=reference, stated_score=score, by=by
        )
    let_time_pass(hands)
    word, reference = top
    round_services.announce(
        game=game, number=number, word=word, reference=reference, by=by, confirmed=EVERYTHING
    )


def play_rounds(rows, hands):
    """Play two rounds: Mona states no score in either; the others have 26 and 4 in the second."""
    first = [("TRAINER", "H2", None), ("TRAINER", "H2", 66), ("TRAINER", "H2", 66)]
    play_round(rows, hands, 1, "TRAINER", first, ("TRAINER", "H2"))
    written = [("HOB", "G7", None), ("HOB", "G7", 26), ("ROSE", "8H", 4)]
    play_round(rows, hands, 2, "BOTHSEX", written, ("HOB", "G7"))


@pytest.fixture(scope="module")
def rows_for_file(rows_for_file):
    with own_clock() as hands:
        play_rounds(rows_for_file, hands)
        rows_for_file.now = hands.now
    return rows_for_file


@pytest.fixture
def second(game, hands):
    return game.rounds.get(number=2)


def sheet_of(client, game, players):
    """Return Mona's sheet as the phone gets it."""
    headers = {"Authorization": f"Bearer {players[0][1]}", "Accept-Language": "en"}
    return client.get(reverse("api-me", args=[game.code]), headers=headers).json()


def test_standings(game, second):
    rows = {row.name: row for row in standings_for_game(game).rows}
    assert rows["Mona"].kept == (0, 15)


def test_the_phone(client, game, players, second):
    sheet = sheet_of(client, game, players)
    line = sheet["rounds"][0]
    assert (line["score"], line["sanction"], line["sanction_text"]) == (15, "zero", "Zero, averaged")
    assert line["verdict"].startswith("No score was stated")
    assert WHY in line["verdict"]
    assert line["rule"] == "A second zero for the same fault is averaged"
    before = sheet["rounds"][1]
    assert (before["score"], before["sanction_text"]) == (0, "Zero")


def test_the_players_sheet_on_paper(game, players, second):
    (told,) = player_sheets(game, {}, [players[0][0].pk])
    line = told.rounds[1]
    assert (line.own.score, line.lost) == (15, 90 - 15)
    assert line.remark.startswith("Zero, averaged. ")
    assert WHY in line.remark


def test_the_arbitration_sheet(game, second):
    sheet = arbitration_sheet(game, {})
    (mona,) = (line for line in sheet.lines if line.name == "Mona")
    assert [(cell.points, cell.marks) for cell in mona.cells] == [(0, ("zero",)), (15, ("zero_averaged",))]
    assert arbitration_table(sheet).rows[1].cells[2:] == ("0‡", "15‡~", 15)


@pytest.mark.parametrize("size", ["A4", "letter"])
@pytest.mark.parametrize(
    ("language", "meaning"),
    [
        ("en", "zero, averaged: the average of the arbitrator’s players"),
        ("fr", "zéro, remplacé par la moyenne des joueurs de l’arbitre"),
        ("es", "cero, sustituido por la media de los jugadores del árbitro"),
    ],
)
def test_the_arbitration_sheet_explains_every_sign_in_full(game, second, language, meaning, size):
    sheet = arbitration_sheet(game, {})
    every = replace(sheet.lines[0].cells[0], points=None, marks=tuple(SIGNS))
    one, *others = sheet.lines
    sheet = replace(sheet, lines=(replace(one, cells=(every, *one.cells[1:])), *others))
    with override(language):
        (page,) = PdfReader(BytesIO(arbitration_pdf(sheet, replace(PAPER, size=size)))).pages
        text = page.extract_text()
    assert f"‡~ {meaning}" in " ".join(text.split())
    assert "…" not in text


def test_the_rounds_page_of_the_desk(desk, game, second):
    page = desk.get(reverse("round", args=[game.code, 2]), headers={"Accept-Language": "en"})
    (table,) = (table for table in tables_of(page.content.decode()) if "Stated" in table[0])
    (mona,) = (row for row in table if row[1:2] == ["Mona"])
    assert mona[5] == "15"
    assert "Zero, averaged No score was stated" in mona[6]
    assert WHY in mona[6]


def test_the_file_of_slips(desk, game, second):
    answer = desk.get(reverse("slips-file", args=[game.code, 2, "csv"]), headers={"Accept-Language": "en"})
    (mona,) = (line for line in answer.content.decode().splitlines() if "Mona" in line)
    assert ",HOB,G7,,15," in mona
    assert "Zero, averaged" in mona
    assert WHY in mona


def test_what_a_correction_is_answered(desk, game, second):
    line = {"line": "1 HOB G5", "reason": "misread"}
    address = reverse("correct", args=[game.code, 2, "slip"])
    answer = desk.post(address, line, headers={"Accept-Language": "en"}, follow=True)
    assert "1 Mona: HOB G5, 15, Zero, averaged, " in answer.content.decode()


def test_the_public_page_of_the_round(game, second):
    game.refresh_from_db()
    with override("en"):
        played, _more = find_played_moves(second, game.version)
    (mona,) = (move for move in played if "Mona" in dict.fromkeys(name for _pk, name in move.people))
    assert (mona.score, mona.sanction, mona.has_top) == (15, "Zero, averaged", False)
    assert WHY in mona.verdict


def test_the_questions_of_players(game, players, second):
    questions.ask_question(
        game=game,
        entry=players[0][0],
        client_id=uuid.uuid4(),
        number=2,
        text="Why?",
        asked_at=clock.now(),
    )
    (question,) = open_questions(game)
    assert (question.ruled.score, question.sanction_text) == (15, "Zero, averaged")
    assert WHY in question.ruled.verdict


def test_the_spread_of_scores(game, second):
    bins = [(one.least, one.count) for one in charts_for_game(game).bins if one.count]
    assert sum(count for _least, count in bins) == 3
    assert bins[0][0] > 0  # nobody is left with zero


# --- A round that a player arbitrated ------------------------------------------------------------------------------


@pytest.fixture
def arbitrated(built_in, arbitrator, hands):
    """Make a game in which Ann, who announces both rounds, is Mona: Mona's slips do not count."""
    game = create_game(arbitrator, rules=RULES)
    rows = GameRows(built_in, arbitrator, game, join_players(game))
    post = game.event.posts.get(user=arbitrator)
    playing_arbitrators.name_arbitrators(game=game, entries={post.pk: rows.players[0][0]}, by=arbitrator)
    play_rounds(rows, hands)
    game.refresh_from_db()
    return rows


def test_of_an_arbitrated_round_every_list_says_the_average(desk, client, arbitrated):
    average, game = 15, arbitrated.game
    assert {row.name: row.kept for row in standings_for_game(game).rows}["Mona"] == (66, average)
    line = sheet_of(client, game, arbitrated.players)["rounds"][0]
    assert (line["score"], line["sanction_text"]) == (average, "")
    explained = f"The average of the players, for the arbitrator of the round: {average}."
    assert line["verdict"] == explained
    sheet_lines = arbitration_sheet(game, {}).lines
    (mona,) = (line for line in sheet_lines if line.name == "Mona")
    assert [(cell.points, cell.marks, cell.is_top) for cell in mona.cells] == [
        (66, ("average",), False),
        (average, ("average",), False),
    ]
    with override("en"):
        played, _more = find_played_moves(game.rounds.get(number=2), game.version)
    told = {(move.score, move.sanction, move.verdict) for move in played if move.people[0][1] == "Mona"}
    assert told == {(average, "", explained)}
    page = desk.get(reverse("round", args=[game.code, 2]), headers={"Accept-Language": "en"})
    (table,) = (table for table in tables_of(page.content.decode()) if "Stated" in table[0])
    (row,) = (row for row in table if row[1:2] == ["Mona"])
    assert row[5] == str(average)
    assert explained in row[6]
    assert "Zero" not in row[6].split("before:")[0]
