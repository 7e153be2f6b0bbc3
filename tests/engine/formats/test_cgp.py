"""CGP lines: read, printed, refused."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.board import Board
from engine.errors import NotationError
from engine.formats.cgp import CgpPosition, lexicon_named
from engine.squares import SQUARES
from engine.tiles import BLANK_FLAG, load_tile_set, tile_set_names

ENGLISH = load_tile_set("english")
SPANISH = load_tile_set("spanish")
EMPTY = "/".join(["15"] * 15)
HORN = "/".join([*["15"] * 7, "5HoRN6", *["15"] * 7])


def test_an_empty_board():
    position = CgpPosition.parse(f"{EMPTY} / 0/0 0", ENGLISH)
    assert position == CgpPosition(Board.empty(), ((), ()), (0, 0), 0, ())


def test_everything_that_a_line_has():
    line = f"{HORN} MAB?EEE/QZ 14/-5 2 lex few; bdn CrosswordGame; lm -2; cr;"
    position = CgpPosition.parse(f"  {line}\r\n", ENGLISH)
    assert position.board.rows(ENGLISH)[7] == ".....HoRN......"
    assert [ENGLISH.decode_rack(rack) for rack in position.racks] == ["MAB?EEE", "QZ"]
    assert (position.scores, position.scoreless_turns) == ((14, -5), 2)
    assert position.opcodes == (("lex", "few"), ("bdn", "CrosswordGame"), ("lm", "-2"), ("cr", ""))
    assert position.text(ENGLISH) == line


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        (f"{EMPTY} A 0 0", f"{EMPTY} A 0 0"),  # one player
        (f"{EMPTY} A//B 1/2/3 0", f"{EMPTY} A//B 1/2/3 0"),  # three
        (f"{EMPTY} / 0/0 0 lex a;gid  x ;", f"{EMPTY} / 0/0 0 lex a; gid x;"),
        (f"{EMPTY} / 0/0 0 lex a", f"{EMPTY} / 0/0 0 lex a;"),
        (f"{EMPTY} / 0/0 0 ;;", f"{EMPTY} / 0/0 0"),
        (f"{EMPTY}\t/  0/0\t0", f"{EMPTY} / 0/0 0"),
    ],
)
def test_other_ways_to_write_it(written, printed):
    assert CgpPosition.parse(written, ENGLISH).text(ENGLISH) == printed


def test_tiles_of_two_letters_are_in_brackets_and_nowhere_else():
    row = "[CH]A[rr]CH10"
    position = CgpPosition.parse(f"{row}/{EMPTY[3:]} CH[CH]?/[LL] 0/0 0", SPANISH)
    assert position.board.tokens(SPANISH)[0][:6] == ["CH", "A", "rr", "C", "H", ""]
    assert [len(rack) for rack in position.racks] == [4, 1]
    assert position.text(SPANISH).split()[:2] == [f"{row}/{EMPTY[3:]}", "CH[CH]?/[LL]"]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("", "CGP position: it ends before the board."),
        (EMPTY, "CGP position: it ends before the racks."),
        (f"{EMPTY} /", "CGP position: it ends before the scores."),
        (f"{EMPTY} / 0/0", "CGP position: it ends before the number of turns without points."),
        (f"{EMPTY} / 0 0", "CGP position: there are 2 racks and 1 scores."),
        (f"{EMPTY} / 0/x 0", "CGP position: “x” is not a score."),
        (f"{EMPTY} / 0/٣ 0", "CGP position: “٣” is not a score."),
        (f"{EMPTY} / 0/1234567 0", "CGP position: “1234567” is not a score."),
        (f"{EMPTY} / 0/0 lex", "CGP position: “lex” is not a number of turns."),
        (f"{EMPTY} / 0/0 -1", "CGP position: the number of turns without points is negative."),
        (f"{EMPTY} A1/ 0/0 0", "“A1” is not a rack: there is no tile “1”."),
        (f"{EMPTY[3:]} / 0/0 0", "Row 15 of the board: there are 14 rows instead of 15."),
        (f"{EMPTY}/15 / 0/0 0", "Row 16 of the board: there are 16 rows instead of 15."),
        (f"15/14/{EMPTY[6:]} / 0/0 0", "Row 2 of the board: 14 squares instead of 15."),
        (f"15/A15/{EMPTY[6:]} / 0/0 0", "Row 2 of the board: 16 squares instead of 15."),
        (f"78/{EMPTY[3:]} / 0/0 0", "Row 1 of the board: “78” are not 15 squares."),
        (f"{'9' * 5000}/{EMPTY[3:]} / 0/0 0", "Row 1 of the board: “9999"),
        (f"...............{EMPTY[2:]} / 0/0 0", "Row 1 of the board: “...............” are not 15 squares."),
        (f"14Ж/{EMPTY[3:]} / 0/0 0", "Row 1 of the board: “Ж” in “Ж” is not a letter of this tile set."),
    ],
)
def test_what_is_wrong_with_a_line(line, problem):
    with pytest.raises(NotationError) as caught:
        CgpPosition.parse(line, ENGLISH)
    assert str(caught.value).startswith(problem)
    assert len(str(caught.value)) < 200


def test_the_lexicon_that_a_line_names():
    assert lexicon_named(f"{EMPTY} / 0/0 0 gid x; lex few; lm -;") == "few"
    assert lexicon_named(f"{EMPTY} / 0/0 0") is None
    assert lexicon_named("lex") is None


@st.composite
def positions(draw):
    tiles = load_tile_set(draw(st.sampled_from(tile_set_names())))
    letter = st.integers(1, len(tiles.letters))
    cell = st.one_of(st.just(0), letter, letter.map(lambda number: number | BLANK_FLAG))
    filled = draw(st.dictionaries(st.integers(0, SQUARES - 1), cell, max_size=40))
    rack = st.lists(st.integers(0, len(tiles.letters)), max_size=7).map(tuple)
    racks = draw(st.lists(rack, min_size=1, max_size=4))
    opcode = st.tuples(
        st.text("abcdef", min_size=1), st.text("ABC/-+ ").map(lambda text: " ".join(text.split()))
    )
    return tiles, CgpPosition(
        board=Board(bytes(filled.get(square, 0) for square in range(SQUARES))),
        racks=tuple(racks),
        scores=tuple(draw(st.integers(-999, 9999)) for _ in racks),
        scoreless_turns=draw(st.integers(0, 9)),
        opcodes=tuple(draw(st.lists(opcode, max_size=3))),
    )


@given(positions())
def test_a_position_reads_back_as_printed(case):
    tiles, position = case
    assume(position.racks != ((),))  # a single empty rack leaves nothing between two spaces
    assert CgpPosition.parse(position.text(tiles), tiles) == position


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text):
    for line in (text, f"{EMPTY} {text}", f"{EMPTY} / 0/0 {text}"):
        try:
            position = CgpPosition.parse(line, ENGLISH)
        except NotationError:
            continue
        assert CgpPosition.parse(position.text(ENGLISH), ENGLISH) == position
