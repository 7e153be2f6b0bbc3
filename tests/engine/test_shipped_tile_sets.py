"""The tile sets that come with the program: how words are read, and a game of each, rescored without the engine."""

import random
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from engine.duplicate_games.simulate import play_rounds
from engine.errors import TileError
from engine.lexicon import build_lexicon, builtin_names, load_lexicon
from engine.lexicon.files import read_lexicon, save
from engine.rules import (
    RuleSet,
)
from engine.tiles import BLANK_FLAG, LETTER_MASK, MOST_LETTERS, load_tile_set, tile_set_names
from tests.lanes import quick
from tests.oracles.scorer import Edition, place, worth

FOLDER = Path(__file__).resolve().parents[2] / "engine/data/tiles"
# Cherokee has a small letter for each of 80 capitals: each tile of any set becomes one sign of the scorer.
FIRST_SIGN = 0x13A0
GENERATED = 3000

# A word as people type it, and its tiles.
SPELLED = {
    "afrikaans": ("môre", "M O R E"),
    "arabic": ("مدرسة", "م د ر س ه"),
    "basque": ("txakurra", "TX A K U RR A"),
    "bulgarian": ("ъгъл", "Ъ Г Ъ Л"),
    "catalan": ("paral·lel", "P A R A L·L E L"),
    "croatian": ("ljubav", "LJ U B A V"),
    "czech": ("čeština", "Č E Š T I N A"),
    "danish": ("idé", "I D E"),
    "dutch": ("ĳs", "I J S"),
    "english": ("café", "C A F E"),
    "esperanto": ("ĝardeno", "Ĝ A R D E N O"),
    "estonian": ("õnn", "Õ N N"),
    "faroese": ("føroyar", "F Ø R O Y A R"),
    "finnish": ("yö", "Y Ö"),
    "french": ("cœur", "C O E U R"),
    "german": ("straße", "S T R A S S E"),
    "greek": ("λόγος", "Λ Ο Γ Ο Σ"),
    "hebrew": ("שלום", "ש ל ו מ"),
    "hungarian": ("szegény", "SZ E G É NY"),
    "icelandic": ("þýða", "Þ Ý Ð A"),
    "indonesian": ("malam", "M A L A M"),
    "irish": ("fáilte", "F Á I L T E"),
    "italian": ("perché", "P E R C H E"),
    "latvian": ("ķēniņš", "Ķ Ē N I Ņ Š"),
    "lithuanian": ("ąžuolas", "Ą Ž U O L A S"),
    "malay": ("selamat", "S E L A M A T"),
    "norwegian": ("blåbær", "B L Å B Æ R"),
    "polish": ("łódź", "Ł Ó D Ź"),
    "portuguese": ("coração", "C O R A Ç A O"),
    "romanian": ("știință", "S T I I N T A"),
    "russian": ("ёлка", "Ё Л К А"),
    "slovak": ("vŕba", "V Ŕ B A"),
    "slovene": ("češnja", "Č E Š N J A"),
    "spanish": ("chorro", "CH O RR O"),
    "swedish": ("smörgås", "S M Ö R G Å S"),
    "turkish": ("ışık içi", "I Ş I K İ Ç İ"),
    "ukrainian": ("п’ять", "П ' Я Т Ь"),
    "welsh": ("llwyddo", "LL W Y DD O"),
}


def row_of(name):
    return tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


def words_of(name, tiles):
    """Return the words of the built-in lexicon, else words made of the letters about as often as there are tiles."""
    if name in builtin_names():
        return load_lexicon(name)
    lots = random.Random(name)
    letters = range(1, len(tiles.letters) + 1)
    weights = [tiles.counts[letter] or 0.2 for letter in letters]
    words = {tuple(lots.choices(letters, weights, k=lots.randint(2, 8))) for _ in range(GENERATED)}
    return build_lexicon(words, tiles, name)


def sign(cell):
    capital = chr(FIRST_SIGN + (cell & LETTER_MASK))
    return "?" if not cell else capital.lower() if cell & BLANK_FLAG else capital


def test_each_set_has_a_spelled_word():
    assert set(SPELLED) == set(tile_set_names())


