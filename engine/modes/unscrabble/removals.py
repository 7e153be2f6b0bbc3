"""The tiles that may be removed from a board, and the reasons against others (RULES V10).

Terms. Squares are numbers as in `squares`. A *word* here is a run of two or more tiles, as the squares it
lies on. A removal is judged by its changes: a word that stood when the game was finished, and that nobody had
challenged, stands until a removal changes it. So only new words are looked up.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations

from engine.board import Board
from engine.errors import MoveError, NotationError
from engine.notation import Reference
from engine.referee.runs import square_text
from engine.scoring import WordSource
from engine.squares import SIZE, SQUARES
from engine.tiles import BLANK_FLAG, Cells, TileSet

MOST_REMOVED = 6


_LINES = tuple(
    tuple(range(start, start + SIZE * step, step))
    for step, starts in ((1, range(0, SQUARES, SIZE)), (SIZE, range(SIZE)))
    for start in starts
)
# One bit for each square, with an empty column after each row, so that a shift never wraps to the next row.
_STRIDE = SIZE + 1
_BITS = tuple(1 << (square // SIZE * _STRIDE + square % SIZE) for square in range(SQUARES))


def read_squares(texts: Sequence[str]) -> tuple[int, ...]:
    """Parse squares as classic games name them, column and row: "H8" or "8H"."""
    return tuple(Reference.parse(text, "english").index for text in texts)


def words_on(cells: bytes) -> Iterator[Cells]:
    """Yield all words on a board, those across first."""
    for line in _LINES:
        yield from _runs(line, cells)


def is_connected(squares: Sequence[int]) -> bool:
    """Tell whether these squares are connected, edge to edge; no squares are."""
    mask = _mask(squares)
    reached = mask & -mask
    while True:
        beside = reached << 1 | reached >> 1 | reached << _STRIDE | reached >> _STRIDE
        grown = (reached | beside) & mask
        if grown == reached:
            return reached == mask
        reached = grown


def face_value(board: Board, squares: Sequence[int], tiles: TileSet) -> int:
    """Return the value of the tiles on these squares; blanks are worth 0."""
    cells = (board.cells[square] for square in squares)
    return sum(0 if cell & BLANK_FLAG else tiles.values[cell] for cell in cells)


def remove_tiles(board: Board, squares: Sequence[int]) -> Board:
    """Return the board without the tiles on these squares."""
    cells = bytearray(board.cells)
    for square in squares:
        cells[square] = 0
    return Board(bytes(cells))


def check_removal(board: Board, squares: Sequence[int], lexicon: WordSource, tiles: TileSet) -> None:
    """Refuse a removal that the rules do not allow.

    Raises:
        MoveError: it is none of one to six tiles of one word, or does not leave good and connected words.
    """
    for problem in _find_word_problems(board, squares):
        raise problem
    for problem in _find_rest_problems(board, squares, lexicon, tiles):
        raise problem


def removals(board: Board, lexicon: WordSource) -> Iterator[tuple[int, ...]]:
    """Yield every removal that the rules allow, each once."""
    cells = board.cells
    lying = [square for square in range(SQUARES) if cells[square]]
    words = list(words_on(cells))
    crossing = {(square, word[1] - word[0]): word for word in words for square in word}
    single: set[int] = set()
    for word in words:
        step = word[1] - word[0]
        free = [
            square
            for square in word
            if _stands_without(crossing.get((square, SIZE + 1 - step)), square, cells, lexicon)
        ]
        for removed in _list_removals(word, free, cells, lexicon):
            rest = [square for square in lying if square not in removed]
            if len(rest) == 1 or not is_connected(rest) or (len(removed) == 1 and removed[0] in single):
                continue
            if len(removed) == 1:
                single.add(removed[0])
            yield removed


def can_remove(board: Board, lexicon: WordSource) -> bool:
    """Tell whether any removal is allowed."""
    return any(True for _ in removals(board, lexicon))


def _find_word_problems(board: Board, squares: Sequence[int]) -> Iterator[MoveError | NotationError]:
    """Yield the reasons why these are not one to six tiles of one word."""
    if not squares:
        yield MoveError("removal_nothing")
    twice = sorted({square for square in squares if squares.count(square) > 1})
    if twice:
        yield MoveError("removal_square_twice", squares=_texts(twice))
    if len(squares) > MOST_REMOVED:
        yield MoveError("removal_too_many", given=len(squares), most=MOST_REMOVED)
    empty = [square for square in squares if not board.cells[square]]
    if empty:
        yield MoveError("removal_square_empty", squares=_texts(empty))
    if not any(set(squares) <= set(word) for word in words_on(board.cells)):
        yield MoveError("removal_not_one_word", squares=_texts(squares))


def _find_rest_problems(
    board: Board, squares: Sequence[int], lexicon: WordSource, tiles: TileSet
) -> Iterator[MoveError]:
    """Yield the errors of the board that is left."""
    cells = remove_tiles(board, squares).cells
    before = set(words_on(board.cells))
    changed = [[cells[square] for square in word] for word in words_on(cells) if word not in before]
    bad = [tiles.decode(word).upper() for word in changed if not lexicon.contains(word)]
    if bad:
        yield MoveError("removal_bad_words", words=", ".join(dict.fromkeys(bad)))
    lying = [square for square in range(SQUARES) if cells[square]]
    if len(lying) == 1:
        yield MoveError("removal_one_left")
    if not is_connected(lying):
        yield MoveError("removal_not_connected")


def _list_removals(
    word: Cells, free: Sequence[int], cells: bytes, lexicon: WordSource
) -> Iterator[tuple[int, ...]]:
    """Yield sets of a word's free tiles whose removal leaves only good parts of it, the smallest first."""

    @cache
    def good(part: Cells) -> bool:
        return lexicon.contains([cells[square] for square in part])

    for count in range(1, min(MOST_REMOVED, len(free)) + 1):
        for removed in combinations(free, count):
            if all(map(good, _parts(word, removed))):
                yield removed


def _stands_without(word: Cells | None, square: int, cells: bytes, lexicon: WordSource) -> bool:
    """Tell whether the word across, if there is one, leaves only good parts when one of its tiles is gone."""
    return word is None or all(
        lexicon.contains([cells[place] for place in part]) for part in _parts(word, (square,))
    )


def _parts(word: Cells, removed: Sequence[int]) -> Iterator[Cells]:
    """Yield the words left of a word. A tile left alone is none; its connection is checked elsewhere."""
    start = 0
    for end in (*(word.index(square) for square in removed), len(word)):
        if end - start > 1:
            yield word[start:end]
        start = end + 1


def _runs(line: Sequence[int], cells: bytes) -> Iterator[Cells]:
    start = 0
    for place in range(SIZE + 1):
        if place == SIZE or not cells[line[place]]:
            if place - start > 1:
                yield tuple(line[start:place])
            start = place + 1


def _mask(squares: Sequence[int]) -> int:
    mask = 0
    for square in squares:
        mask |= _BITS[square]
    return mask


def _texts(squares: Sequence[int]) -> str:
    return ", ".join(square_text(square, "english") for square in squares)
