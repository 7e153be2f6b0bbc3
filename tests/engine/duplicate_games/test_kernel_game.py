"""Rounds that the kernels play, against the rules in Python, which say what they must be."""

import random
from dataclasses import replace
from itertools import zip_longest

import pytest

from engine import movegen
from engine.board import Board
from engine.duplicate_games.kernel_game import KernelGame
from engine.duplicate_games.simulate import find_top, play_rounds
from engine.duplicate_games.tie_break import choose_top
from engine.lexicon import amend_lexicon, build_lexicon
from engine.racks.draw import Placed, Supply, place
from engine.rules import (
    RuleSet,
)
from engine.rules.rule_settings import BLANKS, CRITERIA, EndRules, MoveRules, RackRules, TopRules
from engine.squares import LONGEST_RACK
from engine.tiles import load_tile_set

ENGLISH, FRENCH = load_tile_set("english"), load_tile_set("french")
SEEDS = ["", "a", "bench 7", "é" * 20, "\0", "\0\0nothing before", "x" * 170, "too long " * 40]


def play_by_rules(seed, lexicon, tiles, rules, rounds):
    """Yield rack, isotops and placed move of each round as the rules of the draw and the choice say."""
    now, empty = Placed(Board.empty(), ()), 0
    for number in range(1, rounds + 1):
        supply = Supply.of(now.board, tiles, rules)
        if supply.end_reason(number, nobody_could_play=empty > 0):
            return
        drawn = supply.draw(now.kept, number, seed)
        tops = find_top(now.board, drawn.rack, lexicon, tiles, rules).moves
        placed = choose_top(tops, drawn.rack, tiles, rules.top.order) if tops else None
        yield now.board, drawn.kept, drawn.drawn, bool(drawn.rejected) or empty > 0, list(tops), placed
        empty = 0 if placed else empty + 1
        now = Placed(now.board, ())
        if placed:
            now = place(board=now.board, rack=drawn.rack, scored=placed, tiles=tiles, rules=rules)


def check_game(seed, lexicon, tiles, rules, rounds=40):
    played = play_rounds(seed=seed, lexicon=lexicon, tiles=tiles, rules=rules)
    for number, expected in enumerate(play_by_rules(seed, lexicon, tiles, rules, rounds), start=1):
        found = next(played)
        rack = found.rack
        values = (found.board, rack.kept, rack.drawn, rack.redrawn, list(found.tops), found.placed)
        assert values == expected, number
    assert number == rounds or next(played, None) is None


def random_rules(numbers):
    size = numbers.randint(3, 10)
    minimum = numbers.randint(0, size // 2)
    maximum = numbers.choice([None, numbers.randint(max(minimum, (size + 1) // 2), size)])
    rack = RackRules(
        size=size,
        minimum_early=minimum,
        maximum_early=maximum,
        minimum_late=min(1, minimum),
        late_from_round=numbers.randint(2, 12),
        blanks_count=numbers.random() < 0.5,
        last_rack_free=numbers.random() < 0.5,
        left_overs_kept=numbers.random() < 0.8,
        blanks=numbers.choice(list(BLANKS)),
    )
    order = tuple(numbers.sample(list(CRITERIA), numbers.randint(0, len(CRITERIA))))
    most_played = numbers.choice([None, numbers.randint(2, size)])
    bonuses = {size: 50, 2: numbers.choice([0, 30])}
    end = EndRules(numbers.choice([None, 5]))
    return RuleSet("any", rack, MoveRules(most_played, bonuses), end=end, top=TopRules(order=order))


@pytest.fixture(scope="module")
def few(english):
    """Every tenth word, with which searches are quick, and rounds that nobody can play."""
    return build_lexicon(list(english.words())[::10], ENGLISH, "english")


@pytest.mark.repeats
@pytest.mark.parametrize("number", range(20))
def test_any_rules_give_the_games_that_they_say(few, number):
    check_game(f"any {number}", few, ENGLISH, random_rules(random.Random(number)))


@pytest.mark.repeats
@pytest.mark.parametrize("number", range(3))
def test_letters_that_are_vowels_and_consonants(few, number):
    words = [FRENCH.encode_plain(ENGLISH.decode(word)) for word in few.words()]
    lexicon = build_lexicon(sorted(words), FRENCH, "french")
    check_game(f"both {number}", lexicon, FRENCH, random_rules(random.Random(100 + number)))


@pytest.mark.parametrize("order", [(criterion,) for criterion in CRITERIA])
def test_each_criterion_chooses_alike_among_many_isotops(few, order):
    # All moves score nothing.
    rules = RuleSet("ties", RackRules(size=4), MoveRules(3, {}), top=TopRules(order=order))
    worthless = replace(ENGLISH, values=(0,) * len(ENGLISH.values))
    check_game("ties", few, worthless, rules, rounds=12)


def test_a_lexicon_with_other_words_added(few):
    words = [ENGLISH.encode_plain(word) for word in ("AAB", "ZZZ", "QAT", "EEA")]
    amended = amend_lexicon(few, words, [next(few.words())])
    check_game("amended", amended, ENGLISH, RuleSet(top=TopRules(order=("alphabetical",))))


@pytest.mark.parametrize("seed", SEEDS)
def test_random_numbers_are_those_of_python(few, seed):
    for first in (1, 9, 10, 97, 100):
        game = KernelGame(seed, few, ENGLISH, RuleSet())
        rounds = game.seed_from(first)
        for row, number in enumerate(rounds):
            stream = random.Random(f"{seed}/{number}/0")
            shares = [stream.random() for _ in range(LONGEST_RACK)]
            assert game.record["shares"][0, row].tolist() == shares
        assert (not rounds) == (len(seed) > 200)


def test_a_seed_that_is_too_long_for_the_kernels_plays_all_the_same(few):
    check_game("too long " * 40, few, ENGLISH, RuleSet())


def test_games_and_searches_of_one_thread_do_not_disturb_one_another(few):
    def games():
        return [
            play_rounds(seed=seed, lexicon=few, tiles=ENGLISH, rules=random_rules(random.Random(seed)))
            for seed in ("one", "two", "three")
        ]

    alone = [list(game) for game in games()]
    together = []
    for rounds in zip_longest(*games()):
        together.append(rounds)
        movegen.top(Board.empty(), ENGLISH.encode_rack("AEINRST"), few, ENGLISH)
    for number, game in enumerate(alone):
        again = [rounds[number] for rounds in together if rounds[number]]
        assert [(a.board, a.rack, a.placed) for a in game] == [(b.board, b.rack, b.placed) for b in again]
