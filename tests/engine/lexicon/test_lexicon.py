"""Word lists, the word graph, and lexicon files that may not be trusted."""

import gzip
import itertools
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine.errors import LexiconError
from engine.lexicon import (
    Lexicon,
    build_lexicon,
    ensure_builtin,
    library,
    load_lexicon,
    load_same,
    save,
    word_list,
)
from engine.lexicon import files as lexicon_files
from engine.lexicon.building import check_size
from engine.lexicon.graph import FIRST_EDGE_SHIFT, MOST_WORDS
from engine.lexicon.word_list import read_word_list
from engine.tiles import BLANK_FLAG, load_tile_set
from tests.engine.few_words import lexicon_of

ENGLISH = load_tile_set("english")
SPANISH = load_tile_set("spanish")
FRENCH = load_tile_set("french")
BUILT_IN_LIST = Path(engine.__file__).parent / "data" / "lexicons" / "english.txt.gz"

words_of_three_letters = st.sets(st.lists(st.integers(1, 3), min_size=2, max_size=6).map(tuple), min_size=1)


def encode_words(text, tiles=ENGLISH):
    return [tiles.encode_plain(word) for word in text.split()]


@pytest.fixture
def saved(tmp_path):
    """Save a small lexicon."""
    path = tmp_path / "few.lexicon"
    save(lexicon_of("CARE CARES CAT CATS DARE DARES QI"), path)
    return path


def problem_with(path):
    with pytest.raises(LexiconError) as caught:
        load_lexicon(path)
    start = f"Lexicon “{path.stem}” cannot be used: "
    assert str(caught.value).startswith(start)
    return str(caught.value).removeprefix(start)


# The word graph


def test_contains_words_and_nothing_else():
    few = lexicon_of("CARE CARES CAT QI")
    assert all(few.contains(word) for word in encode_words("CARE CARES CAT QI"))
    assert not any(few.contains(word) for word in encode_words("CAR CARESS AT C Q IQ CATS ZZ"))
    assert not few.contains(())
    assert few.word_count == 4
    assert (few.name, few.tile_set, few.path) == ("few", "english", None)


def test_a_blank_counts_as_its_letter():
    assert lexicon_of("CAT").contains(ENGLISH.encode("cAt"))


def test_numbers_that_are_no_letters_are_in_no_word():
    few = lexicon_of("CAT")
    assert not any(
        few.contains(cells) for cells in [(0,), (3, 0), (3, 1, 63), (41, 41), (BLANK_FLAG,), (3, 1, 255)]
    )


def test_tiles_of_two_letters_are_one():
    spanish = lexicon_of("CHORRO CERRO", SPANISH)
    assert spanish.contains(SPANISH.encode("CHORRO"))
    assert len(SPANISH.encode("CHORRO")) == 4
    assert not spanish.contains(SPANISH.encode("[C][H]ORRO"))


@settings(max_examples=30)
@given(words_of_three_letters)
def test_a_lexicon_has_exactly_the_words_it_was_built_from(words):
    assert list(build_lexicon(words, ENGLISH, "any").words()) == sorted(words)


def test_the_graph_is_minimal():
    few = lexicon_of("CARE CARES DARE DARES BAR BARE BARES BARS")
    # After each beginning, the endings: CARE and DARE share theirs, and so do all that may take an S.
    assert len(few.nodes) == 9


def test_order_and_doubles_of_the_words_do_not_matter():
    one, other = lexicon_of("CAT DOG ANT"), lexicon_of("DOG CAT ANT CAT")
    assert np.array_equal(one.nodes, other.nodes)
    assert np.array_equal(one.edges, other.edges)
    assert other.word_count == 3


def test_an_empty_list_is_no_lexicon():
    with pytest.raises(LexiconError) as caught:
        build_lexicon([], ENGLISH, "none")
    assert caught.value.code == "lexicon_empty"


@pytest.mark.parametrize("word", [(1,), (1,) * 16, (27, 1), (0, 1)])
def test_what_is_no_word_of_the_tile_set_is_a_bug_of_the_caller(word):
    with pytest.raises(ValueError, match="not a word"):
        build_lexicon([word], ENGLISH, "bad")


def test_no_more_words_than_the_search_has_room_for(monkeypatch):
    """A lexicon too large is refused when it is built, not when it is used, and as soon as that is known."""
    from engine.lexicon import building
    from engine.movegen import memory

    assert MOST_WORDS == memory.MOST_WORDS == 8_388_608
    check_size(memory.MOST_WORDS)
    with pytest.raises(LexiconError) as caught:
        check_size(memory.MOST_WORDS + 1)
    assert caught.value.code == "lexicon_too_big"
    monkeypatch.setattr(building, "MOST_WORDS", 20_000)
    words = itertools.product(range(1, 27), repeat=4)
    with pytest.raises(LexiconError) as caught:
        build_lexicon(words, ENGLISH, "huge")
    assert caught.value.code == "lexicon_too_big"
    assert len(list(words)) > 26**4 // 2, "the rest is not read"


