"""Random classic games at a table, with any variants: no tile is lost, scores add up, the game replays."""

import json
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import settings as pace
from hypothesis import strategies as st

from engine.modes import replay_acts
from engine.modes.classic.mode import CLASSIC
from engine.modes.classic.table import game_of
from engine.referee import ClassicGame, Player, pool, state_of
from engine.referee.gcg.writer import gcg_text
from engine.tiles import BLANK, BLANK_FLAG, load_tile_set
from tests.engine.modes.classic_people import People
from tests.engine.modes.sitting import setup
from tests.oracles import classic

ENGLISH = load_tile_set("english")
EVERYTHING = Counter(dict(enumerate(ENGLISH.counts)))

variants = st.fixed_dictionaries(
    {},
    optional={
        "rack_size": st.just(9),
        "finish_line": st.sampled_from(["beginner", "intermediate", "expert"]),
        "opening_length": st.sampled_from([4, 5]),
        "rearranging": st.just(True),
        "recycling_letters": st.just(True),
        "recycling_blanks": st.just(True),
        "theme": st.just("anything"),
        "double_bag": st.just(True),
        "blank_bag": st.sampled_from(["vowels", "consonants"]),
        "challenge": st.sampled_from(["void", "single", "points"]),
    },
)


def complete_settings(values):
    """Add the settings that these need."""
    if values.get("rack_size") == 9:
        values["bonuses"] = {7: 50, 8: 50, 9: 50}
    if "opening_length" in values:
        values["opening_fallback"] = True
    if values.get("theme") and values.get("rearranging"):
        values["theme_words"] = ("AT", "ON", "RE", "TEA", "QI")
    return values


def people_of(number, values):
    level = "beginner" if "finish_line" in values else None
    return (Player("Ann", level=level), *map(Player, ("Bo", "Cy", "Di")[: number - 1]))


@st.composite
def tables(draw):
    values = complete_settings(draw(variants))
    number = draw(st.integers(2, 4))
    seed = str(draw(st.integers(0, 10**6)))
    sitting = setup(CLASSIC, people=people_of(number, values), seed=seed, **values)
    choices = draw(st.lists(st.integers(0, 10**6), max_size=300))
    return People(sitting, choices, draw(st.sampled_from([4, 12, 60])))


def check_tiles(people):
    state = people.state
    lying = Counter(BLANK if cell & BLANK_FLAG else cell for cell in state.board.cells if cell)
    held = sum((Counter(seat.known) for seat in state.seats), Counter())
    assert lying + held + pool(state) == EVERYTHING
    if not people.seat.state.undrawn:
        assert pool(state).total() == state.bag_count


def check_scores(seat):
    record = game_of(seat.state)
    counted = classic.Table(json.loads(record.to_json()))
    state = seat.state.state
    assert tuple(counted.scores) == CLASSIC.scores(seat.state) == state.scores
    assert counted.over is state.is_over
    if state.is_over:
        assert tuple(counted.winners) == CLASSIC.winners(seat.state)
    board = {
        (index // 15, index % 15): ENGLISH.token(cell) for index, cell in enumerate(state.board.cells) if cell
    }
    assert counted.board == board
    return counted


@pytest.mark.slow
@pace(deadline=None, max_examples=25)
@given(tables())
def test_tiles_are_conserved_scores_add_up_and_the_game_replays(people):
    seat = people.whole_game(check_tiles)
    check_scores(seat)
    sent = json.loads(json.dumps(seat.acts))
    assert replay_acts(CLASSIC, seat.setup, sent) == seat.state
    record = game_of(seat.state)
    assert state_of(ClassicGame.from_json(record.to_json()), seat.setup.lexicon) == seat.state.state
    assert gcg_text(record)


@pytest.mark.slow
@pytest.mark.parametrize(
    "values",
    [
        {"rack_size": 9, "theme": "it", "theme_words": ("TEA", "AT")},
        {"finish_line": "expert", "challenge": "points"},
        {"rearranging": True, "opening_length": 5},
        {"recycling_letters": True, "recycling_blanks": True, "challenge": "single"},
        {"double_bag": True, "theme": "it"},
    ],
)
def test_a_whole_game_is_played_to_its_end_with_each_variant(values):
    """The players use every kind of act; the second count checks this."""
    done, over = Counter(), 0
    for game in range(4):
        choices = [(game * 7919 + number * 104729) % 999983 for number in range(3000)]
        seat = People(
            setup(CLASSIC, 2 + game % 3, seed=str(game), **complete_settings(dict(values))), choices, 300
        ).whole_game()
        counted = check_scores(seat)
        done += counted.kinds
        over += counted.over
        done["rearranged"] += sum("rearranged" in act for act in seat.acts)
    assert over == 4
    assert done["place"] > 20
    for setting, kind in (
        ("rearranging", "rearranged"),
        ("recycling_letters", "recycle"),
        ("challenge", "challenge"),
        ("double_bag", "thematic"),
    ):
        assert done[kind] or setting not in values, kind
