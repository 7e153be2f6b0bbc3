"""A game with its arbitrator and players; rounds are played by the real use cases."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from duplicate.games import services as game_services
from duplicate.games.players import services as player_services
from duplicate.rounds import closing
from duplicate.rounds import services as round_services
from duplicate.rounds.confirmations import EVERYTHING
from duplicate.slips import services as slip_services
from engine.rules import RuleSet
from tournaments.core import clock
from tournaments.lexicons.services import register_built_in

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


@pytest.fixture(scope="module")
def chief_of_file(rows_of_file, english):
    """The arbitrator of what is played once for all tests of a file, which then has an `arbitrator` of its own."""
    register_built_in()
    return User.objects.create_user("ann", password="a good long one")


@pytest.fixture
def stranger(db):
    """An arbitrator, of other events."""
    return User.objects.create_user("bob", password="a good long one")


@pytest.fixture
def game(built_in, arbitrator):
    return game_services.create_game(
        name="Tuesday", by=arbitrator, lexicon="english", notation="duplicate", rules=RuleSet()
    )


@pytest.fixture
def players(game):
    """Three players with phones: (entry, token) each."""
    joined = [player_services.join_game(game=game, name=name) for name in ("Mona", "Noah", "Olga")]
    return [(registration.entry, registration.token) for registration in joined]


@pytest.fixture
def desk(client, arbitrator):
    """The arbitrator's browser."""
    client.force_login(arbitrator)
    return client


@pytest.fixture
def key_line(desk, game):
    """A function that sends a line as the desk's script does, for the round in progress unless told otherwise."""

    def key_it(line, path="tables", by=desk, **more):
        number = game.rounds.in_progress().values_list("number", flat=True).first() or ""
        return by.post(reverse(path, args=[game.code]), {"line": line, "number": number} | more, headers=JSON)

    return key_it


@pytest.fixture
def open_round(game, arbitrator):
    """A function that types a rack, opens the round and starts its clock."""

    def open_it(rack):
        round_ = round_services.type_rack(game=game, rack=rack, by=arbitrator)
        round_services.open_round(game=game, by=arbitrator)
        round_services.start_clock(game=game, by=arbitrator)
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
        from duplicate.rounds import top_search

        round_ = game.rounds.get(number=number)
        top_search.find_top(round_.pk)
        round_.refresh_from_db()
        chosen = next(top for top in round_.tops if top["preferred"])
        round_services.announce(
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
    slip_services.key_slip(
        game=game, entry=players[1][0], word="TRAINER", reference="H4", stated_score=66, by=arbitrator
    )
    close_round()
    announce_top(1)
    game.refresh_from_db()
    return game
