"""Score sheets of matches kept move by move, on paper and as GCG; and files that the pages of a division link to."""

import json
import uuid
from io import BytesIO

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from engine.formats.gcg import GcgGame
from engine.referee import ClassicSettings, state_of
from engine.referee.gcg.reader import from_gcg
from engine.tiles import load_tile_set
from tests.factories.annotated_matches import lines_of, recorded_game
from tests.factories.matches import clocks_of
from tests.tournaments.classic.printing.documents import make_document
from tournaments.classic.match_records import selectors as record_selectors
from tournaments.classic.match_records.services import Keeper, enter_turn
from tournaments.classic.models import MatchClock
from tournaments.classic.printing.data.match_records import score_sheet
from tournaments.classic.rounds import results
from tournaments.classic.scores.scores import Score
from tournaments.names import name_visibility

pytestmark = pytest.mark.django_db


@pytest.fixture
def division(match):
    return match.round.division


@pytest.fixture
def desk(chief):
    client = Client()
    client.force_login(chief)
    return client


def text_of(data):
    return " ".join("\n".join(page.extract_text() for page in PdfReader(BytesIO(data)).pages).split())


def file_of(desk, name, *args, query=""):
    answer = desk.get(reverse(name, args=args) + query)
    assert answer.status_code == 200
    return answer


def rows_of(answer):
    shown = json.loads(answer.content)
    return shown["columns"], shown["rows"]


def test_the_sheet_has_both_side_by_side_with_racks_points_and_totals(division, record, enter):
    enter("AEINRST:8D NASTIER", "-", "9I AT", "-3")
    text = text_of(make_document(division, "score-sheet"))
    assert "Ann – Bob Open · A" in text
    assert "Round 1 · Table 1" in text
    assert "Rack Ann Points Total Rack Bob Points Total" in text
    assert "AEINRST 8D NASTIER 66 66 passes 0" in text
    assert "exchanges 3 0" in text
    assert "in progress" in text


def test_a_play_that_comes_off_gives_nothing_and_says_so(division, record, enter):
    enter("8H QVZ", "?")
    turns = score_sheet(record).turns
    assert [(turn.kind, turn.player, turn.points, turn.total) for turn in turns] == [
        ("place", 0, 0, 0),
        ("upheld", 1, 0, 0),
    ]
    text = text_of(make_document(division, "score-sheet"))
    assert "8H QVZ (taken off) 0 0 challenge upheld 0" in text


def test_points_for_a_failed_challenge_are_those_of_the_challenged_player(division, record, enter):
    settings = ClassicSettings(challenge="points", challenge_points=5, challenge_points_go="gained")
    type(record).objects.filter(pk=record.pk).update(settings=settings.to_toml())
    record.refresh_from_db()
    enter("8D NASTIER", "?", "-")
    turns = score_sheet(record).turns
    assert [(turn.kind, turn.player, turn.points, turn.total) for turn in turns] == [
        ("place", 0, 66, 66),
        ("challenge", 1, 0, 0),
        ("challenged", 0, 5, 71),
        ("pass", 1, 0, 0),
    ]
    text = text_of(make_document(division, "score-sheet"))
    assert "points for the challenge 5 71" in text


def test_a_whole_match_ends_with_what_the_tiles_left_gave_and_reads_back(division, record, chief):
    for line, rack, _before in lines_of(recorded_game("double")):
        enter_turn(record=record, keeper=Keeper(by=chief), key=uuid.uuid4(), line=line, rack=rack)
    sheet = score_sheet(record)
    assert sheet.over
    assert sheet.scores == record_selectors.final_scores(record)
    ends = [turn for turn in sheet.turns if turn.kind == "end"]
    assert [turn.total for turn in ends] == list(sheet.scores)
    data = make_document(division, "score-sheet")
    assert f"{sheet.scores[0]}–{sheet.scores[1]}" in text_of(data)
    assert len(PdfReader(BytesIO(data)).pages) == 1
    tiles = load_tile_set("english")
    again = from_gcg(GcgGame.parse(make_document(division, "score-sheet", kind="gcg"), tiles), tiles)
    assert state_of(again).scores == sheet.scores


