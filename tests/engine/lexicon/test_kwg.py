"""KWG files: an independent writer and reader agree with ours, and damaged files are refused."""

import struct

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import LexiconError
from engine.lexicon import build_lexicon
from engine.lexicon.kwg import read_kwg, write_kwg
from engine.tiles import load_tile_set, tile_set_names

ENGLISH = load_tile_set("english")
LAST, ACCEPTS = 1 << 22, 1 << 23
# The alphabets of Wolges, Macondo and Woogles, letter 1 first.
ALPHABETS = {
    "english": "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "french": "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "dutch": "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "german": "AÄBCDEFGHIJKLMNOÖPQRSTUÜVWXYZ",
    "spanish": ["A", "B", "C", "CH", *"DEFGHIJ", "L", "LL", *"MNÑOPQ", "R", "RR", *"STUVXYZ"],
}
sets_of_words = st.sets(st.lists(st.integers(1, 4), min_size=2, max_size=6).map(tuple), min_size=1)


def trie_kwg(words):
    """Write a KWG file as a plain tree: each list after the one that leads to it, nothing shared."""
    tree = {}
    for word in words:
        here = tree
        for tile in word[:-1]:
            here = here.setdefault(tile, [False, {}])[1]
        here.setdefault(word[-1], [False, {}])[0] = True
    entries, waiting = [LAST, LAST], [(0, tree)]
    while waiting:
        leads_here, letters = waiting.pop(0)
        entries[leads_here] |= len(entries)
        for tile, (ends, more) in sorted(letters.items()):
            entries.append(tile << 24 | ACCEPTS * ends)
            if more:
                waiting.append((len(entries) - 1, more))
        entries[-1] |= LAST
    return entries


def content(entries):
    return struct.pack(f"<{len(entries)}I", *entries)


def paths(data, root):
    """Return every path of a file from one of its roots, by the format's description alone."""
    entries = struct.unpack(f"<{len(data) // 4}I", data)

    def below(place, beginning):
        while True:
            entry = entries[place]
            path = (*beginning, entry >> 24)
            if entry & ACCEPTS:
                yield path
            if entry & 0x3FFFFF:
                yield from below(entry & 0x3FFFFF, path)
            if entry & LAST:
                return
            place += 1

    return list(below(entries[root] & 0x3FFFFF, ()))


def few(tiles=ENGLISH, text="CARE CARES CAT CATS DARE DARES QI"):
    return [tiles.encode_plain(word) for word in text.split()]


def problem(entries, tiles=ENGLISH):
    with pytest.raises(LexiconError, match="This KWG file cannot be used: ") as caught:
        read_kwg(entries if isinstance(entries, bytes) else content(entries), tiles, "bad")
    return str(caught.value)


def test_the_independent_writer_writes_what_the_independent_reader_reads():
    assert paths(content(trie_kwg(few())), 0) == sorted(few())


@settings(max_examples=30)
@given(sets_of_words)
def test_a_file_of_another_writer_is_read(words):
    lexicon = read_kwg(content(trie_kwg(words)), ENGLISH, "any").lexicon
    built = build_lexicon(words, ENGLISH, "any")
    assert list(lexicon.words()) == sorted(words)
    assert (lexicon.word_count, lexicon.tile_set, lexicon.name) == (len(words), "english", "any")
    assert len(lexicon.nodes) == len(built.nodes), "it is minimal like one that is built"


@settings(max_examples=30)
@given(sets_of_words)
def test_what_is_written_is_read_by_another_reader(words):
    data = write_kwg(build_lexicon(words, ENGLISH, "any"), ENGLISH)
    assert paths(data, 0) == sorted(words)
    backwards = {
        (*reversed(word[:place]), *((0, *word[place:]) if place < len(word) else ()))
        for word in words
        for place in range(1, len(word) + 1)
    }
    assert paths(data, 1) == sorted(backwards)


@settings(max_examples=30)
@given(sets_of_words, st.booleans())
def test_write_and_read_again(words, gaddag):
    data = write_kwg(build_lexicon(words, ENGLISH, "any"), ENGLISH, gaddag=gaddag)
    assert list(read_kwg(data, ENGLISH, "any").lexicon.words()) == sorted(words)


