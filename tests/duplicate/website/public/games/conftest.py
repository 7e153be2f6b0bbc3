"""Fixtures: a game of two rounds that is over, and somebody who looks at it."""

import pytest
from django.core.cache import cache
from django.test import Client

from duplicate.games import services as game_services
from duplicate.slips import services as slip_services
from tests.factories.games import announce_preferred, let_time_pass, own_clock, start_round
from tests.factories.public_games import analyse
from tournaments.models import Event


@pytest.fixture
def anybody():
    cache.clear()
    return Client()


@pytest.fixture(scope="module")
def rows_for_file(rows_for_file):
    """Finish a game of two rounds in an event that shows its games: Noah has the first top alone, Mona a
    slip that is no word, Olga nothing.
    """
    game, by, players = rows_for_file.game, rows_for_file.arbitrator, rows_for_file.players
    with own_clock() as hands:
        start_round(game, by, "TRAINER")
        for (entry, _token), word, score in zip(players, ("RRRTA", "TRAINER"), (12, 66), strict=False):
            slip_services.key_slip(
                game=game, entry=entry, word=word, reference="H4", stated_score=score, by=by
            )
        let_time_pass(hands)
        announce_preferred(game, by, 1)
        start_round(game, by, "-SATIRES")
        let_time_pass(hands)
        announce_preferred(game, by, 2)
        Event.objects.update(shows_games=True, released="provisional")
        game.refresh_from_db()
        game_services.end_game(game=game, by=by)
        game.refresh_from_db()
        rows_for_file.now = hands.now
    return rows_for_file


@pytest.fixture
def over(game, hands):
    return game


@pytest.fixture
def analysed(over):
    analyse(over)
    return over
