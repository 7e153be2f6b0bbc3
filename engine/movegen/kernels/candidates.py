"""The words that some tiles of the rack spell together with the letters already on the board.

Terms. A *handful* is a multiset of letters of the rack, without blanks. A letter is *left* by a handful if
the rack has more of it. The *candidates* for a number of tiles and the letters they join are all words of
exactly these letters and that many tiles; the fit on the board is checked elsewhere. The *value* of a handful is
that of its letters: a list may leave out handfuls of less value than `least`, with which no placement that asks for
it can reach the best score.

A blank stands only for a letter that the handful leaves none of, because otherwise another handful gives the
same word. So each word comes once. If one blank is used, the table of completing letters gives the letters it
may stand for; if two are used, the first one tries every letter.

Lists of candidates are cached in one `pool` during one search: many places have the same letters, most often
none. A stamp marks the lists of earlier searches as stale, so the table need not be cleared.
"""

# ruff: noqa: PLR0917 - kernels are called by place

from typing import Any

import numpy as np

from engine.movegen.kernels.anagrams import (
    completing,
    fetch_class,
    fetch_completions,
    first_member,
    is_known,
    length_of,
    write_class,
)
from engine.movegen.kernels.machine import array_at, bit_of, int64, kernel, lowest_letter
from engine.movegen.memory import LETTERS, LISTS, MOST_HANDFULS
from engine.tiles import BLANK

_MOST_BLANKS = 2  # more blanks make every word of the right length a candidate
_MOST_KNOWN = MOST_HANDFULS - LETTERS  # keys, beside which one more handful has room for its own
_TILES_FACTOR = 0x1E3779B97F4A7C15  # makes the keys for other numbers of tiles differ


@kernel
def sort_handfuls(tables: Any, work: Any) -> None:
    """Sort the handfuls that a move may play by their size, and clear the candidates of other racks."""
    _forget(work)
    count = _list_handfuls(tables, work)
    unsorted, first = work.unsorted, work.first_handful
    first[:] = 0
    for index in range(count):
        first[unsorted[index].size + 1] += 1
    for size in range(1, len(first)):
        first[size] += first[size - 1]
    for index in range(count):
        handful = work.handfuls[first[unsorted[index].size]]
        handful.key, handful.left = unsorted[index].key, unsorted[index].left
        handful.value = unsorted[index].value
        first[unsorted[index].size] += 1
    for size in range(len(first) - 1, 0, -1):
        first[size] = first[size - 1]
    first[0] = 0


@kernel
def _list_handfuls(tables: Any, work: Any) -> int:
    """List the handfuls: those without a letter, the same with one of it, with two, … Return their number."""
    rack, unsorted = work.rack, work.unsorted
    unsorted[0].key = unsorted[0].left = unsorted[0].size = unsorted[0].value = 0
    for letter in range(1, LETTERS):
        if rack[letter]:
            unsorted[0].left |= bit_of(letter)
    count = 1
    for letter in range(1, LETTERS):
        without = count
        for number in range(1, rack[letter] + 1):
            for index in range(without):
                size = unsorted[index].size + number
                if size <= work.most_played:
                    added = unsorted[count]
                    added.key = unsorted[index].key + number * tables.letter_keys[letter]
                    added.left = unsorted[index].left & ~(bit_of(letter) if number == rack[letter] else 0)
                    added.size, added.value = size, unsorted[index].value + number * work.values[letter]
                    count += 1
    return count


@kernel
def list_candidates(tables: Any, work: Any, placement: Any) -> tuple[int, int]:
    """Return where in the pool the words begin and end that the tiles of a placement make with its letters.

    The pool has room for all words of the lexicon. A list of too few handfuls is written again with those asked for.
    """
    through, tiles, length = placement.through, int64(placement.tiles), int64(placement.end) - placement.start
    many_blanks = work.rack[BLANK] > _MOST_BLANKS
    key = length if many_blanks else through + tiles * int64(_TILES_FACTOR)
    least = int64(0) if many_blanks else _least_value(work, placement)
    slot = key & (LISTS - 1)
    while work.lists[slot].stamp == work.stamp:
        if work.lists[slot].key == key:
            if work.lists[slot].least > least:
                break
            return work.lists[slot].start, work.lists[slot].end
        slot = (slot + 1) & (LISTS - 1)
    if work.lists_used > LISTS // 2 or work.pool_used + tables.keys_size > work.pool_size:
        _forget(work)
        slot = key & (LISTS - 1)
    start = work.pool_used
    if many_blanks:
        end = _write_length(tables, work, start, length)
    else:
        end = _write_candidates(tables, work, start, through, tiles, least)
    found = work.lists[slot]
    found.key, found.stamp, found.start, found.end, found.least = key, work.stamp, start, end, least
    work.lists_used += 1
    work.pool_used = end
    return start, end


