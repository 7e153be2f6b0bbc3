"""The words on a board, read from its squares."""

from engine.board import Board
from engine.notation import Convention, Reference
from engine.scoring import FormedWord
from engine.squares import SIZE, Direction


def word_through(board: Board, square: int, direction: Direction) -> FormedWord | None:
    """Return the word through a square in a direction, with score 0; None if fewer than two tiles form it."""
    step = direction.step
    position = square // step % SIZE
    start = end = square
    while position and board.cells[start - step]:
        start, position = start - step, position - 1
    left = SIZE - 1 - square // step % SIZE
    while left and board.cells[end + step]:
        end, left = end + step, left - 1
    if start == end or not board.cells[square]:
        return None
    cells = tuple(board.cells[start : end + 1 : step])
    return FormedWord(cells, Reference(*divmod(start, SIZE), direction), 0)


def squares_of(word: FormedWord) -> range:
    """Return the squares on which the word lies."""
    step = word.reference.direction.step
    return range(word.reference.index, word.reference.index + len(word.word) * step, step)


def square_text(square: int, convention: Convention) -> str:
    """Return a square as players name it, letter first: H8."""
    direction = Direction.DOWN if convention == "english" else Direction.ACROSS
    return Reference(*divmod(square, SIZE), direction).text(convention)
