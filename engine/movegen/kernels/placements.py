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

    For a square with a word across, `most` gets the value of the best tile of the rack that it allows.
    """
    empty, points, keys, most = work.empty, work.gap_points, work.gap_key, work.most
    count = 0
    points[0] = keys[0] = 0
    for place in range(SIZE):
        square = work.squares[line * ROW + place]
        if square.cell:
            points[count] += work.values[square.cell]
            keys[count] += tables.letter_keys[square.cell & LETTER_MASK]
        else:
            empty[count] = place
            if square.crossing >= 0:
                most[count] = _most_allowed(work, square.allowed)
            count += 1
            points[count] = keys[count] = 0
    empty[count] = SIZE
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
    empty, best = work.empty, work.best_values
    letters = LETTERS_MASK if work.rack[BLANK] else work.rack_letters
    start = 0
    for first in range(count):
        touching = start < empty[first]
        points, through = work.gap_points[first], work.gap_key[first]
        factor, crossed = int64(1), int64(0)
        free = doubled = trebled = hooked = int64(0)
        for tiles in range(1, min(work.most_played, count - first) + 1):
            place, end = empty[first + tiles - 1], empty[first + tiles]
            square = work.squares[line * ROW + place]
            if not square.allowed & letters:
                break
            letter_premium, word_premium = int64(square.letter_premium), int64(square.word_premium)
            factor *= word_premium
            if square.crossing >= 0:
                touching = True
                value = work.most[first + tiles - 1] * letter_premium
                hooked += value
                crossed += (square.crossing + value) * word_premium
            else:
                free += 1
                doubled += letter_premium > 1
                trebled += letter_premium > 2
            points += work.gap_points[first + tiles]
            through += work.gap_key[first + tiles]
            touching |= end > place + 1 or (not work.started and place == CENTRE % SIZE)
            # A single tile that makes words both ways counts as the move across, unless a given word is
            # searched.
            again = tiles == 1 and line >= SIZE and square.crossing >= 0 and not work.word_length
            if touching and end - start > 1 and not again:
                most = points + hooked + best[free] + best[doubled] + best[trebled]
                bound = most * factor + crossed + work.bonuses[tiles]
                placement = work.placements[work.placed]
                placement.line, placement.start, placement.end, placement.tiles = line, start, end, tiles
                placement.through, placement.bound = through, bound
                work.placed += 1
        start = empty[first] + 1
