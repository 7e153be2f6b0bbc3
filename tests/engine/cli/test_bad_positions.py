"""Positions and moves that the command line refuses: the third line is bad, the two before are answered."""

import pytest

from tests.engine.cli.command_line import EMPTY, EMPTY_ROW, HORN, move, position

BAD_LINES = {
    "no JSON": (b"{", "no JSON: "),
    "cut off": (b'{"board": [', "no JSON: "),
    "no object": (b"[]", "a position is a JSON object"),
    "binary": (b"\xff\xfe\x00\x01", "is not UTF-8 text"),
    "NUL bytes": (b"\x00\x00", "no JSON: "),
    "nested without end": (b"[" * 100_000, "no usable JSON"),
    "a number without end": (b'{"rack": ' + b"1" * 5000 + b"}", "no usable JSON"),
    "no board": ({"rack": "AT"}, "“board” is missing"),
    "board null": (position(None), "“board” is missing"),
    "board of another type": (position("A" * 225), "“board” must be a list"),
    "board of numbers": (position([1] * 15), "“board” must be a list of texts"),
    "14 rows": (position(EMPTY[:14]), "Row 15 of the board: there are 14 rows instead of 15"),
    "short row": (position([*EMPTY[:14], "..."]), "Row 15 of the board: 3 squares instead of 15"),
    "unknown letter on the board": (
        position(["7" + EMPTY_ROW[1:], *EMPTY[1:]]),
        "Row 1 of the board: “7” in “7” is not a letter",
    ),
    "rack of another type": (position(rack=7), "“rack” must be a text"),
    "unknown letter on the rack": (position(rack="A1"), "“1” in “A1” is not a letter"),
    "a rack of two lines": (position(rack="A\nB"), "in “A B” is not a letter"),
    "16 tiles": (position(rack="E" * 16), "The rack has 16 tiles, the most is 15"),
    "unknown tile set": (position(tiles="klingon"), "There is no tile set “klingon”"),
    "tile set of another type": (position(tiles=["english"]), "“tiles” must be a text"),
    "other tiles than the lexicon's": (
        position(tiles="french"),
        "its words are of english tiles, not french",
    ),
    "unknown lexicon": (position(lexicon="no such lexicon"), "There is no lexicon “no such lexicon”"),
    "a lexicon with a NUL": (position(lexicon="a\0b"), "There is no lexicon"),
    "a lexicon of too long a name": (position(lexicon="x" * 5000), "There is no lexicon “xxx"),
    "a lexicon that is a folder": (position(lexicon="/"), "exicon"),
    "lexicon of another type": (position(lexicon=1), "“lexicon” must be a text"),
}
BAD_MOVES = {
    "no move": (position(), "“move” is missing"),
    "move of another type": (position(move="H8 AT"), "“move” must be an object"),
    "no reference": (position(move={"word": "AT"}), "“move” needs “ref” and “word”"),
    "word of another type": (position(move={"ref": "H8", "word": 1}), "“word” must be a text"),
    "no word": (position(move=move("H8", "")), "There is no word"),
    "no such reference": (position(move=move("H", "AT")), "“H” is not a reference"),
    "reference off the board": (position(move=move("P1", "AT")), "Reference P1 is off the board"),
    "unknown letter": (position(move=move("H8", "A7")), "“7” in “A7” is not a letter"),
    "off the board": (position(rack="AT", move=move("H15", "AT")), "AT at H15 runs off the board"),
    "does not fit": (position(HORN, "AT", move=move("H6", "AT")), "H6 holds H, where the move wants A"),
    "not on the rack": (position(rack="AX", move=move("H8", "AT")), "Not on the rack: T"),
}


@pytest.mark.parametrize(("line", "reason"), BAD_LINES.values(), ids=BAD_LINES.keys())
@pytest.mark.parametrize("command", ["top", "score"])
def test_a_bad_position_is_told_by_line_and_reason(ask, command, line, reason):
    good = position(rack="AT", move=move("H8", "AT"))
    code, answers, error = ask(command, good, good, line)
    assert (code, len(answers)) == (2, 2)
    assert error.startswith("engine: line 3: ")
    assert reason in error
    assert error.count("\n") == 1


@pytest.mark.parametrize(("line", "reason"), BAD_MOVES.values(), ids=BAD_MOVES.keys())
def test_a_bad_move_is_told_by_line_and_reason(ask, line, reason):
    good = position(rack="AT", move=move("H8", "AT"))
    code, answers, error = ask("score", good, good, line)
    assert (code, len(answers)) == (2, 2)
    assert error.startswith(f"engine: line 3: {reason}")


def test_top_needs_a_rack(ask):
    code, _, error = ask("top", {"board": EMPTY})
    assert (code, error) == (2, "engine: line 1: “rack” is missing\n")
