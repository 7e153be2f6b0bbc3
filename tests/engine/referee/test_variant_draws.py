"""Looking words up, themes, and two bags: V7 to V9, a case for each sentence of the rules."""

from collections import Counter

import pytest

from engine.errors import EngineError
from engine.referee import ClassicSettings, Player, State, apply, bag_counts, look_up_refused, refill
from engine.tiles import load_tile_set
from tests.engine.referee.table import ENGLISH, add_tiles, late, play_script, refusal_of, start, with_settings

TRAINER = "A 8B TRAINER"


# V7


def test_v7_players_may_look_words_up_before_playing():
    assert look_up_refused(with_settings(open_dictionary=True)) is None


def test_v7_in_any_other_game_not_before_its_end():
    why = look_up_refused(start())
    assert (why.code, why.rule) == ("look_up_closed", "V7")
    racks = ("A rack AEIOUST", "B rack Q??AAAA")
    assert look_up_refused(play_script(start(), *racks, *["A pass", "B pass"] * 2, "end")) is None


# V8

SEA = {"theme": "the sea"}


def test_v8_five_points_extra_for_each_listed_word_of_the_play():
    settings = ClassicSettings(**SEA, theme_words=("EAST", "TIDE"))
    state = play_script(start(settings=settings), "A 8F EAST", "B 9C TIDE")
    plain = play_script(start(), "A 8F EAST", "B 9C TIDE")
    assert [now - then for now, then in zip(state.scores, plain.scores, strict=True)] == [5, 5]


def test_v8_a_word_made_twice_counts_twice():
    listed = ClassicSettings(**SEA, theme_words=("at",), theme_points=7)
    script = ("A 8H AT", "B 7I AT")
    plain = play_script(start(), *script)
    assert [ENGLISH.decode(word.word) for word in plain.play.words] == ["AT", "AT"]
    assert play_script(start(settings=listed), *script).scores == (plain.scores[0] + 7, plain.scores[1] + 14)
    state = play_script(with_settings(**SEA), *script, "B theme AT", "B theme AT")
    assert state.scores == (plain.scores[0], plain.scores[1] + 10)
    assert refusal_of(state, "B theme AT") == ("theme_not_made", "V8")


def test_v8_a_blank_counts_as_its_letter():
    settings = ClassicSettings(**SEA, theme_words=("TIDE",))
    assert play_script(start(settings=settings), "A 8F TiDE").scores[0] == 2 * (1 + 2 + 1) + 5


def test_v8_the_points_go_with_a_play_that_comes_off():
    settings = ClassicSettings(**SEA, theme_words=("EAST",))
    assert play_script(start(settings=settings), "A 8F EAST", "B upholds").scores == (0, 0)
    accepted = play_script(with_settings(**SEA), "A 8F EAST", "A theme EAST")
    assert play_script(accepted, "B upholds").scores == (0, 0)


def test_v8_where_none_are_listed_the_table_accepts_them():
    state = play_script(with_settings(**SEA), "A 8F EAST")
    assert state.scores == (8, 0)
    state = play_script(state, "A theme EAST")
    assert state.scores == (13, 0)
    assert refusal_of(state, "A theme EAST") == ("theme_not_made", "V8")


def test_v8_until_the_next_turn():
    state = play_script(with_settings(**SEA), "A 8F EAST", "B pass")
    assert refusal_of(state, "A theme EAST") == ("theme_no_play", "V8")


def test_v8_the_extra_points_can_reach_the_finish_line():
    settings = ClassicSettings(**SEA, finish_line="beginner")
    state = play_script(start(settings=settings), TRAINER, "A theme TRAINER")
    assert (state.scores[0], state.end_reason) == (71, "target")


@pytest.mark.parametrize(
    ("settings", "act", "code"),
    [
        ({}, "A theme EAST", "theme_none"),
        (SEA | {"theme_words": ("EAST",)}, "A theme EAST", "theme_listed"),
        (SEA, "B theme EAST", "theme_other_player"),
        (SEA, "A theme WEST", "theme_not_made"),
    ],
)
def test_v8_what_is_refused(settings, act, code):
    state = play_script(with_settings(**settings), "A 8F EAST")
    assert refusal_of(state, act) == (code, "V8")


