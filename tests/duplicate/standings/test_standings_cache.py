"""Standings kept in memory: computed once for all who ask, and never other than what the rows say."""

import uuid
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier, Event

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st

from duplicate.arbitration import services as arbitration_services
from duplicate.arbitration import undo
from duplicate.games import services as game_services
from duplicate.games.players import services as player_services
from duplicate.models import Game, Slip
from duplicate.rounds import services as round_services
from duplicate.slips import services as slip_services
from duplicate.standings.rows import game_standings
from duplicate.standings.rows import game_standings as standings_cache
from duplicate.standings.rows.game_standings import standings_for_game
from duplicate.standings.rules.ranking import Average, PlayerScores, rank_players
from engine.rules import (
    RuleSet,
    load_rule_set,
    rule_set_names,
)
from tournaments.time import clock

pytestmark = pytest.mark.database

in_the_open = pytest.mark.django_db(transaction=True)


@pytest.fixture
def counted(monkeypatch):
    """Count the computations of standings."""
    computed = []
    compute = game_standings._standings
    monkeypatch.setattr(game_standings, "_standings", lambda game: computed.append(game.pk) or compute(game))
    return computed


@pytest.fixture
def announced(game, players, open_round, close_round, announce_top):
    open_round("TRAINER")
    entry = players[0][0]
    slip_services.submit_slip(
        game=game,
        entry=entry,
        client_id=uuid.uuid4(),
        number=1,
        word="TRAIN",
        reference="H4",
        score=12,
        received_at=clock.now(),
    )
    close_round()
    return announce_top(1)


def total(game):
    return standings_for_game(game).rows[0].total


@in_the_open
def test_who_asks_again_is_answered_from_memory(game, announced, counted):
    assert total(game) == total(game) == 12
    assert len(counted) == 1
    with CaptureQueriesContext(connection) as queries:
        total(game)
    assert len(queries) == 1


@in_the_open
def test_an_overruling_changes_them(game, announced, counted, arbitrator):
    assert total(game) == 12
    slip = Slip.objects.get()
    arbitration_services.overrule(score=5, game=game, entry=slip.entry, by=arbitrator, number=1, reason="Why")
    assert total(game) == 5
    undo.undo(game=game, by=arbitrator)
    assert total(game) == 12
    assert len(counted) == 3


@in_the_open
def test_what_is_ruled_in_the_round_in_progress_costs_nothing(
    game, announced, counted, arbitrator, open_round
):
    total(game)
    round_services.draw_rack(game=game, by=arbitrator)
    round_services.open_round(game=game, by=arbitrator)
    total(game)
    counted.clear()
    entry = game.event.entries.first()
    arbitration_services.give_zero(game=game, entry=entry, by=arbitrator)
    assert total(game) == 12
    assert counted == []


@in_the_open
def test_whatever_gives_the_game_a_new_version_changes_them(game, announced, counted, arbitrator):
    assert len(standings_for_game(game).rows) == 3
    player_services.add_player(game=game, name="Pia", by=arbitrator)
    assert len(standings_for_game(game).rows) == 4


@in_the_open
def test_what_no_version_tells_of_shows_after_seconds(game, announced, counted, monkeypatch):
    before = standings_for_game(game).rows[0].name
    entry = game.event.entries.get(player__name=before)
    entry.player.name = "Mended"
    entry.player.save()
    monkeypatch.setattr(standings_cache, "SECONDS", 0)
    assert standings_for_game(game).rows[0].name == "Mended"


@in_the_open
def test_another_game_under_the_same_key_is_another_game(game, announced, counted):
    total(game)
    Game.objects.filter(pk=game.pk).update(seed="another")
    total(game)
    assert len(counted) == 2


@in_the_open
def test_nothing_is_kept_of_a_transaction_that_is_taken_back(game, announced, counted, arbitrator):
    entry = Slip.objects.get().entry
    overrule = partial(
        arbitration_services.overrule, game=game, entry=entry, by=arbitrator, number=1, reason="Why"
    )
    with transaction.atomic():
        overrule(score=5)
        assert total(game) == 5
        transaction.set_rollback(True)
    overrule(score=7)
    assert total(game) == 7


@in_the_open
def test_many_at_once_cost_one_computation(game, announced, counted):
    together = Barrier(8)

    def ask(_number):
        together.wait()
        try:
            return total(game)
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(ask, range(8))) == [12] * 8
    assert len(counted) == 1


@in_the_open
def test_a_game_does_not_wait_for_another_one(game, announced, arbitrator):
    other = game_services.create_game(
        name="Friday", by=arbitrator, lexicon="english", notation="duplicate", rules=RuleSet()
    )
    begun, done = Event(), Event()

    def compute_slowly(game):
        begun.set()
        assert done.wait(30)
        return game_standings._standings(game)

    def ask_slowly():
        try:
            return standings_cache.get_or_compute_standings(other, compute_slowly)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        slow = pool.submit(ask_slowly)
        assert begun.wait(30)
        assert total(game) == 12
        done.set()
        assert slow.result().rounds == 0


# --- The rows come in any order -------------------------------------------------------------------------------------

ROUNDS = 3
NUMBERS = st.lists(st.integers(0, ROUNDS - 1), unique=True, max_size=2).map(tuple)


@st.composite
def halls(draw):
    """Draw players with the scores of their slips, some with averages, and the tops of the rounds."""
    players = []
    for table in range(1, draw(st.integers(1, 6)) + 1):
        worths = draw(st.tuples(*[st.sampled_from([0, 10, 20, 60])] * ROUNDS))
        penalised = draw(NUMBERS)
        scores = tuple(max(0, worth - 5 * (number in penalised)) for number, worth in enumerate(worths))
        name = draw(st.sampled_from(["Ann", "ann", "Bob"]))
        more = {"warned": draw(NUMBERS), "penalised": penalised, "absent": draw(NUMBERS)}
        players.append(PlayerScores(table, table, name, scores, worths, **more))
    averages = draw(
        st.dictionaries(
            st.integers(1, 6),
            st.dictionaries(
                st.integers(0, ROUNDS - 1),
                st.builds(Average, st.integers(0, 60), st.sampled_from(["arbitrated", "second_zero"])),
            ),
        )
    )
    return players, averages


@pytest.mark.slow
@given(halls(), st.randoms(use_true_random=False), st.sampled_from(rule_set_names()))
def test_standings_are_the_same_in_any_order_of_rows(hall, chance, name):
    players, averages = hall
    shuffled = players.copy()
    chance.shuffle(shuffled)
    rules, tops = load_rule_set(name), [60] * ROUNDS
    standings = rank_players(players, tops, rules, averages)
    assert rank_players(shuffled, tops, rules, averages) == standings
    assert sum(row.solo_points for row in standings.rows) == sum(
        solo.points for solo in standings.solos if solo
    )