@pytest.mark.parametrize("name", SPELLED)
def test_a_word_is_read_as_its_tiles(name):
    typed, wanted = SPELLED[name]
    tiles = load_tile_set(name)
    word = tiles.encode_plain(typed.replace(" ", ""))
    assert [tiles.token(cell) for cell in word] == wanted.split()
    assert tiles.encode_rack(typed.replace(" ", "")) == word
    blanks = tuple(cell | BLANK_FLAG for cell in word)
    assert tiles.encode(tiles.decode(blanks)) == blanks
    assert tiles.encode("".join(f"({letter})" for letter in wanted.split())) == blanks


@pytest.mark.parametrize("name", SPELLED)
def test_a_set_says_its_source_and_language(name):
    tiles = load_tile_set(name)
    assert "en.wikipedia.org/wiki/Scrabble_letter_distributions" in tiles.source
    assert 2 <= len(tiles.language) <= 3
    assert tiles.direction == ("rtl" if name in {"arabic", "hebrew"} else "ltr")


@pytest.mark.parametrize("name", quick(SPELLED, "arabic", "catalan"))
def test_a_game_is_worth_what_the_independent_scorer_says(name):
    tiles = load_tile_set(name)
    lexicon = words_of(name, tiles)
    values = {chr(FIRST_SIGN + place): row[2] for place, row in enumerate(row_of(name)["tiles"], start=1)}
    words = frozenset("".join(map(sign, word)) for word in lexicon.words())
    edition = Edition(values, lambda: words)
    board = {}
    rounds = list(play_rounds(seed=name, lexicon=lexicon, tiles=tiles, rules=RuleSet()))
    for played in rounds:
        if played.placed is None:
            continue
        move = played.placed.move
        reference, written = move.text(tiles)
        word, rack = "".join(map(sign, move.word)), Counter(map(sign, played.rack.tiles))
        assert tiles.encode(written) == move.word
        assert worth(board, rack, word, reference, edition) == played.placed.score
        board = place(board, word, reference)
    assert len(board) > 20
    lying = Counter("?" if square.islower() else square for square in board.values())
    assert all(lying[sign(number)] <= count for number, count in enumerate(tiles.counts))


def test_turkish_has_two_letters_i():
    turkish = load_tile_set("turkish")
    dotless, dotted = turkish.encode("Iİ")
    assert turkish.encode_plain("ıi") == turkish.encode_plain("Iİ") == (dotless, dotted)
    assert turkish.encode("ıi") == (dotless | BLANK_FLAG, dotted | BLANK_FLAG)
    assert turkish.encode("İ".lower()) == (dotted | BLANK_FLAG,)
    assert turkish.decode(turkish.encode("ıi")) == "(I)(İ)"
    assert turkish.encode_plain("Îâ") == turkish.encode_plain("İA")


def test_letters_without_a_small_form_have_their_blank_in_parentheses():
    hebrew = load_tile_set("hebrew")
    (alef,) = hebrew.encode("א")
    assert hebrew.encode("(א)") == (alef | BLANK_FLAG,)
    assert hebrew.token(alef | BLANK_FLAG) == "(א)"


def test_small_letters_whose_capital_has_several_signs_are_read():
    greek = load_tile_set("greek")
    assert greek.decode(greek.encode_plain("πραΰνωΐς")) == "ΠΡΑΥΝΩΙΣ"


def test_letters_without_a_tile_are_for_the_blank():
    norwegian = load_tile_set("norwegian")
    (letter,) = norwegian.encode("Q")
    assert norwegian.counts[letter] == norwegian.values[letter] == 0


@pytest.mark.parametrize("name", ["../english", "/etc/passwd", "", "a" * 41, "ünknown", "unknown"])
def test_a_name_that_no_file_has_is_unknown(name):
    with pytest.raises(TileError) as caught:
        load_tile_set(name)
    assert caught.value.code == "unknown_tile_set"


def test_the_lexicon_of_the_largest_set_is_stored_and_read(tmp_path):
    slovak = load_tile_set("slovak")
    assert len(slovak.letters) == MOST_LETTERS
    lexicon = words_of("slovak", slovak)
    save(lexicon, tmp_path / "slovak.lexicon")
    assert list(read_lexicon(tmp_path / "slovak.lexicon").words()) == list(lexicon.words())
