"""RULES V11: a test for each sentence, and refusals."""

from collections import Counter

import pytest

from engine.errors import EngineError, RuleSetError
from engine.lexicon import build_lexicon, load_lexicon
from engine.modes import Setup, mode_of, replay_acts
from engine.modes.bingo.mode import BINGO
from engine.modes.bingo.state import BingoSettings
from engine.modes.bingo.words import random_pairs
from engine.referee import Player
from engine.rules.game_settings import read_settings, settings_data
from engine.tiles import load_tile_set
from tests.oracles.bingo import COUNTS, can_spell

ENGLISH = load_tile_set("english")
WORDS = "RETAINS TRAINER CONQUEST QUIZZED PIZZAZZ JUJITSU PYJAMAS QUICKER ZEALOUS OXIDIZE EXOTICA"
NAMES = ("Ann", "Bo", "Cy")
PICKED = (
    {"act": "pick", "player": 0, "words": ["RETAINS", "QUICKER"]},
    {"act": "pick", "player": 1, "words": ["trainer", "exotica"]},
)


@pytest.fixture(scope="module")
def lexicon():
    return build_lexicon(map(ENGLISH.encode_plain, WORDS.split()), ENGLISH, "few")


@pytest.fixture
def game(lexicon):
    """Return a function that starts a game and does the acts."""

    def game(*acts, players=2, way="phones", version=None, **settings):
        setup = Setup(
            players=tuple(map(Player, NAMES[:players])),
            tiles=ENGLISH,
            lexicon=lexicon,
            settings=BingoSettings(**settings),
            seed="s",
            way=way,
            version=version,
        )
        return replay_acts(BINGO, setup, acts)

    return game


def call_tiles(state, number, seed="c"):
    for place in range(number):
        state = BINGO.apply(state, {"act": "call", "seed": f"{seed}{place}"})
    return state


def call_first(state, tile):
    """Return the game after one call, of that tile."""
    for seed in range(1000):
        after = BINGO.apply(state, {"act": "call", "seed": str(seed)})
        if BINGO.shown(after, None)["calls"] == [tile]:
            return after
    raise AssertionError(tile)


def calls_of(letters):
    return [{"act": "call", "tile": tile, "seed": "x"} for tile in letters]


def check_refusal(state, act, code, rule="V11"):
    with pytest.raises(EngineError) as caught:
        BINGO.apply(state, act)
    assert caught.value.code == code, caught.value
    assert caught.value.rule == rule
    return caught.value


def test_v11_each_player_picks_two_seven_letter_words(game):
    state = game(*PICKED)
    cards = [BINGO.shown(state, player)["card"] for player in (0, 1)]
    assert ["".join(square["letter"] for square in word) for word in cards[0]] == ["RETAINS", "QUICKER"]
    assert ["".join(square["letter"] for square in word) for word in cards[1]] == ["TRAINER", "EXOTICA"]
    check_refusal(game(), {"act": "pick", "player": 0, "words": ["RETAINS"]}, "bingo_two_words")
    long = {"act": "pick", "player": 0, "words": ["CONQUEST", "RETAINS"]}
    assert check_refusal(game(), long, "bingo_word_length").params == {
        "word": "CONQUEST",
        "given": 8,
        "wanted": 7,
    }
    bad = {"act": "pick", "player": 0, "words": ["RETAINS", "AAAAAAA"]}
    assert check_refusal(game(), bad, "bingo_not_in_lexicon").params == {"words": "AAAAAAA"}
    check_refusal(game(), {"act": "pick", "player": 0, "words": ["RETAINS", "retains"]}, "bingo_same_word")


def test_v11_the_set_can_spell_both_words_together(game):
    """No letter is there more often than the set has tiles of it, whatever a blank that is called may strike."""
    for blanks in ("any", "nothing"):
        state = game(blanks=blanks)
        for words, letters in (
            (["PYJAMAS", "JUJITSU"], "J"),
            (["QUICKER", "QUIZZED"], "Q, Z"),
            (["JUJITSU", "RETAINS"], "J"),
        ):
            error = check_refusal(state, {"act": "pick", "player": 0, "words": words}, "bingo_not_spelled")
            assert error.params == {"letters": letters}
        assert BINGO.apply(state, {"act": "pick", "player": 0, "words": ["PYJAMAS", "QUICKER"]}).cards[0]


