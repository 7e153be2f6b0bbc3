"""No cascade deletes a row that a receipt rests on: each use case deletes such rows itself, and nothing else may."""

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db import IntegrityError, connection, models, transaction
from django.db.models import ProtectedError, RestrictedError

from duplicate.arbitration.questions import ask_question
from duplicate.log import audit_log
from duplicate.models import AuditLogEntry, Game, GameAdditions, GameWord, Question, Round, Ruling, Slip
from duplicate.models.simultaneous import ResultVersion
from duplicate.slips import services as slip_services
from duplicate.website.archive import removal
from duplicate.website.archive.tables import EXCLUDED, TABLES
from tournaments.classic.models import (
    AnnotatedGame,
    ClockAct,
    Division,
    DivisionEntry,
    DivisionRating,
    DivisionRound,
    Match,
    MatchClock,
    MatchRecord,
    MatchReport,
    MatchResult,
    RatingChange,
    RecordEntry,
)
from tournaments.club_tables.models import ClubTable, TableAct, TableSeat, TableUndo, TableUndoAnswer
from tournaments.models import (
    AddedWord,
    Entry,
    Event,
    EventAct,
    EventWord,
    GameResult,
    Organiser,
    OrganiserAct,
    Player,
    ResultLine,
)
from tournaments.people import services as people_services
from tournaments.time import clock

pytestmark = [pytest.mark.one_game("players"), pytest.mark.database]

OURS = ("duplicate", "tournaments", "classic", "club_tables", "website")
# Models of facts that people were told, of rows below them, and of their log: no cascade deletes them.
KEPT = {
    *(Event, EventAct, Player, Entry, GameResult, ResultLine),
    *(
        AddedWord,
        EventWord,
        Game,
        GameAdditions,
        GameWord,
        Round,
        Slip,
        Ruling,
        Question,
        AuditLogEntry,
        ResultVersion,
    ),
    *(Division, DivisionEntry, DivisionRound, Match, MatchResult, MatchReport, DivisionRating, RatingChange),
    *(MatchClock, ClockAct, MatchRecord, RecordEntry, AnnotatedGame),
    *(Organiser, OrganiserAct),
    *(ClubTable, TableSeat, TableAct, TableUndo, TableUndoAnswer),
}
# Rows that tell nothing without the row that they belong to; nobody has a receipt for any of them.
MAY_GO = {
    "tournaments.ClubInvitation",  # a secret
    "tournaments.Membership",  # the logs of both sides keep it
    "website.EventImport",  # goes with what it wrote
    "duplicate.InvitedClub",  # a secret
    "duplicate.DelayedFrame",
    "duplicate.OnScreens",
    "duplicate.Preparation",  # a search that somebody began
    "duplicate.Look",
    "duplicate.ResultFile",  # read, and not accepted yet
    "duplicate.RoomReady",
    "duplicate.RoundArbitrator",  # goes with a rack that is put back
    "duplicate.RoundMoves",  # worked out again
    "website.SampleEvent",
    "duplicate.DeckCard",  # what a player repeats; nobody was told anything by it
    "duplicate.Training",  # goes with its device
    "duplicate.TrainingRound",
    "tournaments.Arbitrator",
    "classic.ClockLink",  # a secret
    "classic.DivisionOutlook",  # worked out again
    "classic.DivisionPrize",
    "classic.PlannedStage",  # a setting
    "classic.GcgFile",  # read, and not imported yet
    "classic.TournamentUpload",
    "tournaments.EventPrize",
    "tournaments.GameTable",
    "tournaments.Invitation",
    "tournaments.OrganiserTeam",
    "tournaments.PeopleList",
    "tournaments.PrintJob",
    "tournaments.PrintPart",
    "tournaments.Printed",
    "tournaments.Room",
    "tournaments.Team",
    "tournaments.WordListFile",
}


def foreign_keys():
    for app in OURS:
        for model in apps.get_app_config(app).get_models():
            for field in model._meta.concrete_fields:
                if isinstance(field, models.ForeignKey) and not model.__name__.startswith("Historical"):
                    yield model, field


def test_no_cascade_leads_to_a_row_that_is_kept():
    """A table that is new must be named here: as one that may go with another, or as one that is kept."""
    going = {
        model._meta.label for model, field in foreign_keys() if field.remote_field.on_delete is models.CASCADE
    }
    assert going | {"website.EventImport"} == MAY_GO
    assert not going & {model._meta.label for model in KEPT}


def test_each_table_of_an_event_is_kept_or_may_go():
    of_an_event = {table.model for table in TABLES} | set(EXCLUDED)
    assert {model._meta.label for model in of_an_event - KEPT} <= MAY_GO


@pytest.fixture
def asked(game, players, arbitrator, open_round, close_round, announce_top):
    """Make a game with a judged slip, and a question about it."""
    open_round("TRAINER")
    slip_services.key_slip(
        game=game, entry=players[0][0], word="TRAIN", reference="H4", stated_score=12, by=arbitrator
    )
    close_round()
    announce_top(1)
    ask_question(
        game=game,
        entry=players[0][0],
        client_id="0b2cdbc8-2f8e-4f4c-8b8e-6d1d3a0c5d11",
        number=1,
        text="Why?",
        asked_at=clock.now(),
    )
    return game


KEPT_OF_A_GAME = (Slip, Ruling, Question, Round, Game, Entry, AuditLogEntry)


@transaction.atomic
def delete_unasked(row):
    """Delete a row by a statement that asks no model."""
    type(row).objects.filter(pk=row.pk)._raw_delete(using="default")
    connection.check_constraints()


@pytest.mark.repeats
@pytest.mark.parametrize("model", [Event, Game, Round, Entry, Slip, Player])
def test_what_slips_rest_on_cannot_be_deleted(asked, players, model):
    """Neither by Django nor by a statement that asks nobody."""
    there = [each.objects.count() for each in KEPT_OF_A_GAME]
    row = model.objects.order_by("pk").first()
    with transaction.atomic(), pytest.raises((ProtectedError, RestrictedError)):
        row.delete()
    with pytest.raises(IntegrityError):
        delete_unasked(row)
    assert [each.objects.count() for each in KEPT_OF_A_GAME] == there


def test_an_event_is_deleted_table_by_table(asked, arbitrator):
    event, people_there = asked.event, Player.objects.count()
    with transaction.atomic():
        removal.lock_whole_event(event)
        removal.delete_event(event)
    assert not Event.objects.exists()
    for model in KEPT_OF_A_GAME:
        assert not model.objects.exists(), model
    assert Player.objects.count() == people_there


def test_only_the_event_that_is_meant_is_deleted(asked, arbitrator):
    other = Event.objects.create(name="Another")
    player = people_services.save_player(people_services.Person("Somebody else"))
    Entry.objects.create(event=other, player=player, table=1)
    with transaction.atomic():
        removal.lock_whole_event(other)
        removal.delete_event(other)
    assert [each.objects.exists() for each in KEPT_OF_A_GAME] == [True] * len(KEPT_OF_A_GAME)
    assert audit_log.AuditLogEntry.objects.filter(game=asked).exists()


def test_a_user_who_acted_cannot_be_deleted(asked, arbitrator):
    with pytest.raises((ProtectedError, RestrictedError)):
        User.objects.get(pk=arbitrator.pk).delete()
