"""An index of the words of a lexicon by their letters: the words that some letters spell, in any order.

Terms. Each letter has a random number of 64 bits. The sum of the numbers of some letters is their *key*: it
does not depend on their order, and the key of combined letters is again a sum. Words with the same key are
anagrams of each other, a *class*. *Completing* letters make a word of other letters, in any order.

A key is a hash. In very rare cases a word found by it has other letters, so callers compare the letters. No
word is ever missed: if two classes could collide, `index_words` refuses, and is called again with other
random numbers. The tables are open hash tables with linear probing: an entry whose slot is taken goes into
the next free one.

`amend_words` changes the classes of single words in a copy of the tables, and refuses where they could collide.
Completions are shared: those of added words have a table of their own, and one too many does no harm.
"""

from typing import Any

import numpy as np

from engine.lexicon.graph import FIRST_EDGE_SHIFT, LETTERS_MASK, MOST_EDGES
from engine.movegen.kernels.machine import array_at, bit_count, bit_of, int64, kernel, lowest_letter, prefetch
from engine.movegen.memory import LETTERS, NO_ROOM, ROW
from engine.squares import SIZE
from engine.tiles import MOST_LETTERS

_LENGTH = ROW - 1
_LAST = 1 << 31  # set for the last member of a class, and for a word instead of a place of the members
_NUMBER = _LAST - 1
_LOW = (1 << 32) - 1
_COMPLETING = (1 << MOST_LETTERS) - 1


@kernel
def length_of(tables: Any, word: int) -> int:
    return int64(array_at(tables.words_at, np.uint8)[word * ROW + _LENGTH])


@kernel
def letter_of(tables: Any, word: int, place: int) -> int:
    return int64(array_at(tables.words_at, np.uint8)[word * ROW + place])


@kernel
def fetch_class(tables: Any, key: int) -> None:
    """Bring the slot of a class into the cache: looking many up takes as long as waiting for memory."""
    prefetch(tables.classes_at + 8 * _slot(key, tables.classes_size))


@kernel
def fetch_completions(tables: Any, key: int) -> None:
    """Bring the slot of completing letters into the cache."""
    prefetch(tables.completions_at + 8 * _slot(key, tables.completions_size))


@kernel
def first_member(tables: Any, key: int) -> int:
    """Return the first member of a class, or -1 if no word has this key; bring it into the cache.

    It is a place of the members, or `_LAST` with the word of a class of one, as most are: that spares a look-up.
    """
    member = _first_of(array_at(tables.classes_at, np.int64)[_slot_of_class(tables, key)])
    is_word = member >= _LAST
    prefetch(tables.words_at + ROW * (member & _NUMBER) if is_word else tables.members_at + 4 * member)
    return member


@kernel
def write_class(tables: Any, pool_at: int, place: int, member: int) -> int:
    """Write the numbers of the words of a class to a pool, from `place` on; return the place after them.

    The words are brought into the cache.
    """
    pool = array_at(pool_at, np.uint32)
    while member >= 0:
        word, member = _read_member(tables, member)
        prefetch(tables.words_at + ROW * word)
        pool[place] = word
        place += 1
    return place


@kernel
def _first_of(slot: int) -> int:
    return (slot >> 32 & _LOW) - 1


@kernel
def _read_member(tables: Any, member: int) -> tuple[int, int]:
    """Return the word of a member, and the next member of its class or -1."""
    if member >= _LAST:
        return member & _NUMBER, int64(-1)
    number = int64(array_at(tables.members_at, np.uint32)[member])
    return number & _NUMBER, int64(-1) if number & _LAST else member + 1


@kernel
def is_known(tables: Any, key: int) -> int:
    """Return 1 if a word may have this key, 0 if none has."""
    bits = array_at(tables.known_at, np.int64)[key >> 12 & (tables.known_size - 1)]
    return bits >> (key & 63) & bits >> (key >> 6 & 63) & 1


