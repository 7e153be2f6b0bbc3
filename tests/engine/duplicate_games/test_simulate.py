"""Whole games by the top, and the command that plays many of them."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from engine import movegen
from engine.__main__ import main
from engine.duplicate_games.records import GameRecord, replay
from engine.duplicate_games.simulate import play_rounds
from engine.lexicon import build_lexicon
from engine.racks.draw import MOST_EMPTY_ROUNDS, draw_rack, end_reason
from engine.rules import (
    RuleSet,
    load_rule_set,
    rule_set_names,
)
from engine.rules.rule_settings import EndRules, MoveRules, RackRules
from engine.tiles import BLANK, BLANK_FLAG, load_tile_set
from tests.factories.top_games import play_game

CHECKOUT = Path(__file__).parents[3]
ENGLISH = load_tile_set("english")
JOKER = RuleSet("joker", RackRules(blanks="joker"))
SEVEN_AND_EIGHT = RuleSet("7 and 8", RackRules(size=8), MoveRules(bonuses={7: 50, 8: 75}))
SEVEN_OF_EIGHT = RuleSet("7 of 8", RackRules(size=8), MoveRules(most_played=7))
NINE = RuleSet("nine", RackRules(size=9), MoveRules(bonuses={7: 50, 8: 50, 9: 50}))
SHORT = RuleSet("short", end=EndRules(rounds=3))
ALL_RULES = [load_rule_set(name) for name in rule_set_names() if "_" not in name]
ALL_RULES += [JOKER, SEVEN_AND_EIGHT, NINE, SHORT]


def by_name(rules):
    return rules.name


def play_whole(rules, english, seed="s"):
    return list(play_rounds(seed=seed, lexicon=english, tiles=ENGLISH, rules=rules))


@pytest.mark.parametrize("rules", ALL_RULES, ids=by_name)
def test_a_game_replays(english, rules):
    record = play_game("s", english, ENGLISH, rules)
    again = GameRecord.from_json(record.to_line())
    rounds = list(replay(again, english))
    assert [item.problem for item in rounds] == [None] * len(rounds)
    assert rounds[-1].total == sum(item.score for item in record.rounds)
    assert (again.seed, again.lexicon, again.rules) == ("s", "english", rules)


@pytest.mark.parametrize("rules", ALL_RULES, ids=by_name)
def test_every_round_has_its_rack_from_the_seed_and_its_top(english, rules):
    kept = ()
    rounds = play_whole(rules, english)
    for number, round_ in enumerate(rounds, start=1):
        drawn = draw_rack(
            board=round_.board, kept=kept, tiles=ENGLISH, rules=rules, round_number=number, seed="s"
        )
        assert drawn.record == round_.rack
        best = movegen.top(round_.board, drawn.rack, english, ENGLISH, rules.moves.bonuses)
        assert (list(round_.tops), round_.score) == (list(best.moves), best.score)
        assert round_.placed in round_.tops
        kept = rounds[number].rack.kept if number < len(rounds) and not rounds[number].rack.redrawn else ()
        if number < len(rounds) and rounds[number].rack.redrawn:
            break  # the record does not have what was kept before a whole redraw


@pytest.mark.parametrize("rules", ALL_RULES, ids=by_name)
def test_d8_a_game_goes_on_until_it_is_over(english, rules):
    rounds = play_whole(rules, english)
    after = rounds[-1].board.place(rounds[-1].placed.move) if rounds[-1].placed else rounds[-1].board
    assert end_reason(
        board=after,
        tiles=ENGLISH,
        rules=rules,
        round_number=len(rounds) + 1,
        nobody_could_play=rounds[-1].placed is None,
    )


def test_the_same_seed_is_the_same_game(english):
    assert play_game("s", english, ENGLISH, JOKER) == play_game("s", english, ENGLISH, JOKER)
    assert play_game("s", english, ENGLISH, JOKER) != play_game("t", english, ENGLISH, JOKER)


def test_joker_games_have_one_blank_on_every_rack_until_both_are_stuck(english):
    for seed in "abc":
        for round_ in play_whole(JOKER, english, seed):
            stuck = sum(cell > BLANK_FLAG for cell in round_.board.cells)
            assert round_.rack.tiles.count(BLANK) == min(1, 2 - stuck)


def test_ntsv_games_draw_a_whole_rack_each_round(english):
    assert all(round_.rack.kept == () for round_ in play_whole(load_rule_set("ntsv"), english))


def test_end_after_a_set_number_of_rounds(english):
    assert len(play_whole(SHORT, english)) == 3


def test_seven_of_eight_games_play_at_most_seven(english):
    rounds = play_whole(SEVEN_OF_EIGHT, english)
    assert {len(round_.rack.tiles) for round_ in rounds[:5]} == {8}
    assert max(len(round_.placed.tiles) for round_ in rounds if round_.placed) <= 7


def test_seven_and_eight_games_know_both_bonuses(english):
    bonuses = {
        len(round_.placed.tiles)
        for seed in "abcdef"
        for round_ in play_whole(SEVEN_AND_EIGHT, english, seed)
        if round_.placed
    }
    assert {7, 8} <= bonuses


def test_a_game_that_nobody_can_go_on_with_comes_to_an_end():
    lexicon = build_lexicon([ENGLISH.encode_plain("QI")], ENGLISH, "one")
    rounds = list(play_rounds(seed="s", lexicon=lexicon, tiles=ENGLISH, rules=RuleSet()))
    assert [round_.placed for round_ in rounds[-MOST_EMPTY_ROUNDS:]] == [None] * MOST_EMPTY_ROUNDS
    assert all(round_.rack.redrawn for round_ in rounds[1 - MOST_EMPTY_ROUNDS :])
    assert not any(round_.tops for round_ in rounds if not round_.placed)
    record = play_game("s", lexicon, ENGLISH, RuleSet())
    assert not any(item.problem for item in replay(record, lexicon))


# --- The command -----------------------------------------------------------------------------------------------------


def command(*arguments):
    return [sys.executable, "-m", "engine", "simulate", *map(str, arguments)]


def run(*arguments):
    return subprocess.run(
        command(*arguments), cwd=CHECKOUT, capture_output=True, text=True, check=False, timeout=300
    )


@pytest.fixture
def start(english):
    """Start the command in a process group of its own, which is killed after the test."""
    started = []

    def start(*arguments):
        process = subprocess.Popen(
            command(*arguments),
            cwd=CHECKOUT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            # The test runner may ignore Ctrl-C; the command would inherit that.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509 - no threads here
        )
        started.append(process)
        return process

    yield start
    for process in started:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def wait_until(condition, seconds=60, pause=0.05):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(pause)


def players_of(process):
    """List the processes that play games for the command, without Python's resource tracker."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            parent = (folder / "stat").read_text().rpartition(")")[2].split()[1]
            if int(parent) == process.pid and "spawn_main" in (folder / "cmdline").read_text():
                found.append(int(folder.name))
    return found


