"""An event is imported in chunks: nobody sees it before it is whole, and what is left of an interrupted import goes."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from django_scopes.state import state
from simple_history.utils import bulk_create_with_history

from duplicate.live.subscriptions import ShownToken, current_frame, phones_for_tokens
from duplicate.models import ClubRules, Game, Round
from duplicate.rounds import closing
from duplicate.rounds import services as round_services
from duplicate.website.archive.container import Archive
from duplicate.website.archive.importer import _Reader, read_archive
from duplicate.website.archive.importing import EventWriter, begin_import, remove_interrupted
from duplicate.website.archive.tables import TABLES
from duplicate.website.models import EventImport
from tests.factories.archives import festival, lose_everything, saved
from tests.factories.games import Hands
from tournaments.archived_tables import objects_of
from tournaments.errors import RuleViolation
from tournaments.lexicons.services import register_built_in
from tournaments.models import FIRST_ORGANISER, Club, Event, Player
from tournaments.organisers.scope import disable_scope
from tournaments.seasons.services import final_results
from tournaments.time import clock

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def archive(rows_of_file, english):
    """Return an archive with a running round, and the time at which it was saved; delete its rows."""
    with pytest.MonkeyPatch.context() as patch:
        hands = Hands()
        patch.setattr(clock, "now", lambda: hands.now)
        register_built_in()
        by = User.objects.create_user("ann")
        event = festival(by, hands)
        sunday = event.games.get(name="Sunday")
        round_services.open_round(game=sunday, by=by)
        round_services.start_clock(game=sunday, by=by)
        written = saved(event)
        lose_everything()
        return written, hands.now


@pytest.fixture
def file(archive, db, hands):
    """Return the archive an hour later, on an empty installation."""
    written, hands.now = archive
    hands.move(3600)
    return written


@pytest.fixture
def zoe(file):
    return User.objects.create_superuser("zoe")


@pytest.fixture
def half(file, zoe):
    """Store all rows of the event, still hidden, like an import that was killed at that moment."""
    archive = Archive.open(file)
    uid = next(archive.rows("event"))[1]["uid"]
    return _Reader(archive, begin_import(uid), zoe).read()


def silence():
    EventImport.objects.update(moved_at=clock.now() - timedelta(seconds=EventImport.SILENT_SECONDS + 1))


def nothing_is_left():
    assert not any(objects_of(table.model).exists() for table in TABLES)
    shared = (EventImport, Player, Player.history.model, Club, ClubRules)
    assert [model for model in shared if model.objects.exists()] == []
    assert User.objects.count() == 1


def test_nobody_sees_an_event_that_is_not_whole(half, zoe, client):
    client.force_login(zoe)
    game = Game.objects.filter(event=half).first()
    player = Player.objects.get(name="Zoé Été")
    assert not Event.objects.exists()
    for page, args, status in (
        ("events", (), 200),
        ("desk", (), 200),
        ("event", [half.pk], 404),
        ("dashboard", [game.code], 404),
        ("api-game", [game.code], 404),
        ("person-games", [player.pk], 200),
        ("public-player", [player.pk], 404),
    ):
        answer = client.get(reverse(page, args=args))
        assert answer.status_code == status, page
        assert half.name not in answer.text, page
        assert game.name not in answer.text, page
    assert phones_for_tokens([ShownToken(game.code, "x")]) == [None]
    assert current_frame(game.code) is None
    assert not final_results().exists()


def test_no_clock_closes_its_rounds(half):
    Round.objects.filter(state=Round.State.OPEN).update(
        remaining_ms=None, closes_at=clock.now() - timedelta(hours=1)
    )
    assert Round.objects.filter(state=Round.State.OPEN).exists()
    assert not closing.close_overdue_rounds()


@pytest.mark.slow
def test_what_is_left_of_an_interrupted_import_goes(half):
    remove_interrupted()
    assert objects_of(Event).exists(), "it may go on"
    silence()
    remove_interrupted()
    nothing_is_left()


@pytest.mark.slow
def test_the_clock_loop_removes_the_rest_for_any_organiser(half):
    """The loop has no organiser in scope, and a club keeps its players of any."""
    with disable_scope():
        kept = Club.objects.first()
        player = Player.named("Zelda")
        player.organiser_id, player.club = FIRST_ORGANISER, kept
        player.save()
    silence()
    before = state.set({})
    try:
        remove_interrupted()
    finally:
        state.reset(before)
    assert not objects_of(Event).exists()
    assert Player.objects.get().club == kept


def test_people_who_play_elsewhere_by_now_stay(half, zoe):
    player = Player.objects.get(name="Mona")
    Event.objects.create(name="Tuesday").entries.create(player=player, table=1)
    silence()
    remove_interrupted()
    assert list(Player.objects.all()) == [player]
    assert Event.objects.get().name == "Tuesday"


@pytest.mark.slow
def test_people_go_together_so_that_slips_wait_for_none_of_them(half, django_assert_max_num_queries):
    """One by one, five hundred people held the one writer of SQLite for seconds."""
    under_way = EventImport.objects.get()
    people = [Player.named(f"Nobody {number}") for number in range(60)]
    for player in people:
        player.organiser_id = FIRST_ORGANISER
    made = bulk_create_with_history(people, Player)
    under_way.made["players"] += [player.pk for player in made]
    under_way.save()
    with django_assert_max_num_queries(600):  # a history row for each of them, and some for fifty
        EventWriter(under_way).remove()
    nothing_is_left()


@pytest.mark.slow
def test_it_is_imported_anew_after_an_interruption(half, file, zoe):
    with pytest.raises(RuleViolation) as error:
        read_archive(file, by=zoe)
    assert error.value.code == "archive_under_way"
    silence()
    event = read_archive(file, by=zoe)
    assert list(Event.objects.all()) == [event]
    assert not EventImport.objects.exists()


def test_an_import_that_was_taken_for_interrupted_writes_no_more(half):
    under_way = EventImport.objects.get()
    writer = EventWriter(under_way)
    silence()
    remove_interrupted()
    with pytest.raises(RuleViolation) as error, writer.chunk():
        Event.objects.create(name="too late")
    assert error.value.code == "import_interrupted"
    nothing_is_left()


@pytest.mark.slow
def test_an_import_removes_what_it_wrote_when_something_fails(file, zoe, monkeypatch):
    def fail(_event):
        raise KeyboardInterrupt

    monkeypatch.setattr("duplicate.website.archive.validation.look_at_all", fail)
    with pytest.raises(KeyboardInterrupt):
        read_archive(file, by=zoe)
    nothing_is_left()
