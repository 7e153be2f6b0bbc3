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
from engine.movegen.memory import LETTERS, ROW
from engine.tiles import LETTER_MASK


@kernel
def lay_out(tables: Any, work: Any) -> None:
    """Write the board into the squares; `used` is 1 for the lines in which something can be played."""
    board, squares, used = work.board, work.squares, work.used
    used[:] = 0
    work.started = 0
    for row in range(SIZE):
        for column in range(SIZE):
            index = row * SIZE + column
            across = squares[row * ROW + column]
            down = squares[(SIZE + column) * ROW + row]
            across.cell = down.cell = board[index]
            if board[index]:
                work.started = 1
                used[row] = used[SIZE + column] = 1
                continue
            above = board[index - SIZE] if row else 0
            below = board[index + SIZE] if row < SIZE - 1 else 0
            across.allowed, across.crossing = LETTERS_MASK, -1
            if above or below:
                used[row] = 1
                check = _cross_check(tables, work.values, board, index, SIZE, row, above, below)
                across.allowed, across.crossing = check
            before = board[index - 1] if column else 0
            after = board[index + 1] if column < SIZE - 1 else 0
            down.allowed, down.crossing = LETTERS_MASK, -1
            if before or after:
                used[SIZE + column] = 1
                check = _cross_check(tables, work.values, board, index, 1, column, before, after)
                down.allowed, down.crossing = check


@kernel
def _cross_check(
    tables: Any,
    values: Any,
    board: Any,
    index: int,
    step: int,
    place: int,
    before: int,
    after: int,
) -> tuple[int, int]:
    """Which letters make a word with the tiles before and after a square, and the points of those tiles.

    The squares of the word are `step` apart, and the square is the one numbered `place` of its line.
    """
    first = _run_end(board, index, -step, place)
    last = _run_end(board, index, step, SIZE - 1 - place)
    if first >= index - step and last <= index + step:
        pattern = int64(before & LETTER_MASK) * LETTERS + (after & LETTER_MASK)
        return tables.between[pattern], values[before] + values[after]
    points = int64(0)
    node = int64(tables.nodes_size - 1)
    for other in range(first, index, step):
        points += values[board[other]]
        node = edge_by(tables, node, board[other] & LETTER_MASK) >> 1
    for other in range(index + step, last + step, step):
        points += values[board[other]]
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
    return allowed, points


@kernel
def _run_end(board: Any, index: int, step: int, most: int) -> int:
    """The last of the tiles that follow a square without a gap, or the square itself."""
    for _ in range(most):
        if not board[index + step]:
            break
        index += step
    return index
