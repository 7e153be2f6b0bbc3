"""Random games of Scrabble Me: an independent count agrees, hidden tiles stay hidden, the game replays."""

import json
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import EngineError
from engine.modes import replay_acts
from tests.engine.modes.scrabble_me_games import MODE, Players
from tests.engine.modes.sitting import setup
from tests.oracles.scrabble_me import Count

choices = st.lists(st.integers(0, 10**6), max_size=400)
tables = st.builds(
    lambda players, seed, challenge: setup(MODE, players, seed=str(seed), challenge=challenge),
    st.integers(2, 4),
    st.integers(0, 10**6),
    st.sampled_from(["round", "round", "void"]),
)


@pytest.mark.slow
@given(tables, choices)
@settings(max_examples=40)
def test_any_game_counted_by_an_outsider(table, decided):
    """Tiles are conserved, scores add up, phases follow one another, nothing is shown too early."""
    game = Players(table, decided)
    count = Count(game.screens(), challenges=table.settings.challenge != "void")
    game.watch = count.step
    acts = game.whole_game()
    screen = MODE.shown(game.state, None)
    assert screen["over"]
    assert list(MODE.scores(game.state)) == count.scores
    assert MODE.winners(game.state) == tuple(
        player for player, score in enumerate(count.scores) if score == max(count.scores)
    )
    points = Counter()
    for one in screen["rounds"]:
        for play in one["plays"]:
            points[play["player"]] += play["score"]
    assert [points[player] for player in count.players] == count.scores
    assert replay_acts(MODE, table, json.loads(json.dumps(acts))) == game.state


@given(tables, choices, st.data())
@settings(max_examples=30)
def test_what_is_hidden_is_in_no_answer(table, decided, data):
    """The view of others does not depend on a player's rack, a secret play, or the order of the bag."""
    game = Players(table, decided)
    game.whole_game(most=data.draw(st.integers(0, 120)))
    state, viewer = game.state, data.draw(st.sampled_from([None, *range(len(table.players))]))
    hidden = state
    for player in set(state.players) - {viewer}:
        seat = state.seats[player]
        hidden = hidden.with_seat(player, replace(seat, rack=tuple(1 for _ in seat.rack)))
        if state.phase == "play" and (play := state.round.plays[player]) and play.kind == "place":
            hidden = hidden.with_play(player, replace(play, scored=None, words=(), kind="pass"))
    hidden = replace(hidden, bag=state.bag[::-1], seed="another")
    assert MODE.shown(state, viewer) == MODE.shown(hidden, viewer)
    assert json.loads(json.dumps(MODE.shown(state, viewer))) == MODE.shown(state, viewer)


acts = st.fixed_dictionaries(
    {
        "act": st.sampled_from(["place", "pass", "challenge", "accept", "swap", "pick", "exchange"]),
        "player": st.integers(-1, 4),
        "seed": st.just("s"),
    },
    optional={
        "ref": st.sampled_from(["8H", "H8", "8G", "99", ""]),
        "word": st.sampled_from(["CAT", "aT", "QI", "", "5"]),
        "of": st.integers(-1, 4),
        "with": st.integers(-1, 4),
        "from": st.sampled_from(["podium", "bag", "floor"]),
        "tile": st.sampled_from(["E", "?", "EE", "", "7"]),
    },
)


@given(tables, choices, st.integers(0, 150), acts)
@settings(max_examples=100)
def test_an_act_is_done_or_refused_and_nothing_else(table, decided, number, act):
    """Any act at any moment continues the game with all its tiles, or raises an error and changes nothing."""
    game = Players(table, decided)
    game.whole_game(most=number)
    before = game.screens()
    try:
        after = MODE.apply(game.state, act)
    except EngineError:
        assert game.screens() == before
    else:
        assert act["player"] in MODE.waits_for(game.state)
        screens = [MODE.shown(after, player) for player in after.players]
        lying = sum(bool(tile) for one in screens[0]["players"] for row in one["board"] for tile in row)
        held = sum(one["held"] for one in screens[0]["players"])
        assert lying + held + len(screens[0]["podium"]) + screens[0]["bag"] == 100


@pytest.mark.repeats
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_whole_game_of_good_players(players):
    """Everybody plays the top and nobody challenges, to the extra turn after the last round."""
    game = Players(setup(MODE, players, seed="7"), ())
    count = Count(game.screens())
    game.watch = count.step
    game.whole_game()
    assert game.state.ended == "played_out"
    assert MODE.shown(game.state, None)["bag"] == 0
    assert "last" in [one["kind"] for one in MODE.shown(game.state, None)["rounds"]]
    assert min(count.scores) > 100
