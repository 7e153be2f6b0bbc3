"""The support desk: it shows games and changes none; word lists are loaded there."""

from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils.timezone import now

from duplicate.models import AuditLogEntry, Slip
from duplicate.slips.selectors import find_slips
from engine.lexicon import build_lexicon
from engine.lexicon.kwg import write_kwg
from engine.lexicon.word_list import ENCODINGS
from engine.tiles import load_tile_set
from tournaments.admin import ENCODING_NAMES, CountedTo, LargeTable
from tournaments.models import Lexicon

pytestmark = pytest.mark.django_db


def test_the_admin_shows_and_does_not_change(admin_client, game, players, open_round):
    open_round("TRAINER")
    admin = "admin:duplicate_"
    for model, row in [("game", game), ("auditlogentry", game.log.first())]:
        assert admin_client.get(reverse(f"{admin}{model}_changelist")).status_code == 200
        page = reverse(f"{admin}{model}_change", args=[row.pk])
        assert admin_client.get(page).status_code == 200
        assert admin_client.post(page, {"name": "Other"}).status_code == 403
        assert admin_client.post(reverse(f"{admin}{model}_delete", args=[row.pk])).status_code == 403
    assert admin_client.get(reverse("admin:duplicate_slip_changelist")).status_code == 200
    for model in ("player", "event", "lexicon"):
        assert admin_client.get(reverse(f"admin:tournaments_{model}_changelist")).status_code == 200
    assert (
        admin_client.get(reverse("admin:tournaments_event_change", args=[game.event_id])).status_code == 200
    )


def test_posts_are_shown_by_the_admin_and_given_at_the_desk(admin_client, game, arbitrator, stranger):
    """Otherwise nothing would be on record, and an event could be left without a chief."""
    page = reverse("admin:tournaments_event_change", args=[game.event_id])
    post = game.event.posts.get()
    data = {
        "name": "Wednesday",
        "date": "2026-03-03",
        "posts-TOTAL_FORMS": "2",
        "posts-INITIAL_FORMS": "1",
        "posts-0-id": post.pk,
        "posts-0-event": game.event_id,
        "posts-0-user": arbitrator.pk,
        "posts-0-role": "helper",
        "posts-0-DELETE": "on",
        "posts-1-event": game.event_id,
        "posts-1-user": stranger.pk,
        "posts-1-role": "arbitrator",
        "entries-TOTAL_FORMS": "0",
        "entries-INITIAL_FORMS": "0",
    }
    assert "ann" in admin_client.get(page).content.decode()
    assert admin_client.post(page, data).status_code == 302
    game.event.refresh_from_db()
    assert game.event.name == "Wednesday"
    assert [(one.user, one.role) for one in game.event.posts.all()] == [(arbitrator, "chief")]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", ["Mona", "Noah"]),
        ("mona", ["Mona"]),
        ("MON NOA", []),
        ("{code}", ["Mona", "Noah"]),
        ("{code} NOA", ["Noah"]),
        ("NOCODE", []),
        ("TRAIN", []),
        ("%", []),
    ],
)
def test_slips_are_found_by_game_and_player(game, players, open_round, text, found):
    round_ = open_round("TRAINER")
    for entry, _token in players[:2]:
        Slip.objects.create(
            round=round_, entry=entry, client_id=uuid4(), word="TRAIN", received_at=now(), source="phone"
        )
    slips = find_slips(Slip.objects.all(), text.format(code=game.code.lower()))
    assert sorted(slip.entry.player.name for slip in slips) == found


def test_large_lists_keep_their_order_and_count_so_far_only(admin_client, game, open_round, monkeypatch):
    """The number of log entries of years is not worth its query."""
    monkeypatch.setattr(CountedTo, "MOST", 2)
    monkeypatch.setattr(LargeTable, "list_per_page", 1)
    open_round("TRAINER")
    page = admin_client.get(reverse("admin:duplicate_auditlogentry_changelist"), {"o": "1"})
    listed = page.context["cl"]
    assert listed.result_count == 2 < AuditLogEntry.objects.count()
    assert list(listed.result_list) == [AuditLogEntry.objects.latest("pk")]


