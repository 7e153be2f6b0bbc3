"""Rule sets and prepared games at the same moment as games that are made from them."""

from dataclasses import replace
from functools import partial

import pytest

from duplicate.games.rules import services as rule_sets
from duplicate.models import Game
from duplicate.prepared_games.drawing import services as prepared_services
from engine.rules import (
    RuleSet,
)
from tests.concurrency.hall import during, together

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("nobody_in_background")]


def test_a_game_made_from_rules_that_are_changed_or_taken_out(create, arbitrator):
    rules = RuleSet()
    own = rule_sets.copy_rules(rules=rules, preset="free", name="Ours", by=arbitrator)
    make = partial(create, rules=own.rule_set, club_rules=own)
    change = partial(
        rule_sets.change_rules,
        club_rules=own,
        rules=replace(rules, name="Ours", time=replace(rules.time, round_seconds=77)),
        seen=own.changed_at,
        by=arbitrator,
    )
    game, _own = during(make, change)
    assert game.rule_set.time == rules.time
    take_out = partial(rule_sets.delete_rules, club_rules=own)
    game, _none = during(make, take_out)
    game.refresh_from_db()
    assert (game.club_rules, game.rule_set.name) == (None, "Ours")
    own = rule_sets.copy_rules(rules=rules, preset="free", name="Ours", by=arbitrator)
    _none, game = during(partial(rule_sets.delete_rules, club_rules=own), partial(make, club_rules=own))
    assert game.club_rules is None


def test_two_rule_sets_of_one_name(arbitrator, second):
    copies = [
        partial(rule_sets.copy_rules, rules=RuleSet(), preset="free", name="Ours", by=by)
        for by in (arbitrator, second)
    ]
    assert during(*copies)[1] == "rules_name_taken"


def test_a_prepared_game_is_taken_while_it_is_deleted(create, arbitrator):
    def prepare():
        return prepared_services.prepare_typed(
            name="Final",
            lexicon="english",
            rules=RuleSet(),
            notation="duplicate",
            text="TRAINER TRAINER H4",
            by=arbitrator,
        )

    prepared = prepare()
    delete = partial(prepared_services.delete_prepared, prepared=prepared, by=arbitrator)
    game, refused = during(partial(create, prepared=prepared), delete)
    assert (game.prepared, refused) == (prepared, "prepared_used")
    assert {type(one) for one in together(*[partial(create, prepared=prepared)] * 2)} == {Game}
    prepared = prepare()
    delete = partial(prepared_services.delete_prepared, prepared=prepared, by=arbitrator)
    assert during(delete, partial(create, prepared=prepared)) == (None, "prepared_gone")
    assert together(delete) == ["prepared_gone"]
