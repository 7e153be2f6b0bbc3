"""The top, and all moves: the search of the board, compiled by Numba. No other module imports Numba.

How the search works. The board is searched line by line, first the rows; then it is turned over its diagonal
and the same code searches the columns, so that below there are only *lines* (15 of them) and *squares* of a
line. Everything is numbers in small arrays.

1. *Cross checks.* A tile put on an empty square may form a word across the line with tiles above and below
   it. For each such square the word graph is walked once: down the tiles above, then for every letter that
   can follow, on through the tiles below. The letters that make a word are kept as a bit mask (`allowed`),
   and the points of the tiles lying there as a number (`crossing`, -1 where there is no such word). From then
   on a square is a mask, and whether letters fit is one "and" of masks.
2. *Starts.* A word may start on any square that has no tile before it in its line. From there the word must
   reach a tile, or a square beside one, before the rack runs out; that square is the start's `reach` (on an
   empty board it is the centre). Words that end before it touch nothing.
3. *The walk.* From a start the word graph is walked along the line: on a square with a tile by its letter; on
   an empty one by each letter that the graph, the cross check and the rack allow (three masks), then by each
   letter that a blank may stand for. The points so far are carried along (the main word's points, its word
   multiplier, the crossing words' total), so a complete word costs one multiplication to score. The walk
   keeps its choices in small arrays, one entry a square, and goes back by reading them: no recursion.
4. *Keeping.* Of the moves found either all are noted, or those with the best score so far.

A one-tile move that forms words both ways is found twice; it counts as the move across. On an empty board
only the rows are searched, as the columns would give the same moves turned over.

What always holds: the kernels see only what `_checked` has let through (letters of the tile set, a rack that
fits, a lexicon for this tile set) and a word graph that `lexicon` has checked, so every index is in range,
whatever lies on the board: floating tiles, words that are none, no empty square. Scores of the moves handed
out come from `scoring.score_move`, the one truth; the tests hold the kernels to it.

The kernels take plain arrays and give back numbers. They neither allocate nor count references (`_nrt=False`):
helpers that take arrays then cost nothing, while counting made the whole search four times slower.
"""

# ruff: noqa: PLR0917 - kernels are called by place

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar, cast

import numpy as np
from numba import njit
from numba.extending import intrinsic
from numpy.typing import NDArray

from engine.board import CENTRE, LETTER_PREMIUMS, SIZE, WORD_PREMIUMS, Board, Direction
from engine.errors import LexiconError, RackError, TileError
from engine.lexicon import BUILTIN, FIRST_EDGE_SHIFT, LETTERS_MASK, MOST_EDGES, Lexicon, build_lexicon
from engine.notation import Move, Reference
from engine.scoring import DEFAULT_BONUSES, ScoredMove, score_move
from engine.tiles import BLANK, BLANK_FLAG, EMPTY, LETTER_MASK, MOST_LETTERS, TileSet, load_tile_set

LONGEST_RACK = SIZE
_ROOM_FOR_TOPS, _ROOM_FOR_ALL = 512, 1 << 15  # moves; where that is too few, the search is repeated

_Integers = NDArray[np.int64]
_Edges = NDArray[np.uint32]
_Kernel = TypeVar("_Kernel", bound=Callable[..., Any])
# Not inside the kernels: whatever needs reference counts, such as making an array.
_OPTIONS: dict[str, Any] = {"cache": True, "nogil": True, "_nrt": False}
_kernel: Callable[[_Kernel], _Kernel] = njit(**_OPTIONS)

_FIRST_EDGE_MASK = MOST_EDGES - 1
_PREMIUMS = np.array([LETTER_PREMIUMS, WORD_PREMIUMS])

# A table of lines has for each line these rows, with a number for each square and one more after the last.
_CELL = 0
_ALLOWED = 1  # the letters that the word across the line lets in, as a mask
_CROSSING = 2  # the points of the tiles of that word, -1 without such a word
_TOUCHING = 3  # 1 where a tile would touch another one, or covers the centre of the bare board
_LETTER_PREMIUM = 4
_WORD_PREMIUM = 5
_LINE_ROWS = 6

