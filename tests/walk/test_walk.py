"""Some random walks on each database, and what they are worth: `make walk` takes more of them."""

from collections import Counter
from dataclasses import replace

import pytest
from django.db import transaction

from duplicate.arbitration import undo
from duplicate.log.actions import Undo
from duplicate.models import AuditLogEntry, Game, Ruling, Slip
from duplicate.standings.rows.game_standings import standings_for_game
from tests.walk.comparison import all_rows, differences
from tests.walk.walk import STEPS, Walk, walk, world_of
from tournaments.models import Entry

pytestmark = [pytest.mark.django_db, pytest.mark.database]

# The slow lane walks farther and from other seeds, so that both walk the same way on every machine.
FEW_STEPS = 70
WALKS = [{2: FEW_STEPS}, dict.fromkeys([1, 3, 4], STEPS)]


@pytest.mark.repeats
@pytest.mark.sweep
@pytest.mark.parametrize("walks", WALKS, ids=["fast", "slow"])
def test_what_random_acts_leave_adds_up_and_is_undone(english, walks):
    counts = Counter()
    for seed, steps in walks.items():
        found = walk(seed, steps=steps, counts=counts)
        assert found is None, f"{found}\n\nAgain: make walk SEED={seed}"
    assert min(counts[name] for name in ("announce", "undo", "episodes of the desk alone"))


@pytest.mark.slow
def test_the_same_seed_does_the_same(english):
    histories = []
    for _turn in range(2):
        with world_of(7) as world:
            Walk(world).go(30, lambda: False)
            histories.append(world.history)
    assert histories[0] == histories[1]
    assert len(histories[0]) > 20


@pytest.mark.slow
def test_any_column_that_is_not_put_back_is_found(english):
    with world_of(3) as world:
        Walk(world).go(60, lambda: False)
        before = all_rows()
        assert differences(before, all_rows(), (world.game.pk, 0, 0)) == []
        for table, change in (
            (Entry, {"withdrawn_at": "2030-01-01T00:00Z"}),
            (Slip, {"effective": False}),
            (Ruling, {"reason": "another"}),
            (AuditLogEntry, {"act": "undone"}),
            (Game, {"name": "another"}),
        ):
            with transaction.atomic():
                row = table.objects.exclude(**change).first()
                table.objects.filter(pk=row.pk).update(**change)
                assert differences(before, all_rows(), (world.game.pk, 0, 0)), table
                transaction.set_rollback(True)


def test_a_wrong_total_is_found(english, monkeypatch):
    def one_point_more(game):
        standings = standings_for_game(game)
        return replace(standings, rows=tuple(replace(row, total=row.total + 1) for row in standings.rows))

    monkeypatch.setattr("tests.walk.walk.standings_for_game", one_point_more)
    assert "the standings say" in str(walk(1))


@pytest.mark.slow
def test_undoing_that_does_nothing_is_found(english, monkeypatch):
    monkeypatch.setitem(undo.INVERSES, Undo.SLIPS, (lambda *_args: None,) * 2)
    assert any("succeeded without a row" in str(walk(seed)) for seed in range(1, 10))