@kernel
def completing(tables: Any, key: int) -> int:
    """Return the letters, as a mask, that make a word with those of the key; in rare cases one too many."""
    letters = _find_completions(tables.completions_at, tables.completions_size, key)
    if tables.added_completions_size:
        letters |= _find_completions(tables.added_completions_at, tables.added_completions_size, key)
    return letters


@kernel
def edge_by(tables: Any, node: int, letter: int) -> int:
    """Return the edge of the word graph for a letter, or 0 if there is none."""
    entry = array_at(tables.nodes_at, np.int64)[node]
    bit = bit_of(letter)
    if not entry & bit:
        return 0
    return int64(array_at(tables.edges_at, np.uint32)[_first_edge(entry) + bit_count(entry & (bit - 1))])


@kernel
def spell_words(tables: Any) -> int:
    """Write all words of the graph and their keys; at each depth `path` holds the letters still to try."""
    nodes, edges = array_at(tables.nodes_at, np.int64), array_at(tables.edges_at, np.uint32)
    words, keys = array_at(tables.words_at, np.uint8), array_at(tables.keys_at, np.int64)
    path = tables.path
    root = nodes[tables.nodes_size - 1]
    path[0].untried, path[0].edge = root & LETTERS_MASK, _first_edge(root)
    depth = number = 0
    while depth >= 0:
        step = path[depth]
        if not step.untried:
            depth -= 1
            continue
        step.letter = lowest_letter(step.untried)
        step.untried &= step.untried - 1
        edge = int64(edges[step.edge])
        step.edge += 1
        if edge & 1 and number < tables.keys_size:
            key = int64(0)
            for place in range(depth + 1):
                words[number * ROW + place] = path[place].letter
                key += tables.letter_keys[path[place].letter]
            words[number * ROW + _LENGTH] = depth + 1
            keys[number] = key
            number += 1
        if depth + 1 < SIZE:
            depth += 1
            node = nodes[edge >> 1]
            path[depth].untried, path[depth].edge = node & LETTERS_MASK, _first_edge(node)
    return number


@kernel
def index_words(tables: Any) -> int:
    """Fill the tables; the members must be sorted by key.

    Return 1, 0 if two classes could collide, or NO_ROOM if the completions need a larger table.
    """
    keys, members = array_at(tables.keys_at, np.int64), array_at(tables.members_at, np.uint32)
    known = array_at(tables.known_at, np.int64)
    room = tables.completions_size // 4 * 3
    for place in range(tables.members_size):
        number = int64(members[place])
        key = keys[number]
        if place + 1 == tables.members_size or keys[members[place + 1]] != key:
            members[place] |= _LAST
        if place and keys[members[place - 1] & _NUMBER] == key:
            continue
        if not _enter_class(tables, key, number | _LAST if members[place] & _LAST else place):
            return 0
        known[key >> 12 & (tables.known_size - 1)] |= int64(1) << (key & 63) | int64(1) << (key >> 6 & 63)
        room -= _enter_completions(tables, tables.completions_at, tables.completions_size, number, key)
        if room < 0:
            return NO_ROOM
    for number in range(tables.keys_size):
        _set_between(tables, number, int64(1))
    return 1


@kernel
def amend_words(tables: Any) -> int:
    """Change the classes of the words from `first_added` on; return 0 if that cannot be done in this copy.

    The members of a changed class are written again, behind all others.
    """
    words, members = array_at(tables.words_at, np.uint8), array_at(tables.members_at, np.uint32)
    classes, known = array_at(tables.classes_at, np.int64), array_at(tables.known_at, np.int64)
    end = tables.first_added
    for number in range(tables.first_added, tables.words_size):
        is_added = int64(number < tables.first_removed)
        key, start = _key_of(tables, number), end
        slot = _slot_of_class(tables, key)
        member = _first_of(classes[slot])
        while member >= 0:
            other, member = _read_member(tables, member)
            if _key_of(tables, other) != key or end + 1 >= tables.members_size:
                return 0
            if is_added or not _is_same_word(tables, number, other):
                members[end] = other
                end += 1
            else:
                words[other * ROW + _LENGTH] = 0
        if is_added:
            if end >= tables.members_size:
                return 0
            members[end] = number
            end += 1
            known[key >> 12 & (tables.known_size - 1)] |= int64(1) << (key & 63) | int64(1) << (key >> 6 & 63)
            _enter_completions(
                tables, tables.added_completions_at, tables.added_completions_size, number, key
            )
        # A class without members keeps its slot, as others may stand behind it.
        classes[slot] = key & _LOW
        if end > start:
            members[end - 1] |= _LAST
            classes[slot] |= (start + 1) << 32
        if not classes[slot]:
            return 0
        _set_between(tables, number, is_added)
    return 1


