"""Draws follow the exact distribution of redrawing the whole rack until it is valid.

Each case compares thousands of draws, from as many seeds, with probabilities computed from every hand of
tiles; Pearson's chi-squared tells whether the difference can be chance. The last tests show that it detects
racks made in two easier, wrong ways.
"""

import itertools
import math
import random
from collections import Counter

import pytest

from engine.board import Board
from engine.racks.draw import draw_rack, is_valid_rack
from engine.rules import (
    RuleSet,
    load_rule_set,
)
from engine.rules.rule_settings import MoveRules, RackRules
from engine.tiles import BLANK, TileSet, load_tile_set

# Thirteen tiles, few enough to try every hand: a vowel, a rarer one, two consonants, a letter that is both.
SMALL = TileSet(
    name="small",
    language="en",
    letters=("A", "E", "B", "C", "Y"),
    counts=(2, 3, 1, 3, 3, 1),
    values=(0, 1, 1, 1, 1, 1),
    vowels=frozenset({1, 2, 5}),
    consonants=frozenset({3, 4, 5}),
)
ENGLISH = load_tile_set("english")
NO_BONUS = MoveRules(bonuses={})
CASES = {
    "classic": RackRules(size=4, minimum_early=2),
    "one of each": RackRules(size=4, minimum_early=1),
    "at most": RackRules(size=4, minimum_early=0, minimum_late=0, maximum_early=2),
    "without blanks": RackRules(size=4, minimum_early=1, blanks_count=False),
    "joker": RackRules(size=4, minimum_early=2, blanks="joker"),
}
RULES = {name: RuleSet(name, rack, NO_BONUS) for name, rack in CASES.items()}
CLASSIC = RULES["classic"]
DRAWS = 1500


def multiset(tiles):
    return tuple(sorted(tiles))


def bag_of(tiles):
    return [tile for tile, count in enumerate(tiles.counts) for _ in range(count)]


def hands(rules, kept):
    """Return every hand of real tiles that refills the kept ones, all equally likely."""
    left = bag_of(SMALL)
    for tile in kept:
        left.remove(tile)
    joker = ()
    if rules.rack.blanks == "joker":
        left = [tile for tile in left if tile != BLANK]
        joker = (BLANK,) * (1 - kept.count(BLANK))
    wanted = rules.rack.size - len(kept) - len(joker)
    return [multiset((*kept, *joker, *hand)) for hand in itertools.combinations(left, wanted)]


def is_valid(rack, rules):
    return is_valid_rack(rack, SMALL, rules.rack.validity(1))


def exact_chances(rules, kept):
    """Return the probability of each rack: valid at once, or else drawn from the whole bag."""
    first, whole = hands(rules, kept), [hand for hand in hands(rules, ()) if is_valid(hand, rules)]
    chances = Counter()
    for hand in first:
        if is_valid(hand, rules):
            chances[hand] += 1 / len(first)
    thrown_back = 1 - sum(chances.values())
    for hand in whole:
        chances[hand] += thrown_back / len(whole)
    assert math.isclose(sum(chances.values()), 1)
    return chances


def chi_squared(found, chances):
    """Return the chi-squared distance of the counts, and its 99.9 % quantile."""
    draws = found.total()
    assert set(found) <= {kind for kind, chance in chances.items() if chance}
    common = {kind: draws * chance for kind, chance in chances.items() if draws * chance >= 5}
    rare = draws - sum(common.values())
    cells = [(found[kind], expected) for kind, expected in common.items()]
    if rare >= 5:
        cells.append((sum(count for kind, count in found.items() if kind not in common), rare))
    distance = sum((count - expected) ** 2 / expected for count, expected in cells)
    freedom = len(cells) - 1
    # Wilson and Hilferty's approximation of the 99.9 % quantile.
    limit = freedom * (1 - 2 / (9 * freedom) + 3.0902 * math.sqrt(2 / (9 * freedom))) ** 3
    return distance, limit


def draw_first(rules, kept, seed, tiles=SMALL):
    return draw_rack(board=Board.empty(), kept=kept, tiles=tiles, rules=rules, round_number=1, seed=f"{seed}")


