"""An archive, and moves that were kept, tell no top of a round that is being played."""

import io
import uuid
from datetime import timedelta

import pytest
from django.contrib.auth.models import User

from duplicate.arbitration import corrections
from duplicate.games import services as game_services
from duplicate.models.analysis import RoundMoves
from duplicate.rounds import analysis, top_search
from duplicate.rounds import services as round_services
from duplicate.website.archive.exporter import write_archive
from duplicate.website.archive.importer import read_archive
from tests.factories.matches import make_matches
from tests.factories.told_tops import SECOND, desk_text, play_round, tops_in
from tournaments.classic.match_records import services as record_services
from tournaments.classic.match_records.frames import best_plays_shown
from tournaments.classic.match_records.services import Keeper
from tournaments.classic.models import MatchRecord, RecordEntry
from tournaments.core import clock
from tournaments.models import Arbitrator, Event, EventAct
from tournaments.positions.in_play import read_positions

pytestmark = pytest.mark.django_db


@pytest.fixture
def brought_in(copied, own_game, stranger, hands, in_the_hall):
    """Return a function that imports the own game from a file, with that rack in a round, while the hall
    plays it.
    """

    def bring(state):
        round_ = round_services.type_rack(game=own_game, rack=SECOND, by=stranger)
        round_services.open_round(game=own_game, by=stranger)
        if state == "over":
            play_round(own_game, stranger, hands)
            game_services.end_game(game=own_game, by=stranger)
        file = io.BytesIO()
        write_archive(Event.objects.get(pk=own_game.event_id), file)
        Event.objects.filter(pk=own_game.event_id).update(uid=uuid.uuid4())
        if state == "open":
            corrections.cancel_round(game=own_game, number=round_.number, reason="R", by=stranger)
        hands.move(60)
        in_the_hall()
        hands.move(60)
        file.seek(0)
        return read_archive(file, by=stranger).games.get()

    return bring


def test_an_archive_with_the_halls_round_tells_nothing_of_its_top(client, stranger, brought_in):
    """The moments that it names do not matter: nobody knows whether they are true."""
    there = brought_in("open")
    round_ = there.rounds.in_progress().get()
    top_search.find_top(round_.pk)
    round_.refresh_from_db()
    assert not tops_in(desk_text(client, there, stranger), round_)


def test_a_match_of_an_archive_counts_from_its_import(hands):
    director = User.objects.create_user("director")
    match = make_matches(by=director)[0]
    event = match.round.division.event
    Arbitrator.objects.get_or_create(event=event, user=director, role="chief")
    record = record_services.open_record(match=match, keeper=MatchRecord.Keeper.ANNOTATOR, by=director)
    enter = {"record": record, "keeper": Keeper(by=director)}
    for line, rack in (("8D TRAINER", "AEINRRT"), ("J8 REST", "ESTOOUU")):
        record_services.enter_turn(**enter, key=uuid.uuid4(), line=line, rack=rack)
    assert {each.event_id for each in read_positions()} == {event.pk}
    hands.move(60)
    EventAct.objects.create(event=event, act="archive_read", at=clock.now())
    for each in read_positions():
        assert {at for at, _board in each.history.boards} == {each.history.rack_out} == {clock.now()}
    Event.objects.filter(pk=event.pk).update(whole=False)
    assert read_positions() == []


def test_the_moves_of_an_archived_game_wait_for_the_hall(game, arbitrator, stranger, brought_in, hands):
    there = brought_in("over")
    round_ = there.rounds.get(number=2)
    analysis.analyse_game(there.pk)
    analysis.analyse_game(there.pk)
    assert analysis.want_analysis(round_) == "under_way"
    assert not RoundMoves.objects.filter(round=round_).exists()
    play_round(game, arbitrator, hands)
    analysis.analyse_game(there.pk)
    assert analysis.want_analysis(round_) == "done"


def test_advice_that_was_kept_is_looked_at_again(open_round, hands):
    """A match was kept at the moment at which the hall drew the same rack."""
    director = User.objects.create_user("director")
    match = make_matches(by=director)[0]
    Arbitrator.objects.get_or_create(event=match.round.division.event, user=director, role="chief")
    record = record_services.open_record(match=match, keeper=MatchRecord.Keeper.ANNOTATOR, by=director)
    enter = {"record": record, "keeper": Keeper(by=director)}
    for line, rack in (("8D TRAINER", "AEINRRT"), ("J8 REST", "ESTOOUU"), ("11J TO", "BCDOOUU")):
        record_services.enter_turn(**enter, key=uuid.uuid4(), line=line, rack=rack)
    record = record_services.mark_changed(record)
    assert best_plays_shown(record, None)[0]
    hands.move(5)
    open_round("AEINRRT")
    assert best_plays_shown(record, None)[0], "it was the match's before"
    RecordEntry.objects.filter(record=record).update(at=clock.now() + timedelta(seconds=5))
    record = record_services.mark_changed(record)
    assert best_plays_shown(record, None)[0] == []