def test_v11_games_that_began_before_keep_their_words(game):
    """Version 1 of the mode let two blanks make up for the third Z, or the second and third J, where they strike."""
    for words in (["QUIZZED", "OXIDIZE"], ["PYJAMAS", "JUJITSU"]):
        pick = {"act": "pick", "player": 0, "words": words}
        assert game(pick, version=1).cards[0]
        check_refusal(game(version=1, blanks="nothing"), pick, "bingo_not_spelled")
    without = {"act": "pick", "player": 0, "words": ["PIZZAZZ", "RETAINS"]}
    check_refusal(game(version=1), without, "bingo_not_spelled")


def test_v11_words_can_be_picked_again_before_the_first_call(game):
    again = {"act": "pick", "player": 0, "words": ["ZEALOUS", "PYJAMAS"]}
    state = game(*PICKED, again)
    assert "".join(square["letter"] for square in BINGO.shown(state, 0)["card"][0]) == "ZEALOUS"
    check_refusal(call_tiles(state, 1), again, "bingo_calling_begun")


def test_v11_words_are_picked_at_random_for_who_wants_that(game):
    state = game({"act": "pick", "player": 0, "seed": "a"}, {"act": "start", "seed": "b"}, players=3)
    for card in state.cards:
        assert can_spell([ENGLISH.decode(word) for word in card.words], COUNTS, blanks=False)
    assert not BINGO.shown(state, None)["players"][0].get("words")
    check_refusal(state, {"act": "start", "seed": "c"}, "bingo_started")


def test_v11_words_on_paper_are_not_drawn_once_tiles_are_called(game):
    state = game(*calls_of("A"), way="paper")
    assert state.cards == (None, None)
    check_refusal(state, {"act": "start", "seed": "c"}, "bingo_calling_begun")


def test_v11_tiles_are_called_when_all_have_picked(game):
    error = check_refusal(game(PICKED[0]), {"act": "call", "seed": "x"}, "bingo_not_picked")
    assert error.params == {"players": "Bo"}
    state = game(*PICKED)
    assert BINGO.shown(state, None)["calling"]
    assert len(call_tiles(state, 1).calls) == 1


def test_v11_tiles_are_called_at_random(game):
    """Every tile comes once, and another seed gives another order; no view shows the order of the bag."""
    state = game(*PICKED)
    orders = {tuple(BINGO.shown(call_tiles(state, 100, seed), None)["calls"]) for seed in "abc"}
    assert len(orders) == 3
    assert all(Counter(order) == COUNTS for order in orders)
    check_refusal(call_tiles(state, 100), {"act": "call", "seed": "x"}, "bingo_bag_empty")


def test_v11_a_called_tile_strikes_one_letter(game):
    state = game(PICKED[0], {**PICKED[1], "words": ["TRAINER", "RETAINS"]})
    state = call_first(state, "N")
    strike = {"act": "strike", "player": 1, "word": 0, "place": 4}
    state = BINGO.apply(state, strike)
    assert BINGO.scores(state) == (0, 1)
    check_refusal(state, strike, "bingo_struck")
    assert BINGO.shown(state, 1)["card"][0][4] == {"letter": "N", "struck": True, "by": "N", "can": None}
    check_refusal(state, {"act": "strike", "player": 1, "word": 1, "place": 5}, "bingo_not_called")


def test_v11_which_of_equal_letters_is_the_players_choice(game):
    for word, place in ((0, 1), (1, 5)):  # RETAINS and QUICKER have an E each
        state = call_first(game(*PICKED), "E")
        state = BINGO.apply(state, {"act": "strike", "player": 0, "word": word, "place": place})
        assert BINGO.shown(state, 0)["card"][word][place]["by"] == "E"


