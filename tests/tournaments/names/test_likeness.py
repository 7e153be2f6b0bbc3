"""Names that are written almost alike: which are found, and how many are compared."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.names import likeness
from tournaments.names.likeness import MOST_COMPARED, LikeNames


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [("abcd", "abcd", 1), ("abcd", "abed", 0.75), ("abcd", "", 0), ("", "", 1), ("ab", "ba", 0.5)],
)
def test_a_likeness_is_the_part_in_common(one, other, alike):
    assert likeness.likeness(one, other) == alike


@given(st.text("abc", max_size=9), st.text("abc", max_size=9))
def test_a_likeness_is_that_of_the_longest_common_subsequence(one, other):
    longest = [[0] * (len(other) + 1) for _ in range(len(one) + 1)]
    for row, left in enumerate(one, start=1):
        for column, right in enumerate(other, start=1):
            longest[row][column] = (
                longest[row - 1][column - 1] + 1
                if left == right
                else max(longest[row - 1][column], longest[row][column - 1])
            )
    whole = len(one) + len(other)
    assert likeness.likeness(one, other) == (2 * longest[-1][-1] / whole if whole else 1)


def test_names_with_one_letter_more_or_other_are_found():
    names = LikeNames(["anne durand", "jean martin", "zoe lefevre"])
    assert names.find("anne durant") == ["anne durand"]
    assert names.find("zoe lefebvre") == ["zoe lefevre"]
    assert names.find("marie curie") == []


def test_a_word_that_all_share_does_not_compare_each_with_each(monkeypatch):
    """A list in which everybody is called “van” took minutes to review, and slips waited for it."""
    names = [f"van {chr(97 + number % 26)}{number} {chr(97 + number // 26 % 26)}x" for number in range(5000)]
    known = LikeNames([*names, "van durand anna"])
    compared = []
    monkeypatch.setattr(likeness, "likeness", lambda one, other: compared.append(one) or 0)
    known.find("van durant anna")
    assert len(compared) <= 3 * MOST_COMPARED
    monkeypatch.undo()
    assert known.find("van durant anna") == ["van durand anna"]
