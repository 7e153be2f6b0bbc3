"""A GCG file imported as the record of a match: whole, by the rules of its division, of its own players alone."""

import html
import re
from dataclasses import replace
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from engine.errors import EngineError
from engine.formats.gcg import EventKind, GcgGame
from engine.referee import ClassicSettings, state_of
from engine.tiles import load_tile_set
from tests.factories.annotated_matches import recorded_game
from tests.factories.matches import make_matches
from tests.tournaments.classic.printing.documents import make_document
from tests.tournaments.classic.printing.test_score_sheets import text_of
from tournaments.classic.acts.actions import ACTIONS
from tournaments.classic.match_records import selectors as record_selectors
from tournaments.classic.match_records import services as record_services
from tournaments.classic.match_records.gcg_import import (
    cancel_file,
    find_swapped,
    import_gcg,
    keep_file,
    terms_of,
)
from tournaments.classic.match_records.gcg_review import review_gcg
from tournaments.classic.models import GcgFile, MatchRecord, RecordEntry
from tournaments.classic.printing.data.match_records import gcg_of, score_sheet
from tournaments.classic.rounds.results import enter_result
from tournaments.classic.scores.match_rules import fields_of_rules
from tournaments.classic.scores.scores import Score
from tournaments.errors import RuleViolation

pytestmark = pytest.mark.django_db

RECORDS = Path(__file__).parents[3] / "engine/records/classic"
FILE = (RECORDS / "double.gcg").read_bytes()
# The match has Ann first; in the file it is Bo, whose name is not hers.
OURS = FILE.replace(b"#player2 Bo Bo", b"#player2 Bo Ann").replace(b"Ann_Marsh Ann Marsh", b"Ann_Marsh Ben")


@pytest.fixture
def match(english):
    return make_matches()[0]


@pytest.fixture
def director(match):
    return User.objects.get(username="director")


def scores_in(data):
    """Return the scores of all turns; those for the tiles left are in the order of the players."""
    events = GcgGame.parse(data, load_tile_set("english")).events
    return [event.score for event in events if event.kind is not EventKind.RACK]


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "this tile set (English tiles). All letters of the file are in: Polish tiles."),
        ("de", "dieses Steinsatzes (Englische Steine). Alle Buchstaben der Datei haben: Polnische Steine."),
    ],
)
def test_a_file_of_other_tiles_names_them(client, match, director, language, told):
    client.force_login(director)
    division = match.round.division
    page = reverse("import-gcg", args=[division.event_id, division.pk, 1, match.table])
    file = SimpleUploadedFile("polish.gcg", ">Ann: AŁPKOWZ 8D ŁAPKO +20 20\n".encode())
    answer = client.post(page, {"file": file}, follow=True, headers={"Accept-Language": language})
    assert told in html.unescape(answer.text)


def test_the_review_tells_how_letters_were_read(client, match, director):
    spanish = b">Ann: CHALERS 8D CHAL +20 20\n>Bo: CALLES - +0 0\n>Ann: CHALLAS - +0 20\n"
    read = review_gcg(spanish, replace(terms_of(match), tile_set="spanish")).readings
    assert read == ("Read as CH + A + L + E + R + S, C + A + LL + E + S; apart: [C][H], [L][L]",)
    client.force_login(director)
    division = match.round.division
    page = reverse("import-gcg", args=[division.event_id, division.pk, 1, match.table])
    file = SimpleUploadedFile("game.gcg", OURS.replace(b"ITMEHLN", "ÍTMÉHLN".encode()))
    assert "Accents become tiles: Í → I, É → E" in client.post(page, {"file": file}, follow=True).text


def test_the_record_is_the_game_of_the_file(match, director):
    record = import_gcg(match=match, data=OURS, by=director)
    there = record_selectors.game_of(record)
    file = recorded_game("double")
    assert state_of(there).board == state_of(file).board
    assert state_of(there).scores == state_of(file).scores[::-1], "who goes first comes first here"
    assert record.entries.filter(by=director).count() > 20
    assert scores_in(gcg_of(record).encode()) == scores_in(FILE)
    assert match.round.division.event.acts.last().act == "record_imported"


