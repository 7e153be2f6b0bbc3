"""Tables of pages as files: what is shown, in three forms, with nothing that a spreadsheet takes for a formula."""

import csv
import io
import json
import uuid

import openpyxl
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from duplicate.arbitration import questions
from duplicate.desk.exports import players_table
from duplicate.games import services as game_services
from duplicate.games.players import services as player_services
from duplicate.models import Question
from duplicate.slips.services import key_slip
from tests.factories.games import (
    announce_preferred,
    begin_evening,
    let_time_pass,
    own_clock,
    start_round,
    with_own_seed,
)
from tests.worlds.images import enter, image_of
from tournaments.models import Club, Entry, Player
from tournaments.seasons.services import save_season, usual_season
from tournaments.time import clock

pytestmark = pytest.mark.django_db

NAME = "=1+1 é"


def finish_evening():
    """Finish a game of three players, one with a formula as a name."""
    rows = begin_evening("game")
    game, by = rows.game, rows.arbitrator
    with own_clock() as hands:
        for name in (NAME, "Mona", "Noah"):
            player_services.add_player(game=game, name=name, by=by)
        club = Club.named("-Club")
        club.save()
        Player.objects.filter(name=NAME).update(club=club, series="+1", licence="@7")
        start_round(game, by, "TRAINER")
        for entry in game.event.entries.all():
            key_slip(game=game, entry=entry, word="RETRAIN", reference="H4", stated_score=None, by=by)
        let_time_pass(hands)
        announce_preferred(game, by, 1)
        game_services.end_game(game=game, by=by)
        rows.now = hands.now
    return rows


@pytest.fixture(autouse=True)
def own_rows(request, db, english):
    finished = "evening" in request.fixturenames
    return with_own_seed(enter(image_of(finish_evening) if finished else image_of(begin_evening, "game")))


@pytest.fixture
def evening(game, hands):
    """Return the finished game of the file."""
    game.refresh_from_db()
    return game


def addresses(game):
    event, entry = game.event_id, game.event.entries.get(player__name=NAME)
    return {
        "players-file": [game.code],
        "log-file": [game.code],
        "slips-file": [game.code, 1],
        "entries-file": [event],
        "export-event-standings": [event],
        "export-people": [],
        "games-file": [entry.player_id],
        "export-index": [save_season(usual_season(game.event.date)).pk],
    }


@pytest.fixture
def keeper(desk, arbitrator):
    """Return the chief, who may also change people."""
    arbitrator.is_staff = arbitrator.is_superuser = True
    arbitrator.save()
    return desk


@pytest.mark.parametrize(
    "route",
    [
        "players-file",
        "log-file",
        "slips-file",
        "entries-file",
        "export-event-standings",
        "export-people",
        "games-file",
        "export-index",
    ],
)
def test_one_table_in_three_forms(keeper, evening, route):
    args = addresses(evening)[route]
    files = {kind: keeper.get(reverse(route, args=[*args, kind])) for kind in ("csv", "xlsx")}
    for kind, answer in files.items():
        assert answer.status_code == 200, kind
        assert answer["Content-Disposition"].startswith("attachment; "), kind
        assert answer["Content-Disposition"].endswith(f'.{kind}"'), kind
    written = list(csv.reader(io.StringIO(files["csv"].content.decode("utf-8-sig"))))
    sheet = openpyxl.load_workbook(io.BytesIO(files["xlsx"].content)).active
    assert all(cell.data_type != "f" for row in sheet for cell in row)
    cells = [cell for row in written for cell in row]
    assert not [
        cell for cell in cells if cell.startswith(("=", "+", "-", "@", "\t", "\r")) and not is_number(cell)
    ]
    assert len(written) == sheet.max_row
    if route != "games-file":
        assert any(NAME in cell for cell in cells)
    if route != "log-file":  # its JSON is for programs, with all values
        told = json.loads(keeper.get(reverse(route, args=[*args, "json"])).content)
        assert len(told["rows"]) == len(written) - 1
        assert [str(heading) for heading in told["columns"]] == [
            cell.removeprefix("'") for cell in written[0]
        ]
    assert keeper.get(reverse(route, args=[*args, "pdfx"])).status_code == 404


def is_number(cell):
    try:
        float(cell)
    except ValueError:
        return False
    return True


def rows(browser, route, *args, **asked):
    return json.loads(browser.get(reverse(route, args=[*args, "json"]), asked).content)["rows"]


