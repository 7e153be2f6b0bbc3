"""The command line in a process of its own, with its standard files closed or full."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.engine.cli.command_line import CHECKOUT, HORN_RECORD, move, position, run_module
from tests.lanes import quick


@pytest.mark.slow
def test_score_replay_and_lexicon_never_load_the_compiler(lexicon, record):
    code = "import sys; from engine.__main__ import main; main(sys.argv[1:]); print('numba' in sys.modules)"
    line = json.dumps(position(rack="AT", move=move("H8", "AT"))).encode()
    for arguments in (
        ["score", "--lexicon", lexicon],
        ["replay", str(record(HORN_RECORD)), "--lexicon", lexicon],
    ):
        done = subprocess.run(
            [sys.executable, "-c", code, *arguments],
            cwd=CHECKOUT,
            input=line,
            capture_output=True,
            check=True,
        )
        assert done.stdout.splitlines()[-1] == b"False"


def test_answers_come_as_soon_as_the_questions(lexicon):
    command = [sys.executable, "-m", "engine", "score", "--lexicon", lexicon]
    line = json.dumps(position(rack="AT", move=move("H8", "AT"))).encode() + b"\n"
    with subprocess.Popen(command, cwd=CHECKOUT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        for _ in range(2):
            process.stdin.write(line)
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["score"] == 4
        process.stdin.close()
        assert process.wait(timeout=60) == 0


def test_a_reader_that_leaves_is_no_error(lexicon):
    line = json.dumps(position(rack="AT", move=move("H8", "AT"))).encode() + b"\n"
    command = f"'{sys.executable}' -m engine score --lexicon '{lexicon}' | head -1"
    done = subprocess.run(
        ["sh", "-c", command], cwd=CHECKOUT, input=line * 2000, capture_output=True, check=True
    )
    assert done.stderr == b""
    assert done.stdout.count(b"\n") == 1


def test_errors_leave_no_traceback(lexicon):
    done = run_module("score", "--lexicon", lexicon, input=b'{"lexicon": "half a character: \\ud800"}')
    assert done.returncode == 2
    assert done.stderr.startswith(b"engine: line 1: ")
    assert b"Traceback" not in done.stderr


def test_a_whole_game_replays_with_the_built_in_lexicon():
    done = run_module("replay", CHECKOUT / "tests/engine/records/english.json")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.splitlines()[-1].split() == [b"27", b"7", b"7", b"846"]


def test_a_french_game_replays_without_a_lexicon():
    done = run_module("replay", CHECKOUT / "tests/engine/records/french.json", "--lexicon", "none")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.splitlines()[-1].split() == [b"5", b"6", b"6", b"51"]


READING = ["top", "moves", "score"]
PRINTING = {
    **{command: [command] for command in READING},
    "help": ["--help"],
    "no command": ["nonsense"],
    "replay": ["replay", "GAME", "--lexicon", "none"],
    "gcg": ["gcg", "CLASSIC"],
    "simulate": ["simulate", "1"],
    "bench": ["bench"],
    "lexicon build": ["lexicon", "build", "WORDS", "OUT"],
    "lexicon kwg": ["lexicon", "kwg", "OUT"],
    "lexicon info": ["lexicon", "info", "TRAIN"],
    "lexicon check": ["lexicon", "check", "TRAIN"],
    "lexicon anagrams": ["lexicon", "anagrams", "TRAIN"],
    "lexicon match": ["lexicon", "match", "TR*"],
}


def run_in_shell(redirected, arguments, **settings):
    """Run the command line in a shell that redirects its standard files."""
    command = f'exec "$@" {redirected}'
    run = ["sh", "-c", command, "sh", sys.executable, "-m", "engine", *map(str, arguments)]
    return subprocess.run(run, cwd=CHECKOUT, capture_output=True, check=False, timeout=300, **settings)


@pytest.mark.parametrize("command", quick(READING, "score"))
def test_closed_standard_input_is_told(command, lexicon):
    done = run_in_shell("<&-", [command, "--lexicon", lexicon])
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"engine: standard input is closed\n"


def test_closed_standard_input_is_nothing_to_commands_that_do_not_read(lexicon):
    done = run_in_shell("<&-", ["lexicon", "check", "TRAIN", "--lexicon", lexicon])
    assert (done.returncode, done.stdout, done.stderr) == (0, b"TRAIN: good\n", b"")


@pytest.fixture
def with_files(record, lexicon, tmp_path):
    """Return a function that puts real files into the arguments of a command."""
    words = tmp_path / "words.txt"
    words.write_text("CAT\n")
    named = {"GAME": record(HORN_RECORD), "CLASSIC": record(HORN_RECORD), "WORDS": words}

    def with_files(arguments):
        named["OUT"] = tmp_path / "out"
        return [named.get(argument, argument) for argument in arguments]

    return with_files


@pytest.mark.repeats
@pytest.mark.parametrize("command", quick(PRINTING, "score", "help", "simulate", "lexicon build"))
def test_closed_standard_output_is_told_before_anything_is_done(command, with_files, tmp_path):
    done = run_in_shell(">&-", with_files(PRINTING[command]), stdin=subprocess.DEVNULL)
    assert (done.returncode, done.stderr) == (2, b"engine: standard output is closed\n")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("redirected", quick(["<&- >&- 2>&-", ">&- 2>&-", "<&- 2>&-"], "<&- >&- 2>&-"))
def test_where_no_standard_file_is_left_there_is_the_exit_code(redirected, lexicon):
    done = run_in_shell(redirected, ["top", "--lexicon", lexicon], stdin=subprocess.DEVNULL)
    assert (done.returncode, done.stdout, done.stderr) == (2, b"", b"")


def test_an_error_goes_nowhere_else_where_standard_error_is_closed(lexicon):
    done = run_in_shell("2>&-", ["lexicon", "check", "7", "--lexicon", lexicon])
    assert (done.returncode, done.stdout) == (2, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="Linux has it")
@pytest.mark.parametrize("command", quick(["lexicon check TRAIN", "score", "simulate 1"], "score"))
def test_output_that_cannot_be_written_is_told(command, lexicon):
    line = json.dumps(position(rack="AT", move=move("H8", "AT"))).encode()
    done = run_in_shell(">/dev/full", [*command.split(), "--lexicon", lexicon], input=line)
    assert (done.returncode, done.stderr) == (2, b"engine: No space left on device\n")


def test_input_that_cannot_be_read_is_told(lexicon, tmp_path):
    done = run_in_shell(f"0>'{tmp_path}/file'", ["score", "--lexicon", lexicon])
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"engine: Bad file descriptor\n"
