"""Word lists of clubs: encodings, line ends, definitions, and errors by line."""

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.lexicon.word_list import ENCODINGS, MOST_ERRORS, read_word_list
from engine.tiles import load_tile_set

ENGLISH = load_tile_set("english")
FRENCH = load_tile_set("french")
GERMAN = load_tile_set("german")
ROMANIAN = load_tile_set("romanian")
SPANISH = load_tile_set("spanish")


def encode_words(text, tiles=ENGLISH):
    return [bytes(tiles.encode_plain(word)) for word in text.split()]


def test_a_plain_list():
    read = read_word_list(b"cat\nDOG\nAnt\n", ENGLISH)
    assert (read.words, read.errors, read.doubles) == (encode_words("CAT DOG ANT"), [], 0)


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_line_ends_byte_order_mark_comments_and_empty_lines(end):
    data = b"\xef\xbb\xbf" + end.join([b"# club list", b"CAT", b"", b"  DOG \t", b"#", b"CAT", b"ANT"])
    read = read_word_list(data, ENGLISH)
    assert (read.words, read.errors, read.doubles) == (encode_words("CAT DOG ANT"), [], 1)


def test_lines_are_counted_as_an_editor_counts_them():
    read = read_word_list(b"CAT\r\n\r\nD0G\rA\x0bT\n4NT", ENGLISH)
    assert [error.line for error in read.errors] == [3, 4, 5]


def test_accents_fold_as_the_language_says():
    assert read_word_list("été\nŒUF\n".encode(), FRENCH).words == encode_words("ETE OEUF", FRENCH)


# Encodings

LISTS = {
    "iso-8859-1": (FRENCH, "été\nfaçon"),
    "iso-8859-15": (FRENCH, "été\nŒUF"),
    "windows-1252": (FRENCH, "été\nŒUF"),
    "mac-roman": (FRENCH, "été\nŒUF"),
    "cp850": (SPANISH, "año\ncamión"),
    "windows-1250": (ROMANIAN, "înţeles\nsăptămână"),
    "iso-8859-2": (ROMANIAN, "înţeles\nsăptămână"),
    "utf-8": (GERMAN, "Öl\nStraße"),
}


def test_every_encoding_has_its_list():
    assert set(ENCODINGS) == set(LISTS)


@pytest.mark.parametrize("encoding", LISTS)
def test_a_list_in_the_encoding_that_one_says(encoding):
    tiles, text = LISTS[encoding]
    read = read_word_list(text.encode(encoding), tiles, encoding)
    assert (read.words, read.errors) == (encode_words(text, tiles), [])


@pytest.mark.parametrize("encoding", [name for name in LISTS if name != "utf-8"])
def test_another_encoding_is_never_guessed(encoding):
    tiles, text = LISTS[encoding]
    read = read_word_list(text.encode(encoding), tiles)
    assert read.misread
    assert {error.code for error in read.errors} == {"line_encoding"}


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
    ],
)
@pytest.mark.parametrize("said", [None, "iso-8859-1", "utf-8"])
def test_a_byte_order_mark_says_what_it_is(mark, encoding, said):
    data = mark + "# Liste\r\nété\r\nŒUF\r\n".encode(encoding)
    read = read_word_list(data, FRENCH, said)
    assert (read.words, read.errors) == (encode_words("ETE OEUF", FRENCH), [])


def test_utf_16_cut_off_or_damaged_is_told_by_its_line():
    whole = codecs.BOM_UTF16_LE + "CAT\nDOG\n".encode("utf-16-le")
    assert [error.line for error in read_word_list(whole[:-3], ENGLISH).errors] == [2]
    lone = codecs.BOM_UTF16_LE + b"\x00\xd8" + "\nDOG".encode("utf-16-le")
    assert [error.line for error in read_word_list(lone, ENGLISH).errors] == [1]


@pytest.mark.parametrize("wrong", ["iso-8859-1", "windows-1252", "mac-roman", "cp850"])
def test_utf_8_read_as_something_else_is_noticed(wrong):
    assert read_word_list("été\n".encode(), FRENCH, wrong).errors


# Definitions


@pytest.mark.parametrize("between", [" ", "\t", ",", ";", ":", "=", "|", "  ", " - ", "\xa0"])
def test_the_first_word_of_a_line_counts_if_one_says_so(between):
    data = f"cat{between}an animal, 4 legs\nDOG\n".encode()
    assert read_word_list(data, ENGLISH, definitions=True).words == encode_words("CAT DOG")
    assert [error.line for error in read_word_list(data, ENGLISH).errors] == [1]


def test_definitions_may_have_letters_that_the_tiles_lack():
    read = read_word_list("# α\ncat 猫\n猫 cat\n".encode(), ENGLISH, definitions=True)
    assert read.words == encode_words("CAT")
    assert [error.line for error in read.errors] == [3]


def test_lines_that_say_more_than_the_word_are_noticed():
    assert read_word_list(b"cat an animal\n", ENGLISH).says_more
    assert read_word_list(b"c4t\ncat; a pet\n", ENGLISH).says_more
    assert not read_word_list(b"cat\nc4t an animal\na b\n 1 cat\n", ENGLISH).says_more
    assert not read_word_list(b"cat an animal\n", ENGLISH, definitions=True).errors


# The wrong tile set

ITALIAN = load_tile_set("italian")


