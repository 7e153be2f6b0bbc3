"""The files of worked cases, as values. Pure.

A file has positions by key, and sections of cases. A case names its position. `before` is the player's slip
of the round before, with its own position, and `others` are the points of the other players of the same
arbitrator: together they show what becomes of a second zero.
"""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, cast

from duplicate.judging import WrittenSlip
from engine.board import Board
from engine.notation import Convention, Move
from engine.rules import (
    RuleSet,
    differences,
    load_rule_set,
)
from engine.scoring import score_move
from engine.tiles import TileSet, load_tile_set

# The file of each rule set that comes with the program: the language of the clubs that play by it.
FILES: Mapping[str, str] = {
    "fisf": "french",
    "fisf_semi_normal": "french",
    "fisf_semi_rapid": "french",
    "fisf_semi_blitz": "french",
    "fisf_blitz": "french",
    "fise": "spanish",
    "classic": "english",
    "nasc": "english",
    "ntsv": "english",
    "romanian": "english",
}


@dataclass(frozen=True, slots=True)
class CasePosition:
    """The board and the rack of a case; `moves` are those that made the board, as reference and word."""

    moves: tuple[str, ...]
    board: Board
    rack: tuple[int, ...]
    round_number: int


@dataclass(frozen=True, slots=True)
class Earlier:
    """The slip of the round before, with its position."""

    position: CasePosition
    slip: WrittenSlip


@dataclass(frozen=True, slots=True)
class WorkedCase:
    """A slip to be judged; `slip` is None if the player handed in nothing, `warnings` are earlier ones."""

    key: str
    position: CasePosition
    slip: WrittenSlip | None
    warnings: int = 0
    before: Earlier | None = None
    others: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class CaseSection:
    key: str
    cases: tuple[WorkedCase, ...]


@dataclass(frozen=True, slots=True)
class CaseFile:
    """The cases in one language, and how they are written."""

    lexicon: str
    tiles: TileSet
    convention: Convention
    sections: tuple[CaseSection, ...]


def cases_for(rule_set: str) -> CaseFile:
    """Return the cases for a rule set that comes with the program."""
    return read_file(FILES[rule_set])


@cache
def read_file(name: str) -> CaseFile:
    text = resources.files(__package__).joinpath("data", f"{name}.toml").read_text(encoding="utf-8")
    data = tomllib.loads(text)
    tiles = load_tile_set(data["tiles"])
    convention = cast("Convention", data["notation"])

    def position(written: Mapping[str, Any]) -> CasePosition:
        moves = tuple(written.get("moves", ()))
        board = lay_moves(moves, tiles, convention)
        return CasePosition(moves, board, tiles.encode_rack(written["rack"]), written.get("round", 1))

    positions = {key: position(written) for key, written in data["positions"].items()}
    sections = tuple(
        CaseSection(each["key"], tuple(_case(one, positions, position) for one in each["cases"]))
        for each in data["sections"]
    )
    return CaseFile(data["lexicon"], tiles, convention, sections)


def lay_moves(moves: Iterable[str], tiles: TileSet, convention: Convention) -> Board:
    """Return the board after these moves, each a reference and a word.

    Raises:
        EngineError: one of them cannot be read, or cannot lie there.
    """
    board = Board.empty()
    for written in moves:
        reference, _space, word = written.partition(" ")
        move = Move.parse(reference, word, tiles, convention)
        board = board.place(score_move(board, move, tiles, convention=convention).move)
    return board


@cache
def nearest_rule_set(rules: RuleSet) -> str:
    """Return the rule set with cases that differs least from these rules: that of their name if there is one."""
    if rules.name in FILES:
        return rules.name
    return min(FILES, key=lambda name: len(differences(rules, load_rule_set(name))))


def _case(written: Mapping[str, Any], positions: Mapping[str, CasePosition], position: Any) -> WorkedCase:
    slip, before = written.get("slip"), written.get("before")
    return WorkedCase(
        written["key"],
        positions[written["position"]],
        None if slip is None else _slip(slip),
        written.get("warnings", 0),
        None if before is None else Earlier(position(before), _slip(before)),
        tuple(written.get("others", ())),
    )


def _slip(written: Mapping[str, Any]) -> WrittenSlip:
    marks = {name: written.get(name, False) for name in ("late", "illegible", "several")}
    return WrittenSlip(written["word"], written.get("reference", ""), written.get("score"), **marks)