@pytest.mark.parametrize("kept", ["", "A", "B", "BC", "BBC", "EY", "Y", "?", "?B"])
@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_d3_racks_follow_the_exact_distribution(rules, kept):
    kept = SMALL.encode_rack(kept)
    found = Counter(multiset(draw_first(rules, kept, seed).rack) for seed in range(DRAWS))
    distance, limit = chi_squared(found, exact_chances(rules, kept))
    assert distance < limit


def choose(*pairs):
    return math.prod(math.comb(of, count) for of, count in pairs)


@pytest.fixture(scope="module")
def first_racks():
    """Draw the first racks of very many classic games."""
    classic = load_rule_set("classic")
    return [draw_first(classic, (), seed, ENGLISH).rack for seed in range(10_000)]


def classes():
    """Return the probability of each number of vowels, consonants and blanks on a valid first rack."""
    ways = {
        (vowels, 7 - vowels - blanks, blanks): choose((42, vowels), (56, 7 - vowels - blanks), (2, blanks))
        for blanks in range(3)
        for vowels in range(8 - blanks)
    }
    valid = {
        kinds: count
        for kinds, count in ways.items()
        if max(0, 2 - kinds[0]) + max(0, 2 - kinds[1]) <= kinds[2]
    }
    return {kinds: count / sum(valid.values()) for kinds, count in valid.items()}


def test_d3_first_english_racks_have_the_exact_balance(first_racks):
    found = Counter(
        (
            sum(tile in ENGLISH.vowels for tile in rack),
            sum(tile in ENGLISH.consonants for tile in rack),
            rack.count(BLANK),
        )
        for rack in first_racks
    )
    distance, limit = chi_squared(found, classes())
    assert distance < limit


@pytest.mark.parametrize("letter", ["E", "A", "U", "S", "R", "Q"])
def test_d3_a_letter_comes_as_often_as_it_should(first_racks, letter):
    """Count one letter on first racks, given the vowels and consonants of valid racks."""
    tile = ENGLISH.encode(letter)[0]
    there, column, kind = (
        (ENGLISH.counts[tile], 0, 42) if tile in ENGLISH.vowels else (ENGLISH.counts[tile], 1, 56)
    )
    chances = Counter()
    for kinds, chance in classes().items():
        for count in range(min(there, kinds[column]) + 1):
            ways = choose((there, count), (kind - there, kinds[column] - count))
            chances[count] += chance * ways / math.comb(kind, kinds[column])
    distance, limit = chi_squared(Counter(rack.count(tile) for rack in first_racks), chances)
    assert distance < limit


def put_together(rules, kept, seed):
    """Build a valid rack the wrong way: the needed vowels and consonants first, then the rest."""
    stream, left = random.Random(seed), bag_of(SMALL)
    rack = []
    for kind in (SMALL.vowels, SMALL.consonants):
        for _ in range(rules.rack.minimum_early):
            tile = stream.choice([tile for tile in left if tile in kind])
            left.remove(tile)
            rack.append(tile)
    return (*rack, *stream.sample(left, rules.rack.size - len(rack)))


def only_new_tiles_thrown_back(rules, kept, seed):
    """Redraw only the new tiles until the rack is valid, which is wrong."""
    stream, left = random.Random(seed), bag_of(SMALL)
    for tile in kept:
        left.remove(tile)
    while True:
        rack = (*kept, *stream.sample(left, rules.rack.size - len(kept)))
        if is_valid(rack, rules):
            return rack


@pytest.mark.parametrize(("wrong", "kept"), [(put_together, ""), (only_new_tiles_thrown_back, "BC")])
def test_racks_made_otherwise_would_be_noticed(wrong, kept):
    kept = SMALL.encode_rack(kept)
    found = Counter(multiset(wrong(CLASSIC, kept, seed)) for seed in range(DRAWS))
    distance, limit = chi_squared(found, exact_chances(CLASSIC, kept))
    assert distance > 2 * limit