@pytest.mark.parametrize(
    ("text", "tiles", "strangers", "fitting"),
    [
        ("KAYAK JUDO BOX", ITALIAN, "J K X Y", "danish slovak english swedish"),
        ("JUEGO XENIA", ITALIAN, "J X", "basque english french dutch"),
        ("JUEGO QUESO", ITALIAN, "J", "spanish dutch french portuguese"),
        ("AÑO WHISKY", SPANISH, "K W", "finnish afrikaans polish indonesian"),
        ("été BOΩ", ENGLISH, "Ω", ""),
        ("CAT été B4D A-B", ENGLISH, "", ""),
        ("łódź żółw", ENGLISH, "Ł", "polish"),
        ("слово дело", ENGLISH, "В Д Е Л О С", "russian bulgarian ukrainian"),
        ("KIWI;Ω BOA;Ω WOW", ITALIAN, "K W", "polish indonesian english afrikaans"),
    ],
)
def test_letters_that_the_tiles_lack_are_named_with_the_tile_sets_that_have_them(
    text, tiles, strangers, fitting
):
    read = read_word_list(text.replace(" ", "\n").encode(), tiles)
    assert (read.strangers, read.fitting) == (tuple(strangers.split()), tuple(fitting.split()))


def test_letters_of_tiles_of_several_letters_are_no_strangers():
    read = read_word_list(b"COL.LEGI\nCANYA\nQUI\nANY\n", load_tile_set("catalan"))
    assert [error.line for error in read.errors] == [1]
    assert (len(read.words), read.strangers, read.fitting) == (3, (), ())
    assert read_word_list(b"QUI\nQATAR\n", load_tile_set("catalan")).strangers == ("Q",)


@pytest.mark.parametrize(
    "text",
    [
        'mot,définition\nabiye,"Grouille, dépêche-toi"\n',
        '"Mot";"Définition"\n"abiye";"Grouille, dépêche-toi"\n',
        "# club\nMOT\tDÉFINITION\nabiye\tGrouille, dépêche-toi\n",
    ],
)
def test_headings_and_quotes_of_csv_are_no_words(text):
    read = read_word_list(text.encode(), FRENCH, definitions=True)
    assert read.definitions == {FRENCH.encode("ABIYE"): "Grouille, dépêche-toi"}
    assert (len(read.words), read.errors) == (1, [])


def test_quotes_within_a_definition_and_words_like_headings_stay():
    read = read_word_list(b'abiye,"""Va"", dit-il"\nmot;un mot\n', FRENCH, definitions=True)
    assert list(read.definitions.values()) == ['"Va", dit-il', "un mot"]


def test_definitions_have_no_say_in_the_tile_set():
    data = "KIWI\tΩ\nBOA\tβ\n".encode()
    read = read_word_list(data, ITALIAN, definitions=True)
    assert (read.strangers, read.fitting) == (("K", "W"), ("indonesian", "malay", "polish", "finnish"))


def test_of_many_strange_letters_the_first_are_named():
    data = "\n".join(map(chr, range(0x3B1, 0x3C9))).encode() + "\nα\nжш".encode() * 40
    data += "\n".join(map(chr, range(0x430, 0x450))).encode()
    assert len(read_word_list(data, ENGLISH).strangers) == 30


# Errors


def test_each_bad_line_is_reported_with_its_number_and_reason():
    lines = ["# list", "CAT", "D0G", "", "A", "ANTIDISESTABLISHMENT", "two words", "DOG"]
    read = read_word_list("\n".join(lines).encode() + b"\ncaf\xe9\nO\n", ENGLISH)
    assert read.words == encode_words("CAT DOG")
    assert [(error.line, error.text, error.code) for error in read.errors] == [
        (3, "D0G", "unknown_letter"),
        (5, "A", "line_too_short"),
        (6, "ANTIDISESTABLISHMENT", "line_too_long"),
        (7, "two words", "unknown_letter"),
        (9, r"caf\xe9", "line_encoding"),
        (10, "O", "line_too_short"),
    ]
    assert "utf-8" in read.errors[4].message
    assert "20 tiles" in read.errors[2].message
    assert read.misread


def test_what_is_shown_is_short_and_nothing_that_a_terminal_obeys():
    read = read_word_list(b"\x1b[2Jcat\n" + b"x1" * 5000 + b"\n\xff\x00\n", ENGLISH)
    assert [error.text for error in read.errors] == [r"\x1b[2Jcat", "x1" * 30 + "…", r"\xff\x00"]
    assert all(error.message.isprintable() and len(error.message) < 200 for error in read.errors)


def test_an_empty_list_has_no_words_and_no_errors():
    read = read_word_list(b"\n# nothing\n", ENGLISH)
    assert (read.words, read.errors) == ([], [])


@given(st.binary(max_size=200), st.sampled_from([None, *ENCODINGS]), st.booleans())
def test_any_bytes_are_read_without_a_crash(data, encoding, definitions):
    read = read_word_list(data, ENGLISH, encoding, definitions=definitions)
    assert all(2 <= len(word) <= 15 and min(word) > 0 for word in read.words)
    assert all(error.message.isprintable() for error in read.errors)


@given(st.lists(st.text("ABCDEÉÈÖ", min_size=2, max_size=15)), st.sampled_from(["utf-8", "windows-1252"]))
def test_what_is_written_is_read(words, encoding):
    read = read_word_list("\r\n".join(words).encode(encoding), FRENCH, encoding)
    assert read.words == list(dict.fromkeys(bytes(FRENCH.encode_plain(word)) for word in words))
    assert read.doubles == len(words) - len(read.words)


def test_of_millions_of_faulty_lines_the_first_are_kept_and_all_counted():
    read = read_word_list(
        b"tea\n" + b"1\n" * 2000 + b"Paris\n" * 2000 + b"cat\n", ENGLISH, without_capitals=True
    )
    assert read.words == encode_words("TEA CAT")
    assert (read.error_count, len(read.errors), read.errors[-1].line) == (4000, MOST_ERRORS, MOST_ERRORS + 1)
    assert read.codes == {"unknown_letter", "line_capital"}
