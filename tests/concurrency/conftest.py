"""For acts at the same moment: slips, announcements, a second arbitrator, further games."""

import uuid

import pytest
from django.contrib.auth.models import User

from duplicate.games import services as game_services
from duplicate.rounds import services as round_services
from duplicate.rounds.confirmations import EVERYTHING
from duplicate.slips import services as slip_services
from engine.rules import (
    RuleSet,
)
from tournaments.processes import background
from tournaments.time import clock


@pytest.fixture
def nobody_in_background(monkeypatch):
    """Run no background work: the acts of a test do it when they want."""

    class Nobody:
        def submit(self, function, *arguments):
            pass

    monkeypatch.setattr(background, "_backend", Nobody)


@pytest.fixture
def send(game, players):
    """Return a function that sends a slip of the first player, or another."""

    def send_it(word="TRAIN", *, place=0, number=1, at="H4", round_id=None):
        return slip_services.submit_slip(
            game=game,
            entry=players[place][0],
            client_id=uuid.uuid4(),
            number=number,
            word=word,
            reference=at,
            score=None,
            received_at=clock.now(),
            round_id=round_id,
        )

    return send_it


@pytest.fixture
def announce(game, arbitrator):
    def announce_it(number=1):
        round_services.announce(
            game=game, number=number, reference="H4", word="TRAINER", by=arbitrator, confirmed=EVERYTHING
        )

    return announce_it


@pytest.fixture
def second(game):
    user = User.objects.create_user("second")
    game.event.arbitrators.add(user, through_defaults={"role": "arbitrator"})
    return user


@pytest.fixture
def create(built_in, arbitrator):
    def create_it(**more):
        values = {"lexicon": "english", "notation": "duplicate", "rules": RuleSet()} | more
        return game_services.create_game(name="Friday", by=arbitrator, **values)

    return create_it
