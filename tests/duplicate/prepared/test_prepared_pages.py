"""The pages of prepared games: what their maker does there, and that nobody else learns anything."""

import csv
import json
from dataclasses import replace
from datetime import date
from io import BytesIO, StringIO

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from openpyxl import load_workbook
from pypdf import PdfReader

from duplicate.games import services as game_services
from duplicate.games.players import services as player_services
from duplicate.models import Game
from duplicate.models.prepared import PreparedGame
from duplicate.prepared import search as prepared_search
from duplicate.prepared.services import open_record, prepare_typed
from duplicate.printing.pdf.draw_list import draw_list_pdf
from duplicate.rounds import services as round_services
from duplicate.website.archive.removal import delete_event
from engine.duplicate_games.game_statistics import Criteria
from engine.duplicate_games.records import RecordRound
from engine.duplicate_games.simulate import play_game
from engine.rules import load_rule_set
from engine.tiles import load_tile_set
from tournaments.models import Arbitrator
from tournaments.printing.letterhead import heading_of
from tournaments.printing.pdf.values import Paper

pytestmark = pytest.mark.django_db

RULES = load_rule_set("classic")


@pytest.fixture(scope="module")
def record(english):
    return play_game("prepared-3", english, load_tile_set("english"), RULES)


@pytest.fixture
def text(record):
    return "\n".join(f"{line.rack} {line.word} {line.ref}".strip() for line in record.rounds)


@pytest.fixture
def prepared(built_in, arbitrator, text):
    return prepare_typed(
        name="Sunday", lexicon="english", rules=RULES, notation="duplicate", text=text, by=arbitrator
    )


@pytest.fixture
def desk(client, built_in, arbitrator):
    client.force_login(arbitrator)
    return client


@pytest.fixture
def secrets(record):
    """Return the texts that would reveal the game: its racks, and its words of more than four letters."""
    return {line.rack for line in record.rounds} | {line.word for line in record.rounds if len(line.word) > 4}


def tells(answer, secrets):
    text = answer.content.decode()
    return [secret for secret in secrets if secret in text]


TYPED = {"name": "Sunday", "lexicon": "english", "rule_set": "classic", "notation": "duplicate"}


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
    assert open_record(PreparedGame.objects.get()).rounds == record.rounds


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
    assert open_record(PreparedGame.objects.get()).rounds == record.rounds


@pytest.mark.parametrize(
    ("given", "field", "problem"),
    [
        ({}, "file", "Choose a file, or paste"),
        ({"text": "{nothing"}, "text", "line 1: Expecting"),
        ({"file": SimpleUploadedFile("x", b"\xff\xfe\x00")}, "file", "no text in UTF-8"),
        ({"text": "1 AEINRST"}, "lexicon", "choose one"),
        (
            {"text": "1 AEINRST\n3 A!", "lexicon": "english"},
            "text",
            "Line 2: “A!” is no rack of these tiles.",
        ),
        ({"text": "1 AEINRST RETAINS H4 71", "lexicon": "english"}, "text", "Line 1: the score is"),
        ({"file": SimpleUploadedFile("x", b"x" * 60_000)}, "file", "too big"),
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
    assert "Nobody has looked inside" not in again.content.decode()
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
    round_services.draw_rack(game=game, by=arbitrator)
    game.rounds.update(state="cancelled")
    assert "No longer as prepared" in desk.get(f"/desk/{game.code}/").content.decode()


# --- Searching --------------------------------------------------------------------------------------------------------

ASKED = {"lexicon": "english", "rule_set": "classic", "games": 60, "long_word": 7, "ranking": "spread"}


@pytest.fixture
def search(built_in, arbitrator):
    search = prepared_search.start_search(
        lexicon="english", rules=RULES, criteria=Criteria(ranking="total"), games=30, by=arbitrator
    )
    for chunk in search.left:
        prepared_search.try_chunk(search.pk, chunk)
    search.refresh_from_db()
    return search


def test_a_search_is_asked_for(desk):
    ranges = {"rounds_least": 18, "rounds_most": 24, "long_words_most": 3, "spread_least": "4.5"}
    answer = desk.post("/desk/prepared/search/", ASKED | ranges, follow=True)
    shown = answer.content.decode()
    for sentence in ("Rounds: 18 to 24", "Words of 7 letters or more: 3 at most", "Spread: 4.5 or more"):
        assert sentence in shown
    assert "0 of 60 games tried" in shown
    assert 'hx-trigger="every 2s"' in shown


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"rounds_least": 24, "rounds_most": 18}, "rounds_most"),
        ({"total_least": "many"}, "total_least"),
        ({"games": 0}, "games"),
        ({"games": 10_000_000}, "games"),
        ({"long_word": 16}, "long_word"),
    ],
)
def test_what_cannot_be_asked_is_told(desk, wrong, field):
    answer = desk.post("/desk/prepared/search/", ASKED | wrong)
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [field]


