"""The command line for tests: positions, a record, and calls in a process of its own."""

import subprocess
import sys
from pathlib import Path

from engine.duplicate_games.records import GameRecord, RecordRound

CHECKOUT = Path(__file__).parents[3]
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


def run_module(*arguments, **settings):
    """Run the command line in a process of its own."""
    command = [sys.executable, "-m", "engine", *map(str, arguments)]
    return subprocess.run(command, cwd=CHECKOUT, capture_output=True, check=False, timeout=300, **settings)


def position(board=EMPTY, rack="", **more):
    return {"board": board, "rack": rack, **more}


def move(ref, word):
    return {"ref": ref, "word": word}
