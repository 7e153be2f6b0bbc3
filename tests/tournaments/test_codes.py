"""Codes of badges: short, and a wrong character is noticed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.codes import ALPHABET, badge_code, entry_of_badge

KEYS = st.integers(min_value=1, max_value=2**59)


@given(KEYS)
def test_a_badge_is_read_as_typed_and_as_scanned(key):
    code = badge_code(key)
    assert entry_of_badge(code) == key
    assert entry_of_badge(f" {code.lower()} ") == key
    assert entry_of_badge(f"https://club.example/join/ABCDE/#{code}") == key


@given(KEYS, st.data())
def test_one_wrong_character_is_noticed(key, data):
    code = badge_code(key)
    place = data.draw(st.integers(0, len(code) - 1))
    other = data.draw(st.sampled_from([each for each in ALPHABET if each != code[place]]))
    assert entry_of_badge(code[:place] + other + code[place + 1 :]) is None


@pytest.mark.parametrize("text", ["", "#", "AAAA", "A" * 300, "I0O1A", "https://club.example/", "ÀÀÀÀÀ"])
def test_other_texts_are_no_badge(text):
    assert entry_of_badge(text) is None
