"""Acts on a round by two arbitrators at the same moment: each is done once."""

from dataclasses import replace
from functools import partial

import pytest

from duplicate.arbitration import corrections
from duplicate.games import playing_arbitrators
from duplicate.models import Game
from duplicate.models.round_arbitrator import RoundArbitrator
from duplicate.rounds import services as round_services
from duplicate.rounds import top_search
from duplicate.rounds.confirmations import EVERYTHING
from engine.rules import (
    RuleSet,
)
from tests.concurrency.acts import act_for_both
from tests.concurrency.hall import during, together

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("nobody_in_background")]


def test_what_two_arbitrators_do_at_once_is_done_once(game, arbitrator, second, close_round):
    """The other one is told that it is done."""
    people = (game, arbitrator, second)
    for act, values, refusal in (
        (round_services.draw_rack, {}, "round_in_progress"),
        (round_services.open_round, {}, "round_is_open"),
        (round_services.start_clock, {}, "clock_runs"),
        (round_services.pause_clock, {}, "clock_stands"),
        (round_services.start_clock, {}, "clock_runs"),
        (round_services.end_round, {"confirmed": EVERYTHING}, "time_is_up"),
    ):
        outcomes = together(*act_for_both(act, *people, **values))
        assert outcomes.count(refusal) == 1, outcomes
    close_round()
    top_search.find_top(game.rounds.get().pk)
    top = next(top for top in game.rounds.get().tops if top["preferred"])
    move = {"word": top["word"], "reference": top["reference"], "number": 1, "confirmed": EVERYTHING}
    assert together(*act_for_both(round_services.announce, *people, **move)).count("round_announced") == 1
    assert game.log.filter(act="move_announced").count() == 1


def test_opening_a_round_while_it_is_cancelled(game, arbitrator):
    cancel = partial(corrections.cancel_round, game=game, number=1, reason="R", by=arbitrator)
    open_it = partial(round_services.open_round, game=game, by=arbitrator)
    round_services.draw_rack(game=game, by=arbitrator)
    assert during(cancel, open_it) == (None, "no_round")
    round_services.draw_rack(game=game, by=arbitrator)
    assert during(open_it, cancel) == (None, None)
    assert not game.rounds.in_progress().exists()


@pytest.mark.parametrize("first", ["naming", "announcement"])
def test_an_arbitrator_is_named_while_a_round_is_announced(
    game, arbitrator, players, open_round, close_round, announce, first
):
    """The round is announced by a player, or it was over before there was one."""
    rules = RuleSet()
    rules = replace(rules, standings=replace(rules.standings, arbitrators_averaged=True))
    Game.objects.filter(pk=game.pk).update(rules=rules.to_toml())
    open_round("TRAINER")
    close_round()
    olga, post = players[2][0], game.event.posts.get(user=arbitrator)
    name = partial(playing_arbitrators.name_arbitrators, game=game, entries={post.pk: olga}, by=arbitrator)
    acts = (name, announce) if first == "naming" else (announce, name)
    assert during(*acts) == (None, None)
    kept = list(RoundArbitrator.objects.values_list("entry", flat=True))
    assert kept == ([olga.pk] if first == "naming" else [])


def test_a_correction_while_the_next_round_opens(game, arbitrator, open_round, close_round, announce):
    """The rack was drawn from what the round before left: it is out, or the move is changed, not both."""
    open_round("TRAINER")
    close_round()
    announce()
    round_services.draw_rack(game=game, by=arbitrator)
    change = partial(
        corrections.change_placed_move,
        game=game,
        number=1,
        reference="H3",
        word="TRAINER",
        reason="R",
        by=arbitrator,
    )
    open_it = partial(round_services.open_round, game=game, by=arbitrator)
    assert during(change, open_it) == (None, "no_round")
    round_services.draw_rack(game=game, by=arbitrator)
    assert during(open_it, change) == (None, "not_the_last_round")