def test_with_names_hidden_it_has_tables_and_so_has_the_gcg(division, record, enter):
    enter("8D TRAIN")
    with name_visibility.hidden(True):
        sheet, gcg = (make_document(division, "score-sheet", kind=kind) for kind in ("pdf", "gcg"))
        told = text_of(sheet) + gcg.decode()
    assert "Ann" not in told
    assert "Table" in told


def test_racks_are_for_those_who_judge(desk, division, record, chief, django_user_model):
    helper = django_user_model.objects.create_user("helper")
    division.event.posts.create(user=helper, role="helper")
    query = f"?match={record.match_id}"
    place = (division.event_id, "division", division.pk, "score-sheet")
    page = desk.get(reverse("division-match", args=[division.event_id, division.pk, 1, 1])).content.decode()
    assert reverse("document-file", args=[*place, "pdf"]) + query in page
    assert file_of(desk, "document-file", *place, "gcg", query=query).content.startswith(
        b"#character-encoding"
    )
    client = Client()
    client.force_login(helper)
    for kind in ("pdf", "gcg"):
        assert client.get(reverse("document-file", args=[*place, kind]) + query).status_code == 403


def test_another_division_has_no_such_match(division, record, enter):
    enter("8D TRAIN")
    other = type(division).objects.create(event=division.event, name="B", lexicon=division.lexicon)
    text = text_of(make_document(other, "score-sheet", match=str(record.match_id)))
    assert "No match of this division is kept move by move." in text


# Files of what pages show


@pytest.mark.repeats
@pytest.mark.parametrize("kind", ["csv", "xlsx", "json"])
def test_the_pages_link_to_all_their_tables_as_files(desk, division, match, kind):
    for name, args, file in (
        ("division-players", (), "players"),
        ("division-standings", (), "standings"),
        ("division-prizes", (), "prizes"),
        ("division-ratings", (), "ratings"),
        ("division-round", (1,), "pairings-by-table"),
        ("entrant", (match.first_id,), "matches"),
    ):
        page = desk.get(reverse(name, args=[division.event_id, division.pk, *args])).content.decode()
        assert f"/{file}.{kind}" in page
    wall = desk.get(reverse("clock-wall", args=[division.event_id])).content.decode()
    assert f"/clocks.{kind}" in wall


def test_the_matches_of_a_player_as_they_are_shown(desk, division, match, chief):
    results.enter_result(division=division, number=1, table=1, score=Score(412, 398), by=chief)
    place = (division.event_id, division.pk, match.first_id)
    columns, rows = rows_of(file_of(desk, "entrant-matches", *place, "json"))
    assert columns == ["Round", "Table", "Goes first", "Result", "Second"]
    assert rows == [[1, 1, "Ann", "412–398", "Bob"]]
    assert desk.get(reverse("entrant-matches", args=[*place, "pdf"])).status_code == 404


def test_the_clocks_of_the_wall_as_they_stand(desk, division, match, chief):
    held = clocks_of(match.round)[0]
    MatchClock.objects.filter(pk=held.pk).update(second_left_ms=-65_000, state="over")
    columns, rows = rows_of(file_of(desk, "export-clocks", division.event_id, "json"))
    assert columns[:4] == ["Division", "Round", "Table", "State"]
    assert rows == [["A", 1, 1, "over", "Ann", "25:00", "Bob", "−1:05"]]


def test_files_are_the_desks_alone(division, match):
    for name, args in (
        ("entrant-matches", (division.event_id, division.pk, match.first_id, "csv")),
        ("export-clocks", (division.event_id, "csv")),
    ):
        assert Client().get(reverse(name, args=args)).status_code == 302


def test_whoever_may_not_know_names_gets_no_licence_with_the_standings(desk, division, match):
    player = match.first.entry.player
    player.licence = "1234567"
    player.save()
    place = (division.event_id, division.pk, "csv")
    assert b"1234567" in file_of(desk, "export-division-standings", *place).content
    with name_visibility.hidden(True):
        assert b"1234567" not in make_document(division, "standings", kind="csv")