@pytest.mark.slow
def test_as_many_words_as_there_may_be_are_built():
    words = itertools.islice(itertools.product(range(1, 27), repeat=5), MOST_WORDS)
    assert build_lexicon(words, ENGLISH, "largest").word_count == MOST_WORDS


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_list_of_too_many_lines_is_refused_before_it_is_read(end, monkeypatch):
    monkeypatch.setattr(word_list, "MOST_WORDS", 3)
    assert len(read_word_list(end.join(["CAT", "DOG", "ANT", "CAT", "DOG"]).encode(), ENGLISH).words) == 3
    with pytest.raises(LexiconError) as caught:
        read_word_list(end.join(["CAT", "DOG", "ANT", "OX"]).encode(), ENGLISH)
    assert (caught.value.code, caught.value.params["count"]) == ("lexicon_too_big", 4)


# Files


def test_a_saved_lexicon_comes_back(saved):
    again = load_lexicon(saved)
    assert list(again.words()) == sorted(encode_words("CARE CARES CAT CATS DARE DARES QI"))
    assert (again.name, again.tile_set, again.word_count, again.path) == ("few", "english", 7, saved)


def test_a_file_is_opened_once_until_it_changes(saved):
    first = load_lexicon(saved)
    assert load_lexicon(saved) is first
    save(lexicon_of("CAT"), saved)
    assert load_lexicon(saved).word_count == 1
    assert first.contains(ENGLISH.encode("CARES"))  # an open lexicon keeps the old file


def test_saving_leaves_nothing_beside(saved):
    assert list(saved.parent.iterdir()) == [saved]


def test_a_save_that_fails_leaves_the_old_file(saved, monkeypatch):
    def fail(*_):
        raise OSError("no space")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="no space"):
        save(lexicon_of("CAT"), saved)
    assert load_lexicon(saved).word_count == 7
    assert list(saved.parent.iterdir()) == [saved]


def test_every_changed_byte_is_noticed(saved):
    whole = saved.read_bytes()
    for place in range(len(whole)):
        changed = bytearray(whole)
        changed[place] ^= 0x10
        saved.write_bytes(changed)
        assert problem_with(saved)


def test_a_file_cut_off_anywhere_or_with_more_at_its_end_is_refused(saved):
    whole = saved.read_bytes()
    for length in range(len(whole)):
        saved.write_bytes(whole[:length])
        assert problem_with(saved)
    saved.write_bytes(whole + b"\0")
    assert problem_with(saved) == "it is cut off or too long."


@settings(max_examples=30)
@given(words_of_three_letters, st.data())
def test_a_file_with_damage_of_any_kind_is_refused(tmp_path_factory, words, data):
    path = tmp_path_factory.mktemp("damaged") / "any.lexicon"
    save(build_lexicon(words, ENGLISH, "any"), path)
    whole = path.read_bytes()
    start, stop = sorted(data.draw(st.tuples(*[st.integers(0, len(whole))] * 2)))
    damaged = whole[:start] + data.draw(st.binary(max_size=stop - start + 8)) + whole[stop:]
    path.write_bytes(damaged)
    if damaged == whole:
        assert list(load_lexicon(path).words()) == sorted(words)
    else:
        assert problem_with(path)


@pytest.mark.parametrize("content", [b"", b"CAT\nDOG\n", bytes(500), b"PK\x03\x04" * 100])
def test_a_file_of_another_kind_is_refused(tmp_path, content):
    path = tmp_path / "words.lexicon"
    path.write_bytes(content)
    assert problem_with(path) in {"it is not a lexicon file.", "it cannot be read."}


def test_another_version_is_refused(saved, monkeypatch):
    monkeypatch.setattr(lexicon_files, "_VERSION", 3)
    assert "version 2" in problem_with(saved)


def with_graph(nodes, edges):
    return Lexicon("crafted", "english", 1, np.array(nodes, "<u8"), np.array(edges, "<u4"))


def entry(first, letters):
    return first << FIRST_EDGE_SHIFT | letters


