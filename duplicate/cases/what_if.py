"""A case that an arbitrator typed: its position, the judge's verdict, and what else is to be said of it.

The judge says where a typed word can lie. So a position that is being played here is judged for nobody but
those who arbitrate that game, as with every search (`tournaments.positions.in_play`).
"""

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy as _

from duplicate.cases.verdicts import CaseVerdict, cost_of, judge_slip
from duplicate.judging import RoundPosition, WrittenSlip
from engine.board import Board
from engine.errors import EngineError, TileError
from engine.notation import Convention, Move, Reference
from engine.racks.draw import is_valid_rack, unseen
from engine.referee.board_texts import board_text, is_board_text, parse_board
from engine.rules import (
    RuleSet,
)
from engine.scoring import score_move
from engine.tiles import TileSet
from tournaments.errors import RuleViolation
from tournaments.lexicons.readings import describe_reading
from tournaments.positions.in_play import PositionTiles, SearchAsker
from tournaments.positions.search import search_position
from tournaments.wording.engine_messages import message_for

# A longer text of a board is stored in an address as its squares: servers take some 4,000 characters.
MOST_IN_ADDRESS = 500
_REFERENCE = re.compile(r"[A-Za-z]\d{1,2}|\d{1,2}[A-Za-z]")


@dataclass(frozen=True, slots=True)
class WhatIf:
    """A typed case; `slip` is None if the player handed in nothing, `warnings` are earlier ones."""

    position: RoundPosition
    rules: RuleSet
    slip: WrittenSlip | None
    round_number: int
    warnings: int = 0


def judge_what_if(case: WhatIf, by: User) -> CaseVerdict:
    """Return the verdict on a typed case.

    Raises:
        RuleViolation: the position is being played here, in a game that the user does not arbitrate.
    """
    position = case.position
    verdict = search_position(
        SearchAsker(by),
        [PositionTiles.of(position.board, position.rack, position.tiles)],
        lambda: judge_slip(case.slip, position, case.rules),
    )
    return CaseVerdict(verdict, cost_of(verdict, case.warnings, case.rules))


def read_case_board(text: str, tiles: TileSet, convention: Convention) -> Board:
    """Read a board: moves, one a line ("H4 TRAIN"), or any text that `parse_board` reads.

    Raises:
        RuleViolation: a move cannot be read or cannot lie there; it names the line.
        EngineError: another text cannot be read.
    """
    if is_board_text(text.strip()):
        return parse_board(text.strip(), tiles)
    board = Board.empty()
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            board = _lay_line(board, number, line, tiles, convention)
    return board


def shorten_board(text: str, board: Board, tiles: TileSet) -> str:
    """Return the text as it is stored in an address: as typed, or the squares if it is long."""
    lines = "\n".join(line.strip() for line in text.strip().splitlines())
    return lines if len(lines) <= MOST_IN_ADDRESS else board_text(board, tiles)


def read_case_rack(text: str, board: Board, tiles: TileSet, rules: RuleSet) -> tuple[int, ...]:
    """Read a rack, of tiles that are left beside the board.

    Raises:
        EngineError: it cannot be read.
        RuleViolation: it has too many tiles, or more of a letter than there are.
    """
    rack = tiles.encode_rack("".join(text.split()))
    if len(rack) > rules.rack.size:
        raise RuleViolation(
            "rack_too_long",
            _("A rack has {size} tiles at most, this one has {count}."),
            size=rules.rack.size,
            count=len(rack),
        )
    too_many = Counter(rack) - Counter(dict(enumerate(unseen(board, tiles))))
    if too_many:
        raise RuleViolation(
            "tiles_used_up",
            _("These and the board are more tiles than the set has: {letters}."),
            letters=tiles.list_tiles(sorted(too_many.elements())),
        )
    return rack


def list_readings(case: WhatIf) -> Iterator[str]:
    """Yield how the rack and the word were read, where letters of several signs could be several tiles."""
    tiles = case.position.tiles
    yield describe_reading(case.position.rack, tiles)
    if case.slip is not None:
        with suppress(TileError):  # the judge tells which letter is wrong
            yield describe_reading(tiles.encode(case.slip.word.strip()), tiles)


def list_notes(case: WhatIf) -> Iterator[RuleViolation]:
    """Yield what is unusual about a case, though it can be judged."""
    position, rules = case.position, case.rules
    validity = rules.rack.validity(case.round_number)
    if not is_valid_rack(position.rack, position.tiles, validity):
        yield RuleViolation(
            "rack_not_valid",
            _(
                "This rack would not be valid in round {number}: it would go back and another one would be "
                "drawn."
            ),
            number=case.round_number,
        )


def _lay_line(board: Board, number: int, line: str, tiles: TileSet, convention: Convention) -> Board:
    """Lay the move of a line; points behind it are ignored.

    Raises:
        RuleViolation: it cannot be read or cannot lie there.
    """
    pieces = [piece for piece in line.split() if not piece.isdigit()]
    references = [piece for piece in pieces if _REFERENCE.fullmatch(piece)]
    words = [piece for piece in pieces if piece not in references]
    if len(references) != 1 or len(words) != 1:
        raise RuleViolation(
            "board_line",
            _("Line {line}: “{text}” is not a move. Write reference and word, such as “H4 TRAIN”."),
            line=number,
            text=line.strip()[:40],
        )
    try:
        move = Move(Reference.parse(references[0], convention), tiles.encode(words[0]))
        return board.place(score_move(board, move, tiles, convention=convention).move)
    except EngineError as error:
        raise RuleViolation(
            "board_line_refused", _("Line {line}: {problem}"), line=number, problem=message_for(error)
        ) from error