def test_what_is_looked_for_is_what_is_saved(keeper, evening):
    assert [row[1] for row in rows(keeper, "players-file", evening.code, q="mona")] == ["Mona"]
    assert [row[1] for row in rows(keeper, "entries-file", evening.event_id, q="3")] == ["Noah"]
    assert [row[0] for row in rows(keeper, "export-people", text="noah")] == ["Noah"]
    assert [row[0] for row in rows(keeper, "export-people")] == ["Mona", "Noah", NAME]
    log = keeper.get(reverse("log-file", args=[evening.code, "csv"]), {"number": 1}).content.decode()
    assert "Mona" in log
    assert "Entered" not in log


def test_entries_have_the_facts_of_federations(keeper, evening):
    noah = Entry.objects.get(event=evening.event_id, player__name="Noah")
    born = evening.event.date.year - 70
    noah.player.licence, noah.player.series, noah.player.birth_year = "L7", "4A", born
    noah.player.club = Club.objects.create(name="Namur")
    noah.player.save()
    found = rows(keeper, "entries-file", evening.event_id, q="Noah")
    assert [row[1:6] for row in found] == [["Noah", "L7", "Namur", "4A", "Vermeil"]]


def test_who_is_expected(keeper, evening):
    Entry.objects.filter(player__name="Noah").update(arrived_at=None)
    assert rows(keeper, "expected-file", evening.event_id) == [["Noah", "", "", 3, "expected"]]
    assert rows(keeper, "expected-file", evening.event_id, q="x") == []


def test_questions_and_their_answers_are_saved(
    keeper, game, players, arbitrator, open_round, close_round, announce_top
):
    """Open ones, answered ones, and those taken back."""
    open_round("TRAINER")
    close_round()
    announce_top(1)
    asked = [
        questions.ask_question(
            game=game, entry=entry, client_id=uuid.uuid4(), number=1, text=text, asked_at=clock.now()
        ).question
        for (entry, _token), text in zip(players, ("=Why?", "Is RETRAIN good?", "Oh"), strict=True)
    ]
    questions.answer_question(game=game, question_id=asked[1].pk, answer="-No", by=arbitrator)
    questions.take_question_back(game=game, entry=players[2][0], client_id=asked[2].client_id)
    told = [row[:4] + row[5:8] for row in rows(keeper, "questions-file", game.code)]
    assert told == [
        [1, 1, "Mona", "=Why?", "open", "", ""],
        [1, 2, "Noah", "Is RETRAIN good?", "answered", "-No", "ann"],
        [1, 3, "Olga", "Oh", "taken back", "", ""],
    ]
    sheet = openpyxl.load_workbook(
        io.BytesIO(keeper.get(reverse("questions-file", args=[game.code, "xlsx"])).content)
    ).active
    assert (sheet["D2"].value, sheet["G3"].value, sheet["D2"].data_type) == ("=Why?", "-No", "s")
    assert (
        reverse("questions-file", args=[game.code, "csv"])
        in keeper.get(reverse("dashboard", args=[game.code])).content.decode()
    )
    with CaptureQueriesContext(connection) as few:
        rows(keeper, "questions-file", game.code)
    Question.objects.all().delete()
    with CaptureQueriesContext(connection) as none:
        rows(keeper, "questions-file", game.code)
    assert len(few) == len(none)


def test_hidden_names_are_hidden_in_files_too(client, game, players, stranger):
    game.event.posts.create(user=stranger, role="arbitrator")
    type(game).objects.filter(pk=game.pk).update(names_hidden=True)
    client.force_login(stranger)
    text = client.get(reverse("log-file", args=[game.code, "csv"])).content.decode()
    assert "Mona" not in text


def test_pages_lead_to_their_files(keeper, evening):
    event = evening.event_id
    for page, args, route in (
        ("players", [evening.code], "players-file"),
        ("event-entries", [event], "entries-file"),
        ("log", [evening.code], "log-file"),
    ):
        text = keeper.get(reverse(page, args=args)).content.decode()
        assert reverse(route, args=[*args, "xlsx"]) in text
    searched = keeper.get(reverse("event-entries", args=[event]), {"q": "Mona"}).content.decode()
    assert reverse("entries-file", args=[event, "csv"]) + "?q=Mona" in searched


def test_a_table_takes_no_more_queries_for_more_players(game, players, django_assert_num_queries):
    from duplicate.attendance.seating import entries_of

    with django_assert_num_queries(1):
        found = list(entries_of(game).select_related("player", "partner"))
        assert len(players_table((entry, 1) for entry in found).rows) == 3