def test_games_found_are_kept_from_the_page(desk, search, arbitrator):
    page = f"/desk/prepared/search/{search.pk}/"
    numbers = [line["number"] for line in search.found[:2]]
    polled = desk.get(page, {"game": numbers[0]}, headers={"HX-Request": "true"}).content.decode()
    assert polled.count(" checked>") == 1
    assert "<html" not in polled
    assert "Choose the games" in desk.post(f"{page}keep/", {"name": "Cup"}).content.decode()
    assert desk.post(f"{page}keep/", {"name": "", "game": numbers}).status_code == 422
    assert desk.post(f"{page}keep/", {"name": "Cup", "game": numbers}).status_code == 302
    assert sorted(PreparedGame.objects.values_list("name", flat=True)) == ["Cup – 1", "Cup – 2"]
    assert desk.get(page).content.decode().count(">kept</a>") == 2


def test_a_search_is_stopped_gone_on_with_and_deleted(desk, arbitrator):
    search = prepared_search.start_search(
        lexicon="english", rules=RULES, criteria=Criteria(), games=30, by=arbitrator
    )
    page = f"/desk/prepared/search/{search.pk}/"
    for act, sign in (("stop", ">stopped<"), ("resume", ">running<")):
        assert sign in desk.post(f"{page}{act}/", follow=True).content.decode()
    assert desk.post(f"{page}delete/", follow=True).redirect_chain == [("/desk/prepared/", 302)]
    assert desk.get(page).status_code == 404


def test_one_that_got_lost_says_so(desk, arbitrator, hands):
    search = prepared_search.start_search(
        lexicon="english", rules=RULES, criteria=Criteria(), games=30, by=arbitrator
    )
    hands.move(prepared_search.SILENT_SECONDS + 1)
    shown = desk.get(f"/desk/prepared/search/{search.pk}/").content.decode()
    assert ">interrupted<" in shown
    assert 'id="resume"' in shown


@pytest.mark.parametrize("rows", [1, 4])
def test_the_list_asks_as_often_whatever_its_length(desk, text, arbitrator, django_assert_num_queries, rows):
    for number in range(rows):
        prepare_typed(
            name=f"Game {number}",
            lexicon="english",
            rules=RULES,
            notation="duplicate",
            text="\n".join(text.splitlines()[:2]),
            by=arbitrator,
        )
    with django_assert_num_queries(4):
        desk.get("/desk/prepared/")


# --- Permissions and secrets --------------------------------------------------------------------------------


@pytest.fixture
def used(prepared, arbitrator, stranger):
    """A game made of it, with another arbitrator, a helper and a player, before its first rack is drawn."""
    game = game_services.create_game(
        name="Cup", by=arbitrator, lexicon="english", notation="duplicate", rules=RULES, prepared=prepared
    )
    helper = User.objects.create_user("hal", password="a good long one")
    game.event.posts.create(user=stranger, role=Arbitrator.Role.ARBITRATOR)
    game.event.posts.create(user=helper, role=Arbitrator.Role.HELPER)
    return game


