"""One table on page, paper and in files: the same columns, rows, values and decimals, in every language."""

import csv
import io
import json
from datetime import UTC, date, datetime
from itertools import product

import openpyxl
import pytest
from django.conf import settings
from django.urls import reverse
from pypdf import PdfReader

from duplicate.standings.rows.game_standings import standings_for_game
from duplicate.standings.tables import event_table
from duplicate.standings.tables.game_table import NOT_PRINTED, game_table
from tests.factories.data_files import number_in_files
from tests.factories.documents import made, play_evening
from tests.factories.past_events import past_event, season_of
from tests.factories.simultaneous_clubs import accept_result, made_result, sent_by
from tests.html_tables import tables_of
from tests.lanes import quick
from tournaments.models import Club, Entry, Player, Team
from tournaments.reports import csv_format
from tournaments.reports.tables import NOTHING, TableColumn, row_texts

pytestmark = pytest.mark.django_db

DAY = date(2026, 3, 21)


@pytest.fixture
def keeper(desk, arbitrator):
    arbitrator.is_staff = arbitrator.is_superuser = True
    arbitrator.save()
    return desk


@pytest.fixture
def cup(arbitrator):
    """Make two games of five with all that needs columns: two decimals, absent and withdrawn players, a
    formula as a name, namesakes, clubs, a team.
    """
    event = past_event(
        "Cup",
        DAY,
        {"=1+1 é": [94, 33], "-Ann": [61, None], "Mona": [61, 7], "Noah": [0, 0], "Ola": [5, 5]},
        top=101,
    )
    event.posts.create(user=arbitrator, role="chief")
    club = Club.named("-Club")
    club.save()
    Player.objects.filter(name="Mona").update(club=club, series="+1", licence="@7", country="BEL")
    Player.objects.filter(name="Ola").update(name="Noah", club=club)
    team = Team.objects.create(event=event, name="=Team")
    Entry.objects.filter(player__name="Mona").update(team=team)
    Entry.objects.filter(player__name="-Ann").update(withdrawn_at=datetime(2026, 3, 21, 20, tzinfo=UTC))
    return event


def page_of(browser, address, query=""):
    """Return the last table of the page: earlier ones are in forms."""
    answer = browser.get(f"{address}?{query}")
    assert answer.status_code == 200
    return tables_of(answer.content.decode())[-1]


def files_of(browser, route, args, query=""):
    """Return CSV, Excel and JSON as rows of values, the headings first."""
    browser.cookies[csv_format.COOKIE] = csv_format.FOR_PROGRAMS.name
    files = {
        kind: browser.get(f"{reverse(route, args=[*args, kind])}?{query}").content
        for kind in ("csv", "xlsx", "json")
    }
    told = json.loads(files["json"])
    book = openpyxl.load_workbook(io.BytesIO(files["xlsx"]))
    return (
        list(csv.reader(io.StringIO(files["csv"].decode("utf-8-sig")))),
        [list(row) for row in book.active.iter_rows()],
        [told["columns"], *told["rows"]],
        (book.active.title, told["title"]),
    )


def compare(page, files):
    """Compare every cell of the page with each file: texts exactly, numbers with the shown decimals."""
    from_csv, from_excel, from_json, _titles = files
    assert len(page) == len(from_csv) == len(from_excel) == len(from_json)
    for place, shown in enumerate(page):
        assert len(shown) == len(from_csv[place]) == len(from_excel[place]) == len(from_json[place])
        for text, in_csv, in_excel, in_json in zip(
            shown, from_csv[place], from_excel[place], from_json[place], strict=True
        ):
            assert in_excel.data_type != "f"
            if text in {"", NOTHING}:
                assert (in_csv, in_excel.value, in_json or None) == ("", None, None)
            elif isinstance(in_json, str):
                assert (in_csv.removeprefix("'"), in_excel.value, in_json) == (text, text, text)
            else:
                assert in_csv == number_in_files(text).removeprefix("+")
                assert float(in_csv) == in_excel.value == in_json
                decimals = len(in_csv.partition(".")[2])
                expected = "0." + "0" * decimals if decimals else ("General", "0", "+0;-0;0")
                assert in_excel.number_format in expected or "½" in text