def is_running(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


# More games than one process gets at once.
GAMES = 12


@pytest.fixture(scope="module")
def simulated(english, tmp_path_factory):
    """Play some games in two processes; return the answer of the command and the file of records."""
    out = tmp_path_factory.mktemp("simulated") / "games.jsonl"
    return run(GAMES, "--seed", "abc", "--jobs", 2, "--out", out), out


def test_records_a_line_and_a_summary(simulated):
    answer, out = simulated
    assert (answer.returncode, answer.stderr) == (0, "")
    lines = out.read_text(encoding="utf-8").splitlines()
    records = [GameRecord.from_json(line) for line in lines]
    assert [record.seed for record in records] == [f"abc-{number}" for number in range(1, GAMES + 1)]
    totals = [sum(item.score for item in record.rounds) for record in records]
    assert f"{GAMES} games" in answer.stdout
    assert "seed abc" in answer.stdout
    points = next(line for line in answer.stdout.splitlines() if "points" in line)
    assert [part for part in points.split() if part[0].isdigit()] == [
        f"{sum(totals) / GAMES:.1f}",
        str(min(totals)),
        str(max(totals)),
    ]


def replayed_total(line, folder, capsys):
    """Return the total that the command says of a record."""
    path = folder / "one.json"
    path.write_text(line, encoding="utf-8")
    assert main(["replay", str(path)]) == 0
    return int(capsys.readouterr().out.splitlines()[-1].split()[-1])


def test_any_line_of_the_records_is_replayed_by_the_command(simulated, tmp_path, capsys):
    for line in simulated[1].read_text(encoding="utf-8").splitlines()[::5]:
        total = sum(item["score"] for item in json.loads(line)["rounds"])
        assert replayed_total(line, tmp_path, capsys) == total


@pytest.mark.slow
def test_the_same_seed_gives_the_same_games_whatever_the_number_of_processes(simulated, tmp_path):
    out = tmp_path / "games.jsonl"
    assert run(GAMES, "--seed", "abc", "--jobs", 1, "--out", out).returncode == 0
    assert out.read_bytes() == simulated[1].read_bytes()


@pytest.mark.slow
def test_rules_from_a_file(english, tmp_path, capsys):
    rules, out = tmp_path / "ours.toml", tmp_path / "games.jsonl"
    rules.write_text('name = "ours"\nbased_on = "ntsv"\n[end]\nrounds = 2\n', encoding="utf-8")
    assert run(1, "--rules", rules, "--jobs", 1, "--out", out).returncode == 0
    line = out.read_text(encoding="utf-8")
    record = GameRecord.from_json(line)
    assert (record.rules.name, len(record.rounds)) == ("ours", 2)
    assert not record.rules.rack.left_overs_kept
    assert replayed_total(line, tmp_path, capsys) == sum(item.score for item in record.rounds)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["0"], "'0' is not a number from 1 on"),
        (["-3"], "N"),
        (["many"], "'many' is not a number"),
        (["1", "--jobs", "0"], "'0' is not a number from 1 on"),
        (["1", "--rules", "nothing"], "nothing: No such file"),
        (["1", "--lexicon", "nothing"], "no lexicon “nothing”"),
        (["1", "--out", "/nowhere/games.jsonl"], "/nowhere/games.jsonl: No such file"),
    ],
)
def test_what_cannot_be_is_said(english, arguments, reason, capsys):
    try:
        code = main(["simulate", *arguments])
    except SystemExit as leaving:  # argparse
        code = leaving.code
    assert code == 2
    assert reason in capsys.readouterr().err