@pytest.mark.parametrize("who", [None, "bob", "hal", "root"])
@pytest.mark.parametrize(
    ("method", "address"),
    [
        ("get", ""),
        ("post", "look/"),
        ("post", "rename/"),
        ("post", "delete/"),
    ],
)
def test_nobody_else_has_its_pages(client, used, prepared, admin_user, who, method, address):
    admin_user.username = "root"
    admin_user.save()
    if who:
        client.force_login(User.objects.get(username=who))
    answer = getattr(client, method)(f"/desk/prepared/{prepared.pk}/{address}", {"name": "Mine"})
    if who:
        assert answer.status_code == 404
    else:
        assert (answer.status_code, answer.url.partition("?")[0]) == (302, "/login/")
    prepared.refresh_from_db()
    assert prepared.name == "Sunday"
    assert not prepared.looks.exists()


@pytest.mark.parametrize("act", ["", "keep/", "stop/", "resume/", "delete/"])
def test_nobody_else_has_the_pages_of_a_search(client, search, stranger, act):
    client.force_login(stranger)
    page = f"/desk/prepared/search/{search.pk}/{act}"
    answer = client.post(page, {"game": 1, "name": "x"}) if act else client.get(page)
    assert answer.status_code == 404
    assert prepared_search.searches_for(search.made_by).get().state == "done"


@pytest.mark.parametrize("who", ["ann", "bob", "hal"])
def test_no_page_of_the_desk_tells_a_rack_before_it_is_drawn(client, used, secrets, who):
    client.force_login(User.objects.get(username=who))
    for page in ("", "panel/", "players/", "words/?q=AB", "record.json"):
        assert not tells(client.get(f"/desk/{used.code}/{page}"), secrets)
    assert not tells(client.get("/desk/prepared/"), secrets)
    assert not tells(client.get("/desk/"), secrets)


def test_players_and_the_api_learn_nothing(client, used, prepared, secrets, arbitrator, record):
    token = player_services.join_game(game=used, name="Mona").token
    round_services.draw_rack(game=used, by=arbitrator)
    for page in (
        f"/api/v1/games/{used.code}/",
        f"/play/{used.code}/",
        f"/screen/{used.code}/",
        f"/join/{used.code}/",
        "/api/schema/",
    ):
        assert not tells(client.get(page), secrets)
    me = client.get(f"/api/v1/games/{used.code}/me/", headers={"Authorization": f"Bearer {token}"})
    assert me.status_code == 200
    assert not tells(me, secrets)
    round_services.open_round(game=used, by=arbitrator)
    frame = json.loads(client.get(f"/api/v1/games/{used.code}/").content)
    assert frame["round"]["rack_text"] == record.rounds[0].rack
    later = {line.rack for line in record.rounds[1:]} | {
        line.word for line in record.rounds if len(line.word) > 4
    }
    assert not tells(client.get(f"/api/v1/games/{used.code}/"), later)
    assert "prepared" not in frame


def test_the_admin_shows_facts_alone(admin_client, used, prepared, search, secrets):
    for model, row in (("preparedgame", prepared), ("preparation", search), ("game", used)):
        for page in (
            reverse(f"admin:duplicate_{model}_changelist"),
            reverse(f"admin:duplicate_{model}_change", args=[row.pk]),
            reverse(f"admin:duplicate_{model}_history", args=[row.pk]),
        ):
            answer = admin_client.get(page)
            assert answer.status_code == 200
            assert not tells(answer, secrets)
            assert "gAAAA" not in answer.content.decode(), "not even what is sealed"
        change = reverse(f"admin:duplicate_{model}_change", args=[row.pk])
        assert admin_client.post(change, {"name": "Other"}).status_code == 403
    facts = admin_client.get(reverse("admin:duplicate_preparedgame_change", args=[prepared.pk]))
    assert "unique_tops" in facts.content.decode()


def test_nothing_is_logged(caplog, desk, prepared, secrets, text):
    """Neither what is typed wrongly nor what is sealed and damaged gets into the program's own log."""
    with caplog.at_level("DEBUG"):
        desk.post("/desk/prepared/new/", TYPED | {"text": text.replace("H", "Z", 1)})
        PreparedGame.objects.update(sealed=b"damaged")
        desk.post(f"/desk/prepared/{prepared.pk}/look/", follow=True)
    logged = [entry.getMessage() for entry in caplog.records if not entry.name.startswith("django.db")]
    assert not [secret for secret in secrets if any(secret in line for line in logged)]


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
