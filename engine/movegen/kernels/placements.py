"""The places where tiles of the rack may lie, and an upper bound on the score of each.

Terms. A *placement* is a number of tiles on neighbouring empty squares of a line; tiles already on the board
may lie between them. The word is then the whole run, from `start` to before `end`; the word goes *through*
its other letters.

The bound. Each tile counts in the word along the line, times the premium of its square and those of the word,
and perhaps once more in a word across. On a square with a word across, the tile is worth at most the best
tile of the rack that the square allows. On the other squares, the tiles are worth at most what the best of
the rack bring on the best squares: for that it is enough to know how many of these squares double or treble a
letter, and the prefix sums of the rack's best values. Each of these is updated in one step as the placement
grows by one square.
"""

from typing import Any

from engine.lexicon.graph import LETTERS_MASK
from engine.movegen.kernels.machine import bit_of, int64, kernel
from engine.movegen.memory import BUCKETS, LETTERS, LINES, ROW
from engine.squares import CENTRE, SIZE
from engine.tiles import BLANK, LETTER_MASK

# Three counts of squares without a word across, in one number: all, those that double a letter or more, and those
# that treble it. Above them is the sum of the values that the other squares take at most.
_FREE, _DOUBLED, _TREBLED, _COUNT, _HOOKED = 1, 1 << 8, 1 << 16, 255, 1 << 24


@kernel
def list_placements(tables: Any, work: Any) -> None:
    """List the placements that touch tiles on the board, or cover the centre of the empty board."""
    _look_at_rack(work)
    work.placed = 0
    if not work.started:
        # The columns would give the same moves mirrored.
        _list_line(work, CENTRE // SIZE, _split_line(tables, work, CENTRE // SIZE))
        return
    for line in range(LINES):
        if work.used[line]:
            _list_line(work, line, _split_line(tables, work, line))


@kernel
def sort_placements(work: Any) -> int:
    """Sort the placements into buckets by their bounds; return the highest bucket that is not empty."""
    work.buckets[:] = -1
    highest = -1
    for index in range(work.placed):
        placement = work.placements[index]
        bucket = min(int64(placement.bound), BUCKETS - 1)
        placement.next = work.buckets[bucket]
        work.buckets[bucket] = index
        highest = max(highest, bucket)
    return highest


@kernel
def _look_at_rack(work: Any) -> None:
    """Store the letters of the rack from the best down, and the prefix sums of their values."""
    rack, values, best, bits = work.rack, work.values, work.best_values, work.best_bits
    work.rack_letters = 0
    best[:] = 0
    count = 1
    for letter in range(1, LETTERS):
        if rack[letter]:
            work.rack_letters |= bit_of(letter)
        for _ in range(rack[letter]):
            place = count
            while place > 1 and best[place - 1] < values[letter]:
                best[place], bits[place] = best[place - 1], bits[place - 1]
                place -= 1
            best[place], bits[place] = values[letter], bit_of(letter)
            count += 1
    work.rack_size = count - 1
    for place in range(1, len(best)):
        best[place] += best[place - 1]


@kernel
def _split_line(tables: Any, work: Any, line: int) -> int:
    """List the empty squares of a line with the letters before each of them and after the last; return their
    number.

    Each gets what a tile there adds to a bound, so that `_list_line` only adds up.
    """
    empty, points, keys, stop, touch = work.empty, work.gap_points, work.gap_key, work.stop, work.touch
    letters = LETTERS_MASK if work.rack[BLANK] else work.rack_letters
    count = 0
    points[0] = keys[0] = 0
    for place in range(SIZE):
        square = work.squares[line * ROW + place]
        if square.cell:
            points[count] += work.values[square.cell]
            keys[count] += tables.letter_keys[square.cell & LETTER_MASK]
            continue
        empty[count] = place
        letter_premium, word_premium = int64(square.letter_premium), int64(square.word_premium)
        work.factor[count] = word_premium
        if square.crossing >= 0:
            value = _most_allowed(work, square.allowed)
            work.free[count] = _HOOKED * value
            value *= letter_premium
            work.hooked[count], work.crossed[count] = value, (square.crossing + value) * word_premium
            touch[count] = True
        else:
            work.hooked[count] = work.crossed[count] = 0
            work.free[count] = _FREE + _DOUBLED * (letter_premium > 1) + _TREBLED * (letter_premium > 2)
            touch[count] = not work.started and place == CENTRE % SIZE
        stop[count] = not square.allowed & letters
        count += 1
        points[count] = keys[count] = 0
    empty[count] = SIZE
    # Replace the marks by the next empty square from here on that touches a tile, and by the next one that no
    # tile of the rack may take.
    next_touch = next_stop = count
    for index in range(count - 1, -1, -1):
        if touch[index] or empty[index + 1] > empty[index] + 1:
            next_touch = index
        if stop[index]:
            next_stop = index
        touch[index], stop[index] = next_touch, next_stop
    return count


@kernel
def _most_allowed(work: Any, allowed: int) -> int:
    """Return the value of the rack's best tile among some letters; a blank, which may be any, has 0."""
    for place in range(1, work.rack_size + 1):
        if allowed & work.best_bits[place]:
            return work.best_values[place] - work.best_values[place - 1]
    return 0


@kernel
def _list_line(work: Any, line: int, count: int) -> None:
    """List the placements of a line; the sums are kept in numbers, and hardly a branch depends on the board."""
    empty, best, bonuses = work.empty, work.best_values, work.bonuses
    placed = work.placed
    start = 0
    for first in range(count):
        stop = min(first + work.most_played, work.stop[first])
        touch = first if start < empty[first] else work.touch[first]
        if touch < stop:
            points, through = work.gap_points[first], work.gap_key[first]
            factor, crossed = int64(1), int64(0)
            free = hooked = int64(0)
            for index in range(first, stop):
                factor *= work.factor[index]
                free += work.free[index]
                hooked += work.hooked[index]
                crossed += work.crossed[index]
                points += work.gap_points[index + 1]
                through += work.gap_key[index + 1]
                if index >= touch:
                    tiles = index + 1 - first
                    most = (
                        best[free & _COUNT]
                        + best[free // _DOUBLED & _COUNT]
                        + best[free // _TREBLED & _COUNT]
                    )
                    placement = work.placements[placed]
                    placement.line, placement.start, placement.end = line, start, empty[index + 1]
                    placement.tiles, placement.through = tiles, through
                    placement.assumed, placement.factor = best[free & _COUNT] + free // _HOOKED, factor
                    placement.bound = (points + hooked + most) * factor + crossed + bonuses[tiles]
                    placed += tiles > 1 or _may_be_single(work, line, start, first)
        start = empty[first] + 1
    work.placed = placed


@kernel
def _may_be_single(work: Any, line: int, start: int, first: int) -> bool:
    """Tell whether one tile on an empty square is a placement of this line.

    A tile that makes words both ways counts as the move across, unless a given word is searched.
    """
    is_word = work.empty[first + 1] - start > 1
    is_across = line < SIZE or work.squares[line * ROW + work.empty[first]].crossing < 0
    return is_word and (is_across or work.word_length > 0)
