"""The order in which keys and phones come never changes a result, and slips that are read alike are the same."""

import uuid
from dataclasses import replace
from itertools import combinations, permutations

import pytest
from django.db import transaction

from duplicate.arbitration import services as arbitration_services
from duplicate.arbitration import undo
from duplicate.models import Game, Slip
from duplicate.rounds import closing
from duplicate.slips import services as slip_services
from engine.rules import (
    load_rule_set,
)
from tests.factories.games import let_time_pass
from tournaments.errors import RuleViolation
from tournaments.time import clock

FISF = load_rule_set("fisf")
pytestmark = [pytest.mark.django_db, pytest.mark.one_game("players", rules=FISF)]
# What one player may have handed in, and what is keyed for it: all are TRAINER but the last of each.
SENT = {
    "phone, score wrong": ("TRAINER", "H2", 68),
    "phone": ("TRAINER", "H2", 66),
    "phone, lower": ("TRAIN", "H4", 12),
}
KEYED = {
    "key for the top": None,
    "keyed": ("TRAINER", "H2", 66),
    "keyed, hard to read": ("TRAINER", "H2", 66),
    "keyed, lower": ("TRAIN", "H4", 12),
}
DECIDED = {
    "warning": arbitration_services.mark_warning,
    "penalty": arbitration_services.mark_penalty,
    "solo": arbitration_services.mark_solo,
}


@pytest.fixture
def outcome(game, players, arbitrator, second_arbitrator, open_round, hands):
    """Return a function that does acts in an order, judges, and returns what comes of it."""
    open_round("TRAINER")
    entry = players[0][0]
    round_ = game.rounds.get()

    def act(name):
        hands.move(1)
        if name in SENT:
            word, reference, score = SENT[name]
            slip_services.submit_slip(
                game=game,
                entry=entry,
                client_id=uuid.uuid4(),
                number=1,
                word=word,
                reference=reference,
                score=score,
                received_at=clock.now(),
            )
        elif name in DECIDED:
            DECIDED[name](game=game, entry=entry, by=second_arbitrator)
        elif written := KEYED[name]:
            word, reference, score = written
            slip_services.key_slip(
                game=game,
                entry=entry,
                word=word,
                reference=reference,
                stated_score=score,
                illegible="hard" in name,
                by=second_arbitrator,
            )
        else:
            arbitration_services.give_top(game=game, entry=entry, by=arbitrator)

    def judged(order, undone=None):
        point, now = transaction.savepoint(), hands.now
        try:
            for name in order:
                act(name)
            if undone:
                undo.undo(game=game, by=undone)
            let_time_pass(hands)
            closing.judge_round(round_.pk)
            found = _said(entry)
        except RuleViolation as error:
            found = error.code
        transaction.savepoint_rollback(point)
        hands.now = now
        return found

    return judged


def _said(entry):
    if entry.slips.in_conflict().exists():
        return "asked"
    last = entry.slips.counting().get().rulings.order_by("pk").last()
    return last.score, last.worth, last.sanction, last.warnings, last.code, last.solo


def sets_of_acts(count):
    """One arbitrator's second entry is a correction of the first, and so is a phone's: its order says which it is."""
    return [
        acts
        for acts in combinations([*SENT, *KEYED], count)
        if sum(act.startswith("keyed") for act in acts) < 2 and len({*acts} & {*SENT}) < 2
    ]


in_sets = pytest.mark.parametrize("count", [2, 3])


@in_sets
@pytest.mark.repeats
@pytest.mark.sweep
def test_the_order_of_the_same_acts_does_not_matter(outcome, count):
    wrong = {}
    for acts in sets_of_acts(count):
        found = {order: outcome(order) for order in permutations(acts)}
        if len(set(found.values())) > 1:
            wrong[acts] = found
    assert not wrong


@in_sets
@pytest.mark.repeats
@pytest.mark.sweep
@pytest.mark.parametrize("decided", DECIDED)
def test_a_decision_between_the_same_acts_changes_only_what_is_asked(outcome, decided, count):
    """It needs a slip; it stands until an arbitrator has seen what came after it."""
    wrong = {}
    for acts in sets_of_acts(count):
        found = {order: outcome(order) for order in permutations([*acts, decided])}
        if len({*found.values()} - {"table_without_slip", "asked"}) > 1:
            wrong[acts] = found
    assert not wrong


def test_a_wrong_score_is_a_warning_with_or_without_the_key_for_the_top(outcome):
    alone = outcome(["phone, score wrong"])
    assert alone == (66, 66, "warning", 1, "score_corrected", None)
    for order in permutations(["phone, score wrong", "key for the top"]):
        assert outcome(order) == alone


def test_the_key_for_the_top_is_undone_after_the_phone_came(outcome, arbitrator, game):
    for order in permutations(["phone, score wrong", "key for the top"]):
        assert outcome(order, undone=arbitrator) == outcome(["phone, score wrong"])


@pytest.mark.parametrize(
    ("first", "then", "alike"),
    [
        (("TRAINER", "H2", 66), ("TRAINER", "H02", 66), True),
        (("TRAINER", "H2", 66), ("trainer", "h2", 66), False),  # lower case is a blank
        (("TRAINER", "H2", 66), ("TRAINER", "H2", 64), False),
        (("TRAINER", "H2", 66), ("TRAIN", "H4", 12), False),
    ],
)
def test_different_slips_are_compared_as_they_are_read(game, players, open_round, hands, first, then, alike):
    rules = replace(FISF, slips=replace(FISF.slips, second_slip="zero"))
    Game.objects.filter(pk=game.pk).update(rules=rules.to_toml())
    game.refresh_from_db()
    round_ = open_round("TRAINER")
    for word, reference, score in (first, then):
        slip_services.submit_slip(
            game=game,
            entry=players[0][0],
            client_id=uuid.uuid4(),
            number=1,
            word=word,
            reference=reference,
            score=score,
            received_at=clock.now(),
        )
    let_time_pass(hands)
    closing.judge_round(round_.pk)
    assert (Slip.objects.counting().get().rulings.get().code != "several_slips") == alike
