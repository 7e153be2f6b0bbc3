"""A match kept move by move, and who keeps it."""

import uuid

import pytest
from django.contrib.auth.models import User

from engine.referee import state_of
from tests.factories.divisions import make_director
from tests.worlds.images import enter as enter_world
from tests.worlds.images import image_of
from tournaments.classic.match_records import services as record_services
from tournaments.classic.match_records.selectors import game_of
from tournaments.classic.match_records.services import Keeper, enter_turn
from tournaments.classic.models import Division, DivisionEntry, DivisionRound, Match, MatchRecord
from tournaments.events import services as event_services
from tournaments.events.registration import services as registration
from tournaments.lexicons.services import register_built_in
from tournaments.time import clock


def meet():
    """Let Ann and Bob meet in a round that has begun; return the chief and their match."""
    chief = User.objects.create_user("dora")
    event = event_services.create_event(name="Open", by=chief)
    division = Division.objects.create(event=event, name="A", lexicon=register_built_in())
    ann, bob = (
        DivisionEntry.objects.create(
            division=division,
            number=number,
            entry=registration.register_player(event=event, name=name, phone=False).entry,
        )
        for number, name in enumerate(("Ann", "Bob"), start=1)
    )
    round_ = DivisionRound.objects.create(
        division=division, number=1, method="swiss", paired_by=chief, begun_at=clock.now()
    )
    return chief, Match.objects.create(round=round_, table=1, first=ann, second=bob)


@pytest.fixture
def meeting(db, english):
    return enter_world(image_of(meet))


@pytest.fixture
def chief(meeting):
    return meeting[0]


@pytest.fixture
def match(meeting):
    return meeting[1]


@pytest.fixture
def record(match, chief):
    return record_services.open_record(match=match, keeper=MatchRecord.Keeper.ANNOTATOR, by=chief)


@pytest.fixture
def enter(record, chief):
    """Return a function that enters lines, each with an optional rack before a colon."""

    def enter_lines(*lines):
        for line in lines:
            rack, _colon, turn = line.rpartition(":")
            enter_turn(record=record, keeper=Keeper(by=chief), key=uuid.uuid4(), line=turn, rack=rack)
        return state_of(game_of(record))

    return enter_lines


@pytest.fixture
def director(request, db):
    """Return the director of the `world` that a test stands in, or one of no division yet."""
    return request.getfixturevalue("world")[0] if "world" in request.fixturenames else make_director()


@pytest.fixture
def by(director):
    return director
