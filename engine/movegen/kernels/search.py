"""The words that fit a placement, and the moves that they make.

Terms. The *weight* of an empty square is the total factor of the value of a tile there, in the word along the
line and in the one across. The rest of the score is the same for all words of the placement.
"""

# ruff: noqa: PLR0917 - kernels are called by place

from typing import Any

import numpy as np

from engine.movegen.kernels.anagrams import length_of, letter_of
from engine.movegen.kernels.candidates import list_candidates, sort_handfuls
from engine.movegen.kernels.lines import lay_out
from engine.movegen.kernels.machine import array_at, bit_count, bit_of, int64, kernel
from engine.movegen.kernels.placements import list_placements, sort_placements
from engine.movegen.memory import (
    BUCKETS,
    COLUMN_SHIFT,
    DOWN_SHIFT,
    HIGHEST_SCORE,
    ROW,
    ROW_SHIFT,
    SCORE_SHIFT,
    WORD_SHIFT,
)
from engine.squares import SIZE
from engine.tiles import BLANK, LETTER_MASK


@kernel
def find_tops(tables: Any, work: Any) -> int:
    """Try the placements by descending bound until none can reach the best score; return the count."""
    _start(tables, work, int64(0))
    bound = sort_placements(work)
    while bound >= 0 and (bound >= work.best or bound == BUCKETS - 1):
        index = int64(work.buckets[bound])
        while index >= 0:
            placement = work.placements[index]
            at, end = list_candidates(tables, work, placement)
            if at < end:
                _try_words(tables, work, at, end, placement)
            index = int64(placement.next)
        bound -= 1
    return work.found


@kernel
def find_all(tables: Any, work: Any) -> int:
    _start(tables, work, int64(1))
    for index in range(work.placed):
        placement = work.placements[index]
        at, end = list_candidates(tables, work, placement)
        if at < end:
            _try_words(tables, work, at, end, placement)
    return work.found


@kernel
def find_placements(tables: Any, work: Any) -> int:
    """Find all moves with a given main word; return their number."""
    _start(tables, work, int64(1))
    word = _number_of(tables, work)
    if word >= 0:
        array_at(work.pool_at, np.uint32)[0] = word
        for index in range(work.placed):
            placement = work.placements[index]
            if int64(placement.end) - placement.start == work.word_length:
                _try_words(tables, work, int64(0), int64(1), placement)
    return work.found


@kernel
def _start(tables: Any, work: Any, every_move: int) -> None:
    work.every_move = every_move
    work.best = work.found = 0
    lay_out(tables, work)
    sort_handfuls(tables, work)
    list_placements(tables, work)


@kernel
def _number_of(tables: Any, work: Any) -> int:
    """Return the number of the word asked for, or -1: words are in alphabetical order."""
    low, high = 0, tables.keys_size
    while low < high:
        middle = (low + high) // 2
        if _is_before(tables, middle, work):
            low = middle + 1
        else:
            high = middle
    if low == tables.keys_size or length_of(tables, low) != work.word_length:
        return -1
    for place in range(work.word_length):
        if letter_of(tables, low, place) != work.word[place]:
            return -1
    return low


@kernel
def _is_before(tables: Any, number: int, work: Any) -> bool:
    """Tell whether a word sorts before the one asked for; a row has zeros after its letters."""
    for place in range(work.word_length):
        letter = letter_of(tables, number, place)
        if letter != work.word[place]:
            return letter < work.word[place]
    return False


@kernel
def _try_words(tables: Any, work: Any, at: int, end: int, placement: Any) -> None:
    put, weight = work.put, work.weight
    pool, halves = array_at(work.pool_at, np.uint32), array_at(tables.words_at, np.int64)
    fixed, placed, checks, low, low_mask, high, high_mask = _weigh(work, placement)
    for index in range(at, end):
        word = int64(pool[index])
        if (halves[2 * word] ^ low) & low_mask | (halves[2 * word + 1] ^ high) & high_mask:
            continue
        allowed = int64(1)
        for check in range(checks):
            allowed &= work.allowed[check] >> (letter_of(tables, word, work.checked[check]) - 1)
        if not allowed:
            continue
        score = fixed
        seen = repeated = int64(0)
        for number in range(placed):
            letter = letter_of(tables, word, put[number])
            score += work.values[letter] * weight[number]
            repeated |= seen & bit_of(letter)
            seen |= bit_of(letter)
        if score < work.best:
            continue
        missing = seen & ~work.rack_letters
        if not repeated and bit_count(missing) == work.rack[BLANK]:
            _note_plain(tables, work, placement, placed, word, missing, score)
        else:
            _note_choices(tables, work, placement, placed, word, score)


