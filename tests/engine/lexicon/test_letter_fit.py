"""Words whose letters are not about as frequent as the tiles are noticed."""

import pytest

from engine.lexicon import build_lexicon, builtin_names, load_lexicon
from engine.lexicon.kwg import read_kwg, write_kwg
from engine.lexicon.letter_fit import LEAST_LIKENESS, count_letters, find_misfit, likeness
from engine.lexicon.list_guesses import guess_kwg_tile_set
from engine.tiles import load_tile_set
from tests.lanes import quick

ENGLISH, SPANISH = load_tile_set("english"), load_tile_set("spanish")


@pytest.fixture(scope="module")
def english_words():
    return list(load_lexicon("english").words())[::40]


@pytest.fixture(scope="module")
def english_kwg(english_words):
    return write_kwg(build_lexicon(english_words, ENGLISH, "some"), ENGLISH, gaddag=False)


@pytest.mark.slow
@pytest.mark.parametrize("name", quick(builtin_names(), "english"))
def test_each_built_in_lexicon_fits_its_tiles_by_far(name):
    lexicon = load_lexicon(name)
    assert likeness(count_letters(lexicon.words()), load_tile_set(name)) > LEAST_LIKENESS + 0.025


@pytest.mark.slow
def test_a_kwg_file_of_another_alphabet_is_noticed(english_kwg, english_words):
    read = read_kwg(english_kwg, SPANISH, "wrong")
    assert read.lexicon.word_count == len(english_words)
    assert len(read.misfit.sample) == 12
    assert len(read.misfit.letters) == 5
    assert all(letter in SPANISH.letters for letter, _read, _wanted in read.misfit.letters)
    error = read.misfit.error(SPANISH)
    assert error.code == "letters_unlike"
    assert read.misfit.sample[0] in str(error)
    assert read_kwg(english_kwg, ENGLISH, "right").misfit is None


def test_few_letters_tell_nothing():
    words = [ENGLISH.encode_plain("ZZZZ"), ENGLISH.encode_plain("QQQ")]
    assert find_misfit(count_letters(words), ENGLISH, words, 2) is None
    many = words * 1000
    assert find_misfit(count_letters(many), ENGLISH, many, len(many)).letters[0][0] == "Z"


def test_no_letter_at_all():
    assert likeness(count_letters([]), ENGLISH) == 0
    assert find_misfit(count_letters([]), ENGLISH, [], 0) is None


@pytest.mark.slow
@pytest.mark.parametrize("name", ["english", "french", "spanish", "german", "dutch"])
def test_the_tiles_of_a_kwg_file_are_guessed_from_its_words(name):
    tiles = load_tile_set(name)
    words = list(load_lexicon(name).words())
    known = [word for word in words if len(word) < 7]
    data = write_kwg(build_lexicon([*known, *words[::50]], tiles, name), tiles, gaddag=False)
    assert {guess_kwg_tile_set(data, language) for language in ("en", "fr", "es")} == {name}
