"""The pages of prepared games: what their maker does there."""

import csv
import json
from dataclasses import replace
from datetime import date
from io import BytesIO, StringIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from openpyxl import load_workbook
from pypdf import PdfReader

from duplicate.games import services as game_services
from duplicate.models import Game
from duplicate.models.prepared import PreparedGame
from duplicate.prepared_games.drawing.draw_list import draw_list_pdf
from duplicate.rounds import services as round_services
from duplicate.website.archive.removal import delete_event
from engine.duplicate_games.records import RecordRound
from tests.factories.prepared_games import RULES, TYPED, tells
from tournaments.printing.letterhead import heading_of
from tournaments.printing.pdf.values import Paper

pytestmark = pytest.mark.django_db


def test_a_game_is_typed_and_shown_with_its_facts_alone(desk, text, secrets):
    answer = desk.post("/desk/prepared/new/", TYPED | {"text": text}, follow=True)
    prepared = PreparedGame.objects.get()
    assert answer.redirect_chain == [(f"/desk/prepared/{prepared.pk}/", 302)]
    facts = prepared.game_facts
    shown = answer.content.decode()
    for fact in (facts.rounds, facts.total, facts.unique_tops, facts.lowest_top, facts.spread):
        assert f"<dd>{fact}</dd>" in shown
    assert shown.count("<rect") == facts.rounds
    assert not tells(answer, secrets)
    assert not tells(desk.get("/desk/prepared/"), secrets)


def test_nothing_typed_is_lost(desk, text):
    spoilt = text.replace("\n", "\nAB CD\n", 1)
    answer = desk.post("/desk/prepared/new/", TYPED | {"text": spoilt})
    assert answer.status_code == 422
    assert answer.context["form"]["text"].value() == spoilt
    assert answer.context["form"].errors["text"][0].startswith("Line 2: ")
    assert not PreparedGame.objects.exists()


@pytest.mark.parametrize("by_file", [True, False])
def test_a_record_is_imported(desk, record, by_file):
    given = (
        {"file": SimpleUploadedFile("game.json", record.to_json().encode())}
        if by_file
        else {"text": record.to_line()}
    )
    assert desk.post("/desk/prepared/import/", {"name": "Old"} | given).status_code == 302
    assert PreparedGame.objects.get().open_record().rounds == record.rounds


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "windows-1252"])
def test_a_text_as_clubs_publish_it_is_imported(desk, record, encoding):
    lines = ["Club de Genève, mardi", "N° Rack Word Ref. Points"]
    lines += [
        f"{number}. {line.rack} | {line.word} | {line.ref} | {line.score}"
        for number, line in enumerate(record.rounds, start=1)
    ]
    given = {
        "file": SimpleUploadedFile("game.txt", "\r\n".join(lines).encode(encoding)),
        "lexicon": "english",
    }
    answer = desk.post("/desk/prepared/import/", {"name": "Old"} | given)
    assert answer.status_code == 302, answer.content.decode()
    assert PreparedGame.objects.get().open_record().rounds == record.rounds


@pytest.mark.parametrize(
    ("given", "field", "problem"),
    [
        ({}, "file", "Choose a file, or paste"),
        ({"text": "{nothing"}, "text", "line 1: Expecting"),
        ({"file": SimpleUploadedFile("x", b"\xff\xfe\x00")}, "file", "not UTF-8 text"),
        ({"text": "1 AEINRST"}, "lexicon", "choose one"),
        (
            {"text": "1 AEINRST\n3 A!", "lexicon": "english"},
            "text",
            "Line 2: “A!” is not a rack of these tiles.",
        ),
        ({"text": "1 AEINRST RETAINS H4 71", "lexicon": "english"}, "text", "Line 1: the score is"),
        ({"file": SimpleUploadedFile("x", b"x" * 60_000)}, "file", "too large"),
    ],
)
def test_what_is_no_record_is_told(desk, given, field, problem):
    if "file" in given:
        given["file"].seek(0)
    answer = desk.post("/desk/prepared/import/", {"name": "Old"} | given)
    assert answer.status_code == 422
    assert problem in answer.context["form"].errors[field][0]


def test_looking_inside_shows_it_and_is_recorded(desk, prepared, secrets):
    assert desk.get(f"/desk/prepared/{prepared.pk}/look/").status_code == 405
    answer = desk.post(f"/desk/prepared/{prepared.pk}/look/")
    assert set(tells(answer, secrets)) == secrets
    assert "no-store" in answer["Cache-Control"]
    assert prepared.looks.get().by.username == "ann"
    again = desk.get(f"/desk/prepared/{prepared.pk}/")
    assert "Nobody has viewed the contents" not in again.content.decode()
    assert not tells(again, secrets)


