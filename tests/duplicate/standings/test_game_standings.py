"""The standings of a game say the same wherever they are: on pages, on paper, in files and on screens."""

import io
import json
import shutil
import subprocess
from pathlib import Path

import openpyxl
import playwright
import pytest
from django.conf import settings
from django.urls import reverse
from django.utils import translation

from duplicate.games import services as game_services
from duplicate.games.players import services as player_services
from duplicate.live.frame import standings_on_screens
from duplicate.models import Game
from duplicate.standings.rows.game_standings import standings_for_game
from duplicate.standings.tables.game_table import COLUMNS, NOT_PRINTED, NOT_PUBLIC, ON_SCREENS, game_table
from duplicate.views.phone import config_of
from tests.factories.data_files import csv_rows, number_in_files
from tests.factories.documents import begin_evening, made, printed
from tests.html_tables import tables_of
from tests.worlds.images import enter, image_of
from tournaments.models import Event
from tournaments.reports.tables import DataColumn, TableColumn, number, row_texts

pytestmark = pytest.mark.django_db

NODE = shutil.which("node") or Path(playwright.__file__).parent / "driver" / "node"
TEXTS = Path(settings.BASE_DIR) / "tournaments/static/tournaments/js/text.js"
WRITE = """
const {lang, url, formats, rows} = JSON.parse(process.argv[1]);
globalThis.document = {documentElement: {lang}};
const {written} = await import(url);
const columns = Object.keys(formats);
console.log(JSON.stringify(rows.map((row) => columns.map((column) => written(row[column], formats[column])))));
"""


def begin_finished_evening():
    """Finish a game with solos, sanctions, a withdrawn player, and per cents with two decimals."""
    arbitrator, game = begin_evening(players=5, rounds=4)
    entry = game.event.entries.order_by("table").last()
    player_services.withdraw_player(game=game, entry=entry, by=arbitrator)
    game_services.end_game(game=game, by=arbitrator)
    Event.objects.filter(pk=game.event_id).update(shows_games=True, released=Event.Released.FINAL)
    game = Game.objects.select_related("event").get(pk=game.pk)
    standings = standings_for_game(game)
    assert standings.has_solos
    assert standings.has_sanctions
    assert any(row.withdrawn for row in standings.rows)
    assert any(row.percent * 10 % 1 for row in standings.rows)
    return arbitrator, game


@pytest.fixture
def evening(db, english):
    return enter(image_of(begin_finished_evening))


@pytest.fixture
def arbitrator(evening):
    return evening[0]


@pytest.fixture
def game(evening):
    return evening[1]


def expected(game, without):
    """Return the expected texts, read from the one description; other outlets have a part of these columns."""
    table = game_table(standings_for_game(game), without)
    lines = [[column.heading for column in table.columns if not column.beside]]
    for row in table.rows:
        texts = dict(zip((column.name for column in table.columns), row_texts(row, table), strict=True))
        for column, cell in zip(table.columns, row.cells, strict=True):
            if column.beside and cell is not None:
                texts[column.beside] += f" {texts[column.name]}"
        lines.append([texts[column.name] for column in table.columns if not column.beside])
    return lines


def on_a_page(address, desk, without, game):
    answer = desk.get(address)
    assert answer.status_code == 200
    headings = expected(game, without)[0]
    (table,) = [table for table in tables_of(answer.content.decode()) if table[0] == headings]
    return table


@pytest.mark.repeats
@pytest.mark.parametrize("language", settings.COMPLETE_LANGUAGES)
@pytest.mark.parametrize(("route", "without"), [("dashboard", ()), ("public-game", NOT_PUBLIC)])
def test_pages(game, desk, language, route, without):
    desk.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    where = [game.code] if route == "dashboard" else [game.event_id, game.number]
    with translation.override(language):
        assert on_a_page(reverse(route, args=where), desk, without, game) == expected(game, without)


@pytest.mark.repeats
@pytest.mark.parametrize("language", settings.COMPLETE_LANGUAGES)
def test_paper(game, language):
    with translation.override(language):
        text = " ".join(printed(game, "standings"))
        # Nobody has a penalty.
        for row in expected(game, [*NOT_PRINTED, "penalties"])[1:]:
            assert " ".join(" ".join(filter(None, row)).split()) in text


