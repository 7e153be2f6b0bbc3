"""A lexicon with words more and less, against the lexicon that is built from the edited list."""

from contextlib import suppress
from itertools import islice, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.board import Board
from engine.errors import EngineError, LexiconError
from engine.lexicon import amend_lexicon, build_lexicon, load_lexicon
from engine.lexicon.lookup import find_matching, word_info
from engine.lexicon.patterns import Pattern
from engine.movegen import all_moves, top
from engine.movegen.search import Top
from engine.movegen.tables import tables_of
from engine.notation import Move
from engine.scoring import score_move
from engine.tiles import load_tile_set
from tests.engine.movegen.search_helpers import positions_with, read
from tests.lanes import quick

ENGLISH = load_tile_set("english")
SPANISH = load_tile_set("spanish")
few_examples = settings(max_examples=30)

# Few letters, so that words share beginnings and endings.
words = st.lists(st.integers(1, 3), min_size=2, max_size=5).map(tuple)


@st.composite
def amendments(draw):
    """Return the words of a lexicon, those to accept and those to refuse; some word is left."""
    base = draw(st.sets(words, min_size=1, max_size=30))
    accepted = draw(st.sets(words, max_size=8))
    refused = draw(st.sets(st.one_of(words, st.sampled_from(sorted(base))), max_size=8)) - accepted
    if not (base | accepted) - refused:
        accepted, refused = accepted | set(islice(refused, 1)), set(islice(refused, 1, None))
    return base, accepted, refused


def lexicon_of(of_words, tiles=ENGLISH):
    return build_lexicon(of_words, tiles, "base", bytes(range(32)))


@few_examples
@given(amendments())
def test_it_has_the_words_of_the_edited_list(given_words):
    base, accepted, refused = given_words
    lexicon = lexicon_of(base)
    amended = amend_lexicon(lexicon, accepted, refused)
    edited = (base | accepted) - refused
    assert list(amended.words()) == sorted(edited)
    assert amended.word_count == len(edited)
    assert amended.fingerprint == lexicon_of(edited).fingerprint
    assert all(amended.contains(word) == (word in edited) for word in base | accepted | refused)
    assert list(lexicon.words()) == sorted(base)


@few_examples
@given(amendments())
def test_every_edge_leads_down_and_the_letters_of_edges_stay_in_order(given_words):
    """The walk of `lookup` over all edges, and that of the search, rest on it."""
    base, accepted, refused = given_words
    amended = amend_lexicon(lexicon_of(base), accepted, refused)
    found = find_matching(amended, Pattern.parse("*", ENGLISH))
    assert sorted(found.words) == sorted((base | accepted) - refused)
    first = 0
    for number, entry in enumerate(amended.nodes.tolist()):
        fan = (entry & ((1 << 41) - 1)).bit_count()
        assert entry >> 41 == first
        assert all(int(edge) >> 1 < number for edge in amended.edges[first : first + fan])
        first += fan
    assert first == len(amended.edges)


@few_examples
@given(amendments(), st.lists(st.integers(0, 3), min_size=1, max_size=7))
def test_the_search_finds_what_it_finds_with_the_edited_list(given_words, rack):
    base, accepted, refused = given_words
    amended = amend_lexicon(lexicon_of(base), accepted, refused)
    edited = lexicon_of((base | accepted) - refused)
    found, expected = (top(Board.empty(), rack, lexicon, ENGLISH) for lexicon in (amended, edited))
    assert set(found.moves) == set(expected.moves)


@st.composite
def amendments_of_many(draw):
    """Return an amendment of a list large enough that the search shares the tables of its lexicon."""
    letters = st.integers(1, 3)
    every = [word for size in (2, 3, 4) for word in product((1, 2, 3), repeat=size)]
    base = set(draw(st.permutations(every))[:90])
    new = st.one_of(
        st.sampled_from(sorted(set(every) - base)), st.lists(letters, min_size=5, max_size=6).map(tuple)
    )
    return base, draw(st.sets(new, max_size=11)), draw(st.sets(st.sampled_from(sorted(base)), max_size=20))


@pytest.mark.slow
@few_examples
@given(
    amendments_of_many(),
    st.lists(st.integers(0, 3), min_size=1, max_size=7),
    st.lists(st.sampled_from(["H7 ABC", "8H BCAB", "H8 AB"]), max_size=2),
)
def test_tables_shared_with_the_lexicon_find_what_new_ones_find(given_words, rack, laid):
    base, accepted, refused = given_words
    amended = amend_lexicon(lexicon_of(base), accepted, refused)
    edited = lexicon_of((base | accepted) - refused)
    board = Board.empty()
    for text in laid:
        with suppress(EngineError):
            board = board.place(
                score_move(board, Move.parse(*text.split(), ENGLISH, "duplicate"), ENGLISH).move
            )
    for search in (all_moves, top):
        found, expected = (search(board, rack, lexicon, ENGLISH) for lexicon in (amended, edited))
        listed = [list(one.moves if isinstance(one, Top) else one) for one in (found, expected)]
        assert listed[0] == listed[1]
    assert not amended.amendment or tables_of(amended).ranks is not None


