"""Commands tell how typed letters are read that could be one tile or several."""

import json

import pytest

from tests.engine.cli.command_line import EMPTY, move, position

SPANISH = ("--lexicon", "spanish")


@pytest.mark.repeats
@pytest.mark.parametrize(
    ("command", "asked", "read"),
    [
        ("top", position(rack="CHALERS"), {"rack": "CH + A + L + E + R + S"}),
        ("moves", position(rack="[C][H]ALERS"), None),
        ("top", position(rack="SALERO"), None),
        ("score", {"board": EMPTY, "move": move("H7", "CHAL")}, {"word": "CH + A + L"}),
        ("score", {"board": EMPTY, "move": move("H7", "[C][H]AL")}, None),
        (
            "score",
            position(rack="CALLES", move=move("H7", "CALLE")),
            {"rack": "C + A + LL + E + S", "word": "C + A + LL + E"},
        ),
    ],
)
def test_answers_about_positions_tell_the_tiles_that_were_read(run, command, asked, read):
    code, lines, error = run(command, *SPANISH, stdin=json.dumps(asked).encode())
    assert (code, error) == (0, "")
    assert json.loads(lines[0]).get("read") == read


@pytest.mark.parametrize(("rack", "has_ch"), [("CHAL", False), ("[CH]AL", True)])
def test_in_cgp_a_tile_of_several_signs_stands_in_brackets(run, rack, has_ch):
    line = f"{'/'.join(['15'] * 15)} {rack}/ 0/0 0 lex spanish;"
    answer = json.loads(run("moves", *SPANISH, stdin=line.encode())[1][0])
    assert "read" not in answer
    assert any("CH" in found["word"] for found in answer["moves"]) is has_ch


@pytest.mark.parametrize(
    ("pattern", "said"),
    [
        ("CHA?", "read as CH + A; letters apart are written in brackets: [C][H]\n"),
        ("[C][H]A?", ""),
        ("*ALL[AE]", "read as A + LL; letters apart are written in brackets: [L][L]\n"),
    ],
)
def test_a_pattern_is_told_as_it_was_read(run, pattern, said):
    code, _, error = run("lexicon", "match", pattern, "--most", "3", *SPANISH)
    assert (code, error) == (0, said and f"engine: {said}")
