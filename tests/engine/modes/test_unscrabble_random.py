"""Random games of Un-Scrabble, checked against a second opinion (`tests.oracles.removals`)."""

import json
from collections import Counter
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.modes import replay_acts
from engine.modes.unscrabble.removals import removals
from engine.referee.runs import square_text
from tests.engine.modes.unscrabble_table import MODE, english, refusal_of, remove, setup_of, tiles_on
from tests.oracles.removals import all_removals, leaves_good_words, name_of, square_of, value, words_on
from tests.oracles.scorer import english_words


def name_squares(squares):
    return [square_text(square, "english") for square in squares]


@pytest.mark.parametrize("seed", ["1", "2"])
def test_the_search_finds_every_removal_that_the_rules_allow(seed):
    state = MODE.start(setup_of(seed=seed))
    found = [frozenset(name_squares(squares)) for squares in removals(state.board, english())]
    wanted = {frozenset(map(name_of, squares)) for squares in all_removals(tiles_on(state))}
    assert len(found) == len(set(found))
    assert set(found) == wanted


@pytest.mark.slow
@given(st.integers(0, 10**6), st.integers(2, 4), st.lists(st.integers(0, 10**6), min_size=80, max_size=80))
@settings(max_examples=20)
def test_any_game_adds_up_and_replays(seed, players, choices):
    """An independent checker follows every turn to the end."""
    setup = setup_of(players, seed=str(seed))
    state, acts, totals = MODE.start(setup), [], Counter()
    first = tiles_on(state)
    for turn, choice in enumerate(choices):
        if MODE.shown(state, None)["over"]:
            break
        board, player = tiles_on(state), turn % players
        allowed = sorted(removals(state.board, english()))
        names = name_squares(allowed[choice % len(allowed)])
        gone = {square_of(name) for name in names}
        assert leaves_good_words(board, gone, english_words())
        acts.append({"act": "remove", "player": player, "squares": names, "seed": "unused"})
        state = MODE.apply(state, acts[-1])
        totals[player] += value(board, gone)
        assert tiles_on(state) == {square: tile for square, tile in board.items() if square not in gone}
        assert list(MODE.scores(state)) == [totals[one] for one in range(players)]
    assert MODE.shown(state, None)["over"]
    assert not all_removals(tiles_on(state))
    assert sum(MODE.scores(state)) == value(first, first.keys() - tiles_on(state).keys())
    assert MODE.winners(state) == tuple(
        player for player in range(players) if totals[player] == max(totals[one] for one in range(players))
    )
    again = replay_acts(MODE, setup, json.loads(json.dumps(acts)))
    assert again == state
    assert json.loads(json.dumps(MODE.shown(state, 0))) == MODE.shown(again, None)


@pytest.mark.slow
@given(st.data())
@settings(max_examples=60)
def test_any_tiles_of_a_word_go_or_stay_as_the_rule_has_it(data):
    state = MODE.start(setup_of(seed=str(data.draw(st.integers(0, 20)))))
    for _ in range(data.draw(st.integers(0, 30))):
        allowed = list(islice(removals(state.board, english()), 5))
        if not allowed:
            break
        names = name_squares(data.draw(st.sampled_from(allowed)))
        state = MODE.apply(state, remove(state.to_move, " ".join(names)))
    board = tiles_on(state)
    if board:
        run = data.draw(st.sampled_from(words_on(board)))
        gone = data.draw(st.sets(st.sampled_from(run), min_size=1, max_size=7))
        act = remove(state.to_move, " ".join(map(name_of, gone)))
        if len(gone) <= 6 and leaves_good_words(board, gone, english_words()):
            assert len(tiles_on(MODE.apply(state, act))) == len(board) - len(gone)
        else:
            assert refusal_of(state, act)[1] == "V10"
