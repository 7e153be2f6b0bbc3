"""Letters of several signs: which tiles a typed text is read as, and how to write them apart."""

from itertools import permutations

import pytest

from engine import Position, Words
from engine.tiles import load_tile_set

# tile set, typed text, tiles that it is read as, how the doubtful tiles are written apart ("": no doubt)
READINGS = [
    ("spanish", "TLCHALR", "T + L + CH + A + L + R", "[C][H]"),
    ("spanish", "TL[C][H]ALR", "TLCHALR", ""),
    ("spanish", "CALLE", "C + A + LL + E", "[L][L]"),
    ("spanish", "CARRO", "C + A + RR + O", "[R][R]"),
    ("spanish", "CALLECHALL", "C + A + LL + E + CH + A + LL", "[L][L], [C][H]"),
    ("spanish", "ARCO", "ARCO", ""),
    ("catalan", "COL·LA", "C + O + L·L + A", ""),  # a point has no tile, so nothing else can be meant
    ("catalan", "ANYAL", "A + NY + A + L", ""),  # no tile is a Y
    ("catalan", "QUE", "QU + E", ""),  # no tile is a Q
    ("catalan", "COLLA", "COLLA", ""),
    ("hungarian", "SZEM", "SZ + E + M", "[S][Z]"),
    ("hungarian", "[S][Z]EM", "SZEM", ""),
    ("hungarian", "ANYA", "A + NY + A", ""),  # no tile is a Y
    ("hungarian", "PÉNZSZÓ", "P + É + N + ZS + Z + Ó", "[Z][S]"),
    ("hungarian", "PÉN[Z]SZÓ", "P + É + N + Z + SZ + Ó", "[S][Z]"),
    ("english", "CHALL", "CHALL", ""),
]


@pytest.mark.parametrize(("name", "text", "tokens", "apart"), READINGS)
def test_a_typed_rack_tells_how_it_was_read(name, text, tokens, apart):
    tiles = load_tile_set(name)
    rack = tiles.encode_rack(text)
    assert (tiles.list_tiles(rack), tiles.written_apart(rack)) == (tokens, apart)


@pytest.mark.parametrize(("name", "text", "tokens", "apart"), READINGS)
def test_a_word_with_blanks_tells_the_same(name, text, tokens, apart):
    tiles = load_tile_set(name)
    assert tiles.written_apart(tiles.encode(text.lower())) == apart


@pytest.mark.parametrize(
    ("name", "written", "picked"),
    [
        ("spanish", ["CHALERS", "CALLE", "CHAL", "ALLES"], ["CH + A + L + E + R + S", "C + A + LL + E"]),
        ("spanish", ["CHALLE", "CHAL", "RRA"], ["CH + A + LL + E", "RR + A"]),
        ("spanish", ["[CH]AL", "[C][H]AL", "(CH)AL", "cHAL", "C[A]H"], []),
        ("spanish", ["[CH]AL", "chAL"], ["ch + A + L"]),
        ("catalan", ["ANYAL", "COL·LA"], []),
    ],
)
def test_the_first_of_many_with_each_doubtful_tile_is_picked(name, written, picked):
    tiles = load_tile_set(name)
    found = tiles.pick_doubtful((text, tiles.encode(text)) for text in written)
    assert [tiles.list_tiles(cells) for cells in found] == picked


@pytest.mark.parametrize(
    ("name", "text", "folded"),
    [
        ("spanish", "CAMIÓN", {"Ó": "O"}),
        ("french", "E\N{COMBINING ACUTE ACCENT}TÉ ŒUF", {"É": "E", "Œ": "OE"}),
        ("catalan", "COĿLA", {"Ŀ": "L·"}),
        ("polish", "ŁÓDŹ", {}),
    ],
)
def test_letters_without_a_tile_of_their_own_are_told(name, text, folded):
    assert load_tile_set(name).folded_signs(text) == folded


@pytest.mark.parametrize(
    ("name", "text", "pieces"),
    [
        ("spanish", "CHCHA?", ["[CH]", "[CH]", "A", "?"]),
        ("spanish", "[C][H]Z", ["[C]", "[H]", "Z"]),
        ("catalan", "L·LLA", ["L·L", "L", "A"]),
        ("catalan", "QUINYU?", ["QU", "I", "NY", "U", "?"]),
        ("english", "CHALL", ["C", "H", "A", "L", "L"]),
    ],
)
def test_the_tiles_of_a_rack_are_joined_in_any_order(name, text, pieces):
    tiles = load_tile_set(name)
    assert tiles.split_rack(text) == pieces
    for order in permutations(pieces):
        assert sorted(tiles.encode_rack("".join(order))) == sorted(tiles.encode_rack(text))


def test_a_game_is_drawn_from_all_tiles_of_a_set():
    position = Position.start(lexicon=Words.of("CHAL CALLE", tiles="spanish"))
    drawn = position.tiles.split_rack(position.unseen)
    assert len(drawn) == position.tiles.size
    position.rack = "".join(drawn[:7])
    assert len(position.tiles.split_rack(position.rack)) == 7


def test_a_position_shows_the_tiles_that_a_rack_was_read_as():
    position = Position.start(lexicon=Words.of("CHAL CALLE", tiles="spanish"))
    position.rack = "CHALERS"
    assert str(position).endswith("CH + A + L + E + R + S  0")
