"""A round has one solo, whatever is undone, done again or counts again."""

import pytest

from duplicate.arbitration import services as arbitration_services
from duplicate.arbitration import undo
from duplicate.models import Ruling
from duplicate.slips import services as slip_services
from tests.factories.decisions import TRAIN
from tests.factories.refusals import refusal_code

pytestmark = [pytest.mark.django_db, pytest.mark.one_game("players")]


@pytest.fixture
def solo(game, players):
    """Return a function that presses S for a player, by number."""

    def press(player, by):
        return arbitration_services.mark_solo(game=game, entry=players[player][0], by=by)

    return press


@pytest.fixture
def two_slips(game, players, open_round, arbitrator):
    """Give Mona and Noah the top."""
    open_round("TRAINER")
    for entry, _token in players[:2]:
        slip_services.key_slip(
            game=game, entry=entry, word="TRAINER", reference="H4", stated_score=66, by=arbitrator
        )


def solos(game):
    """Return the players whom an arbitrator gave the solo."""
    last = {}
    for ruling in Ruling.objects.filter(slip__effective=True).order_by("pk"):
        last[ruling.slip.entry.player.name] = ruling.solo
    return [name for name, given in last.items() if given]


def test_redo_gives_no_second_solo(game, two_slips, solo, arbitrator, second_arbitrator):
    solo(0, arbitrator)
    undo.undo(game=game, by=arbitrator)
    solo(1, second_arbitrator)
    assert refusal_code(undo.redo, game=game, by=arbitrator) == "solo_taken"
    assert solos(game) == ["Noah"]
    undo.undo(game=game, by=second_arbitrator)
    undo.redo(game=game, by=arbitrator)
    assert solos(game) == ["Mona"]


def test_undo_gives_no_second_solo(game, two_slips, solo, arbitrator, second_arbitrator):
    """Mona's solo was withheld after it had been given."""
    solo(0, arbitrator)
    solo(0, arbitrator)
    solo(1, second_arbitrator)
    assert refusal_code(undo.undo, game=game, by=arbitrator) == "solo_taken"
    assert solos(game) == ["Noah"]


def test_a_slip_that_counts_again_brings_no_second_solo(
    game, two_slips, solo, hand_in, settle, arbitrator, second_arbitrator
):
    """Mona's slip with the solo lay aside while Noah was given it."""
    solo(0, arbitrator)
    settle(hand_in("A", TRAIN))
    solo(1, second_arbitrator)
    assert refusal_code(undo.undo, game=game, by=arbitrator) == "solo_taken"
    assert solos(game) == ["Noah"]