def test_v11_a_blank_strikes_any_one_letter(game):
    state = call_first(game(*PICKED), "?")
    place = "QUICKER".index("C")
    state = BINGO.apply(state, {"act": "strike", "player": 0, "word": 1, "place": place})
    assert BINGO.shown(state, 0)["card"][1][place]["by"] == "?"


def test_v11_a_blank_strikes_nothing_where_that_is_agreed(game):
    state = call_first(game(*PICKED, blanks="nothing"), "?")
    place = "QUICKER".index("C")
    check_refusal(state, {"act": "strike", "player": 0, "word": 1, "place": place}, "bingo_not_called")


def test_v11_a_strike_can_be_taken_back(game):
    """A blank used too early can be used for another letter."""
    state = call_first(game(*PICKED), "E")
    strike = {"player": 0, "word": 0, "place": 1}
    after = BINGO.apply(BINGO.apply(state, {"act": "strike", **strike}), {"act": "unstrike", **strike})
    assert after == state
    check_refusal(after, {"act": "unstrike", **strike}, "bingo_not_struck")


def test_v11_the_first_to_strike_all_wins_after_a_check(game):
    state = call_tiles(game(*PICKED), 100)
    error = check_refusal(state, {"act": "claim", "player": 0}, "bingo_claim_wrong")
    assert error.params == {"player": "Ann", "letters": "ACEEIIKNQRRSTU"}
    assert BINGO.winners(state) is None
    for word in (0, 1):
        for place in range(7):
            state = BINGO.apply(state, {"act": "strike", "player": 1, "word": word, "place": place})
    state = BINGO.apply(state, {"act": "claim", "player": 1})
    assert BINGO.winners(state) == (1,)
    assert BINGO.scores(state) == (0, 14)
    assert BINGO.shown(state, None)["players"][1]["words"] == ["TRAINER", "EXOTICA"]


def test_v11_after_a_wrong_claim_play_goes_on(game):
    state = call_tiles(game(*PICKED), 5)
    check_refusal(state, {"act": "claim", "player": 0}, "bingo_claim_wrong")
    assert len(call_tiles(state, 1).calls) == 6


def test_v11_on_paper_the_tiles_called_are_checked(game):
    state = game(*calls_of("RETAINSTRAINER"), way="paper")
    claim = {"act": "claim", "player": 0, "words": ["RETAINS", "TRAINER"]}
    assert BINGO.winners(BINGO.apply(state, claim)) == (0,)
    short = game(*calls_of("RETAINSTRAI"), way="paper")
    assert check_refusal(short, claim, "bingo_claim_wrong").params["letters"] == "ENR"
    with_blanks = game(*calls_of("RETAINSTRAIE??"), way="paper")
    assert BINGO.winners(BINGO.apply(with_blanks, claim)) == (0,)
    without = game(*calls_of("RETAINSTRAIE??"), way="paper", blanks="nothing")
    assert check_refusal(without, claim, "bingo_claim_wrong").params["letters"] == "NR"


def test_v11_on_paper_the_program_may_call_as_well(game):
    state = call_tiles(game(way="paper"), 3)
    assert len(state.calls) == 3


def test_v11_nobody_wins_when_nobody_claims(game):
    state = call_tiles(game(*PICKED), 99)
    assert check_refusal(state, {"act": "end"}, "bingo_not_over").params == {"left": 1}
    state = BINGO.apply(call_tiles(state, 1), {"act": "end"})
    assert BINGO.winners(state) == ()
    assert BINGO.waits_for(state) == ()


def test_v11_nobody_sees_the_words_of_another_before_the_end(game):
    state = call_tiles(game(*PICKED), 10)
    for viewer, own in ((None, None), (0, "RETAINS"), (1, "TRAINER")):
        text = str(BINGO.shown(state, viewer))
        assert (BINGO.shown(state, viewer)["card"] is None) == (own is None)
        assert "words" not in text


def test_v11_who_has_not_picked_is_waited_for(game):
    assert BINGO.waits_for(game()) == (0, 1)
    assert BINGO.waits_for(game(PICKED[0])) == (1,)
    assert BINGO.waits_for(game(*PICKED)) == (0, 1)


