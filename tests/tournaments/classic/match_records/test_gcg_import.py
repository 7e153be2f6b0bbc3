"""A GCG file imported as the record of a match: whole, by the rules of its division, of its own players alone."""

from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from engine.errors import EngineError
from engine.formats.gcg import GcgGame, Kind
from engine.referee import state_of
from engine.tiles import load_tile_set
from tests.factories.annotated_matches import recorded_game
from tests.factories.matches import make_matches
from tournaments.classic.match_records import selectors as record_selectors
from tournaments.classic.match_records import services as record_services
from tournaments.classic.match_records.gcg_import import import_gcg
from tournaments.classic.models import MatchRecord, RecordEntry
from tournaments.classic.printing.data.match_records import gcg_of
from tournaments.core.errors import RuleViolation

pytestmark = pytest.mark.django_db

FILE = (Path(__file__).parents[3] / "engine/records/classic/double.gcg").read_bytes()
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
    return [event.score for event in events if event.kind is not Kind.RACK]


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
        (OURS.replace(b"Bo Ann", b"Bo Cleo"), "gcg_players"),
        (FILE.replace(b"#player2 Bo Bo", b"#player2 Bo Ben").replace(b"Ann Marsh", b"Ann"), "gcg_first"),
        (b"", "gcg_empty"),
        (b"#player1 A Ann\n#player2 B Ben\n", "gcg_empty"),
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
    with pytest.raises(RuleViolation, match="has a record already"):
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

    def send(data):
        upload = SimpleUploadedFile("match.gcg", data)
        answer = client.post(
            reverse("import-gcg", args=parts),
            {"file": upload},
            follow=True,
            headers={"Accept-Language": "en"},
        )
        return answer.content.decode()

    assert "Line 8" in send(OURS.replace(b"8E LITHE +16 16", b"8E LITHE +17 17"))
    assert "too big" in send(b"x" * 300_000)
    assert "The record is here" in send(OURS)
    assert reverse("import-gcg", args=parts) not in client.get(page).content.decode()
