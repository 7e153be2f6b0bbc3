"""Word look-ups, compared with a search through all words."""

import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import NotationError, TileError
from engine.lexicon.lookup import FoundWords, Hooks, anagrams, extensions, find_matching, hooks, word_info
from engine.lexicon.patterns import Pattern, is_pattern
from engine.tiles import BLANK, BLANK_FLAG, LETTER_MASK, load_tile_set, tile_set_names
from tests.engine.few_words import lexicon_of

ENGLISH = load_tile_set("english")
FRENCH = load_tile_set("french")
SPANISH = load_tile_set("spanish")
WORDS = "AT ATE EAT ETA TEA SEAT EAST TEAS ETAS STATE TREAT TEATIME YEA RETREAT ESTATE ST ABEAM"

letters = st.integers(1, 5)
words_of_five_letters = st.sets(st.lists(letters, min_size=2, max_size=6).map(tuple), min_size=1, max_size=60)


def texts(found, tiles=ENGLISH):
    return [tiles.decode(word) for word in found.words]


@pytest.fixture(scope="module")
def few():
    return lexicon_of(WORDS)


def match(lexicon, pattern, tiles=ENGLISH, **options):
    return texts(find_matching(lexicon, Pattern.parse(pattern, tiles), **options), tiles)


# Patterns


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("TEA", "TEA"),
        ("tea", "TEA"),
        (" TEA ", "TEA"),
        ("?EA", "TEA YEA"),
        ("T*", "TEA TEAS TREAT TEATIME"),
        ("*TE", "ATE STATE ESTATE"),
        ("*TEA*", "TEA TEAS TEATIME"),
        ("**TEA***", "TEA TEAS TEATIME"),
        ("T*T", "TREAT"),
        ("*T?E*", "TREAT RETREAT"),
        ("[EY]?A", "ETA YEA"),
        ("[^EY]?A", "TEA"),
        ("@@#", "EAT"),
        ("#@@", "TEA YEA"),
        ("[@Y]EA", "YEA"),
        ("[^#]*[^@]", "AT EAT EAST ETAS ABEAM"),
        ("[^@#]*", ""),
        ("[A-E]?A", "ETA"),
        ("[E-E]?A", "ETA"),
        ("[A-DX-Z]?A", "YEA"),
        ("[^F-Z]T*", "AT ATE ETA ETAS"),
        ("[A-D@]T*", "AT ATE ETA ETAS"),
        ("?", ""),
        ("??", "AT ST"),
        ("???????", "RETREAT TEATIME"),
        ("????????????????", ""),
        ("*A*A*", "ABEAM"),
        ("Q*", ""),
    ],
)
def test_patterns(few, pattern, found):
    assert match(few, pattern) == found.split()


def test_a_star_alone_is_every_word_short_ones_first(few):
    assert match(few, "*") == sorted(WORDS.split(), key=lambda word: (len(word), word))


def test_the_most_that_are_named_and_how_many_there_are(few):
    found = find_matching(few, Pattern.parse("*", ENGLISH), most=3)
    assert (found.count, texts(found)) == (17, ["AT", "ST", "ATE"])
    assert find_matching(few, Pattern.parse("*", ENGLISH), most=0) == FoundWords(17, ())


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("[CH]*", "CHE CHORRO"),
        ("CH*", "CHE CHORRO"),
        ("[HC]?", "CE HE"),
        ("[C]*", "CE CERRO"),
        ("*[RR]O", "CERRO CHORRO"),
        ("*R*", ""),
        ("[Ñ]U", "ÑU"),
        ("N?", ""),
        ("[CHH]E", "CHE HE"),
        ("[A-CH]*", "CE CHE CERRO CHORRO"),
        ("[A-C]*", "CE CERRO"),
        ("[N-O]U", "ÑU"),
    ],
)
def test_tiles_of_two_letters_are_read_in_brackets_as_everywhere(pattern, found):
    spanish = lexicon_of("CHE CE HE CERRO CHORRO ÑU", SPANISH)
    assert match(spanish, pattern, SPANISH) == found.split()


def test_letters_with_accents_fold_in_patterns_and_a_letter_may_be_vowel_and_consonant():
    french = lexicon_of("ETE OEUF YEUX", FRENCH)
    assert match(french, "é?É", FRENCH) == ["ETE"]
    assert match(french, "Œ*", FRENCH) == ["OEUF"]
    assert match(french, "[@]EUX", FRENCH) == match(french, "#EUX", FRENCH) == ["YEUX"]