@pytest.mark.parametrize(
    ("acts", "way", "act", "code"),
    [
        ((), "phones", {"act": "strike", "player": 0, "word": 0, "place": 0}, "bingo_not_picked"),
        (PICKED, "phones", {"act": "strike", "player": 0, "word": 0, "place": 0}, "bingo_not_called"),
        (PICKED, "phones", {"act": "strike", "player": 0, "word": 2, "place": 0}, "bingo_no_letter"),
        (PICKED, "phones", {"act": "strike", "player": 0, "word": 0, "place": -1}, "bingo_no_letter"),
        (PICKED, "paper", {"act": "strike", "player": 0, "word": 0, "place": 0}, "bingo_on_paper"),
        (PICKED, "phones", {"act": "call", "player": 0, "seed": "x"}, "bingo_caller"),
        (PICKED, "phones", {"act": "call", "tile": "E", "seed": "x"}, "bingo_tile_drawn"),
        (PICKED, "paper", {"act": "call", "tile": "EE"}, "bingo_one_tile"),
        ((*PICKED, *calls_of("Q")), "paper", {"act": "call", "tile": "Q"}, "bingo_tile_called"),
        ((), "phones", {"act": "claim", "player": 1}, "bingo_not_picked"),
        (
            PICKED,
            "paper",
            {"act": "claim", "player": 0, "words": ["RETAINS", "QUICKER"]},
            "bingo_words_known",
        ),
    ],
)
def test_v11_what_cannot_be_done_is_refused(game, acts, way, act, code):
    check_refusal(game(*acts, way=way), act, code)


def test_v11_nothing_is_done_in_a_finished_game(game):
    over = BINGO.apply(call_tiles(game(*PICKED), 100), {"act": "end"})
    for act in ({"act": "call", "seed": "x"}, {"act": "claim", "player": 0}, PICKED[0], {"act": "end"}):
        check_refusal(over, act, "bingo_over")


def test_acts_of_other_modes_and_acts_that_cannot_be_read_are_refused(game):
    check_refusal(game(), {"act": "place", "player": 0, "ref": "8H", "word": "HORN"}, "act_unknown", "V11")
    check_refusal(game(), {"player": 0}, "act_unreadable", "")
    check_refusal(game(), {"act": "pick", "player": "0"}, "act_unreadable", "")
    check_refusal(game(), {"act": "pick", "player": 0, "words": "RETAINS"}, "act_unreadable", "")
    check_refusal(game(), {"act": "pick", "player": 2}, "no_such_player", "C2")


def test_settings_of_other_modes_are_refused():
    with pytest.raises(RuleSetError):
        read_settings(BingoSettings, {"rack_size": 7})
    with pytest.raises(RuleSetError):
        read_settings(BingoSettings, {"blanks": "all"})
    assert read_settings(BingoSettings, settings_data(BingoSettings())) == BingoSettings()


def test_two_to_sixty_play(game, lexicon):
    assert mode_of("bingo") is BINGO
    for number in (1, 61):
        setup = Setup(
            players=(Player("x"),) * number,
            tiles=ENGLISH,
            lexicon=lexicon,
            settings=BingoSettings(),
            seed="s",
        )
        with pytest.raises(EngineError) as caught:
            BINGO.start(setup)
        assert caught.value.code == "players_number"


def test_a_lexicon_without_two_words_that_go_together_is_told():
    lexicon = build_lexicon([ENGLISH.encode_plain("RETAINS")], ENGLISH, "one")
    with pytest.raises(EngineError) as caught:
        random_pairs(1, lexicon, ENGLISH, seed="s")
    assert caught.value.code == "bingo_no_pair"


def test_pairs_at_random_can_be_spelled_and_differ():
    pairs = random_pairs(60, load_lexicon("english"), ENGLISH, seed="s")
    assert len(set(pairs)) == 60
    for pair in pairs:
        assert can_spell([ENGLISH.decode(word) for word in pair], COUNTS, blanks=False)
    assert pairs == random_pairs(60, load_lexicon("english"), ENGLISH, seed="s")
    assert pairs != random_pairs(60, load_lexicon("english"), ENGLISH, seed="t")