TITLES = {
    "en": "Standings",
    "fr": "Classement",
    "es": "Clasificación",
    "de": "Rangliste",
    "nl": "Stand",
    "it": "Classifica",
    "ro": "Clasament",
}
QUERIES = ("", "columns=all", "sort=name", "show=teams", "club=-Club&columns=all")
# Each query in a language of its own, for every change.
TOGETHER = tuple(zip(settings.COMPLETE_LANGUAGES, QUERIES, strict=False))


@pytest.mark.repeats
@pytest.mark.parametrize(
    "language_and_query", quick(product(settings.COMPLETE_LANGUAGES, QUERIES), *TOGETHER)
)
def test_standings_of_an_event(keeper, cup, settings, language_and_query):
    language, query = language_and_query
    keeper.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    shown = page_of(keeper, reverse("event-standings", args=[cup.pk]), query)
    files = files_of(keeper, "export-event-standings", [cup.pk], query)
    assert len(shown) > 1
    compare(shown, files)
    assert files[3] == (TITLES[language], TITLES[language])
    printed = keeper.get(reverse("export-event-standings", args=[cup.pk, "pdf"]) + f"?{query}").content
    assert_printed(shown, printed)


def test_a_new_column_of_an_event_is_on_page_paper_and_files(keeper, cup, monkeypatch):
    """It is one line of the registry."""
    new = TableColumn.of_text("eyes", "Colour of eyes", lambda line: f"green {line.rank}")
    monkeypatch.setitem(event_table.COLUMNS, new.look.name, new)
    shown = page_of(keeper, reverse("event-standings", args=[cup.pk]))
    at = shown[0].index("Colour of eyes")
    assert {line[at][:5] for line in shown[1:]} == {"", "green"}
    compare(shown, files_of(keeper, "export-event-standings", [cup.pk]))
    assert_printed(shown, keeper.get(reverse("export-event-standings", args=[cup.pk, "pdf"])).content)


def assert_printed(shown, pdf):
    """Check that each line of the page is on the paper, as one sequence of words."""
    text = " ".join(" ".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages).split())
    for row in shown[1:]:
        assert " ".join(" ".join(cell for cell in row if cell).split()) in text


@pytest.mark.repeats
@pytest.mark.parametrize("query", ["", "columns=all", "sort=name", "show=clubs", "series=%2B1"])
def test_index_of_a_season(keeper, cup, query):
    season = season_of(DAY, club_players=1)
    shown = page_of(keeper, reverse("season", args=[season.pk]), query)
    assert len(shown) > 1
    compare(shown, files_of(keeper, "export-index", [season.pk], query))


@pytest.mark.repeats
@pytest.mark.parametrize("query", ["", "club=Namur"])
def test_merged_standings(keeper, built_in, arbitrator, query):
    sent = sent_by(arbitrator, rules="fisf", address="https://isotop.example.org")[0]
    for club in ("Namur", "Liège"):
        accept_result(keeper, sent, made_result(sent, club=club, seed=club))
    shown = page_of(keeper, reverse("merged-standings", args=[sent.pk]), query)
    assert len(shown) > 4
    compare(shown, files_of(keeper, "merged-standings-file", [sent.pk], query))
    assert_printed(
        shown, keeper.get(reverse("merged-standings-file", args=[sent.pk, "pdf"]) + f"?{query}").content
    )


@pytest.mark.slow
def test_standings_of_a_game(built_in, arbitrator):
    """Which have no page with all columns: the paper is compared with the files."""
    game = play_evening(arbitrator)
    table = game_table(standings_for_game(game), NOT_PRINTED)
    shown = [[column.heading for column in table.columns]]
    shown += [row_texts(row, table) for row in table.rows]
    assert_printed(shown, made(game, "standings"))
    in_csv = list(csv.reader(io.StringIO(made(game, "standings", "csv").decode("utf-8-sig"))))
    told = json.loads(made(game, "standings", "json"))
    book = openpyxl.load_workbook(io.BytesIO(made(game, "standings", "xlsx"))).active
    compare(shown, (in_csv, [list(row) for row in book.iter_rows()], [told["columns"], *told["rows"]], ()))
