"""Messages of the commands about names (lexicons, rule sets, files), and about work that takes time on the
first run.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.lexicon import build_lexicon, save
from engine.rules import (
    rule_set_names,
)
from engine.tiles import load_tile_set

CHECKOUT = Path(__file__).parents[3]
POSITION = json.dumps({"board": ["." * 15] * 15, "rack": "CAT"}).encode()


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return a folder with a lexicon "club", found by its name, and a lexicon file "words"."""
    tiles = load_tile_set("english")
    few = build_lexicon([tiles.encode("CAT")], tiles, "few")
    monkeypatch.setenv("ISOTOP_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    save(few, tmp_path / "data" / "lexicons" / "club.lexicon")
    save(few, tmp_path / "words")
    (tmp_path / "list.txt").write_text("CAT\n")
    return tmp_path


@pytest.mark.parametrize("lexicon", ["club", "./words", "data/lexicons/club.lexicon"])
def test_a_lexicon_is_named_or_its_file_is(run, folder, lexicon):
    assert run("lexicon", "check", "CAT", "--lexicon", lexicon) == (0, ["CAT: good"], "")


@pytest.mark.parametrize(
    ("lexicon", "said"),
    [
        ("words", "There is no lexicon “words”. For the file of that name write ./words."),
        ("ods", "There is no lexicon “ods”. Known here: club, dutch, english, french,"),
        ("ods.lexicon", "There is no lexicon “ods.lexicon”. No such file is there."),
        ("./ods", "There is no lexicon “./ods”. No such file is there."),
        ("list.txt", "it is not a lexicon file. Make one of a word list with “lexicon build”."),
    ],
)
def test_a_lexicon_that_is_not_there_is_told_with_what_to_write(run, folder, lexicon, said):
    code, lines, error = run("lexicon", "check", "CAT", "--lexicon", lexicon)
    assert (code, lines) == (2, [])
    assert said in error
    assert error.count("\n") == 1


def test_a_record_of_a_lexicon_that_is_not_there_may_do_without(run, folder):
    (folder / "game.json").write_text(
        '{"tiles": "english", "notation": "duplicate", "lexicon": "ods", "rounds": []}'
    )
    code, _, error = run("replay", "game.json")
    assert code == 2
    assert "There is no lexicon “ods”." in error
    assert error.endswith("“--lexicon none” takes any word for good.\n")


@pytest.mark.parametrize("command", ["top", "moves", "score", "simulate"])
@pytest.mark.parametrize("rules", ["nope", "nope.toml", "data", "x" * 5000])
def test_an_unknown_rule_set_is_answered_with_those_there_are(run, folder, command, rules):
    arguments = ["1"] if command == "simulate" else []
    code, lines, error = run(command, *arguments, "--rules", rules, "--lexicon", "club", stdin=POSITION)
    assert (code, lines) == (2, [])
    assert f"engine: {rules}: " in error
    assert f"the rule sets are {', '.join(rule_set_names())}" in error
    assert error.count("\n") == 1


def test_a_rule_set_that_cannot_be_is_told_with_its_file(run, folder):
    (folder / "ours.toml").write_text("[rack]\nsize = 16\n")
    code, _, error = run("top", "--rules", "ours.toml", stdin=POSITION)
    assert code == 2
    assert error.startswith("engine: ours.toml: Rule setting rack.size: ")


@pytest.mark.parametrize(
    "content",
    [
        POSITION,
        POSITION + b"\n" + POSITION,
        json.dumps(json.loads(POSITION), indent=1).encode(),
        "/".join(["15"] * 15).encode() + b" CAT/ 0/0 0",
    ],
)
def test_a_position_is_not_taken_for_a_game(run, folder, content):
    (folder / "position").write_bytes(content)
    said = "engine: position: this is a position, not a game; “top” and “moves” read positions\n"
    assert run("replay", "position") == (2, [], said)


@pytest.mark.slow
def test_the_first_time_says_what_takes_so_long(tmp_path):
    def top():
        command = [sys.executable, "-m", "engine", "top"]
        env = os.environ | {"ISOTOP_DATA": str(tmp_path)}
        return subprocess.run(
            command, cwd=CHECKOUT, env=env, input=POSITION, capture_output=True, check=True, timeout=300
        )

    first, second = top(), top()
    assert [line.split(b",")[0] for line in first.stderr.splitlines()] == [
        b"engine: compiling the search for this machine",
        b"engine: building the built-in lexicon",
    ]
    assert second.stderr == b""
    assert first.stdout == second.stdout
    assert json.loads(first.stdout)["score"] > 0
