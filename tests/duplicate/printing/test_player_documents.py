"""Arbitration sheets and the sheets of players: points, marks, own moves, and how they lie on paper."""

import re
from dataclasses import replace
from io import BytesIO

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pypdf import PdfReader

from duplicate.models import Game, Ruling
from duplicate.printing.pdf.arbitration_sheet import arbitration_pdf
from duplicate.printing.pdf.player_sheets import player_sheets_pdf
from duplicate.printing.values.games import (
    ArbitrationLine,
    ArbitrationSheet,
    PlayerRound,
    PlayerSheet,
    SheetMove,
)
from duplicate.printing.values.marks import ArbitrationCell
from duplicate.standings.rows.game_standings import standings_for_game
from tests.factories.documents import (
    PAPER,
    begin_evening,
    document,
    pages,
    printed,
    rows_of,
    words_in_places,
    written,
)
from tests.worlds.images import enter, image_of

pytestmark = pytest.mark.django_db


LONG = "Maximilian-Alexander Prinz von Hohenzollern-Sigmaringen und zu Fürstenberg-Werden"


@pytest.fixture(scope="module")
def evening(rows_of_file, english):
    return enter(image_of(begin_evening, players=4, rounds=3))


@pytest.fixture
def arbitrator(evening, db):
    return User.objects.get(pk=evening[0].pk)


@pytest.fixture
def played(evening, db):
    return Game.objects.select_related("event").get(pk=evening[1].pk)


@pytest.fixture
def standings(played):
    return standings_for_game(played)


def rule(game, table, round_number, sanction, *, by):
    slip = game.event.entries.get(table=table).slips.get(round__number=round_number, effective=True)
    last = slip.rulings.last()
    cost = {"warning": last.score, "penalty": max(0, last.worth - 10), "zero": 0}[sanction]
    return Ruling.objects.create(
        slip=slip,
        score=cost,
        worth=0 if sanction == "zero" else last.worth,
        sanction=sanction,
        code=f"{sanction}_given",
        by=by,
        reason="wrote after time",
    )


def test_the_arbitration_sheet_has_everybodys_points_and_marks(played, arbitrator):
    rule(played, 2, 1, "warning", by=arbitrator)
    rule(played, 3, 2, "penalty", by=arbitrator)
    rule(played, 4, 3, "zero", by=arbitrator)
    [text] = printed(played, "arbitration")
    standings = {row.table: row for row in standings_for_game(played).rows}
    tops = [round_.top_score for round_ in played.rounds.announced()]
    assert f"Top {' '.join(map(str, tops))} {sum(tops)} " in text
    signs = {}
    for ruling in Ruling.objects.order_by("pk").select_related("slip__entry", "slip__round"):
        slip, sign = ruling.slip, {"warning": "!", "penalty": "†", "zero": "‡"}.get(ruling.sanction, "")
        signs[slip.entry.table, slip.round.number - 1] = sign
    assert (signs[2, 0], signs[3, 1], signs[4, 2]) == ("!", "†", "‡")
    for table, row in standings.items():
        assert sum(row.kept) == row.total
        solos = [solo is not None and solo.table == table for solo in standings_for_game(played).solos]
        cells = [
            f"{points}{signs.get((table, place), '')}{'*' * solos[place]}"
            for place, points in enumerate(row.kept)
        ]
        line = f"{table} {row.name} {' '.join(cells)} {row.total}"
        assert line.replace(" ", "") in text.replace(" ", "")
    assert "bold: the top ! warning † penalty ‡ zero given" in text
    rows = rows_of(written(played, "arbitration", "csv"))
    assert rows[0] == ["Table", "Name", "1", "2", "3", "Total"]
    assert rows[3][2].startswith(f"{standings[2].kept[0]}!")


def test_the_arbitration_sheet_turned_round_has_the_same_numbers(played):
    rows = rows_of(written(played, "arbitration", "csv"))
    turned = rows_of(written(played, "arbitration", "csv", across="players"))
    assert turned[0][2:] == [f"{row[0]} {row[1]}" for row in rows[2:]]
    assert [row[2] for row in turned[1:4]] == rows[2][2:5]
    assert turned[4] == ["Total", rows[1][5], *(row[5] for row in rows[2:])]
    [text] = printed(played, "arbitration", across="players")
    assert all(row[1] in text for row in rows[2:])


@pytest.mark.parametrize("order", ["table", "rank", "name"])
def test_lists_of_players_come_in_the_order_that_was_chosen(played, standings, order):
    key = {"table": lambda row: row.table, "rank": lambda row: row.rank, "name": lambda row: row.name}[order]
    expected = [row.entry_id for row in sorted(standings.rows, key=key)]
    assert list(document("game", "player-sheets").keys(played, {"order": order})) == expected


LARGE = pytest.param(1500, 20, marks=pytest.mark.slow)