def test_without_a_gaddag_its_root_leads_nowhere():
    data = write_kwg(build_lexicon(few(), ENGLISH, "few"), ENGLISH, gaddag=False)
    assert struct.unpack_from("<I", data, 4)[0] == LAST
    assert len(data) < len(write_kwg(build_lexicon(few(), ENGLISH, "few"), ENGLISH))


def test_lists_may_share_their_ends():
    # After C: A, O. After D: only O, the end of the same list. After either of these: D.
    entries = [LAST | 2, LAST, 3 << 24 | 4, 4 << 24 | LAST | 5, 1 << 24 | 6, 15 << 24 | LAST | 6]
    entries.append(4 << 24 | ACCEPTS | LAST)
    assert list(read_kwg(content(entries), ENGLISH, "few").lexicon.words()) == few(text="CAD COD DOD")


@pytest.mark.parametrize("name", ALPHABETS)
def test_the_letters_are_in_the_order_of_each_language(name):
    tiles = load_tile_set(name)
    words = [tuple(range(1, 12)), tuple(range(len(ALPHABETS[name]) - 10, len(ALPHABETS[name]) + 1))]
    lexicon = read_kwg(content(trie_kwg(words)), tiles, name).lexicon
    letters = ["".join(tiles.token(cell) for cell in word) for word in lexicon.words()]
    assert letters == ["".join(ALPHABETS[name][:11]), "".join(ALPHABETS[name][-11:])]
    assert paths(write_kwg(lexicon, tiles), 0) == words


@pytest.mark.parametrize("name", [name for name in tile_set_names() if name not in ALPHABETS])
def test_a_language_without_an_agreed_order_is_refused(name):
    tiles = load_tile_set(name)
    for act in (
        lambda: read_kwg(content(trie_kwg(few())), tiles, name),
        lambda: write_kwg(build_lexicon([(1, 2)], tiles, name), tiles),
    ):
        with pytest.raises(LexiconError, match=f"no order of the {name} letters") as caught:
            act()
        assert caught.value.code == "kwg_tile_set"


# Files that are no KWG

DAMAGED = {
    "empty": (b"", "its length is not that of a KWG file"),
    "not in fours": (content(trie_kwg(few()))[:-1], "its length is not that of a KWG file"),
    "two entries": (content([LAST | 2, LAST]), "its length is not that of a KWG file"),
    "a text": (b"CAT\nDOG\nANT\n", "it does not begin as a KWG file does"),
    "no first list": (
        content([LAST, LAST, 1 << 24 | LAST | ACCEPTS]),
        "it does not begin as a KWG file does",
    ),
    "leads out of the file": (content([LAST | 2, LAST, 1 << 24 | LAST | 9]), "leads out of the file"),
    "its gaddag does": (
        content([LAST | 2, LAST | 9, 1 << 24 | LAST | 3, 1 << 24 | LAST | ACCEPTS]),
        "leads out",
    ),
    "no end": (content([LAST | 2, LAST, 1 << 24 | LAST | 3, 1 << 24 | ACCEPTS]), "it is cut off"),
    "a circle": (content([LAST | 2, LAST, 1 << 24 | LAST | 2]), "more than 60 tiles, or a circle"),
    "no word": (content([LAST | 2, LAST, 1 << 24 | LAST | 3, 1 << 24 | LAST]), "ends without a word"),
    "a word of one": (content([LAST | 2, LAST, 1 << 24 | LAST | ACCEPTS]), "a word of one tile"),
    "a word of 61": (content(trie_kwg([(1,) * 61])), "more than 60 tiles"),
    "a letter too many": (content(trie_kwg([(1, 27)])), "a letter number 27, the english tiles have 26"),
    "a separator": (content([LAST | 2, LAST, 1 << 24 | LAST | 3, LAST | ACCEPTS]), "not in order"),
    "a letter twice": (
        content([LAST | 2, LAST, 1 << 24 | 4, 1 << 24 | LAST | 4, 1 << 24 | ACCEPTS | LAST]),
        "not in order",
    ),
}


@pytest.mark.parametrize(("data", "reason"), DAMAGED.values(), ids=DAMAGED.keys())
def test_a_damaged_file_is_refused_with_the_reason(data, reason):
    assert reason in problem(data)