# A walk has these rows.
_WORD = 0  # the cells put so far
_NODE = 1  # of the word graph, before the square
_PLAIN = 2  # the letters still to be tried, as a mask: of the rack, or the one that lies there
_AS_BLANK = 3  # the letters still to be tried as a blank
_POINTS = 4  # of the main word before the square, premiums of letters counted
_FACTOR = 5  # the word premiums of the main word
_CROSSED = 6  # the points of the words across
_WALK_ROWS = 7

# A rack has the number of blanks and of each letter by tile number; then the letters there are, as a mask, the
# number of tiles left, and the number played.
_MASK, _LEFT, _PLAYED = MOST_LETTERS + 1, MOST_LETTERS + 2, MOST_LETTERS + 3
_RACK_ROW = MOST_LETTERS + 4

# A move found is 1 if down, line, first square, number of letters, score; then its cells.
_FIELDS = 5


def _count_bits(_context: Any, number: Any) -> Any:
    """The machine's own instruction; Numba has no other way to it."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return number(number), generate


_bit_count = cast("Callable[[int], int]", intrinsic(_count_bits))


@_kernel
def _edge(nodes: _Integers, edges: _Edges, node: int, letter: int) -> int:
    """The edge by a letter (as a mask), or 0 if there is none."""
    entry = nodes[node]
    if not entry & letter:
        return 0
    first = entry >> FIRST_EDGE_SHIFT & _FIRST_EDGE_MASK
    edge: int = edges[first + _bit_count(entry & (letter - 1))]
    return edge


@_kernel
def _mask(cell: int) -> int:
    return 1 << ((cell & LETTER_MASK) - 1)


@_kernel
def _run_end(board: _Integers, square: int, step: int, most: int) -> int:
    """The last of the tiles that follow a square without a gap, or the square itself."""
    for _ in range(most):
        if not board[square + step]:
            break
        square += step
    return square


@_kernel
def _cross_check(
    nodes: _Integers, edges: _Edges, values: _Integers, board: _Integers, square: int, step: int, place: int
) -> tuple[int, int]:
    """Which letters make a word with the tiles before and after a square, and the points of those tiles.

    The squares of the word are `step` apart, and the square is the one numbered `place` of its line.
    """
    first = _run_end(board, square, -step, place)
    last = _run_end(board, square, step, SIZE - 1 - place)
    if first == last:
        return LETTERS_MASK, -1
    points = 0
    node = len(nodes) - 1
    for other in range(first, square, step):
        points += values[board[other]]
        node = _edge(nodes, edges, node, _mask(board[other])) >> 1
    for other in range(square + step, last + step, step):
        points += values[board[other]]
    allowed = 0
    candidates = nodes[node] & LETTERS_MASK
    while candidates:
        letter = candidates & -candidates
        candidates ^= letter
        edge = _edge(nodes, edges, node, letter)
        for other in range(square + step, last + step, step):
            edge = _edge(nodes, edges, edge >> 1, _mask(board[other]))
        if edge & 1:
            allowed |= letter
    return allowed, points


@_kernel
def _lay_out(
    nodes: _Integers, edges: _Edges, values: _Integers, board: _Integers, down: int, lines: _Integers
) -> None:
    """Fill the table of lines with the rows of the board, or with its columns."""
    bare = not board.any()
    along, across = (SIZE, 1) if down else (1, SIZE)
    for number in range(SIZE):
        line = lines[number]
        line[_CELL, SIZE] = 0
        for place in range(SIZE):
            square = number * across + place * along
            line[_CELL, place] = board[square]
            line[_LETTER_PREMIUM, place] = _PREMIUMS[0, square // SIZE, square % SIZE]
            line[_WORD_PREMIUM, place] = _PREMIUMS[1, square // SIZE, square % SIZE]
            if not board[square]:
                allowed, points = _cross_check(nodes, edges, values, board, square, across, number)
                before = place > 0 and board[square - along]
                after = place < SIZE - 1 and board[square + along]
                line[_ALLOWED, place], line[_CROSSING, place] = allowed, points
                line[_TOUCHING, place] = points >= 0 or before or after or (bare and square == CENTRE)


@_kernel
def _reach(line: _Integers, start: int, tiles: int) -> int:
    """The first square on which a word from `start` may end, or SIZE if no word can start there."""
    if start > 0 and line[_CELL, start - 1]:
        return SIZE
    for square in range(start, SIZE):
        if line[_CELL, square]:
            return square
        if square - start >= tiles:
            return SIZE
        if line[_TOUCHING, square]:
            return square
    return SIZE


@_kernel
def _enter(nodes: _Integers, line: _Integers, rack: _Integers, walk: _Integers, square: int) -> None:
    """Find out which letters are to be tried on a square."""
    letters = nodes[walk[_NODE, square]] & LETTERS_MASK
    lying = line[_CELL, square]
    if lying:
        walk[_PLAIN, square] = letters & _mask(lying)
        walk[_AS_BLANK, square] = 0
    else:
        letters &= line[_ALLOWED, square]
        walk[_PLAIN, square] = letters & rack[_MASK]
        walk[_AS_BLANK, square] = letters if rack[BLANK] else 0


@_kernel
def _put_next(
    nodes: _Integers,
    edges: _Edges,
    values: _Integers,
    line: _Integers,
    rack: _Integers,
    walk: _Integers,
    square: int,
) -> int:
    """Put the next letter to be tried on a square, count its points, and give the edge by it."""
    row, flag = (_PLAIN, 0) if walk[_PLAIN, square] else (_AS_BLANK, BLANK_FLAG)
    letter = walk[row, square] & -walk[row, square]
    walk[row, square] ^= letter
    factor, crossed = walk[_FACTOR, square], walk[_CROSSED, square]
    cell = line[_CELL, square]
    if cell:
        points = values[cell]
    else:
        cell = _bit_count(letter - 1) + 1 | flag
        _take(rack, cell)
        points = values[cell] * line[_LETTER_PREMIUM, square]
        factor *= line[_WORD_PREMIUM, square]
        if line[_CROSSING, square] >= 0:
            crossed += (points + line[_CROSSING, square]) * line[_WORD_PREMIUM, square]
    walk[_WORD, square] = cell
    walk[_POINTS, square + 1] = walk[_POINTS, square] + points
    walk[_FACTOR, square + 1] = factor
    walk[_CROSSED, square + 1] = crossed
    return _edge(nodes, edges, walk[_NODE, square], letter)


@_kernel
def _take(rack: _Integers, cell: int) -> None:
    """Take the tile of a cell from the rack."""
    tile = BLANK if cell & BLANK_FLAG else cell
    rack[tile] -= 1
    if tile != BLANK and not rack[tile]:
        rack[_MASK] ^= _mask(tile)
    rack[_LEFT] -= 1
    rack[_PLAYED] += 1


@_kernel
def _put_back(rack: _Integers, cell: int) -> None:
    """Put the tile of a cell back on the rack."""
    tile = BLANK if cell & BLANK_FLAG else cell
    rack[tile] += 1
    if tile != BLANK:
        rack[_MASK] |= _mask(tile)
    rack[_LEFT] += 1
    rack[_PLAYED] -= 1


@_kernel
def _is_across_too(line: _Integers, start: int, end: int) -> bool:
    """Whether the only tile of a move forms a word across its line as well."""
    for square in range(start, end):  # noqa: SIM110 - Numba compiles no generator expressions
        if not line[_CELL, square] and line[_CROSSING, square] >= 0:
            return True
    return False


@_kernel
def _walk(
    nodes: _Integers,
    edges: _Edges,
    values: _Integers,
    bonuses: _Integers,
    line: _Integers,
    rack: _Integers,
    walk: _Integers,
    start: int,
    reach: int,
    heading: tuple[int, int],
    best_only: bool,
    tally: _Integers,
    moves: _Integers,
) -> None:
    """Find all moves whose word starts on one square, and note them (see `_note`)."""
    square = start
    walk[_NODE, start] = len(nodes) - 1
    walk[_POINTS, start], walk[_FACTOR, start], walk[_CROSSED, start] = 0, 1, 0
    _enter(nodes, line, rack, walk, start)
    while True:
        if walk[_PLAIN, square] or walk[_AS_BLANK, square]:
            edge = _put_next(nodes, edges, values, line, rack, walk, square)
            end = square + 1
            played = rack[_PLAYED]
            if edge & 1 and square >= reach and played and not line[_CELL, end]:
                score = walk[_POINTS, end] * walk[_FACTOR, end] + walk[_CROSSED, end] + bonuses[played]
                counts = not heading[0] or played > 1 or not _is_across_too(line, start, end)
                if counts and (score >= tally[0] or not best_only):
                    _note(tally, moves, best_only, heading, walk, start, end, score)
            if edge >> 1 and end < SIZE and (line[_CELL, end] or rack[_LEFT]):
                square = end
                walk[_NODE, square] = edge >> 1
                _enter(nodes, line, rack, walk, square)
                continue
        else:
            square -= 1
            if square < start:
                return
        if not line[_CELL, square]:
            _put_back(rack, walk[_WORD, square])


@_kernel
def _note(
    tally: _Integers,
    moves: _Integers,
    best_only: bool,
    heading: tuple[int, int],
    walk: _Integers,
    start: int,
    end: int,
    score: int,
) -> None:
    """Write a move down, if there is room; it is counted anyway. A better one makes those before void."""
    if score > tally[0]:
        tally[0] = score
        if best_only:
            tally[1] = 0
    number = tally[1]
    tally[1] += 1
    if number < len(moves):
        moves[number, 0], moves[number, 1] = heading
        moves[number, 2], moves[number, 3], moves[number, 4] = start, end - start, score
        for square in range(start, end):
            moves[number, _FIELDS + square - start] = walk[_WORD, square]


@_kernel
def _search(
    nodes: _Integers,
    edges: _Edges,
    values: _Integers,
    bonuses: _Integers,
    board: _Integers,
    rack: _Integers,
    best_only: bool,
    lines: _Integers,
    walk: _Integers,
    tally: _Integers,
    moves: _Integers,
) -> int:
    """Find the best moves, or all; the result is their number, which may be greater than there was room for."""
    for down in range(2 if board.any() else 1):
        _lay_out(nodes, edges, values, board, down, lines)
        for number in range(SIZE):
            line = lines[number]
            for start in range(SIZE):
                reach = _reach(line, start, rack[_LEFT])
                if reach < SIZE:
                    heading = (down, number)
                    _walk(
                        nodes,
                        edges,
                        values,
                        bonuses,
                        line,
                        rack,
                        walk,
                        start,
                        reach,
                        heading,
                        best_only,
                        tally,
                        moves,
                    )
    count: int = tally[1]
    return count


@dataclass(frozen=True, slots=True)
class Top:
    """The highest score, and all moves that reach it (the isotops) in reading order; 0 and none without a move."""

    score: int
    moves: tuple[ScoredMove, ...]


def top(
    board: Board,
    rack: Sequence[int],
    lexicon: Lexicon,
    tiles: TileSet,
    bonuses: Mapping[int, int] = DEFAULT_BONUSES,
) -> Top:
    """The highest-scoring moves of this rack on this board."""
    found = _found(board, rack, lexicon, tiles, bonuses, best_only=True)
    moves = [_scored(row, board, tiles, bonuses) for row in found]
    moves.sort(key=lambda scored: scored.move)
    return Top(moves[0].score if moves else 0, tuple(moves))


def all_moves(
    board: Board,
    rack: Sequence[int],
    lexicon: Lexicon,
    tiles: TileSet,
    bonuses: Mapping[int, int] = DEFAULT_BONUSES,
) -> list[ScoredMove]:
    """Every move of this rack on this board, the best first, equal ones in reading order."""
    found = _found(board, rack, lexicon, tiles, bonuses, best_only=False)
    moves = [_scored(row, board, tiles, bonuses) for row in found]
    moves.sort(key=lambda scored: (-scored.score, scored.move))
    return moves


def warm_up() -> None:
    """Compile the kernels, or load them from Numba's cache, so that the first top comes at once."""
    tiles = load_tile_set(BUILTIN)
    word = tiles.encode_plain("IN")
    top(Board.empty(), word, build_lexicon([word], tiles, BUILTIN), tiles)


