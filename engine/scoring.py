"""The score of a move, the words it makes, and the reasons why it may not be played.

`score_move` implements the rules of the board (RULES B3 to B6), `formed_words` those of the score.
`check_rack`, `check_played` and `check_words` check rack and lexicon separately, because a judge names each
reason by itself. A `ScoredMove` is always a move that fits the board: its word has the tiles on the board
exactly as they lie (a blank stays a blank).
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from types import MappingProxyType
from typing import Protocol

from engine.board import Board
from engine.errors import MoveError
from engine.notation import Convention, Move, Reference
from engine.squares import CENTRE, LETTER_PREMIUMS, SIZE, SQUARES, WORD_PREMIUMS
from engine.tiles import BLANK, BLANK_FLAG, LETTER_MASK, TileSet

DEFAULT_BONUSES: Mapping[int, int] = MappingProxyType({7: 50})

_LETTER_PREMIUMS = tuple(chain.from_iterable(LETTER_PREMIUMS))
_WORD_PREMIUMS = tuple(chain.from_iterable(WORD_PREMIUMS))


class WordSource(Protocol):
    """A source of words: a lexicon, or a set in a test."""

    def contains(self, cells: Sequence[int], /) -> bool: ...


@dataclass(frozen=True, slots=True)
class FormedWord:
    """A word that a move forms or changes, with its score."""

    word: tuple[int, ...]
    reference: Reference
    score: int


@dataclass(frozen=True, slots=True)
class ScoredMove:
    """A move that fits the board. `tiles` left the rack, blanks as 0."""

    move: Move
    score: int
    tiles: tuple[int, ...]

    @property
    def blanks(self) -> int:
        """The number of blanks that the move plays."""
        return self.tiles.count(BLANK)


def score_move(
    board: Board,
    move: Move,
    tiles: TileSet,
    bonuses: Mapping[int, int] = DEFAULT_BONUSES,
    *,
    convention: Convention = "duplicate",
) -> ScoredMove:
    """Return the move with its score; raise a `MoveError`, worded in `convention`, if it does not fit."""
    squares = _squares(move, tiles, convention)
    cells = board.cells
    word: list[int] = []
    placed: list[int] = []
    for square, cell in zip(squares, move.word, strict=True):
        lying = cells[square]
        if lying and (lying ^ cell) & LETTER_MASK:
            place = Reference(*divmod(square, SIZE), move.reference.direction).text(convention)
            letter, wanted = tiles.token(lying & LETTER_MASK), tiles.token(cell & LETTER_MASK)
            raise MoveError("square_taken", square=place, letter=letter, wanted=wanted)
        if not lying:
            placed.append(BLANK if cell & BLANK_FLAG else cell)
        word.append(lying or cell)  # the board knows whether it is a blank
    _check_whole(board, squares, word, tiles)
    if not placed:
        raise MoveError("no_tile_played", word=tiles.decode(word))
    fitting = Move(move.reference, tuple(word))
    words = formed_words(board, fitting, tiles)
    if len(placed) == len(word) and len(words) == 1:
        _check_connection(board, squares, move, tiles, convention)
    score = sum(formed.score for formed in words) + bonuses.get(len(placed), 0)
    return ScoredMove(fitting, score, tuple(placed))


def formed_words(board: Board, move: Move, tiles: TileSet) -> tuple[FormedWord, ...]:
    """Return the words that a move forms or changes, its own first. The move must fit the board."""
    cells, values = board.cells, tiles.values
    start, step = move.reference.index, move.reference.direction.step
    placed: list[tuple[int, int]] = []
    points, multiplier = 0, 1
    for square, cell in zip(range(start, SQUARES, step), move.word, strict=False):
        value = 0 if cell & BLANK_FLAG else values[cell]
        if cells[square]:
            points += value
        else:
            placed.append((square, cell))
            points += value * _LETTER_PREMIUMS[square]
            multiplier *= _WORD_PREMIUMS[square]
    main = FormedWord(move.word, move.reference, points * multiplier)
    return (main, *_crossing_words(cells, placed, values, move.reference))


def check_rack(scored: ScoredMove, rack: Sequence[int], tiles: TileSet) -> None:
    """Refuse a move that plays tiles which the rack lacks."""
    missing = Counter(scored.tiles) - Counter(rack)
    if missing:
        raise MoveError("not_in_rack", letters=tiles.list_tiles(sorted(missing.elements())))


def left_over(rack: Sequence[int], played: Sequence[int]) -> list[int]:
    """Return the tiles that stay on the rack; played tiles that were not there are ignored."""
    left = list(rack)
    for tile in played:
        if tile in left:
            left.remove(tile)
    return left


def check_played(scored: ScoredMove, tiles: TileSet, most_played: int | None) -> None:
    """Refuse a move of more tiles than the rules allow in a move, if they limit it."""
    played = len(scored.tiles)
    if most_played is not None and played > most_played:
        word = tiles.decode(scored.move.word)
        raise MoveError("too_many_played", word=word, played=played, most=most_played)


def bad_words(board: Board, move: Move, tiles: TileSet, lexicon: WordSource) -> tuple[FormedWord, ...]:
    """Return those words of a move that are not in the lexicon; the move must fit the board."""
    return tuple(formed for formed in formed_words(board, move, tiles) if not lexicon.contains(formed.word))


def check_words(board: Board, move: Move, tiles: TileSet, lexicon: WordSource) -> None:
    """Refuse a move with words that are not in the lexicon; the move must fit the board."""
    bad = bad_words(board, move, tiles, lexicon)
    if bad:
        raise MoveError("not_in_lexicon", words=", ".join(tiles.decode(formed.word) for formed in bad))


def _squares(move: Move, tiles: TileSet, convention: Convention) -> range:
    """Return the squares of the word, which must lie on the board."""
    reference, length = move.reference, len(move.word)
    if not length:
        raise MoveError("empty_word")
    step = reference.direction.step
    if _position(reference.index, step) + length > SIZE:
        raise MoveError("off_board", word=tiles.decode(move.word), reference=reference.text(convention))
    return range(reference.index, reference.index + length * step, step)


def _check_whole(board: Board, squares: range, word: Sequence[int], tiles: TileSet) -> None:
    """Refuse a word that is not the whole run of tiles on its squares, or has only one letter."""
    cells, length, step = board.cells, len(squares), squares.step
    first = _position(squares[0], step)
    if (first and cells[squares[0] - step]) or (first + length < SIZE and cells[squares[-1] + step]):
        before = _run(cells, squares[0], -step, first)
        after = _run(cells, squares[-1], step, SIZE - first - length)
        whole = tiles.decode((*reversed(before), *word, *after))
        raise MoveError("incomplete_word", word=tiles.decode(word), whole=whole)
    if length == 1:
        code = "first_move_too_short" if board.is_empty else "word_too_short"
        raise MoveError(code, word=tiles.decode(word))


def _position(square: int, step: int) -> int:
    """Return the position of a square in its line, for the lines that run by `step`."""
    return square // step % SIZE


def _run(cells: bytes, square: int, step: int, most: int) -> list[int]:
    """Return the tiles that follow a square without a gap, at most as many as the line has squares left."""
    found = []
    for _ in range(most):
        square += step
        if not cells[square]:
            break
        found.append(cells[square])
    return found


def _crossing_words(
    cells: bytes, placed: list[tuple[int, int]], values: tuple[int, ...], reference: Reference
) -> Iterator[FormedWord]:
    """Yield the words that the placed tiles make across the move's own line."""
    direction = reference.direction.other
    step = direction.step
    for square, cell in placed:
        position = _position(square, step)
        # Most squares have no tile on either side: this test needs no function call.
        touches_before = position > 0 and cells[square - step]
        touches_after = position < SIZE - 1 and cells[square + step]
        if not touches_before and not touches_after:
            continue
        before = _run(cells, square, -step, position)
        after = _run(cells, square, step, SIZE - 1 - position)
        score = 0 if cell & BLANK_FLAG else values[cell] * _LETTER_PREMIUMS[square]
        score += sum(0 if lying & BLANK_FLAG else values[lying] for lying in chain(before, after))
        row, column = divmod(square - len(before) * step, SIZE)
        yield FormedWord(
            (*reversed(before), cell, *after),
            Reference(row, column, direction),
            score * _WORD_PREMIUMS[square],
        )


def _check_connection(
    board: Board, squares: range, move: Move, tiles: TileSet, convention: Convention
) -> None:
    """Refuse a move that touches no tile, unless it is the first one and covers the centre."""
    if not board.is_empty:
        reference = move.reference.text(convention)
        raise MoveError("not_connected", word=tiles.decode(move.word), reference=reference)
    if CENTRE not in squares:
        raise MoveError("not_on_centre", word=tiles.decode(move.word))