@pytest.mark.parametrize(
    "pattern",
    [
        "",
        "  ",
        "[",
        "[A",
        "A]",
        "[]",
        "[^]",
        "[[A]]",
        "A" * 61,
        "][",
        "[A-]",
        "[-A]",
        "[-]",
        "[C-A]",
        "[A--C]",
        "[A-@]",
        "A-C",
    ],
)
def test_what_is_no_pattern(pattern):
    with pytest.raises((NotationError, TileError)) as caught:
        Pattern.parse(pattern, ENGLISH)
    assert caught.value.code in {"bad_pattern", "unknown_letter"}


@pytest.mark.parametrize("pattern", ["A1", "[A?]", "A B", "(A)", "[A*]", "Ñ×"])
def test_letters_that_there_are_not(pattern):
    with pytest.raises(TileError, match="is not a letter"):
        Pattern.parse(pattern, ENGLISH)


@pytest.mark.parametrize(
    ("text", "tiles", "expected"),
    [
        ("TEA", ENGLISH, False),
        ("T?A", ENGLISH, True),
        ("[^A]", ENGLISH, True),
        ("@", ENGLISH, True),
        ("[AEI]T", ENGLISH, True),
        ("[A-C]T", ENGLISH, True),
        ("[T]A", ENGLISH, False),
        ("[CH]A", SPANISH, False),
        ("[CH]A", ENGLISH, True),
    ],
)
def test_whether_a_text_is_a_pattern(text, tiles, expected):
    assert is_pattern(text, tiles) is expected


@settings(max_examples=30)
@given(st.data(), st.sampled_from(tile_set_names()))
def test_every_word_is_a_pattern_of_itself_alone(data, name):
    tiles = load_tile_set(name)
    word = tuple(data.draw(st.lists(st.integers(1, len(tiles.letters)), min_size=2, max_size=15)))
    other = tuple(data.draw(st.lists(st.integers(1, len(tiles.letters)), min_size=2, max_size=15)))
    found = find_matching(lexicon_of([word, other], tiles), Pattern.parse(tiles.decode(word), tiles))
    assert found == FoundWords(1, (word,))


SIGNS = st.sampled_from(["?", "*", "A", "B", "E", "[AB]", "[^AB]", "@", "#", "[#A]", "[^@]"])
REGULAR = {
    "?": "[A-E]",
    "*": ".*",
    "@": "[AE]",
    "#": "[B-D]",
    "[#A]": "[A-D]",
    "[^@]": "[B-D]",
    "[^AB]": "[C-E]",
}


@settings(max_examples=30)
@given(words_of_five_letters, st.lists(SIGNS, min_size=1, max_size=8))
def test_patterns_find_what_a_regular_expression_finds(words, signs):
    found = find_matching(lexicon_of(words), Pattern.parse("".join(signs), ENGLISH))
    expected = [
        w for w in words if re.fullmatch("".join(REGULAR.get(s, s) for s in signs), ENGLISH.decode(w))
    ]
    assert list(found.words) == sorted(expected, key=lambda word: (len(word), word))
    assert found.count == len(expected)


# Anagrams


@pytest.mark.parametrize(
    ("rack", "found"),
    [
        ("TEA", "ATE EAT ETA TEA"),
        ("tae", "ATE EAT ETA TEA"),
        ("SEAT", "EAST ETAS SEAT TEAS"),
        ("?EA", "AtE EAt EtA tEA yEA"),
        ("??", "at st"),
        ("AT?", "ATe eAT eTA TeA"),
        ("TTAREE", ""),
        ("A", ""),
        ("", ""),
        ("T" * 16, ""),
    ],
)
def test_anagrams_use_every_tile_and_mark_the_blanks(few, rack, found):
    assert texts(anagrams(few, ENGLISH.encode_rack(rack))) == found.split()


def test_words_of_some_of_the_tiles_long_ones_first(few):
    rack = ENGLISH.encode_rack("SEAT")
    found = anagrams(few, rack, whole=False)
    assert texts(found) == ["EAST", "ETAS", "SEAT", "TEAS", "ATE", "EAT", "ETA", "TEA", "AT", "ST"]
    assert anagrams(few, rack, whole=False, most=5) == FoundWords(10, found.words[:5])


