"""Boards read from texts: positions and games of other programs, and our own records."""

from engine.board import EMPTY_TEXT, Board
from engine.duplicate_games.records import GameRecord
from engine.errors import MoveError, RackError, RecordError
from engine.formats.cgp import CgpPosition
from engine.formats.gcg import GcgGame, is_gcg
from engine.notation import Move
from engine.referee.game import ClassicGame, holds_classic_game, state_of
from engine.referee.gcg.reader import from_gcg
from engine.rules.game_settings import refusal
from engine.rules.setting_kinds import SettingProblem
from engine.scoring import score_move
from engine.tiles import TileSet
from engine.translation import gettext_noop as _

_NO_MORE_OF_CGP = " / 0/0 0"  # the other fields, if only the board was written


def is_board_text(text: str) -> bool:
    """Tell whether a text looks like one that `parse_board` reads: a position, a game or fifteen rows."""
    return text.startswith("{") or is_gcg(text.encode()) or "/" in text or EMPTY_TEXT in text


def parse_board(text: str, tiles: TileSet) -> Board:
    """Read a board: a CGP position or its first field, fifteen rows, GCG, or the record of a game.

    Raises:
        EngineError: it cannot be read; the error names the line, round or row.
        RuleSetError: it is the record of a game with other tiles.
    """
    if text.startswith("{"):
        return _read_record(text, tiles)
    if is_gcg(text.encode()):
        return state_of(from_gcg(GcgGame.parse(text.encode(), tiles), tiles)).board
    if "/" in text:
        return CgpPosition.parse(text if " " in text else text + _NO_MORE_OF_CGP, tiles).board
    return Board.from_rows([row.strip() for row in text.splitlines()], tiles)


def board_text(board: Board, tiles: TileSet) -> str:
    """Return the board as the first field of a CGP position, which `parse_board` reads."""
    return CgpPosition(board, ((), ()), (0, 0)).text(tiles).partition(" ")[0]


def _read_record(text: str, tiles: TileSet) -> Board:
    if holds_classic_game(text):
        game = ClassicGame.from_json(text)
        _check_tiles(game.tiles, tiles)
        return state_of(game).board
    record = GameRecord.from_json(text)
    _check_tiles(record.tiles, tiles)
    return _last_board(record, tiles)


def _last_board(record: GameRecord, tiles: TileSet) -> Board:
    """Return the board of a duplicate game after its last round."""
    board = Board.empty()
    for number, written in enumerate(record.rounds, start=1):
        if not written.word:
            continue
        try:
            move = Move.parse(written.ref, written.word, tiles, record.notation)
            board = board.place(score_move(board, move, tiles).move)
        except (MoveError, RackError) as error:
            problem = str(error).removesuffix(".")
            raise RecordError("bad_record", where=f"round {number}", problem=problem) from error
    return board


def _check_tiles(named: str, tiles: TileSet) -> None:
    if named != tiles.name:
        raise refusal(
            "board",
            SettingProblem(
                _("it was played with the tiles {named}, not {tiles}"), {"named": named, "tiles": tiles.name}
            ),
        )