@pytest.fixture
def lexicon_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("ISOTOP_DATA", str(tmp_path))
    return tmp_path


def test_a_word_list_is_loaded_by_the_admin(admin_client, lexicon_folder):
    words = SimpleUploadedFile("words.txt", b"train\nrain\nin\n")
    page = reverse("admin:tournaments_lexicon_add")
    answer = admin_client.post(page, {"name": "club", "tile_set": "english", "words": words}, follow=True)
    assert answer.status_code == 200
    lexicon = Lexicon.objects.get()
    assert (lexicon.name, lexicon.tile_set, lexicon.word_count) == ("club", "english", 3)
    assert admin_client.get(reverse("admin:tournaments_lexicon_change", args=[lexicon.pk])).status_code == 200


def test_a_faulty_word_list_is_refused_line_by_line(admin_client, lexicon_folder):
    words = SimpleUploadedFile("words.txt", b"train\nr4in\nx\nra\xeen\n")
    page = reverse("admin:tournaments_lexicon_add")
    answer = admin_client.post(page, {"name": "club", "tile_set": "english", "words": words})
    assert answer.status_code == 200
    text = answer.content.decode()
    for line in ("r4in", "“x” is one tile", "not encoded in utf-8"):
        assert line in text
    assert not Lexicon.objects.exists()


def test_a_file_that_no_word_list_would_fill_is_refused_unread(admin_client, lexicon_folder, monkeypatch):
    from tournaments import admin

    monkeypatch.setattr(admin, "MOST_BYTES", 10)
    words = SimpleUploadedFile("words.txt", b"train\nrain\nin\n")
    page = reverse("admin:tournaments_lexicon_add")
    answer = admin_client.post(page, {"name": "club", "tile_set": "english", "words": words})
    assert "too large" in answer.content.decode()
    assert not Lexicon.objects.exists()


def test_the_encoding_of_a_word_list_is_chosen(admin_client, lexicon_folder):
    page = reverse("admin:tournaments_lexicon_add")
    data = {"name": "club", "tile_set": "french", "encoding": "utf-8", "definitions": "on"}

    def load(**change):
        words = SimpleUploadedFile("mots.txt", "été : saison\n".encode("mac-roman"))
        return admin_client.post(page, data | change | {"words": words})

    text = load().content.decode()
    assert "choose the right one" in text
    assert "not encoded in utf-8" in text
    assert load(encoding="klingon").status_code == 200
    assert not Lexicon.objects.exists()
    assert load(encoding="mac-roman").status_code == 302
    assert Lexicon.objects.get().word_count == 1


def test_the_tile_set_and_the_definitions_of_a_word_list_are_asked_about(admin_client, lexicon_folder):
    words = SimpleUploadedFile("words.txt", b"boa a snake\nkiwi a bird\n")
    page = reverse("admin:tournaments_lexicon_add")
    answer = admin_client.post(page, {"name": "club", "tile_set": "italian", "words": words})
    errors = answer.context["adminform"].errors
    assert errors["tile_set"] == [
        "The italian tiles have no K W. Tile sets with all letters of the list: indonesian, malay, polish, finnish."
    ]
    assert errors["definitions"] == ["Some lines have text after the word: should this be ticked?"]


def test_the_admin_offers_every_encoding_that_lists_are_read_in():
    assert tuple(ENCODING_NAMES) == ENCODINGS


def test_a_kwg_file_is_loaded_by_the_admin(admin_client, lexicon_folder):
    tiles = load_tile_set("english")
    content = write_kwg(build_lexicon([tiles.encode("QI")], tiles, "any"), tiles)
    page = reverse("admin:tournaments_lexicon_add")
    for damage, status in ((b"x", 200), (b"", 302)):
        words = SimpleUploadedFile("words.kwg", content + damage)
        answer = admin_client.post(page, {"name": "club", "tile_set": "english", "words": words})
        assert answer.status_code == status
        assert Lexicon.objects.exists() is (status == 302)
    assert "cannot be used" not in answer.content.decode()
