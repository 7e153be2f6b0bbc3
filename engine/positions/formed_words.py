"""Words that some move could form in a position, whatever other words it would make."""

from collections import Counter
from collections.abc import Iterator, Sequence

from engine.board import Board
from engine.squares import SIZE
from engine.tiles import BLANK, LETTER_MASK


def may_be_formed(word: Sequence[int], board: Board, rack: Sequence[int]) -> bool:
    """Tell whether tiles of the rack can be laid so that this word lies on the board and did not before.

    `word` is plain tile numbers. The lexicon, the words across and the connection to other tiles are left out of
    account: the answer may be True for a word that no valid move forms, but is never False for one that a move
    does.
    """
    held = Counter(rack)
    blanks = held.pop(BLANK, 0)
    for line in _lines(board):
        for start in range(SIZE - len(word) + 1):
            laid = _laid_tiles(word, line, start)
            if laid and (Counter(laid) - held).total() <= blanks:
                return True
    return False


def _lines(board: Board) -> Iterator[bytes]:
    cells = bytes(cell & LETTER_MASK for cell in board.cells)
    for line in range(SIZE):
        yield cells[line * SIZE : (line + 1) * SIZE]
        yield cells[line::SIZE]


def _laid_tiles(word: Sequence[int], line: bytes, start: int) -> list[int]:
    """Return the tiles that the word needs there from the rack; none if it does not fit the line."""
    end = start + len(word)
    there = line[start:end]
    if line[start - 1 : start].strip(b"\0") or line[end : end + 1].strip(b"\0"):
        return []
    if any(cell and cell != letter for cell, letter in zip(there, word, strict=True)):
        return []
    return [letter for cell, letter in zip(there, word, strict=True) if not cell]