def test_words_too_long_for_the_board_are_left_out_and_counted():
    """A list that two words share counts for each: the long one ends elsewhere, the short one is whole."""
    ends = [(1,) * 14 + (2,), (1,) * 14 + (3, 4)]
    words = [*ends, *((5, *word) for word in ends), (2, 3)]
    read = read_kwg(content(trie_kwg(words)), ENGLISH, "few")
    assert list(read.lexicon.words()) == sorted(word for word in words if len(word) <= 15)
    assert (read.too_long, read.examples) == (3, (ends[1], (5, *ends[0]), (5, *ends[1])))


@pytest.mark.slow
@settings(max_examples=30)
@given(st.sets(st.lists(st.integers(1, 2), min_size=2, max_size=18).map(tuple), min_size=1))
def test_what_fits_the_board_is_what_is_read(words):
    short = sorted(word for word in words if len(word) <= 15)
    shared = content(shared_kwg(words))
    if not short:
        with pytest.raises(LexiconError) as caught:
            read_kwg(shared, ENGLISH, "any")
        assert caught.value.code == "lexicon_empty"
        return
    read = read_kwg(shared, ENGLISH, "any")
    assert list(read.lexicon.words()) == short
    assert read.lexicon.fingerprint == build_lexicon(short, ENGLISH, "any").fingerprint
    assert len(read.lexicon.nodes) == len(build_lexicon(short, ENGLISH, "any").nodes)
    assert read.too_long == len(words) - len(short)


def shared_kwg(words):
    """Write a KWG file in which equal lists are one."""
    lists, entries = {}, [LAST, LAST]

    def place(words):
        rows = []
        for letter in sorted({word[0] for word in words}):
            ends = {word[1:] for word in words if word[0] == letter}
            more = ends - {()}
            rows.append(letter << 24 | ACCEPTS * (() in ends) | (place(more) if more else 0))
        rows[-1] |= LAST
        if tuple(rows) not in lists:
            lists[tuple(rows)] = len(entries)
            entries.extend(rows)
        return lists[tuple(rows)]

    entries[0] |= place(set(words))
    return entries


@pytest.mark.parametrize(("length", "letters"), [(15, 26), (5, 25)])
def test_more_words_than_a_lexicon_can_have(length, letters):
    """A few entries suffice, since any letter may follow any other."""
    entries = [LAST | 2, LAST]
    for place in range(1, length + 1):
        arc = 0 if place == length else 2 + letters * place
        entries += [tile << 24 | ACCEPTS * (not arc) | arc for tile in range(1, letters + 1)]
        entries[-1] |= LAST
    with pytest.raises(LexiconError) as caught:
        read_kwg(content(entries), ENGLISH, "bad")
    assert (caught.value.code, caught.value.params) == (
        "lexicon_too_big",
        {"count": letters**length, "most": 1 << 23},
    )


def test_a_file_cut_off_anywhere_is_refused():
    whole = write_kwg(build_lexicon(few(), ENGLISH, "few"), ENGLISH)
    for length in range(len(whole)):
        assert problem(whole[:length])


@settings(max_examples=30)
@given(sets_of_words, st.integers(0), st.integers(0, 31))
def test_a_flipped_bit_makes_other_words_or_is_refused(words, place, bit):
    entries = trie_kwg(words)
    entries[place % len(entries)] ^= 1 << bit
    try:
        lexicon = read_kwg(content(entries), ENGLISH, "any").lexicon
    except LexiconError:
        return
    found = list(lexicon.words())
    assert found == paths(content(entries), 0)
    assert lexicon.word_count == len(found)


@settings(max_examples=30)
@given(st.lists(st.integers(0, (1 << 32) - 1), max_size=30), st.integers(0, 30))
def test_any_entries_are_read_or_refused(entries, first):
    try:
        lexicon = read_kwg(content([LAST | first, LAST, *entries]), ENGLISH, "any").lexicon
    except LexiconError:
        return
    assert all(2 <= len(word) <= 15 for word in lexicon.words())


def test_words_that_are_too_many_for_a_file(monkeypatch):
    import engine.lexicon.kwg

    monkeypatch.setattr(engine.lexicon.kwg, "_ARC", 8)
    with pytest.raises(LexiconError) as caught:
        write_kwg(build_lexicon(few(), ENGLISH, "few"), ENGLISH)
    assert caught.value.code == "kwg_too_big"
