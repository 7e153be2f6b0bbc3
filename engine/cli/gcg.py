"""The command that writes the record of a classic game as GCG, for other programs."""

# ruff: noqa: T201 - printing is the job of a command line

import argparse

from engine.cli.console import InputError, read_file, utf8_text
from engine.formats.gcg import is_gcg
from engine.referee.game import ClassicGame, holds_classic_game
from engine.referee.gcg.writer import gcg_text


def run_gcg(options: argparse.Namespace) -> int:
    data = read_file(options.file)
    if is_gcg(data):
        raise InputError(f"{options.file}: this is GCG already")
    text = utf8_text(data)
    if not holds_classic_game(text):
        raise InputError(f"{options.file}: this is not the record of a classic game, of which GCG is made")
    print(gcg_text(ClassicGame.from_json(text)), end="")
    return 0
