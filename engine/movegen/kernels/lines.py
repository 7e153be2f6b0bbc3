"""The board as the search sees it: thirty lines of squares, and the letters that each empty square allows.

Rows are the lines 0 to 14, columns the lines 15 to 29; the code after this makes no difference between them.
A tile on an empty square may form a word *across* its line with the tiles before and after it there. The
letters that make it a word are the square's `allowed` mask; the points of these tiles are its `crossing`, -1
if there are none. Given these, the search needs to look only along a line.
"""

# ruff: noqa: PLR0917 - kernels are called by place

from typing import Any

import numpy as np

from engine.lexicon.graph import LETTERS_MASK
from engine.movegen.kernels.anagrams import edge_by, is_known
from engine.movegen.kernels.machine import array_at, bit_of, int64, kernel, lowest_letter
from engine.movegen.memory import LETTERS, LINES, ROW
from engine.squares import SIZE, SQUARES
from engine.tiles import LETTER_MASK


@kernel
def lay_out(tables: Any, work: Any) -> None:
    """Update the squares to the board; `used` is 1 for the lines in which something can be played.

    If tiles were only added to the board of the search before, only the squares that they affect are updated.
    """
    board, laid = work.board, work.laid
    anew = not _only_adds(tables, work)
    if anew:
        _clear(work)
        work.laid_by = tables.number
    for index in range(SQUARES):
        if board[index] == laid[index]:
            continue
        row, column = index // SIZE, index % SIZE
        work.started = work.used[row] = work.used[SIZE + column] = 1
        _put(work.squares[row * ROW + column], board[index])
        _put(work.squares[(SIZE + column) * ROW + row], board[index])
        _cross_after(tables, work, index, int64(-SIZE), row, anew)
        _cross_after(tables, work, index, int64(SIZE), SIZE - 1 - row, anew)
        _cross_after(tables, work, index, int64(-1), column, anew)
        _cross_after(tables, work, index, int64(1), SIZE - 1 - column, anew)
    for index in range(SQUARES):
        laid[index] = board[index]


@kernel
def _only_adds(tables: Any, work: Any) -> bool:
    """Tell whether all tiles laid out before are still on the board, with the same tables."""
    changed = int64(work.laid_by != tables.number)
    for index in range(SQUARES):
        changed |= work.laid[index] and work.laid[index] != work.board[index]
    return not changed


@kernel
def _clear(work: Any) -> None:
    for index in range(LINES * ROW):
        _put(work.squares[index], 0)
    work.laid[:] = 0
    work.used[:] = 0
    work.started = 0


@kernel
def _put(square: Any, cell: int) -> None:
    square.allowed, square.crossing, square.cell = LETTERS_MASK, -1, cell


@kernel
def _cross_after(tables: Any, work: Any, index: int, step: int, most: int, anew: bool) -> None:
    """Update the word across at the empty square that ends the run of tiles from a new tile.

    If another new tile is in the run, the call for that one does it.
    """
    for _ in range(most):
        index += step
        if not work.board[index]:
            _cross(tables, work, index, abs(step), anew)
            return
        if not work.laid[index]:
            return


@kernel
def _cross(tables: Any, work: Any, index: int, step: int, anew: bool) -> None:
    """Update the word across a line at an empty square; its squares are `step` apart.

    In a layout from scratch, a square between two tiles is met twice.
    """
    row, column = index // SIZE, index % SIZE
    line, place, position = (row, column, row) if step == SIZE else (SIZE + column, row, column)
    square = work.squares[line * ROW + place]
    if anew and square.crossing >= 0:
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
    """Find the letters, as a mask, that make a word with the tiles before and after a square.

    The filter of known keys spares nearly all letters the walk.
    """
    node, key = int64(tables.nodes_size - 1), int64(0)
    for other in range(first, index, step):
        node = edge_by(tables, node, board[other] & LETTER_MASK) >> 1
        key += tables.letter_keys[board[other] & LETTER_MASK]
    for other in range(index + step, last + step, step):
        key += tables.letter_keys[board[other] & LETTER_MASK]
    allowed = int64(0)
    untried = array_at(tables.nodes_at, np.int64)[node] & LETTERS_MASK
    while untried:
        letter = lowest_letter(untried)
        untried &= untried - 1
        if not is_known(tables, key + tables.letter_keys[letter]):
            continue
        edge = edge_by(tables, node, letter)
        for other in range(index + step, last + step, step):
            edge = edge_by(tables, edge >> 1, board[other] & LETTER_MASK)
        if edge & 1:
            allowed |= bit_of(letter)
    return allowed


@kernel
def _run_end(board: Any, index: int, step: int, most: int) -> int:
    """Return the last of the tiles that follow a square without a gap, or the square itself."""
    for _ in range(most):
        if not board[index + step]:
            break
        index += step
    return index
