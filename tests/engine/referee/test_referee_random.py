"""Random games: no tile is created or lost, scores add up, and every record replays to the same game."""

import json
from collections import Counter
from functools import cache

import pytest
from hypothesis import given
from hypothesis import settings as pace
from hypothesis import strategies as st

from engine.errors import EngineError, RecordError
from engine.formats.gcg import GcgGame
from engine.lexicon import load_lexicon
from engine.referee import (
    Challenge,
    ClassicGame,
    End,
    Exchange,
    Overtime,
    Pass,
    Place,
    Rack,
    apply,
    pool,
    replay,
    state_of,
)
from engine.referee.gcg.reader import from_gcg
from engine.referee.gcg.writer import gcg_text
from engine.tiles import BLANK, BLANK_FLAG, load_tile_set
from tests.engine.referee.playing import Play, annotate, settings
from tests.oracles.referee_count import Count

ENGLISH = load_tile_set("english")

rules = st.builds(
    settings,
    challenge=st.sampled_from(["void", "single", "double", "5", "10"]),
    points_for=st.sampled_from(["word", "play"]),
    go=st.sampled_from(["lost", "gained"]),
    minimum=st.sampled_from([0, 7]),
    final=st.sampled_from(["each", "double"]),
    scoreless_turns=st.sampled_from([None, 6]),
)


@cache
def english():
    return load_lexicon("english")


@st.composite
def games(draw):
    choices = draw(st.lists(st.integers(0, 10**6), max_size=160))
    return Play(
        english(),
        draw(st.integers(2, 4)),
        draw(rules),
        choices,
        seed=str(draw(st.integers(0, 10**6))),
        most_turns=draw(st.sampled_from([3, 8, 20, 200])),
    ).whole_game()


def tiles_of(state):
    """Count all tiles of a game."""
    lying = Counter(BLANK if cell & BLANK_FLAG else cell for cell in state.board.cells if cell)
    return sum((Counter(seat.known) for seat in state.seats), lying) + pool(state)


@pytest.mark.slow
@pace(deadline=None, max_examples=40)
@given(games())
def test_tiles_are_conserved_and_scores_add_up(game):
    everything = Counter(dict(enumerate(ENGLISH.counts)))
    for step in replay(game, english()):
        before, after = step.before, step.after
        assert tiles_of(after) == everything
        unknown = sum(seat.held - len(seat.known) for seat in after.seats)
        assert after.bag_count + unknown == pool(after).total()
        changed = [now - then for now, then in zip(after.scores, before.scores, strict=True) if now != then]
        match step.act:
            case Place():
                assert sum(changed) == after.play.scored.score
            case Overtime(points=points):
                assert changed == [-points]
            case Challenge(upheld=True):
                assert sum(changed) == -before.play.scored.score
                assert after.board == before.play.board
            case End():
                assert list(after.adjustments) == [
                    now - then for now, then in zip(after.scores, before.scores, strict=True)
                ]
            case Exchange() | Pass() | Rack():
                assert not changed


@pytest.mark.slow
@pace(deadline=None, max_examples=40)
@given(games())
def test_a_game_is_the_same_again_however_it_is_kept(game):
    state = state_of(game, english())
    assert state_of(ClassicGame.from_json(game.to_json())) == state
    text = gcg_text(game)
    again = from_gcg(GcgGame.parse(text.encode(), ENGLISH), ENGLISH)
    assert gcg_text(again) == text
    read = state_of(again)
    assert (read.board, read.scores, read.bag_count) == (state.board, state.scores, state.bag_count)
    assert (read.end_reason, read.adjustments) == (state.end_reason, state.adjustments)
    assert [Counter(seat.known) for seat in read.seats] == [Counter(seat.known) for seat in state.seats]
    count = Count(text)
    assert tuple(count.totals[nick] for nick in count.nicks) == state.scores


@pytest.mark.slow
@pace(deadline=None, max_examples=40)
@given(games(), st.sets(st.integers(0, 3)))
def test_racks_need_not_be_known(game, hidden):
    """A record with some racks or none gives the same scores and the same bag count."""
    told = annotate(game, {player for player in hidden if player < len(game.players)})
    turns = [
        [(step.after.bag_count, step.after.scores) for step in replay(one) if not isinstance(step.act, Rack)]
        for one in (game, told)
    ]
    assert turns[0] == turns[1]
    text = gcg_text(told)
    assert gcg_text(from_gcg(GcgGame.parse(text.encode(), ENGLISH), ENGLISH)) == text


@pace(deadline=None, max_examples=40)
@given(games(), st.data())
def test_an_act_is_done_or_refused_and_nothing_else(game, data):
    """Any act at any moment continues the game, or raises an error that names its rule."""
    steps = list(replay(game))
    places = st.integers(0, len(steps) - 1)
    state, act = steps[data.draw(places)].after, steps[data.draw(places)].act
    after, errors = state, []
    try:
        after = apply(state, act)
    except EngineError as error:
        errors = [error.rule]
    assert all(errors)
    assert tiles_of(after) == tiles_of(state)


def record(*acts, players=()):
    return json.dumps({"tiles": "english", "notation": "english", "players": list(players), "acts": acts})


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("{", "line 1: Expecting property name"),
        ("[]", "the record: it is no JSON object"),
        ("{}", "the record: “tiles” is missing"),
        (record(players=["A"]), "the record: “players” must be objects"),
        (record(1), "act 1: it is no JSON object"),
        (record({"act": "sing"}), "act 1: “sing” is nothing that can be done"),
        (record({"act": "pass", "x": 1}), "act 1: there is no key “x”"),
        (record({"act": "rack", "player": 0, "tiles": "7"}), "act 1: “7” in “7” is not a letter"),
        (
            record({"act": "place", "player": 0, "ref": "P9", "word": "AT"}),
            "act 1: Reference P9 is off the board",
        ),
        (record({"act": "place", "player": 0, "ref": "H8", "word": ""}), "act 1: There is no word"),
        (record({"act": "pass", "player": True}), "act 1: “player” must be a whole number"),
        (record({"act": "challenge", "player": 0, "upheld": 1}), "act 1: “upheld” must be true or false"),
        (record({"act": "start", "drawn": [1]}), "act 1: “drawn” must be a list of pairs"),
        ("1" * 5000, "the record: it is no usable JSON"),
    ],
)
def test_a_record_that_cannot_be_read(text, problem):
    with pytest.raises(RecordError) as caught:
        ClassicGame.from_json(text)
    assert str(caught.value).startswith(problem), caught.value


def test_a_record_with_an_act_against_the_rules_names_it():
    game = Play(english(), 2, settings(), [50] * 30).whole_game()
    wrong = game.with_act(Pass(player=0))
    with pytest.raises(RecordError, match=rf"act {len(wrong.acts)}: "):
        list(replay(wrong))
