"""`python -m engine lexicon …`: lists and KWG files in, words out."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.lexicon import load_lexicon

CHECKOUT = Path(__file__).parents[3]


# build


def test_a_word_list_with_faults_is_told_line_by_line_and_builds_nothing(run, tmp_path):
    words, out = tmp_path / "words.txt", tmp_path / "out.lexicon"
    words.write_bytes(b"GOOD\nB4D\nCAFE\nA\n")
    code, lines, error = run("lexicon", "build", words, out)
    assert (code, lines) == (2, [])
    assert not out.exists()
    assert [f"{words}: line {number}: " in error for number in (1, 2, 3, 4)] == [False, True, False, True]
    assert error.endswith(f"engine: {words}: 2 faulty lines, nothing was built\n")


def test_many_faults_are_counted_not_all_told(run, tmp_path):
    words = tmp_path / "words.txt"
    words.write_text("7\n" * 1000)
    error = run("lexicon", "build", words, tmp_path / "out.lexicon")[2]
    assert "1000 faulty lines" in error
    assert error.count("\n") == 51


def test_an_empty_word_list_builds_nothing(run, tmp_path):
    words, out = tmp_path / "words.txt", tmp_path / "out.lexicon"
    words.write_text("# nothing\n")
    code, _, error = run("lexicon", "build", words, out)
    assert (code, error) == (2, "engine: The word list has no word.\n")
    assert not out.exists()


def test_a_lexicon_cannot_be_written_where_there_is_no_folder(run, tmp_path):
    words = tmp_path / "words.txt"
    words.write_text("GOOD\n")
    for act in (["build", words], ["kwg"]):
        code, _, error = run("lexicon", *act, words / "out.lexicon")
        assert code == 2
        assert error.startswith(f"engine: {words / 'out.lexicon'}: ")


def test_a_list_in_another_encoding_is_read_if_one_says_so(run, tmp_path):
    words, out = tmp_path / "mots.txt", tmp_path / "out.lexicon"
    words.write_bytes("été\nŒUF\n".encode("windows-1252"))
    code, _, error = run("lexicon", "build", words, out, "--tiles", "french")
    assert code == 2
    assert r"line 1: “\xe9t\xe9” is not encoded in utf-8." in error
    assert error.endswith(
        "2 faulty lines, nothing was built; name the encoding of the list with --encoding\n"
    )
    assert run("lexicon", "build", words, out, "--tiles", "french", "--encoding", "windows-1252")[0] == 0
    assert load_lexicon(out).word_count == 2


def test_definitions_are_left_out_if_one_says_so(run, tmp_path):
    words, out = tmp_path / "words.txt", tmp_path / "out.lexicon"
    words.write_text("at a preposition\neat\tto take food\n")
    code, _, error = run("lexicon", "build", words, out)
    assert code == 2
    assert error.endswith("nothing was built; if lines say more than the word, add --definitions\n")
    assert run("lexicon", "build", words, out, "--definitions")[0] == 0
    assert load_lexicon(out).word_count == 2


def test_a_list_without_definitions_takes_away_those_of_the_list_before(run, tmp_path):
    words, out = tmp_path / "words.txt", tmp_path / "out.lexicon"
    words.write_text("at a preposition\neat\tto take food\n")
    assert run("lexicon", "build", words, out, "--definitions")[0] == 0
    assert "definition: a preposition" in run("lexicon", "info", "AT", "--lexicon", out)[1]
    words.write_text("at\neat\n")
    assert run("lexicon", "build", words, out)[0] == 0
    assert "definition" not in run("lexicon", "info", "AT", "--lexicon", out)[1]


def test_letters_of_another_tile_set_are_named(run, tmp_path):
    words = tmp_path / "words.txt"
    words.write_text("KIWI\nBOA\n")
    error = run("lexicon", "build", words, tmp_path / "out.lexicon", "--tiles", "italian")[2]
    said = "nothing was built; italian tiles have no K W; choose --tiles indonesian or malay or polish or finnish\n"
    assert error.endswith(said)


def test_a_kwg_file_is_written_and_read_again(run, few, tmp_path):
    kwg, out = tmp_path / "few.KWG", tmp_path / "again.lexicon"
    assert run("lexicon", "kwg", kwg, "--lexicon", few) == (0, [f"8 words in {kwg}"], "")
    assert run("lexicon", "build", kwg, out) == (0, [f"8 words of english tiles in {out}"], "")
    assert list(load_lexicon(out).words()) == list(load_lexicon(few).words())
    whole = kwg.stat().st_size
    assert run("lexicon", "kwg", kwg, "--lexicon", few, "--no-gaddag")[0] == 0
    assert kwg.stat().st_size < whole
    assert run("lexicon", "build", kwg, out)[0] == 0


def test_a_kwg_file_that_cannot_be_written_leaves_the_one_before(run, few, tmp_path, monkeypatch):
    kwg = tmp_path / "few.kwg"
    kwg.write_bytes(b"before")

    def fail(*_):
        raise OSError(28, "no space")

    monkeypatch.setattr(os, "fsync", fail)
    assert run("lexicon", "kwg", kwg, "--lexicon", few) == (2, [], f"engine: {kwg}: no space\n")
    assert kwg.read_bytes() == b"before"
    assert set(tmp_path.iterdir()) == {kwg, few, tmp_path / "few.txt"}


@pytest.mark.parametrize("act", [["build", "few.txt"], ["kwg"]])
def test_a_folder_is_no_file_to_write(run, few, tmp_path, monkeypatch, act):
    monkeypatch.chdir(tmp_path)
    for out in (".", tmp_path):
        code, _, error = run("lexicon", *act, out, *(["--lexicon", few] if act == ["kwg"] else []))
        assert (code, error) == (2, f"engine: {out}: not the name of a file\n")


@pytest.mark.parametrize("link", [None, Path.symlink_to, Path.hardlink_to])
@pytest.mark.parametrize(
    ("command", "input_"),
    [
        (["lexicon", "kwg", "OUT", "--lexicon", "few.lexicon"], "few.lexicon"),
        (["lexicon", "build", "few.txt", "OUT"], "few.txt"),
        (["lexicon", "build", "few.kwg", "OUT"], "few.kwg"),
        (["simulate", "1", "--lexicon", "few.lexicon", "--out", "OUT"], "few.lexicon"),
        (["simulate", "1", "--lexicon", "few.lexicon", "--rules", "few.toml", "--out", "OUT"], "few.toml"),
    ],
)
def test_output_never_goes_over_an_input(run, few, tmp_path, monkeypatch, command, input_, link):
    monkeypatch.chdir(tmp_path)
    assert run("lexicon", "kwg", "few.kwg", "--lexicon", "few.lexicon")[0] == 0
    Path("few.toml").write_text("[rack]\nsize = 7\n")
    out = Path(input_)
    if link is not None:
        out = Path("another name")
        link(out, input_)
    before = Path(input_).read_bytes()
    answer = run(*(str(out) if argument == "OUT" else argument for argument in command))
    assert answer == (2, [], f"engine: {out}: this is an input of the command; write to another file\n")
    assert Path(input_).read_bytes() == before


def test_the_built_in_lexicon_is_an_input_where_none_is_named(run, few, monkeypatch, tmp_path):
    monkeypatch.setenv("ISOTOP_DATA", str(tmp_path))
    (tmp_path / "lexicons").mkdir()
    built_in = few.rename(tmp_path / "lexicons" / "english.lexicon")
    before = built_in.read_bytes()
    for command in (["lexicon", "kwg", built_in], ["simulate", "1", "--out", built_in]):
        assert run(*command)[0] == 2
        assert built_in.read_bytes() == before


def test_a_damaged_kwg_file_builds_nothing(run, tmp_path):
    kwg, out = tmp_path / "bad.kwg", tmp_path / "out.lexicon"
    kwg.write_bytes(b"CAT\nDOG\nANT\n")
    assert run("lexicon", "build", kwg, out) == (
        2,
        [],
        "engine: This KWG file cannot be used: it does not begin as a KWG file does.\n",
    )
    assert not out.exists()
    code, _, error = run("lexicon", "build", kwg, out, "--tiles", "italian")
    assert (code, error) == (
        2,
        "engine: There is no order of the italian letters for KWG files: use a word list.\n",
    )


# Looking up


def test_what_is_said_of_a_word(run, few):
    assert run("lexicon", "info", "tea", "--lexicon", few) == (
        0,
        [
            "TEA: good, 3 points",
            "hooks in front:",
            "hooks behind: S",
            "anagrams, 3: ATE EAT ETA",
            "extensions, 1: TEAS",
        ],
        "",
    )
    assert run("lexicon", "info", "EA", "--lexicon", few)[1] == [
        "EA: no word, 2 points",
        "hooks in front: T",
        "hooks behind: T",
        "anagrams, 0:",
        "extensions, 4: EAT TEA SEAT TEAS",
    ]


def test_what_is_said_of_a_lexicon(run, few):
    assert run("lexicon", "info", "--lexicon", few)[1] == ["few: 8 words of english tiles", str(few)]


def test_a_long_list_of_extensions_ends_with_a_sign(run):
    line = run("lexicon", "info", "AT")[1][-1]
    assert line.endswith(" …")
    assert len(line.split()) == 2 + 30 + 1


def test_words_are_checked_together(run, few):
    assert run("lexicon", "check", "eat", "TEA", "--lexicon", few) == (0, ["EAT: good", "TEA: good"], "")
    assert run("lexicon", "check", "EAT", "AET", "--lexicon", few) == (1, ["EAT: good", "AET: no word"], "")


def test_anagrams_come_a_line_each(run, few):
    assert run("lexicon", "anagrams", "ATE", "--lexicon", few) == (0, ["ATE", "EAT", "ETA", "TEA"], "")
    assert run("lexicon", "anagrams", "?at", "--lexicon", few)[1] == ["ATe", "eAT", "eTA", "TeA"]
    part = run("lexicon", "anagrams", "seat", "--part", "--lexicon", few)[1]
    assert part == ["SEAT", "TEAS", "ATE", "EAT", "ETA", "TEA", "AT"]
    assert run("lexicon", "anagrams", "seat", "--part", "--most", 2, "--lexicon", few)[1] == part[:2]


def test_patterns_come_a_line_each(run, few):
    assert run("lexicon", "match", "*@[ST]*", "--lexicon", few)[1] == [
        "AT",
        "ATE",
        "EAT",
        "ETA",
        "SEAT",
        "TEAS",
        "STATE",
    ]
    assert run("lexicon", "match", "*", "--most", "1", "--lexicon", few)[1] == ["AT"]


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["info", "A7"], "engine: “7” in “A7” is not a letter of this tile set.\n"),
        (["check", "AT", "(A)T"], "engine: “(A)” in “(A)T” is not a letter of this tile set.\n"),
        (["anagrams", "A*"], "engine: “*” in “A*” is not a letter of this tile set.\n"),
        (["match", "[A"], "engine: “[A” is not a pattern: "),
        (["info", ""], "engine: There is no word.\n"),
        (["check", "AT", " "], "engine: There is no word.\n"),
        (["anagrams", ""], "engine: there are no tiles\n"),
        (["match", ""], "engine: “” is not a pattern: "),
        (
            ["info", "AT", "--lexicon", "no such one"],
            "engine: There is no lexicon “no such one”. Known here: ",
        ),
    ],
)
def test_what_cannot_be_looked_up(run, few, arguments, error):
    options = [] if "--lexicon" in arguments else ["--lexicon", few]
    code, lines, said = run("lexicon", *arguments, *options)
    assert (code, lines) == (2, [])
    assert said.startswith(error)


@pytest.mark.parametrize("most", ["-1", "x", "٣"])
def test_a_number_of_words_that_is_none(run, few, most):
    code, _, error = run("lexicon", "match", "*", "--most", most, "--lexicon", few)
    assert code == 2
    assert "is no number of words" in error or "expected one argument" in error


@pytest.mark.slow
def test_looking_up_never_loads_the_compiler(few):
    code = "import sys; from engine.__main__ import main; main(sys.argv[1:]); print('numba' in sys.modules)"
    command = [sys.executable, "-c", code, "lexicon", "anagrams", "T?A", "--lexicon", str(few)]
    done = subprocess.run(command, cwd=CHECKOUT, capture_output=True, check=True)
    assert done.stdout.split() == b"ATe eAT eTA TeA False".split()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["check", "CHAL"], "read as CH + A + L; letters apart are written in brackets: [C][H]"),
        (["check", "[C][H]AL"], ""),
        (["info", "CHAL"], "read as CH + A + L"),
        (["anagrams", "LACH"], "read as L + A + CH"),
        (["anagrams", "LAMA"], ""),
    ],
)
def test_a_command_says_how_letters_of_several_signs_were_read(run, arguments, told):
    _, _, said = run("lexicon", *arguments, "--lexicon", "spanish")
    assert told in said
    assert bool(told) == ("read as" in said)
