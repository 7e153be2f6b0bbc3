"""Tile sets and how tiles are written."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import TileError
from engine.tiles import BLANK, BLANK_FLAG, TileSet, load_tile_set, tile_set_from_toml, tile_set_names

# The published sets: letter, tiles, value.
SETS = {
    "dutch": """
        A6/1 B2/3 C2/5 D5/2 E18/1 F2/4 G3/3 H2/4 I4/1 J2/4 K3/3 L3/3 M3/3 N10/1 O6/1 P2/3 Q1/10 R5/2
        S5/2 T5/2 U3/4 V2/4 W2/5 X1/8 Y1/8 Z2/4
    """,
    "english": """
        A9/1 B2/3 C2/3 D4/2 E12/1 F2/4 G3/2 H2/4 I9/1 J1/8 K1/5 L4/1 M2/3 N6/1 O8/1 P2/3 Q1/10 R6/1 S4/1
        T6/1 U4/1 V2/4 W2/4 X1/8 Y2/4 Z1/10
    """,
    "french": """
        A9/1 B2/3 C2/3 D3/2 E15/1 F2/4 G2/2 H2/4 I8/1 J1/8 K1/10 L5/1 M3/2 N6/1 O6/1 P2/3 Q1/8 R6/1 S6/1
        T6/1 U6/1 V2/4 W1/10 X1/10 Y1/10 Z1/10
    """,
    "german": """
        A5/1 Ä1/6 B2/3 C2/4 D4/1 E15/1 F2/4 G3/2 H4/2 I6/1 J1/6 K2/4 L3/2 M4/3 N9/1 O3/2 Ö1/8 P1/4 Q1/10
        R6/1 S7/1 T6/1 U6/1 Ü1/6 V1/6 W1/3 X1/8 Y1/10 Z1/3
    """,
    "italian": """
        A14/1 B3/5 C6/2 D3/5 E11/1 F3/5 G2/8 H2/8 I12/1 L5/3 M5/3 N5/3 O15/1 P3/5 Q1/10 R6/2 S6/2 T6/2
        U5/3 V3/5 Z2/8
    """,
    "romanian": """
        A10/1 B2/5 C5/1 D4/3 E9/1 F2/4 G2/6 H1/8 I11/1 J1/10 L5/1 M3/4 N6/1 O5/2 P4/2 R6/1 S6/1 T7/1
        U5/1 V2/4 X1/10 Z1/8
    """,
    "spanish": """
        A12/1 B2/3 C4/3 CH1/5 D5/2 E12/1 F1/4 G2/2 H2/4 I6/1 J1/8 L4/1 LL1/8 M2/3 N5/1 Ñ1/8 O9/1 P2/3
        Q1/5 R5/1 RR1/8 S6/1 T4/1 U5/1 V1/4 X1/8 Y1/4 Z1/10
    """,
}
VOWELS = dict.fromkeys(SETS, "AEIOU") | {"french": "AEIOUY", "german": "AÄEIOÖUÜ"}
VOWELS_OR_CONSONANTS = dict.fromkeys(SETS, "") | {"french": "Y"}
SIZES = {
    "dutch": 102,
    "english": 100,
    "french": 102,
    "german": 102,
    "italian": 120,
    "romanian": 100,
    "spanish": 100,
}
TINY = """
language = "en"
tiles = [["A", 3, 1], ["B", 2, 4]]
blanks = 1
size = 6
vowels = ["A"]
both = []
"""

tile_sets = st.sampled_from(sorted(SIZES)).map(load_tile_set)


@st.composite
def sets_and_words(draw):
    tiles = draw(tile_sets)
    letters = st.integers(1, len(tiles.letters))
    cell = st.one_of(letters, letters.map(lambda letter: letter | BLANK_FLAG))
    return tiles, tuple(draw(st.lists(cell, max_size=15)))


def test_the_sets_are_built_in():
    assert set(SIZES) < set(tile_set_names())
    assert len(tile_set_names()) == 38
    assert {name: load_tile_set(name).size for name in SIZES} == SIZES


@pytest.mark.parametrize("name", SETS)
def test_b2_counts_and_values_are_those_of_the_published_sets(name):
    tiles = load_tile_set(name)
    rows = zip(tiles.letters, tiles.counts[1:], tiles.values[1:], strict=True)
    assert [f"{letter}{count}/{value}" for letter, count, value in rows] == SETS[name].split()
    assert (tiles.counts[BLANK], tiles.values[BLANK]) == (2, 0)


@pytest.mark.parametrize("name", SETS)
def test_vowels_consonants_and_what_counts_as_either(name):
    tiles = load_tile_set(name)
    assert tiles.decode(sorted(tiles.vowels)) == VOWELS[name]
    assert tiles.decode(sorted(tiles.vowels & tiles.consonants)) == VOWELS_OR_CONSONANTS[name]


def test_french_y_is_vowel_and_consonant_english_y_a_consonant():
    french, english = load_tile_set("french"), load_tile_set("english")
    (y,) = french.encode("Y")
    assert y in french.vowels & french.consonants
    assert english.encode("Y")[0] not in english.vowels
    assert english.vowels == set(english.encode("AEIOU"))


def test_blanks_are_written_small_or_in_parentheses():
    tiles = load_tile_set("english")
    assert tiles.encode("aNHELAI") == tiles.encode("(A)NHELAI") == tiles.encode("(a)NHELAI")
    assert tiles.encode("aB") == (1 | BLANK_FLAG, 2)
    assert tiles.decode((1 | BLANK_FLAG, 2)) == "aB"


@pytest.mark.parametrize(
    ("name", "written", "plain"),
    [
        ("french", "ÉTÉ", "ETE"),
        ("french", "E\u0301TE", "ETE"),
        ("french", "CŒUR", "COEUR"),
        ("english", "CAFÉ", "CAFE"),
        ("german", "STRAßE", "STRASSE"),
        ("german", "STRAẞE", "STRASSE"),
        ("german", "CAFÉ", "CAFE"),
        ("dutch", "ĲS", "IJS"),
        ("italian", "PIÙ", "PIU"),
        ("spanish", "CAMIÓN", "CAMION"),
        ("romanian", "ȘTIINȚĂ", "STIINTA"),
        ("romanian", "ŞTIINŢĂ", "STIINTA"),  # with cedillas, as before Unicode had the commas
        ("romanian", "ÎNCÂT", "INCAT"),
        ("french", "ÇA", "CA"),
        ("french", "LÆTITIA", "LAETITIA"),
        ("french", "CAÑON", "CANON"),
        ("spanish", "PINGÜINO", "PINGUINO"),
        ("spanish", "ÁÉÍÓÚ", "AEIOU"),
        ("italian", "PERCHÉ", "PERCHE"),
        ("dutch", "REËEL", "REEEL"),
        ("german", "GARÇON", "GARCON"),
        # English dictionaries print some foreign words with accents, and Scrabble is played without.
        ("english", "ÑU", "NU"),
        ("english", "ÆON", "AEON"),
    ],
)
def test_accents_fold_as_the_language_says(name, written, plain):
    tiles = load_tile_set(name)
    assert tiles.encode(written) == tiles.encode(plain)
    assert tiles.encode_plain(written.lower()) == tiles.encode(plain)


def test_a_small_accented_letter_is_a_blank():
    french = load_tile_set("french")
    assert french.encode("éTœ") == french.encode("eToe")


def test_letters_that_are_tiles_do_not_fold():
    german, spanish = load_tile_set("german"), load_tile_set("spanish")
    assert german.encode("Ä") != german.encode("A")
    assert spanish.encode("AÑO") != spanish.encode("ANO")
    assert german.decode(german.encode("ÄöÜ")) == "ÄöÜ"


@pytest.mark.parametrize(
    ("name", "letters"),
    [
        ("spanish", "KW"),
        ("italian", "JKWXY"),
        ("romanian", "KQWY"),
        ("english", "ØŁĐŊÞ"),  # letters of their own, not letters with an accent
    ],
)
def test_letters_that_no_tile_has_are_refused(name, letters):
    for letter in letters:
        with pytest.raises(TileError):
            load_tile_set(name).encode(letter)


def test_the_longest_tile_is_read_first():
    spanish = load_tile_set("spanish")
    assert len(spanish.encode("CHORRO")) == 4
    assert spanish.encode("[CH]A") == spanish.encode("CHA")
    assert spanish.encode("chA") == spanish.encode("[ch]A") == spanish.encode("(CH)A")
    assert len(spanish.encode("[C][H]A")) == 3
    assert spanish.decode(spanish.encode("CHORRO")) == "CHORRO"
    assert spanish.decode(spanish.encode("[C][H]A")) == "[C][H][A]"
    assert spanish.decode_rack(spanish.encode_rack("?CHa")) == "?CHA"


def test_dictionary_words_have_no_case_and_no_blanks():
    tiles = load_tile_set("english")
    assert tiles.encode_plain("abC") == (1, 2, 3)
    with pytest.raises(TileError):
        tiles.encode_plain("(A)B")


def test_racks_have_question_marks_for_blanks():
    tiles = load_tile_set("english")
    assert tiles.encode_rack("a?B") == (1, BLANK, 2)
    assert tiles.decode_rack((1, BLANK, 2)) == "A?B"
    assert tiles.encode_rack("") == ()


@pytest.mark.parametrize("text", ["A1", "A B", "А", "A?", "[A", "(AB)", "[]", "\x00", "\ud800", "🂡"])
def test_unknown_letters_are_named(text):
    with pytest.raises(TileError) as caught:
        load_tile_set("english").encode(text)
    assert caught.value.code == "unknown_letter"
    assert caught.value.params["text"] == text


def test_the_letter_is_named_and_the_word_it_is_in():
    with pytest.raises(TileError, match="“7” in “R7MA”"):
        load_tile_set("dutch").encode("R7MA")


def test_tokens_are_what_squares_show():
    spanish = load_tile_set("spanish")
    (ch,) = spanish.encode("CH")
    assert [spanish.token(cell) for cell in (0, 1, 1 | BLANK_FLAG, ch, ch | BLANK_FLAG)] == [
        "",
        "A",
        "a",
        "CH",
        "ch",
    ]


def test_an_unknown_tile_set_is_named():
    with pytest.raises(TileError, match="klingon") as caught:
        load_tile_set("klingon")
    assert caught.value.code == "unknown_tile_set"


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("size = 6", "size = 7", "6 tiles, but its size says 7"),
        ("size = 6", "", "cannot be read"),
        ("language", "lingua", "cannot be read"),
        ("tiles = [", "tiles = ", "cannot be read"),
        ("[", "(", "cannot be read"),
        ('"B", 2, 4', '"A", 2, 4', "a letter is there twice"),
        ('"B", 2, 4', '"b", 2, 4', "capitals"),
        ('"B", 2, 4', '"B", -2, 4', "negative"),
        ('"B", 2, 4', '"B", "two", 4', "invalid literal"),
        ('vowels = ["A"]', 'vowels = ["E"]', "not in tuple"),
    ],
)
def test_a_bad_tile_set_says_what_is_wrong(old, new, problem):
    assert tile_set_from_toml("tiny", TINY).size == 6
    with pytest.raises(TileError, match=problem) as caught:
        tile_set_from_toml("tiny", TINY.replace(old, new))
    assert caught.value.code == "bad_tile_set"


def test_a_tile_set_made_in_code_is_checked_too():
    with pytest.raises(TileError, match="1 to 41 letters"):
        TileSet("x", "en", letters=(), counts=(), values=(), vowels=frozenset(), consonants=frozenset())
    fields = {"name": "x", "language": "en", "letters": ("A",), "vowels": frozenset({1})}
    with pytest.raises(TileError, match="needs a count"):
        TileSet(**fields, counts=(1,), values=(0, 1), consonants=frozenset())
    with pytest.raises(TileError, match="vowel or a consonant"):
        TileSet(**fields, counts=(1, 1), values=(0, 1), consonants=frozenset({2}))


@given(sets_and_words())
def test_words_read_back_as_printed(case):
    tiles, word = case
    assert tiles.encode(tiles.decode(word)) == word


@given(sets_and_words())
def test_racks_read_back_as_printed(case):
    tiles, word = case
    rack = tuple(BLANK if cell & BLANK_FLAG else cell for cell in word)
    assert tiles.encode_rack(tiles.decode_rack(rack)) == rack


@given(tile_sets, st.text(max_size=20))
def test_any_text_is_read_or_refused(tiles, text):
    for read in (tiles.encode, tiles.encode_plain, tiles.encode_rack):
        try:
            cells = read(text)
        except TileError:
            continue
        assert read(tiles.decode_rack(cells) if read == tiles.encode_rack else tiles.decode(cells)) == cells


@given(tile_sets)
def test_tile_sets_are_values(tiles):
    copy = pickle.loads(pickle.dumps(tiles))
    assert copy == tiles
    assert hash(copy) == hash(tiles)
    assert copy.encode("A") == tiles.encode("A")


def test_tiles_in_a_sentence_are_told_apart():
    spanish, english = load_tile_set("spanish"), load_tile_set("english")
    assert spanish.list_tiles(spanish.encode_rack("C[CH]?")) == "C + CH + ?"
    assert spanish.list_tiles(spanish.encode_rack("CA?")) == "CA?"
    assert english.list_tiles(english.encode_rack("CCH")) == "CCH"