def test_a_blank_marked_on_the_rack_is_a_blank(few):
    assert texts(anagrams(few, ENGLISH.encode("TEx"))) == ["aTE", "EaT", "ETa", "TEa"]


@settings(max_examples=30)
@given(words_of_five_letters, st.lists(st.integers(0, 5), max_size=8), st.booleans())
def test_anagrams_are_all_the_words_that_the_tiles_can_make(words, rack, whole):
    found = anagrams(lexicon_of(words), rack, whole=whole)
    blanks = rack.count(BLANK)
    possible = [
        word
        for word in words
        if (Counter(word) - Counter(rack)).total() <= blanks and (len(word) == len(rack) or not whole)
    ]
    plain = [tuple(cell & LETTER_MASK for cell in word) for word in found.words]
    assert plain == sorted(possible, key=lambda word: (-len(word), word))
    for word in found.words:
        used = Counter(BLANK if cell & BLANK_FLAG else cell for cell in word)
        assert not used - Counter(rack)


# Hooks, extensions, and all of it


def test_hooks(few):
    def as_text(word):
        found = hooks(few, ENGLISH.encode_plain(word))
        return ENGLISH.decode(found.front), ENGLISH.decode(found.back)

    assert as_text("TEA") == ("", "S")
    assert as_text("AT") == ("E", "E")
    assert as_text("EAT") == ("S", "")
    assert as_text("STATE") == ("E", "")
    assert as_text("EA") == ("TY", "T")
    assert hooks(few, (1,) * 15) == Hooks((), ())


def test_extensions_have_the_word_whole_within(few):
    def of(word, **options):
        return texts(extensions(few, ENGLISH.encode_plain(word), **options))

    assert of("TEA") == ["TEAS", "TEATIME"]
    assert of("AT") == ["ATE", "EAT", "SEAT", "STATE", "TREAT", "ESTATE", "RETREAT", "TEATIME"]
    assert of("AT", most=2) == ["ATE", "EAT"]
    assert extensions(few, ENGLISH.encode_plain("AT"), most=0).count == 8
    assert of("RE") == ["TREAT", "RETREAT"]
    assert of("QQ") == []
    assert extensions(few, (1,) * 100) == FoundWords(0, ())


@settings(max_examples=30)
@given(words_of_five_letters, st.lists(letters, min_size=1, max_size=4).map(tuple))
def test_extensions_are_the_longer_words_around(words, word):
    around = [
        longer
        for longer in words
        if len(longer) > len(word)
        and any(longer[start : start + len(word)] == word for start in range(len(longer)))
    ]
    assert extensions(lexicon_of(words), word).words == tuple(sorted(around, key=lambda w: (len(w), w)))


def test_everything_about_a_word(few):
    info = word_info(few, ENGLISH.encode("tEA"), ENGLISH, most=1)
    assert (ENGLISH.decode(info.word), info.good, info.value) == ("TEA", True, 3)
    assert info.hooks == hooks(few, info.word)
    assert (info.anagrams.count, texts(info.anagrams)) == (3, ["ATE"])
    assert (info.extensions.count, texts(info.extensions)) == (2, ["TEAS"])


def test_everything_about_letters_that_are_no_word(few):
    info = word_info(few, ENGLISH.encode("AET"), ENGLISH)
    assert (info.good, info.value) == (False, 3)
    assert texts(info.anagrams) == ["ATE", "EAT", "ETA", "TEA"]
    assert info.extensions.count == 0


@pytest.mark.parametrize("length", [0, 1, 15, 16, 70])
def test_words_of_any_length_have_an_answer(few, length):
    assert not word_info(few, (1,) * length, ENGLISH).good


def test_answers_for_a_lexicon_opened_after_another():
    one, other = lexicon_of("AT"), lexicon_of("EAST STEAM")
    assert match(one, "*") == ["AT"]
    assert match(other, "*") == ["EAST", "STEAM"]
    assert match(one, "*") == ["AT"]


def test_the_built_in_lexicon_answers_at_once(english):
    """The bound is far above the usual milliseconds: it detects a walk that goes wrong."""
    found = find_matching(english, Pattern.parse("*", ENGLISH), most=1)
    assert found.count == english.word_count
    assert word_info(english, ENGLISH.encode("TRAIN"), ENGLISH).extensions.count > 50