def test_the_last_turn_can_be_taken_back_and_entered_anew(match, director):
    record = import_gcg(match=match, data=OURS, by=director)
    before = state_of(record_selectors.game_of(record))
    record_services.take_back(
        record=record, keeper=record_services.Keeper(by=director), key="00000000-0000-0000-0000-000000000001"
    )
    assert state_of(record_selectors.game_of(record)) != before


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (FILE, "gcg_players"),
        (b"#player3 C Cleo\n" + OURS.split(b"\n", 1)[1], "gcg_players_number"),
        (b"", "gcg_empty"),
        (b"#player1 A Ann\n#player2 B Ben\n", "gcg_empty"),
        (
            b"#player1 A Ann\n#player2 B Ben\n>A: TRAINED 8D TRAIN +12 12\n>A: EDX 9H EX +21 33\n",
            "gcg_one_player",
        ),
    ],
)
def test_what_is_of_others_is_refused(match, director, data, code):
    with pytest.raises(RuleViolation) as refused:
        import_gcg(match=match, data=data, by=director)
    assert refused.value.code == code
    assert not MatchRecord.objects.exists()


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (OURS.replace(b"8E LITHE +16 16", b"8E LITHE +17 17"), 8),
        (OURS.replace(b"8E LITHE", b"8E L!THE"), 8),
        (OURS.replace(b"7F PAUSAL", b"1A PAUSAL"), 9),
        (OURS + b"and then tea\n", None),
        (b"not a game at all", 1),
    ],
)
def test_what_is_wrong_is_told_by_its_line_and_changes_nothing(match, director, data, line):
    with pytest.raises(EngineError) as refused:
        import_gcg(match=match, data=data, by=director)
    if line:
        assert refused.value.params["line"] == line
    assert not MatchRecord.objects.exists()
    assert not match.round.division.event.acts.exists()


def test_a_record_with_entries_stays(match, director):
    record = import_gcg(match=match, data=OURS, by=director)
    count = record.entries.count()
    with pytest.raises(RuleViolation, match="already has a record"):
        import_gcg(match=match, data=OURS, by=director)
    assert RecordEntry.objects.count() == count


def test_only_the_chief(match, client):
    with pytest.raises(RuleViolation):
        import_gcg(match=match, data=OURS, by=User.objects.create_user("x"))


def test_the_page(match, director, client):
    client.force_login(director)
    division = match.round.division
    parts = [division.event_id, division.pk, 1, match.table]
    page = reverse("division-match", args=parts)
    assert reverse("import-gcg", args=parts) in client.get(page).content.decode()

    def post(name, **fields):
        answer = client.post(
            reverse(name, args=parts), fields, follow=True, headers={"Accept-Language": "en"}
        )
        return answer.content.decode()

    def send(data):
        return post("import-gcg", file=SimpleUploadedFile("match.gcg", data))

    wrong = send(OURS.replace(b"8E LITHE +16 16", b"8E LITHE +17 17"))
    assert "<b>Line 8</b> The score is 16, not 17." in wrong
    assert 'id="import"' not in wrong
    assert "too large" in send(b"x" * 300_000)
    assert "Line 8" in send(OURS.replace(b"8E LITHE", b"8E L!THE"))
    review = send(OURS)
    assert "Ann_Marsh" not in review
    assert 'value="swapped" id="id_players_1" required checked' in review.replace("aria-", "")
    mark = re.search(r'name="mark" value="(\w+)"', review)[1]
    assert not MatchRecord.objects.exists()
    assert "have just changed" in post("review-gcg", players="swapped", rules="match", mark="0")
    assert not MatchRecord.objects.exists()
    assert "The record of the match is imported" in post(
        "review-gcg", players="swapped", rules="match", mark=mark
    )
    assert reverse("import-gcg", args=parts) not in client.get(page).content.decode()
    assert not GcgFile.objects.exists()


@pytest.mark.repeats
@pytest.mark.parametrize(("first", "second", "warned"), [(476, 350, True), (339, 333, False), (0, 0, None)])
def test_a_result_that_differs_is_told_before_and_after_the_import(
    match, director, client, first, second, warned
):
    """The result stands; the score sheet has both."""
    client.force_login(director)
    division, scores = match.round.division, state_of(recorded_game("double")).scores[::-1]
    parts = [division.event_id, division.pk, 1, match.table]
    if warned is False:
        first, second = scores
    if warned is not None:
        enter_result(division=division, number=1, table=match.table, score=Score(first, second), by=director)
    file = SimpleUploadedFile("match.gcg", OURS)
    english = {"headers": {"Accept-Language": "en"}}
    page = client.post(
        reverse("import-gcg", args=parts), {"file": file}, follow=True, **english
    ).content.decode()
    record = "–".join(map(str, scores))
    told = f"The result of this match is <b>{first}–{second}</b>, but the record ends with <b>{record}</b>."
    assert (told in page) is bool(warned)
    made = import_gcg(match=match, data=OURS, by=director)
    page = client.get(reverse("division-match", args=parts), **english).content.decode()
    assert (told in page) is bool(warned)
    sheet = score_sheet(MatchRecord.objects.get(pk=made.pk))
    assert sheet.result == (f"{first}–{second}" if warned else "")
    paper = make_document(division, "score-sheet")
    assert (f"result {first}–{second}, by this record {record}" in text_of(paper)) is bool(warned)