def test_v8_a_listed_word_must_be_spelt_with_the_tiles():
    with pytest.raises(EngineError) as caught:
        with_settings(**SEA, theme_words=("¡OLÉ!",))
    assert caught.value.code == "unknown_letter"


# V9

TWO_BAGS = ClassicSettings(double_bag=True)
VOWELS = "AEIOU?"


def vowels_in(tiles):
    return sum(letter in VOWELS for letter in ENGLISH.decode_rack(tiles))


@pytest.mark.parametrize("vowels", range(8))
def test_v9_a_player_chooses_how_many_to_draw_from_the_vowels(vowels):
    for seed in range(5):
        assert vowels_in(refill(start(settings=TWO_BAGS), 0, str(seed), vowels).tiles) == vowels


def test_v9_vowels_and_consonants_lie_in_two_bags():
    state = start(settings=TWO_BAGS)
    for player, vowels in enumerate((3, 0)):
        state = apply(state, refill(state, player, "s", vowels))
    assert bag_counts(state) == (44 - 3, 56 - 4 - 7)
    assert bag_counts(start(settings=TWO_BAGS)) is None


@pytest.mark.parametrize(("blank_bag", "vowels"), [("vowels", 44), ("consonants", 42)])
def test_v9_all_blanks_lie_in_one_bag(blank_bag, vowels):
    settings = ClassicSettings(double_bag=True, blank_bag=blank_bag)
    state = start(settings=settings)
    for player in (0, 1):
        state = apply(state, refill(state, player, "s", 0))
    inside, outside = bag_counts(state)
    assert inside == vowels
    blanks_drawn = sum(tile == 0 for seat in state.seats for tile in seat.known)
    assert (inside, outside + 14) == (vowels, 100 - vowels)
    assert not (blank_bag == "vowels" and blanks_drawn)


@pytest.mark.parametrize(
    ("bag", "wanted", "drawn"),
    [("AERST", 5, "AERST"), ("AERST", 0, "AERST"), ("AE", 0, "AE"), ("RST", 3, "RST")],
)
def test_v9_where_a_bag_has_too_few_the_rest_come_from_the_other(bag, wanted, drawn):
    """All tiles left are drawn, whatever the wish."""
    state = play_script(late(bag, "EEEEOOO", "RRRR", settings=TWO_BAGS), add_tiles("A", "EEEEO"[: len(bag)]))
    given = Counter(refill(state, 0, "s", wanted).tiles) - Counter(state.seats[0].known)
    assert given == Counter(ENGLISH.encode_rack(drawn))


def test_v9_as_many_as_the_vowels_bag_has():
    state = play_script(late("AARSTLNDG", "EEEEOOO", "RRRR", settings=TWO_BAGS), add_tiles("A", "EEEE"))
    drawn = Counter(refill(state, 0, "s", 4).tiles) - Counter(state.seats[0].known)
    assert vowels_in(drawn.elements()) == 2


def test_v9_exchanges_go_back_to_their_own_bag():
    state = start(settings=TWO_BAGS)
    for player in (0, 1):
        state = apply(state, refill(state, player, "s", 7))
    given = ENGLISH.decode_rack(state.seats[0].known[:3])
    before = bag_counts(state)
    state = play_script(state, f"A exchange {given}")
    state = apply(state, refill(state, 0, "t", 0))
    assert bag_counts(state) == (before[0] + 3, before[1] - 3)


@pytest.mark.parametrize(
    ("settings", "vowels", "code"),
    [
        (ClassicSettings(), 3, "vowels_one_bag"),
        (TWO_BAGS, None, "vowels_not_said"),
        (TWO_BAGS, 8, "vowels_number"),
        (TWO_BAGS, -1, "vowels_number"),
    ],
)
def test_v9_what_is_refused(settings, vowels, code):
    with pytest.raises(EngineError) as caught:
        refill(start(settings=settings), 0, "seed", vowels)
    assert (caught.value.code, caught.value.rule) == (code, "V9")


def test_v9_a_letter_that_counts_as_both_lies_with_the_vowels():
    french = load_tile_set("french")
    both = french.vowels & french.consonants
    assert both
    state = State.start((Player("Ann"), Player("Bo")), french, TWO_BAGS)
    inside = sum(french.counts[tile] for tile in french.vowels) + french.counts[0]
    for player in (0, 1):
        state = apply(state, refill(state, player, "s", 0))
    assert bag_counts(state) == (inside, french.size - inside - 14)
