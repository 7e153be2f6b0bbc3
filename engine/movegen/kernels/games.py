"""The rounds of a simulated game: the draw, the choice among the isotops, and the move on the board.

They give what `engine.racks.draw` and `duplicate_games.tie_break` give, to which all that is rare is left; see
`duplicate_games.simulate`.
"""

# ruff: noqa: PLR0917 - kernels are called by place

from typing import Any

import numpy as np

from engine.movegen.kernels.anagrams import length_of, letter_of
from engine.movegen.kernels.machine import array_at, bit_count, int64, kernel
from engine.movegen.memory import (
    ALPHABETICAL,
    COLUMN_SHIFT,
    DOWN_SHIFT,
    FEWEST_TILES,
    KEEP_BLANK,
    LETTERS,
    MANY_WORDS,
    NEAREST_A1,
    READING_ORDER,
    ROW_SHIFT,
    WORD_SHIFT,
)
from engine.squares import SIZE, SQUARES
from engine.tiles import BLANK, BLANK_FLAG, BLANK_KIND, BOTH, CONSONANT, VOWEL

_BLANKS = (1 << WORD_SHIFT) - 1


@kernel
def begin_round(work: Any, game: Any, number: int) -> bool:
    """Make board and rack of a round of the call those of the search; tell whether it can be played."""
    before = number - 1
    is_over = number == game.asked or game.lacking or (number and not game.log[before].tops)
    if is_over or ((number or not game.has_rack) and not _draw_rack(game)):
        return False
    for square in range(SQUARES):
        work.board[square] = game.board[square]
    work.rack[:] = 0
    for place in range(game.size):
        work.rack[game.rack[place]] += 1
    work.most_played = min(game.most_played, game.size)
    return True


@kernel
def end_round(tables: Any, work: Any, game: Any, number: int) -> int:
    """Write the round down and place its move; return 0 if there was no room for the isotops, else 1.

    The isotops of the next round go behind those of this one.
    """
    if work.found > work.moves_size:
        game.lacking = work.found
        return 0
    played = game.log[number]
    played.kept_size, played.size, played.redrawn = game.kept_size, game.size, game.redrawn
    played.tops = work.found
    for square in range(SQUARES):
        played.board[square] = game.board[square]
    for place in range(game.size):
        played.rack[place] = game.rack[place]
    if work.found:
        _place_top(tables, work, game, played)
    work.moves_at += 8 * work.found
    work.moves_size -= work.found
    game.stream += 1
    return 1


@kernel
def _draw_rack(game: Any) -> bool:
    """Refill the kept tiles by the random numbers of the round; tell whether they made a valid rack.

    Then the game goes on: it would end for want of tiles, or of valid racks among them.
    """
    left = int64(0)
    for tile in range(LETTERS):
        left += game.unseen[tile]
    game.size, game.redrawn = min(game.rack_size, left), 0
    is_free = game.last_rack_free and left == game.size
    for place in range(game.kept_size):
        game.rack[place] = game.kept[place]
    kept, used = game.kept_size, int64(0)
    while left and used + game.size - kept <= SIZE:
        _refill(game, kept, left, used)
        if is_free or _is_valid(game):
            return True
        used += game.size - kept
        kept, game.redrawn = int64(0), 1
    return False


@kernel
def _refill(game: Any, kept: int, left: int, used: int) -> None:
    """Draw a tile for each place after the kept ones, from all tiles left in their order, as `Supply` does."""
    for tile in range(LETTERS):
        game.heap[tile] = game.unseen[tile]
    for place in range(kept):
        game.heap[game.rack[place]] -= 1
    left -= kept
    for place in range(kept, game.size):
        rest = int64(game.shares[game.stream, used + place - kept] * left)
        tile = 0
        while rest >= game.heap[tile]:
            rest -= game.heap[tile]
            tile += 1
        game.rack[place] = tile
        game.heap[tile] -= 1
        left -= 1


@kernel
def _is_valid(game: Any) -> bool:
    """Tell whether the rack is valid, as `rules.rack_validity` says."""
    vowels, consonants, both, blanks = int64(0), int64(0), int64(0), int64(0)
    for place in range(game.size):
        kind = game.kinds[game.rack[place]]
        vowels += kind == VOWEL
        consonants += kind == CONSONANT
        both += kind == BOTH
        blanks += kind == BLANK_KIND
    fillers = blanks if game.blanks_count else 0
    for counted in range(both + 1):
        most = max(vowels + counted, consonants + both - counted)
        lacking = max(0, game.minimum - vowels - counted) + max(0, game.minimum - consonants - both + counted)
        if most <= game.maximum and lacking <= fillers:
            return True
    return False