def _found(
    board: Board,
    rack: Sequence[int],
    lexicon: Lexicon,
    tiles: TileSet,
    bonuses: Mapping[int, int],
    *,
    best_only: bool,
) -> list[list[int]]:
    """The moves as rows of numbers (see `_FIELDS`)."""
    cells, counts, values = _checked(board, rack, lexicon, tiles)
    bonus_table = np.array([bonuses.get(number, 0) for number in range(SIZE + 1)])
    nodes = lexicon.nodes.view(np.int64)
    capacity = _ROOM_FOR_TOPS if best_only else _ROOM_FOR_ALL
    lines = np.zeros((SIZE, _LINE_ROWS, SIZE + 1), np.int64)
    walk = np.zeros((_WALK_ROWS, SIZE + 1), np.int64)
    while True:
        tally = np.array([-1, 0])  # the best score, the number of moves
        moves = np.empty((capacity, _FIELDS + SIZE), np.int64)
        count = _search(
            nodes, lexicon.edges, values, bonus_table, cells, counts, best_only, lines, walk, tally, moves
        )
        if count <= capacity:
            rows: list[list[int]] = moves[:count].tolist()
            return rows
        capacity = count


def _checked(
    board: Board, rack: Sequence[int], lexicon: Lexicon, tiles: TileSet
) -> tuple[_Integers, _Integers, _Integers]:
    """Cells of the board, tiles of the rack by number, and values by cell; anything that doesn't fit is refused."""
    if lexicon.tile_set != tiles.name:
        problem = f"it is for the tile set {lexicon.tile_set}, not for {tiles.name}"
        raise LexiconError("lexicon_damaged", name=lexicon.name, problem=problem)
    if len(rack) > LONGEST_RACK:
        raise RackError("rack_too_long", given=len(rack), most=LONGEST_RACK)
    for tile in rack:
        if not 0 <= tile <= len(tiles.letters):
            raise TileError("unknown_letter", letter=tile, text=tuple(rack))
    values = _values_by_cell(tiles)
    cells = np.frombuffer(board.cells, np.uint8).astype(np.int64)
    if values[cells].min() < 0:
        raise TileError("unknown_letter", letter=int(cells[values[cells] < 0][0]), text="board")
    counts = np.bincount(np.array(rack, np.int64), minlength=_RACK_ROW)
    counts[_MASK] = sum(1 << (tile - 1) for tile in set(rack) if tile)
    counts[_LEFT] = len(rack)
    return cells, counts, values


@lru_cache
def _values_by_cell(tiles: TileSet) -> _Integers:
    """What a tile is worth by the cell that shows it; -1 for a number that is no cell of this tile set."""
    values = np.full(256, -1)
    values[EMPTY] = 0
    for letter, value in enumerate(tiles.values[1:], start=1):
        values[letter] = value
        values[letter | BLANK_FLAG] = 0
    return values


def _scored(row: list[int], board: Board, tiles: TileSet, bonuses: Mapping[int, int]) -> ScoredMove:
    down, line, start, length = row[:4]
    reference = Reference(start, line, Direction.DOWN) if down else Reference(line, start, Direction.ACROSS)
    return score_move(board, Move(reference, tuple(row[_FIELDS : _FIELDS + length])), tiles, bonuses)