@pytest.mark.repeats
@pytest.mark.parametrize("language", settings.COMPLETE_LANGUAGES)
@pytest.mark.parametrize("kind", ["csv", "xlsx", "json"])
def test_files(game, language, kind):
    with translation.override(language):
        told = made(game, "standings", kind)
        table = [[number_in_files(text) for text in row] for row in expected(game, NOT_PRINTED)]
    if kind == "csv":
        rows = csv_rows(told, language)
        assert [[number_in_files(text) for text in row] for row in rows] == table
        return
    if kind == "json":
        data = json.loads(told)
        rows = [data["columns"], *data["rows"]]
    else:
        rows = openpyxl.load_workbook(io.BytesIO(told)).active.values
    assert [
        [same(value, text) for value, text in zip(row, line, strict=True)]
        for row, line in zip(rows, table, strict=True)
    ] == table


def same(value, text):
    """Return the text, if that is the value: files have numbers as numbers."""
    if value is None:
        return ""
    return text if isinstance(value, int | float) and value == float(text) else number_in_files(str(value))


@pytest.mark.repeats
@pytest.mark.parametrize("language", settings.COMPLETE_LANGUAGES)
def test_screens(game, language):
    """Their scripts write the numbers of the frame by the formats that the page has."""
    rows = standings_on_screens(game)["rows"]
    # Halves are rounded up by both.
    rows += [rows[0] | {"percent": 98.125, "negative": 7}, rows[0] | {"percent": 1.625, "negative": -1500}]
    asked = {"lang": language, "url": TEXTS.as_uri(), "formats": config_of(game)["formats"], "rows": rows}
    run = subprocess.run(
        [NODE, "--input-type=module", "-e", WRITE, json.dumps(asked)],
        capture_output=True,
        text=True,
        check=True,
    )
    in_script = [dict(zip(asked["formats"], line, strict=True)) for line in json.loads(run.stdout)]
    with translation.override(language):
        table = game_table(standings_for_game(game), COLUMNS.keys() - set(ON_SCREENS))
        for row, script in zip(table.lines, in_script, strict=False):
            for column, cell, text in zip(table.columns, row.cells, row_texts(row, table), strict=True):
                # Scripts leave out extras of zero.
                assert script[column.name] == (text if cell is not None else "0")
        assert [number(98.125, 2), f"+{number(7)}"] == [in_script[-2]["percent"], in_script[-2]["negative"]]
        assert [number(1.625, 2), number(-1500)] == [in_script[-1]["percent"], in_script[-1]["negative"]]


def test_a_new_column_is_on_all_pages_paper_and_files(game, desk, monkeypatch):
    """It is one line of the registry."""
    new = TableColumn(DataColumn("eyes", "Colour of eyes", is_text=True), lambda _row: "green")
    monkeypatch.setitem(COLUMNS, new.look.name, new)
    for address in (
        reverse("dashboard", args=[game.code]),
        reverse("public-game", args=[game.event_id, game.number]),
    ):
        assert any(map(has_eyes, tables_of(desk.get(address).content.decode()))), address
    data = json.loads(made(game, "standings", "json"))
    sheet = openpyxl.load_workbook(io.BytesIO(made(game, "standings", "xlsx"))).active
    assert has_eyes(csv_rows(made(game, "standings", "csv"), "en"))
    assert has_eyes([data["columns"], *data["rows"]])
    assert has_eyes([[cell.value for cell in row] for row in sheet.rows])
    text = " ".join(printed(game, "standings"))
    assert "Colour of eyes" in text
    assert "green" in text


def has_eyes(lines):
    """Tell whether all lines have the new column, but for that of the tops."""
    at = lines[0].index("Colour of eyes") if "Colour of eyes" in lines[0] else None
    return at is not None and {line[at] or "" for line in lines[1:]} == {"", "green"}


@pytest.mark.parametrize("names", [NOT_PRINTED, NOT_PUBLIC, ON_SCREENS])
def test_every_outlet_chooses_among_the_columns(names):
    assert set(names) <= COLUMNS.keys()
