"""`python -m engine replay`."""

import pytest

from tests.engine.cli.command_line import HORN_RECORD


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
    assert "Not enough left in the bag: Q." in lines[1]


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


def test_a_gcg_file_of_other_tiles_names_them(run, tmp_path):
    file = tmp_path / "polish.gcg"
    file.write_text(">Ann: AŁPKOWZ 8D ŁAPKO +20 20\n")
    code, _, error = run("replay", str(file))
    assert code == 2
    assert "“Ł” in “AŁPKOWZ” is not a letter of this tile set (english)" in error
    assert error.endswith(
        "All letters of the file are in: polish. Choose them with --tiles. It reads: >Ann: AŁPKOWZ 8D ŁAPKO +20 20\n"
    )
    assert run("replay", str(file), "--tiles", "polish")[1][0] == "Classic game with polish tiles"


def test_a_gcg_file_tells_once_how_its_letters_were_read(run, tmp_path):
    file = tmp_path / "spanish.gcg"
    file.write_text(
        ">Ann: CHALERS 8D CHAL +20 20\n>Bo: CALLÉ E8 .LLA +5 5\n>Ann: CHALERS -CHA +0 20\n>Bo: [CH]A - +0 5\n"
    )
    assert run("replay", str(file), "--tiles", "spanish")[2].splitlines() == [
        "engine: read as CH + A + L + E + R + S, C + A + LL + E; letters apart are written in brackets: [C][H], [L][L]",
        "engine: read as other letters: É as E",
    ]
    file.write_text(">Ann: [CH]ALERS 8D [CH]AL +20 20\n")
    assert run("replay", str(file), "--tiles", "spanish")[2] == ""


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


# Games of GCG

GCG = """#player1 Ann Ann
#player2 Bo Bo
>Ann: TEAXXXX 8G TEA +6 6
>Bo: SAQ K8 AS +2 2
"""


def test_a_game_of_gcg_is_checked_line_by_line(run, few, tmp_path):
    path = tmp_path / "game.gcg"
    path.write_text(GCG.replace("K8", "J7"))
    code, lines, error = run("replay", path)
    assert (code, error) == (1, "")
    assert lines[0] == "Classic game with english tiles"
    assert [line.split(maxsplit=5) for line in lines[1:-1]] == [
        ["line", "said", "found", "total", "player", "what is wrong"],
        ["3", "6", "6", "6", "Ann", "(remark) Not enough left in the bag: XXX."],
        ["4", "2", "6", "2", "Bo", "The score is 6, not 2."],
    ]
    assert lines[-1] == "Not checked: whether the words are good; name a lexicon with --lexicon."
    path.write_text(GCG.replace("XXX", "").replace("K8", "J7").replace("+2 2", "+6 6"))
    assert run("replay", path)[0] == 0
    code, lines, _ = run("replay", path, "--lexicon", few)
    assert code == 1
    assert lines[-1].endswith("Not in the lexicon: AS.")


def test_many_games_are_replayed_each_under_its_name(run, tmp_path):
    good, bad, last = (tmp_path / name for name in ("a.gcg", "b.gcg", "c.gcg"))
    for path in (good, last):
        path.write_text(GCG.replace("XXX", "").replace("K8", "J7").replace("+2 2", "+6 6"))
    bad.write_text(">Ann: ŁA 8G ŁA +6 6\n")
    code, lines, error = run("replay", "--keep-going", good, bad, last)
    assert [line for line in lines if line.startswith("==")] == [f"== {path}" for path in (good, bad, last)]
    assert (code, error.count(str(bad)), str(last) in error) == (2, 1, False)
    code, lines, error = run("replay", good, bad, last)
    assert (code, f"== {last}" in lines, str(bad) in error) == (2, False, True)
    assert run("replay", good, last)[0] == 0


def test_what_comes_after_a_move_that_cannot_lie_is_not_checked(run, few, tmp_path):
    path = tmp_path / "game.gcg"
    path.write_text(GCG.replace("K8", "A1") + ">Ann: X - +0 6\n>Bo: X - +0 2\n")
    code, lines, _ = run("replay", path, "--lexicon", few)
    assert code == 1
    assert lines[-2].split()[:3] == ["4", "2", "-"]
    assert lines[-1] == "Not checked: line 5 and after, for how the board goes on is not known."


def test_a_game_of_gcg_that_cannot_be_read_is_told_by_its_line(run, tmp_path):
    path = tmp_path / "game.gcg"
    path.write_text(GCG + ">Eve: X - +0 0\n")
    told = f"engine: {path}: Line 5: there is no player “Eve”. It reads: >Eve: X - +0 0\n"
    assert run("replay", path) == (2, [], told)


def test_a_game_of_gcg_may_be_of_other_tiles(run, tmp_path):
    path = tmp_path / "game.gcg"
    path.write_text(">A: CHORROX 8E [CH]ORRO +30 30\n", encoding="utf-8")
    assert run("replay", path, "--tiles", "spanish")[1][2].split()[:3] == ["1", "30", "30"]
    assert run("replay", path)[0] == 2
