"""Which racks are valid, and whether a valid one can be drawn."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.racks.draw import is_valid_rack
from engine.rules import (
    load_rule_set,
)
from engine.rules.rack_validity import Kinds, Validity, kinds_in
from engine.tiles import load_tile_set

ENGLISH = load_tile_set("english")
FRENCH = load_tile_set("french")
SPANISH = load_tile_set("spanish")
FISE, ROMANIAN = map(load_rule_set, ("fise", "romanian"))


def rack(text, tiles=ENGLISH):
    return tiles.encode_rack(text)


def test_the_kinds_of_tiles():
    assert kinds_in(rack("AEYYBCD??", FRENCH), FRENCH) == Kinds(vowels=2, consonants=3, both=2, blanks=2)
    assert kinds_in(rack("AEYYBCD??"), ENGLISH) == Kinds(vowels=2, consonants=5, both=0, blanks=2)
    assert kinds_in((), ENGLISH) == Kinds(0, 0, 0, 0)


@pytest.mark.parametrize(
    ("text", "minimum", "valid"),
    [
        ("AEBCDFG", 2, True),
        ("AEIOUBC", 2, True),
        ("ABCDFGH", 2, False),
        ("AEIOUAB", 2, False),
        ("ABCDFGH", 1, True),
        ("BCDFGHJ", 1, False),
        ("?ABCDFG", 2, True),
        ("?AEIOUB", 2, True),
        ("??BCDFG", 2, True),
        ("??", 1, True),
        ("?A", 1, True),
        ("?", 1, False),
        ("YBCDFGA", 2, False),
        ("", 0, True),
        ("", 1, False),
    ],
)
def test_d3_rack_validity(text, minimum, valid):
    assert is_valid_rack(rack(text), ENGLISH, Validity(minimum)) is valid


@pytest.mark.parametrize(
    ("text", "minimum", "valid"),
    [
        ("YBCDFGA", 2, True),
        ("YEIOUAB", 2, True),
        ("YY", 1, True),
        ("Y", 1, False),
        ("Y?AB", 2, True),
        ("YAB", 2, False),
    ],
)
def test_d3_french_y_is_either_but_never_both_at_once(text, minimum, valid):
    assert is_valid_rack(rack(text, FRENCH), FRENCH, Validity(minimum)) is valid


@pytest.mark.parametrize(
    ("text", "round_number", "valid"),
    [
        ("AEIOUBC", 15, True),
        ("AEIOUAB", 15, False),
        ("ABCDFGH", 15, False),
        ("AEBCDFG", 15, True),
        ("AEIOU?B", 15, True),
        ("AEIOUA?", 15, False),
        ("AEIOU??", 15, True),
        ("AEIOUB", 15, True),
        ("YBCDFGA", 15, False),
        ("YBCDFGA", 16, True),
        ("ABCDFGH", 16, True),
        ("?BCDFGH", 16, False),
        ("??AEIOU", 16, False),
        ("?AB", 16, True),
    ],
)
def test_d3_fise_at_most_five_of_either_then_one_of_each_without_blanks(text, round_number, valid):
    validity = FISE.rack.validity(round_number)
    assert is_valid_rack(rack(text, SPANISH), SPANISH, validity) is valid


@pytest.mark.parametrize(
    ("text", "valid"), [("YYAEIO", True), ("YYAEIOU", True), ("AEIOUIY", False), ("YYBCDFG", True)]
)
def test_d3_letters_that_are_both_help_to_stay_under_a_maximum(text, valid):
    validity = Validity(0, 5)
    assert is_valid_rack(rack(text, FRENCH), FRENCH, validity) is valid


@pytest.mark.parametrize(
    ("round_number", "text", "valid"),
    [(1, "ABCDFGH", True), (1, "?BCDFGH", True), (1, "BCDFGHJ", False), (20, "AEIOUAE", False)],
)
def test_d3_romanian_one_of_each_throughout(round_number, text, valid):
    assert is_valid_rack(rack(text), ENGLISH, ROMANIAN.rack.validity(round_number)) is valid


validities = st.builds(Validity, st.integers(0, 3), st.none() | st.integers(3, 7), blanks_count=st.booleans())


@given(st.text("AEYBC?", max_size=9), st.integers(0, 8), validities)
def test_a_valid_rack_can_be_drawn_if_there_is_one(text, size, validity):
    """Compare with trying all racks."""
    tiles = rack(text.replace("???", ""), FRENCH)
    size = min(size, len(tiles))
    found = any(is_valid_rack(some, FRENCH, validity) for some in itertools.combinations(tiles, size))
    assert validity.can_be_met(kinds_in(tiles, FRENCH), size) is found
