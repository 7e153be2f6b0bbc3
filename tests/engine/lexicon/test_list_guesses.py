"""Guesses about word lists: encodings and languages of lists as clubs have them."""

import pytest

from engine.lexicon.list_guesses import guess_definitions, guess_encoding, guess_tile_set

WORDS = {
    "french": "été être façon août Noël garçon œuf naïf où élève maïs hôtel forêt déjà avec vous nous",
    "german": "straße mädchen über schön grün äpfel öl größe fuß müde häuser tür und nicht eine durch",
    "spanish": "año niño camión pingüino canción corazón mañana árbol lápiz éxito útil como pero cuando",
    "romanian": "ţară şarpe şi mână român înalt băiat fată câine pâine este pentru care sunt",
    "italian": "città perché più così già università che anche sono gli questo della ogni",
    "dutch": "het niet een zijn voor maar worden hebben geërgerd coördinatie zeeën",
    "english": "the with they would which through should when naïve café",
}


def text_of(name, times=40):
    return "\n".join(WORDS[name].split() * times)


@pytest.mark.parametrize("upper", [False, True])
@pytest.mark.parametrize(
    ("name", "encoding"),
    [
        ("french", "utf-8"),
        ("french", "utf-16"),
        ("french", "windows-1252"),
        ("french", "iso-8859-15"),
        ("french", "mac-roman"),
        ("german", "windows-1252"),
        ("german", "mac-roman"),
        ("german", "cp850"),
        ("spanish", "windows-1252"),
        ("spanish", "mac-roman"),
        ("spanish", "cp850"),
        ("romanian", "windows-1250"),
    ],
)
def test_encodings_are_found(name, encoding, upper):
    text = text_of(name).upper().replace("\n", "\r\n") if upper else text_of(name)
    data = text.encode(encoding, "ignore")
    guess = guess_encoding(data)
    assert data.decode(guess).lstrip("\N{BYTE ORDER MARK}") == data.decode(encoding)


def test_a_list_without_accents_is_unicode():
    assert guess_encoding(b"QI\r\nZA\r\n") == "utf-8"
    assert guess_encoding(b"") == "utf-8"


@pytest.mark.parametrize("language", ["en", "fr", "es"])
@pytest.mark.parametrize("name", WORDS)
def test_tile_sets_are_found_by_known_words(name, language):
    assert guess_tile_set(text_of(name), language) == name
    assert guess_tile_set(text_of(name).upper().replace("\n", "\r\n"), language) == name


@pytest.mark.parametrize(
    ("language", "name"), [("fr", "french"), ("es", "spanish"), ("en", "english"), ("fr-be", "french")]
)
def test_where_words_tell_little_the_language_of_the_user_counts(language, name):
    assert guess_tile_set("QI\nZA\n", language) == name
    assert guess_tile_set("", language) == name


def test_definitions_are_seen_in_most_lines():
    assert guess_definitions("QI force\nZA pizza\nEL train\n")
    assert guess_definitions("QI;n.m.\nZA;n.f.\n")
    assert not guess_definitions("QI\nZA\nau revoir\n")
    assert not guess_definitions("")
