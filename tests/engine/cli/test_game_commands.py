"""The commands that list all moves and measure the engine."""

import json
import os

import pytest

EMPTY = ["." * 15] * 15
POSITION = json.dumps({"board": EMPTY, "rack": "AEINRST"}).encode()


def test_moves_are_ranked_and_counted(run):
    code, lines, error = run("moves", "--most", "3", stdin=POSITION)
    assert (code, error) == (0, "")
    (answer,) = map(json.loads, lines)
    scores = [move["score"] for move in answer["moves"]]
    assert len(scores) == 3
    assert scores == sorted(scores, reverse=True)
    _, lines, _ = run("moves", stdin=POSITION)
    (every,) = map(json.loads, lines)
    assert every["moves"][:3] == answer["moves"]
    assert len(every["moves"]) == every["count"] == answer["count"] > 500


def test_moves_need_a_rack(run):
    code, _, error = run("moves", stdin=json.dumps({"board": EMPTY}).encode())
    assert (code, error) == (2, "engine: line 1: “rack” is missing\n")


@pytest.mark.parametrize("most", ["0", "-1", "many", "1e3"])
def test_a_number_of_moves_is_a_number(run, most):
    code, _, error = run("moves", "--most", most)
    assert code == 2
    assert "is not a number from 1 on" in error or "expected one argument" in error


@pytest.mark.slow
def test_bench_measures_the_positions_of_a_file(run, tmp_path):
    path = tmp_path / "positions.jsonl"
    path.write_bytes(POSITION + b"\n\n" + POSITION.replace(b"S", b"?") + b"\n")
    code, lines, error = run("bench", path, "--runs", "1")
    assert (code, error) == (0, "")
    assert ", load " in lines[0] or not hasattr(os, "getloadavg")
    while "median of" not in lines.pop(0):  # the machine, and a warning if it is busy
        pass
    named = {line[:38].strip(): line[38:].split() for line in lines}
    assert named["bare tops"][0] == named["warm tops"][0] == named["bare, all moves"][0] == "2"
    assert named["bare tops, 1 blanks"][0] == "1"
    # One run: the median is that of the least times.
    assert named["warm tops"][1:4] == named["warm tops"][4:]
    assert named["duplicate games"][0] == "200"
    assert named["first top of a new process"][-1] == "s"
    assert all(float(value[1].replace(",", "")) > 0 for value in named.values())


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "has no positions"),
        (b"\n" + b"{", "line 2: no JSON"),
        (json.dumps({"board": EMPTY}).encode(), "line 1: the rack is missing"),
    ],
)
def test_bench_says_what_is_wrong_with_its_positions(run, tmp_path, content, problem):
    path = tmp_path / "positions.jsonl"
    path.write_bytes(content)
    code, _, error = run("bench", path)
    assert code == 2
    assert problem in error


def test_bench_of_no_file(run, tmp_path):
    assert run("bench", tmp_path / "none")[0] == 2