@pytest.mark.parametrize("kind", ["csv", "xlsx", "json"])
def test_its_racks_and_moves_are_saved_by_who_looks_inside(desk, prepared, record, kind):
    """As an act, which is on record; a link would not be."""
    address = f"/desk/prepared/{prepared.pk}/look.{kind}"
    assert desk.get(address).status_code == 405
    assert not prepared.looks.exists()
    answer = desk.post(address)
    assert prepared.looks.count() == 1
    assert "no-store" in answer["Cache-Control"]
    assert answer["Content-Disposition"] == f'attachment; filename="draw-list-sunday.{kind}"'
    rows = [
        [number, line.rack, line.word or "nobody can play", line.ref or None, line.score]
        for number, line in enumerate(record.rounds, start=1)
    ]
    if kind == "json":
        told = json.loads(answer.content)
        assert told["title"] == "Draw list"
        assert [[cell or None if cell == "" else cell for cell in row] for row in told["rows"]] == rows
    elif kind == "xlsx":
        sheet = load_workbook(BytesIO(answer.content)).active
        assert [[cell.value for cell in row] for row in sheet.iter_rows(min_row=2)] == rows
    else:
        lines = list(csv.reader(StringIO(answer.content.decode("utf-8-sig"))))[1:]
        guarded = [
            [str(cell or "") if place != 4 else str(cell) for place, cell in enumerate(row)] for row in rows
        ]
        assert [[cell.removeprefix("'") for cell in line] for line in lines] == guarded
    assert desk.post(f"/desk/prepared/{prepared.pk}/look.pdfx").status_code == 404
    assert prepared.looks.count() == 1


def test_nobody_else_saves_its_racks_and_moves(client, prepared, stranger):
    client.force_login(stranger)
    assert client.post(f"/desk/prepared/{prepared.pk}/look.csv").status_code == 404
    assert not prepared.looks.exists()


def test_it_is_renamed_and_deleted_until_it_is_used(desk, prepared):
    page = f"/desk/prepared/{prepared.pk}/"
    desk.post(f"{page}rename/", {"name": "Monday"})
    assert desk.post(f"{page}rename/", {"name": ""}).status_code == 422
    prepared.refresh_from_db()
    assert prepared.name == "Monday"
    made = {
        "name": "Cup",
        "lexicon": "english",
        "rule_set": "fisf",
        "notation": "duplicate",
        "prepared": prepared.pk,
    }
    assert desk.post("/desk/new/", made).status_code == 302
    game = Game.objects.get()
    assert (game.prepared, game.rule_set.name) == (prepared, "fisf")
    assert f"/desk/{game.code}/" in desk.get(page).content.decode()
    assert "has been used" in desk.post(f"{page}delete/", follow=True).content.decode()
    delete_event(game.event)
    desk.post(f"{page}delete/")
    assert not PreparedGame.objects.exists()


def test_a_new_game_offers_the_prepared_ones_of_its_maker(desk, prepared, stranger):
    offered = desk.get(f"/desk/new/?prepared={prepared.pk}")
    assert f'<option value="{prepared.pk}" selected>Sunday</option>' in offered.content.decode()
    desk.force_login(stranger)
    assert "Sunday</option>" not in desk.get("/desk/new/").content.decode()
    made = {"name": "Cup", "lexicon": "english", "rule_set": "fisf", "notation": "duplicate"}
    assert desk.post("/desk/new/", made | {"prepared": prepared.pk}).status_code == 422


def test_the_desk_says_when_it_is_no_longer_as_prepared(desk, prepared, arbitrator):
    game = game_services.create_game(
        name="Cup", by=arbitrator, lexicon="english", notation="duplicate", rules=RULES, prepared=prepared
    )
    assert "Prepared game" in desk.get(f"/desk/{game.code}/").content.decode()
    round_ = round_services.draw_rack(game=game, by=arbitrator)
    game.rounds.update(state="announced", announced_at=round_.game.created_at, rack="ABCDEFG", score=0)
    assert "No longer the prepared game since round 1" in desk.get(f"/desk/{game.code}/").content.decode()


def test_the_draw_list_is_a_page_with_the_list_in_the_middle_third(desk, prepared, record):
    answer = desk.post(f"/desk/prepared/{prepared.pk}/draw-list.pdf")
    assert answer["Content-Type"] == "application/pdf"
    [page] = PdfReader(BytesIO(answer.content)).pages
    third = float(page.mediabox.height) / 3
    places = {}

    def visit(text, matrix, text_matrix, _font, _size):
        if text.strip():
            places.setdefault(text.strip(), text_matrix[5] * matrix[3] + matrix[5])

    text = " ".join(page.extract_text(visitor_text=visit).split())
    for number, line in enumerate(record.rounds, start=1):
        written = f"{line.word} {line.ref}".strip() or "nobody can play"
        assert f"{number} {line.rack} {written} {line.score}" in text
        assert third < places[line.rack] < 2 * third
    assert places["Sunday"] > 2 * third
    outside = [text for text, height in places.items() if height > 2 * third]
    assert not [line.rack for line in record.rounds if line.rack in outside]
    # A print counts as a look.
    assert prepared.looks.count() == 1


def test_a_long_draw_list_stays_on_its_third(db, record):
    rounds = tuple(
        RecordRound("[CH][LL][RR]+[CH][LL][RR][CH]", "OXYPHENBUTAZONE", "15A", 1780) for _line in range(70)
    )
    heading = heading_of("An event " * 20, date(2026, 3, 3))
    [page] = PdfReader(BytesIO(draw_list_pdf(replace(record, rounds=rounds), Paper(heading)))).pages
    assert page.extract_text().count("1780") == 70


@pytest.mark.parametrize("who", ["stranger", "nobody"])
def test_the_draw_list_is_for_its_maker_alone(client, prepared, stranger, who):
    if who == "stranger":
        client.force_login(stranger)
    answer = client.post(f"/desk/prepared/{prepared.pk}/draw-list.pdf")
    assert answer.status_code == (404 if who == "stranger" else 302)
    assert not prepared.looks.exists()


def test_no_link_makes_somebody_look(desk, prepared):
    assert desk.get(f"/desk/prepared/{prepared.pk}/draw-list.pdf").status_code == 405
    assert not prepared.looks.exists()
