"""Positions as lines of CGP and of JSON in the commands that search."""

import json

import pytest

EMPTY_CGP = "/".join(["15"] * 15)


def test_a_position_may_be_a_line_of_cgp(run, few):
    lines = [f"{EMPTY_CGP} TEAS/ 0/0 0 lex CSW99;", json.dumps({"board": ["." * 15] * 15, "rack": "TEAS"})]
    code, answers, error = run("top", "--lexicon", few, stdin="\n".join(lines).encode())
    assert (code, error) == (0, "")
    assert answers[0] == answers[1]
    assert json.loads(answers[0])["score"] == 8


def test_a_line_of_cgp_names_its_lexicon_where_no_option_does(run, few):
    line = f"{EMPTY_CGP} TEAS/ 0/0 0 lex {few};".encode()
    assert run("top", stdin=line)[0] == 0


@pytest.mark.slow
def test_an_unknown_lexicon_of_cgp_is_told_once_and_the_default_is_used(run):
    line = f"{EMPTY_CGP} TEAS/ 0/0 0 lex CSW99;".encode()
    code, answers, error = run("top", stdin=line + b"\n" + line)
    assert (code, len(answers)) == (0, 2)
    assert (
        error
        == "engine: there is no lexicon “CSW99” here: english is used; choose another one with --lexicon\n"
    )


def test_keep_going_answers_bad_lines_with_their_error(run, few):
    lines = [f"{EMPTY_CGP} TEAS/ 0/0 0", "14/15 / 0/0 0", "{", f"{EMPTY_CGP} TEAS/ 0/0 0"]
    code, answers, error = run("top", "--lexicon", few, "--keep-going", stdin="\n".join(lines).encode())
    first, second, third, last = map(json.loads, answers)
    assert (code, first["score"], last) == (2, 8, first)
    assert (second["line"], third["line"]) == (2, 3)
    assert second["error"] == "Row 3 of the board: there are 2 rows instead of 15."
    said = error.splitlines()
    assert [line.split(": ")[1] for line in said] == ["line 2", "line 3"]


@pytest.mark.parametrize(
    ("line", "error"),
    [
        (f"{EMPTY_CGP} / 0/0 0", "“rack” is missing"),
        (f"{EMPTY_CGP} / 0/0", "CGP position: it ends before the number of turns"),
        (f"{EMPTY_CGP} {'E' * 16}/ 0/0 0", "The rack has 16 tiles, the most is 15."),
        ("14/15 / 0/0 0", "Row 3 of the board: there are 2 rows instead of 15."),
        ("[CH]14 / 0/0 0", "Row 2 of the board: there are 1 rows"),
    ],
)
def test_a_bad_line_of_cgp_is_told_by_line_and_reason(run, few, line, error):
    code, _, said = run("top", "--lexicon", few, stdin=f"\n{line}\n".encode())
    assert code == 2
    assert said.startswith(f"engine: line 2: {error}")