@kernel
def _least_value(work: Any, placement: Any) -> int:
    """Return the value that a handful needs to reach the best score on a placement.

    The bound assumes tiles of the value `assumed`, and each point less costs at least as much as the word premiums make
    of it.
    """
    return max(int64(0), placement.assumed - (placement.bound - work.best) // placement.factor)


@kernel
def _forget(work: Any) -> None:
    work.stamp += 1
    work.lists_used = work.pool_used = 0


@kernel
def _write_length(tables: Any, work: Any, end: int, length: int) -> int:
    pool = array_at(work.pool_at, np.uint32)
    for number in range(tables.keys_size):
        if length_of(tables, number) == length:
            pool[end] = number
            end += 1
    return end


@kernel
def _write_candidates(tables: Any, work: Any, end: int, through: int, tiles: int, least: int) -> int:
    first, handfuls, blanks = work.first_handful, work.handfuls, work.rack[BLANK]
    # All keys go through the filter before any is looked up, so that the processor neither mispredicts
    # branches nor waits for each look-up.
    known = int64(0)
    for index in range(first[tiles], first[tiles + 1]):
        work.known[known] = through + handfuls[index].key
        known += is_known(tables, work.known[known]) & (handfuls[index].value >= least)
    if blanks and tiles:
        end, known = _complete_once(tables, work, end, known, through, tiles, least)
    if blanks > 1 and tiles > 1:
        for index in range(first[tiles - 2], first[tiles - 1]):
            if handfuls[index].value >= least:
                key, untried = through + handfuls[index].key, work.alphabet & ~handfuls[index].left
                end, known = _complete_twice(tables, work, end, known, key, untried)
    return _write_classes(tables, work, end, known)


@kernel
def _complete_once(
    tables: Any, work: Any, end: int, known: int, through: int, tiles: int, least: int
) -> tuple[int, int]:
    """Note the keys of the words of each handful of a tile less and a blank, as `_complete` does."""
    first, handfuls = work.first_handful, work.handfuls
    for index in range(first[tiles - 1], first[tiles]):
        if handfuls[index].value >= least:
            fetch_completions(tables, through + handfuls[index].key)
    for index in range(first[tiles - 1], first[tiles]):
        if handfuls[index].value >= least:
            if known > _MOST_KNOWN:
                end, known = _write_classes(tables, work, end, known), 0
            known = _complete(tables, work, known, through + handfuls[index].key, ~handfuls[index].left)
    return end, known


@kernel
def _complete_twice(tables: Any, work: Any, end: int, known: int, key: int, letters: int) -> tuple[int, int]:
    """Note the keys of the words of the letters of a key and two more of `letters`, as `_complete` does."""
    untried = letters
    while untried:
        fetch_completions(tables, key + tables.letter_keys[lowest_letter(untried)])
        untried &= untried - 1
    while letters:
        if known > _MOST_KNOWN:
            end, known = _write_classes(tables, work, end, known), 0
        known = _complete(tables, work, known, key + tables.letter_keys[lowest_letter(letters)], letters)
        letters &= letters - 1
    return end, known


@kernel
def _complete(tables: Any, work: Any, known: int, key: int, letters: int) -> int:
    """Note the keys of the words of the letters of a key and one more of `letters`; return their new number."""
    letters &= completing(tables, key)
    while letters:
        work.known[known] = key + tables.letter_keys[lowest_letter(letters)]
        known += 1
        letters &= letters - 1
    return known


@kernel
def _write_classes(tables: Any, work: Any, end: int, known: int) -> int:
    """Write the words of the keys noted; return the new end. Each step fetches the memory of the next one."""
    for index in range(known):
        fetch_class(tables, work.known[index])
    for index in range(known):
        work.known[index] = first_member(tables, work.known[index])
    for index in range(known):
        end = write_class(tables, work.pool_at, end, work.known[index])
    return end
