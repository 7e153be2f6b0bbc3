"""A game with its arbitrator and players; rounds are played by the real use cases."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from duplicate import closing, games, play, slips
from duplicate.confirming import EVERYTHING
from engine.rules import RuleSet
from tournaments import clock
from tournaments.lexicons import register_built_in

JSON = {"Accept": "application/json", "Accept-Language": "en"}


class Hands:
    """The server's clock, in the hands of a test."""

    def __init__(self):
        self.now = clock.now()

    def move(self, seconds):
        self.now += timedelta(seconds=seconds)


@pytest.fixture
def hands(monkeypatch):
    hands = Hands()
    monkeypatch.setattr(clock, "now", lambda: hands.now)
    return hands


@pytest.fixture
def built_in(db, english):
    return register_built_in()


@pytest.fixture
def arbitrator(db):
    return User.objects.create_user("ann", password="a good long one")


@pytest.fixture
def stranger(db):
    """An arbitrator, of other events."""
    return User.objects.create_user("bob", password="a good long one")


@pytest.fixture
def game(built_in, arbitrator):
    return games.create_game(
        name="Tuesday", by=arbitrator, lexicon="english", notation="duplicate", rules=RuleSet()
    )


@pytest.fixture
def players(game):
    """Three players with phones: (entry, token) each."""
    joined = [games.join_game(game=game, name=name) for name in ("Mona", "Noah", "Olga")]
    return [(registration.entry, registration.token) for registration in joined]


@pytest.fixture
def desk(client, arbitrator):
    """The arbitrator's browser."""
    client.force_login(arbitrator)
    return client


@pytest.fixture
def key_line(desk, game):
    """A function that sends a line as the desk's script does."""

    def key_it(line, path="tables", by=desk, **more):
        return by.post(reverse(path, args=[game.code]), {"line": line} | more, headers=JSON)

    return key_it


@pytest.fixture
def open_round(game, arbitrator):
    """A function that types a rack, opens the round and starts its clock."""

    def open_it(rack):
        round_ = play.type_rack(game=game, rack=rack, by=arbitrator)
        play.open_round(game=game, by=arbitrator)
        play.start_clock(game=game, by=arbitrator)
        return round_

    return open_it


@pytest.fixture
def close_round(hands):
    """A function that lets the time of the round in progress pass."""

    def close_it():
        hands.move(10_000)
        assert closing.close_overdue_rounds() == 1

    return close_it


@pytest.fixture
def announce_top(game, arbitrator):
    """A function that announces the preferred top of a closed round."""

    def announce_it(number):
        from duplicate import search

        round_ = game.rounds.get(number=number)
        search.find_top(round_.pk)
        round_.refresh_from_db()
        chosen = next(top for top in round_.tops if top["preferred"])
        play.announce(
            game=game,
            number=number,
            reference=chosen["reference"],
            word=chosen["word"],
            by=arbitrator,
            confirmed=EVERYTHING,
        )
        round_.refresh_from_db()
        return round_

    return announce_it


@pytest.fixture
def played(game, players, open_round, close_round, announce_top, arbitrator):
    """One game with a round; Noah has the top."""
    open_round("TRAINER")
    slips.key_slip(
        game=game, entry=players[1][0], word="TRAINER", reference="H4", stated_score=66, by=arbitrator
    )
    close_round()
    announce_top(1)
    game.refresh_from_db()
    return game
