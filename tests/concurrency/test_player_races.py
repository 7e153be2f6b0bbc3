"""Players and accounts at the same moment: joining, dropping out, being removed."""

from functools import partial

import pytest

from duplicate.games import playing_arbitrators, staff
from duplicate.games import services as game_services
from duplicate.games.players import phone_links
from duplicate.games.players import services as player_services
from engine.rules import (
    RuleSet,
)
from tests.concurrency.hall import during, together
from tournaments.models import Arbitrator

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("nobody_in_background")]


def test_one_name_joins_once(game):
    outcomes = together(*[partial(player_services.join_game, game=game, name="Pia")] * 3)
    assert outcomes.count("name_taken") == 2
    assert game.event.entries.count() == 1


def test_a_pair_is_entered_in_two_events_at_once(game, built_in, arbitrator):
    other = game_services.create_game(
        name="Friday", by=arbitrator, lexicon="english", notation="duplicate", rules=RuleSet()
    )
    one, two = during(
        partial(player_services.join_game, game=game, name="Pia", partner="Quin"),
        partial(player_services.join_game, game=other, name="Quin", partner="Pia"),
        at='INSERT INTO "tournaments_player"',
    )
    assert (one.entry.full_name, two.entry.full_name) == ("Pia & Quin", "Quin & Pia")


def test_a_slip_while_its_player_drops_out(game, arbitrator, players, open_round, send):
    open_round("TRAINER")
    leave = partial(player_services.withdraw_player, game=game, entry=players[0][0], by=arbitrator)
    assert during(send, leave)[1] is None
    player_services.bring_back_player(game=game, entry=players[0][0], by=arbitrator)
    assert during(leave, send) == (None, "player_withdrawn")


def test_a_player_who_is_taken_out(game, arbitrator, players, open_round, send):
    """Any concurrent act on them gets an answer, and their slips stay."""
    open_round("TRAINER")
    mona, noah, olga = (entry for entry, _token in players)
    take_out = partial(player_services.remove_player, game=game, by=arbitrator)
    assert during(send, partial(take_out, entry=mona))[1] == "player_has_slips"
    assert during(partial(take_out, entry=noah), partial(send, place=1)) == (None, "player_gone")
    link = partial(phone_links.give_phone, game=game, entry=olga, by=arbitrator)
    assert during(partial(take_out, entry=olga), link) == (None, "player_gone")
    for act in (player_services.withdraw_player, player_services.remove_player, phone_links.give_phone):
        assert together(partial(act, game=game, entry=olga, by=arbitrator)) == ["player_gone"]
    post = game.event.posts.get()
    named = partial(playing_arbitrators.name_arbitrators, game=game, entries={post.pk: olga}, by=arbitrator)
    assert together(named) == ["player_gone"]


def test_one_account_is_made_once(create, game, arbitrator):
    make = [
        partial(
            staff.let_in_new,
            game=one,
            user_name="dora",
            role=Arbitrator.Role.HELPER,
            tables=None,
            by=arbitrator,
        )
        for one in (game, create())
    ]
    assert during(*make)[1] == "account_exists"