# The players, and the rules


@pytest.fixture
def review(match):
    return lambda data: review_gcg(data, terms_of(match))


@pytest.mark.parametrize(
    ("first", "second", "swapped"),
    [
        (b"Ann", b"Ben", False),
        (b"Ben", b"Ann", True),
        (b"ANN", b"Quackle", False),
        (b"Quackle", b"Ann", True),
        (b"Ann", b"Ann", None),
        (b"Cleo", b"Dan", None),
    ],
)
def test_players_are_found_by_their_names(match, review, first, second, swapped):
    data = FILE.replace(b"Ann_Marsh Ann Marsh", b"Ann_Marsh " + first).replace(b"Bo Bo", b"Bo " + second)
    assert find_swapped(review(data), match) is swapped


@pytest.mark.parametrize("swapped", [False, True])
def test_the_director_says_who_is_who(match, director, swapped):
    """Ann Marsh is the first of the file, where Bo begins."""
    record = import_gcg(match=match, data=FILE, by=director, swapped=swapped)
    there, file = record_selectors.game_of(record), recorded_game("double")
    scores = state_of(file).scores
    assert state_of(there).scores == (scores[::-1] if swapped else scores)
    assert record.second_begins is not swapped
    assert scores_in(gcg_of(record).encode()) == scores_in(FILE)


def test_a_file_by_other_rules_is_kept_by_its_own(match, director, review):
    data = re.sub(rb"#isotop-rules .*\n", b"", (RECORDS / "five_a_word.gcg").read_bytes())
    found = review(data)
    assert found.by_match.faults
    assert list(found.judgements) == ["file"]
    assert {"challenge", "challenge_points"} <= found.shown
    with pytest.raises(EngineError, match="Line"):
        import_gcg(match=match, data=data, by=director, swapped=False)
    record = import_gcg(match=match, data=data, by=director, swapped=False, by_file=True)
    assert ClassicSettings.from_toml(record.settings).challenge == "points"
    assert record_selectors.final_scores(record) == state_of(recorded_game("five_a_word")).scores
    act = match.round.division.event.acts.last()
    assert ACTIONS[act.act].sentence(act.params).endswith("by the rules of the file and not the division’s")


def test_a_rack_that_was_written_wrong_is_a_remark(match, director, review):
    data = OURS.replace(b"ITMEHLN 8E LITHE", b"ITMEHLX 8E LITHE")
    assert data != OURS
    found = review(data)
    assert [remark.line for remark in found.by_match.remarks]
    assert not found.by_match.faults
    assert import_gcg(match=match, data=data, by=director).entries.exists()


def test_one_file_waits_for_a_match_and_for_a_user(match, director):
    for data in (FILE, OURS):
        keep_file(match=match, data=data, file_name="m.gcg", by=director)
    assert bytes(GcgFile.objects.get().content) == OURS
    cancel_file(match=match, by=director)
    assert not GcgFile.objects.exists()
    with pytest.raises(RuleViolation):
        keep_file(match=match, data=FILE, file_name="m.gcg", by=User.objects.create_user("x"))


def test_no_more_rules_differ_than_the_file_needs(match, review):
    """ABSP takes five points for a challenge; five for each word are ten for two."""
    for name, value in fields_of_rules("absp").items():
        setattr(match.round.division, name, value)
    match.round.division.save()
    data = re.sub(rb"#isotop-rules .*\n", b"", (RECORDS / "five_a_word.gcg").read_bytes())
    found = review(data)
    theirs = found.by_file.settings.to_data()
    ours = found.by_match.settings.to_data()
    assert {name for name in ours if ours[name] != theirs.get(name)} == {
        "challenge_points_for",
        "challenge_points_go",
        "final_adjustment",
    }


def test_a_file_by_the_rules_of_the_division_has_no_other_ones(review):
    found = review(FILE)
    assert found.by_file is None
    assert not found.shown