@pytest.mark.parametrize(
    ("nodes", "edges"),
    [
        ([0, entry(0, 0b1), entry(1, 0b1)], [1, 7]),  # leads beyond the last node
        ([0, entry(0, 0b1), entry(1, 0b1)], [1, 4]),  # leads to itself
        ([0, entry(0, 0b1), entry(5, 0b1)], [1, 2]),  # its edges are not there
        ([0, entry(0, 0b1), entry(1, 0b11)], [1, 2]),  # it has more letters than edges
    ],
)
def test_a_graph_that_could_lead_astray_is_refused_though_its_checksum_is_right(tmp_path, nodes, edges):
    path = tmp_path / "crafted.lexicon"
    save(with_graph(nodes, edges), path)
    assert problem_with(path) == "its word graph makes no sense."


def test_a_name_means_the_data_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("ISOTOP_DATA", str(tmp_path))
    save(lexicon_of("CAT"), tmp_path / "lexicons" / "club.lexicon")
    assert load_lexicon("club").word_count == 1
    with pytest.raises(LexiconError) as caught:
        load_lexicon("other")
    assert caught.value.code == "lexicon_unknown"
    with pytest.raises(LexiconError):
        load_lexicon(tmp_path / "nowhere" / "club.lexicon")


@pytest.mark.parametrize(
    ("count", "name", "told"),
    [
        (1, "polish", "club-0, dutch, english, french, german, italian, romanian, spanish."),
        (20, "Clab-7", "club-17, club-7, club-9, …."),
        (
            20,
            "xyz",
            "club-0, club-1, club-10, club-11, club-12, club-13, club-14, club-15, club-16, club-17, club-18, ",
        ),
    ],
)
def test_an_unknown_name_is_answered_with_all_names_or_the_closest(tmp_path, monkeypatch, count, name, told):
    monkeypatch.setenv("ISOTOP_DATA", str(tmp_path))
    for number in range(count):
        save(lexicon_of("CAT"), tmp_path / "lexicons" / f"club-{number}.lexicon")
    with pytest.raises(LexiconError) as caught:
        load_lexicon(name)
    assert caught.value.__notes__[0].startswith(f"Known here: {told}")
    assert str(caught.value) == f"There is no lexicon “{name}”.", (
        "pages show it, and names of others stay theirs"
    )


def test_a_folder_is_no_lexicon(tmp_path):
    assert problem_with(tmp_path) == "it cannot be read."


# The built-in lexicon


def test_the_built_in_list_is_large_plain_and_sorted():
    words = gzip.decompress(BUILT_IN_LIST.read_bytes()).decode("ascii").split()
    assert len(words) >= 160_000
    assert words == sorted(set(words))
    assert all(word.isalpha() and word.isupper() and 2 <= len(word) <= 15 for word in words)
    assert {"QI", "ZA", "CAFE", "STRAINERS", "CONQUEST"} <= set(words)
    assert not {"CS", "LM", "DR", "LONDON", "NATO"} & set(words)


@pytest.mark.slow
def test_the_built_in_lexicon_has_every_word_of_its_list():
    words = gzip.decompress(BUILT_IN_LIST.read_bytes()).decode("ascii").split()
    english = load_lexicon("english")
    assert english.word_count == len(words)
    assert sum(1 for _ in english.words()) == len(words)
    assert all(english.contains(ENGLISH.encode(word)) for word in words[::97])


def test_the_built_in_lexicon_is_compiled_once_and_again_when_it_is_stale(tmp_path, monkeypatch):
    monkeypatch.setenv("ISOTOP_DATA", str(tmp_path))
    compiled = []

    def few(data, tiles):
        compiled.append(len(data))
        return read_word_list(b"CAT\nDOG\n", tiles)

    monkeypatch.setattr(library, "read_word_list", few)
    path = ensure_builtin()
    assert path == tmp_path / "lexicons" / "english.lexicon"
    assert load_lexicon("english").word_count == 2
    ensure_builtin()
    assert len(compiled) == 1
    save(lexicon_of("CAT"), path)  # of another list
    ensure_builtin()
    path.write_bytes(b"damaged")
    ensure_builtin()
    assert len(compiled) == 3
    path.unlink()
    assert load_lexicon("english").word_count == 2


def test_opening_a_lexicon_does_not_import_numba():
    code = "import sys, engine.lexicon as l; l.load_lexicon('english'); sys.exit('numba' in sys.modules)"
    root = Path(engine.__file__).parents[1]
    assert subprocess.run([sys.executable, "-c", code], cwd=root, check=False, env=os.environ).returncode == 0


def test_a_lexicon_with_other_words_is_not_the_same(english):
    assert load_same("english", english.identity) is load_lexicon("english")
    with pytest.raises(LexiconError) as refused:
        load_same("english", "another-1")
    assert refused.value.code == "lexicon_changed"