@pytest.mark.slow
@few_examples
@given(amendments(), amendments())
def test_an_amended_lexicon_can_be_amended_again(first, second):
    base, *changes = first
    _other, accepted, refused = second
    lexicon = amend_lexicon(lexicon_of(base), *changes)
    edited = set(lexicon.words()) | accepted
    if edited - refused:
        assert set(amend_lexicon(lexicon, accepted, refused).words()) == edited - refused


@pytest.fixture(scope="module")
def english():
    return load_lexicon("english")


class TestAWholeLexicon:
    def test_name_and_tiles_stay_and_the_identity_is_another(self, english):
        word = ENGLISH.encode_plain("ZZYZXQ")
        amended = amend_lexicon(english, [word])
        assert (amended.name, amended.tile_set, amended.path) == ("english", "english", None)
        assert amended.word_count == english.word_count + 1
        assert amended.identity != english.identity
        assert amended.identity != amend_lexicon(english, [ENGLISH.encode_plain("ZZYZXQA")]).identity
        assert amend_lexicon(english, [word]).identity == amended.identity

    def test_a_cross_word_counts_for_the_search(self, english):
        board = Board.empty()
        lying = score_move(board, Move.parse("H8", "HOUSE", ENGLISH, "duplicate"), ENGLISH)
        board = board.place(lying.move)
        rack = ENGLISH.encode_rack("QQ")
        assert not top(board, rack, english, ENGLISH).moves
        amended = amend_lexicon(english, [ENGLISH.encode_plain(word) for word in ("HOUSEQ", "QQ")])
        found = {
            scored.move.text(ENGLISH, "duplicate") for scored in top(board, rack, amended, ENGLISH).moves
        }
        assert found == {("13H", "QQ"), ("13G", "QQ")}

    @pytest.mark.parametrize("blanks_and_count", quick([(0, 40), (1, 40), (2, 40)]))
    def test_positions_of_games_with_words_more_and_less(self, english, blanks_and_count):
        """The moves are those of the whole list, without those of a refused word, and with those of an accepted one."""
        accepted = {ENGLISH.encode_plain(word) for word in ("QZA", "EEI", "AEINRTZ", "IO")}
        refused = {ENGLISH.encode_plain(word) for word in ("QI", "ZA", "AE", "TRAINER", "RETINAS", "THE")}
        amended = amend_lexicon(english, accepted, refused)
        whole = build_lexicon((set(english.words()) | accepted) - refused, ENGLISH, "whole")
        blanks, count = blanks_and_count
        for position in positions_with(blanks)[:count]:
            board, rack = read(position)
            assert list(all_moves(board, rack, amended, ENGLISH)) == list(
                all_moves(board, rack, whole, ENGLISH)
            )
            best, expected = (top(board, rack, lexicon, ENGLISH).moves for lexicon in (amended, whole))
            assert list(best) == list(expected)

    def test_a_rack_of_three_blanks_finds_no_refused_word(self, english):
        amended = amend_lexicon(english, [(26, 26)], [ENGLISH.encode_plain("AA")])
        found = {one.move.word for one in all_moves(Board.empty(), [0, 0, 0], amended, ENGLISH)}
        assert {len(word) for word in found} == {2, 3}
        texts = {ENGLISH.decode(word).upper() for word in found}
        assert "ZZ" in texts
        assert "AA" not in texts

    def test_the_facts_of_a_word_follow(self, english):
        amended = amend_lexicon(english, [ENGLISH.encode_plain("HOUSEZ")], [ENGLISH.encode_plain("HOUSES")])
        info = word_info(amended, ENGLISH.encode_plain("HOUSE"), ENGLISH)
        assert ENGLISH.encode_plain("Z")[0] in info.hooks.back
        assert ENGLISH.encode_plain("S")[0] not in info.hooks.back

    @pytest.mark.slow
    def test_ten_thousand_words(self, english):
        known = list(islice(english.words(), 5000))
        new = [(26, 26, *word) for word in islice(english.words(), 20000) if len(word) <= 13][:5000]
        amended = amend_lexicon(english, new, known)
        assert amended.word_count == english.word_count
        assert all(amended.contains(word) for word in new)
        assert not any(amended.contains(word) for word in known)


def test_a_change_of_nothing_is_the_lexicon_itself():
    lexicon = lexicon_of([(1, 2)])
    assert amend_lexicon(lexicon, [(1, 2)], [(2, 1)]) is lexicon


def test_a_tile_of_two_letters_is_one_tile():
    llave = SPANISH.encode_plain("LLAVE")
    lexicon = build_lexicon([SPANISH.encode_plain("SOL")], SPANISH, "base")
    amended = amend_lexicon(lexicon, [llave])
    assert amended.contains(llave)
    assert not amended.contains(SPANISH.encode_plain("[L][L]AVE"))


def test_the_last_word_stays():
    with pytest.raises(LexiconError):
        amend_lexicon(lexicon_of([(1, 2)]), [], [(1, 2)])


@pytest.mark.parametrize(
    ("accepted", "refused"),
    [([(1, 2)], [(1, 2)]), ([(1,)], []), ([(1,) * 16], []), ([(0, 1)], []), ([(42, 1)], [])],
)
def test_what_is_no_word_is_refused(accepted, refused):
    with pytest.raises(ValueError, match=r"word|accepted"):
        amend_lexicon(lexicon_of([(1, 2)]), accepted, refused)