def test_rules_that_cannot_be_are_said(english, tmp_path, capsys):
    rules = tmp_path / "ours.toml"
    rules.write_text("[rack]\nsize = 99\n", encoding="utf-8")
    assert main(["simulate", "1", "--rules", str(rules)]) == 2
    assert "Rule setting rack.size" in capsys.readouterr().err


@pytest.mark.slow
def test_interrupted_it_keeps_what_it_has_and_leaves_nobody_behind(start, tmp_path):
    out = tmp_path / "games.jsonl"
    process = start(999_999_999, "--jobs", 2, "--out", out)  # only a few can have been handed out
    wait_until(lambda: out.exists() and out.read_text(encoding="utf-8").count("\n") > 20)
    players = players_of(process)
    assert len(players) == 2
    os.killpg(process.pid, signal.SIGINT)
    said, error = process.communicate(timeout=30)
    assert process.returncode == 130
    lines = out.read_text(encoding="utf-8").splitlines(keepends=True)
    assert all(line.endswith("\n") and GameRecord.from_json(line).rounds for line in lines)
    assert error == f"engine: stopped; {len(lines)} of 999999999 games were played\n"
    assert f"{len(lines)} games" in said
    assert not any(is_running(pid) for pid in players)


def has_loaded(process, library):
    return library in Path(f"/proc/{process.pid}/maps").read_text()


@pytest.mark.slow
@pytest.mark.parametrize("library", ["_multiarray_umath", "libllvmlite"])
def test_interrupted_while_it_loads_it_ends_without_a_word(start, library):
    process = start(100, "--jobs", 2)
    wait_until(lambda: has_loaded(process, library), pause=0)
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=60) == ("", "")
    # A library that is being loaded may let the program end by itself.
    assert process.returncode in {-signal.SIGINT, 130}


@pytest.mark.slow
def test_interrupted_at_once_it_says_nothing_alarming(start):
    process = start(100, "--jobs", 2)
    wait_until(lambda: players_of(process))
    os.killpg(process.pid, signal.SIGINT)
    _said, error = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in error


@pytest.mark.slow
def test_a_player_that_dies_is_reported(start):
    process = start(100_000, "--jobs", 2)
    wait_until(lambda: len(players_of(process)) == 2)
    os.kill(players_of(process)[0], signal.SIGKILL)
    _said, error = process.communicate(timeout=60)
    assert process.returncode == 1
    assert "a process that played games has died" in error


def test_players_leave_when_the_command_is_gone(start, tmp_path):
    out = tmp_path / "games.jsonl"
    process = start(100_000, "--jobs", 2, "--out", out)
    wait_until(lambda: out.exists() and out.read_text(encoding="utf-8").count("\n") > 20)
    players = players_of(process)
    assert len(players) == 2
    process.kill()
    wait_until(lambda: not any(is_running(pid) for pid in players))
