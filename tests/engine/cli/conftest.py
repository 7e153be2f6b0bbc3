"""Fixtures for the tests of the command line: a small lexicon, records, and questions."""

import json

import pytest

from engine.__main__ import main
from engine.duplicate_games.records import GameRecord

WORDS = """
# the words that these tests play
anhelai at ate be bit farm farms hi hob horn mob not on paste pi
rat strainer strainers tar tea throb throbs train trainer
"""
FEW_WORDS = "AT ATE EAT ETA TEA TEAS SEAT STATE"


@pytest.fixture(scope="session")
def lexicon(tmp_path_factory):
    """Build a small lexicon by the command for it."""
    folder = tmp_path_factory.mktemp("lexicon")
    words = folder / "words.txt"
    lines = [line if line.startswith("#") else line.replace(" ", "\n") for line in WORDS.splitlines()]
    words.write_text("\n".join(lines))
    assert main(["lexicon", "build", str(words), str(folder / "few.lexicon")]) == 0
    return str(folder / "few.lexicon")


@pytest.fixture
def ask(run, lexicon):
    """Send positions to `top` or `score`, and read the answers."""

    def ask(command, *positions, options=()):
        stdin = b"\n".join(p if isinstance(p, bytes) else json.dumps(p).encode() for p in positions)
        code, lines, error = run(command, "--lexicon", lexicon, *options, stdin=stdin)
        return code, [json.loads(line) for line in lines], error

    return ask


@pytest.fixture
def record(tmp_path):
    path = tmp_path / "game.json"

    def write(content):
        if isinstance(content, GameRecord):
            content = content.to_json()
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


@pytest.fixture
def few(run, tmp_path):
    (tmp_path / "few.txt").write_text(FEW_WORDS.replace(" ", "\n"))
    out = tmp_path / "few.lexicon"
    assert run("lexicon", "build", tmp_path / "few.txt", out) == (
        0,
        [f"8 words of english tiles in {out}"],
        "",
    )
    return out
