"""The board and the rack of a case as pages show them."""

from dataclasses import dataclass

from duplicate.judging import RoundPosition
from duplicate.positions.shown_boards import Square, board_labels, make_square
from duplicate.rounds.moves import Tokens
from engine.notation import Move
from engine.squares import CENTRE, SIZE
from engine.tiles import BLANK, BLANK_TEXT, Direction

# Rows without tiles that a board shows above and below those with tiles.
MARGIN = 1


@dataclass(frozen=True, slots=True)
class ShownBoard:
    """The rows of a board that matter: each its label and squares; `words` are its moves, for those who
    cannot see it.
    """

    rows: tuple[tuple[str, tuple[Square, ...]], ...]
    columns: tuple[str, ...]
    words: tuple[str, ...]
    direction: Direction


def show_board(position: RoundPosition, move: Move | None, words: tuple[str, ...]) -> ShownBoard:
    """Return the rows with tiles and those beside them, with the move laid on the board as fresh tiles."""
    board, tiles = position.board, position.tiles
    laid = board.place(move) if move else board
    cells, values = laid.tokens(tiles), tiles.values_by_text()
    used = [row for row, tokens in enumerate(cells) if any(tokens)] or [CENTRE // SIZE]
    first, last = max(0, min(used) - MARGIN), min(SIZE - 1, max(used) + MARGIN)
    labels, columns = board_labels(position.convention)
    rows = tuple(
        (
            labels[row],
            tuple(
                make_square(row, column, token, values, is_fresh=not board.cell(row, column))
                for column, token in enumerate(cells[row])
            ),
        )
        for row in range(first, last + 1)
    )
    return ShownBoard(rows, tuple(columns), words, tiles.direction)


def show_rack(position: RoundPosition) -> Tokens:
    """Return the tiles of the rack, each with a flag for a blank."""
    return tuple((position.tiles.token(tile) or BLANK_TEXT, tile == BLANK) for tile in position.rack)
