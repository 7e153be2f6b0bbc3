"""The review of a word list: each line that gives no word is counted under one kind, with examples."""

import pytest

from engine.lexicon.capitals import most_are_capitals, most_have_capitals
from engine.lexicon.list_review import MOST_EXAMPLES, LineKind, review_list
from engine.tiles import load_tile_set

FRENCH = load_tile_set("french")


def kinds(text, encoding=None, tiles=FRENCH, **options):
    data = text if isinstance(text, bytes) else text.encode()
    review = review_list(data, tiles, encoding, **options)
    return {one.kind: [example for _line, example in one.examples] for one in review.left_out}


def test_each_kind():
    text = """été
Paris
Aix-la-Chapelle
aujourd'hui
aujourd’hui
abat-jour
R2D2
au revoir
abasourdissaient
a
βήτα
etc.
"""
    assert kinds(text, without_capitals=True) == {
        LineKind.CAPITAL: ["Paris", "Aix-la-Chapelle"],
        LineKind.APOSTROPHE: ["aujourd'hui", "aujourd’hui"],
        LineKind.HYPHEN: ["abat-jour"],
        LineKind.DIGIT: ["R2D2"],
        LineKind.SPACE: ["au revoir"],
        LineKind.LONG: ["abasourdissaient"],
        LineKind.SHORT: ["a"],
        LineKind.LETTER: ["βήτα"],
        LineKind.SIGN: ["etc."],
    }
    assert LineKind.CAPITAL not in kinds(text)
    assert kinds("été\n".encode("windows-1252")) == {LineKind.ENCODING: [r"\xe9t\xe9"]}


def test_words_and_examples():
    review = review_list("été\nETE\neté\n\n# rien\nœufs\nça\nqi\n".encode(), FRENCH)
    assert [FRENCH.decode(word) for word in review.words] == ["ETE", "OEUFS", "CA", "QI"]
    assert (review.lines, review.doubles, review.bad_lines, review.word_count) == (6, 2, 0, 4)
    assert review.folded == [("été", "ETE"), ("œufs", "OEUFS"), ("ça", "CA")]


@pytest.mark.parametrize(
    ("tile_set", "lines", "joined"),
    [
        (
            "spanish",
            "arco\nchal\nleche\ncalle\n[c][h]a\n",
            [("chal", "CH + A + L"), ("calle", "C + A + LL + E")],
        ),
        ("hungarian", "pénzszó\nanya\n", [("pénzszó", "P + É + N + ZS + Z + Ó")]),
        ("catalan", "anyal\nque\n", []),
    ],
)
def test_examples_tell_where_several_signs_became_one_tile(tile_set, lines, joined):
    assert review_list(lines.encode(), load_tile_set(tile_set)).joined == joined


def test_examples_are_few_and_have_their_lines():
    review = review_list(b"QI\n" + b"x-y\n" * 50, FRENCH)
    (hyphens,) = review.left_out
    assert hyphens.count == 50
    assert hyphens.examples == [(line, "x-y") for line in range(2, 2 + MOST_EXAMPLES)]


def test_definitions_of_words_on_several_lines_are_joined():
    review = review_list("été saison\nété p. p.\n".encode(), FRENCH, definitions=True)
    assert list(review.definitions.values()) == ["saison · p. p."]


def test_capitals_of_abbreviations():
    text = "été\nADN\nADNc\nkW\nParis\nO'Brien\nAK-47\n"
    found = {
        LineKind.ABBREVIATION: ["ADN", "ADNc", "kW"],
        LineKind.APOSTROPHE: ["O'Brien"],
        LineKind.HYPHEN: ["AK-47"],
    }
    assert kinds(text, without_abbreviations=True) == found
    assert kinds(text, without_abbreviations=True, without_capitals=True) == found | {
        LineKind.CAPITAL: ["Paris"]
    }
    assert LineKind.ABBREVIATION not in kinds(text, without_capitals=True)


def test_lists_in_capitals():
    assert most_are_capitals(["ETE", "MER", "Paris"])
    assert most_are_capitals(["RETAINS to keep", "TRAINS;goes by rail"])
    assert not most_are_capitals(["été", "mer", "ADN"])


def test_capitals_in_front_of_most_words_say_nothing():
    assert most_have_capitals(["Haus", "Baum", "gehen"])
    assert not most_have_capitals(["HAUS", "BAUM", "Paris"])
    assert not most_have_capitals([])
