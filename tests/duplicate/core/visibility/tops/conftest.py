"""Fixtures: a game in the hall, and one's own with its first round."""

import pytest

from duplicate.models import Round
from duplicate.rounds import services as round_services
from duplicate.rounds import top_search
from tests.factories.told_tops import RACK, SECOND, close, new_game, play_round


@pytest.fixture
def own_game(game, stranger):
    return new_game(stranger)


@pytest.fixture
def copied(game, own_game, arbitrator, stranger, hands):
    """Play the hall's first round, and its copy in the own game."""
    play_round(game, arbitrator, hands, RACK)
    play_round(own_game, stranger, hands, RACK)


@pytest.fixture
def foretold(copied, own_game, stranger, hands):
    """Type and open the hall's next rack in the own game, before the hall does."""
    round_ = round_services.type_rack(game=own_game, rack=SECOND, by=stranger)
    round_services.open_round(game=own_game, by=stranger)
    top_search.find_top(round_.pk)
    hands.move(5)
    return Round.objects.get(pk=round_.pk)


@pytest.fixture
def in_the_hall(game, arbitrator, hands):
    """Return a function that plays that rack in the hall, up to a state of its round."""

    def play_it(state="open"):
        round_ = round_services.type_rack(game=game, rack=SECOND, by=arbitrator)
        if state != "drawn":
            round_services.open_round(game=game, by=arbitrator)
            top_search.find_top(round_.pk)
        if state == "closed":
            close(game, arbitrator, hands)
        return Round.objects.get(pk=round_.pk)

    return play_it
