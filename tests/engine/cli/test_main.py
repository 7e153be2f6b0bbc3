"""The command line: what `top` and `score` answer, and how commands are called."""

import json

import pytest

from tests.engine.cli.command_line import EMPTY, HORN, move, position

# top


def test_top_answers_score_and_every_isotop(ask):
    code, answers, error = ask("top", position(HORN, "FAM"))
    assert (code, error) == (0, "")
    assert answers == [{"score": 9, "moves": [{"ref": "8F", "word": "FARM", "score": 9}]}]
    assert list(answers[0]) == ["score", "moves"]


def test_top_writes_the_blank_small(ask):
    _, answers, _ = ask("top", position(rack="AT"), position(rack="?T"))
    assert [found["word"] for found in answers[0]["moves"]] == ["AT", "AT"]
    assert {found["word"] for found in answers[1]["moves"]} == {"aT"}
    assert answers[1]["score"] == 2


def test_top_of_a_rack_that_can_do_nothing(ask):
    nothing = {"score": 0, "moves": []}
    assert ask("top", position(rack=""), position(rack="ZZ"), position(HORN, "Q"))[1] == [nothing] * 3


def test_top_takes_a_rack_of_fifteen_and_no_more(ask):
    code, answers, _ = ask("top", position(rack="A" * 15))
    assert (code, answers) == (0, [{"score": 0, "moves": []}])
    code, _, error = ask("top", position(rack="A" * 16))
    assert code == 2
    assert error == "engine: line 1: The rack has 16 tiles, the most is 15.\n"


def test_top_goes_on_over_empty_lines_and_counts_them(ask):
    code, answers, error = ask("top", b"", position(rack="AT"), b"  ", b"{")
    assert (code, len(answers)) == (2, 1)
    assert error.startswith("engine: line 4: no JSON: ")


def test_nothing_asked_nothing_answered(run, lexicon):
    assert run("top", "--lexicon", lexicon) == (0, [], "")


def test_the_lexicon_and_tiles_of_a_position_count_before_the_options(run, lexicon):
    line = json.dumps(position(rack="AT", lexicon=lexicon, tiles="english")).encode()
    code, answers, _ = run("top", "--lexicon", "no such lexicon", stdin=line)
    assert code == 0
    assert json.loads(answers[0])["score"] == 4


@pytest.mark.slow
def test_the_built_in_lexicon_is_the_default(run):
    line = json.dumps(position(HORN, "ETRAINS")).encode()
    code, answers, error = run("top", stdin=line)
    assert (code, error) == (0, "")
    assert json.loads(answers[0])["score"] > 60


# score


def test_score_answers_words_scores_and_whether_they_are_good(ask):
    train = [*EMPTY[:7], ".TRAINER.......", *EMPTY[8:]]
    code, answers, error = ask("score", position(train, "HOBXYZE", move=move("G5", "HOB")))
    assert (code, error) == (0, "")
    assert answers == [
        {
            "ref": "G5",
            "word": "HOB",
            "score": 25,
            "words": [
                {"ref": "G5", "word": "HOB", "score": 11, "good": True},
                {"ref": "5G", "word": "HI", "score": 5, "good": True},
                {"ref": "6G", "word": "ON", "score": 2, "good": True},
                {"ref": "7G", "word": "BE", "score": 7, "good": True},
            ],
            "good": True,
        }
    ]


def test_score_says_which_words_are_bad(ask):
    _, answers, _ = ask("score", position(HORN, "XMES", move=move("8F", "MXRS")))
    assert answers[0]["good"] is False
    assert [word["good"] for word in answers[0]["words"]] == [False]


def test_score_needs_no_rack(ask):
    code, answers, _ = ask("score", {"board": EMPTY, "move": move("H4", "TRAIN")})
    assert (code, answers[0]["score"]) == (0, 12)


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["nonsense"],
        ["top", "--tiles", "klingon"],
        ["replay"],
        ["lexicon"],
        ["lexicon", "build", "one"],
        ["top", "--nonsense"],
    ],
)
def test_a_command_that_does_not_exist_is_refused(run, arguments):
    code, lines, error = run(*arguments)
    assert (code, lines) == (2, [])
    assert "usage: python -m engine" in error


# lexicons


def test_a_lexicon_of_other_tiles(run, tmp_path):
    words, out = tmp_path / "words.txt", tmp_path / "es.lexicon"
    words.write_text("chorro\nniño\n", encoding="utf-8")
    assert run("lexicon", "build", words, out, "--tiles", "spanish")[0] == 0
    line = json.dumps(position(rack="", move=move("H8", "CHORRO")) | {"rack": "CHORROX"}).encode()
    code, answers, _ = run("score", "--lexicon", out, stdin=line)
    assert code == 0
    assert json.loads(answers[0])["good"] is True
    assert json.loads(answers[0])["word"] == "CHORRO"


def test_a_damaged_lexicon_is_told(run, tmp_path):
    garbage = tmp_path / "garbage.lexicon"
    garbage.write_bytes(bytes(range(256)) * 10)
    line = json.dumps(position(rack="AT", move=move("H8", "AT"))).encode()
    code, _, error = run("score", "--lexicon", garbage, stdin=line)
    assert code == 2
    assert error.startswith("engine: line 1: Lexicon “garbage” cannot be used: ")
