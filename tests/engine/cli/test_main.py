"""The command line: what it answers, and what it says of bad input."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.duplicate_games.records import GameRecord, RecordRound

CHECKOUT = Path(__file__).parents[3]
WORDS = """
# the words that these tests play
anhelai at ate be bit farm farms hi hob horn mob not on paste pi
rat strainer strainers tar tea throb throbs train trainer
"""
EMPTY_ROW = "." * 15
EMPTY = [EMPTY_ROW] * 15
HORN = [*EMPTY[:7], ".....HORN......", *EMPTY[8:]]
HORN_RECORD = GameRecord(
    tiles="english",
    notation="english",
    rounds=(
        RecordRound(rack="HORNMAB", word="HORN", ref="8F", score=14),
        RecordRound(rack="MAB+FTIE", word="FARM", ref="H6", score=9),
    ),
)


@pytest.fixture(scope="session")
def lexicon(tmp_path_factory):
    """A small lexicon, built by the command that builds them."""
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


def module(*arguments, **settings):
    """The command line in a process of its own."""
    command = [sys.executable, "-m", "engine", *map(str, arguments)]
    return subprocess.run(command, cwd=CHECKOUT, capture_output=True, check=False, timeout=300, **settings)


def position(board=EMPTY, rack="", **more):
    return {"board": board, "rack": rack, **more}


def move(ref, word):
    return {"ref": ref, "word": word}


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


# what is wrong with positions: the third line is bad, the two before it are answered

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


# replay


@pytest.fixture
def record(tmp_path):
    path = tmp_path / "game.json"

    def write(content):
        if isinstance(content, GameRecord):
            content = content.to_json()
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


def test_replay_prints_round_said_found_and_total(run, record):
    code, lines, error = run("replay", record(HORN_RECORD), "--lexicon", "none")
    assert (code, error) == (0, "")
    assert [line.split() for line in lines] == [
        ["round", "said", "found", "total"],
        ["1", "14", "14", "14"],
        ["2", "9", "9", "23"],
    ]


def test_replay_looks_words_up(run, record, lexicon):
    assert run("replay", record(HORN_RECORD), "--lexicon", lexicon)[0] == 0
    bad = HORN_RECORD.to_json().replace("HORN", "NORH").replace('"FARM"', '"FAHM"').replace("14", "11")
    code, lines, _ = run("replay", record(bad.replace("11", "14")), "--lexicon", lexicon)
    assert code == 1
    assert "Not in the lexicon: NORH." in lines[1]


def test_replay_exits_with_1_where_a_score_differs(run, record):
    wrong = HORN_RECORD.to_json().replace('"score": 14', '"score": 15')
    code, lines, error = run("replay", record(wrong), "--lexicon", "none")
    assert (code, error) == (1, "")
    assert lines[1].split(maxsplit=4) == ["1", "15", "14", "14", "The score is 14, not 15."]
    assert lines[2].split() == ["2", "9", "9", "23"]


def test_replay_exits_with_1_where_a_rack_could_not_have_been_drawn(run, record):
    wrong = HORN_RECORD.to_json().replace("HORNMAB", "HORNQQM").replace("MAB+", "M+AB")
    code, lines, _ = run("replay", record(wrong), "--lexicon", "none")
    assert code == 1
    assert "More than the bag still has: Q." in lines[1]


def test_replay_exits_with_1_where_a_move_cannot_lie(run, record):
    wrong = HORN_RECORD.to_json().replace('"8F"', '"8A"')
    code, lines, _ = run("replay", record(wrong), "--lexicon", "none")
    assert code == 1
    assert lines[1:] == [
        "    1     14      -      0  HORN does not cover the centre square, as the first word must."
    ]


BAD_RECORDS = {
    "empty": ("", "line 1: "),
    "no JSON": ('{\n"tiles": x', "line 2: "),
    "binary": (b"\x89PNG\r\n\x1a\n\xff", "is not UTF-8 text"),
    "no object": ("[]", "the record: it is no JSON object"),
    "no rounds": ('{"tiles": "english", "notation": "english"}', "the record: “rounds” is missing"),
    "unknown tile set": (HORN_RECORD.to_json().replace('"english"', '"klingon"', 1), "no tile set “klingon”"),
    "round without rack": (
        HORN_RECORD.to_json().replace('"rack": "HORNMAB", ', ""),
        "round 1: “rack” is missing",
    ),
    "bad rack": (HORN_RECORD.to_json().replace("MAB+", "M+AB+"), "round 2: “M+AB+FTIE” is not a rack"),
    "bad reference": (HORN_RECORD.to_json().replace("H6", "H66"), "round 2: Reference H66 is off the board"),
    "bad letter": (HORN_RECORD.to_json().replace("FARM", "F4RM"), "round 2: “4” in “F4RM” is not a letter"),
}


@pytest.mark.parametrize(("content", "reason"), BAD_RECORDS.values(), ids=BAD_RECORDS.keys())
def test_a_bad_record_is_told_with_its_place(run, record, content, reason):
    code, _, error = run("replay", record(content), "--lexicon", "none")
    assert code == 2
    assert reason in error
    assert error.count("\n") == 1


def test_a_record_of_other_tiles_needs_another_lexicon(run, record, lexicon):
    french = HORN_RECORD.to_json().replace('"tiles": "english"', '"tiles": "french"')
    code, _, error = run("replay", record(french), "--lexicon", lexicon)
    assert code == 2
    assert "its words are of english tiles, not french: choose one with --lexicon" in error


def test_files_that_are_not_there_are_named(run, tmp_path):
    missing = tmp_path / "missing"
    for arguments in (
        ["replay", missing],
        ["lexicon", "build", missing, tmp_path / "out"],
        ["replay", tmp_path],
    ):
        code, lines, error = run(*arguments)
        assert (code, lines) == (2, [])
        assert str(tmp_path) in error
        assert error.count("\n") == 1


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


# in a process of its own


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
    done = module("score", "--lexicon", lexicon, input=b'{"lexicon": "half a character: \\ud800"}')
    assert done.returncode == 2
    assert done.stderr.startswith(b"engine: line 1: ")
    assert b"Traceback" not in done.stderr


def test_a_whole_game_replays_with_the_built_in_lexicon():
    done = module("replay", CHECKOUT / "tests/engine/records/english.json")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.splitlines()[-1].split() == [b"27", b"7", b"7", b"846"]


def test_a_french_game_replays_without_a_lexicon():
    done = module("replay", CHECKOUT / "tests/engine/records/french.json", "--lexicon", "none")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.splitlines()[-1].split() == [b"5", b"6", b"6", b"51"]


# standard files that are closed or take nothing

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


def shell(redirected, arguments, **settings):
    """The command line, started by a shell that redirects its files."""
    command = f'exec "$@" {redirected}'
    run = ["sh", "-c", command, "sh", sys.executable, "-m", "engine", *map(str, arguments)]
    return subprocess.run(run, cwd=CHECKOUT, capture_output=True, check=False, timeout=300, **settings)


@pytest.mark.parametrize("command", READING)
def test_closed_standard_input_is_told(command, lexicon):
    done = shell("<&-", [command, "--lexicon", lexicon])
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"engine: standard input is closed\n"


def test_closed_standard_input_is_nothing_to_commands_that_do_not_read(lexicon):
    done = shell("<&-", ["lexicon", "check", "TRAIN", "--lexicon", lexicon])
    assert (done.returncode, done.stdout, done.stderr) == (0, b"TRAIN: good\n", b"")


@pytest.fixture
def with_files(record, lexicon, tmp_path):
    """The arguments of a command, with files that are there."""
    words = tmp_path / "words.txt"
    words.write_text("CAT\n")
    named = {"GAME": record(HORN_RECORD), "CLASSIC": record(HORN_RECORD), "WORDS": words}

    def with_files(arguments):
        named["OUT"] = tmp_path / "out"
        return [named.get(argument, argument) for argument in arguments]

    return with_files


@pytest.mark.parametrize("command", PRINTING)
def test_closed_standard_output_is_told_before_anything_is_done(command, with_files, tmp_path):
    done = shell(">&-", with_files(PRINTING[command]), stdin=subprocess.DEVNULL)
    assert (done.returncode, done.stderr) == (2, b"engine: standard output is closed\n")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("redirected", ["<&- >&- 2>&-", ">&- 2>&-", "<&- 2>&-"])
def test_where_no_standard_file_is_left_there_is_the_exit_code(redirected, lexicon):
    done = shell(redirected, ["top", "--lexicon", lexicon], stdin=subprocess.DEVNULL)
    assert (done.returncode, done.stdout, done.stderr) == (2, b"", b"")


def test_an_error_goes_nowhere_else_where_standard_error_is_closed(lexicon):
    done = shell("2>&-", ["lexicon", "check", "7", "--lexicon", lexicon])
    assert (done.returncode, done.stdout) == (2, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="Linux has it")
@pytest.mark.parametrize("arguments", [["lexicon", "check", "TRAIN"], ["score"], ["simulate", "1"]])
def test_output_that_cannot_be_written_is_told(arguments, lexicon):
    line = json.dumps(position(rack="AT", move=move("H8", "AT"))).encode()
    done = shell(">/dev/full", [*arguments, "--lexicon", lexicon], input=line)
    assert (done.returncode, done.stderr) == (2, b"engine: No space left on device\n")


def test_input_that_cannot_be_read_is_told(lexicon, tmp_path):
    done = shell(f"0>'{tmp_path}/file'", ["score", "--lexicon", lexicon])
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"engine: Bad file descriptor\n"
