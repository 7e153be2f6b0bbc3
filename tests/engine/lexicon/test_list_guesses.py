"""Guesses about word lists: encodings and languages of lists as clubs have them."""

import random

import pytest

from engine.lexicon.list_guesses import guess_definitions, guess_encoding, guess_tile_set
from engine.tiles import load_tile_set

WORDS = {
    "french": "été être façon août Noël garçon œuf naïf où élève maïs hôtel forêt déjà avec vous nous",
    "german": "straße mädchen über schön grün äpfel öl größe fuß müde häuser tür und nicht eine durch",
    "spanish": "año niño camión pingüino canción corazón mañana árbol lápiz éxito útil como pero cuando",
    "romanian": "ţară şarpe şi mână român înalt băiat fată câine pâine este pentru care sunt",
    "italian": "città perché più così già università che anche sono gli questo della ogni",
    "danish": "hvad uden noget nogle lige havde give tage også være",
    "norwegian": "deg meg bli mye gjennom uten opp seg også være",
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


@pytest.mark.repeats
@pytest.mark.parametrize(
    "name",
    [
        "polish",
        "czech",
        "hungarian",
        "swedish",
        "portuguese",
        "catalan",
        "turkish",
        "greek",
        "russian",
        "welsh",
        "hebrew",
    ],
)
def test_a_language_without_known_words_is_guessed_by_its_letters(name):
    """A Polish list that was read as an Italian one had 2.9 million faulty lines."""
    tiles, chance = load_tile_set(name), random.Random(name)
    letters = [
        letter for letter, count in zip(tiles.letters, tiles.counts[1:], strict=True) for _ in range(count)
    ]
    words = ["".join(chance.sample(letters, 8)) for _ in range(600)]
    assert guess_tile_set("\n".join(words), "en") == name


def test_letters_that_a_set_reads_as_others_do_not_fit_it():
    """A Slovak list was a Slovene one by its bare letters. The shares in a thousand are of a Slovak dictionary."""
    shares = """A92 E92 N84 O75 I62 R48 J46 V44 T43 S33 K32 M30 P29 L28 Š26 U26 D25 C22 Z21 H20 Á15 Í15 B12 Ý12 Ť11 Y10
        Č9 Ú8 Ž5 Ľ5 G4 F4 É4 Ň2 Ó2 Ä1 X1 Ô1"""
    letters = [share[0] for share in shares.split() for _ in range(int(share[1:]))]
    chance = random.Random("slovak")
    words = ["".join(chance.sample(letters, 8)) for _ in range(600)]
    assert guess_tile_set("\n".join(words), "en") == "slovak"
