"""Fixtures: a club's own rule set, and a game by it."""

import pytest

from duplicate.games import services as game_services
from duplicate.games.rules import services as game_rule_sets
from tests.factories.club_rules import FISF


@pytest.fixture
def own(arbitrator):
    return game_rule_sets.copy_rules(rules=FISF, preset="fisf", name="Lyon", by=arbitrator)


@pytest.fixture
def change(own, arbitrator):
    """Return a function that changes the club's rules."""

    def change(rules, **more):
        own.refresh_from_db()
        given = {"club_rules": own, "rules": rules, "seen": own.changed_at, "by": arbitrator}
        return game_rule_sets.change_rules(**given | more)

    return change


@pytest.fixture
def own_game(built_in, arbitrator, own):
    return game_services.create_game(
        name="Tuesday",
        by=arbitrator,
        lexicon="english",
        notation="duplicate",
        rules=own.rule_set,
        club_rules=own,
    )
