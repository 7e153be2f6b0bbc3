"""Two organisers with something in every table."""

import io

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import User
from PIL import Image

from duplicate.models.prepared import Look, PreparedGame
from duplicate.models.simultaneous import ReceivedEnvelope
from tests.factories.games import own_clock
from tests.permissions.world import club_table, play_world
from tests.tournaments.club_tables.play import ask_undo, begin_with, hands_of, pass_turn
from tournaments.classic.exchange.services import keep_upload
from tournaments.club_tables import tables as club_tables
from tournaments.club_tables.games import turns
from tournaments.club_tables.models import ClubTable
from tournaments.events.services import create_event
from tournaments.lexicons.additions import add_words, remove_word
from tournaments.models import FIRST_ORGANISER, Club, Letterhead, Lexicon, Membership, Organiser, Player
from tournaments.organisers.creation import create_organiser
from tournaments.organisers.federations import invite_club
from tournaments.organisers.rights import Right
from tournaments.organisers.scope import scope_to_organiser
from tournaments.organisers.services import TeamSettings, accept_invitation, invite, make_team
from tournaments.people.services import player_for
from tournaments.time import clock


@pytest.fixture(scope="module")
def two_organisers(chief_of_file):
    """Make the first organiser's world, a second organiser, and an account that works for both."""
    with own_clock() as hands:
        world = play_world(chief_of_file, hands)
        _play_club_table(world)
        Letterhead.objects.create(club="Namur", logo=_logo(), changed_at=hands.now)
        club = Club.named("Namur")
        club.save()
        Player.objects.filter(name="Mona").update(club=club, licence="123", birth_year=1960, rating=1500)
        player_for("Nobody Elsewhere", licences=False)
        Lexicon.objects.create(
            name="namur-2026", organiser_id=FIRST_ORGANISER, tile_set="french", word_count=400_000
        )
        english = Lexicon.objects.get(name="english")
        keep_upload(files=[("a.t", b"Elsewhere, Nobody 1500;\n")], by=chief_of_file)
        add_words(lexicon=english, text="ZZYZX QZ", note="ours", by=chief_of_file)
        remove_word(lexicon=english, word="QZ", by=chief_of_file)
        _open_prepared(world)
        _log_at_support_desk(world)
        _make_second(world)
        return world, hands.now


def _play_club_table(world):
    table = club_table(world.game, world.chief)
    table, _seats = begin_with(table, "Renata", "Rupert")
    hand = pass_turn(table)
    ask_undo(table, hand)
    other = next(each for each in hands_of(table) if each.seat != hand.seat)
    turns.answer_undo(table=table, hand=other, agrees=True)
    pass_turn(table)
    club_tables.close(table=ClubTable.objects.get(pk=table.pk), by=world.chief)


def _open_prepared(world):
    """Look inside a prepared game, open an envelope, and leave one shut."""
    prepared = PreparedGame.objects.order_by("pk").first()
    Look.objects.create(prepared=prepared, by=world.chief)
    shut = ReceivedEnvelope.objects.get()
    ReceivedEnvelope.objects.create(
        data=shut.data, digest=shut.digest, public_key="", received_by=world.staff["helper"]
    )
    ReceivedEnvelope.objects.filter(pk=shut.pk).update(prepared=prepared, opened_at=clock.now())


def _logo():
    file = io.BytesIO()
    Image.new("RGBA", (20, 10), "red").save(file, "PNG")
    return file.getvalue()


def _log_at_support_desk(world):
    for row in (Player.objects.get(name="Mona"), world.game.event):
        LogEntry.objects.log_actions(
            world.staff["administrator"].pk, type(row).objects.filter(pk=row.pk), CHANGE, single_object=True
        )


def _make_second(world):
    second, token = create_organiser(name="Liège")
    both = User.objects.create_user("both")
    accept_invitation(token=token, user=both)
    accept_invitation(token=invite(team=second.teams.get(), by=both), user=world.staff["administrator"])
    first = Organiser.objects.get(pk=FIRST_ORGANISER)
    first.teams.get(name="Administrators").members.add(both)
    invite(
        team=make_team(organiser=first, settings=TeamSettings("Desk", [Right.ARBITRATE]), by=both), by=both
    )
    invite_club(federation=first, by=both)
    third, _token = create_organiser(name="Mons")
    for federation, club in ((first, third), (third, first)):
        Membership.objects.create(federation=federation, club=club, joined_at=clock.now())
    with scope_to_organiser(second.pk):
        create_event(name="Elsewhere", by=both)
        player_for("Somebody Else", licences=False)
        Club.named("Spa").save()


@pytest.fixture
def first(two_organisers, hands):
    hands.now = two_organisers[1]
    return Organiser.objects.get(pk=FIRST_ORGANISER)


@pytest.fixture
def second(first):
    return Organiser.objects.get(name="Liège")
