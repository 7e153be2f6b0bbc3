"""Moves that complete a word at the desk's line: what is told of them, and when."""

import pytest
from django.urls import reverse

from duplicate.desk.completions import without_place
from duplicate.models import Game, Round
from duplicate.rounds import top_search
from engine.rules import (
    load_rule_set,
)


@pytest.fixture
def completions(client, game, arbitrator):
    client.force_login(arbitrator)
    return lambda: client.get(reverse("completions", args=[game.code])).json()


def test_there_are_none_before_there_is_a_top(completions, open_round):
    assert completions() == {"round": None, "moves": [], "without_place": None}
    round_ = open_round("TRAINER")
    assert completions() == {"round": round_.pk, "moves": [], "without_place": "refused"}


def test_the_best_moves_with_their_beginnings_that_are_words(completions, open_round):
    round_ = open_round("TRAINER")
    top_search.find_top(round_.pk)
    told = completions()
    assert told["round"] == round_.pk
    moves = told["moves"]
    assert moves == sorted(moves, key=lambda move: -move["score"])
    round_.refresh_from_db()
    tops = {(move["word"], move["reference"]) for move in moves if move["is_top"]}
    assert tops == {(top["word"], top["reference"]) for top in round_.tops}
    trainer = next(move for move in moves if move["word"] == "TRAINER")
    # TRAIN is a word, and so is TRAINE in no lexicon.
    assert 5 in trainer["words"]
    assert 6 not in trainer["words"]


def test_a_round_that_was_announced_has_none(completions, open_round):
    round_ = open_round("TRAINER")
    top_search.find_top(round_.pk)
    Round.objects.filter(pk=round_.pk).update(state=Round.State.CANCELLED)
    assert completions() == {"round": None, "moves": [], "without_place": None}


@pytest.mark.parametrize(
    ("rule_set", "first", "later"),
    [("classic", "refused", "refused"), ("fisf", "best_place", "stored"), ("fise", "refused", "refused")],
)
def test_what_becomes_of_a_slip_without_a_place(rule_set, first, later):
    game = Game(rules=load_rule_set(rule_set).to_toml())
    assert without_place(Round(game=game, number=1)) == first
    assert without_place(Round(game=game, number=2)) == later
