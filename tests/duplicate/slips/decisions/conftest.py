"""Fixtures: Mona's slips, and decisions of two arbitrators about them."""

import uuid

import pytest

from duplicate.arbitration import services as arbitration_services
from duplicate.slips import services as slip_services
from duplicate.standings.rows.game_standings import standings_for_game
from tests.factories.decisions import DECISIONS
from tournaments.time import clock


@pytest.fixture
def hand_in(game, players, hands, arbitrator, second_arbitrator):
    """Return a function that hands in a slip of Mona: P by phone, A or B keyed by the first or second
    arbitrator.
    """

    def hand_it_in(by, slip, **more):
        word, reference, score = slip
        hands.move(1)
        values = {"game": game, "entry": players[0][0], "number": 1, "word": word, "reference": reference}
        if by == "P":
            values |= {"client_id": uuid.uuid4(), "score": score, "received_at": clock.now()}
            return slip_services.submit_slip(**values, **more).slip
        return slip_services.key_slip(
            **values, stated_score=score, by=arbitrator if by == "A" else second_arbitrator, **more
        )

    return hand_it_in


@pytest.fixture
def decide(game, players, arbitrator):
    """Return a function that decides about Mona's slip."""

    def decide_it(name, by=arbitrator, **more):
        act, values = DECISIONS[name]
        return act(game=game, entry=players[0][0], by=by, **values, **more)

    return decide_it


@pytest.fixture
def settle(game, players, arbitrator):
    """Return a function that chooses the slip of Mona that counts."""

    def settle_it(slip, by=arbitrator, **more):
        return arbitration_services.settle_conflict(game=game, entry=players[0][0], slip=slip, by=by, **more)

    return settle_it


@pytest.fixture
def mona(game, players):
    """Return a function that returns Mona's line of the standings."""

    def line():
        return next(row for row in standings_for_game(game).rows if row.entry_id == players[0][0].pk)

    return line