@pytest.mark.repeats
@pytest.mark.parametrize(("players", "rounds"), [(3, 3), (60, 25), LARGE, (60, 70)])
@pytest.mark.parametrize("transposed", [False, True])
def test_an_arbitration_sheet_of_any_size_repeats_its_heads(players, rounds, transposed):
    lines = tuple(
        ArbitrationLine(table, f"P{table} {LONG}", tuple([ArbitrationCell(24)] * rounds), 24 * rounds)
        for table in range(1, players + 1)
    )
    numbers = tuple(range(1, rounds + 1))
    sheet = ArbitrationSheet(numbers, (30,) * rounds, lines, transposed=transposed)
    texts = pages(arbitration_pdf(sheet, PAPER))
    together = " ".join(texts)
    found = re.findall(r"\bP(\d+) ", together) if not transposed else re.findall(r"\bP(\d+)", together)
    assert sorted(set(map(int, found))) == list(range(1, players + 1))
    assert all("Arbitration sheet" in text for text in texts)
    assert all(f"Page {page} of {len(texts)}" in text for page, text in enumerate(texts, start=1))
    assert together.count("24") >= players * rounds


@pytest.mark.repeats
@pytest.mark.parametrize(
    ("players", "rounds", "transposed", "most"),
    [
        (3, 20, False, 1),
        (3, 60, False, 1),
        (60, 20, False, 1),
        (60, 20, True, 4),
        pytest.param(1500, 20, False, 26, marks=pytest.mark.slow),
        pytest.param(1500, 20, True, 85, marks=pytest.mark.slow),
    ],
)
def test_an_arbitration_sheet_wastes_no_paper(players, rounds, transposed, most):
    """And its type can be read: 7 points at least."""
    cell = ArbitrationCell(104, marks=("warning",))
    lines = tuple(
        ArbitrationLine(table, f"Aurélie Grześkowiak {table}", (cell,) * rounds, 2000)
        for table in range(1, players + 1)
    )
    sheet = ArbitrationSheet(tuple(range(1, rounds + 1)), (120,) * rounds, lines, transposed=transposed)
    reader = PdfReader(BytesIO(arbitration_pdf(sheet, PAPER)))
    assert len(reader.pages) <= most
    sizes = set()
    for page in (reader.pages[0], reader.pages[-1]):
        page.extract_text(
            visitor_text=lambda text, _matrix, _tm, _font, size: sizes.add(size) if text.strip() else None
        )
    assert min(sizes) >= 7


def test_a_players_sheet_is_a_page_with_own_moves_and_tops(played, standings, arbitrator):
    rule(played, 1, 2, "penalty", by=arbitrator)
    texts = printed(played, "player-sheets")
    assert len(texts) == 4
    entry = played.event.entries.get(table=1)
    row = next(row for row in standings_for_game(played).rows if row.table == 1)
    text = texts[0]
    assert text.startswith(f"Scrabble-Club de Châteauroux {row.name} Saint Nicholas evening")
    assert f"table 1 · rank {row.rank} of 4 · {row.total} points (top: " in text
    assert ("1 penalty" if row.penalties == 1 else f"{row.penalties} penalties") in text
    for slip in entry.slips.select_related("round"):
        round_ = slip.round
        kept = slip.rulings.last().score
        assert f"{round_.number} {round_.rack} {slip.word} {slip.reference} {kept} " in text
    assert "Penalty" in text
    assert "wrote after" in text
    assert "Page 1 of 4" in text


@pytest.mark.repeats
@pytest.mark.parametrize("rounds", [1, 20, 27, 45, 80])
@pytest.mark.parametrize("size", ["A4", "letter"])
def test_a_players_sheet_is_one_page_however_long_the_game(rounds, size):
    move = SheetMove("OXYPHENBUTAZONE", "15A", 1780)
    lines = tuple(
        PlayerRound(number, "[CH][LL][RR]+[CH][LL][RR][CH]", move, move, 3, f"Warning. {LONG} " * 3)
        for number in range(1, rounds + 1)
    )
    sheet = PlayerSheet(f"{LONG} & {LONG}", 1500, 1, 1500, 99, 9999, 0.99, 2, 1, lines)
    file = player_sheets_pdf([sheet, None, sheet], replace(PAPER, size=size, first_page=21, pages=1500))
    texts = pages(file)
    assert len(texts) == 3
    assert "Page 21 of 1500" in texts[0]
    assert texts[1].startswith("This player has been removed from the game.")
    assert texts[2].count("Warning.") == rounds
    places = words_in_places(file)
    chart = next(y for text, _x, y in places if text == "The negative, round by round")
    assert min(y for text, _x, y in places if text.startswith("Warning.")) > chart > 60


def test_sheets_ask_the_database_as_often_for_all_as_for_one(played):
    keys = document("game", "player-sheets").keys(played, {})
    gather = document("game", "player-sheets").gather

    def queries(keys):
        with CaptureQueriesContext(connection) as asked:
            gather(played, {}, keys)
        return len(asked)

    assert queries(keys[:1]) == queries(keys)


def test_twenty_rounds_stand_side_by_side_on_the_arbitration_sheet():
    lines = (ArbitrationLine(1, LONG, tuple([ArbitrationCell(100, marks=("penalty",))] * 20), 2000),)
    for size in ("A4", "letter"):
        sheet = ArbitrationSheet(tuple(range(1, 21)), (100,) * 20, lines)
        assert len(pages(arbitration_pdf(sheet, replace(PAPER, size=size)))) == 1