@kernel
def _key_of(tables: Any, word: int) -> int:
    key = int64(0)
    for place in range(SIZE):
        key += tables.letter_keys[letter_of(tables, word, place)]
    return key


@kernel
def _is_same_word(tables: Any, word: int, other: int) -> bool:
    different = int64(0)
    for place in range(SIZE):
        different |= letter_of(tables, word, place) ^ letter_of(tables, other, place)
    return not different


@kernel
def _set_between(tables: Any, number: int, is_word: int) -> None:
    """Note which letter a word of two or three letters has between, after or before its others."""
    first, second, third = (
        letter_of(tables, number, int64(0)),
        letter_of(tables, number, int64(1)),
        letter_of(tables, number, int64(2)),
    )
    if not third:
        _set_letter(tables, first * LETTERS, second, is_word)
        _set_letter(tables, second, first, is_word)
    elif not letter_of(tables, number, int64(3)):
        _set_letter(tables, first * LETTERS + third, second, is_word)


@kernel
def _set_letter(tables: Any, place: int, letter: int, is_word: int) -> None:
    if is_word:
        tables.between[place] |= bit_of(letter)
    else:
        tables.between[place] &= ~bit_of(letter)


@kernel
def _enter_class(tables: Any, key: int, place: int) -> bool:
    classes = array_at(tables.classes_at, np.int64)
    slot = _slot(key, tables.classes_size)
    while classes[slot]:
        if not (classes[slot] ^ key) & _LOW:
            return False
        slot = _next(slot, tables.classes_size)
    classes[slot] = (place + 1) << 32 | key & _LOW
    return True


@kernel
def _enter_completions(tables: Any, completions_at: int, size: int, number: int, word_key: int) -> int:
    """Enter the letters that complete a word; return how many slots that takes."""
    completions = array_at(completions_at, np.int64)
    taken = int64(0)
    for place in range(length_of(tables, number)):
        letter = letter_of(tables, number, place)
        key = word_key - tables.letter_keys[letter]
        slot = _slot(key, size)
        while completions[slot] and (completions[slot] ^ (key << MOST_LETTERS)) >> MOST_LETTERS:
            slot = _next(slot, size)
        taken += completions[slot] == 0
        completions[slot] |= key << MOST_LETTERS | bit_of(letter)
    return taken


@kernel
def _find_completions(completions_at: int, size: int, key: int) -> int:
    completions = array_at(completions_at, np.int64)
    slot = _slot(key, size)
    while completions[slot]:
        if not (completions[slot] ^ (key << MOST_LETTERS)) >> MOST_LETTERS:
            return completions[slot] & _COMPLETING
        slot = _next(slot, size)
    return 0


@kernel
def _slot_of_class(tables: Any, key: int) -> int:
    """Return the slot of a class, or the free one where it belongs."""
    classes = array_at(tables.classes_at, np.int64)
    slot = _slot(key, tables.classes_size)
    while classes[slot] and (classes[slot] ^ key) & _LOW:
        slot = _next(slot, tables.classes_size)
    return slot


@kernel
def _first_edge(entry: int) -> int:
    return entry >> FIRST_EDGE_SHIFT & (MOST_EDGES - 1)


@kernel
def _slot(key: int, size: int) -> int:
    """Return the home slot of a key in a table of any size: its upper half, scaled."""
    return (key >> 32 & _LOW) * size >> 32


@kernel
def _next(slot: int, size: int) -> int:
    return slot + 1 if slot + 1 < size else 0
