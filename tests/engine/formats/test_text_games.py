"""Games as clubs publish them: every spelling gives the same game, and errors name their lines."""

import pytest

from engine.formats.text_games import read_published
from engine.tiles import load_tile_set

ENGLISH, FRENCH = load_tile_set("english"), load_tile_set("french")
GOOD = "1 AEINRST RETAINS H4 70 70\n"
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
        for one in read_good(text, tiles).rounds
    ]


def read_good(text, tiles=ENGLISH):
    """Read a game without errors."""
    game = read_published(text, tiles)
    assert game.problems() == ()
    return game


def errors_in(text, scores=(), tiles=ENGLISH):
    return [(error.line, error.code) for error in read_published(text, tiles).problems(scores)]


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


ELIOT = """    N |   RACK   |    SOLUTION    | REF | PTS | BONUS
   ===|==========|================|=====|=====|======
    1 |  AEINRST | ENTRAIS        |  H4 |  66 | *
"""


@pytest.mark.parametrize(
    "text",
    [
        ELIOT,
        "1 AEINRST ENTRAIS H4 * 66 †",
        "1 AEINRST ENTRAIS (H4) 66 pts",
        "1 AEINRST (H4) ENTRAIS 66 p. 66",
        "N|RACK|WORD|REF|PTS|PLAYER|CUMUL|TIME\n1|AEINRST|ENTRAIS|H4|66|Ann Marsh|66|12",
        "N;TIRAGE;MOT;POINTS;REF;NOTE\n1;AEINRST;ENTRAIS;66;H4;beau",
    ],
)
def test_marks_units_and_further_columns(text):
    assert rounds(text, FRENCH) == [("AEINRST", "ENTRAIS", "H4", 66)]


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


@pytest.mark.parametrize("rack", ["TTTI+", "TTTI +"])
@pytest.mark.parametrize("rest", ["TI O5 13", "O5 TI 13", "| TI | O5 | 13"])
def test_a_rack_of_which_nothing_was_drawn(rack, rest):
    assert rounds(f"{GOOD}2 {rack} {rest} 83\n")[1] == ("TTTI+", "TI", "O5", 13)


@pytest.mark.parametrize("reference", ["H4", "4H", "O15", "15O", "a1"])
def test_both_conventions(reference):
    assert rounds(f"AEINRST RETAINS {reference} 70")[0][2] == reference.upper()


def test_points_may_be_missing():
    assert [one.scored for one in read_good("AEINRST RETAINS H4\n-BCDEFGH CHAFED 4H 20").rounds] == [
        False,
        True,
    ]


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
    problems = read_published(text, ENGLISH).problems()
    assert [(error.line, error.code) for error in problems] == [(line, code)]
    assert str(problems[0]).startswith(f"line {line}: ")


def test_all_lines_that_are_wrong_are_told():
    text = GOOD + "2 A1\n3 BCDEFGH\n4 !!\n5 A B\nTEA 4H 8\n7 AEINRST TEA 4H 8 8"
    assert [line for line, _ in errors_in(text)] == [2, 4, 5, 6]
    assert [one.line for one in read_published(text, ENGLISH).rounds] == [1]


@pytest.mark.parametrize(
    ("numbers", "lines"),
    [
        ("12345", []),
        ("12456", [3]),  # a round is missing: the others follow
        ("12745", [3]),  # one wrong number; the others are right
        ("22345", [1]),
        ("11335", [2, 4]),
    ],
)
def test_each_number_that_is_wrong_is_told_once(numbers, lines):
    text = "\n".join(f"{number} AEINRST RETAINS H4 70" for number in numbers)
    assert errors_in(text) == [(line, "published_number") for line in lines]


@pytest.mark.parametrize(
    ("totals", "lines"),
    [
        ((70, 90, 110, 130), []),
        ((70, 99, 110, 130), [2]),  # a slip of the pen
        ((70, 99, 119, 139), [2]),  # a wrong sum that the next lines continue
        ((71, 90, 119, 130), [1, 3]),
    ],
)
def test_each_total_beside_the_points_is_told_once(totals, lines):
    points = (70, 20, 20, 20)
    text = "\n".join(f"AEINRST TEA H4 {scored} {total}" for scored, total in zip(points, totals, strict=True))
    assert errors_in(text) == [(line, "published_total") for line in lines]
    assert errors_in(f"{text}\nTotal {totals[-1]}") == [(line, "published_total") for line in lines]


TWO = "1 AEINRST RETAINS H4 {}70\n2 -BCDEFGH CHAFED 4H {}92\n"


@pytest.mark.parametrize(
    ("line", "thousands", "problem"),
    [
        ("Total: 162", "", None),
        ("TOTAL 162 pts", "", None),
        ("| Totaux | 162 |", "", None),
        ("Sous-total : 162", "", None),
        ("Total 2 coups 162", "", None),
        ("Total: 2 162", "10", None),
        ("Total: 2.162 pts", "10", None),
        ("Total: 2\u202f162", "10", None),
        ("Totals", "", None),
        ("Total: 163", "", "the total is 162, not 163."),
        ("Totaal 2 coups 100", "", "the total is 162, not 100."),
        ("Total: 2 000", "10", "the total is 2162, not 2000."),
    ],
)
def test_a_total_below_is_that_of_the_points(line, thousands, problem):
    text = TWO.format(thousands, thousands) if thousands else TWO.format("", "")
    found = read_published(text + line, ENGLISH).problems()
    assert [str(error) for error in found] == ([f"line 3: {problem}"] if problem else [])


def test_totals_are_those_of_the_real_points():
    """A caller that has played the rounds passes the real points."""
    text = "AEINRST RETAINS H4 71\n-BCDEFGH CHAFED 4H\nTotal 162"
    assert errors_in(text) == []  # without the points of a round the total cannot be checked
    assert errors_in(text, (70, 92)) == []
    assert errors_in(text, (70, 93)) == [(3, "published_total")]


def test_a_total_of_racks_beside_the_next_move():
    text = "1 AEINRST\n2 -BCDEFG? RETAINS H4 70 70\nSubtotal 70\n3 G+AILOPU FLECHED 4H 92 162\nTotal 162"
    assert len(read_good(text).rounds) == 3
    assert errors_in(text.replace("Subtotal 70", "Subtotal 80")) == [(3, "published_total")]


def test_a_rack_may_begin_like_a_total():
    text = "TOTAINR RETAIN H4 14\nTOT+AEEN TOTE 4H 8\nTOTAL TOTAL 5H 9"
    assert [rack for rack, *_ in rounds(text)] == ["TOTAINR", "TOT+AEEN", "TOTAL"]
