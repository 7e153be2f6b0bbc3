"""The initial board of Un-Scrabble: imported as a text, or made by the engine (RULES V10)."""

from engine.board import Board
from engine.errors import RuleSetError
from engine.lexicon import Lexicon
from engine.modes.unscrabble.removals import is_connected
from engine.racks.draw import unseen
from engine.referee.board_texts import parse_board
from engine.rules import RuleSet
from engine.rules.game_settings import refusal
from engine.rules.settings import SettingProblem
from engine.squares import SQUARES
from engine.tiles import TileSet
from engine.translation import gettext_noop as _


def read_board(text: str, tiles: TileSet) -> Board:
    """Read the board in a text: a CGP position or its first field, fifteen rows, GCG, or the record of a
    game.

    Raises:
        EngineError: it cannot be read; the error names the line, round or row.
        RuleSetError: no game with these tiles ends with it.
    """
    board = parse_board(text.strip(), tiles)
    lying = [square for square in range(SQUARES) if board.cells[square]]
    if len(lying) < 2:
        raise _refusal(SettingProblem(_("there are no words on it")))
    if not is_connected(lying):
        raise _refusal(SettingProblem(_("its words are not connected")))
    if len(lying) + sum(unseen(board, tiles)) != tiles.size:
        raise _refusal(SettingProblem(_("it has tiles that the set does not have")))
    return board


def play_board(seed: str, lexicon: Lexicon, tiles: TileSet) -> Board:
    """Return the board at the end of a duplicate game that the engine plays, always with a top."""
    from engine.duplicate_games.simulate import play_rounds  # noqa: PLC0415 - imports the search

    board = Board.empty()
    for played in play_rounds(seed=seed, lexicon=lexicon, tiles=tiles, rules=RuleSet()):
        board = played.board.place(played.placed.move) if played.placed else played.board
    if board.is_empty:
        raise _refusal(SettingProblem(_("the engine finds no word to play: bring a board along")))
    return board


def _refusal(problem: SettingProblem) -> RuleSetError:
    return refusal("board", problem)
