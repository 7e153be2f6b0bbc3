"""The initial board of Un-Scrabble: imported as a text, or made by the engine (RULES V10)."""

from engine.board import Board
from engine.duplicate_games.records import GameRecord
from engine.duplicate_games.simulate import play_rounds
from engine.errors import MoveError, RackError, RecordError, RuleSetError
from engine.formats.cgp import CgpPosition
from engine.formats.gcg import GcgGame, is_gcg
from engine.lexicon import Lexicon
from engine.modes.unscrabble.removals import is_connected
from engine.notation import Move
from engine.racks.draw import unseen
from engine.referee.game import ClassicGame, holds_classic_game, state_of
from engine.referee.gcg.reader import from_gcg
from engine.rules import RuleSet
from engine.rules.game_settings import refusal
from engine.rules.settings import Problem
from engine.scoring import score_move
from engine.squares import SQUARES
from engine.tiles import TileSet
from engine.translation import gettext_noop as _

_NO_MORE_OF_CGP = " / 0/0 0"  # the other fields, if only the board was written


def read_board(text: str, tiles: TileSet) -> Board:
    """Read the board in a text: a CGP position or its first field, fifteen rows, GCG, or the record of a
    game.

    Raises:
        EngineError: it cannot be read; the error names the line, round or row.
        RuleSetError: no game with these tiles ends with it.
    """
    board = _parse_rows(text.strip(), tiles)
    lying = [square for square in range(SQUARES) if board.cells[square]]
    if len(lying) < 2:
        raise _refusal(Problem(_("there are no words on it")))
    if not is_connected(lying):
        raise _refusal(Problem(_("its words are not connected")))
    if len(lying) + sum(unseen(board, tiles)) != tiles.size:
        raise _refusal(Problem(_("it has tiles that the set does not have")))
    return board


def play_board(seed: str, lexicon: Lexicon, tiles: TileSet) -> Board:
    """Return the board at the end of a duplicate game that the engine plays, always with a top."""
    board = Board.empty()
    for played in play_rounds(seed=seed, lexicon=lexicon, tiles=tiles, rules=RuleSet()):
        board = played.board.place(played.placed.move) if played.placed else played.board
    if board.is_empty:
        raise _refusal(Problem(_("the engine finds no word to play: bring a board along")))
    return board


def _parse_rows(text: str, tiles: TileSet) -> Board:
    if text.startswith("{"):
        return _read_record(text, tiles)
    if is_gcg(text.encode()):
        return state_of(from_gcg(GcgGame.parse(text.encode(), tiles), tiles)).board
    if "/" in text:
        return CgpPosition.parse(text if " " in text else text + _NO_MORE_OF_CGP, tiles).board
    return Board.from_rows([row.strip() for row in text.splitlines()], tiles)


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
        raise _refusal(
            Problem(
                _("it was played with the tiles {named}, not {tiles}"), {"named": named, "tiles": tiles.name}
            )
        )


def _refusal(problem: Problem) -> RuleSetError:
    return refusal("board", problem)
