"""The board as the search sees it: thirty lines of squares, and which letters each empty square lets in.

Rows are the lines 0 to 14, columns the lines 15 to 29; below here nothing knows rows from columns. A tile on an
empty square may form a word *across* its line with the tiles before and after it there. The letters that
make it a word are the square's `allowed` mask, the points of the tiles that lie there are its `crossing`, -1
where nothing lies. From then on it is enough to look along a line.
"""

# ruff: noqa: PLR0917 - kernels are called by place

from typing import Any

import numpy as np

from engine.board import SIZE
from engine.lexicon import LETTERS_MASK
from engine.movegen.kernels.anagrams import edge_by
from engine.movegen.kernels.machine import array_at, bit_of, int64, kernel, lowest_letter
from engine.movegen.memory import LETTERS, LINES, ROW
from engine.tiles import LETTER_MASK


@kernel
def lay_out(tables: Any, work: Any) -> None:
    """Write the board into the squares; `used` is 1 for the lines in which something can be played."""
    board, squares, used = work.board, work.squares, work.used
    for index in range(LINES * ROW):
        square = squares[index]
        square.allowed, square.crossing, square.cell = LETTERS_MASK, -1, 0
    used[:] = 0
    work.started = 0
    for row in range(SIZE):
        for column in range(SIZE):
            index = row * SIZE + column
            if not board[index]:
                continue
            work.started = used[row] = used[SIZE + column] = 1
            squares[row * ROW + column].cell = board[index]
            squares[(SIZE + column) * ROW + row].cell = board[index]
            if row and not board[index - SIZE]:
                _cross(tables, work, row - 1, column, index - SIZE, SIZE, row - 1)
            if row < SIZE - 1 and not board[index + SIZE]:
                _cross(tables, work, row + 1, column, index + SIZE, SIZE, row + 1)
            if column and not board[index - 1]:
                _cross(tables, work, SIZE + column - 1, row, index - 1, 1, column - 1)
            if column < SIZE - 1 and not board[index + 1]:
                _cross(tables, work, SIZE + column + 1, row, index + 1, 1, column + 1)


@kernel
def _cross(tables: Any, work: Any, line: int, place: int, index: int, step: int, position: int) -> None:
    """Find out about the word across a line at an empty square beside a tile, if that has not been done.

    The squares of that word are `step` apart, and the square is the one numbered `position` among them.
    """
    square = work.squares[line * ROW + place]
    if square.crossing >= 0:
        return
    work.used[line] = 1
    board, values = work.board, work.values
    first = _run_end(board, index, -step, position)
    last = _run_end(board, index, step, SIZE - 1 - position)
    if first >= index - step and last <= index + step:
        before = int64(board[first]) if first < index else 0
        after = int64(board[last]) if last > index else 0
        square.allowed = tables.between[(before & LETTER_MASK) * LETTERS + (after & LETTER_MASK)]
        square.crossing = values[before] + values[after]
        return
    points = int64(0)
    for other in range(first, last + step, step):
        points += values[board[other]]
    square.allowed = _walk(tables, board, first, index, last, step)
    square.crossing = points


@kernel
def _walk(tables: Any, board: Any, first: int, index: int, last: int, step: int) -> int:
    """The letters that make a word with the tiles before and after a square, as a mask, found in the word graph."""
    node = int64(tables.nodes_size - 1)
    for other in range(first, index, step):
        node = edge_by(tables, node, board[other] & LETTER_MASK) >> 1
    allowed = int64(0)
    untried = array_at(tables.nodes_at, np.int64)[node] & LETTERS_MASK
    while untried:
        letter = lowest_letter(untried)
        untried &= untried - 1
        edge = edge_by(tables, node, letter)
        for other in range(index + step, last + step, step):
            edge = edge_by(tables, edge >> 1, board[other] & LETTER_MASK)
        if edge & 1:
            allowed |= bit_of(letter)
    return allowed


@kernel
def _run_end(board: Any, index: int, step: int, most: int) -> int:
    """The last of the tiles that follow a square without a gap, or the square itself."""
    for _ in range(most):
        if not board[index + step]:
            break
        index += step
    return index