@kernel
def _place_top(tables: Any, work: Any, game: Any, played: Any) -> None:
    """Choose one of the isotops, lay it on the board, and keep what it leaves on the rack."""
    moves = array_at(work.moves_at, np.int64)
    chosen = moves[0]
    for index in range(1, work.found):
        if _is_before(tables, game, moves[index], chosen):
            chosen = moves[index]
    word, square, step, _ = _read(tables, chosen)
    played.chosen, played.word_size, played.played_size = chosen, length_of(tables, word), 0
    for place in range(played.word_size):
        cell = _cell(tables, game, chosen, word, square, place)
        played.word[place] = cell
        if not game.board[square]:
            game.board[square] = cell
            tile = BLANK if cell & BLANK_FLAG else cell
            played.played[played.played_size] = tile
            played.played_size += 1
            game.unseen[tile] -= 1
            work.rack[tile] -= 1
        square += step
    _keep_rest(work, game)


@kernel
def _keep_rest(work: Any, game: Any) -> None:
    """Keep the tiles that are left on the rack, in its order; the first ones of a letter are played first."""
    kept = int64(0)
    if game.left_overs_kept:
        for place in range(game.size - 1, -1, -1):
            tile = game.rack[place]
            if work.rack[tile]:
                work.rack[tile] -= 1
                game.kept[SIZE - 1 - kept] = tile
                kept += 1
    for place in range(kept):
        game.kept[place] = game.kept[SIZE - kept + place]
    game.kept_size = kept


@kernel
def _is_before(tables: Any, game: Any, one: int, other: int) -> bool:
    """Tell whether a move is chosen rather than another one, see `duplicate_games.tie_break`."""
    for place in range(len(game.order)):
        criterion = game.order[place]
        if criterion in (ALPHABETICAL, READING_ORDER):
            difference = _compare(tables, game, one, other, criterion)
        else:
            difference = _measure(tables, game, one, criterion) - _measure(tables, game, other, criterion)
        if difference or criterion == READING_ORDER:
            return difference < 0
    return False


@kernel
def _compare(tables: Any, game: Any, one: int, other: int, criterion: int) -> int:
    """Return the difference of two moves where their words first differ, or before that their places."""
    word, square, step, place_bits = _read(tables, one)
    other_word, _, _, other_bits = _read(tables, other)
    if criterion == READING_ORDER and place_bits != other_bits:
        return place_bits - other_bits
    for place in range(SIZE):
        letter, other_letter = letter_of(tables, word, place), letter_of(tables, other_word, place)
        if criterion == READING_ORDER and letter and other_letter:
            letter = _cell(tables, game, one, word, square, place)
            other_letter = _cell(tables, game, other, other_word, square, place)
            square += step
        if letter != other_letter:
            return letter - other_letter
    return 0


@kernel
def _measure(tables: Any, game: Any, move: int, criterion: int) -> int:
    """Return the number by which a criterion ranks a move, the least first."""
    word, square, step, place_bits = _read(tables, move)
    if criterion == NEAREST_A1:
        shift = COLUMN_SHIFT - DOWN_SHIFT
        return (place_bits >> (ROW_SHIFT - DOWN_SHIFT)) + (place_bits >> shift & 15)
    if criterion == KEEP_BLANK:
        return bit_count(move & _BLANKS)
    vowels, consonants, fillers, played = int64(0), int64(0), int64(0), int64(0)
    for place in range(game.size):
        kind = game.kinds[game.rack[place]]
        vowels += kind == VOWEL
        consonants += kind == CONSONANT
        fillers += kind in (BOTH, BLANK_KIND)
    for place in range(length_of(tables, word)):
        if not game.board[square]:
            played += 1
            cell = _cell(tables, game, move, word, square, place)
            kind = game.kinds[BLANK if cell & BLANK_FLAG else cell]
            vowels -= kind == VOWEL
            consonants -= kind == CONSONANT
            fillers -= kind in (BOTH, BLANK_KIND)
        square += step
    return played if criterion == FEWEST_TILES else max(0, abs(vowels - consonants) - fillers)


@kernel
def _read(tables: Any, move: int) -> tuple[int, int, int, int]:
    """Return the word of an encoded move, its square, the step to the next one, and both as the bits of its place."""
    word = move >> WORD_SHIFT & ((MANY_WORDS << tables.wider) - 1)
    places = (1 << (ROW_SHIFT + 4 - DOWN_SHIFT)) - 1
    bits = move >> (DOWN_SHIFT + tables.wider) & places
    row, column = bits >> (ROW_SHIFT - DOWN_SHIFT), bits >> (COLUMN_SHIFT - DOWN_SHIFT) & 15
    return word, row * SIZE + column, SIZE if bits & 1 else 1, bits


@kernel
def _cell(tables: Any, game: Any, move: int, word: int, square: int, place: int) -> int:
    """Return the cell of a move's word on a square: what lies there, or the tile that the move lays."""
    lying = int64(game.board[square])
    if lying:
        return lying
    is_blank = move >> (SIZE - 1 - place) & 1
    return letter_of(tables, word, place) | (int64(BLANK_FLAG) if is_blank else 0)
