"""Positions by a rule set: what a move may play and bring, and which racks there are."""

import json

import pytest

from engine.tiles import load_tile_set

EMPTY = ["." * 15] * 15
RACK = "AEINRSTG"  # GANTRIES, and seven of its letters
RULES = {
    "7 of 8": "[rack]\nsize = 8\n[moves]\nmost_played = 7\n",
    "7 and 8": "[rack]\nsize = 8\n[moves]\nbonuses = { 7 = 50, 8 = 75 }\n",
    "joker": "[rack]\nblanks = 'joker'\n",
}


@pytest.fixture
def ask(run, tmp_path):
    """Ask about a position by own rules, by a preset, or by none; return the answer or the error."""

    def ask(command, position, rules=None, *options):
        if rules in RULES:
            path = tmp_path / "rules.toml"
            path.write_text(f"name = '{rules}'\n{RULES[rules]}")
            rules = path
        named = ["--rules", rules] if rules else []
        code, lines, error = run(command, *named, *options, stdin=json.dumps(position).encode())
        return json.loads(lines[0]) if code == 0 else error

    return ask


def longest(answer):
    tiles = load_tile_set("english")
    return max(len(tiles.encode(move["word"])) for move in answer["moves"])


def test_seven_of_eight_plays_seven_at_most(ask):
    top = ask("top", {"board": EMPTY, "rack": RACK}, "7 of 8")
    assert longest(top) == longest(ask("moves", {"board": EMPTY, "rack": RACK}, "7 of 8")) == 7
    move = {"ref": "H4", "word": "GANTRIES"}
    error = ask("score", {"board": EMPTY, "rack": RACK, "move": move}, "7 of 8")
    assert error == "engine: line 1: GANTRIES plays 8 tiles; the most is 7.\n"


def test_the_bonuses_are_those_of_the_rules(ask):
    move = {"ref": "H4", "word": "GANTRIES"}
    position = {"board": EMPTY, "rack": RACK, "move": move}
    bare, with_bonus = ask("score", position)["score"], ask("score", position, "7 and 8")["score"]
    assert with_bonus == bare + 75
    top = ask("top", position, "7 and 8")
    assert longest(top) == 8
    assert top["score"] == ask("moves", position, "7 and 8")["moves"][0]["score"]
    assert top["score"] >= with_bonus
    assert ask("top", position)["score"] < top["score"]


@pytest.mark.parametrize(
    ("rack", "rules", "said"),
    [
        (RACK, "classic", "The rack has 8 tiles, the most is 7."),
        (RACK + "E", "7 of 8", "The rack has 9 tiles, the most is 8."),
        ("AEQQ", "fisf", "Not enough left in the bag: Q."),
        ("AEINRST", "joker", "Blanks on this rack: 0; there must be 1."),
        ("AEINR??", "joker", "Blanks on this rack: 2; there must be 1."),
    ],
)
@pytest.mark.parametrize("command", ["top", "moves", "score"])
def test_a_rack_that_the_rules_do_not_have(ask, command, rack, rules, said):
    position = {"board": EMPTY, "rack": rack, "move": {"ref": "H8", "word": "AE"}}
    assert ask(command, position, rules) == f"engine: line 1: {said}\n"
    assert "score" in ask("top", position)  # without --rules any rack will do


def test_a_joker_plays_as_any_blank(ask):
    position = {"board": EMPTY, "rack": "AEINRS?"}
    assert ask("top", position, "joker") == ask("top", position)


def test_a_move_may_be_scored_without_its_rack(ask):
    position = {"board": EMPTY, "move": {"ref": "H4", "word": "GANTRIES"}}
    assert ask("score", position, "7 and 8")["score"] == ask("score", position)["score"] + 75
