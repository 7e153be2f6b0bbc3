"""Games as clubs publish them: every way of writing one is the same game, and what is wrong is told by its line."""

import pytest

from engine.published import PublishedErrors, read_published
from engine.tiles import load_tile_set

ENGLISH, FRENCH = load_tile_set("english"), load_tile_set("french")
GAME = [("AEINRST", "RETAINS", "H4", 70), ("-BCDEFG?", "FLECHED", "4H", 92), ("G+AILOPU", "", "", 0)]

WITH_HEADINGS = """Club de Genève, mardi
N° Tirage Mot Réf. Points
-------
1\tAEINRST\tRETAINS\th4\t70
2\t–BCDEFG?\tFLECHED\t4h\t92
3\tG+AILOPU\t–\t–\t0
TOTAL 162
"""


def rounds(text, tiles=ENGLISH):
    return [
        (one.round.rack, one.round.word, one.round.ref, one.round.score)
        for one in read_published(text, tiles)
    ]


@pytest.mark.parametrize(
    "text",
    [
        "AEINRST RETAINS H4 70\n-BCDEFG? FLECHED 4H 92\nG+AILOPU - - 0",
        "1  AEINRST  RETAINS  H4  70\n2  -BCDEFG?  FLECHED  4H  92\n3  G+AILOPU  -  -  0\nTotal: 162\n",
        "1. AEINRST H4 RETAINS 70 70\n2. -BCDEFG* 4H FLECHED 92 162\n3. G+AILOPU --- 0 162",
        "1) AEINRST | RETAINS | H4 | +70\n2) - BCDEFG_ | FLECHED | 4H | 92pts\n3) G + AILOPU | - | - | 0",
        WITH_HEADINGS,
        "\ufeff1;AEINRST;RETAINS;H4;70\r\n2;-BCDEFG?;FLECHED;4H;92\r\n3;G+AILOPU;;;0\r\n",
        "# the final\n1 AEINRST retains H4 70\n\n2 -bcdefg? flêched 4H 92\n3 G+AILOPU - 0\n",
        # what was placed stands beside the next rack
        "1 AEINRST\n2 -BCDEFG? RETAINS H4 70\n3 G+AILOPU FLECHED 4H 92",
    ],
    ids=["plain", "ours", "reference first", "bars", "headings", "semicolons", "small", "moved"],
)
def test_ways_of_writing_one_game(text):
    read = [
        (rack.replace("–", "-").upper(), word.upper().replace("Ê", "E"), ref, score)
        for rack, word, ref, score in rounds(text)
    ]
    assert read == GAME


def test_a_move_alone_at_the_end():
    text = "1. AEINRST\n2. BCDEFGH RETAINS H4 70 70\n   CHAFED 4H 20 90\n"
    assert rounds(text) == [("AEINRST", "RETAINS", "H4", 70), ("BCDEFGH", "CHAFED", "4H", 20)]


@pytest.mark.parametrize(
    ("word", "kept"), [("(F)LÊCHED", "(F)LÊCHED"), ("fLECHED", "fLECHED"), ("fleched", "FLECHED")]
)
def test_blanks_are_told_from_words_in_small_letters(word, kept):
    assert rounds(f"1 ?ECDEHL {word} H4 70", FRENCH)[0][1] == kept


@pytest.mark.parametrize(
    ("tiles", "rack", "word"),
    [
        ("spanish", "[CH]AEINRS", "[CH]ARES"),
        ("spanish", "CHAEINRS", "CHARES"),
        ("spanish", "ÑAEINRS", "ÑA"),
        ("german", "ÄEINRST", "ÄRA"),
        ("romanian", "AEINRST", "ŢARINĂ"),
    ],
)
def test_tiles_of_other_languages(tiles, rack, word):
    assert rounds(f"1 {rack} {word} H4 20", load_tile_set(tiles)) == [(rack, word, "H4", 20)]


@pytest.mark.parametrize("reference", ["H4", "4H", "O15", "15O", "a1"])
def test_both_conventions(reference):
    assert rounds(f"AEINRST RETAINS {reference} 70")[0][2] == reference.upper()


def test_points_may_be_missing():
    assert [one.scored for one in read_published("AEINRST RETAINS H4\n-BCDEFGH CHAFED 4H 20", ENGLISH)] == [
        False,
        True,
    ]


GOOD = "1 AEINRST RETAINS H4 70 70\n"


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        ("", 1, "published_round"),
        ("what happened on Tuesday", 1, "published_round"),
        ("1 what happened on Tuesday", 1, "published_round"),
        (GOOD + "2 AEINRST RETAINS H4 70 70 70", 2, "published_round"),
        (GOOD + "and then we had tea", 2, "published_round"),
        (GOOD + "2 AEIN5ST TEA 4H 8", 2, "published_rack"),
        (GOOD + "2 A+-EINST TEA 4H 8", 2, "published_rack"),
        (GOOD + "2 AEINRST T!A 4H 8", 2, "published_word"),
        (GOOD + "2 AEINRST TEA 20H 8", 2, "published_word"),
        (GOOD + "2 AEINRST TEA 16H 8", 2, "published_word"),
        (GOOD + "2 AEINRST TEA 8", 2, "published_round"),
        (GOOD + "\n2 4H 8", 3, "published_round"),
        (GOOD + "3 AEINRST TEA 4H 8", 2, "published_number"),
        (GOOD + "2 AEINRST TEA 4H 8 79", 2, "published_total"),
        (GOOD + "TEA 4H 8", 2, "published_no_rack"),
    ],
)
def test_what_is_wrong_is_told_by_its_line(text, line, code):
    with pytest.raises(PublishedErrors) as refused:
        read_published(text, ENGLISH)
    assert [(error.line, error.code) for error in refused.value.errors] == [(line, code)]
    assert f"line {line}: " in str(refused.value)


def test_all_lines_that_are_wrong_are_told():
    with pytest.raises(PublishedErrors) as refused:
        read_published(GOOD + "2 A1\n3 BCDEFGH\n4 !!\n5 A B", ENGLISH)
    assert [error.line for error in refused.value.errors] == [2, 4, 5]