@kernel
def _weigh(work: Any, placement: Any) -> tuple[int, int, int, int, int, int, int]:
    """Return the fixed part of the score, the numbers of tiles and checks, and the letters passed through, as
    two halves.

    The squares of the tiles and their weights go to `put` and `weight`; squares with a word across and the
    letters that it allows go to `checked` and `allowed`.
    """
    put, weight = work.put, work.weight
    base = int64(placement.line) * ROW + placement.start
    factor = int64(1)
    points = crossed = low = low_mask = int64(0)
    # A row of letters ends with the length, so comparing it rejects words with a colliding key and another
    # length.
    high, high_mask = (int64(placement.end) - placement.start) << 56, int64(255) << 56
    checks = placed = 0
    for place in range(int64(placement.end) - placement.start):
        square = work.squares[base + place]
        if square.cell:
            points += work.values[square.cell]
            letter, shift = int64(square.cell & LETTER_MASK), 8 * (place & 7)
            if place < 8:
                low |= letter << shift
                low_mask |= int64(255) << shift
            else:
                high |= letter << shift
                high_mask |= int64(255) << shift
            continue
        factor *= square.word_premium
        put[placed], weight[placed] = place, 0
        if square.crossing >= 0:
            crossed += square.crossing * square.word_premium
            weight[placed] = square.word_premium * square.letter_premium
            work.checked[checks], work.allowed[checks] = place, square.allowed
            checks += 1
        placed += 1
    for number in range(placed):
        weight[number] += factor * work.squares[base + put[number]].letter_premium
    return points * factor + crossed + work.bonuses[placed], placed, checks, low, low_mask, high, high_mask


@kernel
def _note_plain(
    tables: Any,
    work: Any,
    placement: Any,
    placed: int,
    word: int,
    missing: int,
    score: int,
) -> None:
    """Note a word of distinct letters that uses all blanks, one for each letter that the rack is missing."""
    blanks = int64(0)
    for number in range(placed):
        letter = letter_of(tables, word, work.put[number])
        if missing & bit_of(letter):
            score -= work.values[letter] * work.weight[number]
            blanks |= int64(1) << (SIZE - 1 - work.put[number])
    if score >= work.best:
        _note(tables, work, placement, word, blanks, score)


@kernel
def _note_choices(tables: Any, work: Any, placement: Any, placed: int, word: int, score: int) -> None:
    """Note a word with each choice of blanks that the rack needs or allows; `score` counts no blanks."""
    put, spare, choice = work.put, work.spare, work.choice
    lacking, loss = _count_lacking(tables, work, placed, word)
    if lacking > work.rack[BLANK] or score - loss < work.best:
        return
    for blanks in range(lacking, min(work.rack[BLANK], placed) + 1):
        # If blanks are as many as the lacking letters, they stand for these; further blanks may stand for any
        # letter.
        choices = 0
        for number in range(placed):
            if blanks > lacking or spare[letter_of(tables, word, put[number])] < 0:
                choice[choices] = number
                choices += 1
        # All subsets of this size, as masks, the lowest first.
        chosen = (int64(1) << blanks) - 1
        while chosen < int64(1) << choices:
            _note_choice(tables, work, placement, placed, word, chosen, score)
            if not chosen:
                break
            lowest = chosen & -chosen
            carried = chosen + lowest
            chosen = carried | (chosen ^ carried) >> (bit_count(lowest - 1) + 2)


@kernel
def _count_lacking(tables: Any, work: Any, placed: int, word: int) -> tuple[int, int]:
    """Count the tiles that the rack lacks for the word; return that and the minimum number of points lost by
    blanks.

    For each letter, `spare` is its number on the rack minus its number in the word: below 0 it lacks.
    """
    put, weight, spare, lightest = work.put, work.weight, work.spare, work.lightest
    for number in range(placed):
        letter = letter_of(tables, word, put[number])
        spare[letter], lightest[letter] = work.rack[letter], HIGHEST_SCORE
    lacking = loss = int64(0)
    for number in range(placed):
        letter = letter_of(tables, word, put[number])
        spare[letter] -= 1
        lacking += spare[letter] < 0
        lightest[letter] = min(lightest[letter], weight[number])
    for number in range(placed):
        letter = letter_of(tables, word, put[number])
        if spare[letter] < 0 and weight[number] == lightest[letter]:
            loss += work.values[letter] * weight[number]
            lightest[letter] = -1  # counted
    return lacking, loss


@kernel
def _note_choice(
    tables: Any,
    work: Any,
    placement: Any,
    placed: int,
    word: int,
    chosen: int,
    score: int,
) -> None:
    """Note the word with blanks for the chosen letters, if the rack has the others."""
    put, spare = work.put, work.spare
    blanks = int64(0)
    rest = chosen
    while rest:
        number = work.choice[bit_count((rest & -rest) - 1)]
        letter = letter_of(tables, word, put[number])
        spare[letter] += 1
        score -= work.values[letter] * work.weight[number]
        blanks |= int64(1) << (SIZE - 1 - put[number])
        rest &= rest - 1
    lacking = int64(0)
    for number in range(placed):
        lacking |= spare[letter_of(tables, word, put[number])]
    if lacking >= 0 and score >= work.best:
        _note(tables, work, placement, word, blanks, score)
    rest = chosen
    while rest:
        spare[letter_of(tables, word, put[work.choice[bit_count((rest & -rest) - 1)]])] -= 1
        rest &= rest - 1


@kernel
def _note(tables: Any, work: Any, placement: Any, word: int, blanks: int, score: int) -> None:
    """Write a move down if there is room, and count it anyway. A better top discards the moves before."""
    if score > work.best and not work.every_move:
        work.best = score
        work.found = 0
    if work.found < work.moves_size:
        line, start = int64(placement.line), int64(placement.start)
        row, column, down = (start, line - SIZE, int64(1)) if line >= SIZE else (line, start, int64(0))
        where = row << ROW_SHIFT | column << COLUMN_SHIFT | down << DOWN_SHIFT
        moves = array_at(work.moves_at, np.int64)
        ranked = (tables.base - score) << SCORE_SHIFT | where
        moves[work.found] = ranked << tables.wider | word << WORD_SHIFT | blanks
    work.found += 1
